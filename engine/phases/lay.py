"""After a claimed rest: counting what is left, where needed with the cards of the others."""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar

from engine.actions import Action, LayDown
from engine.errors import Reason
from engine.events import LaidDown
from engine.phases.base import Phase
from engine.phases.draft import Draft
from engine.phases.known import Knowledge, check_openings, held_slots
from engine.phases.ledger import book_rest
from engine.phases.parts import Rules
from engine.phases.play import rest_side
from engine.seats import Seat
from engine.state import State
from engine.view import View

__all__ = ["LayPhase"]


class LayPhase(Phase):
    """The tricks of a claimed rest are written (rules 1.0.9).

    Where cards stayed undealt nobody can know what is left, so the others lay their hands down
    first; their devices do it by themselves.
    """

    kinds: ClassVar = frozenset({LayDown})

    def enter(self, draft: Draft) -> None:
        """Ask those whose cards are not known, or write."""
        hidden = [
            seat
            for seat in draft.players
            if any(draft.opened[slot] is None for slot in held_slots(draft, seat))
        ]
        if None in draft.owners and hidden:
            draft.ask(*hidden)
        else:
            self._write(draft)

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """All cards still held, ascending."""
        if not isinstance(action, LayDown):
            return Reason.WRONG_PHASE
        slots = held_slots(state, seat)
        if sorted(slot for slot, _ in action.cards) != list(slots):
            return Reason.WRONG_SLOT
        if any(one[1] >= other[1] for one, other in pairwise(action.cards)):
            return Reason.WRONG_SLOT
        return check_openings(rules, state, seat, action.cards, knowledge)

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """The hand."""
        return [LayDown(tuple((item.slot, item.card) for item in view.hand))]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Write when all are known."""
        if isinstance(action, LayDown):
            draft.emit(LaidDown(seat, tuple(card for _, card in action.cards)))
        draft.answered(seat)
        if not draft.asked:
            self._write(draft)

    def automatic(self, rules: Rules, view: View, seat: Seat) -> Action | None:
        """There is nothing to choose."""
        return self.candidates(rules, view, seat)[0]

    def _write(self, draft: Draft) -> None:
        book_rest(draft, rest_side(draft.rules, draft))
