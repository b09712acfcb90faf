"""The Jasstafel: strokes on the Z as at a real table, or plain numbers (rules 1.0.7)."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.rules.schreiben import strokes
from tui.present.canvas import Canvas, width_of

__all__ = ["Strokes", "draw_z", "strokes_of"]


@dataclass(frozen=True, slots=True)
class Strokes:
    """What a side has on its Z: strokes of 100, 50 and 20, and the rest as a number."""

    hundreds: int = 0
    fifties: int = 0
    twenties: int = 0
    rest: int = 0

    def write(self, points: int) -> "Strokes":
        """Writes ``points`` with what was left over; a stroke once made is never rubbed out."""
        new = strokes(self.rest + points)
        return Strokes(
            self.hundreds + new.hundreds,
            self.fifties + new.fifties,
            self.twenties + new.twenties,
            new.rest,
        )

    @property
    def total(self) -> int:
        """All points on the board."""
        return self.hundreds * 100 + self.fifties * 50 + self.twenties * 20 + self.rest


def strokes_of(written: Iterable[int]) -> Strokes:
    """The board after writing one amount after the other."""
    board = Strokes()
    for points in written:
        board = board.write(points)
    return board


def _bundles(count: int) -> str:
    """Strokes in fives, the fifth across the four."""
    fives, ones = divmod(count, 5)
    return " ".join(["||||/"] * fives + (["|" * ones] if ones else []))


def _crosses(count: int) -> str:
    """Fifties as slants, the second laid across the first."""
    pairs, single = divmod(count, 2)
    return " ".join(["X"] * pairs + (["/"] if single else []))


def _hundreds(count: int) -> str:
    """The same where five hundreds are a V, as who writes much of it does."""
    fives, ones = divmod(count, 5)
    return " ".join(filter(None, ["V" * fives, "|" * ones]))


def _fitting(room: int, count: int, mark: str, *texts: str) -> str:
    """The first text that has room; where none has, the count."""
    return next((text for text in texts if width_of(text) <= room), f"{count}×{mark}")


def draw_z(canvas: Canvas, x: int, y: int, width: int, board: Strokes) -> None:
    """Draws the Z of one side into ``width`` × 7 cells, hundreds on top, twenties below."""
    canvas.put(x, y, "━" * width, "chalk")
    canvas.put(x, y + 6, "━" * width, "chalk")
    step = (width - 6) / 4
    places = [x + 2 + round(step * part) for part in (4, 3, 2, 1, 0)]
    for line, place in enumerate(places):
        canvas.put(place, y + 1 + line, "╱", "rule")
    count = board.hundreds
    hundreds = _fitting(width - 7, count, "|", _bundles(count), _hundreds(count))
    canvas.put(x + 2, y + 1, hundreds, "chalk")
    fifties = _fitting(width // 2 - 2, board.fifties, "/", _crosses(board.fifties))
    canvas.right(places[2] - 1, y + 3, fifties, "chalk")
    twenties = _fitting(width - 8, board.twenties, "|", _bundles(board.twenties))
    canvas.put(x + min(10, width // 4), y + 5, twenties, "chalk")
