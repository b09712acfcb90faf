"""Columns that each side fills once, and who is to name the next (rules 1.4)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.contracts import Contract
from engine.seats import Seat

__all__ = ["Column", "who_names"]


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the board.

    Attributes:
        name: that of its contract, or «joker1», «joker2», …
        factor: everything written in it is multiplied by this.
        contracts: what may be named for it.
        joker: free, so that neither Weis nor Stöck count in it.
    """

    name: str
    factor: int
    contracts: tuple[Contract, ...]
    joker: bool = False


def who_names(
    order: Sequence[Seat], passed: Collection[Seat], able: Collection[Seat]
) -> tuple[Seat, bool]:
    """Who is to name a column next, and whether that seat may still pass it on.

    Seats of a side that has filled all its columns pass by themselves. When all have passed, the
    first of the others from Vorhand on must name («im Zwang»).

    Args:
        order: all seats in playing order, from Vorhand on.
        passed: who has passed in this hand.
        able: who has columns left.
    """
    others = [seat for seat in order if seat in able]
    left = [seat for seat in others if seat not in passed]
    if not left:
        return others[0], False
    return left[0], len(others) > 1
