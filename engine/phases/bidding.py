"""Announcing tricks and counting by how many one was wrong (rules 1.10, 1.11)."""

from __future__ import annotations

from engine.events import SeatOut
from engine.phases.counting import Extra
from engine.phases.draft import Draft, Table
from engine.phases.ledger import trick_counts
from engine.phases.parts import Rules
from engine.phases.predict import BidPhase, bids
from engine.phases.rounds import RoundsCounting
from engine.rules.bidding import difference, forbidden_bid, reached
from engine.seats import Seat, Side
from engine.state import Step

__all__ = ["TrickBidPhase", "TricksCounting", "still_in"]


class TrickBidPhase(BidPhase):
    """Everybody announces tricks; the dealer, who is last, may not let the sum come out even.

    Args:
        then: the step that follows.
        beyond: more than the cards may be announced, by half of the cards not dealt.
        last_is_free: with one card each the sum may come out even.
    """

    def __init__(self, then: Step, *, beyond: bool = False, last_is_free: bool = False) -> None:
        super().__init__(then)
        self._beyond = beyond
        self._last_is_free = last_is_free

    def most(self, rules: Rules, table: Table) -> int:
        """The number of cards, or what could be made with draws."""
        return table.length + (table.owners.count(None) // 2 if self._beyond else 0)

    def forbidden(self, rules: Rules, table: Table, seat: Seat) -> frozenset[int]:
        """The dealer's number that would bring the sum to the number of cards."""
        if seat != table.dealer or (self._last_is_free and table.length == 1):
            return frozenset()
        others = sum(number for other, number in bids(table).items() if other != seat)
        number = forbidden_bid(table.length, others)
        return frozenset() if number is None else frozenset({number})


def still_in(table: Table, limit: int | None) -> tuple[Seat, ...]:
    """The seats that have not reached the limit at which one is out; all if nobody is left."""
    seats = tuple(Seat(seat) for seat in range(table.setup.seats))
    out = () if limit is None else reached(table.score, limit)
    return tuple(seat for seat in seats if seat not in out) or seats


class TricksCounting(RoundsCounting):
    """Each writes by how many tricks he was wrong; the lowest sum wins.

    Args:
        one_card_factor: multiplies the hand with one card each.
    """

    def __init__(self, *, one_card_factor: int = 1) -> None:
        self._one_card_factor = one_card_factor

    def _factor(self, draft: Draft) -> int:
        return self._one_card_factor if draft.length == 1 else 1

    def written(self, draft: Draft) -> tuple[tuple[int, ...], Extra]:
        """The differences of those who played."""
        said, made = bids(draft), trick_counts(draft.rules, draft)
        seats = [Seat(seat) for seat in range(draft.setup.seats)]
        written = tuple(
            difference(said[seat], made[seat], self._factor(draft)) if seat in said else 0
            for seat in seats
        )
        cards = tuple(draft.length if seat in draft.players else 0 for seat in seats)
        return written, (("bid", tuple(said.get(seat, 0) for seat in seats)), ("cards", cards))

    def lost(self, draft: Draft, seat: Seat) -> tuple[tuple[int, ...], Extra]:
        """The offender as many points as he had cards, the others none (rules 1.0.11)."""
        points = draft.length * self._factor(draft)
        return tuple(points if side == seat else 0 for side in range(draft.setup.seats)), ()

    def winners(self, draft: Draft) -> tuple[Side, ...] | None:
        """The lowest at the end, or who is left alone."""
        at = draft.rules.ending.out
        if at is None:
            return super().winners(draft)
        out = reached(draft.score, at)
        left = tuple(seat for seat in draft.players if seat not in out)
        for seat in draft.players:
            if seat in out:
                draft.emit(SeatOut(seat))
        if len(left) > 1:
            return None
        # If the last ones go together the lowest of them wins, whoever went before.
        last = left or draft.players
        best = min(draft.score[seat] for seat in last)
        return tuple(Side(seat) for seat in sorted(last) if draft.score[seat] == best)

    def losers(self, draft: Draft, winners: tuple[Side, ...]) -> tuple[Side, ...]:
        """Who has reached the limit that ends the game."""
        limit = draft.rules.ending.limit
        over = () if limit is None else reached(draft.score, limit)
        return tuple(side for side in map(Side, over) if side not in winners)
