"""After a Partie somebody who has come can play too: at a new table with the same rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from net.commands import HostConfig, JoinConfig, SayText
from tests.tui.person import flat, shown
from tests.tui.scenes import find
from tui.afresh import next_name
from tui.app import JassApp
from tui.present.known import Known
from tui.screens.dialog import Ask
from tui.screens.ends import GameEndScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.texts import text


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
    opened: list[tuple[HostConfig, SayText]] = []
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
    ((table, said),) = opened
    assert (table.table, table.player, table.game) == ("Znüni 2", "Lara", "schieber")
    assert (table.players, table.bots) == (4, 1)
    assert table.settings.items() >= {"ziel": "500", "bergpreis": "on"}.items()
    assert table.bind == "127.0.0.1"
    assert "Znüni 2" in said.text


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
