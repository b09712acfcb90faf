"""A page of Markdown as lines for a screen: paragraphs flow again, tables become columns."""

from collections.abc import Sequence

from tui.present.canvas import fit, width_of
from tui.present.menu import wrap

__all__ = ["page_lines"]

Lines = list[tuple[str, str]]


def page_lines(page: str, width: int) -> Lines:
    """``page`` as (text, ink) lines of at most ``width`` cells."""
    result: Lines = []
    block: list[str] = []
    for line in [*_plain(page).split("\n"), ""]:
        if block and (not line.strip() or _begins(line) or _is_row(block[0]) != _is_row(line)):
            result += _block(block, width)
            block = []
        if line.strip():
            block.append(line)
        elif result and result[-1][0]:
            result.append(("", ""))
    while result and not result[-1][0]:
        result.pop()
    return result


def _plain(page: str) -> str:
    return page.replace("**", "").replace("`", "").replace("\\|", "/")


def _begins(line: str) -> bool:
    """Whether a line begins something of its own: a heading or an entry of a list."""
    text = line.lstrip()
    number = text.partition(".")[0]
    return text.startswith(("#", "* ", "- ")) or (
        number.isdigit() and text[len(number) :][:2] == ". "
    )


def _is_row(line: str) -> bool:
    return line.lstrip().startswith("|")


def _block(block: Sequence[str], width: int) -> Lines:
    first = block[0]
    if _is_row(first):
        return _table(block, width)
    text = " ".join(line.strip() for line in block)
    if first.startswith("#"):
        return [(line, "title") for line in wrap(text.lstrip("# "), width)]
    indent = " " * (len(first) - len(first.lstrip()))
    if not _begins(first):
        return [(indent + line, "") for line in wrap(text, width - len(indent))]
    mark, _, rest = text.partition(" ")
    mark = "·" if mark in "*-" else mark
    lines = wrap(rest, width - len(indent) - len(mark) - 1)
    hang = " " * (len(mark) + 1)
    return [(indent + (f"{mark} " if not n else hang) + line, "") for n, line in enumerate(lines)]


def _table(block: Sequence[str], width: int) -> Lines:
    """Columns as wide as what is in them; the last takes what is left and goes on below."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block]
    ruled = [all(cell and set(cell) <= set("-:") for cell in row) for row in rows]
    rows = [row for row, is_rule in zip(rows, ruled, strict=True) if not is_rule]
    count = max(map(len, rows))
    rows = [row + [""] * (count - len(row)) for row in rows]
    wide = [max(width_of(row[n]) for row in rows) for n in range(count)]
    least = 8
    while sum(wide) + 2 * (count - 1) > width and max(wide) > least:
        wide[wide.index(max(wide))] -= 1
    lines: Lines = []
    for place, row in enumerate(rows):
        ink = "strong" if place == 0 and any(ruled) else ""
        cells = [wrap(cell, wide[n]) for n, cell in enumerate(row)]
        for n in range(max(map(len, cells))):
            parts = [
                _padded(cell[n] if n < len(cell) else "", wide[c]) for c, cell in enumerate(cells)
            ]
            lines.append((fit("  ".join(parts).rstrip(), width), ink))
    return lines


def _padded(text: str, width: int) -> str:
    text = fit(text, width)
    return text + " " * (width - width_of(text))
