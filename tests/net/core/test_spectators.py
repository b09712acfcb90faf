"""People beside the table: they see what everybody may see, and cost the table nothing.

The real cores in the mesh; the deals in the small group. The search for what they must not hold is
in `test_leaks.py`.
"""

from __future__ import annotations

import pytest

from net.commands import Admit, Quit, Ready, SayText, StartGame, TakeSeat
from net.core.bodies import Sit, encode_body
from net.core.effects import Send
from net.core.group import CURVE
from net.core.limits import SILENCE_MS, SPECTATOR_FRAMES_PER_SECOND, SPECTATORS
from net.core.log import encode, sign_data
from net.core.replica import Replica
from net.core.verify import verify_bytes
from net.core.wire import (
    Ballot,
    Beat,
    Bye,
    Knock,
    Message,
    Ordered,
    Propose,
    Say,
    Want,
    decode_message,
    encode_message,
    sign_aside,
)
from net.updates import (
    CommandRefused,
    GalleryChanged,
    HandFinished,
    Knocked,
    LobbyChanged,
    Said,
    TurnCame,
    ViewChanged,
    Waiting,
    WaitingFor,
)
from tests.mesh import Node, Trouble, shared_checks
from tests.mesh_watch import WatchedMesh, gallery_of
from tests.small_group import SMALL

ONE_HAND = {"laenge": "1"}


def table(seed: int = 1, people: int = 2, **more: object) -> WatchedMesh:
    """A table of people and bots before its first card."""
    given = {"settings": ONE_HAND, "group": SMALL, **more}
    return WatchedMesh(seed, people=people, bots=4 - people, **given)


def play_until_cards(mesh: WatchedMesh, cards: int, hand: int = 1) -> None:
    """Plays until so many cards of a hand lie on the table or were taken."""
    while True:
        state = replica_of(mesh.nodes[0]).state
        if state is not None and state.hand_no == hand and state.played.bit_count() >= cards:
            return
        if not mesh.step():
            mesh.time()


def replica_of(node: Node) -> Replica:
    """What the log means at a device."""
    assert node.peer.replica is not None
    return node.peer.replica


def of_kind(node: Node, kind: type) -> list[object]:
    """What a device told its person of this kind."""
    return [update for update in node.updates if isinstance(update, kind)]


def to_host(mesh: WatchedMesh, node: Node) -> int:
    """The link of this device to the host."""
    return next(number for number in mesh._cables_of(node) if 0 in mesh.cables[number].ends)


def send(mesh: WatchedMesh, node: Node, *messages: Message) -> None:
    """A changed program at this device sends something on its link to the host."""
    cable = to_host(mesh, node)
    for message in messages:
        mesh.cables[cable].frames[0].append(encode_message(message))
    for _ in range(50):
        mesh.step()


def test_from_the_lobby_to_the_end() -> None:
    """Views without a hand, the verdicts, the end; its own log is the host's and verifies."""
    with shared_checks():
        mesh = table(group=CURVE)
        guest = mesh.look_on()
        mesh.arrive()
        assert [info.you for info in of_kind(guest, LobbyChanged)[-1].seats] == [False] * 4
        mesh.start()
        mesh.play_on(1)
        mesh.agree()
        mesh.come()

    views = [update.view for update in of_kind(guest, ViewChanged)]
    assert {view.seat for view in views} == {None}
    assert {view.hand for view in views} == {()}
    assert {view.others_cards for view in views} <= {((),) * 4, views[-1].others_cards}
    assert max(len(view.trick) for view in views) >= 3
    (hand,) = of_kind(guest, HandFinished)
    assert hand.fair
    assert guest.over == 1
    assert not of_kind(guest, TurnCame)
    assert guest.disk.file() == mesh.nodes[0].disk.file()
    assert verify_bytes(guest.disk.file()).exit_code == 0
    assert not guest.disk.secrets


