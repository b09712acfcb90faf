"""Public chance: what a game leaves to luck at a deal (rules 1.0.2).

The bytes come from all seats together; here they only become numbers, by rejection sampling, so
that every number is equally likely.
"""

from __future__ import annotations

import hashlib
from typing import Final

from engine.cards import CARDS_36, Card, height_of
from engine.seats import Seat

__all__ = ["Toss", "draw_dealer"]

_BLOCK: Final = 8
"""Bytes per try: 64 bits, so that a try is almost never rejected."""


class Toss:
    """A stream of fair numbers from joint chance, one stream per purpose."""

    __slots__ = ("_at", "_data", "_seed")

    def __init__(self, chance: bytes, purpose: str) -> None:
        self._seed = b"jass/toss/1:" + purpose.encode() + b":" + chance
        self._data = b""
        self._at = 0

    def _word(self) -> int:
        if self._at == len(self._data):
            # A longer output of SHAKE begins with the shorter one, so the stream just goes on.
            self._data = hashlib.shake_256(self._seed).digest(2 * len(self._data) or 32 * _BLOCK)
        word = self._data[self._at : self._at + _BLOCK]
        self._at += _BLOCK
        return int.from_bytes(word, "big")

    def below(self, bound: int) -> int:
        """A number 0..bound-1."""
        limit = (1 << 8 * _BLOCK) // bound * bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def cards(self, count: int) -> tuple[Card, ...]:
        """Different cards drawn from a Jass deck."""
        deck = list(CARDS_36)
        return tuple(deck.pop(self.below(len(deck))) for _ in range(count))


def draw_dealer(
    toss: Toss, seats: int, *, lowest: bool
) -> tuple[Seat, tuple[tuple[tuple[Seat, Card], ...], ...]]:
    """The first dealer by cards drawn, and the rounds it took.

    Suits do not count. Seats whose cards tie for the deciding rank draw again from the same
    stream.

    Args:
        toss: the stream.
        seats: how many draw.
        lowest: the lowest card decides instead of the highest.
    """
    tied = [Seat(seat) for seat in range(seats)]
    rounds = []
    while len(tied) > 1:
        drawn = tuple(zip(tied, toss.cards(len(tied)), strict=True))
        rounds.append(drawn)
        heights = [height_of(card) for _, card in drawn]
        deciding = min(heights) if lowest else max(heights)
        tied = [seat for seat, card in drawn if height_of(card) == deciding]
    return tied[0], tuple(rounds)
