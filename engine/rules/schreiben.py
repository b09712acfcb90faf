"""How a score is written on the board: strokes of the Z (rules 1.0.7)."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Strokes", "strokes"]


@dataclass(frozen=True, slots=True)
class Strokes:
    """A score in strokes.

    Attributes:
        hundreds: strokes on the upper line.
        fifties: strokes on the diagonal.
        twenties: strokes on the lower line.
        rest: the number at the lower right.
    """

    hundreds: int
    fifties: int
    twenties: int
    rest: int


def strokes(points: int) -> Strokes:
    """Take away hundreds, then fifties, then twenties.

    Raises:
        ValueError: for a negative score, which no board shows.
    """
    if points < 0:
        raise ValueError("a score on the board is never negative")
    hundreds, left = divmod(points, 100)
    fifties, left = divmod(left, 50)
    twenties, rest = divmod(left, 20)
    return Strokes(hundreds, fifties, twenties, rest)
