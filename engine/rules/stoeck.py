"""Stöck: King and Ober of trump in one hand (rules 1.0.6)."""

from __future__ import annotations

from typing import Final

from engine.cards import Card, Rank
from engine.contracts import ContractRow

__all__ = ["STOECK_POINTS", "completes_stoeck", "has_stoeck", "stoeck_cards"]

STOECK_POINTS: Final = 20


def stoeck_cards(row: ContractRow) -> int:
    """Mask of King and Ober of trump; 0 in a game without trump."""
    if row.trump is None:
        return 0
    return (1 << Rank.KOENIG | 1 << Rank.OBER) << row.trump * 9


def has_stoeck(row: ContractRow, dealt: int) -> bool:
    """Whether the dealt hand holds both cards."""
    pair = stoeck_cards(row)
    return pair != 0 and dealt & pair == pair


def completes_stoeck(
    row: ContractRow, dealt: int, played: int, card: Card, *, welsch: bool = False
) -> bool:
    """Whether the Stöck of this player is due with the card he plays now.

    Args:
        row: the contract.
        dealt: mask of the cards dealt to him.
        played: mask of the cards he has played before.
        card: the card he plays.
        welsch: option `stoeck_welsch`: due with the first of the two, not with the second.
    """
    pair = stoeck_cards(row)
    if not has_stoeck(row, dealt) or not pair >> card & 1:
        return False
    return welsch == (not played & pair)
