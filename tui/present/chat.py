"""What people said: whole, in as many lines as it takes, the newest at the bottom."""

from collections.abc import Sequence

from net.updates import Said
from tui.present.canvas import Canvas, width_of
from tui.present.menu import wrap

__all__ = ["draw_said", "said_lines"]

Line = tuple[str, str]
"""The name before a line, empty where a message goes on, and the words."""


def said_lines(messages: Sequence[Said], width: int, rows: int) -> list[Line]:
    """The last messages in ``rows`` lines of ``width`` cells.

    Only whole messages; of a newest that is longer than all that, its beginning and «…».
    """
    lines: list[Line] = []
    for said in reversed(messages):
        block = _folded(said.name, said.text, width)
        if len(lines) + len(block) > rows:
            if not lines and rows > 0:
                name, last = block[rows - 1]
                room = width - 1 - (width_of(name) + 2 if name else 0)
                lines = [*block[: rows - 1], (name, f"{_cells(last, room)[0]}…")]
            break
        lines = [*block, *lines]
    return lines


def draw_said(
    canvas: Canvas, messages: Sequence[Said], x: int, top: int, bottom: int, width: int
) -> int:
    """Draws them above line ``bottom``, from ``top`` on at most; returns their first line."""
    lines = said_lines(messages, width, bottom - top)
    first = bottom - len(lines)
    for y, (name, words) in enumerate(lines, first):
        at = canvas.put(x, y, f"{name}  ", "say") if name else x + _INDENT
        canvas.put(at, y, words)
    return first


_INDENT = 1
"""Where a message goes on it stands a little to the right: no name begins there."""


def _folded(name: str, text: str, width: int) -> list[Line]:
    gap = width_of(name) + 2
    # The name takes the place of a word without blanks, so that the first line breaks right.
    lines = wrap(f"{'x' * gap}{text.strip()}", width - _INDENT)
    pieces = [piece for line in lines for piece in _cells(line, width - _INDENT)]
    return [
        (name, piece[gap:].lstrip()) if place == 0 else ("", piece)
        for place, piece in enumerate(pieces)
    ]


def _cells(text: str, width: int) -> list[str]:
    """``text`` cut into pieces of at most ``width`` cells, words or not."""
    pieces, room = [""], max(width, 2)
    for char in text:
        if width_of(pieces[-1] + char) > room:
            pieces.append("")
        pieces[-1] += char
    return pieces
