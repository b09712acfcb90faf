"""Playing for the highest card, suits apart, and fighting a tie out (rules 1.10, 1.11)."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.actions import Action, Play, PlayFor
from engine.cards import Card, FrenchRank, is_joker
from engine.errors import Reason
from engine.events import Played, Tied, TrickTaken
from engine.faces import Slot
from engine.phases.base import Phase
from engine.phases.draft import Draft, Table, next_player, players_from
from engine.phases.known import Knowledge, check_openings, held_slots
from engine.phases.ledger import close_hand
from engine.phases.parts import Rules
from engine.rules.duels import Chain, chain_of, round_order
from engine.seats import Seat
from engine.state import PlayedCard, State, Step, Trick
from engine.view import View

__all__ = ["DuelPhase", "chain", "is_hidden_from_owner", "rounds_left"]


def rounds_left(table: Table) -> int:
    """Cards each player had when the running trick began."""
    return table.length - sum(trick.counts for trick in table.tricks)


def chain(table: Table) -> Chain:
    """How the running trick stands."""
    return chain_of(table.trick, len(table.players), rounds_left(table))


def is_hidden_from_owner(table: Table, slot: Slot) -> bool:
    """Whether a card is held to the forehead: its owner may not look at it."""
    owner = table.owners[slot]
    return owner is not None and owner not in table.sights[slot]


class DuelPhase(Phase):
    """Any card may be played, the highest takes the trick; who ties at the top plays on for it.

    A forehead card is played by the next player, who sees it and so can prove it.

    Args:
        dealer_leads: to the first trick; otherwise Vorhand does.
        vorhand_leads: to every trick, whoever took the last one.
        others_first: in a tie those who are out lay their cards before the rivals.
        unseen_joker: what a joker counts as that nobody could declare; None: it beats all.
        called: what the game calls a tie that is played on; a key of the texts.
    """

    kinds: ClassVar = frozenset({Play, PlayFor})
    draws: ClassVar = False
    """Whether a tie of last cards is fought out with others from the stock."""

    def __init__(
        self,
        *,
        dealer_leads: bool = False,
        vorhand_leads: bool = False,
        others_first: bool = False,
        unseen_joker: FrenchRank | None = None,
        called: str = "stechen",
    ) -> None:
        self.dealer_leads = dealer_leads
        self.vorhand_leads = vorhand_leads
        self.others_first = others_first
        self.called: Final = called
        self._unseen_joker = unseen_joker

    # -- whose card -----------------------------------------------------------------------------

    def enter(self, draft: Draft) -> None:
        """Ask who leads."""
        if draft.leader is None:
            draft.leader = draft.players[-1] if self.dealer_leads else draft.vorhand
        elif self.vorhand_leads:
            draft.leader = draft.vorhand
        self._ask(draft, chain(draft))

    def _due(self, table: Table, now: Chain) -> Seat:
        """Whose card is due."""
        leader = table.players[0] if table.leader is None else table.leader
        order = players_from(table, leader)
        if now.rivals:
            order = round_order(order, now.rivals, others_first=self.others_first)
        return order[len(now.lying)]

    def _ask(self, draft: Draft, now: Chain) -> None:
        seat = self._due(draft, now)
        draft.ask(next_player(draft, seat) if self._unseen(draft, seat) else seat)

    def _unseen(self, table: Table, seat: Seat) -> bool:
        return any(is_hidden_from_owner(table, slot) for slot in held_slots(table, seat))

    # -- what may be done -----------------------------------------------------------------------

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """The own card, or the one at the forehead of the player before."""
        now = chain(state)
        due = self._due(state, now)
        unseen = self._unseen(state, due)
        match action:
            case PlayFor(owner, slot, card) if unseen and owner == due:
                reason = check_openings(rules, state, owner, ((slot, card),), knowledge)
            case Play(slot, card, weis, stoeck) if not unseen:
                if weis is not None:
                    return Reason.WEIS_NOT_ALLOWED
                if stoeck:
                    return Reason.STOECK_NOT_ALLOWED
                reason = check_openings(rules, state, seat, ((slot, card),), knowledge)
                reason = reason or self._check_rank(now.counts(seat), action)
            case _:
                return Reason.WRONG_PHASE
        if reason is None and state.played >> slot & 1:
            return Reason.ALREADY_PLAYED
        return reason

    def _check_rank(self, counts: bool, action: Play) -> Reason | None:
        """A joker that counts is declared, nothing else is."""
        if not is_joker(action.card):
            return None if action.rank is None else Reason.ONLY_JOKERS_HAVE_RANK
        if counts:
            return Reason.JOKER_NEEDS_RANK if action.rank is None else None
        return None if action.rank is None else Reason.JOKER_IS_BURNED

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """Every card, a joker once for each rank it can be declared as."""
        state = view.state
        now = chain(state)
        due = self._due(state, now)
        if self._unseen(state, due):
            seen = [(slot, view.card_at(slot)) for slot in held_slots(state, due)]
            return [PlayFor(due, slot, card) for slot, card in seen if card is not None]
        found: list[Action] = []
        for item in view.hand:
            if is_joker(item.card) and now.counts(seat):
                found += [Play(item.slot, item.card, rank=rank) for rank in FrenchRank]
            else:
                found.append(Play(item.slot, item.card))
        return found

    def automatic(self, rules: Rules, view: View, seat: Seat) -> Action | None:
        """Forehead cards are turned over at once, and a last card that leaves no choice."""
        now = chain(view.state)
        if now.rounds + 1 < rounds_left(view.state):
            return None
        found = self.candidates(rules, view, seat)
        return found[0] if len(found) == 1 else None

    # -- doing it -------------------------------------------------------------------------------

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """The card lies; go on."""
        match action:
            case Play(slot, card, _, _, rank):
                self.lay(draft, seat, slot, card, rank)
            case PlayFor(owner, slot, card):
                self.lay(draft, owner, slot, card, self.unseen_rank(card))
            case _:
                return
        laid = draft.trick[-1]
        draft.emit(Played(laid.seat, card, laid.rank))
        self.go_on(draft)

    def unseen_rank(self, card: Card) -> FrenchRank | None:
        """What a card counts as that nobody could declare, None: as what it is."""
        return self._unseen_joker if is_joker(card) else None

    def lay(
        self, draft: Draft, seat: Seat, slot: Slot, card: Card, rank: FrenchRank | None
    ) -> None:
        """A card comes to the trick."""
        draft.played |= 1 << slot
        draft.trick = (*draft.trick, PlayedCard(seat, slot, card, rank=rank))

    def go_on(self, draft: Draft) -> None:
        """Ask for the next card, or see who has taken the trick."""
        now = chain(draft)
        if not now.lying:
            if len(now.rivals) == 1:
                self.take(draft, now.rivals[0], now.rounds)
                return
            if now.rounds >= rounds_left(draft):
                self.without_cards(draft, now)
                return
            draft.emit(Tied(now.rivals, now.rounds + 1))
        self._ask(draft, now)

    def without_cards(self, draft: Draft, now: Chain) -> None:
        """A tie, and nobody has a card left: the one laid last takes it (rules 1.11)."""
        self.take(draft, now.rivals[-1], now.rounds)

    def take(self, draft: Draft, winner: Seat, counts: int) -> None:
        """The trick is decided; its winner leads the next, or the hand is over."""
        left = rounds_left(draft)
        number = len(draft.tricks) + 1
        draft.emit(TrickTaken(number, winner, 0, counts))
        leader = draft.trick[0].seat
        trick = Trick(number, leader, draft.trick, winner, 0, counts)
        draft.tricks = (*draft.tricks, trick)
        draft.trick = ()
        draft.leader = winner
        if counts >= left:
            close_hand(draft)
        else:
            draft.enter(Step.PLAY)
