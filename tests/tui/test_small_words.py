"""Sentences that were missing, stale, or for somebody else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.events import DealerDrawn
from net.updates import HandFinished, ViewChanged, Waiting, WaitingFor
from tests.tui.person import at_table, flat, seated, shown
from tests.tui.scenes import find, my_turn
from tui.settings import Settings
from tui.teller import Teller
from tui.texts import text


def test_who_knocks_reads_so_in_the_line_mode() -> None:
    """Silence at a door looks like a hang."""
    lines = list(Teller(Settings()).told(Waiting((), 0, WaitingFor.ADMISSION), 0.0))
    assert lines == [text("de", "lobby.knocked")]


async def test_who_dealt_first_is_no_news_in_the_next_hand(tmp_path: Path, awake: None) -> None:
    """The line goes with the hand it is about."""
    partie = find(my_turn)
    drawn = next(one for _, one in partie.known.events if isinstance(one, DealerDrawn))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(app, pilot)
        assert partie.known.view is not None
        screen.told(ViewChanged(partie.known.view, (drawn,), ()))
        assert "gibt zuerst" in shown(app)
        ended = find(lambda other: other.known.hand is not None).known.hand
        assert isinstance(ended, HandFinished)
        screen.told(ended)
        screen._fresh_hand()
        screen.repaint()
        assert "gibt zuerst" not in shown(app)


async def test_who_runs_the_table_reads_what_becomes_of_it(tmp_path: Path, awake: None) -> None:
    """Before leaving: another device takes it over. A guest reads nothing of that."""
    partie = find(my_turn)
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        assert partie.known.lobby is not None
        for host, code in ((True, "table.leave_ask_host"), (False, "table.leave_ask")):
            partie.known.lobby = replace(partie.known.lobby, host=host)
            await pilot.press("q")
            await pilot.pause()
            assert text("de", code, costs=text("de", "table.leave_lost")) in flat(app)
            await pilot.press("escape")
