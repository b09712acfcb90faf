"""«Stöck?»: at the end of trick 1 and after a claimed rest (rules 1.0.7); the late call (1.0.6)."""

from __future__ import annotations

from typing import ClassVar

from engine.actions import Action, AnswerStoeck, CallStoeck, OpenCard, Pass
from engine.cardset import mask_of
from engine.errors import Reason
from engine.events import StoeckAsked, StoeckCalled, StoeckShown
from engine.phases.base import Phase
from engine.phases.draft import Draft, Table
from engine.phases.known import Knowledge, check_openings, dealt_mask
from engine.phases.ledger import (
    call_stoeck,
    close_hand,
    could_hold_stoeck,
    first_trick,
    stoeck_held,
    stoeck_worth,
    turn_trick,
)
from engine.phases.parts import Rules
from engine.rules.ausmachen import asked_for_stoeck
from engine.rules.stoeck import stoeck_cards
from engine.seats import Seat
from engine.state import State, Step
from engine.view import View

__all__ = ["LateCallPhase", "StoeckPhase", "check_pair", "late_caller", "missing_pair"]


def check_pair(
    rules: Rules, state: State, seat: Seat, cards: tuple[OpenCard, ...], knowledge: Knowledge
) -> Reason | None:
    """Whether these are exactly the cards of the seat's Stöck that are not open yet."""
    if not could_hold_stoeck(rules, state, seat):
        return Reason.NO_STOECK
    reason = check_openings(rules, state, seat, cards, knowledge)
    if reason is not None:
        return reason
    pair = stoeck_cards(rules.row(state))
    opened = dealt_mask(state, seat, None) & pair
    shown = [card for _, card in cards]
    if shown != sorted(set(shown)) or mask_of(shown) != pair & ~opened:
        return Reason.STOECK_NOT_COMPLETE
    if knowledge.faces is not None and stoeck_held(rules, state, seat, knowledge.faces) != pair:
        return Reason.NO_STOECK
    return None


def missing_pair(rules: Rules, view: View, seat: Seat) -> tuple[OpenCard, ...] | None:
    """The cards a seat would have to show for its Stöck, or None if it has none."""
    state = view.state
    if not could_hold_stoeck(rules, state, seat):
        return None
    pair = stoeck_cards(rules.row(state))
    if stoeck_held(rules, state, seat, view.faces) != pair:
        return None
    return tuple(
        (item.slot, item.card)
        for item in view.dealt
        if pair >> item.card & 1 and state.opened[item.slot] is None
    )


class StoeckPhase(Phase):
    """All who are asked answer at once; the first who shows settles it, as only one can have."""

    kinds: ClassVar = frozenset({AnswerStoeck})

    def enter(self, draft: Draft) -> None:
        """Ask those whom public facts name, or go on."""
        seats = tuple(
            seat
            for seat in draft.rules.order_from(draft.vorhand)
            if could_hold_stoeck(draft.rules, draft, seat) and self._matters(draft, seat)
        )
        pair = stoeck_cards(draft.rules.row(draft))
        for seat in seats:
            if stoeck_held(draft.rules, draft, seat, None) == pair:
                # Everybody has seen both cards; there is nothing left to ask.
                self._credit(draft, seat)
                return
        if seats:
            draft.emit(StoeckAsked(seats))
            draft.ask(*seats)
        else:
            self._go_on(draft)

    def _matters(self, draft: Draft, seat: Seat) -> bool:
        rules, ending = draft.rules, draft.rules.ending
        if not draft.trick:
            # After a claimed rest nobody plays his second card any more, so all are asked.
            return True
        first = first_trick(rules, draft)
        half = ending.berg if draft.berg is None else None
        return any(
            rules.side_of[seat]
            in asked_for_stoeck(
                first.score, first.weis, first.trick, stoeck_worth(draft), threshold
            )
            for threshold in (half, ending.live_target)
            if threshold is not None
        )

    def _automatic(self, rules: Rules, table: Table) -> bool:
        """Whether the player's own device answers."""
        if not table.trick:
            return rules.stoeck is not None and not rules.stoeck.manual
        return rules.ending.mode != "bedanken_manuell"

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """Show the pair, or say no."""
        if not isinstance(action, AnswerStoeck):
            return Reason.WRONG_PHASE
        if action.show:
            return check_pair(rules, state, seat, action.show, knowledge)
        if knowledge.own and knowledge.faces is not None and self._automatic(rules, state):
            missing = missing_pair(rules, View(state, knowledge.faces, seat), seat)
            return None if missing is None else Reason.STOECK_IS_AUTOMATIC
        return None

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """No, or the pair; automatically the truth."""
        missing = missing_pair(rules, view, seat)
        if missing is None:
            return [AnswerStoeck(())]
        if self._automatic(rules, view.state):
            return [AnswerStoeck(missing)]
        return [AnswerStoeck(()), AnswerStoeck(missing)]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """The first who shows settles it."""
        if not isinstance(action, AnswerStoeck):
            return
        draft.answered(seat)
        if action.show:
            draft.emit(StoeckShown(seat, tuple(card for _, card in action.show)))
            self._credit(draft, seat)
        elif not draft.asked:
            self._go_on(draft)

    def _credit(self, draft: Draft, seat: Seat) -> None:
        draft.asked = ()
        if draft.trick:
            # Written with the rest of trick 1, in the order of the Ausmachregel.
            draft.stoeck = seat
            draft.emit(StoeckCalled(seat))
        elif call_stoeck(draft, seat):
            return
        self._go_on(draft)

    def _go_on(self, draft: Draft) -> None:
        if draft.trick:
            turn_trick(draft)
        else:
            draft.enter(Step.LAY)

    def automatic(self, rules: Rules, view: View, seat: Seat) -> Action | None:
        """The truth, where the table answers by itself."""
        if not self._automatic(rules, view.state):
            return None
        return self.candidates(rules, view, seat)[0]


# -- the late call (rules 1.0.6) ----------------------------------------------------------------


def late_caller(rules: Rules, table: Table) -> Seat | None:
    """Who may call Stöck now because the second of the two was its last card; public facts only."""
    if rules.stoeck is None or not rules.stoeck.manual or table.stoeck is not None:
        return None
    last = table.trick
    if len(table.tricks) == table.length:
        last = table.tricks[-1].plays
    elif len(table.tricks) != table.length - 1:
        return None
    pair = stoeck_cards(rules.row(table))
    for play in last:
        if pair >> play.card & 1 and stoeck_held(rules, table, play.seat, None) == pair:
            return play.seat
    return None


class LateCallPhase(Phase):
    """The hand is not counted before who could still call has called, or said nothing."""

    kinds: ClassVar = frozenset({CallStoeck, Pass})

    def enter(self, draft: Draft) -> None:
        """Ask, or close the hand."""
        seat = late_caller(draft.rules, draft)
        if seat is None or len(draft.tricks) != draft.length:
            close_hand(draft)
        else:
            draft.ask(seat)

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """Either is an answer."""
        return None

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """Nothing, or the call."""
        return [Pass(), CallStoeck()]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Write them, then the match."""
        if not isinstance(action, CallStoeck) or not call_stoeck(draft, seat):
            close_hand(draft)
