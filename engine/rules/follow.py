"""Which cards may be played: the decision table of rules 1.0.4, row by row.

`ruling` is the only truth. `legal`, `refusal` and the hot path of `engine.rules.fast` ask it.

Adding cards to a hand never makes an illegal card legal. So asking with the cards that are *known*
to be in a hand, and the card played, gives exactly what is provable without the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import Card
from engine.contracts import SUIT_MASKS, ContractRow
from engine.errors import Reason

__all__ = ["FORWARD", "HINDERSI", "FollowRules", "legal", "overtrumping", "refusal", "ruling"]


@dataclass(frozen=True, slots=True)
class FollowRules:
    """What a table may change in the decision table.

    Attributes:
        hindersi: fewest points win, so undertrumping is allowed when void (row 11).
        overtrump_s004: option `uebertrumpfzwang_s004`; not in hindersi games.
        trump_only_when_void: option `stechen_nur_ohne_farbe`.
        must_trump: void in the suit led one has to trump, except with the Puur (rules 1.8).
        free: any card may be played (rules 1.8, while there is a stock).

    Raises:
        ValueError: for a hindersi game with compulsory overtrumping.
    """

    hindersi: bool = False
    overtrump_s004: bool = False
    trump_only_when_void: bool = False
    must_trump: bool = False
    free: bool = False

    def __post_init__(self) -> None:
        if self.hindersi and self.overtrump_s004:
            # No hindersi game has the option (rules 2.6). Together they would also break what the
            # head of this file promises: row 8 would compel, row 11 would not.
            raise ValueError("nobody is made to overtrump in a game for fewest points")


FORWARD: Final = FollowRules()
"""The games in which most points win, without options."""

HINDERSI: Final = FollowRules(hindersi=True)
"""The games in which few points are good, without options (rules 1.2, 1.5 to 1.7)."""


def ruling(
    row: ContractRow,
    hand: int,
    led: int,
    over: int,
    rules: FollowRules = FORWARD,
    partner_wins: bool = False,
) -> tuple[int, int]:
    """The row of the table that applies, and the mask of the cards it allows.

    Args:
        row: the contract of the running trick.
        hand: mask of the cards held.
        led: mask of the suit led, 0 on lead.
        over: mask of the trumps above the highest trump in the trick (`overtrumping`).
        rules: the table's options.
        partner_wins: the trick lies with the partner; read by `overtrump_s004` only.
    """
    if not led or rules.free:
        return 0, hand
    follow = hand & led
    trumps = row.trumps
    if not trumps:
        return (1, follow) if follow else (2, hand)
    own = hand & trumps
    if led == trumps:
        if own & ~row.puur:
            return 3, own
        return (4, hand) if own else (5, hand)
    if over == trumps:
        if follow:
            return 6, follow if rules.trump_only_when_void else follow | own
        number, allowed = 7, hand
    elif own == hand:
        number, allowed = 8, hand
    elif follow:
        return 9, follow if rules.trump_only_when_void else follow | own & over
    elif rules.hindersi:
        return 11, hand
    else:
        number, allowed = 10, hand & ~trumps | own & over
    if rules.must_trump and not follow and own & ~row.puur:
        return number, own
    if rules.overtrump_s004 and not partner_wins and own & over & ~row.puur:
        return number, own & over
    return number, allowed


def overtrumping(row: ContractRow, trick: Sequence[Card]) -> int:
    """Mask of the trumps that would be the highest of the trick: all, while no trump lies."""
    over = row.trumps
    for card in trick:
        over &= row.above[card]
    return over


def _ask(
    row: ContractRow, hand: int, trick: Sequence[Card], rules: FollowRules, partner_wins: bool
) -> tuple[int, int]:
    led = SUIT_MASKS[trick[0] // 9] if trick else 0
    return ruling(row, hand, led, overtrumping(row, trick), rules, partner_wins)


def legal(
    row: ContractRow,
    hand: int,
    trick: Sequence[Card],
    rules: FollowRules = FORWARD,
    *,
    partner_wins: bool = False,
) -> int:
    """Mask of the cards of `hand` that may be played to `trick` (cards in playing order)."""
    return _ask(row, hand, trick, rules, partner_wins)[1]


def refusal(
    row: ContractRow,
    hand: int,
    trick: Sequence[Card],
    card: Card,
    rules: FollowRules = FORWARD,
    *,
    partner_wins: bool = False,
) -> Reason | None:
    """Why `card` may not be played, or None if it may.

    Given only the cards known to be in the hand, a reason returned here holds for the whole hand.
    """
    if not hand >> card & 1:
        return Reason.NOT_IN_HAND
    number, allowed = _ask(row, hand, trick, rules, partner_wins)
    if allowed >> card & 1:
        return None
    is_trump = bool(row.trumps >> card & 1)
    return _reason(number, is_trump, rules, compelled=not allowed & ~row.trumps)


def _reason(number: int, is_trump: bool, rules: FollowRules, *, compelled: bool) -> Reason:
    """The reason of a refusal; `compelled`: only trumps were allowed."""
    match number:
        case 1:
            return Reason.MUST_FOLLOW_WITHOUT_TRUMP
        case 3:
            return Reason.MUST_PLAY_TRUMP
        case 6:
            return Reason.TRUMP_ONLY_WHEN_VOID if is_trump else Reason.MUST_FOLLOW_SUIT
        case 7:
            return Reason.MUST_TRUMP_WHEN_VOID if rules.must_trump else Reason.MUST_TRUMP_S004
        case 8:
            return Reason.MUST_OVERTRUMP_ONLY_TRUMPS_S004
        case 9:
            if rules.trump_only_when_void:
                return Reason.FOLLOW_TRUMPED_SUIT
            if is_trump:
                return Reason.UNDERTRUMP_WHILE_FOLLOWING
            return Reason.MUST_FOLLOW_OR_OVERTRUMP
        case 10:
            return Reason.MUST_OVERTRUMP_S004 if compelled else Reason.UNDERTRUMP
        case _:
            raise AssertionError(f"row {number} refuses no card")
