"""Looking ahead over open hands: quick playouts, and exact solving of short endings.

Both answer the same question for a deal in which every card is known: by how many points does the
first side (the one of the seat that thinks) beat the others from here on. They serve every game in
which sides collect points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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


def _lead(hands: list[int], seat: int, friends: tuple[bool, ...], strength: Strength) -> int:
    """A card to lead with: draw trumps and cash what nobody can beat, else give away little."""
    beaters, values, trumps = strength.beaters, strength.values, strength.trumps
    side = friends[seat]
    enemies = 0
    partner = 0
    for other, held in enumerate(hands):
        if friends[other] != side:
            enemies |= held
        elif other != seat:
            partner |= held
    best, chosen = -1000, NO_CARD
    mask = hands[seat]
    while mask:
        low = mask & -mask
        mask ^= low
        card = low.bit_length() - 1
        over = beaters[card] & enemies
        if low & trumps:
            if over:
                score = -20 - values[card]
            elif enemies & trumps:
                score = 30 + values[card]
            else:
                score = 2 - values[card] // 4
        elif not over:
            score = 20 + values[card]
        elif beaters[card] & partner & ~trumps and not over & strength.suits[card]:
            score = 4 - values[card]
        else:
            score = -values[card] - (over & strength.suits[card]).bit_count()
        if score > best:
            best, chosen = score, card
    return chosen


def _follow(
    hands: list[int],
    seat: int,
    legal: int,
    winning: int,
    winner: int,
    later: list[int],
    friends: tuple[bool, ...],
    strength: Strength,
    pot: int,
) -> int:
    """A card to follow with: smear what the side wins surely, take cheaply, else give little."""
    beaters, values, trumps = strength.beaters, strength.values, strength.trumps
    side = friends[seat]
    enemies = 0
    partner = 0
    for other in later:
        if friends[other] != side:
            enemies |= hands[other]
        else:
            partner |= hands[other]
    ours = friends[winner] == side
    over = beaters[winning]
    safe = ours and not over & enemies
    best, chosen = -1000, NO_CARD
    mask = legal
    while mask:
        low = mask & -mask
        mask ^= low
        card = low.bit_length() - 1
        value = values[card]
        if low & over:  # the card would win
            threatened = beaters[card] & enemies
            if threatened:
                score = -value - 8
            elif safe:
                score = value - 12 if low & trumps else value - 2
            else:
                score = pot + 2 * value + 4 - (value + 6 if low & trumps else 0)
        elif safe:
            score = -20 if low & trumps else value
            if not low & trumps and not beaters[card] & enemies & strength.suits[card]:
                score -= 4
        elif partner & over and not enemies & over:
            score = value
        else:
            score = -value - (6 if low & trumps else 0)
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
                elif place == 0:
                    played = _lead(hands, seat, friends, strength)
                else:
                    legal = legal_cards(hands[seat], led, winning, strength, deal.rules)
                    if legal & (legal - 1):
                        played = _follow(
                            hands,
                            seat,
                            legal,
                            winning,
                            winner,
                            order[place + 1 :],
                            friends,
                            strength,
                            pot,
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
