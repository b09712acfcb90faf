"""Who takes a trick and what piles of cards are worth (rules 1.0.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.cards import Card
from engine.cardset import cards_of
from engine.contracts import ContractRow, Direction

__all__ = ["beaters", "pile_points", "trick_points", "winning_place"]


def winning_place(row: ContractRow, trick: Sequence[Card], trick_no: int = 1) -> int:
    """The place, from 0, of the card that takes the trick so far.

    Args:
        row: the contract.
        trick: at least one card, in playing order.
        trick_no: counted from 1; Slalom and Guschti depend on it.
    """
    powers = row.powers[row.directions[trick_no - 1]][trick[0] // 9]
    place, most = 0, 0
    for index, card in enumerate(trick):
        if powers[card] > most:
            place, most = index, powers[card]
    return place


def trick_points(
    row: ContractRow, trick: Sequence[Card], trick_no: int = 1, *, per_trick: bool = False
) -> int:
    """Card points of a trick, without the five of the last.

    Args:
        row: the contract.
        trick: its cards.
        trick_no: counted from 1.
        per_trick: option `slalom_wert=je_stich`: valued by the direction of this trick, not by the
            direction announced first.
    """
    values = row.values_by_direction[row.direction(trick_no)] if per_trick else row.values
    return sum(values[card] for card in trick)


@cache
def _chunks(values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(
            sum(values[suit * 9 + rank] for rank in range(9) if chunk >> rank & 1)
            for chunk in range(512)
        )
        for suit in range(4)
    )


def pile_points(row: ContractRow, pile: int, direction: Direction | None = None) -> int:
    """Card points of a pile given as mask, by the announced direction or by the one given."""
    values = row.values if direction is None else row.values_by_direction[direction]
    first, second, third, fourth = _chunks(values)
    return (
        first[pile & 511]
        + second[pile >> 9 & 511]
        + third[pile >> 18 & 511]
        + fourth[pile >> 27 & 511]
    )


def beaters(row: ContractRow, trick: Sequence[Card], trick_no: int, cards: int) -> int:
    """Mask of those of `cards` that would take the trick from the card that takes it so far."""
    powers = row.powers[row.direction(trick_no)][trick[0] // 9]
    most = powers[trick[winning_place(row, trick, trick_no)]]
    return sum(1 << card for card in cards_of(cards) if powers[card] > most)
