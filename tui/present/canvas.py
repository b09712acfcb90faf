"""A grid of cells to draw on, and the rows of inked text it becomes.

Everything a screen shows is drawn here first, in plain Python: the goldens of the tests read it
as text, and the one widget of each screen (``tui.widgets.sheet``) only sends the rows that
changed. An *ink* is a few words such as ``"suit.1 strong"``; the palette turns them into colours.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import get_character_cell_size

__all__ = ["BOXES", "Canvas", "Row", "fit", "in_ascii", "width_of"]

Row = tuple[tuple[str, str], ...]
"""One line: runs of (text, ink), together exactly as wide as the canvas."""

# top left, horizontal, top right, vertical, bottom left, bottom right
BOXES = {
    "thin": "╭─╮│╰╯",
    "double": "╔═╗║╚╝",
    "dotted": "┄┄┄┆┄┄",
    "line": "┌─┐│└┘",
}

# What a terminal without the box characters gets; every one is as wide as what it replaces.
_ASCII = str.maketrans(
    {
        **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴", "+"),
        **dict.fromkeys("─━", "-"),
        "│": "|",
        "┄": ".",
        "┆": ":",
        **dict.fromkeys("╔╗╚╝═║", "#"),
        **dict.fromkeys("«»„“”", '"'),
        **dict.fromkeys("→▶", ">"),
        "←": "<",
        "↑": "^",
        "↓": "v",
        "↺": "o",
        "↻": "o",
        "×": "x",
        "╱": "/",
        "·": ".",
        "●": "*",
        "○": "o",
        "…": "~",
        "–": "-",
        "✓": "+",
        "♠": "S",
        "♥": "H",
        "♦": "D",
        "♣": "C",
    }
)

# Never drawn: terminals disagree on how wide a sign becomes with one of these behind it.
_SELECTORS = ("\ufe0e", "\ufe0f", "\u200d", "\u200b")


def _size(char: str) -> int:
    return 1 if " " <= char <= "~" else get_character_cell_size(char)


def width_of(text: str) -> int:
    """The number of cells that ``text`` takes on a canvas."""
    return sum(map(_size, text))


def fit(text: str, width: int) -> str:
    """``text`` cut to ``width`` cells, with ``…`` at the end where something is missing."""
    if width_of(text) <= width:
        return text
    kept: list[str] = []
    left = width - 1
    for char in text:
        left -= _size(char)
        if left < 0:
            break
        kept.append(char)
    return "".join(kept) + ("…" if width > 0 else "")


def in_ascii(text: str) -> str:
    """``text`` with lines and signs replaced by plain ASCII of the same width."""
    return text.translate(_ASCII)


class Canvas:
    """``height`` lines of ``width`` cells; what does not fit is cut, never wrapped.

    Args:
        width: cells in a line.
        height: lines.
        ascii_only: replace lines and signs by plain ASCII of the same width.
    """

    def __init__(self, width: int, height: int, *, ascii_only: bool = False) -> None:
        self.width = max(width, 0)
        self.height = max(height, 0)
        self.ascii_only = ascii_only
        self._chars = [[" "] * self.width for _ in range(self.height)]
        self._inks = [[""] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, ink: str = "") -> int:
        """Writes ``text`` from cell ``x`` of line ``y``; returns the cell after it."""
        if self.ascii_only:
            text = in_ascii(text)
        if not 0 <= y < self.height:
            return x + width_of(text)
        chars, inks = self._chars[y], self._inks[y]
        for char in text:
            if char < " " or "\x7f" <= char < "\xa0" or char in _SELECTORS:
                continue
            size = _size(char)
            if size == 0:
                if 0 < x <= self.width:
                    chars[x - 1] += char
                continue
            if x >= 0 and x + size <= self.width:
                if chars[x] == "" and x:  # the right half of a wide character goes with its left
                    chars[x - 1] = " "
                if x + size < self.width and chars[x + size] == "":
                    chars[x + size] = " "
                chars[x], inks[x] = char, ink
                if size == 2:
                    chars[x + 1], inks[x + 1] = "", ink
            x += size
        return x

    def right(self, x: int, y: int, text: str, ink: str = "") -> None:
        """Writes ``text`` so that it ends before cell ``x``."""
        self.put(x - width_of(text), y, text, ink)

    def middle(self, x: int, width: int, y: int, text: str, ink: str = "") -> None:
        """Writes ``text`` in the middle of the ``width`` cells from ``x``."""
        text = fit(text, width)
        self.put(x + (width - width_of(text)) // 2, y, text, ink)

    def runs(self, x: int, y: int, runs: Iterable[tuple[str, str]]) -> int:
        """Writes runs of (text, ink) one after the other; returns the cell after the last."""
        for text, ink in runs:
            x = self.put(x, y, text, ink)
        return x

    def rule(self, y: int, x: int = 0, width: int | None = None, ink: str = "rule") -> None:
        """Draws a horizontal line of ``width`` cells (to the right edge when None)."""
        self.put(x, y, "─" * (self.width - x if width is None else width), ink)

    def clear(self, x: int, y: int, width: int, height: int) -> None:
        """Makes a rectangle blank, for what is drawn over something else."""
        for line in range(y, y + height):
            self.put(x, line, " " * width)

    def box(self, x: int, y: int, width: int, height: int, kind: str, ink: str = "") -> None:
        """Draws the border of a rectangle; ``kind`` is a key of ``BOXES``."""
        corner, flat, corner2, tall, corner3, corner4 = tuple(BOXES[kind])
        self.put(x, y, corner + flat * (width - 2) + corner2, ink)
        for line in range(y + 1, y + height - 1):
            self.put(x, line, tall, ink)
            self.put(x + width - 1, line, tall, ink)
        self.put(x, y + height - 1, corner3 + flat * (width - 2) + corner4, ink)

    def row(self, y: int) -> Row:
        """A line as runs of equal ink."""
        return _runs(self._chars[y], list(self._inks[y]))

    def rows(self) -> tuple[Row, ...]:
        """The lines as runs of equal ink."""
        return tuple(map(self.row, range(self.height)))

    def changed(self, before: Canvas, y: int) -> tuple[int, int] | None:
        """The cells of a line that differ from a canvas of the same size.

        Returns:
            The first of them and the one after the last, or None where the lines are equal.
        """
        chars, inks = self._chars[y], self._inks[y]
        old_chars, old_inks = before._chars[y], before._inks[y]
        if chars == old_chars and inks == old_inks:
            return None
        cells = zip(chars, inks, old_chars, old_inks, strict=True)
        places = [
            x
            for x, (char, ink, old_char, old_ink) in enumerate(cells)
            if char != old_char or ink != old_ink
        ]
        left, right = places[0], places[-1] + 1
        # Both halves of a wide character are painted together.
        while left and "" in (chars[left], old_chars[left]):
            left -= 1
        while right < self.width and "" in (chars[right], old_chars[right]):
            right += 1
        return left, right

    def text(self) -> str:
        """The lines as plain text, blanks at their ends included."""
        return "\n".join(map("".join, self._chars))


_GROUNDED = ("turn", "pick")
"""Inks with a ground of their own."""


def _blank(chars: list[str], start: int, end: int) -> bool:
    return all(char == " " for char in chars[start:end])


def _runs(chars: list[str], inks: list[str]) -> Row:
    """Runs of equal ink; a blank cell goes with what stands before it, wherever that looks alike.

    A terminal is sent about fifty bytes for each run and everything left of a change, so a hand of
    nine cards is four runs a line instead of eighteen.
    """
    result: list[tuple[str, str]] = []
    start = 0
    for place in range(1, len(chars) + 1):
        if place < len(chars):
            ink = inks[place]
            if ink == "" and chars[place] == " " and not inks[start].startswith(_GROUNDED):
                inks[place] = ink = inks[start]
            elif (
                inks[start] == "" and not ink.startswith(_GROUNDED) and _blank(chars, start, place)
            ):
                inks[start] = ink
            if ink == inks[start]:
                continue
        result.append(("".join(chars[start:place]), inks[start]))
        start = place
    return tuple(result) if chars else ()
