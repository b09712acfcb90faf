"""One widget for a whole screen, drawn line by line; only the cells that changed are sent.

Nine card widgets that toggle classes cost, measured, five times the time and ten times the bytes of
one widget with ``render_line``, and a footer widget scrolls out of sight at 80 columns.
"""

from itertools import takewhile

from rich.cells import get_character_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.present.canvas import Canvas, Row
from tui.skins.palette import ink_style

__all__ = ["Sheet"]


class Sheet(Widget):
    """Shows a canvas. Markup is never read: every string is shown as it is."""

    DEFAULT_CSS = "Sheet { width: 1fr; height: 1fr; }"
    can_focus = False

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[Row, ...] = ()
        self._strips: list[Strip] = []
        self._look = (True, True)

    def show(self, canvas: Canvas, *, dark: bool, four_colours: bool) -> None:
        """Shows ``canvas`` and asks for a repaint of the cells that differ from the last one."""
        rows, look = canvas.rows(), (dark, four_colours)
        old = self._rows if look == self._look else ()
        self._look = look
        if len(old) != len(rows) or canvas.width != self.size.width:
            self._rows, self._strips = rows, [self._strip(row) for row in rows]
            self.refresh()
            return
        changed = []
        for y, (was, now) in enumerate(zip(old, rows, strict=True)):
            if was != now:
                left, right = _span(was, now, canvas.width)
                changed.append(Region(left, y, right - left, 1))
                self._strips[y] = self._strip(now)
        self._rows = rows
        if changed:
            self.refresh(*changed)

    def _strip(self, row: Row) -> Strip:
        dark, four = self._look
        return Strip(
            Segment(text, ink_style(ink, dark=dark, four_colours=four)) for text, ink in row
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
        return "\n".join("".join(text for text, _ in row) for row in self._rows)

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


def _cells(row: Row) -> list[tuple[str, str]]:
    return [(char, ink) for text, ink in row for char in text]


def _span(was: Row, now: Row, width: int) -> tuple[int, int]:
    """The first changed cell and the one after the last, for two lines of equal width."""
    old, new = _cells(was), _cells(now)
    if any(char > "~" and get_character_cell_size(char) != 1 for char, _ in old + new):
        return 0, width  # wide or combined characters: cells and characters are not the same count
    left = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    ending = zip(reversed(old), reversed(new), strict=False)
    right = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], ending))
    return left, max(width - right, left + 1)
