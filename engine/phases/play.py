"""Playing cards, with what is said while playing them (rules 1.0.4 to 1.0.6, 1.0.9)."""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar

from engine.actions import Action, ClaimRest, Play
from engine.cards import DECKS, Card
from engine.cardset import cards_of, mask_of
from engine.contracts import ContractRow
from engine.errors import Reason
from engine.events import Played, RestClaimed, WeisAnnounced
from engine.faces import Slot
from engine.phases.base import Phase
from engine.phases.draft import Draft, Table, next_player
from engine.phases.known import Knowledge, check_openings, dealt_mask, held_mask, held_slots
from engine.phases.ledger import call_stoeck, could_hold_stoeck, stoeck_held, turn_trick
from engine.phases.parts import Rules
from engine.phases.truth import best_number, highest_number
from engine.rules.follow import FollowRules, legal, refusal
from engine.rules.rest import rest_is_safe
from engine.rules.stoeck import completes_stoeck, stoeck_cards
from engine.rules.tricks import winning_place
from engine.seats import Seat, Side
from engine.state import PlayedCard, State, Step
from engine.view import View

__all__ = ["PlayPhase", "check_number", "false_rest", "numbers_for", "rest_side"]


# -- announcing ---------------------------------------------------------------------------------


def _highest_said(state: State, but: Seat | None = None) -> int:
    return max((play.weis or 0 for play in state.trick if play.seat != but), default=0)


def check_number(
    rules: Rules, state: State, seat: Seat, weis: int | None, knowledge: Knowledge
) -> Reason | None:
    """Whether a seat may announce this number in trick 1, or keep silent.

    It must be at least the highest announced by anybody else; equal means «gut» (rules 1.0.5).
    """
    if weis is None and not knowledge.own:
        # Silence is no offence.
        return None
    contest = rules.weis
    if contest is None or state.tricks:
        return None if weis is None else Reason.WEIS_NOT_ALLOWED
    said = _highest_said(state, seat)
    if weis is not None:
        if weis not in contest.numbers:
            return Reason.WEIS_NOT_ALLOWED
        if weis < said:
            return Reason.WEIS_TOO_LOW
    if knowledge.faces is None:
        return None
    row = rules.row(state)
    dealt = dealt_mask(state, seat, knowledge.faces)
    if weis is not None and weis > (highest_number(contest, row, dealt) or 0):
        return Reason.WEIS_UNTRUE
    if not knowledge.own:
        return None
    if contest.manual:
        allowed = weis is None or weis <= (best_number(contest, row, dealt) or 0)
        return None if allowed else Reason.WEIS_UNTRUE
    return (
        None if weis == _automatic_number(rules, state, seat, dealt) else Reason.WEIS_IS_AUTOMATIC
    )


def _automatic_number(rules: Rules, state: State, seat: Seat, dealt: int) -> int | None:
    """What the player's own device announces: the best number, whenever it is allowed."""
    if rules.weis is None or state.tricks:
        return None
    best = best_number(rules.weis, rules.row(state), dealt)
    return None if best is None or best < _highest_said(state, seat) else best


def numbers_for(rules: Rules, state: State, seat: Seat, dealt: int) -> tuple[int | None, ...]:
    """Everything the player could say with a first card, ascending, silence first."""
    if rules.weis is None or state.tricks:
        return (None,)
    if not rules.weis.manual:
        return (_automatic_number(rules, state, seat, dealt),)
    best = best_number(rules.weis, rules.row(state), dealt) or 0
    said = _highest_said(state, seat)
    return (None, *sorted(number for number in rules.weis.numbers if said <= number <= best))


# -- Rest ----------------------------------------------------------------------------------------


def _rest_safe(rules: Rules, table: Table, own: int) -> bool:
    gone = mask_of(play.card for trick in table.tricks for play in trick.plays)
    unseen = mask_of(DECKS[rules.deck].cards) & ~gone & ~own
    return rest_is_safe(rules.row(table), own, unseen)


def rest_side(rules: Rules, table: Table) -> Side:
    """Who gets the tricks that were claimed: with a beatable card the others (rules 1.0.9).

    Of several others the side that named the contract, or else that of the next player.

    Raises:
        ValueError: if nobody claimed any.
    """
    for done in reversed(table.history):
        if isinstance(done.action, ClaimRest):
            own = mask_of(card for _, card in done.action.cards)
            side = rules.side_of[done.seat]
            if _rest_safe(rules, table, own):
                return side
            if table.announcer is not None and rules.side_of[table.announcer] != side:
                return rules.side_of[table.announcer]
            return rules.side_of[next_player(table, done.seat)]
    raise ValueError("nobody claimed the rest")


