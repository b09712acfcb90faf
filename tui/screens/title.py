"""The title: everything that can be done from here."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from net.errors import JassError
from tui.keymap import bindings
from tui.present.canvas import Canvas, fit
from tui.present.look import Look
from tui.present.menu import MenuLine, draw_title, note_room
from tui.present.short import shrunk
from tui.screens.base import JassScreen

if TYPE_CHECKING:
    from pathlib import Path

    from net.session import UnfinishedTable

__all__ = ["TitleScreen"]

LOOK_AFTER_S: Final = 0.3
"""The screen is there before the disk is searched for a table that was interrupted."""

ENTRIES = ("host", "join", "practise", "continue", "replays", "league", "rules", "settings")


class TitleScreen(JassScreen[None]):
    """The first screen of `jass` without a command."""

    BINDINGS = bindings("title")
    scopes = ("title",)

    def __init__(self) -> None:
        super().__init__()
        self._chosen = 0
        self._touched = False
        self._open: UnfinishedTable | None = None

    def on_mount(self) -> None:
        """Looks for a table that was interrupted."""
        self.set_timer(
            LOOK_AFTER_S, lambda: self.run_worker(self._look(), exclusive=True, exit_on_error=False)
        )

    def on_screen_resume(self) -> None:
        """Back from a table: it may be one to go on with."""
        super().on_screen_resume()
        if self._touched:
            self.run_worker(self._look(), exclusive=True, exit_on_error=False)

    async def _look(self) -> None:
        self._open = await asyncio.to_thread(_newest, self.jass.home)
        if self._open is not None and not self._touched:
            self._chosen = ENTRIES.index("continue")
        self.repaint()

    def draw(self, look: Look) -> Canvas:
        """The list; an interrupted table stands there by its name."""
        notes = {name: look.say(f"title.{name}.note") for name in ENTRIES}
        if self._open is not None:
            labels = [look.say(f"title.{name}") for name in ENTRIES]
            notes["continue"] = _open_text(look, self._open, note_room(labels, look.width))
        lines = [MenuLine(look.say(f"title.{name}"), notes[name]) for name in ENTRIES]
        return draw_title(look, lines, self._chosen, look.say("title.foot"))

    def action_move(self, step: int) -> None:
        """Up and down."""
        self._touched = True
        self._chosen = (self._chosen + step) % len(ENTRIES)
        self.repaint()

    def action_digit(self, number: int) -> None:
        """A digit opens at once: nothing here cannot be undone."""
        if number <= len(ENTRIES):
            self._chosen = number - 1
            self.repaint()
            self.action_choose()

    def action_choose(self) -> None:
        """Opens what is chosen."""
        self._touched = True
        self.jass.from_title(ENTRIES[self._chosen])

    def action_leave(self) -> None:
        """Ends the program."""
        self.jass.quit(0)

    def action_back(self) -> None:
        """Esc, which people press once too often on the way back, asks."""
        self.jass.ask_end()


def _open_text(look: Look, table: UnfinishedTable, room: int) -> str:
    """Which table was interrupted; the names of its people give way, the score never."""
    facts = {"table": table.name, "game": look.say(f"game.{table.game}")}
    score = ":".join(map(str, table.score))

    def line(letters: int) -> str:
        players = ", ".join(fit(name, letters) for name in table.players)
        return look.say("title.continue.open", players=players, score=score, **facts)

    return shrunk(line, room) or look.say("title.continue.short", score=score, **facts)


def _newest(home: Path) -> UnfinishedTable | None:
    """The table of this home that was interrupted last, if there is one."""
    from net.session import unfinished  # the network comes with it: only now

    try:
        return next(unfinished(home), None)
    except (JassError, OSError):
        return None
