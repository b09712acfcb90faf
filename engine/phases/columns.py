"""Naming a contract together with its column, and writing it there (rules 1.4)."""

from __future__ import annotations

from typing import ClassVar

from engine.actions import Action, Choose, Push
from engine.errors import IllegalAction, Reason
from engine.events import Chosen, Pushed
from engine.phases.base import Phase
from engine.phases.choose import begin_play
from engine.phases.counting import Extra
from engine.phases.draft import Draft, Table
from engine.phases.known import Knowledge
from engine.phases.ledger import booked_of
from engine.phases.parts import Rules
from engine.phases.rounds import RoundsCounting, counted_hands
from engine.rules.columns import who_names
from engine.rules.tally import HAND_TOTAL
from engine.seats import Seat, Side
from engine.state import State, Step
from engine.view import View

__all__ = ["COLUMN", "ColumnCounting", "ColumnPhase", "named_column", "open_columns"]

COLUMN = "column"
"""Under this name a `HandResult` tells the column that was filled: per side its number, or -1."""


def named_column(table: Table) -> int | None:
    """The number of the column that is played for, None while none is named."""
    for done in reversed(table.history):
        if isinstance(done.action, Choose):
            return done.action.column
    return None


def open_columns(rules: Rules, table: Table, side: Side) -> tuple[int, ...]:
    """The numbers of the columns that a side has not filled before this hand, ascending."""
    filled = {result.get(COLUMN)[side] for result in counted_hands(table) if result.get(COLUMN)}
    return tuple(number for number in range(len(rules.choosing.columns)) if number not in filled)


class ColumnPhase(Phase):
    """Vorhand names an open column of its side, or passes to the next seat; one at last must."""

    kinds: ClassVar = frozenset({Choose, Push})

    def _next(self, rules: Rules, table: Table) -> tuple[Seat, bool]:
        able = {seat for seat in table.players if open_columns(rules, table, rules.side_of[seat])}
        return who_names(table.players, table.pushed, able)

    def enter(self, draft: Draft) -> None:
        """Ask whoever is to speak."""
        draft.ask(self._next(draft.rules, draft)[0])

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """An open column with a contract that fits it; passing as long as somebody is left."""
        match action:
            case Choose(contract, column):
                if column not in open_columns(rules, state, rules.side_of[seat]):
                    return Reason.COLUMN_NOT_OPEN
                offered = rules.choosing.columns[column or 0].contracts
                return None if contract in offered else Reason.CONTRACT_NOT_OFFERED
            case Push():
                return None if self._next(rules, state)[1] else Reason.MUST_CHOOSE
            case _:
                return Reason.WRONG_PHASE

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """Column by column what may be named for it, then passing."""
        columns = rules.choosing.columns
        found: list[Action] = [
            Choose(contract, number)
            for number in open_columns(rules, view.state, rules.side_of[seat])
            for contract in columns[number].contracts
        ]
        if self._next(rules, view.state)[1]:
            found.append(Push())
        return found

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Name it and lead, or let the next speak."""
        match action:
            case Choose(contract, column):
                begin_play(draft, seat, contract, column)
                draft.emit(Chosen(seat, contract, draft.factor, column=column))
                draft.enter(Step.PLAY)
            case Push():
                draft.pushed = (*draft.pushed, seat)
                draft.emit(Pushed(seat))
                self.enter(draft)
            case _:
                raise IllegalAction(Reason.WRONG_PHASE)


class ColumnCounting(RoundsCounting):
    """Only the side that named writes, into its column; the highest total wins."""

    def written(self, draft: Draft) -> tuple[tuple[int, ...], Extra]:
        """What that side made, with the factor of the column."""
        return self._fill(draft, None)

    def lost(self, draft: Draft, seat: Seat) -> tuple[tuple[int, ...], Extra] | None:
        """Its column is filled all the same (rules 1.0.11).

        With nothing if one of its own offended, otherwise with 157 or what it made, if that is
        more. Before a column is named the hand is void.
        """
        if draft.announcer is None:
            return None
        own = draft.rules.side_of[draft.announcer]
        if draft.rules.side_of[seat] == own:
            return self._fill(draft, 0)
        return self._fill(draft, max(HAND_TOTAL * draft.factor, booked_of(draft, own)))

    def _fill(self, draft: Draft, points: int | None) -> tuple[tuple[int, ...], Extra]:
        column = named_column(draft)
        if draft.announcer is None or column is None:
            raise ValueError("no column is named")
        own = draft.rules.side_of[draft.announcer]
        made = booked_of(draft, own) if points is None else points
        sides = range(len(draft.setup.sides))
        extra: Extra = ((COLUMN, tuple(column if side == own else -1 for side in sides)),)
        return tuple(made if side == own else 0 for side in sides), extra
