"""A torn network, and each part has gone on without the people of the other one.

Whoever has lost the seat in the newer epoch is not let in there; it has to hear of it all the same,
or it orders the older one for ever.
"""

from __future__ import annotations

from net.commands import KickSeat
from net.core.bodies import Leave
from net.core.effects import Cut, Send
from net.core.epoch import number_of, turn_of
from net.core.log import encode, sign_entry
from net.core.player import _is_done
from net.core.wire import (
    Beat,
    Bye,
    Knock,
    Ordered,
    Propose,
    Want,
    Welcome,
    decode_message,
    encode_message,
)
from tests.mesh import Mesh, Node
from tests.mesh_watch import DoorMesh
from tests.net.core.tables import playing, replica, run, said, say, table, vanish
from tests.small_group import SMALL

HOST, GUEST, OTHER = 0, 1, 2


def identity(node: Node) -> bytes:
    return node.peer.identity.public


def somebody_new(mesh: Mesh, at: int) -> Node:
    """Somebody without a seat dials this device of the table."""
    node = mesh._node(len(mesh.nodes))
    mesh.nodes.append(node)
    mesh.connect(node.number, at)
    return node


def of_the_guest(mesh: Mesh) -> int:
    """The number of the epoch that the guest opens in its first turn."""
    return number_of(identity(mesh.nodes[GUEST]), 1)


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


def leaves_unheard(mesh: Mesh) -> None:
    """The guest's word that it leaves arrives; the answer does not, nor does it know of it now."""
    host, guest = mesh.nodes[HOST], mesh.nodes[GUEST]
    chain = replica(guest).chain
    entry = sign_entry(guest.peer.identity, chain.table, chain.n, chain.head, Leave(GUEST))
    mesh.cables[guest.peer._guest.to_orderer() or 0].frames[HOST].append(
        encode_message(Propose(encode(entry)))
    )
    run(mesh, lambda: said(host, Leave))


def test_a_host_that_has_given_a_seat_away_asks_its_person_for_the_newer_epoch() -> None:
    """Who knocks without a seat here may come from where the table has gone on meanwhile.

    There the hand goes on that the host has had booked, and others after it, with people who are no
    majority of those who played it: its own secrets of it are still here.
    """
    mesh = table()
    playing(mesh)
    host, guest = mesh.nodes[HOST], mesh.nodes[GUEST]
    leaves_unheard(mesh)
    mesh.part([HOST, 3, 4], [GUEST, OTHER])
    run(mesh, lambda: {epoch(mesh, GUEST), epoch(mesh, OTHER)} == {of_the_guest(mesh)})
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


def replaced_each_other() -> Mesh:
    """Two parts of a torn network, each with the other one's seats in the hands of new people."""
    mesh = table()
    playing(mesh)
    leaves_unheard(mesh)
    mesh.part([HOST, 3, 4], [GUEST, OTHER, 5])
    for at in (HOST, HOST, GUEST):
        run(mesh, lambda at=at: replica(mesh.nodes[at]).lobby.vacant_seats())
        new = somebody_new(mesh, at)
        run(mesh, lambda at=at, new=new: is_seated(new, mesh.nodes[at]))
    people = {identity(node) for node in mesh.nodes[:3]}
    assert people & set(replica(mesh.nodes[HOST]).lobby.devices) == {identity(mesh.nodes[HOST])}
    assert not {identity(mesh.nodes[HOST])} & set(replica(mesh.nodes[GUEST]).lobby.devices)
    return mesh


def test_two_tables_that_have_replaced_each_other_meet() -> None:
    """Each part has given all seats of the other one to somebody new: no seat leads there any more.

    Who orders dials those who lost theirs, and the log with the newer epoch is the table's.
    """
    mesh = replaced_each_other()
    host = mesh.nodes[HOST]
    assert epoch(mesh, HOST) < epoch(mesh, GUEST)

    mesh.part()
    run(mesh, lambda: epoch(mesh, HOST) == epoch(mesh, GUEST))
    run(mesh, lambda: HOST not in mesh.orderers())

    assert replica(host).lobby.has_lost_seat(identity(host))
    # Who came to the older table hears of it by the host; else the two would be a majority there,
    # and begin an epoch of their own.
    for number in (3, 4):
        run(mesh, lambda number=number: epoch(mesh, number) == epoch(mesh, GUEST))
        assert replica(mesh.nodes[number]).chain.orderer == identity(mesh.nodes[GUEST])
    assert mesh.orderers() == {GUEST}


