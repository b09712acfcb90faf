"""When a device finds another one missing (dealing.md 3.7).

Only clocks say so, so this is an opinion: it counts when more than half of the devices share it. A
person may think as long as he likes; missing is whose device cannot be reached, or does not do
what a program does by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from net.core.awaited import waited_for
from net.core.bodies import Missing
from net.core.links import Links
from net.core.replica import Replica
from net.updates import WaitingFor

__all__ = ["Watch"]

GRACE_S = 60
"""The grace of a table without the option `frist`."""


class Watch:
    """The patience of one device at one table.

    Args:
        identity: this device.
        links: its links.
    """

    def __init__(self, identity: bytes, links: Links) -> None:
        self._identity = identity
        self._links = links
        self._stood: object = None
        self._moved = 0
        self._began: int | None = None

    def tick(self, replica: Replica, now: int) -> Iterator[Missing]:
        """Whom this device finds missing now."""
        if self._began is None:
            self._began = now
        waiting = waited_for(replica)
        stands = _stands(replica), waiting
        if stands != self._stood:
            self._stood, self._moved = stands, now
        if waiting is None or not replica.lobby.playing or replica.paused is not None:
            return
        if self._identity not in replica.lobby.present:
            return
        seats, why = waiting
        # For who orders there are epochs: nobody could give its place to a word about it.
        orderer = replica.chain.orderer
        if self._identity != orderer and self._links.number_of(orderer, member=True) is None:
            return
        found = {replica.device_of(seat) for seat in seats} - {None, self._identity, orderer}
        for device in sorted(device for device in found if device is not None):
            seat = replica.lobby.seat_of(device)
            if seat is None or not replica.can_miss(self._identity, device):
                continue
            if now - self._silent_since(replica, device, why, now) >= grace_ms(replica):
                yield Missing(seat, replica.newest_deck)

    def _silent_since(self, replica: Replica, device: bytes, why: WaitingFor, now: int) -> int:
        """Since when the device has not done what it would do if it were there."""
        begun = replica.hand.first if replica.hand is not None else 0
        convicted = any(
            offence.identity == device and offence.entry >= begun for offence in replica.offences
        )
        if why in (WaitingFor.DEAL, WaitingFor.VERDICT) or convicted:
            # A program answers by itself; and a convict has no answer left that would count.
            return self._moved
        if self._links.number_of(device) is not None:
            return now
        gone = self._links.gone.get(device)
        if gone is not None:
            return max(gone, self._moved)
        orderer = replica.chain.orderer
        if self._identity == orderer or orderer in replica.missed_by(device):
            return max(self._began or 0, self._moved)
        # There was never a link to it: only who orders can know whether it is there.
        return now


def _stands(replica: Replica) -> tuple[object, ...]:
    """What changes when the table moves: not when one after the other finds somebody missing."""
    hand = replica.hand
    decks = (hand.deck if hand is not None else None, replica.next_deck)
    heads = tuple(deck.head for deck in decks if deck is not None)
    return (replica.chain.epoch, replica.paused, replica.turn, *heads)


def grace_ms(replica: Replica) -> int:
    """How long the table waits for somebody, in milliseconds (option `frist`)."""
    setup = replica.lobby.setup
    seconds = setup.options.get("frist") if setup is not None else None
    return 1_000 * (seconds if isinstance(seconds, int) else GRACE_S)
