"""Weis: finding, comparing and scoring melds (rules 1.0.5).

A contest is settled by numbers that can also be said one at a time at the table: first what a
player announces (points, or the class with `weisordnung_s004`), then size, top card and trump.
`Weis.key` puts the same numbers into one tuple, so both ways always agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import Final

from engine.actions import Fact
from engine.cards import Card, Rank, Suit
from engine.cardset import cards_of
from engine.contracts import ContractRow, Direction
from engine.seats import Seat, Side

__all__ = [
    "SHORTEST_RUN",
    "Contest",
    "MeldRules",
    "Weis",
    "WeisProfile",
    "announced",
    "best_weis",
    "contest",
    "fact_of",
    "fact_steps",
    "fact_strength",
    "find_weise",
    "is_reversed",
    "key_of",
    "possible_numbers",
    "shown_weise",
    "weis_of",
]

SHORTEST_RUN: Final = 3
_FOUR: Final = sum(1 << suit * 9 for suit in range(4))
"""Mask of the four sixes; shifted by a rank, the four of that rank."""


class WeisProfile(StrEnum):
    """Option `weis_profil`: which table of values is used."""

    MODERN = "modern"
    SEED004 = "seed004"
    PAGAT = "pagat"
    VORARLBERG = "vorarlberg"


_RUNS: Final = {
    WeisProfile.MODERN: (20, 50, 100, 150, 200, 250, 300),
    WeisProfile.SEED004: (20, 50, 100, 100, 100, 100, 100),
    WeisProfile.PAGAT: (20, 50, 100, 100, 100, 100, 100),
    WeisProfile.VORARLBERG: (20, 50, 100, 120, 140, 160, 180),
}
"""Points of a run of 3, 4, … 9 cards."""

_FOURS: Final = {
    #                      6    7    8    9    10   U    O    K    A
    WeisProfile.MODERN: (100, 100, 100, 150, 100, 200, 100, 100, 100),
    WeisProfile.SEED004: (0, 0, 0, 100, 100, 200, 100, 100, 100),
    WeisProfile.PAGAT: (0, 0, 0, 150, 100, 200, 100, 100, 100),
    WeisProfile.VORARLBERG: (0, 0, 0, 150, 100, 200, 100, 100, 100),
}
"""Points of four of a kind by rank; 0: no Weis."""


@dataclass(frozen=True, slots=True)
class MeldRules:
    """What a table may change about the Weis.

    Attributes:
        profile: option `weis_profil`.
        split: option `weis_teilen`: long runs are split where that is worth more.
        cross: option `kreuzweis`: a card may stand in a run and in a four of a kind.
        fours_first: option `vier_gleiche_vor_folge`: at equal points fewer cards win.
        order_s004: option `weisordnung_s004`: the class of a Weis goes before its points.
        undenufe_normal: option `undenufe_weis_normal`: top cards are not reversed in Undenufe.
        trump_first: at equal top cards trump wins; off with option `trumpf_ohne_vorrang`.
    """

    profile: WeisProfile = WeisProfile.MODERN
    split: bool = False
    cross: bool = True
    fours_first: bool = False
    order_s004: bool = False
    undenufe_normal: bool = False
    trump_first: bool = True


@dataclass(frozen=True, slots=True)
class Weis:
    """One run or four of a kind.

    Attributes:
        mask: its cards.
        points: its value, without factor.
        suit: of a run; None for a four of a kind.
        low: its lowest rank, which for a four of a kind is its rank.
    """

    mask: int
    points: int
    suit: Suit | None
    low: Rank

    @property
    def size(self) -> int:
        """Number of cards."""
        return self.mask.bit_count()

    @property
    def high(self) -> Rank:
        """The highest rank, in natural order."""
        return self.low if self.suit is None else Rank(self.low + self.size - 1)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Its cards, ascending."""
        return cards_of(self.mask)


def _run(suit: int, low: int, size: int, rules: MeldRules) -> Weis:
    mask = ((1 << size) - 1) << (suit * 9 + low)
    return Weis(mask, _RUNS[rules.profile][size - SHORTEST_RUN], Suit(suit), Rank(low))


def _four(rank: int, rules: MeldRules) -> Weis | None:
    points = _FOURS[rules.profile][rank]
    return Weis(_FOUR << rank, points, None, Rank(rank)) if points else None


