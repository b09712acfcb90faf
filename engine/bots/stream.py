"""Numbers drawn from given bytes: the only chance a bot has; equal bytes mean equal play."""

from __future__ import annotations

from collections.abc import MutableSequence
from hashlib import shake_256
from typing import TypeVar

__all__ = ["Stream"]

_BLOCK = 2048
_WORD = 4
_SPAN = 1 << (8 * _WORD)

T = TypeVar("T")


class Stream:
    """An endless, reproducible stream of numbers from `chance` bytes and a label.

    Two labels give independent streams from the same bytes.
    """

    __slots__ = ("_at", "_block", "_bytes", "_seed")

    def __init__(self, chance: bytes, label: str) -> None:
        # The length in front keeps (chance, label) pairs from running into each other.
        self._seed = len(chance).to_bytes(4, "big") + chance + label.encode()
        self._block = 0
        self._bytes = b""
        self._at = 0

    def _word(self) -> int:
        if self._at == len(self._bytes):
            self._bytes = shake_256(self._seed + self._block.to_bytes(4, "big")).digest(_BLOCK)
            self._block += 1
            self._at = 0
        self._at += _WORD
        return int.from_bytes(self._bytes[self._at - _WORD : self._at], "big")

    def below(self, bound: int) -> int:
        """A number 0..bound-1, each equally likely (rejection sampling).

        Raises:
            ValueError: if `bound` is not in 1..2**32.
        """
        if not 1 <= bound <= _SPAN:
            raise ValueError(f"no number is drawn below {bound}")
        limit = _SPAN - _SPAN % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Bring the items into a random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
