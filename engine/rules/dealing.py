"""Cutting and packets: how cards reach the hands at a table (rules 1.0.2)."""

from __future__ import annotations

from typing import Final

from engine.seats import Seat

__all__ = ["FEWEST_CUT", "cut_bounds", "cutter", "packets"]

FEWEST_CUT: Final = 3
"""The fewest cards that may be lifted."""

_PACKETS: Final = {
    12: (4, 4, 4),
    10: (5, 5),
    9: (3, 3, 3),
    8: (4, 4),
    7: (4, 3),
    6: (3, 3),
}


def cut_bounds(deck_size: int) -> tuple[int, int]:
    """How many cards may be lifted, fewest and most."""
    return FEWEST_CUT, deck_size - 1


def cutter(dealer: int, seats: int, *, right: bool = False) -> Seat:
    """The seat that cuts: behind the dealer, or with `abheben_rechts` to his right.

    Seats count in playing order, so the seat behind the dealer is the one before him.
    """
    return Seat((dealer + (1 if right else -1)) % seats)


def packets(cards: int) -> tuple[int, ...]:
    """The packets in which a hand of so many cards is dealt; unlisted sizes one card at a time."""
    return _PACKETS.get(cards, (1,) * cards)
