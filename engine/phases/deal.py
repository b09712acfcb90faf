"""From a finished deck to hands: first dealer, cut, packets, first Vorhand (rules 1.0.2)."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.actions import Action, Cut, DeclareCard, Pass
from engine.cards import DECKS, Card, suit_of
from engine.contracts import Contract
from engine.errors import Reason
from engine.events import (
    CutAsked,
    DealerDrawn,
    Dealt,
    DeckCut,
    Declared,
    HandStarted,
    TrumpFixed,
)
from engine.phases.base import Phase
from engine.phases.draft import Draft, players_from
from engine.phases.known import Knowledge, check_openings, dealt_mask
from engine.phases.parts import DealPlan, Rules
from engine.phases.toss import Toss, draw_dealer
from engine.rules.dealing import cut_bounds, cutter, packets
from engine.seats import Seat, next_seat
from engine.state import State, Step
from engine.view import View

__all__ = [
    "TRUMPS",
    "CutPhase",
    "DeclarePhase",
    "TurnPhase",
    "deal_hand",
    "dealer_after",
    "next_dealer",
    "next_dealer_of_partie",
]

TRUMPS: Final = (Contract.EICHEL, Contract.ROSEN, Contract.SCHELLEN, Contract.SCHILTEN)
"""The four trump contracts, by suit."""


def deal_hand(draft: Draft, chance: bytes) -> None:
    """Begin a hand with a finished deck whose joint chance is known."""
    rules = draft.rules
    size = len(DECKS[rules.deck])
    plan = rules.dealing.plan(draft)
    draft.hand_no += 1
    draft.turn = 0
    draft.cut = None
    draft.owners = (None,) * size
    draft.sights = ()
    draft.opened = (None,) * size
    draft.played = 0
    draft.history = ()
    draft.contract, draft.length = plan.trump, plan.tricks or plan.cards
    draft.announcer = draft.leader = None
    draft.pushed = ()
    draft.factor = 1
    draft.trick = ()
    draft.tricks = ()
    draft.weise = ()
    draft.weis_seat = draft.stoeck = None
    draft.bookings = ()
    draft.ended = None
    draft.origin = None
    draft.dealer = draft.next_dealer
    if draft.dealer is None:
        draft.dealer, rounds = _first_dealer(rules, chance)
        if rules.dealing.vorhand_card is None:
            draft.emit(DealerDrawn(draft.dealer, rounds))
    seats = playing(draft)
    draft.players = tuple(seat for seat in after(rules, draft.dealer) if seat in seats)
    draft.emit(HandStarted(draft.hand_no, draft.dealer))
    if plan.toss_trump:
        draft.contract = TRUMPS[Toss(chance, "trump").below(len(TRUMPS))]
    if rules.dealing.own_cut:
        draft.enter(Step.CUT)
        return
    low, high = cut_bounds(size)
    give(draft, plan, low + Toss(chance, "cut").below(high - low + 1))


def after(rules: Rules, seat: Seat) -> tuple[Seat, ...]:
    """All seats in playing order, beginning after this one."""
    return rules.order_from(next_seat(seat, rules.seats))


def playing(draft: Draft) -> tuple[Seat, ...]:
    """The seats that play the next hand."""
    chosen = draft.rules.dealing.players
    return draft.rules.order_from(Seat(0)) if chosen is None else chosen(draft)


def next_dealer(draft: Draft) -> Seat:
    """Who deals after the dealer of this hand, seats that are out passed over."""
    rules, seats = draft.rules, playing(draft)
    seat = draft.vorhand if draft.dealer is None else draft.dealer
    while True:
        seat = next_seat(seat, rules.seats, rules.dealing.rotation)
        if seat in seats:
            return seat


def _first_dealer(
    rules: Rules, chance: bytes
) -> tuple[Seat, tuple[tuple[tuple[Seat, Card], ...], ...]]:
    toss = Toss(chance, "dealer")
    match rules.dealing.first_dealer:
        case "hoechste_karte":
            return draw_dealer(toss, rules.seats, lowest=False)
        case "tiefste_karte":
            return draw_dealer(toss, rules.seats, lowest=True)
        case _:
            # With a card that makes its holder Vorhand somebody still has to deal it.
            return Seat(toss.below(rules.seats)), ()


def cutter_of(draft: Draft) -> Seat:
    """The seat that cuts for the dealer."""
    right = draft.rules.dealing.cut_right
    players = draft.players
    return players[cutter(len(players) - 1, len(players), right=right)]


def give(draft: Draft, plan: DealPlan, count: int) -> None:
    """Deal a deck cut after `count` cards, packet by packet from Vorhand."""
    rules, size = draft.rules, len(draft.owners)
    everybody = rules.order_from(Seat(0))
    owners: list[Seat | None] = [None] * size
    sights: list[tuple[Seat, ...]] = [()] * size
    place = 0
    for packet in plan.packets or packets(plan.cards):
        for seat in draft.players:
            for _ in range(packet):
                slot = (count + place) % size
                owners[slot] = seat
                if plan.forehead:
                    sights[slot] = tuple(other for other in everybody if other != seat)
                elif place not in plan.hidden:
                    sights[slot] = (seat,)
                place += 1
    for place in plan.turned:
        sights[(count + place) % size] = everybody
    draft.cut = count
    draft.owners, draft.sights = tuple(owners), tuple(sights)
    draft.emit(DeckCut(cutter_of(draft), count))
    draft.emit(Dealt(tuple(plan.cards if seat in draft.players else 0 for seat in everybody)))
    if draft.contract is not None:
        draft.emit(TrumpFixed(draft.contract, None))
    if plan.turned:
        draft.enter(Step.TURN)
    else:
        _begin(draft, plan)


def _begin(draft: Draft, plan: DealPlan) -> None:
    """The cards are dealt and turned up; in the first hand the holder of a card may be Vorhand."""
    # While `next_dealer` is unknown nobody has been Vorhand yet.
    first = draft.rules.dealing.vorhand_card is not None and draft.next_dealer is None
    draft.enter(Step.DECLARE if first else plan.then)


class CutPhase(Phase):
    """The cutter names the number of cards (`echtes_abheben`)."""

    kinds: ClassVar = frozenset({Cut})

    def enter(self, draft: Draft) -> None:
        """Ask the cutter."""
        seat = cutter_of(draft)
        draft.emit(CutAsked(seat))
        draft.ask(seat)

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """At least three cards, and at least one left (rules 1.0.2)."""
        low, high = cut_bounds(len(state.owners))
        if isinstance(action, Cut) and low <= action.count <= high:
            return None
        return Reason.CUT_OUT_OF_RANGE

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """Every number of cards."""
        low, high = cut_bounds(len(view.state.owners))
        return [Cut(count) for count in range(low, high + 1)]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Deal."""
        if isinstance(action, Cut):
            give(draft, draft.rules.dealing.plan(draft), action.count)


