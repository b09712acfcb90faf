"""Who is found missing, and whom the others want to leave (dealing.md 3.7)."""

from __future__ import annotations

from net.core.lobby import Lobby

__all__ = ["Absence", "Kicks"]


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
        """The device does its part, so it is there."""
        self._by.pop(device, None)

    def rest(self) -> None:
        """The table pauses: whoever was missed is given all of the grace again."""
        self._by.clear()

    def found(self, device: bytes, author: bytes) -> bool:
        """One more finds a device missing; True when it is: more than half of all say so."""
        present = self._lobby.present
        voters = self._by[device] = self.of(device) | {author}
        # Of two the other one decides, who has nobody else to ask.
        if 2 * len(voters.intersection(present)) <= len(present) and len(present) != 2:
            return False
        del self._by[device]
        return True


class Kicks:
    """The wishes that somebody leaves a running Partie, equal at every peer.

    Args:
        lobby: who is at the table.

    Attributes:
        decided: whom more than half of all want to leave, once the hand is over.
    """

    def __init__(self, lobby: Lobby) -> None:
        self.decided: frozenset[bytes] = frozenset()
        self._lobby = lobby
        self._by: dict[bytes, frozenset[bytes]] = {}

    def of(self, device: bytes) -> frozenset[bytes]:
        """Who wants this device to leave, in the hand that is played."""
        return self._by.get(device, frozenset())

    def wished(self, device: bytes, author: bytes) -> bool:
        """One more wants it; True when they are more than half of all, the device included.

        So two people can't send each other away, and of three it takes both others.
        """
        present = self._lobby.present
        voters = self._by[device] = self.of(device) | {author}
        if 2 * len(voters.intersection(present)) <= len(present):
            return False
        self.decided |= {device}
        return True

    def gone(self, device: bytes) -> None:
        """The device is away, one way or the other."""
        self.decided -= {device}
        self._by.pop(device, None)

    def dealt(self) -> None:
        """A hand was dealt: who still wants it says so again."""
        self._by.clear()
        self.decided = frozenset()