def test_two_tables_whose_epochs_are_of_one_turn_meet() -> None:
    """The host is gone for good, and its part has begun an epoch of its own meanwhile.

    With one number for both neither would be the newer one, and there were two tables for ever.
    """
    mesh = replaced_each_other()
    vanish(mesh, HOST)
    run(mesh, lambda: epoch(mesh, 3) == epoch(mesh, 4) > 1)
    assert turn_of(epoch(mesh, 3)) == turn_of(epoch(mesh, GUEST))

    mesh.part()
    run(mesh, lambda: len(mesh.orderers()) == 1)
    [orderer] = mesh.orderers()
    assert epoch(mesh, orderer) == max(epoch(mesh, GUEST), epoch(mesh, 3))
    for number in (GUEST, OTHER, 3, 4, 5):
        node = mesh.nodes[number]
        run(mesh, lambda n=number, node=node: node.failed or epoch(mesh, n) == epoch(mesh, orderer))


def two_logs() -> Mesh:
    """The guest is alone with its epoch; the others have gone on in the old one, then to a newer.

    The other one had voted for the guest, but heard from the host first.
    """
    mesh = table()
    playing(mesh)
    guest, other = mesh.nodes[GUEST], mesh.nodes[OTHER]
    mesh.part([HOST], [GUEST, OTHER])
    run(mesh, lambda: epoch(mesh, GUEST) == of_the_guest(mesh))
    mesh.part([HOST, OTHER, 3], [GUEST])
    assert epoch(mesh, OTHER) == 1
    run(mesh, lambda: identity(guest) in replica(other).lobby.away)
    new = somebody_new(mesh, HOST)
    run(mesh, lambda: identity(new) in replica(other).lobby.devices)
    run(mesh, lambda: replica(new).n == replica(other).n)
    vanish(mesh, HOST)
    renewed = epoch(mesh, HOST)
    run(mesh, lambda: min(epoch(mesh, OTHER), epoch(mesh, new.number)) > renewed)
    assert of_the_guest(mesh) < renewed
    assert epoch(mesh, GUEST) == of_the_guest(mesh)
    return mesh


def test_the_log_with_the_newer_epoch_is_the_tables_whatever_lies_between() -> None:
    """It is taken as a whole: where the two part, the other one is older than what it replaces."""
    mesh = two_logs()
    guest, other = mesh.nodes[GUEST], mesh.nodes[OTHER]
    mesh.part()
    run(mesh, lambda: epoch(mesh, GUEST) == epoch(mesh, OTHER))
    records = guest.disk.records
    assert records == other.disk.records[: len(records)]
    # Without a seat it looks for the table, as `net.road` does; that of the host is free by now.
    run(mesh, lambda: len(mesh.orderers()) == 1)
    [orderer] = mesh.orderers()
    mesh.connect(GUEST, orderer)
    run(mesh, lambda: replica(other).lobby.seat_of(identity(guest)) == HOST)

    assert guest.failed is None


def test_another_log_that_does_not_follow_changes_nothing() -> None:
    """Nothing is given up for a claim: one wrong byte, a gap, or no newer epoch at its end."""
    mesh = two_logs()
    guest, other = mesh.nodes[GUEST], mesh.nodes[OTHER]
    scribe, theirs = guest.peer._scribe, other.disk.records
    pairs = enumerate(zip(guest.disk.records, theirs, strict=False), start=1)
    first = next(number for number, (mine, other) in pairs if mine != other)
    branch = theirs[first - 1 : replica(other).chain.after(epoch(mesh, GUEST))]
    n, head = replica(guest).n, replica(guest).chain.head
    wrong = [*branch[:-1], branch[-1][:-1] + bytes([branch[-1][-1] ^ 1])]

    for records in (wrong, branch[1:], branch[:-1], [], [b""]):
        assert scribe.trial(first, records) is None
        assert (replica(guest).n, replica(guest).chain.head) == (n, head)
    assert scribe.trial(first, branch) is not None
    scribe.change_over(first, branch, mesh.now)
    assert epoch(mesh, GUEST) > of_the_guest(mesh)


