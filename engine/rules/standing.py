"""Standings at the end of a hand, a Partie and a series of Partien (rules 1.0.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.seats import Side

__all__ = [
    "BERG_STRICHE",
    "MATCH_STRICHE",
    "ROUNDS_TO_WIN",
    "SIEG_STRICHE",
    "StrichRules",
    "hand_winner",
    "highest",
    "leading",
    "ranks",
    "rounds_winner",
    "striche",
]

BERG_STRICHE: Final = 1
SIEG_STRICHE: Final = 2
MATCH_STRICHE: Final = 1
ROUNDS_TO_WIN: Final = 2
"""Hands a side has to win with `wertung=zwei_runden`."""


@dataclass(frozen=True, slots=True)
class StrichRules:
    """What is written with `wertung=striche`.

    Attributes:
        schneider: option `schneider_striche`, 2 or 1; 0 without the option `schneider`.
        kontermatch: option `kontermatch_striche`, 2 or 1.
    """

    schneider: int = 2
    kontermatch: int = 2


def highest(score: Sequence[int]) -> tuple[Side, ...]:
    """The sides that lead; several share a tie (option `laenge`, and a series of Partien)."""
    most = max(score)
    return tuple(Side(side) for side, points in enumerate(score) if points == most)


def leading(score: Sequence[int], *, lower_wins: bool) -> tuple[Side, ...]:
    """The sides that are ahead; several share a tie."""
    return highest([-points for points in score]) if lower_wins else highest(score)


def ranks(score: Sequence[int], *, lower_wins: bool) -> tuple[int, ...]:
    """The rank of each side, from 1; equal scores share it."""
    sign = 1 if lower_wins else -1
    return tuple(1 + sum(sign * other < sign * own for other in score) for own in score)


def striche(
    winner: int,
    berg: int | None,
    matches: Sequence[int],
    kontermatches: Sequence[int],
    schneider: int,
    rules: StrichRules,
) -> tuple[int, ...]:
    """The Striche each side gets for one Partie.

    Args:
        winner: side that won the Partie.
        berg: side that took the Bergpreis, or None.
        matches: per side, hands in which it announced and made all tricks.
        kontermatches: per side, hands in which it made all tricks of another's contract.
        schneider: number of sides that are Schneider.
        rules: the table's options.
    """
    written = [
        MATCH_STRICHE * match + rules.kontermatch * konter
        for match, konter in zip(matches, kontermatches, strict=True)
    ]
    written[winner] += SIEG_STRICHE + rules.schneider * schneider
    if berg is not None:
        written[berg] += BERG_STRICHE
    return tuple(written)


def hand_winner(written: Sequence[int]) -> Side | None:
    """Who wins the hand with `wertung=zwei_runden`: more written points; None: played again."""
    leaders = highest(written)
    return leaders[0] if len(leaders) == 1 else None


def rounds_winner(winners: Sequence[int | None]) -> Side | None:
    """The first side with two hands, given the winner of each hand so far."""
    won: dict[int, int] = {}
    for side in winners:
        if side is not None:
            won[side] = won.get(side, 0) + 1
            if won[side] == ROUNDS_TO_WIN:
                return Side(side)
    return None
