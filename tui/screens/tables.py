"""The tables on the network. mDNS is only a hint: what counts is who answers over TCP."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from net.commands import JoinConfig
from net.errors import JassError
from tui.keymap import bindings
from tui.present.canvas import Canvas
from tui.present.lobby import TableRow, draw_tables
from tui.present.look import Look
from tui.screens.base import JassScreen
from tui.screens.dialog import TypeLine

if TYPE_CHECKING:
    from net.session import TableBrowser

__all__ = ["TablesScreen"]

SILENT_SECONDS = 60.0
"""How long a table that does not answer stays in the list."""


class TablesScreen(JassScreen[None]):
    """The list of tables; an address is always accepted."""

    BINDINGS = bindings("tables")
    scopes = ("tables",)

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[TableRow, ...] = ()
        self._found: tuple[TableRow, ...] = ()
        self._seats: dict[bytes, str] = {}
        self._silent: dict[bytes, float] = {}
        self._chosen = 0
        self._touched = False
        self._note = ""
        self._trouble: str | None = None
        self._browser: TableBrowser | None = None

    def on_mount(self) -> None:
        """The search belongs to the app: a worker dies with its screen."""
        self.call_after_refresh(self._search)
        self.set_interval(1.0, self._forget_silent)

    def _search(self) -> None:
        self.run_worker(self._listen(), name="tables", exit_on_error=False)
        self._look_for_seats()

    def _look_for_seats(self) -> None:
        self.run_worker(self._read_seats(), name="seats", exit_on_error=False)

    async def _read_seats(self) -> None:
        """The tables that wait for this person: their logs are played through beside the screen."""
        from net import session

        def read() -> dict[bytes, str]:
            return {one.table: one.mine for one in session.unfinished(self.jass.home)}

        try:
            self._seats = await asyncio.to_thread(read)
        except (JassError, OSError):
            return
        self._set_rows(self._found)

    def on_screen_resume(self) -> None:
        """Back from a table: a seat may wait there now, and its host may have been compared."""
        super().on_screen_resume()
        if self._found:
            self._look_for_seats()
        if self._browser is not None:
            from net import session

            with contextlib.suppress(JassError):  # a table that is opened says what is damaged
                self._browser.know(session.compared(self._base().home))

    async def _listen(self) -> None:
        from net import session

        base = self._base()
        browser = self._browser = session.tables(base.home, base.bind)
        try:
            async for found in browser.changes():
                self._set_rows(
                    TableRow(
                        name=one.name,
                        host=one.host,
                        game=one.game,
                        taken=one.taken,
                        seats=one.seats,
                        latency_ms=one.latency_ms,
                        state=one.state,
                        known=one.known,
                        address=f"{one.address}:{one.port}",
                        options=one.options,
                        table=one.table,
                    )
                    for one in found
                )
                self._trouble = self.say("tables.no_mdns") if browser.trouble else None
                self.repaint()
        finally:
            await browser.close()

    def _set_rows(self, found: Iterable[TableRow]) -> None:
        """Takes in what was found; the mark stays on its table wherever that moves."""
        self._found = tuple(replace(row, mine=self._seats.get(row.table, "")) for row in found)
        now = time.monotonic()
        silent = {row.table for row in self._found if row.state == "silent"}
        self._silent = {table: self._silent.get(table, now) for table in silent}
        marked = self._rows[self._chosen].table if self._chosen < len(self._rows) else None
        heard = [row for row in self._found if row.table not in silent]
        patient = (row for row in self._found if row.table in silent)
        waited = [row for row in patient if now - self._silent[row.table] < SILENT_SECONDS]
        # First where a seat waits for me; somebody who answers before everybody who does not.
        self._rows = (*sorted(heard, key=lambda row: not row.mine), *waited)
        places = [place for place, row in enumerate(self._rows) if row.table == marked]
        if not self._touched:
            places = [0]
        self._chosen = places[0] if places else min(self._chosen, max(len(self._rows) - 1, 0))
        self.repaint()

    def _forget_silent(self) -> None:
        """An announcement outlives its table by minutes; whoever only crashed is back sooner."""
        if self._silent:
            self._set_rows(self._found)

    def _base(self) -> JoinConfig:
        config = self.jass.start_request.config
        if isinstance(config, JoinConfig):
            return replace(config, player=self.jass.settings.player or config.player)
        return JoinConfig(home=self.jass.home, player=self.jass.settings.player)

    def draw(self, look: Look) -> Canvas:
        """The list."""
        silent = any(row.latency_ms is None for row in self._rows)
        return draw_tables(
            look,
            self._rows,
            self._chosen,
            note=self._note or self._trouble or "",
            searching=self._trouble is None,
            hints=silent or not self._rows,
            watch=self._base().watch,
        )

    def action_move(self, step: int) -> None:
        """Up and down."""
        self._note, self._touched = "", True
        if self._rows:
            self._chosen = (self._chosen + step) % len(self._rows)
        self.repaint()

    def action_digit(self, number: int) -> None:
        """A digit chooses; Enter joins."""
        if number <= len(self._rows):
            self._note, self._touched = "", True
            self._chosen = number - 1
            self.repaint()

    def action_choose(self) -> None:
        """Joins what is chosen."""
        self._go(watch=self._base().watch)

    def action_watch(self) -> None:
        """Looks on there, without a seat."""
        self._go(watch=True)

    def _go(self, *, watch: bool) -> None:
        if not self._rows:
            self.action_address()
            return
        row = self._rows[self._chosen]
        if row.latency_ms is None:
            self._note = self.say("tables.silent")
            self.repaint()
            return
        self.jass.open_table(replace(self._base(), address=row.address, watch=watch))

    def action_address(self) -> None:
        """An address can always be typed."""

        def typed(address: str | None) -> None:
            if address:
                self.jass.open_table(replace(self._base(), address=address))

        self.app.push_screen(TypeLine("JASS", self.say("tables.address")), typed)

    def action_leave(self) -> None:
        """The end of the program where this is its first screen."""
        if self.jass.screen_stack[0] is self:
            self.jass.quit(0)
        else:
            self.dismiss(None)

    def action_new(self) -> None:
        """A table of one's own."""
        self.jass.from_title("host")

    def action_doctor(self) -> None:
        """Why is nothing found."""
        from tui.screens.pages import DoctorScreen

        base = self._base()
        self.app.push_screen(DoctorScreen(base.home, base.bind))

    def action_back(self) -> None:
        """Back, or the end of the program."""
        if self.jass.screen_stack[0] is self:
            self.jass.ask_end()
        else:
            self.dismiss(None)
