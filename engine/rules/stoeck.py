"""Stöck: King and Ober of trump in one hand (rules 1.0.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.cards import Card, Rank
from engine.contracts import ContractRow

__all__ = ["STOECK_POINTS", "completes_stoeck", "credit_trick", "has_stoeck", "stoeck_cards"]

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


def credit_trick(
    row: ContractRow,
    plays: Iterable[tuple[int, Card]],
    shown: int,
    *,
    welsch: bool = False,
) -> int | None:
    """The trick in which a player's Stöck is credited, or None.

    Args:
        row: the contract.
        plays: (trick from 1, card) of everything he played, in order; who plays both cards held
            both at the deal.
        shown: mask of the cards of his valid Weise. With both cards among them Stöck is credited
            with the Weis, at the end of trick 1, and not called again.
        welsch: option `stoeck_welsch`.
    """
    pair = stoeck_cards(row)
    if not pair:
        return None
    if shown & pair == pair:
        return 1
    tricks = [trick for trick, card in plays if pair >> card & 1]
    if len(tricks) < 2:
        return None
    return tricks[0] if welsch else tricks[1]
