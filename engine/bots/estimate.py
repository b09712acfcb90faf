"""What a hand promises as a contract: points by which the own side beats the others.

A sum over what good players count: trumps by rank and number, Puur and Näll, Aces, runs from the
top. The weights were fitted once by least squares to playouts of 5000 random hands per kind of
contract (12 deals each); they are rounded and Stöck are not in them.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.cards import Rank
from engine.contracts import ContractRow, Direction

__all__ = ["CARD_POINTS", "ESTIMATED_CARDS", "estimate", "gain"]

CARD_POINTS: Final = 157
"""Points of a hand without match."""

ESTIMATED_CARDS: Final = 9
"""Cards of the hands the weights were fitted to."""

_RANKS: Final = 9

# Trump, by rank from Six to Ace, and what the third, fourth, … trump adds.
_TRUMP_BASE: Final = -53
_TRUMP_CARD: Final = (6, 6, 6, 25, 3, 38, 7, 6, 16)
_TRUMP_NUMBER: Final = (0, 0, 0, 10, 20, 27, 39, 45, 50, 55)
_SIDE_ACE: Final = 19
_SIDE_ACE_KING: Final = 10
_SIDE_VOID: Final = 10

# No trump, by place from the strongest card of a suit: (from the Ace down, from the Six up).
_FLAT_CARD: Final = {
    Direction.OBEN: (22, 2, 3, 0, -2, -2, -6, -3, -3),
    Direction.UNTEN: (25, -3, 10, -1, 0, -5, -6, -7, -5),
}
_FLAT_TWO: Final = 12  # the two strongest together
_FLAT_LENGTH: Final = 4  # per card after the second of a suit whose strongest is held
_FLAT_LONG: Final = 5  # more per card after the third, with the two strongest
_FLAT_VOID: Final = 10
_FLAT_BARE: Final = -4  # the second strongest alone
_FLAT_OPEN: Final = -6  # neither of the two strongest
_FLAT_TOPS: Final = 9  # three suits whose strongest card is held


@cache
def _suit_trump(cards: int) -> int:
    held = sum(_TRUMP_CARD[rank] for rank in range(_RANKS) if cards >> rank & 1)
    return held + _TRUMP_NUMBER[cards.bit_count()]


def _turned(cards: int) -> int:
    """A suit upside down, so that the Six lies where the Ace lay."""
    return sum(1 << _RANKS - 1 - rank for rank in range(_RANKS) if cards >> rank & 1)


@cache
def _suit_side(cards: int, direction: Direction) -> int:
    if not cards:
        return _SIDE_VOID
    up = cards if direction is Direction.OBEN else _turned(cards)
    if not up >> Rank.ASS & 1:
        return 0
    return _SIDE_ACE + (_SIDE_ACE_KING if up >> Rank.KOENIG & 1 else 0)


@cache
def _suit_flat(cards: int, direction: Direction) -> int:
    if not cards:
        return _FLAT_VOID
    up = cards if direction is Direction.OBEN else _turned(cards)
    weights = _FLAT_CARD[direction]
    total = sum(weights[_RANKS - 1 - rank] for rank in range(_RANKS) if up >> rank & 1)
    top, second, size = up >> Rank.ASS & 1, up >> Rank.KOENIG & 1, up.bit_count()
    if top:
        total += _FLAT_LENGTH * max(0, size - 2)
        if second:
            total += _FLAT_TWO + _FLAT_LONG * max(0, size - 3)
    elif second:
        total += _FLAT_BARE if size == 1 else 0
    else:
        total += _FLAT_OPEN
    return total


def _flat(suits: list[int], direction: Direction) -> int:
    top = Rank.ASS if direction is Direction.OBEN else Rank.SECHS
    tops = sum(suit >> top & 1 for suit in suits)
    total = sum(_suit_flat(suit, direction) for suit in suits)
    return total + (_FLAT_TOPS if tops >= 3 else 0)


def estimate(hand: int, row: ContractRow, *, stoeck: int = 0) -> int:
    """Points by which the side of this hand may expect to beat the others.

    Args:
        hand: mask of nine cards.
        row: the contract.
        stoeck: what King and Ober of trump in this hand are worth besides (rules 1.0.6).
    """
    suits = [hand >> _RANKS * suit & 0x1FF for suit in range(4)]
    if row.trump is None:
        if row.changes_direction:
            return (_flat(suits, Direction.OBEN) + _flat(suits, Direction.UNTEN)) // 2
        return _flat(suits, row.directions[0])
    total = _TRUMP_BASE
    for suit, cards in enumerate(suits):
        if suit == row.trump:
            total += _suit_trump(cards)
            if cards >> Rank.OBER & cards >> Rank.KOENIG & 1:
                total += stoeck
        else:
            total += _suit_side(cards, row.directions[0])
    return total


def gain(lead: int, factor: int, needs: tuple[int, int] | None) -> int:
    """What a hand won by `lead` points is worth at this score.

    Without a target, `lead` times the factor. With one, points beyond what a side needs are worth
    nothing: so a side close to the target does not pay for a high factor, and a side that is about
    to lose does.

    Args:
        lead: points the own side wins by, before the factor.
        factor: of the contract.
        needs: points the own side and the best other side lack, or None.
    """
    if needs is None:
        return lead * factor
    ours = (CARD_POINTS + lead) * factor // 2
    theirs = (CARD_POINTS - lead) * factor // 2
    return min(ours, needs[0]) - min(theirs, needs[1]) + lead * factor // 16
