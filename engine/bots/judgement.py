"""What a card is worth now: the rules of thumb of a partnership game, as points.

A card's score is what the trick will bring or cost (points times how likely the side takes it) less
what the card would still be good for later, plus a few habits of good players. Everything is in
thousandths of a point; only public cards and the own hand are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.advice import Tip
from engine.bots.counting import CERTAIN, Count
from engine.bots.strength import NO_CARD, Strength
from engine.cards import Card
from engine.cardset import cards_of
from engine.seats import Seat

__all__ = ["Judge", "Judged", "Table", "judge"]


@dataclass(frozen=True, slots=True)
class Table:
    """The running trick as one seat sees it.

    Attributes:
        count: what the seat knows about the cards.
        friends: per seat whether it plays on the counting seat's side; itself included.
        announcer: who chose the contract, None if nobody did.
        trick: the cards lying, in order of play.
        strength: tables of the running trick.
        turns: whether the direction changes in a later trick (Slalom, Guschti).
    """

    count: Count
    friends: tuple[bool, ...]
    announcer: Seat | None
    trick: tuple[tuple[Seat, Card], ...]
    strength: Strength
    turns: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """A card with its score in thousandths of a point and the tip that speaks for it."""

    card: Card
    score: int
    tip: Tip


# Points a later player throws in on average: to a trick of the own side, of the other side.
_GIVES: Final = 5
_SPARES: Final = 0
# What a card is still good for if none, one or more unseen cards lie above it: points, and tenths
# of its own value. All weights were tuned in duplicate deals of 500 hands against the last ones.
_TRUMP_KEPT: Final = ((10, 15), (10, 13), (8, 8))
_SIDE_KEPT: Final = ((3, 5), (2, 3), (0, 0))
_LAST_TRUMP_KEPT: Final = 21
"""When only the own side has trumps left."""
_LOW_FIRST: Final = 40 * CERTAIN


class Judge:
    """One decision; the helpers share what was counted once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.count = count = table.count
        self.strength = table.strength
        self.seats = len(count.left)
        self.me = count.seat
        place = len(table.trick)
        self.later = [Seat((self.me + step) % self.seats) for step in range(1, self.seats - place)]
        self.enemies = [Seat(seat) for seat in range(self.seats) if not table.friends[seat]]
        self.against = count.outside(self.enemies)
        self.led = self.strength.suits[table.trick[0][1]] if table.trick else 0
        self.winning, self.winner, self.pot = NO_CARD, self.me, 0
        for seat, card in table.trick:
            if self.winning < 0 or self.strength.beaters[self.winning] >> card & 1:
                self.winning, self.winner = card, seat
            self.pot += self.strength.values[card]
        self.trumps_against = self.against & self.strength.trumps
        self.ours = table.announcer is not None and table.friends[table.announcer]

    def beats(self, seat: Seat, card: int, led: int) -> int:
        """How likely `seat`, still to play, takes the trick from `card`; thousandths."""
        chance = self.count.chance
        over = self.strength.beaters[card] & self.count.possible[seat]
        if not over:
            return 0
        trumps = self.strength.trumps
        if led & trumps or not over & trumps:
            return chance(seat, over)
        follows = chance(seat, led)
        by_suit = chance(seat, over & led)
        by_trump = chance(seat, over & trumps)
        # Who can follow trumps only now and then, for many points (rules 1.0.4 row 6).
        willing = CERTAIN - follows + follows * min(300, 15 * self.pot) // CERTAIN
        return by_suit + (CERTAIN - by_suit) * by_trump // CERTAIN * willing // CERTAIN

    def held(self, card: int, led: int) -> int:
        """How likely `card`, winning now, still wins or is won by a friend at the end."""
        lost = CERTAIN
        saved = 0
        for seat in self.later:
            if self.table.friends[seat]:
                saved = max(saved, self.beats(seat, card, led))
            else:
                lost = lost * (CERTAIN - self.beats(seat, card, led)) // CERTAIN
        return lost + (CERTAIN - lost) * saved // (2 * CERTAIN)

    def wins(self, card: int) -> int:
        """How likely the side takes the trick if `card` is played; thousandths."""
        if self.winning < 0:
            return self.held(card, self.strength.suits[card])
        if self.strength.beaters[self.winning] >> card & 1:
            return self.held(card, self.led)
        if self.table.friends[self.winner]:
            return self.held(self.winning, self.led)
        taken = 0
        for seat in self.later:
            if self.table.friends[seat]:
                taken = max(taken, self.beats(seat, self.winning, self.led))
        return taken * 4 // 5

    def kept(self, card: int) -> int:
        """What the card is still good for later, in thousandths of a point."""
        count, strength = self.count, self.strength
        if count.hand.bit_count() == 1:
            return 0
        above = strength.beaters[card] & strength.suits[card] & count.unseen
        rank = min(2, above.bit_count())
        if strength.trumps >> card & 1 and not self.trumps_against:
            return _LAST_TRUMP_KEPT * CERTAIN
        trump = strength.trumps >> card & 1
        points, tenths = (_TRUMP_KEPT if trump else _SIDE_KEPT)[rank]
        worth = points * CERTAIN + strength.values[card] * tenths * CERTAIN // 10
        if trump:  # and one point for each trump it would still beat: the low ones go first
            below = strength.trumps & count.unseen & ~strength.beaters[card]
            return worth + below.bit_count() * CERTAIN
        if self.table.turns:
            return worth // 2
        if rank == 1 and (count.hand & strength.suits[card]).bit_count() == 1:
            worth //= 2  # a bare second-best card falls under the best
        if self.trumps_against and not self.ours:
            worth //= 2
        return worth

    def score(self, card: int) -> Judged:
        """Score of one legal card."""
        strength = self.strength
        win = self.wins(card)
        points = self.pot + strength.values[card]
        for seat in self.later:
            gives = win if self.table.friends[seat] else CERTAIN - win
            points_of = (_GIVES * gives + _SPARES * (CERTAIN - gives)) // CERTAIN
            points += points_of
        if self.count.hand.bit_count() == 1:
            points += 5
        score = (2 * win - CERTAIN) * points - self.kept(card)
        if self.winning < 0:
            bonus, tip = self.lead(card, win)
            return Judged(Card(card), score + bonus, tip)
        return Judged(Card(card), score, self.answer(card, win))

    def lead(self, card: int, win: int) -> tuple[int, Tip]:
        """What leading this card does besides its trick, and what it is called."""
        count, strength = self.count, self.strength
        bit = 1 << card
        suit = strength.suits[card]
        mine = count.hand & suit
        over = strength.beaters[card] & suit & count.unseen
        if bit & strength.trumps:
            return self.lead_trump(card)
        bonus = 0
        tip = Tip.LITTLE
        if not over:
            tip = Tip.BOCK
            tens = [c for c in cards_of(mine & ~bit) if strength.values[c] == 10]
            if not strength.trumps and tens and strength.beaters[tens[0]] & count.unseen & suit:
                bonus += 3 * CERTAIN
                tip = Tip.ACE_FOR_TEN
            if not strength.trumps:
                bonus += 2 * CERTAIN * (mine.bit_count() - 1)
        elif mine == bit and strength.trumps & count.hand and not self.ours:
            bonus += 2 * CERTAIN
            tip = Tip.SHORT_SUIT
        elif over & self.against == 0:
            tip = Tip.PARTNER
            bonus += 2 * CERTAIN
        return bonus, tip

    def lead_trump(self, card: int) -> tuple[int, Tip]:
        """Drawing trumps: good for the side that chose them, while the others hold some."""
        count, strength = self.count, self.strength
        if not self.trumps_against:
            return 0, Tip.LAST_TRUMPS
        if not self.ours:
            return -6 * CERTAIN, Tip.LITTLE
        out = strength.trumps & count.unseen
        bocks = sum(
            1
            for own in cards_of(count.hand & ~strength.trumps)
            if not strength.beaters[own] & strength.suits[own] & count.unseen
        )
        partners = sum(
            count.chance(Seat(seat), 1 << trump)
            for seat in range(self.seats)
            if self.table.friends[seat] and seat != self.me
            for trump in cards_of(out)
        )
        theirs = out.bit_count() * CERTAIN - partners
        bonus = min(4 * CERTAIN, theirs) * (2 + bocks)
        if self.table.announcer != self.me:
            bonus += 3 * CERTAIN  # bring the trump to the partner who chose it
            return bonus, Tip.TRUMP_FOR_PARTNER
        top = [
            own for own in cards_of(count.hand & strength.trumps) if not strength.beaters[own] & out
        ]
        if len(top) >= 2 and card not in top:
            # The low ones first (rules 1.13): it paid in duplicate deals from four trumps on.
            long = (count.hand & strength.trumps).bit_count() >= 4
            return bonus + (_LOW_FIRST if long else 0), Tip.LOW_TRUMP
        return bonus, Tip.DRAW_TRUMPS

    def answer(self, card: int, win: int) -> Tip:
        """What following with this card is called."""
        strength = self.strength
        takes = strength.beaters[self.winning] >> card & 1
        if takes:
            if strength.trumps >> card & 1 and not self.led & strength.trumps:
                return Tip.RUFF
            return Tip.TAKE
        if win > CERTAIN // 2:
            return Tip.SMEAR if strength.values[card] else Tip.LITTLE
        return Tip.LITTLE


def judge(table: Table, legal: Sequence[Card]) -> tuple[Judged, ...]:
    """The legal cards from best to worst; equal scores ascending by card."""
    judging = Judge(table)
    judged = [judging.score(card) for card in legal]
    return tuple(sorted(judged, key=lambda one: (-one.score, one.card)))
