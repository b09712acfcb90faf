"""Names on screens: of people, cleaned and told apart, and of bots, whom nobody is called like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from net.core.clean import clean_name
from net.core.lobby import Seating

__all__ = ["bot_name", "names_on", "told_apart"]

_NAMES: Final = (
    "Vreneli", "Köbi", "Rösli", "Hausi", "Heidi", "Sepp", "Annebäbi", "Chueri",
    "Trudi", "Geissi", "Dätti", "Meieli", "Wisi", "Züsi",
)  # fmt: skip

_LEAST: Final = 3


def bot_name(taken: Iterable[str]) -> str:
    """A name that nobody at the table has, nor one that begins like it: scores shorten names."""
    used = {_start(name) for name in taken}
    return next((name for name in _NAMES if _start(name) not in used), "Bot")


def _start(name: str) -> str:
    """What is left of a name where there is least room."""
    return _shown(name)[:_LEAST].casefold()


def told_apart(names: Iterable[str | None]) -> tuple[str, ...]:
    """Names as they came, cleaned; people with one name become «Anna» and «Anna 2».

    None, where nobody is, becomes empty.
    """
    count: Counter[str] = Counter()
    result = []
    for raw in names:
        name = _shown(raw) if raw is not None else ""
        count[name] += 1
        result.append(f"{name} {count[name]}" if name and count[name] > 1 else name)
    return tuple(result)


def names_on(seats: Iterable[Seating | None]) -> tuple[str, ...]:
    """The names on the seats, told apart; empty on a free one."""
    return told_apart(seating.name if seating is not None else None for seating in seats)


@lru_cache(maxsize=256)
def _shown(name: str) -> str:
    return clean_name(name) or "?"
