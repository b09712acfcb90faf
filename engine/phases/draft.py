"""The draft that a phase works on, and who plays at the table it drafts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.actions import Action, OpenCard
from engine.cards import Card
from engine.contracts import Contract
from engine.events import Event
from engine.faces import Slot
from engine.phases.parts import Rules
from engine.seats import Seat, Side
from engine.state import (
    Booking,
    Done,
    Ended,
    HandResult,
    Opened,
    Outcome,
    PlayedCard,
    Setup,
    ShownWeis,
    State,
    Step,
    Tossed,
    Trick,
    awaited_slots,
)

__all__ = ["Draft", "Table", "next_player", "players_from"]


class Draft:
    """A state being changed. Phases write on it; `freeze` makes the next `State` of it.

    Its `__dict__` holds the fields of a state and nothing else, so that one copy in C makes a
    draft of a state and one a state of a draft: there are forty acts in a hand.
    """

    __slots__ = ("__dict__", "events", "rules")

    setup: Setup
    step: Step
    partie: int
    hand_no: int
    turn: int
    asked: tuple[Seat, ...]
    dealer: Seat | None
    players: tuple[Seat, ...]
    length: int
    next_dealer: Seat | None
    cut: int | None
    owners: tuple[Seat | None, ...]
    sights: tuple[tuple[Seat, ...], ...]
    opened: tuple[Card | None, ...]
    played: int
    history: tuple[Done, ...]
    contract: Contract | None
    announcer: Seat | None
    pushed: tuple[Seat, ...]
    factor: int
    leader: Seat | None
    trick: tuple[PlayedCard, ...]
    tricks: tuple[Trick, ...]
    weise: tuple[ShownWeis, ...]
    weis_seat: Seat | None
    stoeck: Seat | None
    bookings: tuple[Booking, ...]
    ended: Ended | None
    score: tuple[int, ...]
    striche: tuple[int, ...]
    berg: Side | None
    results: tuple[HandResult, ...]
    outcome: Outcome | None
    origin: State | None

    def __init__(self, state: State, rules: Rules) -> None:
        self.__dict__.update(state.__dict__)
        self.rules: Final = rules
        self.events: Final[list[Event]] = []

    def freeze(self) -> State:
        """The state as it now stands."""
        state = State.__new__(State)
        state.__dict__.update(self.__dict__)
        return state

    def emit(self, event: Event) -> None:
        """Say what happened."""
        self.events.append(event)

    def ask(self, *seats: Seat) -> None:
        """Put a new question to these seats; together it is one turn."""
        self.asked = seats
        self.turn += 1

    def answered(self, seat: Seat) -> None:
        """This seat has answered the question that stands; others may still owe theirs."""
        self.asked = tuple(other for other in self.asked if other != seat)

    def enter(self, step: Step) -> None:
        """Go to a step and let its phase ask, or go on by itself."""
        self.step = step
        self.asked = ()
        phase = self.rules.phases.get(step)
        if phase is not None:
            phase.enter(self)

    def record(self, seat: Seat, action: Action | Opened | Tossed) -> None:
        """Append to the history of the hand."""
        self.history = (*self.history, Done(seat, action))

    def open(self, cards: Iterable[OpenCard]) -> None:
        """From now on everybody knows these cards."""
        opened = list(self.opened)
        for slot, card in cards:
            opened[slot] = card
        self.opened = tuple(opened)

    def entitle(self, slots: Iterable[Slot], seats: Iterable[Seat]) -> None:
        """From now on these seats may see these slots too; the net layer sends the keys."""
        sights, more = list(self.sights), tuple(seats)
        for slot in slots:
            sights[slot] = tuple(sorted({*sights[slot], *more}))
        self.sights = tuple(sights)

    def turn_up(self, slots: Iterable[Slot]) -> None:
        """Turn these up for all; ask nobody until the phase's `opened` is told their cards."""
        self.entitle(slots, (Seat(seat) for seat in range(self.setup.seats)))
        self.asked = ()

    def transfer(self, slot: Slot, owner: Seat | None) -> None:
        """This slot now belongs to another seat, or to nobody; who may see it does not change."""
        owners = list(self.owners)
        owners[slot] = owner
        self.owners = tuple(owners)

    @property
    def awaited(self) -> tuple[Slot, ...]:
        """As `State.awaited`."""
        return awaited_slots(self.setup, self.sights, self.opened)

    @property
    def vorhand(self) -> Seat:
        """The first player after the dealer."""
        if not self.players:
            raise ValueError("nobody has dealt yet")
        return self.players[0]


Table = State | Draft
"""Where a rule may read what is public."""


def players_from(table: Table, first: Seat) -> tuple[Seat, ...]:
    """Who plays this hand, in playing order from `first`."""
    at = table.players.index(first)
    return table.players[at:] + table.players[:at]


def next_player(table: Table, seat: Seat, steps: int = 1) -> Seat:
    """Who plays `steps` after this one in this hand."""
    players = table.players
    return players[(players.index(seat) + steps) % len(players)]
