"""Advice for games in which sides of partners collect points under a chosen contract.

Without chance the rules of thumb speak; with chance the same cards are weighed on sampled deals,
which costs up to about 150 ms. A variant plugs `advise` in as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from engine.actions import (
    Action,
    AnswerStoeck,
    Bedanken,
    CallStoeck,
    Choose,
    ClaimRest,
    CorrectWeis,
    Cut,
    DeclareCard,
    MeldFact,
    Pass,
    Play,
    Push,
    ShowStoeck,
    ShowWeis,
)
from engine.advice import Advice, Tip
from engine.bots.counting import Count
from engine.bots.estimate import ESTIMATED_CARDS, estimate, gain
from engine.bots.judgement import judge
from engine.bots.lookahead import playout, solve
from engine.bots.sampling import sample_hands
from engine.bots.sight import asked_seat, count_of, friends_of, opening_of, table_of
from engine.bots.stream import Stream
from engine.bots.strength import NO_CARD
from engine.cards import Card
from engine.cardset import mask_of
from engine.contracts import Contract, ContractRow, row_of
from engine.phases.parts import Rules
from engine.rules.rest import rest_is_safe
from engine.rules.stoeck import STOECK_POINTS
from engine.seats import Seat
from engine.view import View

__all__ = ["advise"]

_PUSHED: Final = 40
"""Points a hand is worth on average when the partner chooses; measured over 3000 hands."""

_CHOICE_DEALS: Final = 75
_FEW_CHOICE_DEALS: Final = 12
_PLAYOUTS: Final = 600
_PLAYED_DEALS: Final = 150
_NODES: Final = 24_000
_SOLVED_CARDS: Final = 4
_SOLVED_DEALS: Final = 40
_REDRAWS: Final = 3
_DOUBT: Final = 15
"""Points by which others may judge a hand differently."""


def advise(
    rules: Rules, view: View, legal: Sequence[Action], chance: bytes | None = None
) -> tuple[Advice, ...]:
    """As `engine.variant.Advise`; without chance the rules of thumb alone."""
    seat = asked_seat(view)
    thinking = _Thinking(rules, view, seat)
    if any(isinstance(action, Choose) for action in legal):
        return thinking.choose(legal, chance)
    if any(isinstance(action, Play) for action in legal):
        return thinking.play(legal, chance)
    said = view.announced[seat] or 0
    return tuple(sorted(map(_other, legal), key=lambda advice: _eagerness(advice, said)))


@dataclass(frozen=True, slots=True)
class _Thinking:
    """One decision of one seat."""

    rules: Rules
    view: View
    seat: Seat
    rows: dict[Contract, ContractRow] = field(default_factory=dict)

    def factor(self, contract: Contract) -> int:
        """What the points of a contract are multiplied with."""
        return self.rules.choosing.factors[contract]

    def row(self, contract: Contract) -> ContractRow:
        """The tables of a contract at this table."""
        if contract not in self.rows:
            self.rows[contract] = self.rules.row(replace(self.view.state, contract=contract))
        return self.rows[contract]

    def needs(self) -> tuple[int, int] | None:
        """Points the own side and the best other side lack of the target, None without one."""
        target = self.rules.ending.target
        if target is None or not self.view.score:
            return None
        own = self.rules.side_of[self.seat]
        score = self.view.score
        others = max(points for side, points in enumerate(score) if side != own)
        return max(1, target - score[own]), max(1, target - others)

    # -- contract -------------------------------------------------------------------------------

    def choose(self, legal: Sequence[Action], chance: bytes | None) -> tuple[Advice, ...]:
        contracts = [action.contract for action in legal if isinstance(action, Choose)]
        hand = mask_of(held.card for held in self.view.hand)
        if chance is None and hand.bit_count() == ESTIMATED_CARDS:
            worth = self._estimates(contracts, hand)
        else:
            # The weights are for another number of cards; then a few samples tell more.
            deals = _FEW_CHOICE_DEALS if chance is None else _CHOICE_DEALS
            stream = Stream(chance or hand.to_bytes(5, "big"), "contract")
            worth = self._sampled_choice(contracts, deals, stream)
        pushed = worth.get(None, self._pushing(contracts))

        def rate(action: Action) -> int:
            match action:
                case Choose(contract):
                    return worth[contract]
                case Push():
                    return pushed
                case _:
                    return min(worth.values()) - 1  # lead without a word: never better

        ranked = sorted(
            (action for action in legal if not isinstance(action, Play)), key=rate, reverse=True
        )
        return tuple(Advice(action, _choice_tip(action)) for action in ranked)

    def _estimates(self, contracts: Sequence[Contract], hand: int) -> dict[Contract | None, int]:
        needs = self.needs()
        stoeck = 0 if self.rules.stoeck is None else STOECK_POINTS
        return {
            contract: gain(
                estimate(hand, self.row(contract), stoeck=stoeck),
                self.factor(contract),
                needs,
            )
            for contract in contracts
        }

    def _pushing(self, contracts: Sequence[Contract]) -> int:
        factors = [self.factor(contract) for contract in contracts]
        needs = self.needs()
        return sum(gain(_PUSHED, factor, needs) for factor in factors) // len(factors)

    def _sampled_choice(
        self, contracts: Sequence[Contract], deals: int, stream: Stream
    ) -> dict[Contract | None, int]:
        """Mean worth of each contract, and under None of pushing, over sampled deals."""
        count = count_of(self.rules, self.view, self.seat)
        needs = self.needs()
        pushing = not self.view.pushed_by
        friends = friends_of(self.rules, self.seat)
        others = self.rules.order_from(self.seat)[1:]
        partner = next((other for other in others if friends[other]), self.seat)
        openings = {
            contract: opening_of(self.rules, self.row(contract), self.view, self.seat, ())
            for contract in contracts
        }
        totals: dict[Contract | None, int] = dict.fromkeys(contracts, 0)
        if pushing:
            totals[None] = 0
        for _ in range(deals):
            hands = sample_hands(count, stream)
            results: dict[Contract, int] = {}
            for contract in contracts:
                lead = playout(replace(openings[contract], hands=hands), NO_CARD)
                results[contract] = gain(lead, self.factor(contract), needs)
                totals[contract] += results[contract]
            if pushing:
                theirs = self._estimates(contracts, hands[partner])
                named = max(contracts, key=lambda contract: theirs[contract])
                totals[None] += results[named]
        return {contract: total // deals for contract, total in totals.items()}

    # -- play -----------------------------------------------------------------------------------

    def play(self, legal: Sequence[Action], chance: bytes | None) -> tuple[Advice, ...]:
        count = count_of(self.rules, self.view, self.seat)
        row = self.rules.row(self.view.state)
        advice = [
            Advice(action, Tip.REST)
            for action in legal
            if isinstance(action, ClaimRest) and rest_is_safe(row, count.hand, count.unseen)
        ]
        by_card: dict[Card, Play] = {}
        for action in legal:
            if isinstance(action, Play):
                known = by_card.get(action.card)
                if known is None or _spoken(action) > _spoken(known):
                    by_card[action.card] = action
        judged = judge(table_of(self.rules, self.view, self.seat, count), tuple(by_card))
        if len(judged) == 1:
            return (*advice, Advice(by_card[judged[0].card], Tip.ONLY_ONE))
        scores = {one.card: one.score for one in judged}
        tips = {one.card: one.tip for one in judged}
        if chance is not None and not advice:
            best = judged[0].card
            scores = self._sampled_play(count, scores, Stream(chance, "play"))
            first = max(scores, key=lambda card: (scores[card], -card))
            if first != best:
                tips[first] = Tip.THINK_AHEAD
        for card in sorted(scores, key=lambda card: (-scores[card], card)):
            action = by_card[card]
            tip = tips[card]
            if action.stoeck:
                tip = Tip.EARLY_STOECK
            elif action.weis is not None and len(judged) == len(self.view.hand):
                tip = Tip.ANNOUNCE_WEIS
            advice.append(Advice(action, tip))
        return tuple(advice)

    def _sampled_play(
        self, count: Count, scores: dict[Card, int], stream: Stream
    ) -> dict[Card, int]:
        """Per card its mean result over sampled deals; the rule of thumb breaks near ties."""
        cards = tuple(sorted(scores))
        totals = [0] * len(cards)
        deals = 0
        solving = count.hand.bit_count() <= _SOLVED_CARDS
        nodes = _NODES
        row = self.rules.row(self.view.state)
        opening = opening_of(self.rules, row, self.view, self.seat, ())
        limit = _SOLVED_DEALS if solving else min(_PLAYED_DEALS, _PLAYOUTS // len(cards))
        for _ in range(limit):
            hands = self._plausible(count, stream)
            deal = replace(opening, hands=hands)
            if solving:
                solved = solve(deal, cards, nodes)
                if solved is None:
                    break
                values, nodes = solved.values, solved.nodes
            else:
                values = tuple(playout(deal, card) for card in cards)
            totals = [total + value for total, value in zip(totals, values, strict=True)]
            deals += 1
        if not deals:
            return scores
        return {
            card: total * 1000 // deals + scores[card] // 10
            for card, total in zip(cards, totals, strict=True)
        }

    def _plausible(self, count: Count, stream: Stream) -> tuple[int, ...]:
        """Sampled hands with which the others would have chosen and pushed as they did."""
        hands = sample_hands(count, stream)
        for _ in range(_REDRAWS):
            if self._fits(count, hands):
                break
            hands = sample_hands(count, stream)
        return hands

    def _fits(self, count: Count, hands: tuple[int, ...]) -> bool:
        contract, announcer = self.view.contract, self.view.announcer
        if contract is None or self.rules.choosing.columns:
            # Where columns are filled, who names one has other reasons than its cards.
            return True
        doubt = _DOUBT * self.view.factor
        offered = self.rules.choosing.offered
        if announcer is not None and announcer != self.seat:
            worth = self._estimates(offered, hands[announcer] | count.played[announcer])
            if worth[contract] + doubt < max(worth.values()):
                return False
        for pusher in self.view.pushed_by:
            if pusher != self.seat:
                worth = self._estimates(offered, hands[pusher] | count.played[pusher])
                if max(worth.values()) > self._pushing(offered) + doubt:
                    return False
        return True


def _choice_tip(action: Action) -> Tip:
    match action:
        case Push():
            return Tip.PUSH
        case Choose(contract) if row_of(contract).trump is None:
            return Tip.WITHOUT_TRUMP
        case _:
            return Tip.CHOOSE_YOURSELF


def _spoken(action: Play) -> tuple[int, bool]:
    """Of two ways to play one card, the one that announces more."""
    return (-1 if action.weis is None else action.weis, action.stoeck)


def _other(action: Action) -> Advice:
    """Answers that need no thought."""
    match action:
        case ShowWeis() | MeldFact() | CorrectWeis():
            return Advice(action, Tip.ANNOUNCE_WEIS)
        case AnswerStoeck() | ShowStoeck() | CallStoeck():
            return Advice(action, Tip.EARLY_STOECK)
        case Bedanken():
            return Advice(action, Tip.THANKS)
        case _:
            return Advice(action, Tip.ONLY_ONE)


def _eagerness(advice: Advice, said: int) -> tuple[int, int]:
    """Who shows more comes first; a cut near the middle of the pack.

    Nobody takes back a Weis that is true: `said` is only corrected to more.
    """
    match advice.action:
        case CorrectWeis(weis):
            return (2, -weis) if weis is not None and weis > said else (4, 0)
        case ShowWeis(weise):
            return (0, -sum(len(weis) for weis in weise))
        case AnswerStoeck(cards):
            return (0, -len(cards))
        case Bedanken() | DeclareCard():
            return (0, 0)
        case Cut(count):
            return (1, abs(count - 18))
        case Pass():
            return (3, 0)
        case _:
            return (2, 0)