def test_in_the_middle_of_a_hand() -> None:
    """It sees the table as it is then, hears nothing of what was before, and sees the end."""
    with shared_checks():
        mesh = table(2, settings={"laenge": "2"}, group=CURVE)
        mesh.play(hands=1)
        play_until_cards(mesh, 6, hand=2)
        guest = mesh.look_on()
        mesh.come()
        first = of_kind(guest, ViewChanged)[0]
        assert first.events == ()
        assert first.view.hand_no == 2
        assert sum(first.view.counts) <= 30
        mesh.play_on(1)
        mesh.agree()
        mesh.come()

    assert [hand.result.hand for hand in guest.hands] == [2]
    assert guest.over == 1
    assert verify_bytes(guest.disk.file()).exit_code == 0


def test_nine_are_too_many() -> None:
    """Eight look on, everybody knows their names, the ninth is told why not; a chair gets free."""
    with shared_checks():
        mesh = table(3)
        eight = [mesh.look_on() for _ in range(SPECTATORS)]
        mesh.arrive()
        names = {node.name for node in eight}
        for node in mesh.nodes:
            assert {name.replace("Gast", "Person") for name in gallery_of(node)} == names
        ninth = mesh.look_on()
        for _ in range(10):
            mesh.time()
            mesh.settle()
        assert ninth.failed is not None
        assert ninth.failed.code == "host_crowded"
        assert len(gallery_of(mesh.nodes[1])) == SPECTATORS

        mesh.nodes.remove(ninth)
        mesh.say(eight[0], Quit())
        mesh.settle()
        mesh.time()
        mesh.settle()
        assert len(gallery_of(mesh.nodes[1])) == SPECTATORS - 1


def test_a_ninth_admitted_too_late() -> None:
    """Whoever is let in by a yes that comes when eight are there already is sent away as well."""
    mesh = table(4)
    mesh._admits.clear()
    nine = [mesh.look_on() for _ in range(SPECTATORS + 1)]
    host = mesh.nodes[0]
    while any(frames for cable in mesh.cables.values() for frames in cable.frames.values()):
        mesh._admits.clear()
        mesh.step()
    knocks = [knock for knock in of_kind(host, Knocked) if knock.watches]
    assert len(knocks) == SPECTATORS + 1
    for node in nine:
        waits = of_kind(node, Waiting)
        assert [update.why for update in waits] == [WaitingFor.ADMISSION]
    for knock in knocks:
        mesh.say(host, Admit(knock.identity_hex, True))
    mesh.settle()
    assert [node.failed and node.failed.code for node in nine].count("host_crowded") == 1


def test_sent_away() -> None:
    """A no is a no, in the words for it."""
    mesh = table(5)
    guest = mesh.look_on()
    while not mesh._admits:
        mesh.step()
    _, identity = mesh._admits.popleft()
    mesh.say(mesh.nodes[0], Admit(identity, False))
    mesh.settle()
    assert guest.failed is not None
    assert guest.failed.code == "host_refused"
    assert not gallery_of(mesh.nodes[0])


@pytest.mark.parametrize("seed", range(6))
def test_crashes_beside_the_table(seed: int) -> None:
    """Three look on and lose their power all the time; the table plays on as if they were not."""
    with shared_checks():
        mesh = table(seed, people=3, settings={"laenge": "6"})
        three = [mesh.look_on() for _ in range(3)]
        mesh.arrive()
        mesh.start()
        while not mesh.nodes[0].over:
            node = mesh.chance.choice(three)
            if node.up:
                mesh.crash(node)
            for _ in range(50):
                if not mesh.step():
                    mesh.time()
        assert mesh.counts["restarts"] >= 3
        mesh.storm.calm()
        mesh.play_on(1)
        mesh.agree()
        mesh.come()
    for node in mesh.nodes:
        assert not replica_of(node).offences
        assert node.failed is None
    for node in mesh.nodes[:3]:
        assert [hand.fair for hand in node.hands] == [True] * 6


def test_a_long_log_is_sent_once() -> None:
    """Whoever comes late is sent what was said before, and hardly anything of it twice."""
    with shared_checks():
        mesh = table(18, settings={"laenge": "12"})
        mesh.play(hands=11)
        guest = mesh.look_on()
        sent = []
        receive = guest.peer.receive

        def counting(link: int, data: bytes, now: int) -> None:
            message = decode_message(data)
            sent.append(len(message.records) if isinstance(message, Ordered) else 0)
            receive(link, data, now)

        guest.peer.receive = counting  # type: ignore[method-assign]
        mesh.come()
    assert replica_of(guest).n <= sum(sent) < 1.5 * replica_of(guest).n


