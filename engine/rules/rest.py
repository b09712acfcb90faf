"""«Rest»: claiming all tricks that are left (rules 1.0.9).

The test is public: whoever knows the cards shown and the cards played can make it, and it holds
whatever the others hold. It is sufficient, not necessary.
"""

from __future__ import annotations

from engine.cardset import cards_of
from engine.contracts import SUIT_MASKS, ContractRow

__all__ = ["beatable_cards", "rest_is_safe"]


def beatable_cards(row: ContractRow, own: int, unseen: int) -> int:
    """Mask of the own cards that an unseen card of the same suit lies above.

    Args:
        row: the contract, by the direction of its first trick.
        own: mask of all cards still held.
        unseen: mask of the cards neither played nor held.
    """
    powers = row.powers[row.directions[0]]
    beatable = 0
    for card in cards_of(own):
        suit = card // 9
        height = powers[suit][card]
        if any(powers[suit][other] > height for other in cards_of(unseen & SUIT_MASKS[suit])):
            beatable |= 1 << card
    return beatable


def rest_is_safe(row: ContractRow, own: int, unseen: int) -> bool:
    """Whether a player on lead certainly makes all tricks that are left.

    Args:
        row: the contract; never safe in Slalom and Guschti, nor while trump is not known, when
            any discard may become trump.
        own: mask of all cards he still holds, and shows.
        unseen: mask of the cards neither played nor held by him.
    """
    if row.contract is None or row.changes_direction or beatable_cards(row, own, unseen):
        return False
    own_trumps = own & row.trumps
    return own_trumps == own or own_trumps.bit_count() >= (unseen & row.trumps).bit_count()