@cache
def _sizes(size: int, profile: WeisProfile) -> tuple[int, ...]:
    """The most valuable way to split a run, longest piece first; unsplit unless worth more."""
    table = _RUNS[profile]
    best: tuple[int, ...] = (size,)
    most = table[size - SHORTEST_RUN]
    for first in range(size - SHORTEST_RUN, SHORTEST_RUN - 1, -1):
        rest = size - first
        if rest > first:
            break
        pieces = (first, *_sizes(rest, profile))
        total = sum(table[piece - SHORTEST_RUN] for piece in pieces)
        if total > most:
            best, most = pieces, total
    return best


def _runs(hand: int, rules: MeldRules, reverse: bool) -> list[Weis]:
    found = []
    for suit in range(4):
        cards = hand >> suit * 9 & 511
        low = 0
        while cards >> low:
            size = 0
            while cards >> low + size & 1:
                size += 1
            if size >= SHORTEST_RUN:
                sizes = _sizes(size, rules.profile) if rules.split else (size,)
                # The longest piece takes the stronger end, where it compares best.
                start = low
                for piece in sizes if reverse else reversed(sizes):
                    found.append(_run(suit, start, piece, rules))
                    start += piece
            low += size + 1
    return found


def find_weise(hand: int, rules: MeldRules, row: ContractRow | None = None) -> tuple[Weis, ...]:
    """All Weise of a hand that score together, the most valuable first.

    Without `rules.cross` every card stands in one Weis only, in the way that is worth most in
    total. The contract `row` matters only for where a run is split.
    """
    reverse = row is not None and is_reversed(row, rules)
    fours = [
        four
        for rank in range(9)
        if hand >> rank & _FOUR == _FOUR and (four := _four(rank, rules)) is not None
    ]
    if rules.cross:
        return _sorted([*fours, *_runs(hand, rules, reverse)])
    ways = []
    for count in range(len(fours) + 1):
        for chosen in combinations(fours, count):
            rest = hand
            for four in chosen:
                rest &= ~four.mask
            ways.append(_sorted([*chosen, *_runs(rest, rules, reverse)]))
    return max(
        ways,
        key=lambda way: (
            sum(weis.points for weis in way),
            [(weis.points, weis.size, weis.mask) for weis in way],
        ),
    )


def _sorted(weise: Iterable[Weis]) -> tuple[Weis, ...]:
    return tuple(sorted(weise, key=lambda weis: (-weis.points, -weis.size, weis.mask)))


def weis_of(cards: int, rules: MeldRules) -> Weis | None:
    """The Weis that exactly these cards form, or None."""
    if not cards:
        return None
    lowest = (cards & -cards).bit_length() - 1
    suit, low = divmod(lowest, 9)
    size = cards.bit_count()
    if cards == _FOUR << low:
        return _four(low, rules)
    if size < SHORTEST_RUN or low + size > 9:
        return None
    run = _run(suit, low, size, rules)
    return run if run.mask == cards else None


def shown_weise(
    shown: Sequence[int], rules: MeldRules, held: int | None = None
) -> tuple[Weis, ...] | None:
    """What a player may score with the sets of cards he shows, or None if not all may stand.

    Refused is a set that is no Weis, two that share a card against the rules, and a run shown in
    pieces although runs are not split.

    Args:
        shown: the sets, as masks.
        rules: the table's options.
        held: mask of the hand, where it is known: his own device and the audit. Without it only
            what the shown cards prove is refused.
    """
    weise = []
    for cards in shown:
        weis = weis_of(cards, rules)
        if weis is None:
            return None
        weise.append(weis)
    known = held or 0
    for weis in weise:
        known |= weis.mask
    if not rules.cross:
        for weis in weise:
            if weis.suit is None:
                known &= ~weis.mask  # these cards have left their runs
    for one, other in combinations(weise, 2):
        both_runs = one.suit is not None and one.suit == other.suit
        if one.mask & other.mask and (not rules.cross or both_runs or one.mask == other.mask):
            return None
        if both_runs and not rules.split and not _between(one, other) & ~known:
            return None
    return _sorted(weise)


