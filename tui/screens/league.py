"""Who leads, as a page of the title screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from net.errors import JassError
from tui.league import league_lines
from tui.present.canvas import Canvas
from tui.present.look import Look
from tui.screens.dialog import Page
from tui.texts import error_text

if TYPE_CHECKING:
    from net.session import League

__all__ = ["LeagueScreen"]


class LeagueScreen(Page):
    """The standings over all saved games, which are checked while it is open."""

    def __init__(self) -> None:
        super().__init__("")
        self._found: League | None = None
        self._done, self._count = 0, 0
        self._error = ""

    def on_mount(self) -> None:
        """A new log takes a second to check: beside the screen."""
        self.run_worker(self._read, name="league", thread=True, exit_on_error=False)

    def _read(self) -> None:
        from net import session

        try:
            self._found = session.league(self.jass.home, self._progress)
        except JassError as error:
            self._error = error_text(self.say, error.code, error.facts, error.sentence)
        self.app.call_from_thread(self.repaint)

    def _progress(self, done: int, count: int) -> None:
        self._done, self._count = done, count
        self.app.call_from_thread(self.repaint)

    def draw(self, look: Look) -> Canvas:
        """With a title in the right language."""
        self._title, self._right = f"JASS   {look.say('title.league')}", ""
        return super().draw(look)

    def lines(self, look: Look) -> Sequence[tuple[str, str]]:
        """The tables, or how far the reading is."""
        if self._error:
            return [(self._error, "bad")]
        if self._found is None:
            return [(look.say("league.reading", done=self._done, count=self._count), "dim")]
        return league_lines(look.say, self._found, look.width - 2)
