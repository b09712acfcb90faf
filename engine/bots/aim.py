"""Playing to make an exact number of points: what cards will capture, and how near that comes.

A card in hand is worth what it captures on average, by how many cards of its suit above it are
still out. Points made, and the worth of the cards left, should meet the aim.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Final

from engine.bots.strength import NO_CARD, Strength, legal_cards
from engine.contracts import LAST_TRICK_POINTS
from engine.rules.follow import HINDERSI, FollowRules

__all__ = ["Aims", "cost", "expected", "finish"]

# Tenths of a point that a card captures with none, one, two … cards above it out, by the number
# of players: (trumps, others). Fitted to 1200 hands at a time until they stood still.
_Table = tuple[tuple[int, ...], tuple[int, ...]]
_TABLES: Final[dict[int, _Table]] = {
    2: ((192, 135, 98, 82, 64, 46, 30, 0, 0), (88, 39, 22, 10, 8, 4, 0, 0, 0)),
    3: ((221, 182, 139, 106, 81, 54, 32, 8, 0), (80, 28, 9, 0, 0, 0, 0, 0, 0)),
    4: ((278, 218, 148, 105, 72, 48, 23, 15, 10), (88, 27, 5, 0, 0, 0, 0, 0, 0)),
    5: ((344, 248, 152, 94, 74, 54, 31, 22, 15), (78, 21, 7, 0, 0, 0, 0, 0, 0)),
}
_GIVES: Final = 4
"""Points a player after throws in on average."""
_HELD: Final = 5
"""Tenths of a chance to win left by a later player who could beat the card."""
_BLUR: Final = 30
"""Tenths of a point by which each card left blurs what will be made."""


def expected(hand: int, strength: Strength, out: int, seats: int) -> dict[int, int]:
    """Tenths of a point that each card of a hand will capture.

    Args:
        hand: mask of the cards.
        strength: tables of the contract.
        out: mask of the cards that others may hold.
        seats: how many play, 2 to 5.
    """
    beaters, suits, trumps = strength.beaters, strength.suits, strength.trumps
    high, plain = _TABLES[seats]
    found: dict[int, int] = {}
    while hand:
        low = hand & -hand
        hand ^= low
        card = low.bit_length() - 1
        above = (beaters[card] & suits[card] & out).bit_count()
        found[card] = (high if low & trumps else plain)[above]
    return found


def cost(miss: int, left: int) -> int:
    """How bad it is to be so far from the aim, in tenths, with so many cards left to mend it."""
    blur = _BLUR * left
    return isqrt(miss * miss + blur * blur)


@dataclass(frozen=True, slots=True)
class Aims:
    """An open position in which everybody aims.

    Attributes:
        hands: mask per seat.
        needs: per seat, points still to make.
        leader: who leads or led the running trick.
        trick: cards of the running trick, in order of play.
        strength: tables of the contract.
        sides: per seat its side; what a side makes counts for all of its seats.
        rules: options of the decision table.
    """

    hands: tuple[int, ...]
    needs: tuple[int, ...]
    leader: int
    trick: tuple[int, ...]
    strength: Strength
    sides: tuple[int, ...]
    rules: FollowRules = HINDERSI


def _choose(
    hands: list[int],
    seat: int,
    legal: int,
    winning: int,
    pot: int,
    later: Sequence[int],
    need: int,
    strength: Strength,
) -> int:
    """The card after which the aim is nearest, for a player who happens to see all hands."""
    beaters, values = strength.beaters, strength.values
    out = 0
    for other, held in enumerate(hands):
        if other != seat:
            out |= held
    parts = expected(hands[seat], strength, out, len(hands))
    missing = 10 * need - sum(parts.values())
    left = len(parts) - 1
    over = beaters[winning] if winning >= 0 else -1
    best, chosen = 1 << 30, NO_CARD
    while legal:
        low = legal & -legal
        legal ^= low
        card = low.bit_length() - 1
        rest = missing + parts[card]
        bad = 10 * cost(rest, left)
        if low & over:
            gain = 10 * (pot + values[card] + _GIVES * len(later))
            chance = 10
            for other in later:
                if hands[other] & beaters[card]:
                    chance = chance * _HELD // 10
            bad = chance * cost(rest - gain, left) + (10 - chance) * cost(rest, left)
        if bad < best:
            best, chosen = bad, card
    return chosen


def finish(aims: Aims, card: int) -> tuple[int, ...]:
    """Points each seat makes from now on if `card` is played now and everybody aims."""
    hands, needs = list(aims.hands), list(aims.needs)
    seats, strength = len(hands), aims.strength
    sides = aims.sides
    beaters, values = strength.beaters, strength.values
    made = [0] * seats
    leader, trick, forced = aims.leader, aims.trick, card
    while any(hands):
        winning, winner, led, pot = NO_CARD, leader, 0, 0
        order = [(leader + step) % seats for step in range(seats)]
        for place, seat in enumerate(order):
            if place < len(trick):
                played = trick[place]
            else:
                if forced != NO_CARD:
                    played, forced = forced, NO_CARD
                else:
                    legal = legal_cards(hands[seat], led, winning, strength, aims.rules)
                    if legal & (legal - 1):
                        after = order[place + 1 :]
                        need = needs[seat]
                        played = _choose(hands, seat, legal, winning, pot, after, need, strength)
                    else:
                        played = legal.bit_length() - 1
                hands[seat] &= ~(1 << played)
            if place == 0:
                led, winning, winner = strength.suits[played], played, seat
            elif beaters[winning] >> played & 1:
                winning, winner = played, seat
            pot += values[played]
        trick = ()
        if not any(hands):
            pot += LAST_TRICK_POINTS
        made[winner] += pot
        for seat in range(seats):
            if sides[seat] == sides[winner]:
                needs[seat] -= pot
        leader = winner
    return tuple(made)
