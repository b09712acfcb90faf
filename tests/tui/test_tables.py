"""The list of tables: who answers comes first, my own seat is said, what is gone goes."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from net.commands import LocalConfig
from net.core.limits import NAME_CELLS
from net.link.store import Home
from tests.tui.person import shown
from tui.app import JassApp
from tui.present.lobby import TableRow
from tui.screens.pages import SettingsScreen
from tui.screens.tables import SILENT_SECONDS, TablesScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.texts import text


class Quiet(TablesScreen):
    """The list without a network; the disk is still asked for seats."""

    def _search(self) -> None:
        self._look_for_seats()


def row(name: str, table: int, *, answers: bool = True, state: str = "waiting") -> TableRow:
    """A table of Ueli's, or one whose host is gone."""
    return TableRow(
        name=name,
        host="Ueli" if answers else "",
        game="schieber",
        taken=1,
        seats=4,
        latency_ms=4 if answers else None,
        state=state if answers else "silent",
        known=False,
        address=f"10.20.4.{table}:5277",
        table=bytes([table]),
    )


def names(app: JassApp) -> list[str]:
    """The tables in the order of the list."""
    lines = shown(app).split("\n")[3:]
    return [line[4:20].strip() for line in lines if line[2:3].isdigit() and line[3] == " "]


class Told:
    """What stands for the search here: it keeps whom it was told of."""

    def __init__(self) -> None:
        self.known: frozenset[bytes] = frozenset()

    def know(self, known: frozenset[bytes]) -> None:
        """See `net.lobbies.TableBrowser.know`."""
        self.known = known


async def test_back_from_a_table_its_host_is_no_new_one(tmp_path: Path) -> None:
    """At the table the word was compared; the list below it has been there all the time."""
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    ueli = bytes([1]) * 32
    async with app.run_test(size=(80, 24)) as pilot:
        screen, search = Quiet(), Told()
        screen._browser = search  # type: ignore[assignment]
        app.push_screen(screen)
        await pilot.pause()
        app.push_screen(SettingsScreen())
        await pilot.pause()
        with Home.open(tmp_path) as home:
            home.remember(ueli, "Ueli")
        app.pop_screen()
        await pilot.pause()
    assert search.known == {ueli}


async def test_who_does_not_answer_comes_last_and_goes(tmp_path: Path) -> None:
    """Silent tables name no host, stand below the others and are forgotten after a minute."""
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = Quiet()
        app.push_screen(screen)
        await pilot.pause()
        screen._set_rows([row("Alt", 1, answers=False), row("Znüni", 2)])
        assert names(app) == ["Znüni", "Alt"]
        await pilot.press("2")
        assert "von " not in shown(app)
        screen._set_rows([row("Alt", 1, answers=False), row("Beiz", 3), row("Znüni", 2)])
        assert names(app) == ["Beiz", "Znüni", "Alt"]
        (marked,) = (line for line in shown(app).split("\n") if "▶" in line)
        assert "Alt" in marked, "the mark stays on its table"
        screen._silent[bytes([1])] -= SILENT_SECONDS
        screen._forget_silent()
        assert names(app) == ["Beiz", "Znüni"]
        screen._set_rows([row("Alt", 1), row("Beiz", 3)])
        assert names(app) == ["Alt", "Beiz"]


@pytest.mark.timeout(120)
async def test_a_table_at_which_i_have_a_seat_says_so(tmp_path: Path) -> None:
    """Whatever name is set now, the list says which seat waits, under the name it has there."""
    from net import session
    from net.updates import TurnCame

    config = LocalConfig(home=tmp_path, player="Reto", fast=True, seed=b"mine")
    begun = await session.local(config)
    async for update in begun.updates():
        if isinstance(update, TurnCame):
            break
    await begun.close()
    (mine,) = session.unfinished(tmp_path)
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Root")))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = Quiet()
        app.push_screen(screen)
        await pilot.pause()
        found = row("Znüni", 2, state="playing")
        screen._set_rows([found, TableRow(**{**_facts(found), "table": mine.table})])
        while text("de", "tables.state.mine") not in shown(app):
            await pilot.pause(0.02)
        assert [row.mine for row in screen._rows] == ["Reto", ""]
        (marked,) = (line for line in shown(app).split("\n") if "▶" in line)
        assert text("de", "tables.state.mine") in marked, "it is the first, and chosen"
        assert text("de", "tables.mine", name="Reto") in shown(app)
        assert shown(app).split("\n")[0].rstrip().endswith("Reto")
        await pilot.press("2")
        assert shown(app).split("\n")[0].rstrip().endswith("Root")


def _facts(found: TableRow) -> dict[str, object]:
    return {name: getattr(found, name) for name in TableRow.__slots__}


async def test_no_more_can_be_typed_of_a_name_than_others_see(tmp_path: Path) -> None:
    """A long name is not cut afterwards: its last letters are not taken."""
    app = JassApp(StartRequest("title", tmp_path, Settings(player="")))
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(SettingsScreen())
        await pilot.pause()
        await pilot.press("enter", *"RetoMaximilian")
        assert app.screen.query_one(Input).value == "RetoMaximilian"[:NAME_CELLS]
