"""Writing the difference between what was predicted and what was made (rules 1.2, 1.3)."""

from __future__ import annotations

from engine.phases.counting import Extra
from engine.phases.draft import Draft
from engine.phases.ledger import sums, trick_counts
from engine.phases.predict import predictions
from engine.phases.rounds import RoundsCounting
from engine.rules.penalty import dealer_credit, penalty
from engine.rules.tally import HAND_TOTAL
from engine.seats import Seat

__all__ = ["DifferenceCounting"]


class DifferenceCounting(RoundsCounting):
    """The lowest sum of differences wins.

    Args:
        bonus: option `bonus_exakt`.
        credit: option `geber_gutschrift`.
    """

    def __init__(self, *, bonus: bool, credit: bool) -> None:
        self._bonus = bonus
        self._credit = credit

    def written(self, draft: Draft) -> tuple[tuple[int, ...], Extra]:
        """The differences of each side's seats, less the dealer's credit."""
        said = tuple(number or 0 for number in predictions(draft))
        points, tricks = sums(draft), trick_counts(draft.rules, draft)
        side_of = draft.rules.side_of
        costs = tuple(
            penalty(said[seat], points[side], tricks[side], bonus=self._bonus)
            for seat, side in enumerate(side_of)
        )
        written = [sum(costs[seat] for seat in members) for members in draft.setup.sides]
        extra: Extra = (("prediction", said), ("penalty", costs))
        if self._credit and draft.dealer is not None:
            credit = dealer_credit(said)
            written[side_of[draft.dealer]] -= credit
            due = tuple(credit if seat == draft.dealer else 0 for seat in range(len(said)))
            extra = (*extra, ("credit", due))
        return tuple(written), extra

    def lost(self, draft: Draft, seat: Seat) -> tuple[tuple[int, ...], Extra]:
        """The offender's side 157, the others nothing (rules 1.0.11)."""
        offender = draft.rules.side_of[seat]
        sides = range(len(draft.setup.sides))
        return tuple(HAND_TOTAL if side == offender else 0 for side in sides), ()
