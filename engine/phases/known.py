"""What is known of a hand where it is judged: all of it by its player, what lies open by others."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import OpenCard
from engine.cards import DECKS
from engine.errors import Reason
from engine.faces import Faces, Slot
from engine.phases.draft import Table
from engine.phases.parts import Rules
from engine.seats import Seat
from engine.state import State

__all__ = ["Knowledge", "check_openings", "dealt_mask", "held_mask", "held_slots"]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known of the actor's cards when an action is judged.

    Attributes:
        faces: known slots; None elsewhere than at the actor's, where only opened cards count.
        own: judged on the actor's own device, which also holds to what the table does
            automatically; silence about a Weis is refused there but is no offence.
    """

    faces: Faces | None = None
    own: bool = False


def held_slots(table: Table, seat: Seat) -> tuple[Slot, ...]:
    """The slots still in a hand, ascending."""
    played = table.played
    return tuple(
        Slot(slot)
        for slot, owner in enumerate(table.owners)
        if owner == seat and not played >> slot & 1
    )


def held_mask(table: Table, seat: Seat, faces: Faces | None) -> int:
    """Mask of the cards known to be still in a hand."""
    mask = 0
    owners, played, opened = table.owners, table.played, table.opened
    if len(opened) - opened.count(None) > played.bit_count():
        # Somebody still holds a card that everybody has seen.
        for slot, card in enumerate(opened):
            if card is not None and owners[slot] == seat and not played >> slot & 1:
                mask |= 1 << card
    if faces is not None:
        for at, card in faces.items():
            if at < len(owners) and owners[at] == seat and not played >> at & 1:
                mask |= 1 << card
    return mask


def dealt_mask(table: Table, seat: Seat, faces: Faces | None) -> int:
    """Mask of the cards known to be dealt to a seat, played ones included."""
    mask = 0
    owners = table.owners
    for slot, card in enumerate(table.opened):
        if card is not None and owners[slot] == seat:
            mask |= 1 << card
    if faces is not None:
        for at, card in faces.items():
            if at < len(owners) and owners[at] == seat:
                mask |= 1 << card
    return mask


def check_openings(
    rules: Rules, state: State, seat: Seat, cards: tuple[OpenCard, ...], knowledge: Knowledge
) -> Reason | None:
    """Whether a seat may open these cards: its own slots, no card that lies open elsewhere."""
    faces, own = knowledge.faces, DECKS[rules.deck].cards
    for slot, card in cards:
        if not 0 <= slot < len(state.owners) or state.owners[slot] != seat:
            return Reason.WRONG_SLOT
        if card not in own:
            return Reason.NOT_A_CARD
        opened = state.opened[slot]
        if opened is None:
            if card in state.opened:
                return Reason.ALREADY_OPEN
        elif opened != card:
            return Reason.NOT_IN_HAND
        if faces is not None and faces.get(slot) != card and opened != card:
            return Reason.NOT_IN_HAND
    return None
