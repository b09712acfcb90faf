"""Trick 1 lies complete: correcting, settling and showing Weise (rules 1.0.5).

Every fact is an act of the seat that holds the cards. Who is asked follows from what was announced,
never from what somebody has.
"""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar

from engine.actions import Action, CorrectWeis, Fact, MeldFact, Pass, ShowWeis, action_key
from engine.cardset import mask_of
from engine.errors import Reason
from engine.events import FactTold, StoeckCalled, WeisAnnounced, WeisSettled, WeisShown
from engine.phases.base import Phase
from engine.phases.draft import Draft, Table
from engine.phases.known import Knowledge, check_openings, dealt_mask
from engine.phases.ledger import correct_trick
from engine.phases.parts import Rules, WeisRules
from engine.phases.play import check_number, numbers_for
from engine.phases.truth import (
    backs_claim,
    claim_is_true,
    claimed_weis,
    own_weise,
    said_by,
    show_of,
    told_facts,
)
from engine.rules.melds import Weis, fact_of, fact_steps, fact_strength, shown_weise, weis_of
from engine.rules.stoeck import stoeck_cards
from engine.seats import Seat
from engine.state import ShownWeis, State, Step
from engine.view import View

__all__ = ["CorrectPhase", "MeldPhase", "ShowPhase", "check_shown", "shown_options", "take_shown"]

_BOUNDS: dict[Fact, range] = {"size": range(3, 10), "top": range(9), "trump": range(2)}


