"""Looking ahead over open hands: quick playouts, and exact solving of short endings.

Both answer the same question for a deal in which every card is known: by how many points does the
first side (the one of the seat that thinks) beat the others from here on. They serve every game in
which sides collect points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.bots.strength import NO_CARD, Strength, legal_cards
from engine.contracts import LAST_TRICK_POINTS
from engine.rules.follow import FORWARD, FollowRules

__all__ = ["Deal", "Solved", "playout", "solve"]


@dataclass(frozen=True, slots=True)
class Deal:
    """An open position.

    Attributes:
        hands: mask per seat.
        friends: per seat whether it plays on the thinking seat's side.
        leader: who leads or led the running trick.
        trick: cards of the running trick in order of play.
        strengths: tables of the running trick and of all that follow.
        taken: points of the hand so far, thinking side minus others.
        lost: whether (the thinking side, the others) have already lost a trick.
        match: what all tricks are worth besides (rules 1.0.3).
        rules: options of the decision table.
        announced: whether the thinking side chose the contract, None if nobody did.
    """

    hands: tuple[int, ...]
    friends: tuple[bool, ...]
    leader: int
    trick: tuple[int, ...]
    strengths: tuple[Strength, ...]
    taken: int = 0
    lost: tuple[bool, bool] = (True, True)
    match: int = 100
    rules: FollowRules = FORWARD
    announced: bool | None = None


# What a card is still good for with none, one, more cards of its suit above it elsewhere: points
# and tenths of its value, as in `judgement`, tuned for open hands.
_TRUMP_KEPT: Final = ((10, 15), (8, 12), (6, 6))
_SIDE_KEPT: Final = ((5, 5), (3, 3), (0, 0))
_LAST_TRUMP_KEPT: Final = 21
_GIVES: Final = 5
_WORTH_A_TRUMP: Final = 8


def _pick(
    hands: list[int],
    seat: int,
    legal: int,
    led: int,
    winning: int,
    winner: int,
    later: list[int],
    friends: tuple[bool, ...],
    strength: Strength,
    pot: int,
    announced: bool | None,
) -> int:
    """The card a sensible player takes who happens to see all hands.

    The same thoughts as in `judgement`, with certainties instead of chances, in tenths of a point.

    Args:
        hands: mask per seat.
        seat: who plays.
        legal: mask of what it may play.
        led: mask of the suit led, 0 on lead.
        winning: card that wins so far.
        winner: who played it.
        later: who plays after.
        friends: which side each seat is on.
        strength: tables of the trick.
        pot: points lying.
        announced: whether the thinking side chose the contract, None if nobody did.
    """
    beaters, values, suits = strength.beaters, strength.values, strength.suits
    trumps = strength.trumps
    side = friends[seat]
    elsewhere, against = 0, 0
    for other, held in enumerate(hands):
        if other != seat:
            elsewhere |= held
            if friends[other] != side:
                against |= held
    drawing = bool(against & trumps)
    hand = hands[seat]
    last = not hand & (hand - 1)
    over = beaters[winning] if led else -1
    best, chosen = -1_000_000, NO_CARD
    mask = legal
    while mask:
        low = mask & -mask
        mask ^= low
        card = low.bit_length() - 1
        suit = suits[card]
        value = values[card]
        if low & over:
            top, wins = card, True
        else:
            top, wins = winning, friends[winner] == side
        lead = led or suit
        points = pot + value
        for other in later:
            held = hands[other]
            rivals = held & beaters[top]
            # With trumps alone a hand that can follow beats only for enough points.
            if (
                (friends[other] != side) == wins
                and rivals
                and (rivals & lead or not held & lead or points >= _WORTH_A_TRUMP)
            ):
                wins = not wins
                top = (rivals & -rivals).bit_length() - 1
        for other in later:
            if (friends[other] == side) == wins:
                points += _GIVES
        score = 10 * points if wins else -10 * points
        if not last:
            above = (beaters[card] & suit & elsewhere).bit_count()
            rank = min(2, above)
            if low & trumps:
                if drawing:
                    worth, tenths = _TRUMP_KEPT[rank]
                    below = (trumps & elsewhere & ~beaters[card]).bit_count()
                    score -= 10 * (worth + below) + value * tenths
                    if not led and announced is not None:
                        if announced == side:
                            score += 50 * min(4, (against & trumps).bit_count())
                        else:
                            score -= 60
                else:
                    score -= 10 * _LAST_TRUMP_KEPT
            else:
                worth, tenths = _SIDE_KEPT[rank]
                score -= 10 * worth + value * tenths
        if score > best:
            best, chosen = score, card
    return chosen


def playout(deal: Deal, card: int) -> int:
    """Points the thinking side wins by from now on if `card` is played now and all play plainly."""
    hands = list(deal.hands)
    friends = deal.friends
    seats = len(hands)
    total = 0
    ours_lost, theirs_lost = deal.lost
    leader = deal.leader
    trick = deal.trick
    forced = card
    strength = deal.strengths[0]
    # `aim.finish` has the same loop: one function for both costs a bot 3 to 5 % of its time.
    for strength in deal.strengths:
        beaters, values = strength.beaters, strength.values
        winning, winner, led, pot = NO_CARD, leader, 0, 0
        order = [(leader + step) % seats for step in range(seats)]
        for place, seat in enumerate(order):
            if place < len(trick):
                played = trick[place]
            else:
                if forced != NO_CARD:
                    played, forced = forced, NO_CARD
                else:
                    legal = legal_cards(hands[seat], led, winning, strength, deal.rules)
                    if legal & (legal - 1):
                        played = _pick(
                            hands,
                            seat,
                            legal,
                            led,
                            winning,
                            winner,
                            order[place + 1 :],
                            friends,
                            strength,
                            pot,
                            deal.announced,
                        )
                    else:
                        played = legal.bit_length() - 1
                hands[seat] &= ~(1 << played)
            if place == 0:
                led, winning, winner = strength.suits[played], played, seat
            elif beaters[winning] >> played & 1:
                winning, winner = played, seat
            pot += values[played]
        trick = ()
        if friends[winner]:
            total += pot
            theirs_lost = True
        else:
            total -= pot
            ours_lost = True
        leader = winner
    total += LAST_TRICK_POINTS if friends[leader] else -LAST_TRICK_POINTS
    if not ours_lost:
        total += deal.match
    elif not theirs_lost:
        total -= deal.match
    return total


class _BudgetError(Exception):
    """The node budget is used up."""


class _Solver:
    """Alpha-beta over open hands with a table of finished tricks; one per deal."""

    __slots__ = ("_deal", "_seats", "_table", "nodes")

    def __init__(self, deal: Deal, nodes: int) -> None:
        self._deal = deal
        self.nodes = nodes
        self._seats = len(deal.hands)
        self._table: dict[tuple[tuple[int, ...], int, bool, bool], tuple[int, int]] = {}

    def trick(
        self, hands: tuple[int, ...], leader: int, ours: bool, theirs: bool, low: int, high: int
    ) -> int:
        """Value of the tricks from here on, `leader` to lead; exact inside (low, high)."""
        if not hands[leader]:
            last = LAST_TRICK_POINTS if self._deal.friends[leader] else -LAST_TRICK_POINTS
            if not ours:
                return last + self._deal.match
            return last - self._deal.match if not theirs else last
        key = (hands, leader, ours, theirs)
        floor, ceiling = self._table.get(key, (-10_000, 10_000))
        if floor >= high or floor == ceiling:
            return floor
        if ceiling <= low:
            return ceiling
        value = self.play(hands, leader, 0, 0, NO_CARD, leader, 0, ours, theirs, low, high)
        if value <= low:
            ceiling = min(ceiling, value)
        elif value >= high:
            floor = max(floor, value)
        else:
            floor = ceiling = value
        self._table[key] = (floor, ceiling)
        return value

    def play(
        self,
        hands: tuple[int, ...],
        seat: int,
        place: int,
        led: int,
        winning: int,
        winner: int,
        pot: int,
        ours: bool,
        theirs: bool,
        low: int,
        high: int,
    ) -> int:
        """Value with `seat` to play the card number `place` of the running trick."""
        self.nodes -= 1
        if self.nodes < 0:
            raise _BudgetError
        deal = self._deal
        friends = deal.friends
        held = hands[seat]
        strength = deal.strengths[len(deal.strengths) - held.bit_count()]
        legal = legal_cards(held, led, winning, strength, deal.rules)
        beaters, values = strength.beaters, strength.values
        mine = friends[seat]
        last = place + 1 == self._seats
        best = -10_000 if mine else 10_000
        for card in _ordered(legal, hands, seat, winning, strength, friends):
            now, by = winning, winner
            if place == 0 or beaters[winning] >> card & 1:
                now, by = card, seat
            after = (*hands[:seat], held & ~(1 << card), *hands[seat + 1 :])
            points = pot + values[card]
            if last:
                if friends[by]:
                    value = points + self.trick(after, by, ours, True, low - points, high - points)
                else:
                    value = -points + self.trick(
                        after, by, True, theirs, low + points, high + points
                    )
            else:
                value = self.play(
                    after,
                    (seat + 1) % self._seats,
                    place + 1,
                    led or strength.suits[card],
                    now,
                    by,
                    points,
                    ours,
                    theirs,
                    low,
                    high,
                )
            if mine:
                if value > best:
                    best = value
                    if value > low:
                        low = value
            elif value < best:
                best = value
                if value < high:
                    high = value
            if low >= high:
                break
        return best


def _ordered(
    legal: int,
    hands: tuple[int, ...],
    seat: int,
    winning: int,
    strength: Strength,
    friends: tuple[bool, ...],
) -> list[int]:
    """The cards worth trying, likely good ones first; of equal neighbours only one.

    Two cards of one suit are equal if no card between them is held by anybody else and they count
    alike: what differs afterwards is nothing.
    """
    if not legal & (legal - 1):
        return [legal.bit_length() - 1]
    beaters, values = strength.beaters, strength.values
    side = friends[seat]
    enemies = 0
    elsewhere = 1 << winning if winning >= 0 else 0
    for other, held in enumerate(hands):
        if other != seat:
            elsewhere |= held
            if friends[other] != side:
                enemies |= held
    scored: list[tuple[int, int]] = []
    seen: set[tuple[int, int, int]] = set()
    over = beaters[winning] if winning >= 0 else -1
    mask = legal
    while mask:
        low = mask & -mask
        mask ^= low
        card = low.bit_length() - 1
        rivals = beaters[card] & elsewhere
        twin = (strength.suits[card], rivals, values[card])
        if twin in seen:
            continue
        seen.add(twin)
        value = values[card]
        score = -value
        if low & over:
            score = 10 - value if rivals & enemies else 40 + value
        scored.append((-score, card))
    scored.sort()
    return [card for _, card in scored]


@dataclass(frozen=True, slots=True)
class Solved:
    """What `solve` found.

    Attributes:
        values: per card asked for, the points the thinking side wins by from now on.
        nodes: what is left of the budget.
    """

    values: tuple[int, ...]
    nodes: int


def solve(deal: Deal, cards: Sequence[int], nodes: int) -> Solved | None:
    """Exact value of each card the seat to move may play, or None if `nodes` do not suffice.

    Deterministic: the budget counts positions, not time.
    """
    seats = len(deal.hands)
    strength = deal.strengths[0]
    winning, winner, led, pot = NO_CARD, deal.leader, 0, 0
    for place, card in enumerate(deal.trick):
        seat = (deal.leader + place) % seats
        if place == 0:
            led, winning, winner = strength.suits[card], card, seat
        elif strength.beaters[winning] >> card & 1:
            winning, winner = card, seat
        pot += strength.values[card]
    seat = (deal.leader + len(deal.trick)) % seats
    place = len(deal.trick)
    solver = _Solver(deal, nodes)
    ours, theirs = deal.lost
    values: list[int] = []
    try:
        for card in cards:
            hands = list(deal.hands)
            hands[seat] &= ~(1 << card)
            now, by = winning, winner
            if place == 0 or strength.beaters[winning] >> card & 1:
                now, by = card, seat
            points = pot + strength.values[card]
            if place + 1 == seats:
                gain = points if deal.friends[by] else -points
                values.append(
                    gain
                    + solver.trick(
                        tuple(hands),
                        by,
                        ours or not deal.friends[by],
                        theirs or deal.friends[by],
                        -10_000,
                        10_000,
                    )
                )
            else:
                values.append(
                    solver.play(
                        tuple(hands),
                        (seat + 1) % seats,
                        place + 1,
                        led or strength.suits[card],
                        now,
                        by,
                        points,
                        ours,
                        theirs,
                        -10_000,
                        10_000,
                    )
                )
    except _BudgetError:
        return None
    return Solved(tuple(values), solver.nodes)
