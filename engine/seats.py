"""Seats in playing order, and the sides they form (rules 1.0.1).

Seats are numbered in playing order, so nothing in the engine knows left from right: seat s + 1
plays after seat s whichever way the table turns. Only a screen mirrors (`places`).
"""

from __future__ import annotations

from typing import NewType

__all__ = ["Seat", "Side", "from_seat", "next_seat", "places", "side_table"]

Seat = NewType("Seat", int)
"""A player position, 0..n-1 in playing order."""

Side = NewType("Side", int)
"""Who scores together, counted from 0; side 0 holds seat 0."""


def next_seat(seat: Seat, seats: int, steps: int = 1) -> Seat:
    """The seat that plays `steps` after this one (before it, if negative)."""
    return Seat((seat + steps) % seats)


def from_seat(first: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats in playing order, beginning with `first`."""
    return tuple(Seat((first + step) % seats) for step in range(seats))


def side_table(sides: tuple[tuple[Seat, ...], ...], seats: int) -> tuple[Side, ...]:
    """Per seat, the side it belongs to."""
    table = [Side(0)] * seats
    for number, members in enumerate(sides):
        for seat in members:
            table[seat] = Side(number)
    return tuple(table)


def places(viewer: Seat, seats: int, *, clockwise: bool = False) -> tuple[Seat, ...]:
    """The seats around a viewer, beginning with the viewer and going anticlockwise.

    Anticlockwise around the table means to the viewer's right first. With the option
    `richtung=uhr` (`clockwise`) the next seat to play sits to the left instead.
    """
    step = -1 if clockwise else 1
    return tuple(Seat((viewer + step * index) % seats) for index in range(seats))
