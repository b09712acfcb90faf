"""What is on the glass is what was drawn, whatever lay over it while the window changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from net.updates import ViewChanged
from tests.tui.cells import Glass
from tests.tui.scenes import Partie, find, my_turn, seats
from tui.screens.table import TableScreen
from tui.settings import Settings
from tui.start import StartRequest


def go_on(app: Glass, partie: Partie) -> None:
    """The table goes on by one step, and every screen is told."""
    partie.step()
    update = ViewChanged(partie.known.view, (), seats())
    for screen in app.screen_stack:
        screen.told(update)


@pytest.mark.parametrize("key", ["question_mark", "f10"])
async def test_no_cell_is_stale_after_a_resize_under_an_overlay(tmp_path: Path, key: str) -> None:
    """Help open, window resized, help closed: every later change of the table is on the glass."""
    partie = find(my_turn)
    app = Glass(StartRequest("table", tmp_path, Settings(player="Lara", linger_ms=0)), 40, 10)
    app.known = partie.known
    async with app.run_test(size=(40, 10)) as pilot:
        app.push_screen(TableScreen())
        await pilot.pause()
        for width, height in ((80, 24), (60, 18), (120, 40), (40, 10)):
            await pilot.press(key)
            await app.resized(pilot, width, height)
            await pilot.press("escape")
            for _ in range(6):
                go_on(app, partie)
                await pilot.pause(0.03)
                assert app.stale() == []
