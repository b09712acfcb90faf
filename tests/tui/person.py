"""Somebody in front of the screen: how tests sit down, press keys and read."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from tests.tui.scenes import Partie
from tui.app import JassApp
from tui.present.status import playable
from tui.screens.table import TableScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.widgets.sheet import Sheet


def seated(tmp_path: Path, partie: Partie, **settings: object) -> JassApp:
    """An app at the table of ``partie``; what it sends is kept in ``app.sent``."""
    app = JassApp(StartRequest("table", tmp_path, Settings(player="Lara", **settings)))
    app.known = partie.known
    app.sent = []
    app.act = app.sent.append
    return app


async def at_table(app: JassApp, pilot: Pilot[int]) -> TableScreen:
    """Opens the table screen."""
    screen = TableScreen()
    app.push_screen(screen)
    await pilot.pause()
    return screen


def digits(partie: Partie, *, legal: bool) -> list[int]:
    """The digits of my cards that may, or may not, be played now."""
    turn, view = partie.known.turn, partie.known.view
    ways = playable(turn.actions)
    return [n for n, held in enumerate(view.hand, 1) if (held.slot in ways) == legal]


def shown(app: JassApp) -> str:
    """What the screen on top shows."""
    return app.screen.query_one(Sheet).text


def flat(app: JassApp) -> str:
    """The same without the line ends of a box."""
    return " ".join(shown(app).replace("║", " ").split())
