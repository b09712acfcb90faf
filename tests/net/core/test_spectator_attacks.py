"""Whoever looks on and means it ill, or asks for too much: what it costs the table.

The real cores in the mesh; the deals in the small group.
"""

from __future__ import annotations

import pytest

from net.commands import Quit, Ready, SayText, StartGame, TakeSeat
from net.core.bodies import Sit, encode_body
from net.core.effects import Send
from net.core.epoch import order_signature
from net.core.limits import SILENCE_MS, SPECTATOR_FRAMES_PER_SECOND
from net.core.log import encode, sign_data
from net.core.wire import (
    Ballot,
    Beat,
    Bye,
    Knock,
    Message,
    Propose,
    Say,
    Want,
    decode_message,
    encode_message,
    sign_talk,
)
from net.updates import (
    CommandRefused,
    Failed,
    GalleryChanged,
    Knocked,
    Said,
)
from tests.mesh import shared_checks
from tests.mesh_watch import (
    gallery_of,
    link_to_host,
    of_kind,
    play_until_cards,
    replica_of,
    send,
    watched_table,
)


def test_a_yes_to_look_on_is_no_yes_to_sit() -> None:
    """Whoever asks for a chair, then for a seat, gets what the host was asked about: the chair."""
    mesh = watched_table(19)
    guest = mesh.look_on()
    cable = link_to_host(mesh, guest)
    while not mesh._admits:
        mesh.step()
    host = mesh.nodes[0]
    host.peer.receive(cable, encode_message(Knock("Gast", 0, 0, bytes(32), None)), mesh.now)
    mesh.carry_out(host)
    mesh.come()
    mesh.time()
    assert [knock.watches for knock in of_kind(host, Knocked)][-1]
    assert gallery_of(host) == ("Gast 2",)
    host.peer.receive(cable, encode_message(Knock("Gast", 0, 0, bytes(32), None)), mesh.now)
    mesh.carry_out(host)
    mesh.time()
    assert gallery_of(host) == ("Gast 2",)


def test_a_seat_that_also_looks_on_is_sent_back() -> None:
    """The device of a seat asks to look on, in place of its own link: it is told that it sits."""
    mesh = watched_table(9)
    seat = mesh.nodes[1]
    mesh.isolate(seat)
    host = mesh.nodes[0].peer

    host.linked(77, seat.peer.identity.public, "Person 1", mesh.now, dialled=False)
    host.drain()
    host.receive(77, encode_message(Knock("Person 1", 0, 0, bytes(32), None, True)), mesh.now)
    sent = [getattr(effect, "data", b"") for effect in host.drain()]
    assert Bye("seated") in [decode_message(data) for data in sent]
    assert gallery_of(mesh.nodes[0]) == ()


def test_whoever_looks_on_can_only_leave() -> None:
    """Every command but that is refused on the own device, and nothing of it is sent."""
    mesh = watched_table(10)
    guest = mesh.look_on()
    mesh.arrive()
    for command in (SayText("Grüezi"), TakeSeat(3), StartGame(), Ready()):
        mesh.say(guest, command)
    assert [update.code for update in of_kind(guest, CommandRefused)] == ["watching"] * 4
    assert len(mesh.cables) == 2
    mesh.settle()
    assert not of_kind(mesh.nodes[0], Said)
    mesh.say(guest, Quit())
    mesh.settle()
    assert len(mesh.cables) == 1


@pytest.mark.parametrize("what", ["propose", "ballot", "say"])
def test_a_changed_program_that_speaks_is_cut(what: str) -> None:
    """A seat, a vote or a line from beside the table is not read: the link ends, no more."""
    mesh = watched_table(12)
    guest = mesh.look_on()
    mesh.arrive()
    chain = replica_of(guest).chain
    sit = sign_data(
        guest.peer.identity, chain.table, chain.n, chain.head, encode_body(Sit(1, "X", None, None))
    )
    messages: dict[str, Message] = {
        "propose": Propose(encode(sit)),
        "ballot": Ballot(b"vote"),
        "say": sign_talk(guest.peer.identity, chain.table, Say(1, "ich au")),
    }
    entries, cable = replica_of(mesh.nodes[0]).n, link_to_host(mesh, guest)
    send(mesh, guest, messages[what])

    assert cable not in mesh.cables
    assert replica_of(mesh.nodes[0]).n == entries
    assert not of_kind(mesh.nodes[1], Said)


def test_a_flood_costs_one_line() -> None:
    """Too many frames in a second end the link; the seats see a name disappear, and that is all."""
    mesh = watched_table(13)
    guest = mesh.look_on()
    mesh.arrive()
    told = [len(node.updates) for node in mesh.nodes[:2]]
    host = mesh.nodes[0].peer
    cable = link_to_host(mesh, guest)
    for _ in range(3 * SPECTATOR_FRAMES_PER_SECOND):
        host.receive(cable, encode_message(Want(())), mesh.now)
    mesh.carry_out(mesh.nodes[0])
    guest.away_until = mesh.now + 60_000  # it stays away
    mesh.time()
    mesh.settle()
    mesh.time()
    for node, before in zip(mesh.nodes[:2], told, strict=True):
        assert [u.names for u in node.updates[before:] if isinstance(u, GalleryChanged)] == [()]
        assert all(isinstance(u, GalleryChanged) for u in node.updates[before:])
    assert not mesh._cables_of(guest)


def test_asking_for_the_log_again_and_again() -> None:
    """Below the limit of frames, whoever looks on is still not sent the same hundreds of times."""
    with shared_checks():
        mesh = watched_table(20, settings={"laenge": "2"})
        mesh.play(hands=1)
        guest = mesh.look_on()
        mesh.come()
        host, cable = mesh.nodes[0].peer, link_to_host(mesh, guest)
        host.drain()
        sent = 0
        for number in range(SPECTATOR_FRAMES_PER_SECOND // 2):
            host.receive(cable, encode_message(Want(())), mesh.now + number)
            sent += sum(len(effect.data) for effect in host.drain() if isinstance(effect, Send))
        host.receive(cable, encode_message(Want(())), mesh.now + 5_000)
        later = [effect for effect in host.drain() if isinstance(effect, Send)]
    log = sum(map(len, mesh.nodes[0].disk.records))
    assert sent < 2 * log
    assert later


def test_who_says_nothing_is_waited_for_by_nobody() -> None:
    """A stalled program is cut after some silence, and is not waited for at the end either."""
    with shared_checks():
        mesh = watched_table(14)
        guest = mesh.look_on()
        mesh.arrive()
        mesh.start()
        mesh.sleep(guest, 600_000)
        for _ in range(3_000):
            if mesh.nodes[0].over and mesh.nodes[1].over:
                break
            if not mesh.step():
                mesh.time()
        assert mesh.nodes[0].over
        for _ in range(SILENCE_MS // 500 + 8):
            mesh.settle()
            mesh.time()
    assert mesh.nodes[0].peer.settled
    assert gallery_of(mesh.nodes[1]) == ()


def test_names_from_beside_the_table_are_cleaned() -> None:
    """No escape sequence and no empty name reaches a screen, and two of one name are told apart."""
    mesh = watched_table(15)
    raw = ("\x1b]0;x\x07Reto", "\u202e", "Reto", "]0;xReto")
    for name in raw:
        node = mesh.look_on()
        cable = link_to_host(mesh, node)
        frames = mesh.cables[cable].frames[0]
        frames.clear()
        frames.append(encode_message(Knock(name, 0, 0, bytes(32), None, True)))
    mesh.arrive()
    for node in mesh.nodes:
        names = gallery_of(node)
        assert sorted(names) == sorted(("]0;xReto", "?", "Reto", "]0;xReto 2"))


def test_a_beat_from_beside_the_table_is_no_evidence() -> None:
    """Whatever head somebody beside the table claims, the host neither asks for it nor blames."""
    mesh = watched_table(16)
    guest = mesh.look_on()
    mesh.arrive()
    entries = replica_of(mesh.nodes[0]).n
    send(mesh, guest, Beat(9, 5_000, b"h" * 32, b"s" * 64), Beat(1, 1, b"h" * 32, b"s" * 64))
    assert mesh._cables_of(guest)
    assert replica_of(mesh.nodes[0]).n == entries
    assert mesh.nodes[0].failed is None


def test_whoever_looks_on_and_was_told_another_story_hears_that_it_is_over() -> None:
    """Its host calls the log false that it has signed itself: nobody else can let it in.

    People with a seat vote for another device then; whoever looks on knocked for ever.
    """
    mesh = watched_table(23, people=3)
    guest = mesh.look_on()
    mesh.arrive()
    mesh.say(mesh.nodes[0], StartGame())
    play_until_cards(mesh, 2)
    guest.peer.receive(link_to_host(mesh, guest), encode_message(Bye("bad_log")), mesh.now)
    mesh.carry_out(guest)

    assert guest.failed is not None
    assert guest.failed.code == "host_bad_log"


def test_whoever_looks_on_and_alone_is_told_another_story_hears_who_lied() -> None:
    """It has no vote, and the others, who were told one story, go on: it waited for ever."""
    mesh = watched_table(24, people=3)
    guest, host = mesh.look_on(), mesh.nodes[0].peer
    mesh.arrive()
    mesh.say(mesh.nodes[0], StartGame())
    play_until_cards(mesh, 2)
    chain, other = replica_of(guest).chain, b"h" * 32
    order = order_signature(host.identity, chain.table, chain.epoch, chain.n, other)
    beat = Beat(chain.epoch, chain.n, other, order)
    guest.peer.receive(link_to_host(mesh, guest), encode_message(beat), mesh.now)
    mesh.carry_out(guest)

    assert guest.failed == Failed("two_histories", {"name": "Person 0", "entry": str(chain.n)})
