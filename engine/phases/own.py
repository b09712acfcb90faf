"""Weise that players write for themselves after trick 1, without a contest (rules 1.4, 1.5)."""

from __future__ import annotations

from typing import ClassVar

from engine.actions import Action, ShowWeis
from engine.cardset import mask_of
from engine.errors import Reason
from engine.events import WeisShown
from engine.phases.base import Phase
from engine.phases.draft import Draft
from engine.phases.known import Knowledge, dealt_mask
from engine.phases.ledger import book, call_stoeck, could_hold_stoeck
from engine.phases.meld import check_shown
from engine.phases.parts import Rules
from engine.phases.truth import show_of
from engine.rules.melds import find_weise, weis_of
from engine.rules.stoeck import stoeck_cards
from engine.seats import Seat
from engine.state import ShownWeis, State, Step
from engine.view import View

__all__ = ["OwnWeisPhase"]


class OwnWeisPhase(Phase):
    """Everybody who writes Weise is asked at once, and shows all; «nothing» is an answer."""

    kinds: ClassVar = frozenset({ShowWeis})

    def enter(self, draft: Draft) -> None:
        """Ask them, or go on."""
        own = draft.rules.own
        seats = () if own is None else own.writers(draft)
        if seats:
            draft.ask(*seats)
        else:
            draft.enter(Step.PLAY)

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """True Weise that may stand side by side; the own device shows neither less nor more."""
        if not isinstance(action, ShowWeis):
            return Reason.WRONG_PHASE
        reason = check_shown(rules, state, seat, action, knowledge)
        if reason is None and knowledge.own and knowledge.faces is not None:
            view = View(state, knowledge.faces, seat)
            if action not in self.candidates(rules, view, seat):
                return Reason.WEIS_IS_AUTOMATIC
        return reason

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """Exactly one: all there is."""
        if rules.own is None:
            return []
        dealt = dealt_mask(view.state, seat, view.faces)
        weise = find_weise(dealt, rules.own.melds, rules.row(view.state))
        return [show_of(weise, {int(item.card): item.slot for item in view.dealt})]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Lay them open and write them; the last one goes on."""
        own = draft.rules.own
        if not isinstance(action, ShowWeis) or own is None:
            return
        total, shown = 0, 0
        for cards in action.weise:
            mask = mask_of(card for _, card in cards)
            weis = weis_of(mask, own.melds)
            points = 0 if weis is None else weis.points
            total += points
            shown |= mask
            draft.weise = (*draft.weise, ShownWeis(seat, cards, points))
            draft.emit(WeisShown(seat, tuple(card for _, card in cards), points))
        book(draft, draft.rules.side_of[seat], "weis", own.sign * total)
        self._with_stoeck(draft, seat, shown)
        draft.answered(seat)
        if not draft.asked:
            draft.enter(Step.PLAY)

    def _with_stoeck(self, draft: Draft, seat: Seat, shown: int) -> None:
        """Both Stöck cards in the shown Weise are credited with them (rules 1.0.6)."""
        rules = draft.rules
        pair = stoeck_cards(rules.row(draft))
        counts = rules.own is not None and rules.own.with_stoeck
        held = pair != 0 and shown & pair == pair
        if counts and held and could_hold_stoeck(rules, draft, seat):
            call_stoeck(draft, seat)

    def automatic(self, rules: Rules, view: View, seat: Seat) -> Action | None:
        """There is nothing to choose."""
        return next(iter(self.candidates(rules, view, seat)), None)
