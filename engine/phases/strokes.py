"""Writing Striche and Nuller for the points of a hand (rules 1.6, 1.7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.phases.counting import Extra
from engine.phases.draft import Draft
from engine.phases.ledger import sums, trick_counts
from engine.phases.rounds import RoundsCounting
from engine.rules.standing import highest
from engine.seats import Seat, Side

__all__ = ["Strokes", "StrokesCounting"]

Strokes = tuple[int, int]
"""Striche and Nuller of one player."""


class StrokesCounting(RoundsCounting):
    """Everybody alone; Striche are good, a Nuller takes one away. Without trump a hand is void.

    Args:
        evaluate: points and tricks of all players -> what each of them gets.
        offender: Nuller of who offends; the others get a Strich each (rules 1.0.11).
        nuller: whether Nuller are written at all.
    """

    def __init__(
        self,
        evaluate: Callable[[Sequence[int], Sequence[int]], tuple[Strokes, ...]],
        *,
        offender: int,
        nuller: bool = True,
    ) -> None:
        self._evaluate = evaluate
        self._offender = offender
        self._nuller = nuller

    def void(self, draft: Draft) -> bool:
        """Nobody was ever void, so no trump came up."""
        return draft.contract is None

    def written(self, draft: Draft) -> tuple[tuple[int, ...], Extra]:
        """Striche less Nuller."""
        return self._strokes(self._evaluate(sums(draft), trick_counts(draft.rules, draft)))

    def lost(self, draft: Draft, seat: Seat) -> tuple[tuple[int, ...], Extra]:
        """Nuller for the offender, a Strich for everybody else (rules 1.0.11)."""
        offender = draft.rules.side_of[seat]
        return self._strokes(
            tuple(
                (0, self._offender) if side == offender else (1, 0)
                for side in range(len(draft.setup.sides))
            )
        )

    def _strokes(self, strokes: Sequence[Strokes]) -> tuple[tuple[int, ...], Extra]:
        striche = tuple(good for good, _ in strokes)
        if not self._nuller:
            return striche, (("striche", striche),)
        nuller = tuple(bad for _, bad in strokes)
        written = tuple(good - bad for good, bad in strokes)
        return written, (("striche", striche), ("nuller", nuller))

    def winners(self, draft: Draft) -> tuple[Side, ...] | None:
        """Who leads alone with enough of them, or the best after the last hand."""
        enough = draft.rules.ending.alone_at
        if enough is None:
            return super().winners(draft)
        best = highest(draft.score)
        alone = len(best) == 1 and max(draft.score) >= enough
        return best if alone else None
