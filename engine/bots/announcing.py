"""Advice for games in which one announces tricks and the highest card wins (rules 1.10, 1.11).

Without chance a rule of thumb speaks: of each card how likely it takes the trick now, and how far
the cards that are left will then be from what is still wanted. With chance the same cards are
played out on sampled deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.actions import Action, Bid, Give, Play
from engine.advice import Advice, Tip
from engine.bots.showdown import JOKER, UNIT, Hand, Rule
from engine.bots.sight import asked_seat
from engine.bots.stream import Stream
from engine.bots.trickcount import ONE, Unseen, miss, power, spread
from engine.cards import DECKS, Card, height_of, is_joker
from engine.phases.duel import DuelPhase, chain
from engine.phases.ledger import trick_counts
from engine.phases.parts import Rules
from engine.phases.predict import bids
from engine.rules.duels import height_in_trick
from engine.seats import Seat
from engine.state import Step
from engine.view import View

__all__ = ["advise"]

_PLAYED: Final = 16_000
"""Cards laid in all playouts of one decision, about."""

_BIDS: Final = 5
"""How many numbers are tried, the likeliest first."""

_REDRAWS: Final = 4
"""So many deals are drawn for one that is played out."""

_FEWEST_DEALS: Final = 12
_MOST_DEALS: Final = 150


def _thinking(rules: Rules, view: View, seat: Seat) -> _Thinking:
    deck = DECKS[rules.deck].cards
    top = max(height_of(card) for card in deck if not is_joker(card))
    known = {card for _, card in view.faces.items()}
    known |= {card for card in view.state.opened if card is not None}
    unseen = tuple(card for card in deck if card not in known)
    heights = Unseen.of((_height(card) for card in unseen), top)
    return _Thinking(rules, view, seat, top, unseen, heights)


def _height(card: Card) -> int:
    return JOKER if is_joker(card) else height_of(card)


def advise(
    rules: Rules, view: View, legal: Sequence[Action], chance: bytes | None = None
) -> tuple[Advice, ...]:
    """As `engine.variant.Advise`; without chance the rules of thumb alone."""
    seat = asked_seat(view)
    thinking = _thinking(rules, view, seat)
    if isinstance(legal[0], Bid):
        return thinking.bid(legal) if chance is None else thinking.bid_out(legal, chance)
    if isinstance(legal[0], Give):
        return thinking.give(legal)
    if isinstance(legal[0], Play) and len(legal) > 1:
        return thinking.play(legal) if chance is None else thinking.play_out(legal, chance)
    return tuple(Advice(action, Tip.ONLY_ONE) for action in legal)


@dataclass(frozen=True, slots=True)
class _Thinking:
    """One decision of one seat.

    Attributes:
        top: height of the highest card of the deck.
        unseen: the cards this seat has not seen, the stock among them.
        heights: of these cards.
    """

    rules: Rules
    view: View
    seat: Seat
    top: int
    unseen: tuple[Card, ...]
    heights: Unseen

    def height(self, card: Card) -> int:
        """Of a card in a hand; a joker is as high as it can be."""
        return min(_height(card), self.top)

    @property
    def others(self) -> int:
        """How many play against this seat."""
        return len(self.view.players) - 1

    @property
    def duel(self) -> DuelPhase:
        """How this game is played.

        Raises:
            TypeError: in a game in which suits count.
        """
        play = self.rules.phases[Step.PLAY]
        if not isinstance(play, DuelPhase):
            raise TypeError("this adviser knows only games of the highest card")
        return play

    def chances(self, heights: Sequence[int]) -> list[int]:
        """What each card will win."""
        return [self.heights.wins(height, self.others) for height in heights]

    # -- announcing -----------------------------------------------------------------------------

    def bid(self, legal: Sequence[Action]) -> tuple[Advice, ...]:
        """The number that one will be nearest to."""
        hand = [self.height(item.card) for item in self.view.hand]
        numbers = spread(self.chances(hand)) if hand else self._forehead()
        tip = Tip.DEALERS_NUMBER if self.seat == self.view.dealer else Tip.PREDICT
        ranked = sorted(legal, key=lambda action: self._bid_cost(numbers, action))
        return tuple(Advice(action, tip) for action in ranked)

    def _bid_cost(self, numbers: Sequence[int], action: Action) -> int:
        return miss(numbers, action.number) if isinstance(action, Bid) else 0

    def _forehead(self) -> list[int]:
        """With the one card that all others see: how likely it beats theirs."""
        shown = [self.height(item.card) for cards in self.view.others_cards for item in cards]
        wins = ONE - self.heights.above(max(shown, default=0))
        return [ONE - wins, wins]

    # -- giving away ----------------------------------------------------------------------------

    def give(self, legal: Sequence[Action]) -> tuple[Advice, ...]:
        """A card of the middle: it neither surely wins nor surely loses."""

        def doubt(action: Action) -> int:
            if not isinstance(action, Give):
                return 0
            wins = self.heights.wins(self.height(action.card), self.others)
            return abs(2 * wins - ONE)

        return tuple(Advice(action, Tip.GIVE_AWAY) for action in sorted(legal, key=doubt))

    # -- playing --------------------------------------------------------------------------------

    def wanted(self, seat: Seat) -> int:
        """Tricks a seat still lacks; less than nothing if it has too many."""
        made = trick_counts(self.rules, self.view.state)[seat]
        return bids(self.view.state).get(seat, 0) - made

    def play(self, legal: Sequence[Action]) -> tuple[Advice, ...]:
        """The card after which one will be nearest to what was announced."""
        plays = [action for action in legal if isinstance(action, Play)]
        judged = sorted(
            ((self._cost(action), number) for number, action in enumerate(plays)),
        )
        return tuple(Advice(plays[number], self._tip(plays[number])) for _, number in judged)

    def _rest(self, without: Action) -> list[int]:
        slot = without.slot if isinstance(without, Play) else None
        return [self.height(item.card) for item in self.view.hand if item.slot != slot]

    def _cost(self, action: Play) -> int:
        state = self.view.state
        now = chain(state)
        wanted = self.wanted(self.seat)
        numbers = spread(self.chances(self._rest(action)))
        if not now.counts(self.seat):
            return miss(numbers, wanted)
        takes = self._takes(action)
        stake = now.rounds + 1
        return (
            takes * miss(numbers, wanted - stake) + (ONE - takes) * miss(numbers, wanted)
        ) // ONE

    def _takes(self, action: Play) -> int:
        """How likely this card takes the trick, a tie fought out."""
        state = self.view.state
        now = chain(state)
        height = self.height(action.card) if action.rank is None else int(action.rank)
        lying = {p.seat: height_in_trick(p) for p in now.lying if now.counts(p.seat)}
        best = max(lying.values(), default=-1)
        if height < best:
            return 0
        takes = ONE
        if height == best:
            takes //= 1 + sum(other == best for other in lying.values())
        rivals = now.rivals or state.players
        for other in rivals:
            if other == self.seat or other in lying:
                continue
            holds = self.heights.above(height)
            if self.wanted(other) > 0:
                takes = takes * power(holds, 2) // ONE
            else:
                takes = takes * holds // ONE
        return takes

    def _tip(self, action: Play) -> Tip:
        now = chain(self.view.state)
        if action.rank is not None and int(action.rank) < self.top // 2:
            return Tip.LOW_JOKER
        if now.rivals and now.counts(self.seat) and self.duel.draws:
            return Tip.AIM_AT_DUEL
        return Tip.TAKE if self.wanted(self.seat) > 0 else Tip.GIVE_AWAY

    # -- looking ahead --------------------------------------------------------------------------

    def play_out(self, legal: Sequence[Action], chance: bytes) -> tuple[Advice, ...]:
        """The card after which sampled hands, played to their end, miss by least."""
        plays = [action for action in legal if isinstance(action, Play)]
        plays = self._different(plays)
        stream = Stream(chance, "deals")
        costs = [0] * len(plays)
        deals = max(_FEWEST_DEALS, min(_MOST_DEALS, _PLAYED // (len(plays) * self._left())))
        rule = self._rule()
        for _ in range(deals):
            hands, pool = self._likely(stream, rule)
            for number, action in enumerate(plays):
                costs[number] += self._played(rule, action, hands, pool)
        order = sorted(
            range(len(plays)), key=lambda number: (costs[number], self._cost(plays[number]))
        )
        best = [Advice(plays[number], Tip.THINK_AHEAD) for number in order]
        return (*best, *(Advice(a, Tip.THINK_AHEAD) for a in legal if a not in plays))

    def bid_out(self, legal: Sequence[Action], chance: bytes) -> tuple[Advice, ...]:
        """The number that sampled hands, played to their end, come nearest to."""
        ranked = self.bid(legal)
        if self.view.counts[self.seat] != len(self.view.hand) or len(self.view.hand) < 2:
            return ranked
        near = [item for item in ranked[:_BIDS] if isinstance(item.action, Bid)]
        stream, rule = Stream(chance, "bids"), self._rule()
        costs = [0] * len(near)
        deals = max(_FEWEST_DEALS, min(_MOST_DEALS, _PLAYED // (len(near) * self._left())))
        for _ in range(deals):
            hands, pool = self._likely(stream, rule)
            for number, item in enumerate(near):
                if isinstance(item.action, Bid):
                    costs[number] += self._bid_played(rule, item.action.number, hands, pool)
        order = sorted(range(len(near)), key=lambda number: (costs[number], number))
        return (*(near[number] for number in order), *ranked[len(near) :])

    def _bid_played(self, rule: Rule, number: int, hands: list[list[int]], pool: list[int]) -> int:
        players = self.view.players
        said = {**bids(self.view.state), self.seat: number}
        wanted = [
            said[seat]
            if seat in said
            else (sum(rule.wins[height] for height in hand) + UNIT // 2) // UNIT
            for seat, hand in zip(players, hands, strict=True)
        ]
        leader = len(players) - 1 if self.duel.dealer_leads else 0
        hand = Hand(rule, hands, wanted, pool, leader, (), 0, ())
        return hand.finish()[players.index(self.seat)]

    def _left(self) -> int:
        return sum(self.view.counts)

    def _different(self, plays: Sequence[Play]) -> list[Play]:
        """One card of each height; a joker once for each rank."""
        found: dict[tuple[int, int], Play] = {}
        for action in plays:
            rank = -1 if action.rank is None else int(action.rank)
            found.setdefault((_height(action.card), rank), action)
        return list(found.values())

    def _likely(self, stream: Stream, rule: Rule) -> tuple[list[list[int]], list[int]]:
        """Of a few sampled deals the one that fits best what the others have announced."""
        said = {seat: self.wanted(seat) for seat in bids(self.view.state) if seat != self.seat}
        if not said:
            return self._sample(stream)

        def doubt(deal: tuple[list[list[int]], list[int]]) -> int:
            return sum(
                (sum(rule.wins[height] for height in hand) - UNIT * said[seat]) ** 2
                for seat, hand in zip(self.view.players, deal[0], strict=True)
                if seat in said
            )

        return min((self._sample(stream) for _ in range(_REDRAWS)), key=doubt)

    def _sample(self, stream: Stream) -> tuple[list[list[int]], list[int]]:
        """Hands of the players from Vorhand on, and what could be drawn."""
        state = self.view.state
        known = {card for _, card in self.view.faces.items()}
        known |= {card for card in state.opened if card is not None}
        deck = DECKS[self.rules.deck].cards
        unseen = [
            JOKER if is_joker(card) else height_of(card) for card in deck if card not in known
        ]
        stream.shuffle(unseen)
        counts, shown = self.view.counts, self.view.others_cards
        hands = []
        for seat in self.view.players:
            if seat == self.seat:
                held = [item.card for item in self.view.hand]
            else:
                held = [item.card for item in shown[seat]]
            heights = [_height(card) for card in held]
            while len(heights) < counts[seat]:
                heights.append(unseen.pop())
            hands.append(heights)
        return hands, unseen

    def _played(self, rule: Rule, action: Play, hands: list[list[int]], pool: list[int]) -> int:
        state = self.view.state
        now = chain(state)
        at = {seat: number for number, seat in enumerate(state.players)}
        leader = self.seat if state.leader is None else state.leader
        hand = Hand(
            rule,
            hands,
            [self.wanted(seat) for seat in state.players],
            pool,
            at[leader],
            [at[seat] for seat in now.rivals],
            now.rounds,
            [(at[play.seat], min(height_in_trick(play), self.top)) for play in now.lying],
        )
        height = _height(action.card)
        hand.lay(height, height if action.rank is None else int(action.rank))
        return hand.finish()[at[self.seat]]

    def _rule(self) -> Rule:
        play = self.duel
        heights = {**{height: height for height in range(self.top + 1)}, JOKER: self.top}
        chances = self.heights
        return Rule(
            self.top,
            play.others_first,
            play.vorhand_leads,
            play.draws,
            {h: chances.wins(high, self.others) * UNIT // ONE for h, high in heights.items()},
            {h: chances.above(high) * UNIT // ONE for h, high in heights.items()},
        )
