"""Names and results in few cells: names give way and say so, numbers never do."""

from collections.abc import Sequence

from tui.present.canvas import fit, width_of

__all__ = ["result_text"]

LONGEST = 12
"""Cells of the longest name there is."""


def result_text(
    sides: Sequence[Sequence[str]], score: Sequence[int], room: int, fewest: int = 0
) -> str | None:
    """``Lara, Ueli 629 : Noémie, Marco 847`` in at most ``room`` cells.

    Names become ``Noé…``, then ``N…``, then are left out; None where not even the numbers fit, or
    no name in ``fewest`` cells.
    """
    for letters in range(LONGEST, max(fewest, 2) - 1, -1):
        text = " : ".join(
            f"{', '.join(fit(name, letters) for name in names)} {points}"
            for names, points in zip(sides, score, strict=False)
        )
        if width_of(text) <= room:
            return text
    if fewest:
        return None
    numbers = [str(points) for points in score]
    plain = (between.join(numbers) for between in (" : ", ":"))
    return next((text for text in plain if width_of(text) <= room), None)