def _between(one: Weis, other: Weis) -> int:
    """Mask of the cards that part two runs of one suit."""
    low, high = sorted((one.mask, other.mask))
    start = low.bit_length()
    return (high & -high) - (1 << start)


def is_reversed(row: ContractRow, rules: MeldRules) -> bool:
    """Whether the lowest card is the top card: in Undenufe, by the direction of trick 1."""
    undenufe = row.trump is None and row.directions[0] is Direction.UNTEN
    return undenufe and not rules.undenufe_normal


def announced(weis: Weis, rules: MeldRules) -> int:
    """The number that is said: the points, or with `order_s004` the class.

    Classes: 4 a run of five or more, 3 a four of a kind, 2 a run of four, 1 a run of three.
    """
    if not rules.order_s004:
        return weis.points
    if weis.suit is None:
        return 3
    return {3: 1, 4: 2}.get(weis.size, 4)


def possible_numbers(rules: MeldRules) -> frozenset[int]:
    """Every number that can be said at this table."""
    if rules.order_s004:
        return frozenset(range(1, 5))
    return frozenset(_RUNS[rules.profile]) | frozenset(_FOURS[rules.profile]) - {0}


def fact_steps(row: ContractRow, rules: MeldRules) -> tuple[Fact, ...]:
    """The facts that settle equal announcements, in order; the earlier seat is the last resort."""
    if row.trump is None or not rules.trump_first:
        return ("size", "top")
    return ("size", "top", "trump")


def fact_of(weis: Weis, fact: Fact, row: ContractRow, rules: MeldRules) -> int:
    """What a player truly answers: number of cards; rank of the top card; 1 if trump, else 0."""
    match fact:
        case "size":
            return weis.size
        case "top":
            return weis.low if is_reversed(row, rules) else weis.high
        case "trump":
            return int(weis.suit is not None and weis.suit == row.trump)


def fact_strength(number: int, fact: Fact, value: int, row: ContractRow, rules: MeldRules) -> int:
    """How much an answer counts among players who announced the same `number`; more wins."""
    match fact:
        case "size":
            return -value if rules.fours_first else value
        case "top":
            rank = Rank.ASS - value if is_reversed(row, rules) else value
            if rules.order_s004 and number == announced(_A_FOUR, rules):
                # Rules 1.0.5: among fours points, then rank. The rank tells the points.
                return _FOURS[rules.profile][value] * 9 + rank
            return rank
        case "trump":
            return value


_A_FOUR: Final = Weis(_FOUR, 0, None, Rank.SECHS)


def key_of(weis: Weis, row: ContractRow, rules: MeldRules) -> tuple[int, ...]:
    """The greater key is the better Weis; equal ones are decided by the seat."""
    number = announced(weis, rules)
    return (
        number,
        *(
            fact_strength(number, fact, fact_of(weis, fact, row, rules), row, rules)
            for fact in fact_steps(row, rules)
        ),
    )


def best_weis(weise: Sequence[Weis], row: ContractRow, rules: MeldRules) -> Weis | None:
    """The Weis a player competes with, or None without any."""
    return max(weise, key=lambda weis: key_of(weis, row, rules), default=None)


@dataclass(frozen=True, slots=True)
class Contest:
    """Who scores the Weise of a hand.

    Attributes:
        seat: holder of the single best Weis.
        side: his side, which scores all its Weise.
        points: their sum, without factor.
    """

    seat: Seat
    side: Side
    points: int


def contest(
    weise: Sequence[Sequence[Weis]],
    order: Sequence[int],
    sides: Sequence[int],
    row: ContractRow,
    rules: MeldRules,
) -> Contest | None:
    """Settle the contest with all hands known, or None if nobody has a Weis.

    Args:
        weise: per seat, all he has.
        order: all seats in playing order from Vorhand.
        sides: per seat, its side; in games without partners one side each.
        row: the contract.
        rules: the table's options.
    """
    leader: int | None = None
    most: tuple[int, ...] = ()
    for seat in order:
        best = best_weis(weise[seat], row, rules)
        if best is not None and (key := key_of(best, row, rules)) > most:
            leader, most = seat, key
    if leader is None:
        return None
    side = sides[leader]
    points = sum(
        weis.points for seat, held in enumerate(weise) if sides[seat] == side for weis in held
    )
    return Contest(Seat(leader), Side(side), points)
