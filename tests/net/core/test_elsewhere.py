"""A torn network, and each part has gone on without the people of the other one.

Whoever has lost the seat in the newer epoch is not let in there; it has to hear of it all the same,
or it orders the older one for ever.
"""

from __future__ import annotations

from net.commands import KickSeat
from net.core.bodies import Leave
from net.core.effects import Cut, Send
from net.core.log import encode, sign_entry
from net.core.wire import Knock, Ordered, Propose, Want, Welcome, decode_message, encode_message
from tests.mesh import Mesh, Node
from tests.net.core.tables import playing, replica, run, said, say, table, vanish

HOST, GUEST, OTHER = 0, 1, 2


def identity(node: Node) -> bytes:
    return node.peer.identity.public


def somebody_new(mesh: Mesh, at: int) -> Node:
    """Somebody without a seat dials this device of the table."""
    node = mesh._node(len(mesh.nodes))
    mesh.nodes.append(node)
    mesh.connect(node.number, at)
    return node


def epoch(mesh: Mesh, number: int) -> int:
    return replica(mesh.nodes[number]).chain.epoch


def test_a_host_whose_seat_was_given_away_hears_of_it() -> None:
    """It takes its log back to where the others went on without it, and reads what became of it."""
    mesh = table()
    playing(mesh)
    host, guest = mesh.nodes[HOST], mesh.nodes[GUEST]
    mesh.part([HOST], [GUEST, OTHER, 3])
    run(mesh, lambda: identity(host) in replica(guest).lobby.away)
    new = somebody_new(mesh, GUEST)
    run(mesh, lambda: replica(guest).lobby.seat_of(identity(new)) == HOST)
    assert epoch(mesh, HOST) == 1

    mesh.part()
    run(mesh, lambda: host.failed is not None)

    assert host.failed is not None
    assert host.failed.code == "host_given"
    assert epoch(mesh, HOST) == epoch(mesh, GUEST)


def sent_away() -> Mesh:
    """The two others have wished the host away while it was cut off and could not hear them."""
    mesh = table(frist="60")
    playing(mesh)
    host, guest = mesh.nodes[HOST], mesh.nodes[GUEST]
    mesh.part([HOST], [GUEST, OTHER])
    run(mesh, lambda: epoch(mesh, GUEST) > 1 and epoch(mesh, OTHER) == epoch(mesh, GUEST))
    for number in (GUEST, OTHER):
        say(mesh, mesh.nodes[number], KickSeat(HOST))  # type: ignore[arg-type]
    run(mesh, lambda: identity(host) in replica(guest).lobby.away)
    assert identity(host) in replica(guest).lobby.kicked
    return mesh


def test_a_host_that_was_sent_away_hears_of_it() -> None:
    """Else it would wait for the others, who do not let it in."""
    mesh = sent_away()
    host = mesh.nodes[HOST]

    mesh.part()
    run(mesh, lambda: host.failed is not None)

    assert host.failed is not None
    assert host.failed.code in {"kicked", "host_kicked"}
    assert epoch(mesh, HOST) == epoch(mesh, GUEST)


def test_a_host_that_has_given_a_seat_away_asks_its_person_for_the_newer_epoch() -> None:
    """Who knocks without a seat here may come from where the table has gone on meanwhile.

    There the hand goes on that the host has had booked, and others after it, with people who are no
    majority of those who played it: its own secrets of it are still here.
    """
    mesh = table()
    playing(mesh)
    host, guest = mesh.nodes[HOST], mesh.nodes[GUEST]
    # The guest's word that it leaves arrives; the answer does not, nor does it know of it any more.
    chain = replica(guest).chain
    entry = sign_entry(guest.peer.identity, chain.table, chain.n, chain.head, Leave(GUEST))
    mesh.cables[guest.peer._guest.to_orderer() or 0].frames[HOST].append(
        encode_message(Propose(encode(entry)))
    )
    run(mesh, lambda: said(host, Leave))
    mesh.part([HOST, 3, 4], [GUEST, OTHER])
    run(mesh, lambda: {epoch(mesh, GUEST), epoch(mesh, OTHER)} == {2})
    vanish(mesh, OTHER)
    for _ in range(2):
        new = somebody_new(mesh, HOST)
        run(mesh, lambda new=new: identity(new) in replica(host).lobby.devices)
    assert replica(host).lobby.has_lost_seat(identity(guest))
    assert epoch(mesh, HOST) == 1

    mesh.part()
    run(mesh, lambda: epoch(mesh, HOST) > 1)
    run(mesh, lambda: len(host.hands) > 2)

    assert host.failed is None
    assert guest.failed is None
    assert replica(host).lobby.seat_of(identity(guest)) == GUEST
    assert replica(host).chain.orderer == replica(guest).chain.orderer


def test_who_was_sent_away_is_told_no_more_than_who_orders() -> None:
    """With an old log it hears of the newer epoch up to its beginning, and nothing of the game."""
    mesh = sent_away()
    guest = mesh.nodes[GUEST]
    chain = replica(guest).chain
    run(mesh, lambda: chain.n > chain.begun + 10)
    link, me = 10**6, identity(mesh.nodes[HOST])
    old = replica(mesh.nodes[HOST]).chain
    guest.peer.linked(link, me, "Person 0", mesh.now, dialled=False)
    for message in (Knock("Person 0", 1, old.n, old.head, None), Want(())):
        guest.peer.receive(link, encode_message(message), mesh.now)
    effects = guest.peer.drain()
    sent = [decode_message(e.data) for e in effects if isinstance(e, Send) and e.link == link]

    assert isinstance(sent[0], Welcome)
    records = [data for message in sent if isinstance(message, Ordered) for data in message.records]
    assert records == guest.disk.records[: chain.begun]
    assert Cut(link, "moved") in effects
