"""Who may come in, to sit or to look on.

It takes the host's yes, unless the person is known, has a seat, or the table is open. A person goes
before a bot, but that a bot gives way to somebody known is asked as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.seats import Seat
from net.core.clean import clean_name
from net.core.limits import SPECTATORS
from net.core.lobby import Lobby
from net.updates import Knocked

__all__ = ["Admission", "Answer"]

Answer: TypeAlias = Literal[True, "full", "started", "refused", "crowded", "seated"] | Knocked
"""Come in; go away, and why; or ask our person."""

REFUSALS = 3
"""How often our person sends a device away before it is no longer asked: one «no» may be a slip of
the finger, and whoever knocks for ever is a nuisance."""


@dataclass(frozen=True, slots=True)
class _Knock:
    """Where somebody waits for an answer, and what for."""

    link: int
    watches: bool = False


class Admission:
    """The door of one table, at the device that orders.

    Args:
        known: whom our person has met and compared, by identity; others add to it.
        open_door: everybody may come in.
    """

    def __init__(self, known: Mapping[bytes, str], *, open_door: bool) -> None:
        self._known = known
        self._open = open_door
        self._admitted: set[bytes] = set()
        self._spectators: set[bytes] = set()
        self._refused: Counter[bytes] = Counter()
        self._knocking: dict[bytes, _Knock] = {}

    def knock(self, identity: bytes, name: str, link: int, lobby: Lobby) -> Answer:
        """What to answer a device that wants a seat."""
        if identity in lobby.devices:
            return True
        vacant = lobby.vacant_seats()
        if lobby.playing and not vacant:
            return "started"
        bot = None
        if not lobby.playing and lobby.free_seat() is None:
            bot = lobby.bot_seat()
            if bot is None:
                return "full"
        seat = vacant[0] if vacant else bot
        known = frozenset() if bot is not None else self._known.keys()
        admitted = self._admitted | known
        whose = None if seat is None else Seat(seat)
        return self._answer(identity, name, _Knock(link), admitted, whose)

    def watch(self, identity: bytes, name: str, link: int, lobby: Lobby, others: int) -> Answer:
        """The same for one that only wants to look on, as ``others`` do already.

        Who has a seat sees its own cards and has no use for a second chair.
        """
        if identity in lobby.devices:
            return "seated"
        if others >= SPECTATORS:
            return "crowded"
        admitted = self._admitted | self._spectators | self._known.keys()
        return self._answer(identity, name, _Knock(link, watches=True), admitted)

    def ban(self, identity: bytes) -> None:
        """Our person does not want this device here any more."""
        self._refused[identity] = REFUSALS

    def has_banned(self, identity: bytes) -> bool:
        """Whether this device is not even asked about any more."""
        return self._refused[identity] >= REFUSALS

    def _answer(
        self,
        identity: bytes,
        name: str,
        knock: _Knock,
        admitted: set[bytes],
        seat: Seat | None = None,
    ) -> Answer:
        if self.has_banned(identity):
            return "refused"
        if self._open or identity in admitted:
            return True
        self._knocking[identity] = knock
        shown = clean_name(name) or "?"
        return Knocked(shown, identity.hex(), identity in self._known, knock.watches, seat)

    def trust(self, identities: Iterable[bytes]) -> None:
        """These looked on already, let in by whoever ordered before."""
        self._spectators.update(identities)

    def answer(self, identity: bytes, *, yes: bool) -> tuple[int, ...]:
        """Our person decided; the links that wait for it."""
        knock = self._knocking.pop(identity, None)
        if not yes:
            self._refused[identity] += 1
        elif knock is not None and knock.watches:
            self._spectators.add(identity)
        else:
            self._admitted.add(identity)
        return () if knock is None else (knock.link,)

    def is_asked(self, identity: bytes) -> bool:
        """Whether our person has been asked about this device and has not answered."""
        return identity in self._knocking

    def forget(self, identity: bytes) -> None:
        """The device is gone; it may knock again."""
        self._knocking.pop(identity, None)
