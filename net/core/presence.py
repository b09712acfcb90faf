"""Who is here, and who is ready: what each device can tell the others of it, beside the log.

A log says who has a seat, never who is at the other end of a wire. A device knows that of its own
links; of the others it has the word of the device that orders. Whoever looks on has that word
alone, and so has a guest of another guest whom nobody can dial. Nothing of the game depends on it.
"""

from __future__ import annotations

from collections.abc import Callable

from net.core.company import Company
from net.core.limits import PRESENT
from net.core.links import Links, LiveLink
from net.core.player import Player
from net.core.reporter import Reporter
from net.core.scribe import Scribe
from net.core.wire import Here, Message

__all__ = ["Presence"]


class Presence:
    """What one device says and hears of it.

    Args:
        identity: this device.
        links: all its links.
        scribe: its log.
        player: its seats.
        reporter: who tells the screen.
        company: takes what is heard of it.
        send: sends a message on a link.
        watching: this device only looks on: nobody counts it, and it says nothing.
    """

    def __init__(
        self,
        identity: bytes,
        links: Links,
        scribe: Scribe,
        player: Player,
        reporter: Reporter,
        company: Company,
        send: Callable[[int, Message], None],
        *,
        watching: bool,
    ) -> None:
        self._identity = identity
        self._links = links
        self._scribe = scribe
        self._player = player
        self._reporter = reporter
        self._company = company
        self._send = send
        self._watching = watching

    def say(self) -> None:
        """Tells every member who is linked to this device, where that is news."""
        if self._scribe.replica is None or self._watching:
            return
        after = self._player.ready_after
        here = Here(self._linked(), after if after >= 0 else None)
        for link, there in self._links.members():
            if there.told_here != here:
                there.told_here = here
                self._send(link, here)

    def _linked(self) -> tuple[bytes, ...]:
        """The devices with a link to this one; those that have a seat are never left out."""
        replica = self._scribe.replica
        seated = replica.lobby.devices if replica is not None else ()
        linked = {there.identity for _, there in self._links.members() if not there.watches}
        order = sorted(linked, key=lambda device: (device not in seated, device))
        return tuple(order[:PRESENT])

    def hear(self, there: LiveLink, message: Here) -> None:
        """Another device said whom it hears, and after which hand its person is ready."""
        if not there.watches:  # it may come before our own log has let the other in
            there.here = message

    def tell(self) -> None:
        """Tells our person what follows from all of it now."""
        replica = self._scribe.replica
        if replica is None:
            return
        number = self._links.number_of(replica.chain.orderer, member=True)
        heard = self._links.live[number].here if number is not None else None
        self._company.vouched = frozenset(heard.devices) if heard is not None else frozenset()
        pressed = {
            there.identity: there.here.ready_after
            for _, there in self._links.members()
            if there.here is not None and there.here.ready_after is not None
        }
        pressed[self._identity] = self._player.ready_after
        self._company.pressed = pressed
        self._reporter.lobby(replica)
        self._reporter.readiness(replica)
