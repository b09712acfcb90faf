"""Tricks announced and made: what may be said, and what a difference costs (rules 1.10, 1.11)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.seats import Seat

__all__ = ["difference", "down_and_up", "forbidden_bid", "reached"]


def forbidden_bid(cards: int, others: int) -> int | None:
    """What the dealer may not say: the number that brings the sum to the cards of a hand.

    Args:
        cards: dealt to each player.
        others: sum of what the others have said.

    Returns:
        None if they have already said more, so that he is free.
    """
    return cards - others if others <= cards else None


def difference(bid: int, tricks: int, factor: int = 1) -> int:
    """What one bid costs."""
    return abs(bid - tricks) * factor


def down_and_up(first: int, hand: int) -> int:
    """Cards in a hand when they go down from `first` to one, up again, down again and so on.

    Args:
        first: cards of the first hand, at least 2.
        hand: counted from 0.
    """
    place = hand % (2 * first - 2)
    return first - place if place < first else place - first + 2


def reached(totals: Sequence[int], limit: int) -> tuple[Seat, ...]:
    """The seats that have at least so many points."""
    return tuple(Seat(seat) for seat, points in enumerate(totals) if points >= limit)
