"""Somebody who looks on: what the screen, the line mode and a script tell them, and take."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine import game
from engine.faces import Faces, Slot
from engine.state import State, Step
from engine.view import View
from net.commands import Quit
from net.updates import (
    GalleryChanged,
    GameFinished,
    HandFinished,
    Knocked,
    LinkChanged,
    LobbyChanged,
    SeatInfo,
    TableOpened,
    Update,
    ViewChanged,
)
from tests.engine.table import Table, options
from tests.games import sizes
from tests.tui.test_games_pictures import SIZES, people
from tests.tui.test_pictures import new_app, watched
from tui.present.canvas import width_of
from tui.present.ends import draw_game_end, draw_hand_end
from tui.present.known import Known
from tui.present.lobby import draw_lobby
from tui.present.look import Look
from tui.present.slate import draw_board
from tui.present.table import draw_table
from tui.present.ui import TableUi
from tui.reader import Reader
from tui.screens.people import show_people
from tui.script import Script
from tui.settings import Settings
from tui.teller import Teller
from tui.texts import speaker
from tui.widgets.sheet import Sheet

SETTINGS = Settings(player="Reto")
OPENED = TableOpened("Znüni", "10.0.0.1:5277", ("10.0.0.1:5277",), "schieber", {}, "ab", True)


def from_beside(state: State) -> View:
    """What everybody may see."""
    known = {Slot(slot): card for slot, card in enumerate(state.opened) if card is not None}
    return game.view(state, Faces(known), None)


def seats(count: int) -> tuple[SeatInfo, ...]:
    """Everybody is there, nobody of them is me."""
    return tuple(replace(info, you=False) for info in people(count))


def told(*updates: Update) -> Teller:
    """The line mode after these."""
    teller = Teller(SETTINGS)
    for update in updates:
        list(teller.told(update, 0.0))
    return teller


@pytest.mark.parametrize(("slug", "count"), sizes())
def test_every_game_can_be_looked_at(slug: str, count: int) -> None:
    """Two hands of each game from beside the table: every size, lines and objects, no fault."""
    table = Table.start(options(None, slug, count), 3, slug, count)
    known, teller, script = (
        Known(),
        told(OPENED),
        Script(speaker("de"), autoplay=False, watching=True),
    )
    known.apply(OPENED, 0.0)
    looks = [Look(width, height, SETTINGS) for width, height in SIZES]
    at = 0
    for turn in range(800):
        if len(table.state.results) == 2 or table.state.step is Step.OVER:
            break
        if game.needs_deal(table.state):
            table.deal()
        elif game.hand_over(table.state):
            table.count()
            result = HandFinished(table.state.results[-1], True, ("ok",) * count, ())
            known.apply(result, 0.0)
            for look in looks:
                draw_hand_end(look, known, from_beside(table.state), result, False, None)
        else:
            table.step()
        view = from_beside(table.state)
        events, at = tuple(table.events[at:]), len(table.events)
        update = ViewChanged(view, events, seats(count))
        known.apply(update, 0.0)
        list(teller.told(update, 0.0))
        *_, last = script.told(update)
        assert last["type"] == "view"
        assert last["view"]["hand"] == []  # type: ignore[index]
        json.dumps(last)
        for look in looks[turn % 4 :: 4]:
            draw_table(look, known, TableUi(), ())
            draw_board(look, known, view, 0)
    assert table.state.results


def test_a_script_says_nothing_by_itself() -> None:
    """It is not ready, does not leave when its input ends, and may leave."""
    script = Script(speaker("de"), autoplay=False, watching=True)
    (record,) = script.told(OPENED)
    assert record["watching"] is True
    result = Table.start(options(), 1)
    result.deal()
    while not result.state.results:
        result.count() if game.hand_over(result.state) else result.step()
    update = HandFinished(result.state.results[-1], True, ("ok",) * 4, ())
    list(script.told(update))
    assert script.answer(update) is None
    assert script.read(b'{"leave":true}') == Quit()


def test_a_script_is_told_who_looks_on_and_who_would_like_to() -> None:
    """At the table as beside it."""
    script = Script(speaker("de"), autoplay=False)
    assert list(script.told(GalleryChanged(("Reto", "Vreni")))) == [
        {"type": "gallery", "names": ["Reto", "Vreni"]}
    ]
    (knock,) = script.told(Knocked("Reto", "ab", False, watches=True))
    assert knock["watches"] is True


def test_lines_for_whoever_looks_on() -> None:
    """Enter does nothing, `z` says who looks on, `q` leaves at once, `k` shows no hand."""
    teller = told(OPENED, GalleryChanged(("Reto", "Vreni")))
    typed = Reader(teller.look, teller.known)
    assert typed.read("") == (None, ())
    assert typed.read("z") == (None, ("Es schauen zu: Reto, Vreni",))
    assert typed.read("k") == (None, ())
    assert not any("wählen" in line or "schreiben" in line for line in typed.read("?")[1])
    assert typed.read("c")[0] is None
    for line in ("c hallo", "1"):
        command, (answer,) = typed.read(line)
        assert command is None
        assert answer
    assert typed.read("q") == (Quit(), ())


def test_lines_at_the_table_tell_of_each_once() -> None:
    """Whoever comes and goes all the time fills no terminal; who wants to look on is asked for."""
    teller = Teller(SETTINGS)
    lines = list(teller.told(GalleryChanged(("Reto",)), 0.0))
    assert lines == ["Es schauen zu: Reto"]
    for names in ((), ("Reto",), (), ("Reto",)):
        assert not list(teller.told(GalleryChanged(names), 0.0))
    (line,) = teller.told(Knocked("Vreni", "ab", False, watches=True), 0.0)
    assert "zuschauen" in line


def test_only_who_was_gone_is_back() -> None:
    """The first link to somebody is no return; the next one is."""
    teller = Teller(SETTINGS)
    assert list(teller.told(LinkChanged("Lara", "up", 3), 0.0)) == []
    assert list(teller.told(LinkChanged("Lara", "down", None), 0.0)) == [
        "Lara ist nicht erreichbar."
    ]
    assert list(teller.told(LinkChanged("Lara", "up", 3), 0.0)) == ["Lara ist wieder da."]
    assert list(teller.told(LinkChanged("Lara", "up", 3), 0.0)) == []


@pytest.mark.parametrize("lang", ["de", "en", "fr", "it"])
@pytest.mark.parametrize("size", SIZES)
def test_a_lobby_from_beside(lang: str, size: tuple[int, int]) -> None:
    """Seats and names, no key to sit down, and nothing wider than the screen."""
    known = Known()
    known.apply(OPENED, 0.0)
    chosen = options().to_dict()
    update = LobbyChanged(seats(4), "schieber", None, chosen, False, False)
    known.apply(update, 0.0)
    known.apply(GalleryChanged(("Reto", "Vreni")), 0.0)
    look = Look(*size, Settings(player="Reto", lang=lang))
    text = draw_lobby(look, known, 0, None).text()
    assert {width_of(line) for line in text.split("\n")} == {size[0]}
    assert look.say("key.sit") not in text.split("\n")[-1]
    assert "gallery." not in text
    if size[1] >= 18:
        assert "Reto, Vreni" in text


def test_the_end_asks_nobody_beside_the_table() -> None:
    """No «Revanche» is offered, in no line of keys."""
    table = Table.start(options(laenge="1"), 5)
    while table.state.step is not Step.OVER:
        if game.needs_deal(table.state):
            table.deal()
        elif game.hand_over(table.state):
            table.count()
        else:
            table.step()
    known = Known()
    view = from_beside(table.state)
    assert table.state.outcome is not None
    done = GameFinished(table.state.outcome, Path("tables/x.jass"))
    for update in (OPENED, ViewChanged(view, (), seats(4)), done):
        known.apply(update, 0.0)
    for width, height in SIZES:
        text = draw_game_end(Look(width, height, SETTINGS), known, view, done, False).text()
        assert "Revanche" not in text


async def test_the_list_of_people_names_who_looks_on(tmp_path: Path) -> None:
    """Under the seats, all of them."""
    screen, known = watched()
    app = new_app(tmp_path, SETTINGS, known)
    async with app.run_test(size=SIZES[0]) as pilot:
        app.push_screen(screen)
        await pilot.pause()
        show_people(app)
        await pilot.pause()
        text = app.screen.query_one(Sheet).text
    assert "Es schauen zu: Reto, Vreni, Lara" in text
    assert "Noémie" in text
