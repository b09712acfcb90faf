"""Cards given away face down, all at once (rules 1.10)."""

from __future__ import annotations

from typing import ClassVar

from engine.actions import Action, Give, GiveSealed
from engine.errors import Reason
from engine.events import CardGiven, Exchanged
from engine.faces import Slot
from engine.phases.base import Phase
from engine.phases.draft import Draft, Table, next_player
from engine.phases.known import Knowledge, check_openings, held_slots
from engine.phases.parts import Rules
from engine.phases.sealed import NumbersPhase, opened_numbers
from engine.seats import Seat
from engine.state import State, Step
from engine.view import View

__all__ = ["GiftsPhase", "GivePhase"]


class GivePhase(Phase):
    """Everybody lays out one card; which one only its device knows."""

    kinds: ClassVar = frozenset({Give, GiveSealed})

    def enter(self, draft: Draft) -> None:
        """Ask all."""
        draft.ask(*draft.players)

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """One of the own cards; elsewhere only that one was sealed."""
        if not knowledge.own:
            return None if isinstance(action, GiveSealed) else Reason.WRONG_PHASE
        if not isinstance(action, Give):
            return Reason.WRONG_PHASE
        return check_openings(rules, state, seat, ((action.slot, action.card),), knowledge)

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """Every card."""
        return [Give(item.slot, item.card) for item in view.hand]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """One more lies there."""
        draft.emit(CardGiven(seat))
        draft.answered(seat)
        if not draft.asked:
            draft.enter(Step.NUMBERS)


class GiftsPhase(NumbersPhase):
    """The slots given away are told, and the cards change hands without being shown.

    Args:
        across: to who sits opposite, if the number of players is even; else to the next player.
        then: the step that follows.
    """

    def __init__(self, then: Step, *, across: bool) -> None:
        self._then = then
        self._across = across

    def refusal(self, rules: Rules, state: State, seat: Seat, number: int) -> Reason | None:
        """Only a card of the own hand can be given."""
        return None if number in held_slots(state, seat) else Reason.NOT_IN_HAND

    def told(self, draft: Draft, seat: Seat, number: int) -> None:
        """Said when all are told."""

    def done(self, draft: Draft) -> None:
        """Each card goes to its new owner, who may see it now; who gave it remembers it."""
        gifts = [(seat, self._to(draft, seat), self._gift(draft, seat)) for seat in draft.players]
        for seat, to, slot in gifts:
            draft.transfer(slot, to)
            draft.entitle((slot,), (to,))
            draft.emit(Exchanged(seat, to))
        # At a table for two nobody is left from whom the cards would be hidden; they are turned.
        if not draft.awaited:
            draft.enter(self._then)

    def opened(self, draft: Draft) -> None:
        """Both know both cards; on."""
        draft.enter(self._then)

    def _gift(self, table: Table, seat: Seat) -> Slot:
        held = held_slots(table, seat)
        number = opened_numbers(table, seat)[0]
        # Who sealed what is no card of his is convicted by the audit; the hand goes on till then.
        return Slot(number) if number in held else held[0]

    def _to(self, table: Table, seat: Seat) -> Seat:
        count = len(table.players)
        opposite = self._across and count % 2 == 0
        return next_player(table, seat, count // 2 if opposite else 1)
