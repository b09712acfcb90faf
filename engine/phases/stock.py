"""Drawing a card after each trick; free play while there is a stock, then strict (rules 1.8)."""

from __future__ import annotations

from typing import Final

from engine.actions import Rob
from engine.cards import Card
from engine.events import Drawn
from engine.faces import Slot
from engine.phases.draft import Draft, Table, players_from
from engine.phases.draws import stock
from engine.phases.known import held_slots
from engine.phases.parts import Rules
from engine.phases.play import PlayPhase
from engine.phases.rob import turned_card
from engine.rules.follow import FollowRules
from engine.seats import Seat, side_table
from engine.state import State

__all__ = ["StockPlayPhase"]

_FREE: Final = FollowRules(free=True)
_NEVER: Final = 1 << 8
"""Above every number of a trick."""


class StockPlayPhase(PlayPhase):
    """After each trick its winner draws first, then the others; the card turned up goes last.

    Args:
        hand: cards each player has as long as there are some to draw.
    """

    def __init__(self, hand: int) -> None:
        self._hand = hand

    def enter(self, draft: Draft) -> None:
        """Fill the hands, then ask who leads."""
        if draft.leader is not None:
            for seat in players_from(draft, draft.leader):
                self._fill(draft, seat)
        super().enter(draft)

    def _fill(self, draft: Draft, seat: Seat) -> None:
        if len(held_slots(draft, seat)) >= self._hand:
            return
        hidden, last = stock(draft), turned_card(draft)
        card: Card | None = None
        if hidden:
            slot = hidden[0]
            draft.entitle((slot,), (seat,))
        elif last is not None:
            slot, card = last
        else:
            return
        draft.transfer(slot, seat)
        draft.emit(Drawn(seat, card))

    def follow(self, rules: Rules, table: Table) -> FollowRules:
        """Any card as long as there is something to draw."""
        return rules.follow if turned_card(table) is None else _FREE

    def rest_possible(self, rules: Rules, state: State, left: int) -> bool:
        """Not before all cards are drawn."""
        return turned_card(state) is None and super().rest_possible(rules, state, left)

    # -- what follows from drawing --------------------------------------------------------------

    def free_tricks(self, table: Table) -> int:
        """Tricks until everything is drawn."""
        return len(table.owners) // len(table.players) - self._hand

    def match(self, table: Table, points: int) -> tuple[int, ...]:
        """Points for the side that has all tricks after the stock is gone."""
        free = self.free_tricks(table)
        side_of = side_table(table.setup.sides, table.setup.seats)
        counts = [0] * len(table.setup.sides)
        for trick in table.tricks[free:]:
            counts[side_of[trick.winner]] += 1
        for booking in table.bookings:
            if booking.kind == "rest":
                counts[booking.side] += table.length - len(table.tricks)
        return tuple(points if count == table.length - free else 0 for count in counts)

    def together(self, table: Table, one: Slot, other: Slot) -> bool:
        """Whether two cards of a seat were in its hand at the same time."""
        return self._since(table, one) < _until(table, other) and self._since(
            table, other
        ) < _until(table, one)

    def _since(self, table: Table, slot: Slot) -> int:
        """The number of the trick after which a card came to the hand, 0 for the deal."""
        players, size = len(table.players), len(table.owners)
        place = (slot - (table.cut or 0)) % size - self._hand * players
        if place < 0:
            return 0
        if place > 0:
            return 1 + (place - 1) // players
        robbed = any(isinstance(done.action, Rob) for done in table.history)
        return 0 if robbed else self.free_tricks(table)


def _until(table: Table, slot: Slot) -> int:
    """The number of the trick in which a card left the hand."""
    lying = (*(trick.plays for trick in table.tricks), table.trick)
    for number, plays in enumerate(lying, start=1):
        if any(play.slot == slot for play in plays):
            return number
    return _NEVER
