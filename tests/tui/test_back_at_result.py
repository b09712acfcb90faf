"""Whoever comes, or comes back, at a result: shown it, counted down like everybody, and named."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from net.commands import Command, Ready
from net.updates import EarlierHands, HandFinished, TableOpened, ViewChanged
from tests.mesh_watch import watched_table
from tests.net.core.tables import finished as everybody_has
from tests.net.core.tables import run
from tests.tui.person import at_table, flat, seated
from tests.tui.scenes import Partie, find, seats
from tests.tui.test_hurry import _ended
from tui import plain, readiness
from tui.bridge import Told
from tui.present.canvas import width_of
from tui.present.ends import draw_hand_end
from tui.present.known import Known
from tui.present.look import Look
from tui.screens.ends import BoardScreen, HandEndScreen
from tui.settings import Settings
from tui.teller import Teller
from tui.texts import LANGUAGES, Lang, text


def back(*, watching: bool = False) -> tuple[Partie, list[EarlierHands | ViewChanged]]:
    """A table between two hands, and what a device that was started anew is told of it."""
    partie = find(_ended)
    known = partie.known
    assert isinstance(known.table, TableOpened)
    known.table = replace(known.table, watching=watching)
    told: list[EarlierHands | ViewChanged] = [
        EarlierHands(tuple(known.hands)),
        ViewChanged(partie.view(partie.me), (), seats()),
    ]
    known.hand, known.view = None, None
    known.hands.clear()
    return partie, told


@pytest.mark.parametrize("watching", [False, True], ids=["plays", "looks on"])
async def test_the_result_is_on_the_screen(watching: bool, tmp_path: Path, awake: None) -> None:
    """Once; and where it is told again, as at a new link, it does not come a second time."""
    partie, told = back(watching=watching)
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        for update in (*told, told[-1]):
            app.on_told(Told(update, None))  # type: ignore[arg-type]
        await pilot.pause(0.1)
        assert [type(one) for one in app.screen_stack].count(HandEndScreen) == 1
        assert text("de", "fair.title") in flat(app)
        assert ("weiter in" in flat(app)) is not watching


async def test_who_is_ready_by_itself_need_not_look(
    tmp_path: Path, awake: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also who reads a page all the time, so that the result has not even been shown."""
    partie, told = back()
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await at_table(app, pilot)
        app.push_screen(BoardScreen())
        await pilot.pause(0.05)
        for update in told:
            app.on_told(Told(update, None))  # type: ignore[arg-type]
        await pilot.pause(0.05)
        end = app.waiting_screen
        assert isinstance(end, HandEndScreen)
        table._tick()
        assert Ready() not in app.sent
        end._began -= readiness.READY_AFTER + 1
        end._count = None
        table._tick()
        table._tick()
        assert app.sent.count(Ready()) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_line_mode_tells_it(lang: Lang) -> None:
    """What the hand brought, and that this device is ready by itself in so many seconds."""
    _, told = back()
    teller = Teller(Settings(player="Lara", lang=lang))
    lines = [line for update in told for line in teller.told(update, 0.0)]
    assert lines[-1] == text(lang, "plain.ready_in", seconds=30)
    assert len(lines) > 3
    assert not list(teller.told(told[-1], 0.0))


class _Session:
    """Keeps what is asked of it."""

    def __init__(self) -> None:
        self.asked: list[Command] = []

    async def act(self, command: Command) -> None:
        self.asked.append(command)


@pytest.mark.parametrize("paused", [False, True], ids=["on", "paused"])
async def test_the_line_mode_is_ready_by_itself(
    paused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the same time as the screen, once, and never while the table pauses."""
    monkeypatch.setattr(plain, "TICK_S", 0.005)
    monkeypatch.setattr(readiness, "READY_AFTER", 0.05)
    monkeypatch.setattr(Known, "paused", property(lambda _: paused))
    _, told = back()
    teller, session = Teller(Settings(player="Lara")), _Session()
    for update in told:
        list(teller.told(update, 0.0))
    counting = asyncio.create_task(plain._count(session, teller, print))  # type: ignore[arg-type]
    await asyncio.sleep(0.02)
    assert not session.asked
    await asyncio.sleep(0.5)
    counting.cancel()
    assert session.asked == ([] if paused else [Ready()])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)], ids=str)
def test_the_one_who_is_waited_for_has_a_name(size: tuple[int, int], lang: Lang) -> None:
    """Whoever is ready reads whom that helps nothing yet."""
    known = find(_ended).known
    assert known.view is not None
    assert isinstance(known.hand, HandFinished)
    known.ready = (True, False, True, True)
    look = Look(*size, Settings(player="Lara", lang=lang))
    drawn = draw_hand_end(look, known, known.view, known.hand, True, 12).text()
    wanted = look.say("end.waits", names="Noémie")
    (line,) = [line for line in drawn.split("\n") if wanted in line]
    assert width_of(line.rstrip()) <= size[0]
    assert look.say("end.auto", seconds=12) not in drawn


@pytest.mark.parametrize("looks_on", [False, True], ids=["comes back", "looks on"])
def test_a_device_is_told_enough_to_know_it(looks_on: bool) -> None:
    """The real cores: somebody's power is gone at a result, or somebody comes to look on there."""
    mesh = watched_table(3, people=3, settings={"ziel": "3000"})
    mesh.start()
    everybody_has(mesh, 1)
    for node in mesh.nodes:
        node.ready = False  # nobody presses anything: the table stands there
    if looks_on:
        node, before = mesh.look_on(), 0
        mesh.come()
    else:
        node = mesh.nodes[2]
        before = len(node.updates)
        mesh.kill(node, 200)
        run(mesh, lambda: any(isinstance(one, ViewChanged) for one in node.updates[before:]))
    known = Known()
    for update in node.updates[before:]:
        known.apply(update, 0.0)
    assert known.at_result
    assert known.hand is not None
    assert known.hand.result == mesh.nodes[0].hands[-1].result