class DeclarePhase(Phase):
    """Everybody is asked at once for the card whose holder is Vorhand; others say «nothing».

    Who holds it is hidden, so all seats are asked, and `Pass` is an answer; a false one is found
    by the audit.
    """

    kinds: ClassVar = frozenset({DeclareCard, Pass})

    def enter(self, draft: Draft) -> None:
        """Ask all."""
        draft.ask(*draft.rules.order_from(Seat(0)))

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """The holder declares, the others pass."""
        deciding = rules.dealing.vorhand_card
        if isinstance(action, DeclareCard):
            if action.card != deciding:
                return Reason.NOT_THE_DECIDING_CARD
            return check_openings(rules, state, seat, ((action.slot, action.card),), knowledge)
        if deciding is not None and dealt_mask(state, seat, knowledge.faces) >> deciding & 1:
            return Reason.MUST_DECLARE
        return None

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """Exactly one: the truth."""
        for item in view.hand:
            if item.card == rules.dealing.vorhand_card:
                return [DeclareCard(item.slot, item.card)]
        return [Pass()]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """The holder is Vorhand and the seat before him counts as dealer."""
        if isinstance(action, DeclareCard):
            draft.dealer = next_seat(seat, draft.setup.seats, -1)
            draft.players = players_from(draft, seat)
            draft.emit(Declared(seat, action.card))
            self._go_on(draft)
            return
        draft.answered(seat)
        if not draft.asked:
            # Somebody lied; the hand goes on from who dealt, and the audit names the seat.
            self._go_on(draft)

    def _go_on(self, draft: Draft) -> None:
        draft.enter(draft.rules.dealing.plan(draft).then)

    def automatic(self, rules: Rules, view: View, seat: Seat) -> Action | None:
        """The player's own device declares (rules 1.0.2)."""
        return self.candidates(rules, view, seat)[0]


class TurnPhase(Phase):
    """Cards were turned up at the deal; with `as_trump` the last of them makes its suit trump."""

    kinds: ClassVar = frozenset()

    def __init__(self, *, as_trump: bool) -> None:
        self._as_trump = as_trump

    def enter(self, draft: Draft) -> None:
        """Nobody is asked; the keys of all seats tell the cards."""

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """Nothing is awaited of anybody."""
        return Reason.WRONG_PHASE

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """Nothing."""
        return []

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Nothing."""

    def opened(self, draft: Draft) -> None:
        """Trump is known; on to the step of the plan."""
        plan = draft.rules.dealing.plan(draft)
        slot = ((draft.cut or 0) + plan.turned[-1]) % len(draft.owners)
        card = draft.opened[slot]
        if self._as_trump and card is not None:
            draft.contract = TRUMPS[suit_of(card)]
            draft.emit(TrumpFixed(draft.contract, draft.owners[slot]))
        _begin(draft, plan)


def next_dealer_of_partie(rules: Rules, state: State) -> Seat | None:
    """Who deals first in a new Partie: rotation, or the next in rotation of winners or losers."""
    if state.dealer is None or state.outcome is None:
        return state.next_dealer
    winners = state.outcome.winners
    return dealer_after(rules, state.dealer, winners)


def dealer_after(rules: Rules, dealer: Seat, winners: tuple[Seat, ...]) -> Seat:
    """The first dealer of the Partie after one that `winners` won (`neue_partie_geber`)."""
    rotation = rules.order_from(next_seat(dealer, rules.seats, rules.dealing.rotation))
    if rules.dealing.rotation < 0:
        rotation = (rotation[0], *reversed(rotation[1:]))
    match rules.dealing.new_partie:
        case "sieger":
            wanted = [seat for seat in rotation if seat in winners]
        case "verlierer":
            wanted = [seat for seat in rotation if seat not in winners]
        case _:
            wanted = []
    return (wanted or rotation)[0]
