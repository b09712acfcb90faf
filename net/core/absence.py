"""Who is found missing, and by whom (dealing.md 3.7)."""

from __future__ import annotations

from net.core.lobby import Lobby

__all__ = ["Absence"]


class Absence:
    """The words of devices about other ones that they cannot reach, equal at every peer.

    Args:
        lobby: who is at the table.
    """

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._by: dict[bytes, frozenset[bytes]] = {}

    def of(self, device: bytes) -> frozenset[bytes]:
        """Who finds this device missing since it was heard of last."""
        return self._by.get(device, frozenset())

    def heard(self, device: bytes) -> None:
        """The device said something, so it is there."""
        self._by.pop(device, None)

    def found(self, device: bytes, author: bytes) -> bool:
        """One more finds a device missing; True when it is: more than half of all say so."""
        present = self._lobby.present
        voters = self._by[device] = self.of(device) | {author}
        # Of two the other one decides, who has nobody else to ask.
        if 2 * len(voters.intersection(present)) <= len(present) and len(present) != 2:
            return False
        del self._by[device]
        return True
