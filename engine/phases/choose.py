"""Naming the contract, or pushing it to the partner (rules 1.1)."""

from __future__ import annotations

from typing import ClassVar

from engine.actions import Action, Choose, Play, Push
from engine.cards import Card, suit_of
from engine.contracts import Contract
from engine.errors import IllegalAction, Reason
from engine.events import Chosen, Pushed
from engine.phases.base import Phase
from engine.phases.deal import TRUMPS
from engine.phases.draft import Draft
from engine.phases.known import Knowledge
from engine.phases.parts import Rules
from engine.phases.play import PlayPhase
from engine.seats import Seat, next_seat
from engine.state import State, Step
from engine.view import View

__all__ = ["ChoosePhase", "begin_play"]


def begin_play(draft: Draft, seat: Seat, contract: Contract, column: int | None = None) -> None:
    """The contract is known; who leads, and the first question of the play."""
    choosing = draft.rules.choosing
    draft.contract = contract
    draft.announcer = seat
    factors = choosing.factors
    draft.factor = factors[contract] if column is None else choosing.columns[column].factor
    draft.leader = seat if contract in choosing.announcer_leads else draft.vorhand
    draft.step = Step.PLAY


class ChoosePhase(Phase):
    """Vorhand names a contract or pushes to the next of the side; the last of them must name."""

    kinds: ClassVar = frozenset({Choose, Push, Play})

    def __init__(self, play: PlayPhase) -> None:
        self._play = play

    def enter(self, draft: Draft) -> None:
        """Ask Vorhand."""
        draft.ask(draft.vorhand)

    def _may_push(self, rules: Rules, state: State) -> bool:
        return len(state.pushed) < rules.choosing.pushes

    def _may_lead(self, rules: Rules, state: State) -> bool:
        # Only who has heard nothing yet may lead without a word (rules 1.1, S003).
        return rules.choosing.first_card and not state.pushed

    def _led(self, rules: Rules, state: State, seat: Seat, card: Card) -> State:
        """The state in which the card led without a word is judged: its suit is trump."""
        draft = Draft(state, rules)
        begin_play(draft, seat, TRUMPS[suit_of(card)])
        return draft.freeze()

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """What is offered, and how often it may be pushed."""
        match action:
            case Choose(contract, column):
                if column is not None:
                    return Reason.COLUMN_NOT_OPEN
                offered = contract in rules.choosing.offered
                return None if offered else Reason.CONTRACT_NOT_OFFERED
            case Push():
                return None if self._may_push(rules, state) else Reason.MUST_CHOOSE
            case Play(_, card):
                if not self._may_lead(rules, state):
                    return Reason.MUST_CHOOSE
                if not 0 <= card < 36:
                    return Reason.NOT_A_CARD
                led = self._led(rules, state, seat, card)
                return self._play.check(rules, led, seat, action, knowledge)
            case _:
                return Reason.WRONG_PHASE

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """The contracts offered, then pushing, then leading without a word."""
        found: list[Action] = [Choose(contract) for contract in rules.choosing.offered]
        if self._may_push(rules, view.state):
            found.append(Push())
        if self._may_lead(rules, view.state):
            for item in view.hand:
                led = View(self._led(rules, view.state, seat, item.card), view.faces, seat)
                found += [
                    action
                    for action in self._play.candidates(rules, led, seat)
                    if isinstance(action, Play) and action.card == item.card
                ]
        return found

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Name, push, or lead."""
        match action:
            case Choose(contract):
                begin_play(draft, seat, contract)
                draft.emit(Chosen(seat, contract, draft.factor))
                draft.enter(Step.PLAY)
            case Push():
                draft.pushed = (*draft.pushed, seat)
                draft.emit(Pushed(seat))
                draft.ask(self._partner(draft, seat))
            case Play(_, card):
                begin_play(draft, seat, TRUMPS[suit_of(card)])
                draft.emit(Chosen(seat, TRUMPS[suit_of(card)], draft.factor, silent=True))
                self._play.apply(draft, seat, action)
            case _:
                raise IllegalAction(Reason.WRONG_PHASE)

    def _partner(self, draft: Draft, seat: Seat) -> Seat:
        """The next seat of the same side in playing order."""
        seats, side_of = draft.setup.seats, draft.rules.side_of
        partner = next_seat(seat, seats)
        while side_of[partner] != side_of[seat]:
            partner = next_seat(partner, seats)
        return partner
