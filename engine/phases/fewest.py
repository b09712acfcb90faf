"""Writing the points of a hand as they are, where the fewest win (rules 1.5)."""

from __future__ import annotations

from collections.abc import Callable

from engine.phases.counting import Extra
from engine.phases.draft import Draft, Table
from engine.phases.ledger import sums
from engine.phases.rounds import RoundsCounting
from engine.rules.tally import HAND_TOTAL
from engine.seats import Seat

__all__ = ["FewestCounting"]


class FewestCounting(RoundsCounting):
    """Everybody writes what he has; without trump the hand is void.

    Args:
        factor: what the points of a hand are multiplied by.
    """

    def __init__(self, factor: Callable[[Table], int]) -> None:
        self._factor = factor

    def void(self, draft: Draft) -> bool:
        """Nobody was ever void, so no trump came up."""
        return draft.contract is None

    def written(self, draft: Draft) -> tuple[tuple[int, ...], Extra]:
        """All that was booked; boards show what lay in tricks."""
        lying = tuple(
            sum(
                item.points
                for item in draft.bookings
                if item.kind == "tischweis" and item.side == side
            )
            for side in range(len(draft.setup.sides))
        )
        return sums(draft), (("tischweis", lying),)

    def lost(self, draft: Draft, seat: Seat) -> tuple[tuple[int, ...], Extra]:
        """157 for the offender, nothing for the others (rules 1.0.11)."""
        offender, points = draft.rules.side_of[seat], HAND_TOTAL * self._factor(draft)
        sides = range(len(draft.setup.sides))
        return tuple(points if side == offender else 0 for side in sides), ()
