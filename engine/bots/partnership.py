"""Advice for games in which sides of partners collect points under a chosen contract.

A variant says what its contracts are multiplied with and what its sides still need; everything
else is read from the view. Without chance the rules of thumb speak; with chance the same cards
are weighed on sampled deals, which costs up to about 150 ms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
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
from engine.bots.advice import Advice
from engine.bots.counting import Count
from engine.bots.estimate import estimate, gain
from engine.bots.judgement import judge
from engine.bots.lookahead import playout, solve
from engine.bots.sampling import sample_hands
from engine.bots.sight import count_of, opening_of, row_in, table_of
from engine.bots.stream import Stream
from engine.bots.strength import NO_CARD, strength_of
from engine.bots.tips import Tip
from engine.cards import Card
from engine.cardset import mask_of
from engine.contracts import Contract, ContractRow, row_of
from engine.rules.rest import rest_is_safe
from engine.rules.stoeck import STOECK_POINTS
from engine.seats import Seat
from engine.view import View

__all__ = ["Partnership"]

_PUSHED: Final = 40
"""Points a hand is worth on average when the partner chooses; measured over 3000 hands."""

_CHOICE_DEALS: Final = 90
_PLAYOUTS: Final = 900
_NODES: Final = 24_000
_SOLVED_CARDS: Final = 4
_SOLVED_DEALS: Final = 40
_REDRAWS: Final = 3
_DOUBT: Final = 15
"""Points by which others may judge a hand differently."""


@dataclass(frozen=True, slots=True)
class Partnership:
    """The advice of one game.

    Attributes:
        factor: what the points of a contract are multiplied with at this table.
        needs: points the viewer's side and the best other side still lack, None without target.
    """

    factor: Callable[[View, Contract], int]
    needs: Callable[[View], tuple[int, int] | None]

    def advise(
        self, view: View, legal: Sequence[Action], chance: bytes | None = None
    ) -> tuple[Advice, ...]:
        """The legal actions from best to worst, each with its reason.

        Args:
            view: of a seat that is asked.
            legal: what it may do.
            chance: bytes for sampling; None for the rules of thumb alone.
        """
        seat = view.seat
        if seat is None or not legal:
            return ()
        if any(isinstance(action, Choose) for action in legal):
            return self._choose(view, seat, legal, chance)
        if any(isinstance(action, Play) for action in legal):
            return self._play(view, seat, legal, chance)
        return tuple(sorted((_other(action) for action in legal), key=_eagerness))

    # -- contract -------------------------------------------------------------------------------

    def _choose(
        self, view: View, seat: Seat, legal: Sequence[Action], chance: bytes | None
    ) -> tuple[Advice, ...]:
        contracts = [action.contract for action in legal if isinstance(action, Choose)]
        worth = (
            self._estimates(view, contracts, mask_of(held.card for held in view.hand))
            if chance is None
            else self._sampled_choice(view, seat, contracts, Stream(chance, "contract"))
        )
        pushed = (
            self._pushing(view, contracts)
            if chance is None
            else worth.get(None, self._pushing(view, contracts))
        )

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

    def _estimates(
        self, view: View, contracts: Sequence[Contract], hand: int
    ) -> dict[Contract | None, int]:
        needs = self.needs(view)
        stoeck = 0 if view.state.setup.options.get("stoeck") == "aus" else STOECK_POINTS
        return {
            contract: gain(
                estimate(hand, _row(view, contract), stoeck=stoeck),
                self.factor(view, contract),
                needs,
            )
            for contract in contracts
        }

    def _pushing(self, view: View, contracts: Sequence[Contract]) -> int:
        factors = [self.factor(view, contract) for contract in contracts]
        needs = self.needs(view)
        return sum(gain(_PUSHED, factor, needs) for factor in factors) // len(factors)

    def _sampled_choice(
        self, view: View, seat: Seat, contracts: Sequence[Contract], stream: Stream
    ) -> dict[Contract | None, int]:
        """Mean worth of each contract, and under None of pushing, over sampled deals."""
        count = count_of(view, seat)
        needs = self.needs(view)
        pushing = not view.pushed_by
        leader = seat if view.vorhand is None else view.vorhand
        partner = next(
            (
                Seat(other)
                for other, friend in enumerate(opening_of(view, seat, ()).friends)
                if friend and other != seat
            ),
            seat,
        )
        totals: dict[Contract | None, int] = dict.fromkeys(contracts, 0)
        if pushing:
            totals[None] = 0
        for _ in range(_CHOICE_DEALS):
            hands = sample_hands(count, stream)
            results: dict[Contract, int] = {}
            for contract in contracts:
                results[contract] = gain(
                    _outcome(view, seat, contract, hands, leader),
                    self.factor(view, contract),
                    needs,
                )
                totals[contract] += results[contract]
            if pushing:
                theirs = self._estimates(view, contracts, hands[partner])
                named = max(contracts, key=lambda contract: theirs[contract])
                totals[None] += results[named]
        return {contract: total // _CHOICE_DEALS for contract, total in totals.items()}

    # -- play -----------------------------------------------------------------------------------

    def _play(
        self, view: View, seat: Seat, legal: Sequence[Action], chance: bytes | None
    ) -> tuple[Advice, ...]:
        count = count_of(view, seat)
        row = row_in(view)
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
        judged = judge(table_of(view, seat, count), tuple(by_card))
        if len(judged) == 1:
            return (*advice, Advice(by_card[judged[0].card], Tip.ONLY_ONE))
        scores = {one.card: one.score for one in judged}
        tips = {one.card: one.tip for one in judged}
        if chance is not None and not advice:
            best = judged[0].card
            scores = self._sampled_play(view, seat, count, scores, Stream(chance, "play"))
            first = max(scores, key=lambda card: (scores[card], -card))
            if first != best:
                tips[first] = Tip.THINK_AHEAD
        for card in sorted(scores, key=lambda card: (-scores[card], card)):
            action = by_card[card]
            tip = tips[card]
            if action.stoeck:
                tip = Tip.EARLY_STOECK
            elif action.weis is not None and len(judged) == len(view.hand):
                tip = Tip.ANNOUNCE_WEIS
            advice.append(Advice(action, tip))
        return tuple(advice)

    def _sampled_play(
        self, view: View, seat: Seat, count: Count, scores: dict[Card, int], stream: Stream
    ) -> dict[Card, int]:
        """Per card its mean result over sampled deals; the rule of thumb breaks near ties."""
        cards = tuple(sorted(scores))
        totals = [0] * len(cards)
        deals = 0
        solving = count.hand.bit_count() <= _SOLVED_CARDS
        nodes = _NODES
        for _ in range(_SOLVED_DEALS if solving else _PLAYOUTS // len(cards)):
            hands = self._plausible(view, seat, count, stream)
            deal = opening_of(view, seat, hands)
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

    def _plausible(self, view: View, seat: Seat, count: Count, stream: Stream) -> tuple[int, ...]:
        """Sampled hands with which the others would have chosen and pushed as they did."""
        contract, announcer = view.contract, view.announcer
        hands = sample_hands(count, stream)
        if contract is None or announcer is None:
            return hands
        contracts = tuple(Contract)[:6] if contract in tuple(Contract)[:6] else (contract,)
        for _ in range(_REDRAWS):
            if self._fits(view, seat, count, hands, contracts):
                break
            hands = sample_hands(count, stream)
        return hands

    def _fits(
        self,
        view: View,
        seat: Seat,
        count: Count,
        hands: tuple[int, ...],
        contracts: Sequence[Contract],
    ) -> bool:
        announcer = view.announcer
        if announcer is not None and announcer != seat:
            worth = self._estimates(view, contracts, hands[announcer] | count.played[announcer])
            if worth[view.contract] + _DOUBT * view.factor < max(worth.values()):
                return False
        for pusher in view.pushed_by:
            if pusher != seat:
                worth = self._estimates(view, contracts, hands[pusher] | count.played[pusher])
                limit = self._pushing(view, contracts) + _DOUBT * view.factor
                if max(worth.values()) > limit:
                    return False
        return True


def _row(view: View, contract: Contract) -> ContractRow:
    options = view.state.setup.options
    return row_of(contract, undenufe_ass_11=bool(options.get("undenufe_ass_11")))


def _outcome(
    view: View, seat: Seat, contract: Contract, hands: tuple[int, ...], leader: Seat
) -> int:
    """Points by which the side of `seat` wins these open hands, played plainly."""
    row = _row(view, contract)
    tricks = hands[seat].bit_count()
    opening = opening_of(view, seat, hands)
    strengths = tuple(strength_of(row, row.direction(number)) for number in range(1, tricks + 1))
    return playout(replace(opening, leader=leader, strengths=strengths), NO_CARD)


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


def _eagerness(advice: Advice) -> tuple[int, int]:
    """Who shows more comes first; a cut near the middle of the pack."""
    match advice.action:
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
