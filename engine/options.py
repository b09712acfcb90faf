"""The options of one table, as every peer holds them.

Names are those of rules 2.6. Which options a game has, and what excludes what, is said by its
variant; this type only keeps the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

__all__ = ["Options", "Value"]

Value = bool | int | str | tuple[str, ...] | None
"""A switch, a number, a name, a set of names in canonical order, or None for «off»."""


class Options:
    """All options in force at a table, frozen and in canonical order.

    Every option of the game can be read as an attribute. `to_dict` leaves out those that another
    option makes meaningless, so that it can be given back to `make_options` as it is.
    """

    __slots__ = ("_active", "_hash", "_key", "_values")

    def __init__(self, values: Mapping[str, Value], active: Mapping[str, str]) -> None:
        self._values: Final = dict(sorted(values.items()))
        self._active: Final = dict(sorted(active.items()))
        self._key: Final = tuple(self._values.items())
        # Rules are looked up by options at every act; they never change.
        self._hash: Final = hash(self._key)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._values:
            raise AttributeError(f"this game has no option {name!r}")
        return self._values[name]

    def get(self, name: str) -> Value:
        """The value of an option; None also if the game does not have it."""
        return self._values.get(name)

    def items(self) -> Iterator[tuple[str, Value]]:
        """All options and values, by name."""
        return iter(self._values.items())

    def to_dict(self) -> dict[str, str]:
        """The options that matter, as the texts with which they can be set again."""
        return dict(self._active)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Options) and self._key == other._key)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Options({self._active})"