class CorrectPhase(Phase):
    """The last player of trick 1 may correct until it is turned (`weisen=manuell`)."""

    kinds: ClassVar = frozenset({CorrectWeis, Pass})

    def enter(self, draft: Draft) -> None:
        """Ask him, where anything is corrected by hand."""
        contest = draft.rules.weis
        if contest is not None and contest.manual:
            draft.ask(draft.trick[-1].seat)
        else:
            draft.enter(Step.MELD)

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """As if he announced now."""
        if isinstance(action, CorrectWeis):
            return check_correction(rules, state, seat, action, knowledge)
        return None

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """Leave it, or say something else."""
        return [Pass(), *corrections(rules, view, seat)]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Correct and go on."""
        if isinstance(action, CorrectWeis):
            correct_trick(draft, action.weis)
            draft.emit(WeisAnnounced(seat, action.weis, corrected=True))
        draft.enter(Step.MELD)

    def automatic(self, rules: Rules, view: View, seat: Seat) -> Action | None:
        """Who could say nothing else is not bothered."""
        found = self.candidates(rules, view, seat)
        return found[0] if len(found) == 1 else None


def check_correction(
    rules: Rules, state: State, seat: Seat, action: CorrectWeis, knowledge: Knowledge
) -> Reason | None:
    """Whether a seat may say this instead."""
    if action.weis == said_by(state, seat):
        return Reason.WEIS_NOT_ALLOWED
    return check_number(rules, state, seat, action.weis, knowledge)


def corrections(rules: Rules, view: View, seat: Seat) -> list[Action]:
    """Everything a seat could say instead of what it said, ascending."""
    dealt = dealt_mask(view.state, seat, view.faces)
    said = said_by(view.state, seat)
    numbers = numbers_for(rules, view.state, seat, dealt)
    return [CorrectWeis(number) for number in numbers if number != said]


# -- settling -----------------------------------------------------------------------------------


def _contest(rules: Rules, table: Table) -> tuple[Seat, Fact | None] | None:
    """Who must answer what next; without a fact, who holds the best Weis; None without any."""
    contest = rules.weis
    said = {play.seat: play.weis for play in table.trick if play.weis is not None}
    if contest is None or not said:
        return None
    most = max(said.values())
    first = table.trick[0].seat
    row = rules.row(table)
    vorhand = table.vorhand
    order = rules.order_from(first if vorhand is None else vorhand)
    tied = [seat for seat in order if said.get(seat) == most]
    for fact in fact_steps(row, contest.melds):
        if len({rules.side_of[seat] for seat in tied}) == 1:
            break
        strengths = {}
        for seat in tied:
            told = dict(told_facts(table, seat))
            if fact not in told:
                return seat, fact
            strengths[seat] = fact_strength(most, fact, told[fact], row, contest.melds)
        best = max(strengths.values())
        tied = [seat for seat in tied if strengths[seat] == best]
    return tied[0], None


class MeldPhase(Phase):
    """Equal announcements of different sides: one fact at a time, until one side is left."""

    kinds: ClassVar = frozenset({MeldFact})

    def enter(self, draft: Draft) -> None:
        """Ask the next tied seat, or settle."""
        found = _contest(draft.rules, draft)
        if found is None:
            draft.enter(Step.STOECK)
            return
        seat, fact = found
        if fact is not None:
            draft.ask(seat)
            return
        draft.weis_seat = seat
        draft.emit(WeisSettled(seat, draft.rules.side_of[seat]))
        draft.enter(Step.SHOW)

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """The fact that is due, and on one's own device the truth."""
        found = _contest(rules, state)
        contest = rules.weis
        if not isinstance(action, MeldFact) or found is None or contest is None:
            return Reason.WRONG_PHASE
        if action.fact != found[1]:
            return Reason.WRONG_PHASE
        if action.value not in _BOUNDS[action.fact]:
            return Reason.FACT_UNTRUE
        if knowledge.faces is None:
            return None
        number = said_by(state, seat) or 0
        dealt = dealt_mask(state, seat, knowledge.faces)
        row = rules.row(state)
        if knowledge.own:
            weis = claimed_weis(contest, row, dealt, number)
            true = None if weis is None else fact_of(weis, action.fact, row, contest.melds)
            return None if true == action.value else Reason.FACT_UNTRUE
        facts = (*told_facts(state, seat), (action.fact, action.value))
        held = claim_is_true(contest, row, dealt, number, facts)
        return None if held else Reason.FACT_UNTRUE

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """The truth."""
        found = _contest(rules, view.state)
        contest = rules.weis
        if found is None or found[1] is None or contest is None:
            return []
        row = rules.row(view.state)
        dealt = dealt_mask(view.state, seat, view.faces)
        weis = claimed_weis(contest, row, dealt, said_by(view.state, seat) or 0)
        if weis is None:
            return []
        return [MeldFact(found[1], fact_of(weis, found[1], row, contest.melds))]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Ask on, or settle."""
        if isinstance(action, MeldFact):
            draft.emit(FactTold(seat, action.fact, action.value))
        draft.enter(Step.MELD)

    def automatic(self, rules: Rules, view: View, seat: Seat) -> Action | None:
        """Facts are facts; by hand the player says them himself."""
        if rules.weis is not None and rules.weis.manual:
            return None
        return next(iter(self.candidates(rules, view, seat)), None)


# -- showing ------------------------------------------------------------------------------------


def _shown_before(table: Table, seat: Seat) -> tuple[int, ...]:
    return tuple(
        mask_of(card for _, card in weis.cards) for weis in table.weise if weis.seat == seat
    )


def check_shown(
    rules: Rules, state: State, seat: Seat, action: ShowWeis, knowledge: Knowledge
) -> Reason | None:
    """Whether these are Weise of this seat that may all score beside those it has shown."""
    melds = rules.melds
    if melds is None:
        return Reason.WEIS_NOT_ALLOWED
    for weis in action.weise:
        reason = check_openings(rules, state, seat, weis, knowledge)
        if reason is not None:
            return reason
    slots = {slot: card for weis in action.weise for slot, card in weis}
    if len(set(slots.values())) != len(slots):
        return Reason.ALREADY_OPEN
    masks = tuple(mask_of(card for _, card in weis) for weis in action.weise)
    found = shown_weise((*_shown_before(state, seat), *masks), melds)
    if found is None:
        return Reason.NO_WEIS
    # One way to write each showing: best first, cards ascending.
    given = [weis_of(mask, melds) for mask in masks]
    ordered = [weis for weis in found if weis.mask in masks]
    if given != ordered or any(list(weis) != sorted(weis, key=_card) for weis in action.weise):
        return Reason.NO_WEIS
    return None


def _card(pair: tuple[int, int]) -> int:
    return pair[1]


def _own(rules: WeisRules, full: Rules, view: View, seat: Seat) -> tuple[Weis, ...]:
    return own_weise(rules, full.row(view.state), dealt_mask(view.state, seat, view.faces))


def shown_options(rules: Rules, view: View, seat: Seat) -> list[ShowWeis]:
    """Every choice of own Weise not yet shown, nothing included, ascending."""
    contest = rules.weis
    if contest is None:
        return []
    before = _shown_before(view.state, seat)
    own = tuple(w for w in _own(contest, rules, view, seat) if w.mask not in before)
    slots = {int(item.card): item.slot for item in view.dealt}
    chosen = [
        show_of(choice, slots)
        for count in range(len(own) + 1)
        for choice in combinations(own, count)
    ]
    return sorted(chosen, key=action_key)


def _backing(rules: Rules, table: Table, action: ShowWeis) -> int | None:
    """The place in a showing of the Weis that was announced, or None if none of them is it."""
    contest, seat = rules.weis, table.weis_seat
    if contest is None or seat is None:
        return None
    row = rules.row(table)
    number, facts = said_by(table, seat) or 0, told_facts(table, seat)
    found = [
        (weis.points, place)
        for place, cards in enumerate(action.weise)
        if (weis := weis_of(mask_of(card for _, card in cards), contest.melds)) is not None
        and backs_claim(weis, number, facts, row, contest)
    ]
    return min(found)[1] if found else None


def take_shown(draft: Draft, seat: Seat, action: ShowWeis) -> None:
    """Lay the shown Weise open; both Stöck cards in them are credited with them (rules 1.0.6)."""
    rules = draft.rules
    contest = rules.weis
    if contest is None:
        return
    announced = _backing(rules, draft, action) if seat == draft.weis_seat else None
    for place, cards in enumerate(action.weise):
        weis = weis_of(mask_of(card for _, card in cards), contest.melds)
        points = 0 if weis is None else weis.points
        if place == announced and not contest.melds.order_s004:
            # Announced too low: only what was announced is written (rules 1.0.5, step 4).
            points = min(points, said_by(draft, seat) or 0)
        draft.weise = (*draft.weise, ShownWeis(seat, cards, points))
        draft.emit(WeisShown(seat, tuple(card for _, card in cards), points))
    pair = stoeck_cards(rules.row(draft))
    shown = mask_of(card for item in draft.weise if item.seat == seat for _, card in item.cards)
    if rules.stoeck is not None and draft.stoeck is None and pair and shown & pair == pair:
        draft.stoeck = seat
        draft.emit(StoeckCalled(seat))


class ShowPhase(Phase):
    """The holder of the best Weis shows it, then each of his side its further ones."""

    kinds: ClassVar = frozenset({ShowWeis})

    def enter(self, draft: Draft) -> None:
        """Ask the holder."""
        if draft.weis_seat is not None:
            draft.ask(draft.weis_seat)

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """True Weise; the holder's must contain the announced one. Nothing is always an answer."""
        if not isinstance(action, ShowWeis):
            return Reason.WRONG_PHASE
        reason = check_shown(rules, state, seat, action, knowledge)
        if reason is not None:
            return reason
        holder = seat == state.weis_seat
        if holder and _backing(rules, state, action) is None:
            # Elsewhere showing nothing stands for now; the audit judges it.
            if action.weise:
                return Reason.WEIS_TOO_LOW
            if knowledge.faces is not None:
                return Reason.WEIS_NOT_SHOWN
        contest = rules.weis
        if knowledge.faces is not None and knowledge.own and contest is not None:
            view = View(state, knowledge.faces, seat)
            if action not in self.candidates(rules, view, seat):
                return Reason.WEIS_IS_AUTOMATIC
        return None

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """All own Weise; by hand any choice of them, the holder's with the announced one."""
        contest = rules.weis
        if contest is None:
            return []
        found = shown_options(rules, view, seat)
        if not contest.manual:
            found = [max(found, key=lambda action: len(action.weise))]
        if seat == view.state.weis_seat:
            found = [item for item in found if _backing(rules, view.state, item) is not None]
        return list(found)

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Lay open, and ask the next of the side."""
        if not isinstance(action, ShowWeis) or draft.weis_seat is None:
            return
        take_shown(draft, seat, action)
        if seat == draft.weis_seat and not action.weise:
            draft.enter(Step.STOECK)
            return
        rules = draft.rules
        side = rules.side_of[seat]
        members = [
            other for other in rules.order_from(draft.weis_seat) if rules.side_of[other] == side
        ]
        later = members[members.index(seat) + 1 :]
        if later:
            draft.ask(later[0])
        else:
            draft.enter(Step.STOECK)

    def automatic(self, rules: Rules, view: View, seat: Seat) -> Action | None:
        """Everything is shown, unless the table shows by hand."""
        if rules.weis is not None and rules.weis.manual:
            return None
        return next(iter(self.candidates(rules, view, seat)), None)
