"""Announced tricks written a second time, on card texts, straight from rules 1.10 and 1.11.

Slow and plain on purpose, and sharing no line with the engine.
"""

from __future__ import annotations

GERMAN = ("6", "7", "8", "9", "10", "U", "O", "K", "A")
FRENCH = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
Move = tuple[int, str, str]
"""Seat, card, and what a joker is declared as («» for other cards)."""


def height(card: str, declared: str) -> int:
    """How high a card lies."""
    if declared:
        return FRENCH.index(declared)
    if card[:2] in ("Ei", "Ro", "Se", "Si"):
        return GERMAN.index(card[2:])
    return FRENCH.index(card[1:])


class Hand:
    """One hand while it is played.

    Attributes:
        others_first: in a tie the others lay first (HAE); else the tied do (Chappe).
        done: per trick its winner and how many it counts.
        open: a tie that has nobody's card left, to be decided by the game.
    """

    def __init__(self, hands: list[list[str]], leader: int, *, others_first: bool) -> None:
        self.hands = [list(hand) for hand in hands]
        self.leader = leader
        self.others_first = others_first
        self.done: list[tuple[int, int]] = []
        self.open: list[int] | None = None
        self._begin()

    def _begin(self) -> None:
        seats = len(self.hands)
        self.order = [(self.leader + step) % seats for step in range(seats)]
        self.inside = list(self.order)
        self.queue = list(self.order)
        self.rounds = 0
        self.lying: dict[int, int] = {}

    def copy(self) -> Hand:
        """The same position."""
        new = Hand(self.hands, self.leader, others_first=self.others_first)
        new.done, new.open = list(self.done), self.open
        new.order, new.inside, new.queue = list(self.order), list(self.inside), list(self.queue)
        new.rounds, new.lying = self.rounds, dict(self.lying)
        return new

    def moves(self) -> list[Move]:
        """What may be done."""
        if self.open is not None or not any(self.hands):
            return []
        seat = self.queue[0]
        found = []
        for card in self.hands[seat]:
            joker = card.startswith("Jo") and seat in self.inside
            found += [(seat, card, rank) for rank in FRENCH] if joker else [(seat, card, "")]
        return found

    def lay(self, move: Move) -> None:
        """Do it."""
        seat, card, declared = move
        self.hands[seat].remove(card)
        self.queue.pop(0)
        if seat in self.inside:
            self.lying[seat] = height(card, declared)
        if self.queue:
            return
        top = max(self.lying.values())
        self.inside = [seat for seat in self.inside if self.lying[seat] == top]
        self.lying = {}
        self.rounds += 1
        if len(self.inside) == 1:
            self.take(self.inside[0])
        elif any(self.hands):
            others = [seat for seat in self.order if seat not in self.inside]
            self.queue = others + self.inside if self.others_first else self.inside + others
        elif self.others_first:
            self.take(self.inside[-1])
        else:
            self.open = self.inside

    def take(self, seat: int) -> None:
        """The trick is decided."""
        self.done.append((seat, self.rounds))
        self.leader = seat
        self._begin()
