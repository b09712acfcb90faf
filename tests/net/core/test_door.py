"""Who comes in is the host's say: no guest seats anybody past its door, and nobody misses that."""

from __future__ import annotations

from net.commands import KickSeat, PauseTable
from net.core import crypto
from net.core.bodies import Kick, Leave, Sit
from net.core.distrust import Distrust
from net.core.limits import PASSED_ON_PER_SECOND, SILENCE_MS
from net.core.log import Entry, encode, sign_entry
from net.core.wire import Propose, encode_message
from tests.mesh import Mesh, Node
from tests.mesh_watch import DoorMesh
from tests.net.core.tables import comes, pass_time, playing, replica, run, say, table, vanish

STRANGER = crypto.Identity(b"\x77" * 32)


def lobby_with_free_seats() -> Mesh:
    """A host and a guest; on two seats nobody sits, and the door is shut."""
    mesh = DoorMesh(4, people=2, bots=2)
    host = mesh.nodes[0]
    for seat in (2, 3):
        host.peer._scribe.submit(Leave(seat), mesh.now)
    host.peer._scribe.work(mesh.now)
    mesh.carry_out(host)
    pass_time(mesh, 2)
    return mesh


def sits(node: Node, identity: crypto.Identity, seat: int, address: str | None = None) -> Entry:
    """The signed word of a device that it takes a seat, by the log of a node."""
    chain = replica(node).chain
    return sign_entry(identity, chain.table, chain.n, chain.head, Sit(seat, "Zorro", None, address))


def hands(mesh: Mesh, sender: Node, receiver: Node, entry: Entry, times: int = 1) -> None:
    """One device proposes an entry to another one, so many times in a moment."""
    link = receiver.peer._links.number_of(sender.peer.identity.public, member=True)
    for _ in range(times):
        if link is not None:
            receiver.peer.receive(link, encode_message(Propose(encode(entry))), mesh.now)
    mesh.carry_out(receiver)


def test_a_guest_seats_nobody_whom_the_host_did_not_let_in() -> None:
    """Two identities of its own making, both signed well, find no seat; who knocks does."""
    mesh = lobby_with_free_seats()
    host, guest = mesh.nodes
    for seat in (2, 3):
        hands(mesh, guest, host, sits(host, crypto.Identity(bytes([90 + seat]) * 32), seat))
        pass_time(mesh, 4)
    assert len(replica(host).lobby.devices) == 2

    new = comes(mesh)
    run(mesh, lambda: new.peer.identity.public in replica(host).lobby.devices)


def test_whoever_only_looks_on_gets_no_seat_by_a_guest() -> None:
    """The yes to look on is none to sit down."""
    mesh = lobby_with_free_seats()
    host, guest = mesh.nodes
    new = comes(mesh)
    run(mesh, lambda: new.peer.identity.public in replica(host).lobby.devices)
    seat = replica(host).lobby.seat_of(new.peer.identity.public)
    assert seat is not None
    link = host.peer._links.number_of(new.peer.identity.public)
    assert link is not None
    host.peer._links.live[link].watches = True
    host.peer._scribe.submit(Leave(seat), mesh.now)
    host.peer._scribe.work(mesh.now)
    mesh.carry_out(host)
    hands(mesh, guest, host, sits(host, new.peer.identity, seat))
    assert new.peer.identity.public not in replica(host).lobby.devices


def test_whom_the_host_sent_away_in_the_lobby_does_not_sit_again_by_way_of_a_guest() -> None:
    """An honest guest does not pass it on, and a changed one passes it on in vain."""
    mesh = DoorMesh(5, people=3, bots=1)
    host, guest, banned = mesh.nodes
    pass_time(mesh, 4)
    away = banned.peer.identity
    say(mesh, host, KickSeat(2))  # type: ignore[arg-type]
    run(mesh, lambda: away.public not in replica(guest).lobby.devices)
    offered: list[Entry] = []
    offer = host.peer._scribe.offer

    def offers(entry: Entry, link: int, room: int) -> None:
        offered.append(entry)
        offer(entry, link, room)

    host.peer._scribe.offer = offers  # type: ignore[method-assign]
    for _ in range(4):
        hands(mesh, banned, guest, sits(guest, away, 2))
        pass_time(mesh, 1)
    assert not [entry for entry in offered if entry.author == away.public]
    hands(mesh, guest, host, sits(host, away, 2))
    pass_time(mesh, 1)
    assert away.public not in replica(host).lobby.devices
    assert not guest.peer._succession.distrust._waiting


def test_whom_the_host_dials_is_let_in_unless_it_was_sent_away() -> None:
    """A device that had a seat once may be dialled by the host; that is no way past a ban."""
    mesh = lobby_with_free_seats()
    host, guest = mesh.nodes
    link = host.peer._links.number_of(guest.peer.identity.public)
    assert link is not None
    host.peer._links.live[link].dialled = True
    host.peer._scribe.submit(Leave(1), mesh.now)
    host.peer._scribe.work(mesh.now)
    host.peer._gate._door.ban(guest.peer.identity.public)
    hands(mesh, guest, host, sits(host, guest.peer.identity, 1))
    assert guest.peer.identity.public not in replica(host).lobby.devices
    host.peer._gate._door._refused.clear()
    hands(mesh, guest, host, sits(host, guest.peer.identity, 1))
    assert guest.peer.identity.public in replica(host).lobby.devices


