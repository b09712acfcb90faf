"""What the rules forbid, by keys at a real practice table: named on the screen, and on it goes."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.actions import Bid, ClaimRest, Give, Play, Predict
from engine.cards import is_joker
from net.commands import LocalConfig, Perform
from net.updates import TurnCame
from tests.tui.scenes import Partie, find
from tui.app import JassApp
from tui.present.look import Look
from tui.present.question import question_of
from tui.screens.ends import GameEndScreen, HandEndScreen
from tui.screens.failed import FailedScreen
from tui.screens.table import TableScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.widgets.sheet import Sheet

pytestmark = pytest.mark.usefixtures("awake")

Occasion = Callable[[TurnCame], object]


@asynccontextmanager
async def table(
    home: Path, occasion: Occasion, game: str, **settings: str
) -> AsyncIterator[tuple[JassApp, Pilot[int]]]:
    """A real practice table, at the first turn of mine that is the occasion."""
    config = LocalConfig(home=home, player="Lara", game=game, settings=settings, fast=True)
    chosen = Settings(player="Lara", linger_ms=0)
    app = JassApp(StartRequest("table", home, chosen, config=config))
    async with app.run_test(size=(80, 24)) as pilot:
        deadline = time.monotonic() + 90
        while True:
            assert time.monotonic() < deadline, "the occasion never came"
            assert not isinstance(app.screen, FailedScreen), app.known.failed
            await pilot.pause(0.01)
            turn = app.known.turn
            if isinstance(app.screen, HandEndScreen):
                await pilot.press("enter")
            if isinstance(app.screen, GameEndScreen):
                await pilot.press("n")
            if turn is None or not isinstance(app.screen, TableScreen):
                continue
            if occasion(turn):
                break
            app.known.turn = None
            app.act(Perform(turn.actions[0]))
        yield app, pilot
        await pilot.press("q", "enter")
        while app.bridge is not None:
            await pilot.pause(0.01)


def shown(app: JassApp) -> str:
    """The cells of the screen, as one line: what is said may go over several."""
    return " ".join(app.screen.query_one(Sheet).text.split())


async def answered(app: JassApp, pilot: Pilot[int], turn: TurnCame) -> None:
    """The table goes on: what was asked is no longer asked."""
    deadline = time.monotonic() + 30
    while app.known.turn is turn:
        assert time.monotonic() < deadline
        await pilot.pause(0.01)


def bids(turn: TurnCame) -> set[int]:
    """The numbers that may be announced."""
    return {action.number for action in turn.actions if isinstance(action, Bid)}


async def test_more_tricks_than_cards(tmp_path: Path) -> None:
    """A digit above the cards says what is possible; a possible one is taken."""
    async with table(tmp_path, bids, "chappe") as (app, pilot):
        turn = app.known.turn
        assert turn is not None
        await pilot.press("8")
        assert "8 geht nicht: 0 bis 5" in shown(app)
        await pilot.press(str(min(bids(turn))), "enter")
        await answered(app, pilot, turn)


async def test_the_sum_that_the_dealer_may_not_say(tmp_path: Path) -> None:
    """It is there, greyed, with the reason; Enter on it says so and sends nothing."""

    def forbidden(turn: TurnCame) -> int | None:
        missing = set(range(turn.view.state.length + 1)) - bids(turn)
        return missing.pop() if bids(turn) and missing else None

    async with table(tmp_path, lambda turn: forbidden(turn) is not None, "chappe") as (app, pilot):
        turn = app.known.turn
        assert turn is not None
        await pilot.press(str(forbidden(turn)), "enter")
        assert "die Summe darf nicht aufgehen" in shown(app)
        assert app.known.turn is turn
        await pilot.press(str(min(bids(turn))), "enter")
        await answered(app, pilot, turn)


async def test_a_prediction_above_157(tmp_path: Path) -> None:
    """It is not taken, and says up to where."""

    def predicting(turn: TurnCame) -> bool:
        return any(isinstance(action, Predict) for action in turn.actions)

    async with table(tmp_path, predicting, "differenzler") as (app, pilot):
        turn = app.known.turn
        assert turn is not None
        await pilot.press("1", "5", "8", "enter")
        assert "158 geht nicht: 0 bis 157" in shown(app)
        assert app.known.turn is turn
        await pilot.press("backspace", "7", "enter")
        await answered(app, pilot, turn)


async def test_a_joker_declared_as_nothing(tmp_path: Path) -> None:
    """Playing it asks what it is; without an answer it is not played, with one it is."""

    def joker(turn: TurnCame) -> int | None:
        ranked = {a.slot for a in turn.actions if isinstance(a, Play) and a.rank is not None}
        hand = enumerate(turn.view.hand, start=1)
        return next((n for n, one in hand if is_joker(one.card) and one.slot in ranked), None)

    async with table(tmp_path, joker, "hae") as (app, pilot):
        turn = app.known.turn
        assert turn is not None
        place = str(joker(turn) % 10)
        await pilot.press(place, "enter", "enter")
        assert app.known.turn is turn
        assert "noch nichts gewählt" in shown(app)
        await pilot.press("7", "enter")
        await answered(app, pilot, turn)


async def test_a_card_to_give_that_is_not_in_the_hand(tmp_path: Path) -> None:
    """Only the own cards have keys."""

    def giving(turn: TurnCame) -> bool:
        return any(isinstance(action, Give) for action in turn.actions)

    async with table(tmp_path, giving, "chappe", karten_tauschen="rechts") as (app, pilot):
        turn = app.known.turn
        assert turn is not None
        await pilot.press("9", "enter")
        assert "9 gibt es hier nicht." in shown(app)
        assert app.known.turn is turn
        await pilot.press("1", "enter")
        await answered(app, pilot, turn)


def test_the_rest_is_no_question() -> None:
    """Whoever may claim the rest is asked for a card as always; «Rest» has its own key."""

    def claimable(partie: Partie) -> bool:
        turn = partie.known.turn
        return turn is not None and any(isinstance(one, ClaimRest) for one in turn.actions)

    partie = find(claimable)
    turn = partie.known.turn
    assert turn is not None
    look = Look(80, 24, Settings())
    assert question_of(look, partie.known, turn) is None
