"""Playing a hand of heights to its end, everybody trying for exactly what he announced.

The rule of thumb is the same for all and cheap: a card is judged by how likely it takes the trick,
and by how far the tricks expected of the other cards will then be from those still wanted, squared.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

__all__ = ["JOKER", "UNIT", "Hand", "Rule"]

JOKER: Final = 1 << 8
"""Height of a card that may be declared as anything."""


UNIT: Final = 64
"""Parts of a certain trick."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What differs between the games.

    Attributes:
        top: height of the highest card.
        others_first: in a tie who is out lays first.
        first_leads: one player leads to every trick.
        draws: last cards that tie are fought out with drawn ones.
        wins: by height, what a card wins on average, in parts of `UNIT`.
        holds: by height, the chance not to be beaten by one other card, in parts of `UNIT`.
    """

    top: int
    others_first: bool
    first_leads: bool
    draws: bool
    wins: Mapping[int, int]
    holds: Mapping[int, int]


class Hand:
    """One hand, while it is played; players are counted in playing order from Vorhand.

    Attributes:
        cards: per player heights, ascending.
        wanted: per player tricks still lacking.
    """

    __slots__ = ("cards", "leader", "lying", "pool", "queue", "rivals", "rounds", "rule", "wanted")

    def __init__(
        self,
        rule: Rule,
        cards: Sequence[Sequence[int]],
        wanted: Sequence[int],
        pool: Sequence[int],
        leader: int,
        rivals: Sequence[int],
        rounds: int,
        lying: Sequence[tuple[int, int]],
    ) -> None:
        """A position.

        Args:
            rule: of the game.
            cards: per player heights.
            wanted: per player.
            pool: heights that could be drawn, in order.
            leader: of the running trick.
            rivals: who is still in, () in the first round.
            rounds: complete ones.
            lying: who laid what in the running round.
        """
        self.rule = rule
        self.cards = [sorted(hand) for hand in cards]
        self.wanted = list(wanted)
        self.pool = list(pool)
        self.leader = leader
        self.rounds = rounds
        order = self._order()
        self.rivals = list(rivals) or order
        self.lying = {player: height for player, height in lying if player in self.rivals}
        self.queue = self._queue(order) if rounds else order
        self.queue = self.queue[len(lying) :]

    def _order(self) -> list[int]:
        count = len(self.cards)
        return [(self.leader + step) % count for step in range(count)]

    def _queue(self, order: list[int]) -> list[int]:
        inside = [player for player in order if player in self.rivals]
        outside = [player for player in order if player not in self.rivals]
        return outside + inside if self.rule.others_first else inside + outside

    def lay(self, height: int, as_height: int) -> None:
        """The next player lays this card; a joker counts as what is said."""
        player = self.queue.pop(0)
        hand = self.cards[player]
        del hand[bisect_left(hand, height)]
        if player in self.rivals:
            self.lying[player] = as_height
        if not self.queue:
            self._decide()

    def finish(self) -> list[int]:
        """Play on by the rule of thumb; by how many tricks each is off in the end."""
        while self.queue:
            self.lay(*self._choose(self.queue[0]))
        return [abs(left) for left in self.wanted]

    def _decide(self) -> None:
        best = max(self.lying.values())
        self.rivals = [p for p in self._order() if self.lying.get(p, -1) == best]
        self.lying = {}
        self.rounds += 1
        if len(self.rivals) == 1:
            self._take(self.rivals[0])
        elif any(self.cards):
            self.queue = self._queue(self._order())
        elif self.rule.draws and len(self.pool) >= len(self.rivals):
            self.lying = {player: min(self.pool.pop(), self.rule.top) for player in self.rivals}
            self._decide()
        else:
            self._take(self.rivals[-1])

    def _take(self, player: int) -> None:
        self.wanted[player] -= self.rounds
        self.rounds = 0
        self.lying = {}
        if any(self.cards):
            self.leader = 0 if self.rule.first_leads else player
            self.queue = self._order()
            self.rivals = list(self.queue)

    # -- the rule of thumb ----------------------------------------------------------------------

    def _choose(self, player: int) -> tuple[int, int]:
        """The card after which the tricks to expect are nearest to those that are wanted."""
        rule, hand, wanted = self.rule, self.cards[player], self.wanted[player]
        top, wins, holds = rule.top, rule.wins, rule.holds
        expected = sum(wins[height] for height in hand)
        blur = sum(wins[height] * (UNIT - wins[height]) for height in hand)
        counts = player in self.rivals
        best = max(self.lying.values(), default=-1)
        hopeful = bored = 0
        for other in self.queue[1:]:
            if other in self.rivals:
                if self.wanted[other] > self.rounds:
                    hopeful += 1
                else:
                    bored += 1
        against = 2 * hopeful + bored
        stake = self.rounds + 1
        chosen, least, before = (hand[0], min(hand[0], top)), -1, -1
        for height in hand:
            if height == before:
                continue
            before = height
            rest = expected - wins[height]
            missed = (rest - UNIT * wanted) ** 2
            spread = blur - wins[height] * (UNIT - wins[height])
            if not counts:
                if least < 0 or missed + spread < least:
                    chosen, least = (height, height), missed + spread
                continue
            made = (rest - UNIT * (wanted - stake)) ** 2
            for high in (0, top) if height == JOKER else (height,):
                takes = 0
                if high >= best:
                    takes = holds[high] ** against * UNIT // UNIT**against
                    if high == best:
                        takes //= 2
                cost = spread + (takes * made + (UNIT - takes) * missed) // UNIT
                if least < 0 or cost < least:
                    chosen, least = (height, high), cost
        return chosen
