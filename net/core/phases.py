"""The phases that a deck goes through, and who has to hand out which keys in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

from net.core.bodies import (
    Commit,
    Complain,
    DeckAck,
    HandOk,
    Keys,
    Lock,
    Reveal,
    Shuffle,
    Toss,
    TossOpen,
)
from net.core.crypto import Point
from net.core.honest import DeckFacts, Duty

__all__ = ["KIND_OF", "DealBody", "Kind", "Phase", "PhaseBody", "duties", "plan"]

PhaseBody: TypeAlias = Commit | Shuffle | Lock | DeckAck | Keys | HandOk | Toss | TossOpen
"""The bodies that belong to a phase of a deck."""

DealBody: TypeAlias = PhaseBody | Complain | Reveal
"""The bodies that a deck takes."""


class Kind(StrEnum):
    """What a phase is for; the word is part of the deck head."""

    COMMIT = "commit"
    SHUFFLE = "shuffle"
    LOCK = "lock"
    READY = "ready"
    KEYS = "keys"
    HAND_OK = "hand_ok"
    TOSS = "toss"
    TOSS_OPEN = "toss_open"


KIND_OF: Final[Mapping[type, Kind]] = {
    Commit: Kind.COMMIT,
    Shuffle: Kind.SHUFFLE,
    Lock: Kind.LOCK,
    DeckAck: Kind.READY,
    Keys: Kind.KEYS,
    HandOk: Kind.HAND_OK,
    Toss: Kind.TOSS,
    TossOpen: Kind.TOSS_OPEN,
}
"""The phase that each body belongs to."""


@dataclass(slots=True)
class Phase:
    """One step of a deck: what was awaited at which head, and what came.

    ``points`` is the deck as this phase found it. A keys phase that awaits nobody is idle: it
    waits for the game to entitle somebody. ``entries`` holds the log number of each body.
    """

    kind: Kind
    head: bytes
    awaited: frozenset[int]
    points: tuple[Point, ...]
    duties: Mapping[int, Duty] = field(default_factory=dict)
    bodies: dict[int, PhaseBody] = field(default_factory=dict)
    entries: dict[int, int] = field(default_factory=dict)


def plan(facts: DeckFacts) -> list[tuple[Kind, frozenset[int]]]:
    """The 2·N + 3 phases of a deal and whom each awaits (3.3).

    The first keys phase awaits nobody before the game has said who may see what.
    """
    seats = range(len(facts.seats))
    others = [seat for seat in seats if seat != facts.fused]
    everyone = frozenset(seats)
    return [
        (Kind.COMMIT, everyone),
        *((Kind.SHUFFLE, frozenset((seat,))) for seat in others),
        *((Kind.LOCK, frozenset((seat,))) for seat in [facts.fused, *others]),
        (Kind.READY, everyone),
        (Kind.KEYS, frozenset()),
        (Kind.HAND_OK, everyone),
    ]


def duties(
    old: Sequence[frozenset[int]], new: Sequence[frozenset[int]], seats: range
) -> dict[int, Duty]:
    """Which keys each seat hands out when the sights of the slots grow from `old` to `new`.

    A slot that all may see is turned: its keys go out in clear (3.6). For any other, a seat is
    sent the keys of all seats but itself, sealed.
    """
    turned = tuple(
        slot for slot, may in enumerate(new) if len(may) == len(seats) and may != old[slot]
    )
    private = [slot for slot, may in enumerate(new) if len(may) < len(seats) and may != old[slot]]
    owed = {}
    for sender in seats:
        sealed = []
        for receiver in seats:
            slots = tuple(s for s in private if receiver in new[s] and receiver not in old[s])
            if slots and receiver != sender:
                sealed.append((receiver, slots))
        if sealed or turned:
            owed[sender] = Duty(tuple(sealed), turned)
    return owed