def false_rest(rules: Rules, table: Table) -> Seat | None:
    """Who claimed a rest that somebody could have beaten (`riskant`), or None."""
    for done in reversed(table.history):
        if isinstance(done.action, ClaimRest):
            own = mask_of(card for _, card in done.action.cards)
            return None if _rest_safe(rules, table, own) else done.seat
    return None


# -- the phase ----------------------------------------------------------------------------------


class PlayPhase(Phase):
    """One card after the other; on lead «Rest» instead."""

    kinds: ClassVar = frozenset({Play, ClaimRest})

    def enter(self, draft: Draft) -> None:
        """Ask who leads, at first Vorhand if nobody else was named."""
        if draft.leader is None:
            draft.leader = draft.vorhand
        draft.ask(draft.leader)

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """The table of rules 1.0.4, then what is said with the card."""
        if isinstance(action, ClaimRest):
            return self._check_rest(rules, state, seat, action, knowledge)
        if not isinstance(action, Play) or action.rank is not None:
            return Reason.WRONG_PHASE
        slot, card = action.slot, action.card
        reason = check_openings(rules, state, seat, ((slot, card),), knowledge)
        if reason is not None:
            return reason
        if state.played >> slot & 1:
            return Reason.ALREADY_PLAYED
        # Elsewhere than on the actor's device `hand` is only what was opened, and what that
        # proves illegal is illegal with any other cards too (engine.rules.follow).
        hand = held_mask(state, seat, knowledge.faces) | 1 << card
        trick = [play.card for play in state.trick]
        row = rules.row(state)
        reason = refusal(
            row,
            hand,
            trick,
            card,
            self.follow(rules, state),
            partner_wins=self._with_partner(rules, state, seat),
        )
        if reason is not None:
            return reason
        return check_number(rules, state, seat, action.weis, knowledge) or self._check_stoeck(
            rules, state, seat, action, knowledge
        )

    def _with_partner(self, rules: Rules, state: State, seat: Seat) -> bool:
        """Whether the running trick lies with a partner; only one option asks."""
        if not rules.follow.overtrump_s004 or not state.trick:
            return False
        cards = [play.card for play in state.trick]
        winner = state.trick[winning_place(rules.row(state), cards, len(state.tricks) + 1)].seat
        return rules.side_of[winner] == rules.side_of[seat]

    def follow(self, rules: Rules, table: Table) -> FollowRules:
        """Which cards may be played to the running trick."""
        return rules.follow

    # -- Stöck --

    def _due(self, rules: Rules, state: State, seat: Seat, card: Card, dealt: int) -> bool:
        """Whether Stöck are due with this card (rules 1.0.6)."""
        if rules.stoeck is None or state.stoeck is not None:
            return False
        if not rules.stoeck.counts(state, seat):
            return False
        played = self._played_by(state, seat)
        row = rules.row(state)
        return completes_stoeck(row, dealt, played, card, welsch=rules.stoeck.welsch)

    def _played_by(self, state: State, seat: Seat) -> int:
        return mask_of(
            card
            for slot, card in enumerate(state.opened)
            if card is not None and state.played >> slot & 1 and state.owners[slot] == seat
        )

    def _check_stoeck(
        self, rules: Rules, state: State, seat: Seat, action: Play, knowledge: Knowledge
    ) -> Reason | None:
        if not action.stoeck and not knowledge.own:
            # Who does not call loses the points; that is no offence.
            return None
        dealt = stoeck_held(rules, state, seat, knowledge.faces) | 1 << action.card
        if not action.stoeck:
            if rules.stoeck is None or rules.stoeck.manual:
                return None
            due = self._due(rules, state, seat, action.card, dealt)
            return Reason.STOECK_IS_AUTOMATIC if due else None
        pair = stoeck_cards(rules.row(state))
        if rules.stoeck is None or state.stoeck is not None or not pair >> action.card & 1:
            return Reason.STOECK_NOT_ALLOWED
        if not rules.stoeck.counts(state, seat):
            return Reason.STOECK_NOT_ALLOWED
        other = pair & ~(1 << action.card)
        if bool(self._played_by(state, seat) & other) == rules.stoeck.welsch:
            # Called with the second of the two, in `stoeck_welsch` with the first.
            return Reason.STOECK_NOT_ALLOWED if rules.stoeck.welsch else Reason.STOECK_TOO_EARLY
        if knowledge.faces is None:
            return None if could_hold_stoeck(rules, state, seat) else Reason.NO_STOECK
        return None if dealt & pair == pair else Reason.NO_STOECK

    # -- Rest --

    def _check_rest(
        self, rules: Rules, state: State, seat: Seat, action: ClaimRest, knowledge: Knowledge
    ) -> Reason | None:
        slots = held_slots(state, seat)
        if not self.rest_possible(rules, state, len(slots)):
            return Reason.REST_NOT_ALLOWED
        if {slot for slot, _ in action.cards} != set(slots) or len(action.cards) != len(slots):
            return Reason.REST_NOT_ALLOWED
        cards = [card for _, card in action.cards]
        if any(one >= other for one, other in pairwise(cards)):
            return Reason.REST_NOT_ALLOWED
        reason = check_openings(rules, state, seat, action.cards, knowledge)
        if reason is not None:
            return reason
        own = mask_of(cards)
        if rules.rest == "sicher" and not _rest_safe(rules, state, own):
            return Reason.REST_NOT_SAFE
        return None

    def rest_possible(self, rules: Rules, state: State, left: int) -> bool:
        """On lead, with a choice of tricks left, and not before the Weise are settled."""
        return (
            rules.rest != "aus"
            and not state.trick
            and left > 1
            and (rules.melds is None or bool(state.tricks))
            and not rules.row(state).changes_direction
        )

    # -- what may be done --

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """Legal cards ascending, each with what may be said with it; then «Rest»."""
        state = view.state
        slots: dict[Card, Slot] = {item.card: item.slot for item in view.hand}
        hand = mask_of(slots)
        row = rules.row(state)
        trick = [play.card for play in state.trick]
        partner = self._with_partner(rules, state, seat)
        allowed = legal(row, hand, trick, self.follow(rules, state), partner_wins=partner)
        first = rules.weis is not None and not state.tricks
        numbers: tuple[int | None, ...] = (None,)
        if first:
            numbers = numbers_for(rules, state, seat, dealt_mask(state, seat, view.faces))
        found: list[Action] = []
        for card in cards_of(allowed):
            calls = self._calls(rules, view, row, card)
            found += [
                Play(slots[card], card, number, stoeck) for number in numbers for stoeck in calls
            ]
        if self.rest_possible(rules, state, len(slots)):
            shown = tuple((item.slot, item.card) for item in view.hand)
            if rules.rest == "riskant" or _rest_safe(rules, state, hand):
                found.append(ClaimRest(shown))
        return found

    def _calls(self, rules: Rules, view: View, row: ContractRow, card: Card) -> tuple[bool, ...]:
        if rules.stoeck is None or not stoeck_cards(row) >> card & 1 or view.seat is None:
            return (False,)
        dealt = stoeck_held(rules, view.state, view.seat, view.faces)
        if not self._due(rules, view.state, view.seat, card, dealt):
            return (False,)
        return (False, True) if rules.stoeck.manual else (True,)

    def automatic(self, rules: Rules, view: View, seat: Seat) -> Action | None:
        """The card of the last trick plays itself, unless there is something to decide with it."""
        if len(view.state.tricks) != view.state.length - 1:
            return None
        found = self.candidates(rules, view, seat)
        return found[0] if len(found) == 1 else None

    # -- doing it --

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """The card lies; Stöck are written before the running trick (rules 1.0.7)."""
        if isinstance(action, ClaimRest):
            self._claim(draft, seat, action)
            return
        if not isinstance(action, Play):
            return
        slot, card = action.slot, action.card
        draft.played |= 1 << slot
        played = PlayedCard(seat, slot, card, action.weis, action.stoeck, action.rank)
        draft.trick = (*draft.trick, played)
        draft.emit(Played(seat, card))
        self.laid(draft, played)
        if action.weis is not None:
            draft.emit(WeisAnnounced(seat, action.weis))
        if action.stoeck and call_stoeck(draft, seat):
            return
        self.go_on(draft)

    def go_on(self, draft: Draft) -> None:
        """Ask the next player, or see what the complete trick brings."""
        if len(draft.trick) < len(draft.players):
            draft.ask(next_player(draft, draft.trick[-1].seat))
        else:
            self.complete(draft)

    def laid(self, draft: Draft, played: PlayedCard) -> None:
        """What a card does besides lying there, in games where it does something."""

    def complete(self, draft: Draft) -> None:
        """Everybody has played to the trick; after the first there may be Weise to settle."""
        if draft.tricks or Step.CORRECT not in draft.rules.phases:
            turn_trick(draft)
        else:
            draft.enter(Step.CORRECT)

    def _claim(self, draft: Draft, seat: Seat, action: ClaimRest) -> None:
        rules = draft.rules
        side = rest_side(rules, draft)
        left = draft.length - len(draft.tricks)
        shown = tuple(card for _, card in action.cards)
        draft.emit(RestClaimed(seat, shown, side, left))
        pair = stoeck_cards(rules.row(draft))
        mine = stoeck_held(rules, draft, seat, None)
        if (
            pair
            and could_hold_stoeck(rules, draft, seat)
            and mine & pair == pair
            and call_stoeck(draft, seat)
        ):
            return
        draft.enter(Step.STOECK if Step.STOECK in rules.phases else Step.LAY)
