"""An app whose output is read by a terminal, so that what was forgotten on the glass is seen."""

from __future__ import annotations

from typing import Any

import pyte
from textual._compositor import CompositorUpdate

from tui.app import JassApp
from tui.start import StartRequest
from tui.widgets.sheet import Sheet


class Glass(JassApp):
    """The app, and the cells a terminal would show."""

    def __init__(self, start: StartRequest, width: int, height: int) -> None:
        super().__init__(start)
        self.cells = pyte.Screen(width, height)
        self._stream = pyte.Stream(self.cells)

    def _display(self, screen: Any, renderable: Any) -> None:
        if renderable is None or self._batch_count:
            return
        if isinstance(renderable, CompositorUpdate):
            self._stream.feed(renderable.render_segments(self.console))
        else:
            self._stream.feed(self.console._render_buffer(self.console.render(renderable)))
        self.post_display_hook()

    async def resized(self, pilot: Any, width: int, height: int) -> None:
        """The terminal and what is in it take another size."""
        self.cells.resize(height, width)
        await pilot.resize_terminal(width, height)
        await pilot.pause()

    def stale(self) -> list[tuple[str, str]]:
        """The lines that differ from what the screen on top drew last."""
        wanted = [line.rstrip() for line in self.screen.query_one(Sheet).text.split("\n")]
        seen = [line.rstrip() for line in self.cells.display]
        return [pair for pair in zip(wanted, seen, strict=True) if pair[0] != pair[1]]
