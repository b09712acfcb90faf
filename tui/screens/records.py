"""Tables on this disk: those to go back to, those to look at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from net.errors import JassError
from tui.keymap import bindings
from tui.present.canvas import Canvas
from tui.present.look import Look
from tui.present.menu import MenuLine, draw_menu
from tui.screens.base import JassScreen

if TYPE_CHECKING:
    from net.session import Saved

__all__ = ["RecordsScreen", "record_line"]

KEPT = 60
"""How many of the newest records are read: a longer list nobody reads."""

# Where a table can be gone back to, and where there is something to look at.
_WANTED = {"continue": ("running",), "replays": ("running", "left", "finished")}


def record_line(look: Look, path: Path, record: Saved) -> MenuLine:
    """``Znüni   30.11. 12:04   Lara, Ueli 629 : Noémie, Marco 847   läuft``."""
    say = look.say
    when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    sides = [
        f"{', '.join(record.players[seat] for seat in side)} {points}"
        for side, points in zip(record.sides, record.score, strict=False)
    ]
    words = (f"{when:%d.%m.%y %H:%M}", say(f"record.{record.state}"), " : ".join(sides))
    return MenuLine(record.table or "?", "   ".join(word for word in words if word))


class RecordsScreen(JassScreen[None]):
    """A list of saved tables, filled while they are read, the newest first.

    Args:
        what: which tables: to ``continue``, or for ``replays``.
        picked: what to do with the table that is chosen.
    """

    BINDINGS = bindings("pick")
    scopes = ("pick",)

    def __init__(
        self,
        what: Literal["continue", "replays"],
        picked: Callable[[Path, Saved], None],
    ) -> None:
        super().__init__()
        self._what = what
        self._picked = picked
        self._found: list[tuple[Path, Saved]] = []
        self._reading = True
        self._chosen = 0

    def on_mount(self) -> None:
        """Reading a Partie takes its time: nothing waits for it."""
        self.run_worker(self._read_all(), name="records", exit_on_error=False)

    async def _read_all(self) -> None:
        from net import session
        from tui.saved import saved_tables

        for path in saved_tables(self.jass.home)[:KEPT]:
            try:
                record = await asyncio.to_thread(session.saved, path)
            except (JassError, OSError):
                continue
            if record.state in _WANTED[self._what]:
                self._found.append((path, record))
                self.repaint()
        self._reading = False
        self.repaint()

    def draw(self, look: Look) -> Canvas:
        """The list."""
        say = look.say
        lines = [record_line(look, path, record) for path, record in self._found]
        if self._reading:
            note = say("record.reading")
        elif not lines:
            note = say("title.no_open" if self._what == "continue" else "title.no_records")
        else:
            note = say(f"record.{self._what}.note")
        keys = (("↑↓", "key.choose"), ("Enter", "key.open"), ("Esc", "key.back"), ("?", "key.help"))
        title = f"JASS   {say(f'title.{self._what}')}"
        return draw_menu(look, title, "", lines, self._chosen, keys, note=note, digits=True)

    def action_move(self, step: int) -> None:
        """Up and down."""
        if self._found:
            self._chosen = (self._chosen + step) % len(self._found)
            self.repaint()

    def action_digit(self, number: int) -> None:
        """A digit opens at once."""
        if number <= len(self._found):
            self._chosen = number - 1
            self.action_choose()

    def action_choose(self) -> None:
        """Enter opens."""
        if self._found:
            self._picked(*self._found[self._chosen])

    def action_back(self) -> None:
        """Back."""
        self.dismiss(None)
