"""Names and results in few cells: names give way and say so, numbers never do."""

from collections.abc import Callable, Sequence

from tui.present.canvas import fit, width_of

__all__ = ["names_text", "packed", "result_text", "shrunk"]

LONGEST = 12
"""Cells of the longest name there is."""


def shrunk(line: Callable[[int], str], room: int) -> str | None:
    """The line whose names have as many cells as there is room for; None where not even three."""
    tries = map(line, range(LONGEST, 2, -1))
    return next((text for text in tries if width_of(text) <= room), None)


def names_text(names: Sequence[str], room: int, between: str = ", ") -> str:
    """``Root, Anne…, Köbi``; all of them are there, the longest is cut first."""
    cells = [width_of(name) for name in names]
    text = between.join(names)
    while width_of(text) > room and cells and max(cells) > 2:
        cells[cells.index(max(cells))] -= 1
        text = between.join(map(fit, names, cells))
    return fit(text, room)


def packed(words: Sequence[str], room: int) -> list[str]:
    """The words in lines of at most ``room`` cells."""
    lines: list[str] = []
    for word in words:
        if lines and width_of(lines[-1]) + 2 + width_of(word) <= room:
            lines[-1] += f"  {word}"
        else:
            lines.append(fit(word, room))
    return lines


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
