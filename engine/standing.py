"""How a game stands between two hands: all that a table needs to go on from another's score."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine import game
from engine.seats import Seat, Side
from engine.state import HandResult, State, Step
from engine.variant import Options, Variant

__all__ = ["Standing", "go_on", "standing"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A game between two hands.

    Attributes:
        partie: which Partie, counted from 1.
        hand_no: deals so far.
        next_dealer: None if it has to be drawn.
        score: per side, in this Partie.
        striche: per side, over all Partien; empty where none are written.
        berg: the side that took the Bergpreis of this Partie.
        results: counted and void hands.
    """

    partie: int
    hand_no: int
    next_dealer: Seat | None
    score: tuple[int, ...]
    striche: tuple[int, ...]
    berg: Side | None
    results: tuple[HandResult, ...]


def standing(state: State) -> Standing | None:
    """How a game stands; a hand that is not booked is left out. None when the game is over."""
    if state.step is Step.OVER or state.outcome is not None:
        return None
    booked = state.results[-1].hand if state.results else 0
    running = state.dealer is not None and state.hand_no > booked
    taken = running and any(booking.kind == "berg" for booking in state.bookings)
    return Standing(
        partie=state.partie,
        hand_no=booked if running else state.hand_no,
        next_dealer=state.dealer if running else state.next_dealer,
        score=state.score,
        striche=state.striche,
        berg=None if taken else state.berg,
        results=state.results,
    )


def go_on(variant: Variant, options: Options, seats: int, past: Standing) -> State | None:
    """A table that goes on from there, before its next deal; None if that is no standing of it."""
    fresh = game.start(variant, options, seats)
    sides = len(fresh.score)
    lists = [past.score]
    for result in past.results:
        lists += [result.written, result.score, result.tricks]
    if any(len(numbers) != sides for numbers in lists):
        return None
    dealers = (None, *range(seats))
    if past.next_dealer not in dealers or past.berg not in (None, *range(sides)):
        return None
    if bool(past.striche) != bool(fresh.striche) or past.partie < 1 or past.hand_no < 0:
        return None
    return replace(
        fresh,
        partie=past.partie,
        hand_no=past.hand_no,
        next_dealer=past.next_dealer,
        score=past.score,
        striche=past.striche,
        berg=past.berg,
        results=past.results,
    )
