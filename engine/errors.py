"""Why an action is refused: one reason per line of the rules, and the error that carries it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

__all__ = ["IllegalAction", "Reason"]


class Reason(StrEnum):
    """Every refusal by its stable code, which is also the key of its text.

    Rows 0, 2, 4, 5, 7, 8 and 11 of the table of legal cards (rules 1.0.4) allow every card and so
    have no reason of their own, except under the option that replaces rows 7, 8 and 10.
    """

    # The table of legal cards, rules 1.0.4.
    MUST_FOLLOW_WITHOUT_TRUMP = "must_follow_without_trump"
    """Row 1: no trump in this game, and the suit led is in hand."""
    MUST_PLAY_TRUMP = "must_play_trump"
    """Row 3: trump was led and a trump other than the Puur is in hand."""
    MUST_FOLLOW_SUIT = "must_follow_suit"
    """Row 6: a side suit was led and is in hand; only it or a trump may be played."""
    MUST_FOLLOW_OR_OVERTRUMP = "must_follow_or_overtrump"
    """Row 9: as row 6, and somebody trumped: the suit, or a higher trump."""
    UNDERTRUMP_WHILE_FOLLOWING = "undertrump_while_following"
    """Row 9: a trump below the one that lies, although the suit led is in hand."""
    UNDERTRUMP = "undertrump"
    """Row 10: a trump below the one that lies, although another card is in hand."""
    # Option stechen_nur_ohne_farbe.
    TRUMP_ONLY_WHEN_VOID = "trump_only_when_void"
    """Row 6 with the option: no trump while the suit led is in hand."""
    FOLLOW_TRUMPED_SUIT = "follow_trumped_suit"
    """Row 9 with the option: only the suit led, though somebody trumped."""
    # Option uebertrumpfzwang_s004.
    MUST_TRUMP_S004 = "must_trump_s004"
    """Row 7 with the option: void in the suit led, a trump is due."""
    MUST_OVERTRUMP_ONLY_TRUMPS_S004 = "must_overtrump_only_trumps_s004"
    """Row 8 with the option: nothing but trumps, a higher one is due."""
    MUST_OVERTRUMP_S004 = "must_overtrump_s004"
    """Row 10 with the option: void in the suit led and trumped, a higher trump is due."""

    # Whose turn, which step (the state machine).
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    GAME_OVER = "game_over"
    # Cards and slots.
    WRONG_SLOT = "wrong_slot"
    NOT_IN_HAND = "not_in_hand"
    ALREADY_PLAYED = "already_played"
    ALREADY_OPEN = "already_open"
    NOT_A_CARD = "not_a_card"
    # Contracts, rules 1.1.
    CONTRACT_NOT_OFFERED = "contract_not_offered"
    MUST_CHOOSE = "must_choose"
    # Weis, rules 1.0.5.
    WEIS_NOT_ALLOWED = "weis_not_allowed"
    WEIS_TOO_LOW = "weis_too_low"
    WEIS_UNTRUE = "weis_untrue"
    NO_WEIS = "no_weis"
    FACT_UNTRUE = "fact_untrue"
    # Stöck, rules 1.0.6 and 1.0.7.
    STOECK_NOT_ALLOWED = "stoeck_not_allowed"
    NO_STOECK = "no_stoeck"
    STOECK_TOO_EARLY = "stoeck_too_early"
    # Ending, rules 1.0.7 and 1.0.9.
    BEDANKEN_NOT_ALLOWED = "bedanken_not_allowed"
    REST_NOT_ALLOWED = "rest_not_allowed"
    REST_NOT_SAFE = "rest_not_safe"
    # Cutting and the first Vorhand, rules 1.0.2.
    CUT_OUT_OF_RANGE = "cut_out_of_range"
    NOT_THE_DECIDING_CARD = "not_the_deciding_card"
    MUST_DECLARE = "must_declare"
    # What the table does by itself (`weisen=auto`), a player cannot leave out or change.
    WEIS_IS_AUTOMATIC = "weis_is_automatic"
    STOECK_IS_AUTOMATIC = "stoeck_is_automatic"
    # Showing, rules 1.0.5 step 3 and 1.0.7.
    WEIS_NOT_SHOWN = "weis_not_shown"
    STOECK_NOT_COMPLETE = "stoeck_not_complete"
    # Numbers said or sealed, rules 1.2, 1.10 and 1.11.
    PREDICTION_OUT_OF_RANGE = "prediction_out_of_range"
    BID_OUT_OF_RANGE = "bid_out_of_range"
    BID_FORBIDDEN = "bid_forbidden"
    """The dealer's number may not bring the sum to the number of cards."""
    NOT_AS_SEALED = "not_as_sealed"
    # Other games: columns (1.4), robbing (1.8), trump due when void (1.8), jokers (1.10, 1.11).
    COLUMN_NOT_OPEN = "column_not_open"
    ROB_NOT_ALLOWED = "rob_not_allowed"
    MUST_TRUMP_WHEN_VOID = "must_trump_when_void"
    JOKER_NEEDS_RANK = "joker_needs_rank"
    ONLY_JOKERS_HAVE_RANK = "only_jokers_have_rank"
    JOKER_IS_BURNED = "joker_is_burned"
    """A joker that no longer counts in a tie is declared as nothing."""

    @property
    def row(self) -> int | None:
        """The row of rules 1.0.4 that refuses, or None for refusals of another paragraph."""
        return _ROWS.get(self)


_ROWS: Final[Mapping[Reason, int]] = MappingProxyType(
    {
        Reason.MUST_FOLLOW_WITHOUT_TRUMP: 1,
        Reason.MUST_PLAY_TRUMP: 3,
        Reason.MUST_FOLLOW_SUIT: 6,
        Reason.TRUMP_ONLY_WHEN_VOID: 6,
        Reason.MUST_TRUMP_S004: 7,
        Reason.MUST_OVERTRUMP_ONLY_TRUMPS_S004: 8,
        Reason.MUST_FOLLOW_OR_OVERTRUMP: 9,
        Reason.UNDERTRUMP_WHILE_FOLLOWING: 9,
        Reason.FOLLOW_TRUMPED_SUIT: 9,
        Reason.UNDERTRUMP: 10,
        Reason.MUST_OVERTRUMP_S004: 10,
    }
)


class IllegalAction(Exception):  # noqa: N818 - an act at the table, not a fault of the program
    """An action the rules refuse.

    Attributes:
        reason: which line of the rules refuses it.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason
