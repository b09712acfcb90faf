"""Advice for games in which one predicts points and has to make exactly those.

Without chance the thumb rule of `aim` speaks, with counted cards in place of open ones; with chance
the same rule plays sampled deals to their end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.actions import Action, Bid, ClaimRest, Play, Predict
from engine.advice import Advice, Tip
from engine.bots.aim import Aims, cost, expected, finish
from engine.bots.counting import CERTAIN, Count
from engine.bots.judgement import Judge
from engine.bots.sampling import sample_hands
from engine.bots.sight import asked_seat, count_of, table_of
from engine.bots.stream import Stream
from engine.bots.strength import NO_CARD, Strength, strength_of
from engine.cards import Card
from engine.phases.ledger import sums
from engine.phases.parts import Rules
from engine.rules.rest import rest_is_safe
from engine.rules.tally import HAND_TOTAL
from engine.seats import Seat
from engine.view import View

__all__ = ["advise"]

_PREDICTED_DEALS: Final = 60
_PLAYED: Final = 240
_MOST_DEALS: Final = 60


def advise(
    rules: Rules, view: View, legal: Sequence[Action], chance: bytes | None = None
) -> tuple[Advice, ...]:
    """As `engine.variant.Advise`; without chance the rules of thumb alone."""
    seat = asked_seat(view)
    if view.contract is None:
        return tuple(Advice(action, Tip.ONLY_ONE) for action in legal)
    thinking = _Thinking(rules, view, seat)
    if isinstance(legal[0], Predict | Bid):
        return thinking.predict(legal, chance)
    if any(isinstance(action, Play) for action in legal):
        return thinking.play(legal, chance)
    return tuple(Advice(action, Tip.ONLY_ONE) for action in legal)


@dataclass(frozen=True, slots=True)
class _Thinking:
    """One decision of one seat."""

    rules: Rules
    view: View
    seat: Seat

    @property
    def strength(self) -> Strength:
        row = self.rules.row(self.view.state)
        return strength_of(row, row.direction(1))

    @property
    def friends(self) -> int:
        """How many partners the seat has."""
        return self.rules.side_of.count(self.rules.side_of[self.seat]) - 1

    def forecast(self, own: int, open_points: int) -> int:
        """Tenths of a point the side will still make, given what the own cards will."""
        others = self.rules.seats - 1
        return own + self.friends * max(0, 10 * open_points - own) // others

    def made(self) -> tuple[int, ...]:
        """Points per seat so far: those of its side."""
        points = sums(self.view.state)
        return tuple(points[side] for side in self.rules.side_of)

    # -- predicting -----------------------------------------------------------------------------

    def predict(self, legal: Sequence[Action], chance: bytes | None) -> tuple[Advice, ...]:
        count = count_of(self.rules, self.view, self.seat)
        own = sum(expected(count.hand, self.strength, count.unseen, self.rules.seats).values())
        target = (self.forecast(own, HAND_TOTAL) + 5) // 10
        if chance is not None:
            target = self._sampled_prediction(count, target, Stream(chance, "predict"))

        def miss(action: Action) -> int:
            match action:
                case Predict(points) | Bid(points):
                    return abs(points - target)
                case _:
                    return HAND_TOTAL

        ranked = sorted(legal, key=miss)
        return tuple(Advice(action, Tip.PREDICT) for action in ranked)

    def _sampled_prediction(self, count: Count, target: int, stream: Stream) -> int:
        """The median of what is made over sampled deals when the rule of thumb is aimed at."""
        results = []
        for _ in range(_PREDICTED_DEALS):
            hands = sample_hands(count, stream)
            aims = replace(self._aims(count, hands, target), leader=int(self.view.players[0]))
            results.append(self._own(finish(aims, NO_CARD)))
        return sorted(results)[len(results) // 2]

    def _own(self, made: Sequence[int]) -> int:
        """Of points per seat those of the own side."""
        side_of = self.rules.side_of
        return sum(
            points for seat, points in enumerate(made) if side_of[seat] == side_of[self.seat]
        )

    def _aims(self, count: Count, hands: tuple[int, ...], target: int) -> Aims:
        """The position if the seats held these hands; others aim at what they would predict."""
        view, seats, strength = self.view, self.rules.seats, self.strength
        deck = count.unseen | count.hand
        for cards in count.played:
            deck |= cards
        made, said = self.made(), view.predictions
        needs = []
        for seat in range(seats):
            told = said[seat]
            if seat == self.seat:
                aim = target
            elif told is not None:
                aim = told
            else:
                dealt = hands[seat] | count.played[seat]
                own = sum(expected(dealt, strength, deck & ~dealt, seats).values())
                aim = self.forecast(own, HAND_TOTAL) // 10
            needs.append(aim - made[seat])
        leader = view.leader if view.leader is not None else view.players[0]
        return Aims(
            hands=hands,
            needs=tuple(needs),
            leader=int(leader),
            trick=tuple(int(play.card) for play in view.trick),
            strength=strength,
            sides=tuple(int(side) for side in self.rules.side_of),
            rules=self.rules.follow,
        )

    # -- playing --------------------------------------------------------------------------------

    def play(self, legal: Sequence[Action], chance: bytes | None) -> tuple[Advice, ...]:
        count = count_of(self.rules, self.view, self.seat)
        target = self.view.predictions[self.seat] or 0
        need = target - self.made()[self.seat]
        by_card = {action.card: action for action in legal if isinstance(action, Play)}
        bad = self._judged(count, need, tuple(by_card))
        tips = {card: self._tip(count, card, need) for card in by_card}
        if chance is not None and len(by_card) > 1:
            best = min(bad, key=lambda card: (bad[card], card))
            bad = self._sampled_play(count, bad, target, Stream(chance, "play"))
            first = min(bad, key=lambda card: (bad[card], card))
            if first != best:
                tips[first] = Tip.THINK_AHEAD
        ranked = [
            Advice(by_card[card], tips[card] if len(by_card) > 1 else Tip.ONLY_ONE)
            for card in sorted(bad, key=lambda card: (bad[card], card))
        ]
        return (*self._rest(legal, count, need), *ranked)

    def _rest(self, legal: Sequence[Action], count: Count, need: int) -> tuple[Advice, ...]:
        """«Rest», when every trick is safe and all of them are wanted."""
        row = self.rules.row(self.view.state)
        for action in legal:
            if isinstance(action, ClaimRest) and rest_is_safe(row, count.hand, count.unseen):
                cards = count.hand | (count.unseen if not self._dead() else 0)
                values = self.strength.values
                left = sum(values[card] for card in range(36) if cards >> card & 1)
                if need >= left:
                    return (Advice(action, Tip.REST),)
        return ()

    def _dead(self) -> bool:
        """Whether cards are out of play."""
        return None in self.view.state.owners

    def _judged(self, count: Count, need: int, cards: Sequence[Card]) -> dict[Card, int]:
        """How far from the aim each card is likely to end, by the rule of thumb."""
        view, values = self.view, self.strength.values
        seats = self.rules.seats
        parts = expected(count.hand, self.strength, count.unseen, seats)
        left = len(parts) - 1
        later = seats - 1 - len(view.trick)
        pot = sum(values[play.card] for play in view.trick)
        judge = Judge(table_of(self.rules, view, self.seat, count))
        open_points = HAND_TOTAL - sum(sums(view.state))
        found: dict[Card, int] = {}
        for card in cards:
            gain = pot + values[card] + 4 * later
            own = sum(parts.values()) - parts[card]
            rest = 10 * need - self.forecast(own, max(0, open_points - gain))
            wins = judge.wins(card)
            found[card] = wins * cost(rest - 10 * gain, left) + (CERTAIN - wins) * cost(rest, left)
        return found

    def _sampled_play(
        self, count: Count, bad: dict[Card, int], target: int, stream: Stream
    ) -> dict[Card, int]:
        """Per card how far from the aim it ends over sampled deals; near ties by the thumb."""
        totals = dict.fromkeys(bad, 0)
        deals = min(_MOST_DEALS, _PLAYED // len(bad))
        for _ in range(deals):
            aims = self._aims(count, sample_hands(count, stream), target)
            need = aims.needs[self.seat]
            for card in bad:
                totals[card] += abs(need - self._own(finish(aims, card)))
        return {card: 100 * totals[card] // deals + bad[card] // 1000 for card in bad}

    def _tip(self, count: Count, card: Card, need: int) -> Tip:
        """What playing this card is called."""
        trick = [play.card for play in self.view.trick]
        if not trick:
            return Tip.LITTLE if need <= 0 else Tip.TAKE
        judge = Judge(table_of(self.rules, self.view, self.seat, count))
        if judge.wins(card) > CERTAIN // 2:
            return Tip.TAKE
        return Tip.GIVE_AWAY if self.strength.values[card] else Tip.LITTLE
