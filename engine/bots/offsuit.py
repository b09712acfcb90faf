"""Playouts of hands whose trump may still come up, everybody alone (rules 1.5 to 1.7).

All hands are open here. A player either avoids points or collects them; what the result is worth to
whom is for the game to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.bots.strength import NO_CARD, Strength, legal_cards, strength_of
from engine.cards import CARDS_36, Rank, rank_of
from engine.cardset import cards_of
from engine.contracts import LAST_TRICK_POINTS, Direction, row_of
from engine.phases.deal import TRUMPS
from engine.phases.offsuit import table_weis
from engine.rules.follow import HINDERSI, FollowRules
from engine.rules.melds import MeldRules
from engine.rules.tricks import pile_points

__all__ = ["NO_TRUMP", "Made", "Position", "playout"]

NO_TRUMP: Final = -1
"""While no trump has come up."""

_STRENGTHS: Final = tuple(
    strength_of(row_of(contract), Direction.OBEN) for contract in (*TRUMPS, None)
)
"""By trump suit; the last one without trump, where index -1 finds it."""

# What makes a card dangerous to hold: its points, and how many it would beat. Without trump every
# Under and Nine may still become one (a quarter of the time).
_HOPE: Final = {Rank.UNDER: 7, Rank.NEUN: 4, Rank.ACHT: 0}


def _danger(strength: Strength, card: int) -> int:
    trump = strength.trumps >> card & 1
    beaten = sum(1 for other in CARDS_36 if strength.beaters[other] >> card & 1)
    value = strength.values[card]
    if not strength.trumps:
        value = _HOPE.get(rank_of(CARDS_36[card]), value)
    return 3 * value + 2 * (beaten // (4 if trump else 1))


_DANGERS: Final = tuple(
    tuple(_danger(strength, card) for card in CARDS_36) for strength in _STRENGTHS
)


@dataclass(frozen=True, slots=True)
class Position:
    """An open position.

    Attributes:
        hands: mask per seat.
        leader: who leads or led the running trick.
        trick: cards of the running trick, in order of play.
        trump: suit, or `NO_TRUMP`.
        acting: the trump of the running trick; another one than `trump` if it came up in it and
            acts only from the next trick on.
        late: option `trumpf_wirkt=ab_naechstem_stich`.
        piles: mask per seat of what it has taken.
        tricks: per seat.
        lying: points of Weise that lay in the tricks of each seat.
        collects: per seat whether it wants points.
        melds: what Weise in a trick are worth, None where they mean nothing.
        rules: options of the decision table.
    """

    hands: tuple[int, ...]
    leader: int
    trick: tuple[int, ...]
    trump: int
    acting: int
    late: bool
    piles: tuple[int, ...]
    tricks: tuple[int, ...]
    lying: tuple[int, ...]
    collects: tuple[bool, ...]
    melds: MeldRules | None = None
    rules: FollowRules = HINDERSI


@dataclass(frozen=True, slots=True)
class Made:
    """What a hand brought.

    Attributes:
        points: per seat, of cards and the last trick.
        tricks: per seat.
        lying: per seat, Weise in its tricks.
        trump: whether one came up at all.
    """

    points: tuple[int, ...]
    tricks: tuple[int, ...]
    lying: tuple[int, ...]
    trump: bool


@lru_cache(maxsize=4096)
def _weis(cards: int, trump: int, melds: MeldRules) -> int:
    return table_weis(cards_of(cards), None if trump == NO_TRUMP else TRUMPS[trump], melds)


def _highest(cards: int, table: Sequence[int]) -> int:
    best, most = NO_CARD, -1
    while cards:
        low = cards & -cards
        cards ^= low
        card = low.bit_length() - 1
        if table[card] > most:
            best, most = card, table[card]
    return best


def _lowest(cards: int, table: Sequence[int]) -> int:
    best, least = NO_CARD, 1 << 30
    while cards:
        low = cards & -cards
        cards ^= low
        card = low.bit_length() - 1
        if table[card] < least:
            best, least = card, table[card]
    return best


def _avoid(
    legal: int, led: int, winning: int, last: bool, strength: Strength, danger: Sequence[int]
) -> int:
    """Throw what is dangerous where it does not take the trick; else the smallest harm."""
    if not led:
        return _lowest(legal, danger)
    losing = legal & ~strength.beaters[winning]
    if not strength.trumps and legal & led == 0:
        # Whoever brings trump up takes the trick with it, as far as he can see.
        losing = 0
    if losing:
        return _highest(losing, danger)
    return _highest(legal, danger) if last else _lowest(legal, danger)


def _collect(
    legal: int,
    led: int,
    winning: int,
    others: int,
    last: bool,
    strength: Strength,
    danger: Sequence[int],
) -> int:
    """Take with what nobody beats, otherwise give little."""
    over = legal & strength.beaters[winning] if led else legal
    safe = 0
    mask = over
    while mask:
        low = mask & -mask
        mask ^= low
        card = low.bit_length() - 1
        rivals = strength.beaters[card] & others
        if last or not (rivals & strength.suits[card] if not led else rivals):
            safe |= low
    if safe:
        return _highest(safe, danger)
    return _lowest(legal, strength.values)


def playout(position: Position, card: int) -> Made:
    """The end of the hand if `card` is played now and everybody plays plainly.

    `NO_CARD` lets the seat to move choose too.
    """
    hands, piles = list(position.hands), list(position.piles)
    tricks, lying = list(position.tricks), list(position.lying)
    seats, leader = len(hands), position.leader
    trump, acting = position.trump, position.acting
    running, forced = position.trick, card
    while True:
        winning, winner, led, pile = NO_CARD, leader, 0, 0
        strength, danger = _STRENGTHS[acting], _DANGERS[acting]
        for place in range(seats):
            seat = (leader + place) % seats
            if place < len(running):
                played = running[place]
            else:
                if forced != NO_CARD:
                    played, forced = forced, NO_CARD
                else:
                    legal = legal_cards(hands[seat], led, winning, strength, position.rules)
                    last = place == seats - 1
                    if not legal & (legal - 1):
                        played = legal.bit_length() - 1
                    elif position.collects[seat]:
                        others = 0
                        for step in range(place + 1, seats):
                            others |= hands[(leader + step) % seats]
                        played = _collect(legal, led, winning, others, last, strength, danger)
                    else:
                        played = _avoid(legal, led, winning, last, strength, danger)
                hands[seat] &= ~(1 << played)
            if place == 0:
                led, winning, winner = strength.suits[played], played, seat
            else:
                if trump == NO_TRUMP and not led >> played & 1:
                    trump = played // 9
                    if not position.late:
                        acting = trump
                        strength, danger = _STRENGTHS[acting], _DANGERS[acting]
                if strength.beaters[winning] >> played & 1:
                    winning, winner = played, seat
            pile |= 1 << played
        running = ()
        piles[winner] |= pile
        tricks[winner] += 1
        if position.melds is not None:
            lying[winner] += _weis(pile, trump, position.melds)
        leader, acting = winner, trump
        if not hands[leader]:
            break
    points = [pile_points(_STRENGTHS[trump].row, pile) for pile in piles]
    points[leader] += LAST_TRICK_POINTS
    return Made(tuple(points), tuple(tricks), tuple(lying), trump != NO_TRUMP)
