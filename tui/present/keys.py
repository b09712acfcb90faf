"""The keys of a screen as its help lists them: as they are printed, and what each does there."""

from collections.abc import Sequence

from tui.keymap import KeyRow, rows_of
from tui.present.look import Look
from tui.texts import Say, has_text

__all__ = ["key_lines"]

_PRINTED = {
    "question_mark": "?",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "enter": "Enter",
    "escape": "Esc",
    "backspace": "Backspace",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "ctrl+q": "Ctrl+Q",
    "ctrl+c": "Ctrl+C",
}


def key_lines(
    look: Look, scopes: Sequence[str], digits: str = "", *, typing: bool = False
) -> list[tuple[str, str]]:
    """Every key of a screen once, as (printed, what it does); those of the whole app last.

    Args:
        look: the screen, with the keys this player has moved.
        scopes: whose keys the screen has.
        digits: the digits that mean something there now; empty for all that are bound.
        typing: what can be printed is typed there and is no key.
    """
    own = look.settings.keys
    found: dict[str, list[str]] = {}
    for row in rows_of(*scopes, "app"):
        keys = own.get(row.id, row.keys).split(",")
        shown = [key for key in keys if not (typing and _is_typed(key))]
        if shown:
            found.setdefault(_code(row), []).extend(shown)
    return [(_printed(look.say, keys, digits), look.say(code)) for code, keys in found.items()]


def _is_typed(key: str) -> bool:
    return len(key) == 1 or key in ("question_mark", "space")


def _code(row: KeyRow) -> str:
    """The code of a key's text: one of its own screen, else the usual one."""
    own = f"do.{row.scope}.{row.text}"
    return own if has_text(own) else f"do.{row.text}"


def _printed(say: Say, keys: Sequence[str], digits: str) -> str:
    numbers = [key for key in keys if key.isdigit()]
    others = [key for key in keys if not key.isdigit()]
    parts = _ranges(numbers) if len(numbers) != 10 else ["0-9"]
    if digits and len(numbers) > 4:
        parts = [digits]
    return " ".join((*parts, *(_name(say, key) for key in others)))


def _name(say: Say, key: str) -> str:
    if key == "space":
        return say("key_name.space")
    return _PRINTED.get(key) or (key.upper() if len(key) > 1 else key)


def _ranges(numbers: Sequence[str]) -> list[str]:
    """Digits as ``1-9``, or ``6-9 0`` where they do not follow each other."""
    groups: list[list[str]] = []
    for number in numbers:
        if groups and int(number) == int(groups[-1][-1]) + 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    return [f"{group[0]}-{group[-1]}" if len(group) > 1 else group[0] for group in groups]
