"""Whole random hands without State: the hot path that bots and benchmarks run.

It asks the same `ruling` as everything else, and only spares the bookkeeping between cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.contracts import LAST_TRICK_POINTS, SUIT_MASKS, ContractRow
from engine.rules.follow import FORWARD, FollowRules, ruling

__all__ = ["random_hand"]


def random_hand(
    row: ContractRow,
    hands: Sequence[int],
    draws: Sequence[int],
    *,
    leader: int = 0,
    rules: FollowRules = FORWARD,
) -> list[int]:
    """Play a hand to its end with the legal cards that `draws` picks.

    Args:
        row: the contract.
        hands: mask per seat, all of one size.
        draws: one non-negative number per card of all hands; draw d picks the legal card number
            d modulo their count, ascending.
        leader: the seat that leads the first trick.
        rules: the table's options, `overtrump_s004` excepted: there are no partners here.

    Returns:
        Points per seat: cards and the last trick, without match and factor.
    """
    seats = len(hands)
    left = list(hands)
    points = [0] * seats
    tricks = hands[0].bit_count()
    values, above, trumps = row.values, row.above, row.trumps
    turns = [[(first + place) % seats for place in range(seats)] for first in range(seats)]
    draw = iter(draws)
    for trick_no in range(tricks):
        powers_by_suit = row.powers[row.directions[trick_no]]
        powers: tuple[int, ...] = ()
        led, over, worth, most, winner = 0, trumps, 0, 0, leader
        for seat in turns[leader]:
            hand = left[seat]
            pick = next(draw)
            legal = hand
            if hand & (hand - 1):
                if led:
                    legal = ruling(row, hand, led, over, rules)[1]
                pick %= legal.bit_count()
                while pick:
                    legal &= legal - 1
                    pick -= 1
                legal &= -legal
            left[seat] = hand ^ legal
            card = legal.bit_length() - 1
            if not led:
                led = SUIT_MASKS[card // 9]
                powers = powers_by_suit[card // 9]
            over &= above[card]
            worth += values[card]
            power = powers[card]
            if power > most:
                most, winner = power, seat
        points[winner] += worth
        leader = winner
    points[leader] += LAST_TRICK_POINTS
    return points