@pytest.mark.parametrize("seed", range(4))
def test_trouble_for_everybody(seed: int) -> None:
    """Cut cables, crashes and killed hosts, with two beside the table: one log in the end."""
    trouble = Trouble(cuts=2, crashes=0.3, delays=3, kills=0.2)
    with shared_checks():
        mesh = table(seed, people=3, settings={"laenge": "2"}, trouble=trouble)
        for _ in range(2):
            mesh.look_on()
        mesh.arrive()
        mesh.start()
        mesh.play_on(1)
        mesh.agree()
        mesh.come()
    for node in mesh.nodes:
        assert not replica_of(node).offences


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(100, 140))
def test_storms(seed: int) -> None:
    """Everything that can go wrong, with three beside the table: one log, nobody blamed."""
    trouble = Trouble(
        cuts=3, crashes=0.5, delays=4, kills=0.3, splits=1, sleeps=0.5, tears=0.3, repeats=2
    )
    with shared_checks():
        mesh = table(seed, people=3, settings={"laenge": "3"}, trouble=trouble)
        for _ in range(3):
            mesh.look_on()
        mesh.arrive()
        mesh.start()
        mesh.play_on(1)
        mesh.agree()
        mesh.come()
    for node in mesh.nodes:
        assert not replica_of(node).offences
        assert node.failed is None


@pytest.mark.parametrize("seed", range(4))
def test_another_device_orders(seed: int) -> None:
    """The host is killed: whoever looks on finds the new one, and nobody is asked again."""
    with shared_checks():
        mesh = table(seed, people=3, settings={"laenge": "2"})
        guest = mesh.look_on()
        mesh.arrive()
        mesh.start()
        play_until_cards(mesh, 5)
        knocks = sum(len(of_kind(node, Knocked)) for node in mesh.nodes)
        mesh.kill(mesh.nodes[0], 60_000)
        mesh.play_on(1)
        mesh.agree()
        mesh.come()
    assert mesh.orderers() == {1}
    assert guest.failed is None
    assert replica_of(guest).chain.epoch > 1
    assert gallery_of(mesh.nodes[2]) == gallery_of(guest) == ("Gast 3",)
    assert sum(len(of_kind(node, Knocked)) for node in mesh.nodes) == knocks


@pytest.mark.parametrize("people", [2, 3])
def test_the_host_leaves_on_purpose(people: int) -> None:
    """The others go on under another device, and so does looking on."""
    with shared_checks():
        mesh = table(7, people=people)
        guest = mesh.look_on()
        mesh.arrive()
        mesh.start()
        play_until_cards(mesh, 5)
        mesh.say(mesh.nodes[0], Quit())
        for _ in range(100):
            mesh.step()
        mesh.kill(mesh.nodes[0], 600_000)
        for _ in range(60):
            mesh.settle(steps=2_000)
            mesh.time()
    assert guest.failed is None
    assert mesh.is_there(guest)
    assert replica_of(guest).chain.orderer == mesh.nodes[1].peer.identity.public


def test_the_host_closes_the_table() -> None:
    """Before the first card there is nothing to go on with: looking on ends with a sentence."""
    mesh = table(17)
    guest = mesh.look_on()
    mesh.arrive()
    mesh.say(mesh.nodes[0], Quit())
    mesh.settle()
    assert guest.failed is not None
    assert guest.failed.code == "host_quit"


def test_they_are_no_majority() -> None:
    """Two of three are gone: eight who look on with the third do not make a table."""
    with shared_checks():
        mesh = table(8, people=3)
        for _ in range(SPECTATORS):
            mesh.look_on()
        mesh.arrive()
        mesh.start()
        play_until_cards(mesh, 5)
        for node in mesh.nodes[:2]:
            mesh.kill(node, 600_000)
        for _ in range(120):
            mesh.settle(steps=2_000)
            mesh.time()
    assert mesh.orderers() == set()
    assert replica_of(mesh.nodes[2]).chain.epoch == 1
    assert not replica_of(mesh.nodes[2]).lobby.away


