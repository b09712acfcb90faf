"""Cleans text that comes from another machine, a file or a careless keyboard.

A name can carry an escape sequence that sets the terminal's title, a bidi override that turns the
rest of the line around, or a tower of combining marks (all measured to reach a terminal through
ordinary widgets). What is left here is printable, left alone by the terminal, and as wide as it
says. Markup characters such as ``[/]`` are ordinary text and stay.

Which code points are assigned depends on Python's Unicode tables, so two devices may clean a very
new character differently: this decides what is *shown* or accepted from our own keyboard, never
whether an entry of the log is valid.
"""

import unicodedata

from net.core.limits import CHAT_CELLS, MARKS_PER_CHARACTER, NAME_CELLS, TABLE_NAME_CELLS

__all__ = ["cells", "clean_chat", "clean_name", "clean_table_name", "clean_text", "is_clean_name"]

# Cc control, Cf format (bidi overrides, joiners, tags), Cs half pairs, Co private use, Cn unknown,
# Zl and Zp line breaks: none of them has a cell of its own in a terminal.
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

# Invisible though their category says letter, mark or symbol: two names could look the same.
_INVISIBLE = frozenset(
    map(
        chr,
        (
            0x034F,
            *range(0x115F, 0x1161),
            *range(0x17B4, 0x17B6),
            *range(0x180B, 0x1810),
            0x2800,
            0x3164,
            *range(0xFE00, 0xFE10),
            0xFFA0,
            *range(0xE0100, 0xE01F0),
        ),
    )
)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me")


def _cell(char: str) -> int:
    if _is_mark(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def cells(text: str) -> int:
    """The number of terminal cells that cleaned ``text`` takes: 2 for wide characters, 0 for marks.

    Joined emoji are counted one by one, so the answer may be too large and is never too small.
    """
    return sum(map(_cell, text))


def clean_text(text: str, limit: int) -> str:
    """Returns ``text`` as NFC, without anything invisible or active, in at most ``limit`` cells.

    Spaces of every kind become single blanks, none at either end. Cleaning twice changes nothing.
    """
    # Bounded before any work: normalising is not free, and 4 code points a cell are plenty.
    kept = text[: limit * 16]
    while True:
        done = _pass(kept, limit)
        # Taking characters out can bring two together that compose: rarely a second round.
        if done == kept:
            return done
        kept = done


def _pass(text: str, limit: int) -> str:
    result: list[str] = []
    width = 0
    marks = MARKS_PER_CHARACTER  # a mark with nothing before it would sit on its neighbour
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        if char.isspace():
            if result and result[-1] != " ":
                result.append(" ")
                width += 1
                marks = MARKS_PER_CHARACTER
        elif category in _DROPPED or char in _INVISIBLE:
            continue
        elif _is_mark(char):
            if marks < MARKS_PER_CHARACTER:
                result.append(char)
                marks += 1
        else:
            result.append(char)
            width += _cell(char)
            marks = 0
        if width > limit:
            result.pop()
            break
    return unicodedata.normalize("NFC", "".join(result).strip())


def clean_name(text: str) -> str:
    """A player's name: at most 12 cells, possibly empty when nothing printable was in it."""
    return clean_text(text, NAME_CELLS)


def clean_table_name(text: str) -> str:
    """The name of a table as it stands in the list of tables: at most 24 cells."""
    return clean_text(text, TABLE_NAME_CELLS)


def clean_chat(text: str) -> str:
    """One line of chat: at most 200 cells."""
    return clean_text(text, CHAT_CELLS)


def is_clean_name(text: str) -> bool:
    """Whether ``text`` can be a player's name as it stands: not empty, and cleaning keeps it."""
    return bool(text) and clean_name(text) == text
