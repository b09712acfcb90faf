"""People beside the table: they see what everybody may see, and cost the table nothing.

The real cores in the mesh; the deals in the small group. The search for what they must not hold is
in `test_leaks.py`.
"""

from __future__ import annotations

import pytest

from net.commands import Admit, Quit, SayText
from net.core.group import CURVE
from net.core.limits import SPECTATORS
from net.core.verify import verify_bytes
from net.core.wire import (
    Ordered,
    decode_message,
)
from net.updates import (
    HandFinished,
    Knocked,
    LobbyChanged,
    Said,
    TurnCame,
    ViewChanged,
    Waiting,
    WaitingFor,
)
from tests.mesh import Trouble, shared_checks
from tests.mesh_watch import (
    gallery_of,
    of_kind,
    play_until_cards,
    replica_of,
    watched_table,
)


def test_from_the_lobby_to_the_end() -> None:
    """Views without a hand, the verdicts, the end; its own log is the host's and verifies."""
    with shared_checks():
        mesh = watched_table(group=CURVE)
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
        mesh = watched_table(2, settings={"laenge": "2"}, group=CURVE)
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
        mesh = watched_table(3)
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
        mesh.time()
        assert len(gallery_of(mesh.nodes[1])) == SPECTATORS - 1


def test_a_ninth_admitted_too_late() -> None:
    """Whoever is let in by a yes that comes when eight are there already is sent away as well."""
    mesh = watched_table(4)
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
    mesh = watched_table(5)
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
        mesh = watched_table(seed, people=3, settings={"laenge": "6"})
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
        mesh = watched_table(18, settings={"laenge": "12"})
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
        mesh = watched_table(seed, people=3, settings={"laenge": "2"}, trouble=trouble)
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
        mesh = watched_table(seed, people=3, settings={"laenge": "3"}, trouble=trouble)
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
        mesh = watched_table(seed, people=3, settings={"laenge": "2"})
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
        mesh = watched_table(7, people=people)
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
    mesh = watched_table(17)
    guest = mesh.look_on()
    mesh.arrive()
    mesh.say(mesh.nodes[0], Quit())
    mesh.settle()
    assert guest.failed is not None
    assert guest.failed.code == "host_quit"


def test_they_are_no_majority() -> None:
    """Two of three are gone: eight who look on with the third do not make a table."""
    with shared_checks():
        mesh = watched_table(8, people=3)
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


def test_chat_is_heard_beside_the_table() -> None:
    """What the seats say, also through the host."""
    mesh = watched_table(11)
    guest = mesh.look_on()
    mesh.arrive()
    mesh.say(mesh.nodes[1], SayText("Guete Jass!"))
    mesh.settle()
    assert [(said.seat, said.text) for said in of_kind(guest, Said)] == [(1, "Guete Jass!")]
