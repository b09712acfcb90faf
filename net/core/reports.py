"""What a replayed log tells: what each entry did, what a hand came to, and who is convicted."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import Event
from engine.state import HandResult, Outcome
from net.core.bodies import Body, Verdict
from net.core.faults import FaultReason
from net.core.hand import Finding, Refusal
from net.updates import Gone

__all__ = ["Fed", "HandReport", "Mismatch", "Offence"]


@dataclass(frozen=True, slots=True)
class Offence:
    """A cheat that the log proves: which seat (None: a device without one), where and what.

    ``deck`` is the number of the deck or hand that it was about, None if it was about none.
    """

    entry: int
    seat: int | None
    identity: bytes
    reason: str
    deck: int | None = None


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Two programs made different things of one log: whose fault that is nobody can say.

    ``entry`` shows it, ``seat`` said it, ``reason`` is a code.
    """

    entry: int
    seat: int
    reason: FaultReason


@dataclass(frozen=True, slots=True)
class HandReport:
    """A hand that is booked.

    ``deck`` is its number in every body, ``number`` what people call it: counted from the first of
    its game. ``players`` are the devices that played its seats, ``people`` the names of those who
    sat there when it was dealt. ``verdicts`` by seat, ``finding`` is what the replay found.
    ``gone``: whose going away ended it, and nothing else did. ``first`` and ``last`` are its place
    in the log.
    """

    deck: int
    partie: int
    number: int
    players: tuple[bytes, ...]
    people: tuple[str, ...]
    result: HandResult
    finding: Finding
    fair: bool
    verdicts: tuple[Verdict | None, ...]
    offences: tuple[Offence, ...]
    gone: Gone | None
    first: int
    last: int

    def player_of(self, seat: int | None) -> bytes | None:
        """The device that played ``seat``; None of nobody."""
        return None if seat is None else self.players[seat]


@dataclass(frozen=True, slots=True)
class Fed:
    """What one record did: nothing, when ``refusal`` says why it is void."""

    n: int
    author: bytes
    body: Body
    refusal: Refusal | None = None
    events: tuple[Event, ...] = ()
    finished: HandReport | None = None
    over: Outcome | None = None