def test_a_seat_that_the_host_gives_nobody_is_not_withheld() -> None:
    """In a running Partie somebody is away; that a stranger has no seat is nobody's to doubt.

    Whoever is away has a seat, and that it gets no number would be missed.
    """
    mesh = table(4)
    playing(mesh)
    gone = vanish(mesh)
    run(mesh, lambda: replica(mesh.nodes[0]).lobby.away)
    run(mesh, lambda: replica(mesh.nodes[2]).lobby.away)
    here = replica(mesh.nodes[2])
    run(mesh, lambda: here.is_due(STRANGER.public, Sit(1, "Zorro", None, None)))
    distrust, host = Distrust(), mesh.nodes[0].peer.identity.public
    distrust.proposed(sits(mesh.nodes[2], STRANGER, 1), 0)
    distrust.tick(here)
    assert not distrust.doubts(host, SILENCE_MS)
    back = Sit(1, "Person 1", None, "node:1")
    chain = here.chain
    entry = sign_entry(gone.peer.identity, chain.table, chain.n, chain.head, back)
    distrust.proposed(entry, 0)
    distrust.tick(here)
    assert distrust.doubts(host, SILENCE_MS)


# --- what a guest hands on


def handed_on(guest: Node) -> list[bytes]:
    """From now on, what this guest sends to the host to be numbered."""
    orderer, sent, send = guest.peer._guest.to_orderer(), [], guest.peer._relay._line.send
    assert orderer is not None

    def sends(link: int, message: object) -> None:
        if link == orderer and isinstance(message, Propose):
            sent.append(message.entry)
        send(link, message)  # type: ignore[arg-type]

    guest.peer._relay._line.send = sends  # type: ignore[method-assign]
    return sent


def paused() -> tuple[Mesh, Node, Node]:
    """A table where nobody says anything for the moment; its two guests."""
    mesh = table()
    playing(mesh)
    say(mesh, mesh.nodes[0], PauseTable(on=True))
    run(mesh, lambda: all(replica(node).paused is not None for node in mesh.nodes))
    pass_time(mesh, 2)
    return mesh, mesh.nodes[1], mesh.nodes[2]


def test_what_nobody_signed_is_not_handed_on_and_costs_the_link() -> None:
    """A guest that handed it on would be cut by the host for it."""
    mesh, guest, cheat = paused()
    sent = handed_on(guest)
    true = sits(guest, cheat.peer.identity, 2)
    for head in (true.head, bytes(32)):
        link = guest.peer._links.number_of(cheat.peer.identity.public, member=True)
        assert link is not None
        hands(mesh, cheat, guest, Entry(true.author, true.seen, head, true.body, bytes(64)), 1_800)
        assert sent == []
        assert link not in guest.peer._links.live
        run(mesh, lambda: guest.peer._links.number_of(cheat.peer.identity.public, member=True))
    assert replica(guest).chain.epoch == 1


def test_what_would_be_void_is_not_handed_on() -> None:
    """The host would refuse it; an honest device may be late, so the link stays."""
    mesh, guest, cheat = paused()
    sent, chain = handed_on(guest), replica(guest).chain
    for deck in range(200):
        body = Kick(0, 1_000 + deck)
        entry = sign_entry(cheat.peer.identity, chain.table, chain.n, chain.head, body)
        hands(mesh, cheat, guest, entry)
    assert sent == []
    assert guest.peer._links.number_of(cheat.peer.identity.public, member=True) is not None


def test_what_is_repeated_is_handed_on_once_in_a_moment() -> None:
    """Said again after a while, as honest devices do, it is handed on again."""
    mesh, guest, cheat = paused()
    sent = handed_on(guest)
    wish = Kick(0, replica(guest).newest_deck)
    chain = replica(guest).chain
    entry = sign_entry(cheat.peer.identity, chain.table, chain.n, chain.head, wish)
    hands(mesh, cheat, guest, entry, 1_800)
    assert sent == [encode(entry)]
    mesh.now += 1_000
    hands(mesh, cheat, guest, entry, 2)
    assert len(sent) == 2


def test_a_guest_hands_on_only_so_much_for_one_author() -> None:
    """Each of the words is lawful and another one; far more of them come than a device can need."""
    mesh, guest, cheat = paused()
    sent = handed_on(guest)
    chain, me = replica(guest).chain, cheat.peer.identity
    name = next(s.name for s in replica(guest).lobby.seats if s and s.identity == me.public)
    for number in range(1_000):
        move = Sit(2, name, None, f"node:{number}")
        hands(mesh, cheat, guest, sign_entry(me, chain.table, chain.n, chain.head, move))
    assert 0 < len(sent) <= PASSED_ON_PER_SECOND
