"""Who may come in: the host's yes, unless the person is known, seated, or the table is open."""

from collections import Counter
from typing import Literal, TypeAlias

from net.core.clean import clean_name
from net.core.lobby import Lobby
from net.updates import Knocked

__all__ = ["Admission", "Answer"]

Answer: TypeAlias = Literal[True, "full", "started", "refused"] | Knocked
"""Come in; go away, and why; or ask our person."""

REFUSALS = 3
"""How often our person sends a device away before it is no longer asked: one «no» may be a slip of
the finger, and whoever knocks for ever is a nuisance."""


class Admission:
    """The door of one table, at the device that orders.

    Args:
        known: identities that were met and compared before.
        open_door: everybody may come in.
    """

    def __init__(self, known: set[bytes], *, open_door: bool) -> None:
        self._known = known
        self._open = open_door
        self._admitted: set[bytes] = set()
        self._refused: Counter[bytes] = Counter()
        self._knocking: dict[bytes, int] = {}

    def knock(self, identity: bytes, name: str, link: int, lobby: Lobby) -> Answer:
        """What to answer a device that wants in."""
        if identity in lobby.devices:
            return True
        if lobby.playing:
            return "started"
        if lobby.free_seat() is None:
            return "full"
        if self._refused[identity] >= REFUSALS:
            return "refused"
        if self._open or identity in self._known or identity in self._admitted:
            return True
        self._knocking[identity] = link
        return Knocked(clean_name(name) or "?", identity.hex(), identity in self._known)

    def answer(self, identity: bytes, *, yes: bool) -> tuple[int, ...]:
        """Our person decided; the links that wait for it."""
        if yes:
            self._admitted.add(identity)
        else:
            self._refused[identity] += 1
        link = self._knocking.pop(identity, None)
        return () if link is None else (link,)

    def is_asked(self, identity: bytes) -> bool:
        """Whether our person has been asked about this device and has not answered."""
        return identity in self._knocking

    def forget(self, identity: bytes) -> None:
        """The device is gone; it may knock again."""
        self._knocking.pop(identity, None)
