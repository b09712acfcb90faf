"""The first screen and every plain list to choose from: settings, records, rules, help."""

from collections.abc import Sequence
from dataclasses import dataclass

from tui.present.canvas import Canvas, fit, width_of
from tui.present.look import Key, Look, foot, head

__all__ = ["MenuLine", "chunks", "draw_lines", "draw_menu", "draw_title", "note_room", "wrap"]

LOGO = (
    "     ██╗  █████╗  ███████╗ ███████╗",
    "     ██║ ██╔══██╗ ██╔════╝ ██╔════╝",
    "     ██║ ███████║ ███████╗ ███████╗",
    "██   ██║ ██╔══██║ ╚════██║ ╚════██║",
    "╚█████╔╝ ██║  ██║ ███████║ ███████║",
    " ╚════╝  ╚═╝  ╚═╝ ╚══════╝ ╚══════╝",
)
LOGO_ASCII = (
    "    ##   ###    ####   ####",
    "    ##  ## ##  ##     ##",
    "    ##  #####   ###    ###",
    "##  ##  ## ##     ##     ##",
    " ####   ## ##  ####   ####",
)


@dataclass(frozen=True, slots=True)
class MenuLine:
    """One line to choose: what it is, and what there is to say about it on the right."""

    label: str
    note: str = ""
    ink: str = ""


def _column(labels: Sequence[str], width: int, notes: Sequence[str] = ()) -> int:
    """Where the notes of a list begin: beyond the middle only where all of them still fit."""
    wanted = max(map(width_of, labels), default=0) + 8
    left = width - max(map(width_of, notes), default=width) - 3
    return min(wanted, max(width // 2, left))


def note_room(labels: Sequence[str], width: int) -> int:
    """How many cells there are for the note beside each of these labels."""
    return width - _column(labels, width) - 3


def _list(
    canvas: Canvas, y: int, lines: Sequence[MenuLine], chosen: int, bottom: int, *, digits: bool
) -> None:
    room = max(bottom - y, 1)
    first = min(max(chosen - room // 2, 0), max(len(lines) - room, 0))
    notes = [line.note for line in lines]
    column = _column([line.label for line in lines], canvas.width, notes)
    for place, line in enumerate(lines[first : first + room], start=first):
        mark = "▶" if place == chosen else " "
        number = f"{place + 1}" if digits and place < 9 else ""
        ink = "strong" if place == chosen else line.ink
        canvas.put(1, y, mark, "key")
        canvas.put(3, y, number, "key")
        canvas.put(5, y, fit(line.label, column - 6 if line.note else canvas.width - 6), ink)
        canvas.put(column, y, fit(line.note, canvas.width - column - 3), "dim")
        y += 1
    # That a list goes on is said where the eye is: at its edge.
    if first:
        canvas.put(canvas.width - 2, bottom - room, "↑", "key")
    if first + room < len(lines):
        canvas.put(canvas.width - 2, y - 1, "↓", "key")


def draw_title(look: Look, lines: Sequence[MenuLine], chosen: int, note: str = "") -> Canvas:
    """The title screen: what can be done, and who sits in front of it."""
    canvas = look.canvas()
    say = look.say
    settings = look.settings
    title = f"JASS   {say('title.subtitle')}"
    parts = [settings.player, say(f"lang.{settings.lang}"), say(f"deck.{settings.deck}")]
    parts = [part for part in parts if part]
    # Whole or not at all; in which language the screen is one sees.
    if width_of(title) + width_of("   ".join(parts)) + 3 > look.width:
        parts.remove(say(f"lang.{settings.lang}"))
    while parts and width_of(title) + width_of("   ".join(parts)) + 3 > look.width:
        parts.pop()
    y = head(canvas, title, "   ".join(parts))
    logo = LOGO_ASCII if look.skin.ascii_only else LOGO
    if look.height >= len(lines) + len(logo) + 8 and look.width >= 60:
        wide = max(map(len, logo))
        for row, line in enumerate(logo):
            canvas.put((look.width - wide) // 2, y + 1 + row, line, f"suit.{row % 4}")
        y += len(logo) + 2
    y += 1 if look.height >= 14 else 0
    _list(canvas, y, lines, chosen, look.height - 2, digits=True)
    if look.height >= 20:
        canvas.middle(0, look.width, look.height - 3, note, "dim")
    foot(canvas, look, TITLE_KEYS)
    return canvas


TITLE_KEYS: tuple[Key, ...] = (
    ("1-8 Enter", "key.open"),
    ("v", "key.deck"),
    ("q", "key.quit"),
    ("F2", "key.palette"),
    ("?", "key.help"),
)


def draw_menu(
    look: Look,
    title: str,
    right: str,
    lines: Sequence[MenuLine],
    chosen: int,
    keys: Sequence[Key],
    *,
    note: str = "",
    digits: bool = False,
) -> Canvas:
    """A list to move through, with a note under it."""
    canvas = look.canvas()
    y = head(canvas, title, right)
    notes = wrap(note, look.width - 2) if note else []
    bottom = look.height - 1 - (len(notes) + 1 if notes and look.height >= 14 else 0)
    _list(canvas, y + (1 if look.height >= 14 else 0), lines, chosen, bottom, digits=digits)
    if notes and look.height >= 14:
        for row, line in enumerate(notes):
            canvas.put(1, look.height - 1 - len(notes) + row, fit(line, look.width - 2), "dim")
    foot(canvas, look, keys)
    return canvas


def wrap(text: str, width: int) -> list[str]:
    """``text`` in lines of at most ``width`` cells, broken at blanks; line ends stay."""
    result: list[str] = []
    for paragraph in text.split("\n"):
        indent = paragraph[: len(paragraph) - len(paragraph.lstrip())]
        line = ""
        for word in paragraph.split():
            grown = f"{line} {word}" if line else indent + word
            if len(grown) > width and line:
                result.append(line)
                line = indent + word
            else:
                line = grown
        result.append(line)
    return result


def chunks(text: str, width: int) -> list[str]:
    """``text`` cut into lines of ``width`` cells, words or not: for what is copied, not read."""
    return [text[start : start + width] for start in range(0, len(text), max(width, 1))]


def draw_lines(
    look: Look,
    title: str,
    right: str,
    lines: Sequence[tuple[str, str]],
    top: int,
    keys: Sequence[Key],
) -> Canvas:
    """Lines of (text, ink) to scroll through, from line ``top``."""
    canvas = look.canvas()
    y = head(canvas, title, right)
    room = look.height - y - 1
    for row, (line, ink) in enumerate(lines[top : top + room]):
        canvas.put(1, y + row, fit(line, look.width - 2), ink)
    if len(lines) > room:
        canvas.right(look.width - 1, 1, f" {min(top + room, len(lines))}/{len(lines)} ", "dim")
    foot(canvas, look, keys)
    return canvas
