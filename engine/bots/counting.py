"""Card counting: what the cards on the table tell about the cards that are not.

Only public cards and the own hand go in. What a seat has not followed it does not hold, what was
shown it holds; the rest is spread evenly over the places that are left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.cards import Card
from engine.contracts import SUIT_MASKS
from engine.seats import Seat

__all__ = ["Count", "count_cards"]

CERTAIN: Final = 1000
"""Chances are counted in thousandths."""


@dataclass(frozen=True, slots=True)
class Count:
    """What one seat can know about all hands.

    Attributes:
        seat: who counts.
        hand: mask of the own cards.
        unseen: mask of the cards that others may still hold.
        left: how many cards each seat has, by seat.
        possible: mask of the cards each seat may hold, by seat; for the own seat the hand.
        certain: mask of the unseen cards each seat is known to hold, by seat.
        played: mask of the cards each seat has played in this hand, by seat.
    """

    seat: Seat
    hand: int
    unseen: int
    left: tuple[int, ...]
    possible: tuple[int, ...]
    certain: tuple[int, ...]
    played: tuple[int, ...]

    def outside(self, seats: Sequence[Seat]) -> int:
        """Mask of the cards that any of these seats may hold."""
        mask = 0
        for seat in seats:
            mask |= self.possible[seat]
        return mask

    def chance(self, seat: Seat, cards: int) -> int:
        """How likely, in thousandths, a seat holds at least one of these cards."""
        mine = self.possible[seat] & cards
        if not mine:
            return 0
        if mine & self.certain[seat]:
            return CERTAIN
        none = CERTAIN
        while mine:
            low = mine & -mine
            mine ^= low
            places = self.left[seat]
            total = sum(
                left
                for other, left in enumerate(self.left)
                if other != self.seat and self.possible[other] & low
            )
            # The own unknown places against all places the card can lie in.
            none = none * (total - places) // total if total > places else 0
        return CERTAIN - none


@cache
def _suit_of(mask: int) -> int:
    return next(suit for suit in SUIT_MASKS if suit & mask)


def count_cards(
    seat: Seat,
    hand: int,
    left: Sequence[int],
    tricks: Sequence[Sequence[tuple[Seat, Card]]],
    *,
    deck: int,
    trumps: int,
    puur: int,
    shown: Mapping[Seat, int] | None = None,
    gone: int = 0,
) -> Count:
    """Count the cards of a running hand.

    Args:
        seat: who counts.
        hand: mask of the own cards.
        left: cards left per seat.
        tricks: all plays of the hand in order, the running trick last.
        deck: mask of all cards in play.
        trumps: mask of the trump suit, 0 without.
        puur: mask of the trump Under, which nobody must follow with (rules 1.0.4 row 4).
        shown: cards that a seat has shown (Weis, Stöck), played or not.
        gone: cards that nobody holds any more for other reasons.
    """
    seats = len(left)
    played = [0] * seats
    void = [0] * seats
    for trick in tricks:
        led = 0
        for player, card in trick:
            bit = 1 << card
            played[player] |= bit
            if not led:
                led = _suit_of(bit)
            elif not bit & led:
                if led == trumps:
                    void[player] |= trumps & ~puur
                elif not bit & trumps:
                    void[player] |= led
    unseen = deck & ~hand & ~gone
    for cards in played:
        unseen &= ~cards
    certain = [0] * seats
    for holder, cards in (shown or {}).items():
        if holder != seat:
            certain[holder] = cards & unseen
    possible = [0] * seats
    for place in range(seats):
        if place == seat:
            possible[place] = hand
            continue
        elsewhere = 0
        for other in range(seats):
            if other != place:
                elsewhere |= certain[other]
        possible[place] = 0
        if left[place]:
            possible[place] = (unseen & ~void[place] & ~elsewhere) | certain[place]
            if certain[place].bit_count() == left[place]:
                possible[place] = certain[place]
    # A card that only one seat can hold is held there (with a stock nothing is certain).
    if unseen.bit_count() == sum(left) - left[seat]:
        for place in range(seats):
            if place != seat:
                others = 0
                for other in range(seats):
                    if other not in (place, seat):
                        others |= possible[other]
                certain[place] |= possible[place] & ~others
    return Count(seat, hand, unseen, tuple(left), tuple(possible), tuple(certain), tuple(played))
