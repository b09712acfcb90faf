"""Numbers sealed by their seat and opened later: predictions, cards given away face down.

The network proves that an opened number is the sealed one. Whether it is a lawful number only the
actor's own device and the audit judge: who has sealed nonsense must still be able to open it.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from engine.actions import Action, GiveSealed, OpenNumber, PredictSealed
from engine.errors import Reason
from engine.phases.base import Phase
from engine.phases.draft import Draft, Table
from engine.phases.known import Knowledge
from engine.phases.parts import Rules
from engine.seats import Seat
from engine.state import State
from engine.view import View

__all__ = ["NumbersPhase", "opened_numbers", "sealed_by"]


def sealed_by(table: Table, seat: Seat) -> int:
    """How many numbers a seat has sealed in this hand."""
    return sum(
        done.seat == seat and isinstance(done.action, PredictSealed | GiveSealed)
        for done in table.history
    )


def opened_numbers(table: Table, seat: Seat) -> tuple[int, ...]:
    """The numbers a seat has opened in this hand, in the order in which it sealed them."""
    return tuple(
        done.action.number
        for done in table.history
        if done.seat == seat and isinstance(done.action, OpenNumber)
    )


class NumbersPhase(Phase):
    """Everybody opens what he has sealed, all at once; devices do it by themselves."""

    kinds: ClassVar = frozenset({OpenNumber})

    def enter(self, draft: Draft) -> None:
        """Ask those who owe a number, or go on."""
        seats = tuple(
            seat
            for seat in draft.players
            if sealed_by(draft, seat) > len(opened_numbers(draft, seat))
        )
        if seats:
            draft.ask(*seats)
        else:
            self.done(draft)

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """The next sealed number; on the own device the true one, in the audit a lawful one."""
        if not isinstance(action, OpenNumber):
            return Reason.WRONG_PHASE
        if action.index != len(opened_numbers(state, seat)):
            return Reason.NOT_AS_SEALED
        if knowledge.faces is None:
            return None
        if knowledge.own:
            sealed = knowledge.faces.numbers.get(action.index)
            return None if sealed == action.number else Reason.NOT_AS_SEALED
        return self.refusal(rules, state, seat, action.number)

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """The number that this device has sealed."""
        index = len(opened_numbers(view.state, seat))
        number = view.faces.numbers.get(index)
        return [] if number is None else [OpenNumber(index, number)]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Tell it; when all are told, go on."""
        if isinstance(action, OpenNumber):
            self.told(draft, seat, action.number)
        draft.answered(seat)
        if not draft.asked:
            self.enter(draft)

    def automatic(self, rules: Rules, view: View, seat: Seat) -> Action | None:
        """There is nothing to choose."""
        return next(iter(self.candidates(rules, view, seat)), None)

    @abstractmethod
    def refusal(self, rules: Rules, state: State, seat: Seat, number: int) -> Reason | None:
        """Why the seat should not have sealed this number, or None."""

    @abstractmethod
    def told(self, draft: Draft, seat: Seat, number: int) -> None:
        """A number is open."""

    @abstractmethod
    def done(self, draft: Draft) -> None:
        """All numbers are open; go on."""
