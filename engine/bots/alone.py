"""Advice for games in which everybody plays alone and trump comes up by itself.

The cards that may be played are tried on deals that could be the real one. What a result is worth
is passed in: fewer points in one game, Striche in another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.actions import Action, ClaimRest, Play
from engine.advice import Advice, Tip
from engine.bots.counting import Count
from engine.bots.offsuit import NO_TRUMP, Made, Position, playout
from engine.bots.sampling import sample_hands
from engine.bots.sight import count_of
from engine.bots.stream import Stream
from engine.cards import suit_of
from engine.cardset import mask_of
from engine.contracts import SUIT_MASKS, row_of
from engine.phases.parts import Rules
from engine.rules.melds import MeldRules
from engine.rules.rest import rest_is_safe
from engine.rules.tricks import pile_points
from engine.seats import Seat
from engine.view import View

__all__ = ["Worth", "advise", "count_with_trump_maker"]

Worth = Callable[[Made], Sequence[int]]
"""What the result of a hand is worth to each seat; more is better."""

_FEW: Final = 160
_PLAYOUTS: Final = 480
_MOST_DEALS: Final = 60
_STRONG: Final = 45
_RICH: Final = 80
"""Points between which a player goes on collecting, where that is good at all."""


def advise(
    rules: Rules,
    view: View,
    legal: Sequence[Action],
    chance: bytes | None,
    worth: Worth,
    *,
    melds: MeldRules | None = None,
    both_ways: bool = False,
) -> tuple[Advice, ...]:
    """The legal actions from best to worst, each with its reason.

    Args:
        rules: of the table.
        view: of a seat that is asked.
        legal: what it may do.
        chance: bytes for sampling; None for few samples, always the same for the same cards.
        worth: what a result is worth.
        melds: what Weise in a trick are worth, None where they mean nothing.
        both_ways: many points can be good too.
    """
    seat = view.seat
    if seat is None or not any(isinstance(action, Play) for action in legal):
        return tuple(Advice(action, Tip.ONLY_ONE) for action in legal)
    return _Thinking(rules, view, seat, worth, melds, both_ways).play(legal, chance)


def count_with_trump_maker(rules: Rules, view: View, seat: Seat) -> Count:
    """What is known of all hands; who brought trump up has none of the suit that was led."""
    count = count_of(rules, view, seat)
    for plays in (*(trick.plays for trick in view.state.tricks), view.trick):
        for play in plays:
            if suit_of(play.card) != suit_of(plays[0].card):
                void = SUIT_MASKS[suit_of(plays[0].card)]
                possible = list(count.possible)
                possible[play.seat] &= ~void
                return count if play.seat == seat else replace(count, possible=tuple(possible))
    return count


@dataclass(frozen=True, slots=True)
class _Thinking:
    """One decision of one seat."""

    rules: Rules
    view: View
    seat: Seat
    worth: Worth
    melds: MeldRules | None
    both_ways: bool

    def play(self, legal: Sequence[Action], chance: bytes | None) -> tuple[Advice, ...]:
        plays = [action for action in legal if isinstance(action, Play)]
        if len(plays) == 1:
            return tuple(Advice(action, Tip.ONLY_ONE) for action in legal)
        count = count_with_trump_maker(self.rules, self.view, self.seat)
        seed = chance or count.hand.to_bytes(5, "big") + len(self.view.trick).to_bytes(1, "big")
        scores = self._scores(plays, count, chance is not None, Stream(seed, "alone"))
        ranked = sorted(plays, key=lambda action: (-scores[action.card], action.card))
        advice = [Advice(action, self._tip(action)) for action in ranked]
        rest = [action for action in legal if isinstance(action, ClaimRest)]
        if rest and self._wants_rest(count):
            return (Advice(rest[0], Tip.REST), *advice)
        return tuple(advice)

    def _wants_rest(self, count: Count) -> bool:
        """Whether the rest is certain; then playing on changes nothing but what lies in tricks."""
        row = self.rules.row(self.view.state)
        return self.melds is None and rest_is_safe(row, count.hand, count.unseen)

    def _tip(self, action: Play) -> Tip:
        if action.stoeck:
            return Tip.EARLY_STOECK
        return Tip.GIVE_AWAY if self.view.trick else Tip.LITTLE

    # -- what is known --------------------------------------------------------------------------

    def _position(self) -> Position:
        state, seats = self.view.state, self.rules.seats
        piles, tricks, lying = [0] * seats, [0] * seats, [0] * seats
        trump = NO_TRUMP
        for trick in state.tricks:
            cards = [play.card for play in trick.plays]
            piles[trick.winner] |= mask_of(cards)
            tricks[trick.winner] += 1
        for item in state.bookings:
            if item.kind == "tischweis":
                lying[item.side] += item.raw
        row = self.rules.row(state)
        if state.contract is not None:
            trump = int(row_of(state.contract).trump or 0)
        return Position(
            hands=(),
            leader=int(state.leader if state.leader is not None else state.players[0]),
            trick=tuple(int(play.card) for play in state.trick),
            trump=trump,
            acting=NO_TRUMP if row.trump is None else trump,
            late=state.setup.options.get("trumpf_wirkt") == "ab_naechstem_stich",
            piles=tuple(piles),
            tricks=tuple(tricks),
            lying=tuple(lying),
            collects=(False,) * seats,
            melds=self.melds,
            rules=self.rules.follow,
        )

    # -- trying ---------------------------------------------------------------------------------

    def _scores(
        self, plays: Sequence[Play], count: Count, long: bool, stream: Stream
    ) -> dict[int, int]:
        """Per card the mean worth over sampled deals, in thousandths, the better way of two."""
        cards = sorted({int(action.card) for action in plays})
        ways = (False, True) if self.both_ways else (False,)
        position = self._position()
        points = self._made(position)
        totals = {(card, way): 0 for card in cards for way in ways}
        budget = _PLAYOUTS if long else _FEW
        deals = max(2, min(_MOST_DEALS, budget // len(totals)))
        for _ in range(deals):
            hands = sample_hands(count, stream)
            others = self._collecting(points)
            for way in ways:
                collects = tuple(
                    way if seat == self.seat else wants for seat, wants in enumerate(others)
                )
                deal = replace(position, hands=hands, collects=collects)
                for card in cards:
                    totals[card, way] += self._value(playout(deal, card))
        return {card: max(totals[card, way] for way in ways) * 1000 // deals for card in cards}

    def _value(self, made: Made) -> int:
        """How much better the own result is than that of the others."""
        if not made.trump:
            return 0
        worth = self.worth(made)
        others = sum(worth) - worth[self.seat]
        return (len(worth) - 1) * worth[self.seat] - others // 2

    def _made(self, position: Position) -> tuple[int, ...]:
        """Points per seat so far, by the trump that is known, or by none."""
        contract = self.view.contract
        row = row_of(contract)
        return tuple(pile_points(row, pile) for pile in position.piles)

    def _collecting(self, points: Sequence[int]) -> tuple[bool, ...]:
        """Who probably wants points."""
        if not self.both_ways:
            return (False,) * len(points)
        return tuple(_STRONG <= made < _RICH for made in points)
