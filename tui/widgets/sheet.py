"""One widget for a whole screen, drawn line by line; only the cells that changed are sent.

Nine card widgets that toggle classes cost, measured, five times the time and ten times the bytes of
one widget with ``render_line``, and a footer widget scrolls out of sight at 80 columns.
"""

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.present.canvas import Canvas
from tui.skins.palette import ink_style

__all__ = ["Sheet"]


class Sheet(Widget):
    """Shows a canvas. Markup is never read: every string is shown as it is."""

    DEFAULT_CSS = "Sheet { width: 1fr; height: 1fr; }"
    can_focus = False

    def __init__(self) -> None:
        super().__init__()
        self._canvas = Canvas(0, 0)
        self._strips: list[Strip] = []
        self._look = (True, True)

    def show(self, canvas: Canvas, *, dark: bool, four_colours: bool) -> None:
        """Shows ``canvas`` and asks for a repaint of the cells that differ from the last one."""
        before, look = self._canvas, self._look
        self._canvas, self._look = canvas, (dark, four_colours)
        same = look == self._look and (before.width, before.height) == (canvas.width, canvas.height)
        if not same or canvas.width != self.size.width:
            self._strips = [self._strip(y) for y in range(canvas.height)]
            self.refresh()
            return
        regions = []
        for y in range(canvas.height):
            span = canvas.changed(before, y)
            if span is not None:
                regions.append(Region(span[0], y, span[1] - span[0], 1))
                self._strips[y] = self._strip(y)
        if regions:
            self.refresh(*regions)

    def _strip(self, y: int) -> Strip:
        dark, four = self._look
        return Strip(
            (
                Segment(text, ink_style(ink, dark=dark, four_colours=four))
                for text, ink in self._canvas.row(y)
            ),
            self._canvas.width,
        )

    def render_line(self, y: int) -> Strip:
        """The line ``y`` as Textual wants it."""
        if y < len(self._strips):
            return self._strips[y]
        dark, four = self._look
        return Strip.blank(self.size.width, ink_style("", dark=dark, four_colours=four))

    @property
    def text(self) -> str:
        """What the sheet shows, as plain text."""
        return self._canvas.text()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The sheet takes what there is."""
        return container.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The sheet takes what there is."""
        return container.height

    @property
    def ground(self) -> Style:
        """The style of a blank cell."""
        dark, four = self._look
        return ink_style("", dark=dark, four_colours=four)
