"""Tables on this disk: those to go back to, those to look at."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from net.errors import JassError
from tui.keymap import bindings
from tui.present.canvas import Canvas, width_of
from tui.present.look import Look
from tui.present.menu import MenuLine, draw_menu, note_room
from tui.present.short import result_text
from tui.screens.base import JassScreen

if TYPE_CHECKING:
    from net.session import Saved

__all__ = ["RecordsScreen"]

KEPT = 60
"""How many of the newest records are read: a longer list nobody reads."""


@dataclass(frozen=True, slots=True)
class _Row:
    """One Partie of a saved table; ``partie`` counts from 1."""

    path: Path
    record: Saved
    partie: int

    @property
    def is_last(self) -> bool:
        """Whether it is the last of its table: the others are over."""
        return self.partie >= len(self.record.partien)

    @property
    def score(self) -> tuple[int, ...]:
        """What each side had at its end."""
        record = self.record
        return record.score if self.is_last else record.partien[self.partie - 1].score

    @property
    def people(self) -> tuple[str, ...]:
        """Who sat there at its end, by seat."""
        record = self.record
        return record.players if self.is_last else record.partien[self.partie - 1].people


def _record_line(look: Look, row: _Row, room: int, *, state: bool) -> MenuLine:
    """``Znüni   30.11.26 12:04   Schieber   fertig   Lara, Ueli 629 : Noémie, Marco 847``.

    All but ``Znüni`` in ``room`` cells; ``state``: not all of the list are unfinished.
    """
    say, record = look.say, row.record
    when = datetime.fromtimestamp(row.path.stat().st_mtime).astimezone()
    words = [say(f"game.{record.game}")] if record.game else []
    if state:
        words.append(say(f"record.{record.state}" if row.is_last else "record.finished"))
    if len(record.partien) > 1:
        words.append(say("record.partie", number=row.partie))
    sides = [[row.people[seat] for seat in side] for side in record.sides]
    dates = (f"{when:%d.%m.%y %H:%M}", f"{when:%d.%m. %H:%M}", f"{when:%d.%m.}")
    for fewest in (5, 2, 0):  # the year and the hour give way before the names do
        for date in dates:
            start = "   ".join((date, *words))
            result = result_text(sides, row.score, room - width_of(start) - 3, fewest)
            if result is not None:
                return MenuLine(record.table or "?", f"{start}   {result}")
    return MenuLine(record.table or "?", ":".join(map(str, row.score)))


class RecordsScreen(JassScreen[None]):
    """A list of saved tables, filled while they are read, the newest first.

    Args:
        what: which tables: to ``continue``, or for ``replays``.
        picked: what to do with the table and the Partie that is chosen, counted from 1.
    """

    BINDINGS = bindings("list", "pick")
    scopes = ("list", "pick")

    def __init__(
        self,
        what: Literal["continue", "replays"],
        picked: Callable[[Path, Saved, int], None],
    ) -> None:
        super().__init__()
        self._what = what
        self._picked = picked
        self._found: list[_Row] = []
        self._reading = True
        self._chosen = 0

    def on_mount(self) -> None:
        """Reading a Partie takes its time: nothing waits for it."""
        self.run_worker(self._read_all(), name="records", exit_on_error=False)

    async def _read_all(self) -> None:
        from net import session
        from tui.saved import saved_tables

        me = b""
        with contextlib.suppress(JassError, OSError):
            me = await asyncio.to_thread(session.identity_of, self.jass.home)
        for path in saved_tables(self.jass.home)[:KEPT]:
            try:
                record = await asyncio.to_thread(session.saved, path)
            except (JassError, OSError):
                continue
            if self._is_wanted(record, me):
                self._found += self._rows(path, record)
                self.repaint()
        self._reading = False
        self.repaint()

    def _is_wanted(self, record: Saved, me: bytes) -> bool:
        """Whether there is something to look at, or a Partie to which this home can go back."""
        if self._what == "replays":
            return record.state in ("running", "left", "finished")
        # A Partie that everybody has left goes on as soon as somebody is back.
        return record.state in ("running", "left") and me in record.devices

    def _rows(self, path: Path, record: Saved) -> list[_Row]:
        """Every Partie of a table, the last first; to go on there is only that one."""
        last = max(len(record.partien), 1)
        first = last if self._what == "continue" else 1
        return [_Row(path, record, partie) for partie in range(last, first - 1, -1)]

    def draw(self, look: Look) -> Canvas:
        """The list."""
        say = look.say
        room = note_room([row.record.table or "?" for row in self._found], look.width)
        state = self._what != "continue"
        lines = [_record_line(look, row, room, state=state) for row in self._found]
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
            row = self._found[self._chosen]
            self._picked(row.path, row.record, row.partie)

    def action_back(self) -> None:
        """Back."""
        self.dismiss(None)
