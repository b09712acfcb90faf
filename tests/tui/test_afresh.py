"""After a Partie somebody who has come can play too: at a new table with the same rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from net.commands import HostConfig, InviteTo, JoinConfig, Quit
from net.updates import Invited, SeatInfo
from tests.tui.person import flat, shown
from tests.tui.scenes import find
from tui.afresh import after
from tui.app import JassApp
from tui.present.known import Known
from tui.present.look import Look
from tui.present.missing import rematch_lines
from tui.present.moved import next_name
from tui.reader import Reader
from tui.screens.dialog import Ask
from tui.screens.ends import GameEndScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.teller import Teller
from tui.texts import LANGUAGES, Lang, text


def over(*, people: bool = True) -> Known:
    """A Partie with other rules than usual, played to its end."""
    settings = {"ziel": "500", "bergpreis": "on"}
    return find(lambda p: p.known.game is not None, settings=settings, people=people).known


@pytest.mark.parametrize("config_of", [HostConfig, JoinConfig])
async def test_a_new_table_has_the_same_rules_and_bots_that_give_way(
    tmp_path: Path, awake: None, config_of: type[HostConfig | JoinConfig]
) -> None:
    """One key and a yes: whoever had the old table, game, rules and bots are as they were."""
    config = config_of(home=tmp_path, player="Lara", table="Znüni", bind="127.0.0.1")
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Root"), config=config))
    app.known = over()
    opened: list[tuple[HostConfig, InviteTo]] = []
    app.open_instead = lambda *what: opened.append(what)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(GameEndScreen(app.known.game))
        await pilot.pause()
        assert f"e {text('de', 'key.new_table')}" in shown(app)
        await pilot.press("e")
        assert isinstance(app.screen, Ask)
        assert "Znüni 2" in flat(app)
        await pilot.press("escape")
        assert opened == []
        await pilot.press("e", "enter")
    ((table, last),) = opened
    assert (table.table, table.player, table.game) == ("Znüni 2", "Lara", "schieber")
    assert (table.players, table.bots) == (4, 1)
    assert table.settings.items() >= {"ziel": "500", "bergpreis": "on"}.items()
    assert table.bind == "127.0.0.1"
    assert last == InviteTo("Znüni 2")


async def test_alone_against_bots_nothing_is_opened(tmp_path: Path, awake: None) -> None:
    """Nobody can come to a table without a network."""
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    app.known = over(people=False)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(GameEndScreen(app.known.game))
        await pilot.pause()
        await pilot.press("e")
        assert isinstance(app.screen, GameEndScreen)


def test_the_new_name_is_another_and_not_too_long() -> None:
    """It counts on, within the cells a table's name has."""
    assert next_name("Znüni") == "Znüni 2"
    assert next_name("Znüni 9") == "Znüni 10"
    assert next_name("2") == "2 2"
    assert next_name("Die vom dritten Stock Ost") == "Die vom dritten Stock… 2"


def moved() -> tuple[Known, SeatInfo]:
    """Noémie opened a new table after the Partie, told the others, and is gone."""
    known = over()
    opener = known.seats[1]
    known.apply(Invited(opener.name, opener.seat, "Znüni 2"), 0.0)
    gone = tuple(replace(one, connected=one.connected and one != opener) for one in known.seats)
    assert known.lobby is not None
    known.apply(replace(known.lobby, seats=gone, started=False), 0.0)
    return known, opener


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_opened_a_new_table_is_not_waited_for(lang: Lang) -> None:
    """The others read where that is and which key goes there, in their own language."""
    look = Look(80, 24, Settings(lang=lang))
    known, opener = moved()
    (line,) = [line for line, _ in rematch_lines(look, known, wished=False)]
    assert line.startswith(text(lang, "afresh.moved", name=opener.name, table="Znüni 2"))
    assert line.endswith(text(lang, "afresh.go"))
    # Who is back at this table waits here: nobody is sent away from it.
    known.seats = tuple(replace(one, connected=True) for one in known.seats)
    assert rematch_lines(look, known, wished=False) == []


@pytest.mark.parametrize("address", [None, "10.0.0.1"])
async def test_the_key_goes_to_that_table(address: str | None, tmp_path: Path, awake: None) -> None:
    """After a question, by name or by the address that was typed; no second table is opened."""
    table = None if address else "Zn"
    config = JoinConfig(home=tmp_path, player="Lara", table=table, address=address)
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara"), config=config))
    app.known, _ = moved()
    opened: list[object] = []
    app.open_instead = lambda *what: opened.append(what)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(GameEndScreen(app.known.game))
        await pilot.pause()
        assert text("de", "afresh.go") in shown(app)
        await pilot.press("e")
        assert isinstance(app.screen, Ask)
        assert "Znüni 2" in flat(app)
        await pilot.press("enter")
    wanted = replace(config, table=None if address else "Znüni 2")
    assert opened == [(wanted, Quit())]
    hosted = HostConfig(home=tmp_path, player="Lara", table="Znüni")
    there = JoinConfig(home=tmp_path, player="Lara", table="Znüni 2")
    assert after("Znüni 2", tmp_path, hosted) == there


def test_the_line_mode_goes_there_too(tmp_path: Path) -> None:
    """`e`, the question, `e`."""
    teller = Teller(Settings(player="Lara"))
    teller.known, _ = moved()
    config = JoinConfig(home=tmp_path, player="Lara", table="Znüni")
    reader = Reader(teller.look, teller.known, config)
    command, answers = reader.read("e")
    assert command is None
    assert "Znüni 2" in answers[0]
    assert reader.read("e") == (Quit(), ())
    assert reader.following == replace(config, table="Znüni 2")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_question_names_the_key_that_brings_the_others_there(lang: Lang) -> None:
    """No command that a box would break in two: nobody has to type one."""
    words = text(lang, "afresh.ask", table="Tisch von Anna 2")
    assert " e " in words or words.endswith(" e.")
    assert "jass join" not in words
