"""Swapping the trump Six for the card turned up (`rauben`, rules 1.8)."""

from __future__ import annotations

from typing import ClassVar

from engine.actions import Action, Pass, Rob
from engine.cards import Card, Rank, card_of
from engine.errors import Reason
from engine.events import Robbed
from engine.faces import Slot
from engine.phases.base import Phase
from engine.phases.draft import Draft, Table
from engine.phases.known import Knowledge, check_openings
from engine.phases.parts import Rules
from engine.seats import Seat
from engine.state import State, Step
from engine.view import View

__all__ = ["RobPhase", "turned_card"]


def turned_card(table: Table) -> tuple[Slot, Card] | None:
    """The open card that nobody holds, or None."""
    for slot, card in enumerate(table.opened):
        if card is not None and table.owners[slot] is None:
            return Slot(slot), card
    return None


class RobPhase(Phase):
    """All are asked at once, since who holds the Six is nobody's business; «no» is an answer."""

    kinds: ClassVar = frozenset({Pass, Rob})

    def _six(self, rules: Rules, table: Table) -> Card | None:
        trump = rules.row(table).trump
        return None if trump is None else card_of(trump, Rank.SECHS)

    def enter(self, draft: Draft) -> None:
        """Ask, unless the Six itself was turned up."""
        turned = turned_card(draft)
        if turned is None or turned[1] == self._six(draft.rules, draft):
            draft.enter(Step.PLAY)
        else:
            draft.ask(*draft.players)

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """Only the Six of trump robs."""
        if not isinstance(action, Rob):
            return None
        if action.card != self._six(rules, state):
            return Reason.ROB_NOT_ALLOWED
        return check_openings(rules, state, seat, ((action.slot, action.card),), knowledge)

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """No, or the swap."""
        six = self._six(rules, view.state)
        return [Pass(), *(Rob(item.slot, item.card) for item in view.hand if item.card == six)]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """The two cards change places; only one seat can have the Six."""
        draft.answered(seat)
        turned = turned_card(draft)
        if isinstance(action, Rob) and turned is not None:
            slot, card = turned
            draft.transfer(action.slot, None)
            draft.transfer(slot, seat)
            draft.emit(Robbed(seat, card))
            draft.enter(Step.PLAY)
        elif not draft.asked:
            draft.enter(Step.PLAY)

    def automatic(self, rules: Rules, view: View, seat: Seat) -> Action | None:
        """Who does not have it has nothing to decide."""
        found = self.candidates(rules, view, seat)
        return found[0] if len(found) == 1 else None
