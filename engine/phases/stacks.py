"""Playing from the hand and from open cards that cover others (rules 1.8)."""

from __future__ import annotations

from engine.faces import Slot
from engine.phases.draft import Draft, Table
from engine.phases.known import held_slots
from engine.phases.parts import Rules
from engine.phases.play import PlayPhase
from engine.seats import Seat
from engine.state import State

__all__ = ["StackPlayPhase", "covered_by"]


def covered_by(table: Table, slot: Slot, between: int) -> Slot | None:
    """The covered card under an open one, by their places in the deal; None if there is none.

    Args:
        table: where.
        slot: of the open card.
        between: places from a covered card to the card that covers it.
    """
    size = len(table.owners)
    place = (slot - (table.cut or 0)) % size
    return Slot((slot - between) % size) if place >= between else None


class StackPlayPhase(PlayPhase):
    """Who plays the open card of a stack uncovers the one below at once, for all to see.

    Args:
        between: places in the deal from a covered card to the card that covers it.
    """

    def __init__(self, between: int) -> None:
        self._between = between

    def go_on(self, draft: Draft) -> None:
        """Uncover first, then on."""
        below = covered_by(draft, draft.trick[-1].slot, self._between)
        if below is not None and draft.opened[below] is None:
            draft.turn_up((below,))
        else:
            super().go_on(draft)

    def opened(self, draft: Draft) -> None:
        """The card is known."""
        super().go_on(draft)

    def rest_possible(self, rules: Rules, state: State, left: int) -> bool:
        """Only who has nothing covered any more can show all he has."""
        seat = state.asked[0] if state.asked else Seat(0)
        covered = any(not state.sights[slot] for slot in held_slots(state, seat))
        return not covered and super().rest_possible(rules, state, left)
