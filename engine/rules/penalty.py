"""Predicted and made: what a difference costs (rules 1.2, 1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.rules.tally import HAND_TOTAL

__all__ = ["EXACT", "dealer_credit", "penalty"]

EXACT: Final = -10
"""What an exact hit is worth with `bonus_exakt`."""

_CREDIT_STEP: Final = 5


def penalty(prediction: int, points: int, tricks: int, *, bonus: bool = False) -> int:
    """What one prediction costs.

    Args:
        prediction: of a player.
        points: that he, or his side, made.
        tricks: that he, or his side, took; a prediction of 0 is no hit without any.
        bonus: option `bonus_exakt`.
    """
    exact = prediction == points and (prediction > 0 or tricks > 0)
    return EXACT if bonus and exact else abs(prediction - points)


def dealer_credit(predictions: Sequence[int]) -> int:
    """What the dealer, who speaks last, is credited (`geber_gutschrift`)."""
    return abs(sum(predictions) - HAND_TOTAL) // _CREDIT_STEP