def test_a_yes_to_look_on_is_no_yes_to_sit() -> None:
    """Whoever asks for a chair, then for a seat, gets what the host was asked about: the chair."""
    mesh = table(19)
    guest = mesh.look_on()
    cable = to_host(mesh, guest)
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
    mesh = table(9)
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
    mesh = table(10)
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


def test_chat_is_heard_beside_the_table() -> None:
    """What the seats say, also through the host."""
    mesh = table(11)
    guest = mesh.look_on()
    mesh.arrive()
    mesh.say(mesh.nodes[1], SayText("Guete Jass!"))
    mesh.settle()
    assert [(said.seat, said.text) for said in of_kind(guest, Said)] == [(1, "Guete Jass!")]


@pytest.mark.parametrize("what", ["propose", "ballot", "say"])
def test_a_changed_program_that_speaks_is_cut(what: str) -> None:
    """A seat, a vote or a line from beside the table is not read: the link ends, no more."""
    mesh = table(12)
    guest = mesh.look_on()
    mesh.arrive()
    chain = replica_of(guest).chain
    sit = sign_data(
        guest.peer.identity, chain.table, chain.n, chain.head, encode_body(Sit(1, "X", None, None))
    )
    messages: dict[str, Message] = {
        "propose": Propose(encode(sit)),
        "ballot": Ballot(b"vote"),
        "say": sign_aside(guest.peer.identity, chain.table, Say(1, "ich au")),
    }
    entries = replica_of(mesh.nodes[0]).n
    send(mesh, guest, messages[what])

    assert not mesh._cables_of(guest) or gallery_of(mesh.nodes[1]) == ()
    assert replica_of(mesh.nodes[0]).n == entries
    assert not of_kind(mesh.nodes[1], Said)


def test_a_flood_costs_one_line() -> None:
    """Too many frames in a second end the link; the seats see a name disappear, and that is all."""
    mesh = table(13)
    guest = mesh.look_on()
    mesh.arrive()
    told = [len(node.updates) for node in mesh.nodes[:2]]
    host = mesh.nodes[0].peer
    cable = to_host(mesh, guest)
    for _ in range(3 * SPECTATOR_FRAMES_PER_SECOND):
        host.receive(cable, encode_message(Want(())), mesh.now)
    mesh.carry_out(mesh.nodes[0])
    guest.away_until = mesh.now + 60_000  # it stays away
    mesh.time()
    mesh.settle()
    for node, before in zip(mesh.nodes[:2], told, strict=True):
        assert [u.names for u in node.updates[before:] if isinstance(u, GalleryChanged)] == [()]
        assert all(isinstance(u, GalleryChanged) for u in node.updates[before:])
    assert not mesh._cables_of(guest)


def test_asking_for_the_log_again_and_again() -> None:
    """Below the limit of frames, whoever looks on is still not sent the same hundreds of times."""
    with shared_checks():
        mesh = table(20, settings={"laenge": "2"})
        mesh.play(hands=1)
        guest = mesh.look_on()
        mesh.come()
        host, cable = mesh.nodes[0].peer, to_host(mesh, guest)
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
        mesh = table(14)
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
    mesh = table(15)
    raw = ("\x1b]0;x\x07Reto", "\u202e", "Reto", "]0;xReto")
    for name in raw:
        node = mesh.look_on()
        cable = to_host(mesh, node)
        frames = mesh.cables[cable].frames[0]
        frames.clear()
        frames.append(encode_message(Knock(name, 0, 0, bytes(32), None, True)))
    mesh.arrive()
    for node in mesh.nodes:
        names = gallery_of(node)
        assert sorted(names) == sorted(("]0;xReto", "?", "Reto", "]0;xReto 2"))


def test_a_beat_from_beside_the_table_is_no_evidence() -> None:
    """Whatever head somebody beside the table claims, the host neither asks for it nor blames."""
    mesh = table(16)
    guest = mesh.look_on()
    mesh.arrive()
    entries = replica_of(mesh.nodes[0]).n
    send(mesh, guest, Beat(9, 5_000, b"h" * 32, b"s" * 64), Beat(1, 1, b"h" * 32, b"s" * 64))
    assert mesh._cables_of(guest)
    assert replica_of(mesh.nodes[0]).n == entries
    assert mesh.nodes[0].failed is None