def test_what_may_come_back_is_not_forgotten() -> None:
    """A deck that came to no hand here may have come to one in another part of a torn network.

    It is kept as long as a majority of any devices that took part has not judged a later hand.
    """
    mesh = two_logs()
    log = replica(mesh.nodes[OTHER])
    host, guest, other, new = (identity(node) for node in mesh.nodes)
    vault = mesh.nodes[OTHER].peer._player._vault
    hands = {report.deck for report in log.reports}
    unknown = 10**9

    assert not _is_done(log, unknown, {other, new})
    assert not _is_done(log, unknown, {host, guest})
    assert _is_done(log, unknown, {guest, other, new})
    assert _is_done(log, unknown, {host, other, new})
    # The guest could vote for an epoch that cuts off the hand which it has played with the host.
    assert min(hands) in vault.decks()
    assert not _is_done(log, min(hands), {other, new})


def test_who_was_sent_away_is_told_no_more_than_who_orders() -> None:
    """With an old log it hears of the newer epoch up to where it was sent away, and no more."""
    mesh = sent_away()
    guest = mesh.nodes[GUEST]
    chain = replica(guest).chain
    link, me = 10**6, identity(mesh.nodes[HOST])
    lost = replica(guest).lost_at(me)
    assert lost >= chain.begun
    run(mesh, lambda: chain.n > lost + 10)
    old = replica(mesh.nodes[HOST]).chain
    guest.peer.linked(link, me, "Person 0", mesh.now, dialled=False)
    for message in (Knock("Person 0", 1, old.n, old.head, None), Want(())):
        guest.peer.receive(link, encode_message(message), mesh.now)
    effects = guest.peer.drain()
    sent = [decode_message(e.data) for e in effects if isinstance(e, Send) and e.link == link]

    assert isinstance(sent[0], Welcome)
    records = [data for message in sent if isinstance(message, Ordered) for data in message.records]
    assert records == guest.disk.records[:lost]
    assert Cut(link, "moved") in effects


def test_whoever_dials_somebody_who_was_sent_away_tells_it() -> None:
    """It may know nobody else, and hang up on who does not let it in: whoever has the log leads."""
    mesh = sent_away()
    guest = mesh.nodes[GUEST]
    me, old = identity(mesh.nodes[HOST]), replica(mesh.nodes[HOST]).chain
    link, lost = 10**6, replica(guest).lost_at(me)
    guest.peer.linked(link, me, "Person 0", mesh.now, dialled=True)
    guest.peer.drain()

    guest.peer.receive(link, encode_message(Welcome(encode(old.genesis), 1, old.n)), mesh.now)
    [beat] = sent_on(guest, link)
    assert isinstance(beat, Beat)
    assert beat.epoch == epoch(mesh, GUEST)
    guest.peer.tick(mesh.now)
    guest.peer.receive(link, encode_message(Want(())), mesh.now)
    sent = sent_on(guest, link)
    records = [data for message in sent if isinstance(message, Ordered) for data in message.records]
    assert records == guest.disk.records[:lost]
    assert sent[-1] == Bye("kicked")


def sent_on(node: Node, link: int) -> list[object]:
    """What it has said on this link since it was asked last."""
    effects = node.peer.drain()
    return [decode_message(e.data) for e in effects if isinstance(e, Send) and e.link == link]


