"""All tricks, and what a lost hand is worth (rules 1.0.3, 1.0.7, 1.0.8, 1.0.11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.contracts import LAST_TRICK_POINTS
from engine.rules.stoeck import STOECK_POINTS
from engine.seats import Side

__all__ = [
    "CARD_TOTAL",
    "HAND_TOTAL",
    "MATCH_POINTS",
    "NO_MATCH",
    "TallyRules",
    "lost_hand",
    "match_points",
    "match_side",
]

CARD_TOTAL: Final = 152
"""Card points of the whole deck, in every contract."""

HAND_TOTAL: Final = CARD_TOTAL + LAST_TRICK_POINTS
"""With the last trick."""

MATCH_POINTS: Final = 100


@dataclass(frozen=True, slots=True)
class TallyRules:
    """What a table may change about counting a hand.

    Attributes:
        match: points for all tricks, 100 or 0.
        kontermatch_doubled: option `kontermatch_doppelt`: 514 instead of 257.
        weis_without_factor: option `weis_ohne_faktor`.
    """

    match: int = MATCH_POINTS
    kontermatch_doubled: bool = False
    weis_without_factor: bool = False


NO_MATCH: Final = TallyRules(match=0)
"""Games in which all tricks are worth no more than their cards."""


def match_side(tricks: Sequence[int]) -> Side | None:
    """The side that made all tricks, or None."""
    takers = [Side(side) for side, count in enumerate(tricks) if count]
    return takers[0] if len(takers) == 1 else None


def match_points(tricks: Sequence[int], announcer: int, rules: TallyRules) -> tuple[int, ...]:
    """The bonus of each side for all tricks of a hand played to its end, before the factor.

    Args:
        tricks: per side.
        announcer: the side that named the contract. Another one makes a Kontermatch, which with
            `kontermatch_doubled` is worth the hand and the match twice.
        rules: the table's options.
    """
    winner = match_side(tricks)
    bonus = rules.match
    if winner != announcer and rules.kontermatch_doubled:
        bonus += HAND_TOTAL + rules.match
    return tuple(bonus if side == winner else 0 for side in range(len(tricks)))


def lost_hand(
    offender: int,
    booked: Sequence[int],
    weis: Sequence[int],
    has_stoeck: Sequence[bool],
    factor: int,
    rules: TallyRules,
) -> tuple[int, ...]:
    """What the sides write after a proven offence, by the first line of rules 1.0.11.

    Args:
        offender: the side of the offender.
        booked: points booked in this hand before it ended, with the factor.
        weis: valid Weis of each side, without factor.
        has_stoeck: per side.
        factor: of the contract, 1 before there is one.
        rules: the table's options.
    """
    written = list(booked)
    written[offender] = 0
    if len(booked) == 2:
        other = 1 - offender
        weis_factor = 1 if rules.weis_without_factor else factor
        due = (HAND_TOTAL + STOECK_POINTS * has_stoeck[other]) * factor + weis[other] * weis_factor
        written[other] = max(due, booked[other])
    return tuple(written)
