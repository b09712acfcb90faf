"""How a session ends: on purpose, by a fault, before it began; and what is read then."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from engine.seats import Seat
from engine.state import Step
from net.commands import Command, HostConfig, JoinConfig, Quit, Ready
from net.updates import CommandRefused, Failed, TableOpened, Update, Waiting, WaitingFor
from tests.tui.person import at_table, flat, seated, shown
from tests.tui.scenes import find, my_turn_with, seats
from tui.app import JassApp
from tui.present.look import Look
from tui.present.told import leaving_costs
from tui.screens.dialog import Ask, TypeLine
from tui.screens.failed import FailedScreen, SavingScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.table import TableScreen
from tui.screens.title import TitleScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.texts import LANGUAGES, Lang, text


@pytest.mark.parametrize("order", ["line first", "end first"])
async def test_a_line_to_type_may_end_before_it_is_drawn(order: str, tmp_path: Path) -> None:
    """The program ends while a line to type is opened: no traceback."""
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    async with app.run_test(size=(80, 24)) as pilot:
        if order == "line first":
            app.push_screen(TypeLine("JASS", "?"))
            app.exit()
        else:
            app.exit()
            app.push_screen(TypeLine("JASS", "?"))
        await pilot.pause()


class SlowSession:
    """A session whose others do not answer: its end takes as long as it is allowed to."""

    def __init__(self) -> None:
        self.said: list[Command] = []
        self.patience = 0.0

    async def act(self, command: Command) -> None:
        self.said.append(command)

    async def updates(self) -> AsyncIterator[Update]:
        await asyncio.Event().wait()
        yield Waiting((), 0, WaitingFor.TURN)

    async def close(self, patience_s: float = 10.0) -> None:
        self.patience = patience_s
        await asyncio.sleep(patience_s)


async def leaving(app: JassApp, session: SlowSession, pilot: object) -> float:
    """`q` and Enter at the table of a session; the seconds until the screen is back, or over."""

    async def opened() -> SlowSession:
        return session

    known = app.known
    app._begin(opened)
    app.known = known
    app.push_screen(TableScreen())
    await pilot.pause(0.05)
    await pilot.press("q")
    assert isinstance(app.screen, Ask)
    began = time.monotonic()
    await pilot.press("enter")
    assert isinstance(app.screen, SavingScreen)
    assert "Wird gespeichert" in shown(app)
    while app.is_running and isinstance(app.screen, SavingScreen):
        assert time.monotonic() - began < 5
        await pilot.pause(0.02)
    return time.monotonic() - began


@pytest.mark.parametrize("kind", ["table", "title"])
async def test_leaving_ends_the_screen_at_once(kind: str, tmp_path: Path, awake: None) -> None:
    """Whoever leaves is gone within a second, says so to the others, and is not kept waiting."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    app = JassApp(StartRequest(kind, tmp_path, Settings(player="Lara")))
    app.known = partie.known
    session = SlowSession()
    async with app.run_test(size=(80, 24)) as pilot:
        if kind == "title":
            app.push_screen(LobbyScreen())
        seconds = await leaving(app, session, pilot)
        if kind == "title":
            assert isinstance(app.screen, TitleScreen)
    assert seconds < 1.5
    assert session.said == [Quit()]
    # At the title the others may still hear it; a program that ends does not wait so long.
    assert session.patience == (10.0 if kind == "title" else 0.8)


async def test_an_opening_that_is_given_up_frees_the_home(tmp_path: Path) -> None:
    """`q` while a table is still looked for: the next one can be opened at once."""
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    cancelled = asyncio.Event()

    async def opening() -> SlowSession:
        try:
            await asyncio.sleep(10)
        finally:
            cancelled.set()
        return SlowSession()

    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(LobbyScreen())
        app._begin(opening)
        await pilot.pause(0.05)
        await pilot.press("q", "enter")
        await asyncio.wait_for(cancelled.wait(), 1)
        while not isinstance(app.screen, TitleScreen):
            await pilot.pause(0.02)


async def test_the_question_says_what_leaving_costs(tmp_path: Path, awake: None) -> None:
    """At a table with others leaving costs them something; the question says so."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        await pilot.press("q")
        costs = text("de", "table.leave_lost")
        assert text("de", "table.leave_ask_host", costs=costs) in flat(app)
        await pilot.press("escape")
        alone = tuple(info if info.you else replace(info, bot="normal") for info in seats())
        partie.known.seats = alone
        await pilot.press("q")
        assert text("de", "table.leave_hand") in flat(app)
        assert text("de", "table.leave_alone") in flat(app)
        await pilot.press("escape")
        partie.known.table = replace(partie.known.table, address="")
        await pilot.press("q")
        assert text("de", "table.leave_hand") in flat(app)
        assert text("de", "table.leave_practice") in flat(app)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rule", ["verloren", "neu"])
def test_the_question_is_true_at_every_moment(rule: str, lang: Lang) -> None:
    """Between two hands nothing is lost, in one what the table's rule says."""
    look = Look(80, 24, Settings(lang=lang))
    partie = find(partial(my_turn_with, trick=2, lying=1), settings={"abbruch": rule})
    price = text(lang, "table.leave_lost" if rule == "verloren" else "table.leave_anew")
    nothing = text(lang, "table.leave_nothing")
    assert leaving_costs(look, partie.known).startswith(price)
    partie.until(lambda p: p.known.at_result)
    assert leaving_costs(look, partie.known).startswith(nothing)
    assert price not in leaving_costs(look, partie.known)


@pytest.mark.parametrize(
    ("config", "opened", "title"),
    [
        (JoinConfig, False, "Kein Platz am Tisch"),
        (HostConfig, False, "Der Tisch ist nicht aufgegangen"),
        (JoinConfig, True, "Der Tisch ist zu Ende"),
    ],
)
async def test_only_a_table_that_was_open_can_end(
    config: type, opened: bool, title: str, tmp_path: Path
) -> None:
    """Refused, nobody there, port in use: none of these is the end of a table."""
    extra = {"table": "Znüni"} if config is HostConfig else {"address": "10.0.0.1"}
    start = StartRequest("title", tmp_path, Settings(player="Lara"))
    app = JassApp(replace(start, config=config(home=tmp_path, player="Lara", **extra)))
    async with app.run_test(size=(80, 24)) as pilot:
        if opened:
            told = TableOpened("Znüni", "10.0.0.1:5277", (), "schieber", {}, "ab")
            app.known.apply(told, 0.0)
        app.push_screen(FailedScreen(Failed("host_refused", {})))
        await pilot.pause()
        assert title in shown(app)


async def test_whoever_comes_back_between_two_hands_can_say_ready(
    tmp_path: Path,
    awake: None,
) -> None:
    """No end of a hand was told on this screen: Enter at the table says «Bereit»."""
    partie = find(lambda p: bool(p.known.hands) and p.state.step is Step.DEAL)
    partie.known.hand = None
    partie.tell(Waiting((Seat(0), Seat(1)), 0, WaitingFor.READY))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        assert "BEREIT? ENTER" in shown(app)
        await pilot.press("enter")
        assert app.sent == [Ready()]


async def test_a_command_that_is_refused_says_why(tmp_path: Path, awake: None) -> None:
    """The table and the lobby answer in words, whatever the code is."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(app, pilot)
        screen.told(CommandRefused("seat_taken"))
        assert text("de", "error.seat_taken") in shown(app)
        app.push_screen(LobbyScreen())
        await pilot.pause()
        app.screen.told(CommandRefused("what_is_this"))
        assert text("de", "error.bad_options") in shown(app)