def replaced() -> tuple[Mesh, Node]:
    """One was cut off early; all the others have gone since, and new people sit there.

    Returns the table and the device that was cut off.
    """
    mesh = table()
    playing(mesh)
    lost = mesh.nodes[OTHER]
    mesh.part([HOST, GUEST, 3, 4], [OTHER])
    run(mesh, lambda: identity(lost) in replica(mesh.nodes[HOST]).lobby.away)
    for gone in (HOST, GUEST):
        new = somebody_new(mesh, gone)
        here = [node for node in mesh.nodes if node.up and node is not lost]
        run(mesh, lambda here=here, new=new: all(is_seated(new, node) for node in here))
        links = [(one, other) for one in here for other in here if one is not other]
        run(mesh, lambda links=links: all(one.peer.is_linked(identity(o)) for one, o in links))
        vanish(mesh, gone)
        run(mesh, lambda gone=gone, new=new: is_away(mesh.nodes[gone], new))
    return mesh, lost


def is_seated(node: Node, by: Node) -> bool:
    log = by.peer.replica
    return log is not None and identity(node) in log.lobby.devices


def is_away(node: Node, by: Node) -> bool:
    return identity(node) in replica(by).lobby.away


def test_who_knows_nobody_there_any_more_hears_of_the_newer_epoch() -> None:
    """The log of those who sit there now says who they are: it is asked for before that is known.

    Their welcome went unheeded, as that of somebody who has nothing to do with the table.
    """
    mesh, lost = replaced()
    [orderer] = mesh.orderers()
    assert identity(mesh.nodes[orderer]) not in replica(lost).lobby.sat

    mesh.part()
    mesh.connect(OTHER, orderer)
    run(mesh, lambda: epoch(mesh, OTHER) == epoch(mesh, orderer))
    # Somebody else has its seat; it looks for the table, as `net.road` does, and has another one.
    mesh.connect(OTHER, orderer)
    run(mesh, lambda: is_seated(lost, lost))

    assert lost.failed is None


def test_a_welcome_from_a_stranger_leads_nowhere() -> None:
    """Who claims a newer epoch is asked for its log, and counts for nothing until that is here."""
    mesh = table()
    playing(mesh)
    guest = mesh.nodes[GUEST]
    chain = replica(guest).chain
    before, link = chain.n, 10**6
    guest.peer.linked(link, bytes(32), "Wer", mesh.now, dialled=True)
    claim = Welcome(encode(chain.genesis), chain.epoch + 5, chain.n + 5)
    nothing = Ordered((mesh.nodes[HOST].disk.records[-1],))
    for message in (claim, nothing, Want(())):
        guest.peer.receive(link, encode_message(message), mesh.now)
    effects = guest.peer.drain()
    sent = [decode_message(e.data) for e in effects if isinstance(e, Send) and e.link == link]

    assert any(isinstance(message, Want) for message in sent)
    assert not any(isinstance(message, Ordered) for message in sent)
    assert not guest.peer.is_linked(bytes(32), member=True)
    assert (replica(guest).chain.epoch, replica(guest).n) == (chain.epoch, before)


def test_a_host_that_left_between_two_partien_is_back_at_its_table() -> None:
    """Alone it orders an older epoch, without a seat; it sits down, and hears of the newer one."""
    mesh = DoorMesh(3, people=2, bots=2, settings={"laenge": "1"}, group=SMALL, parties=2)
    mesh.play(hands=1)
    host, guest = mesh.nodes[HOST], mesh.nodes[GUEST]
    run(mesh, lambda: not replica(host).lobby.playing and replica(host).n == replica(guest).n)
    mesh.storm.leave(host)
    run(mesh, lambda: replica(guest).chain.orderer == identity(guest))
    mesh.kill(host, 60_000)
    host.orders = True  # from its own disk, which has its last word and no newer epoch

    run(mesh, lambda: host.up and epoch(mesh, HOST) == epoch(mesh, GUEST))
    mesh.connect(HOST, GUEST)
    run(mesh, lambda: replica(guest).lobby.seat_of(identity(host)) == HOST)
    run(mesh, lambda: replica(host).chain.head == replica(guest).chain.head)

    assert replica(host).chain.orderer == identity(guest)
