"""The Sidi-Jass written a second time, on card texts, straight from rules 1.8.

Slow and plain on purpose; the table of legal cards and the winner of a trick are those of `naive`.
"""

from __future__ import annotations

from tests.engine import naive


class Hand:
    """One hand while it is played.

    Attributes:
        contract: trump or what was named.
        hands: cards that can be played, per seat; with stacks the open ones too.
        stock: cards to draw, the one turned up last.
        covered: per seat, what lies under which open card.
        won: per trick who took it.
    """

    def __init__(
        self,
        contract: str,
        hands: list[list[str]],
        stock: list[str] | None = None,
        covered: list[dict[str, str]] | None = None,
    ) -> None:
        self.contract = contract
        self.hands = [list(hand) for hand in hands]
        self.draws = stock is not None
        self.stock = list(stock or [])
        self.covered = [dict(below) for below in covered or [{}, {}]]
        self.leader = 0
        self.trick: list[str] = []
        self.won: list[int] = []

    def copy(self) -> Hand:
        """The same position."""
        new = Hand(self.contract, self.hands, self.stock if self.draws else None, self.covered)
        new.leader, new.trick, new.won = self.leader, list(self.trick), list(self.won)
        return new

    @property
    def seat(self) -> int:
        """Who is to play."""
        return self.leader if not self.trick else 1 - self.leader

    def moves(self) -> list[str]:
        """What he may play."""
        hand = self.hands[self.seat]
        if not self.draws:
            return naive.legal(self.contract, hand, self.trick)
        if self.stock or not self.trick:
            return hand
        led, trump = naive.suit(self.trick[0]), self.contract
        if led == trump:
            return naive.legal(self.contract, hand, self.trick)
        follow = [card for card in hand if naive.suit(card) == led]
        if follow:
            return follow
        trumps = [card for card in hand if naive.suit(card) == trump]
        return trumps if any(naive.rank(card) != "U" for card in trumps) else hand

    def lay(self, card: str) -> None:
        """Play it."""
        seat = self.seat
        self.hands[seat].remove(card)
        if card in self.covered[seat]:
            self.hands[seat].append(self.covered[seat].pop(card))
        self.trick.append(card)
        if len(self.trick) < 2:
            return
        number = len(self.won) + 1
        if self.contract.startswith("guschti"):
            # It turns after half of eighteen tricks, not after five of nine.
            number = 1 if number <= 9 else 9
        place = naive.winner(self.contract, self.trick, number)
        self.leader = self.leader if place == 0 else 1 - self.leader
        self.won.append(self.leader)
        self.trick = []
        for drawer in (self.leader, 1 - self.leader):
            if self.stock:
                self.hands[drawer].append(self.stock.pop(0))
