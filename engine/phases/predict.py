"""Predicting points, in secret or aloud; saying numbers in turn (rules 1.2, 1.10, 1.11)."""

from __future__ import annotations

from typing import ClassVar

from engine.actions import Action, Bid, Predict, PredictSealed
from engine.errors import Reason
from engine.events import BidMade, Predicted, PredictionShown
from engine.phases.base import Aside, Phase
from engine.phases.draft import Draft, Table
from engine.phases.known import Knowledge
from engine.phases.parts import Rules
from engine.phases.sealed import NumbersPhase, opened_numbers
from engine.seats import Seat
from engine.state import State, Step
from engine.view import View

__all__ = [
    "BidPhase",
    "CorrectBidAside",
    "PredictPhase",
    "PredictionsPhase",
    "bids",
    "predictions",
]


def bids(table: Table) -> dict[Seat, int]:
    """The number each seat has said in this hand, as corrected, in the order of first speaking."""
    said: dict[Seat, int] = {}
    for done in table.history:
        if isinstance(done.action, Bid):
            said[done.seat] = done.action.number
    return said


def predictions(table: Table) -> tuple[int | None, ...]:
    """Per seat what it has predicted, aloud or opened; None while nobody knows."""
    said = bids(table)
    found: list[int | None] = []
    for seat in range(table.setup.seats):
        numbers = opened_numbers(table, Seat(seat))
        found.append(numbers[0] if numbers else said.get(Seat(seat)))
    return tuple(found)


class PredictPhase(Phase):
    """Everybody predicts at once, and only the own device knows what.

    Args:
        most: the highest number.
        then: the step that follows.
    """

    kinds: ClassVar = frozenset({Predict, PredictSealed})

    def __init__(self, most: int, then: Step) -> None:
        self._most = most
        self._then = then

    def enter(self, draft: Draft) -> None:
        """Ask all."""
        draft.ask(*draft.players)

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """The number on the own device; elsewhere only that one was sealed."""
        if not knowledge.own:
            # An open number in the log is not what was agreed.
            return None if isinstance(action, PredictSealed) else Reason.WRONG_PHASE
        if not isinstance(action, Predict):
            return Reason.WRONG_PHASE
        return None if 0 <= action.points <= self._most else Reason.PREDICTION_OUT_OF_RANGE

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """Every number."""
        return [Predict(points) for points in range(self._most + 1)]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """One more has predicted."""
        draft.emit(Predicted(seat))
        draft.answered(seat)
        if not draft.asked:
            draft.enter(self._then)


class PredictionsPhase(NumbersPhase):
    """After the last trick the predictions are opened.

    Args:
        most: the highest number.
        then: the step that follows.
    """

    def __init__(self, most: int, then: Step) -> None:
        self._most = most
        self._then = then

    def refusal(self, rules: Rules, state: State, seat: Seat, number: int) -> Reason | None:
        """0 to the highest number."""
        return None if number <= self._most else Reason.PREDICTION_OUT_OF_RANGE

    def told(self, draft: Draft, seat: Seat, number: int) -> None:
        """For all to read."""
        draft.emit(PredictionShown(seat, number))

    def done(self, draft: Draft) -> None:
        """On."""
        draft.enter(self._then)


class BidPhase(Phase):
    """Everybody says a number for all to hear, from Vorhand on, the dealer last."""

    kinds: ClassVar = frozenset({Bid})

    def __init__(self, then: Step) -> None:
        self._then = then

    def most(self, rules: Rules, table: Table) -> int:
        """The highest number that may be said."""
        raise NotImplementedError

    def forbidden(self, rules: Rules, table: Table, seat: Seat) -> frozenset[int]:
        """Numbers up to the highest that this seat may not say."""
        return frozenset()

    def enter(self, draft: Draft) -> None:
        """Ask the next, or go on."""
        said = bids(draft)
        left = [seat for seat in draft.players if seat not in said]
        if left:
            draft.ask(left[0])
        else:
            draft.enter(self._then)

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """In range, and not what the sum forbids."""
        if not isinstance(action, Bid) or not 0 <= action.number <= self.most(rules, state):
            return Reason.BID_OUT_OF_RANGE
        forbidden = action.number in self.forbidden(rules, state, seat)
        return Reason.BID_FORBIDDEN if forbidden else None

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """Every number that may be said."""
        forbidden = self.forbidden(rules, view.state, seat)
        return [
            Bid(number)
            for number in range(self.most(rules, view.state) + 1)
            if number not in forbidden
        ]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Said; the next."""
        if isinstance(action, Bid):
            draft.emit(BidMade(seat, action.number))
        self.enter(draft)


class CorrectBidAside(Aside):
    """Say another number until the next has spoken, the last until the first card lies."""

    kind: ClassVar = Bid

    def __init__(self, phase: BidPhase) -> None:
        self._phase = phase

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """As if it were said now, but not the same again."""
        if not self._open(state, seat):
            return Reason.NOT_YOUR_TURN if state.step is Step.BID else Reason.WRONG_PHASE
        if isinstance(action, Bid) and action.number == bids(state)[seat]:
            return Reason.BID_OUT_OF_RANGE
        return self._phase.check(rules, state, seat, action, knowledge)

    def _open(self, table: Table, seat: Seat) -> bool:
        said = tuple(bids(table))
        before = table.step is Step.BID or (
            table.step is Step.PLAY and not table.trick and not table.tricks
        )
        return before and bool(said) and said[-1] == seat

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """Every other number."""
        if not self._open(view.state, seat):
            return []
        own = bids(view.state)[seat]
        found = self._phase.candidates(rules, view, seat)
        return [action for action in found if action != Bid(own)]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """It replaces what was said."""
        if isinstance(action, Bid):
            draft.emit(BidMade(seat, action.number, corrected=True))
