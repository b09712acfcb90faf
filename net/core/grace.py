"""When a device finds another one missing (dealing.md 3.7).

Only clocks say so, so this is an opinion: it counts when more than half of the devices share it. A
person may think as long as he likes; missing is whose device cannot be reached, or does not do
what a program does by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from net.core.awaited import stands, waited_for
from net.core.bodies import Missing
from net.core.limits import SILENCE_MS
from net.core.links import Links
from net.core.replica import Replica
from net.updates import WaitingFor

__all__ = ["STOPPED_MS", "Grace"]

GRACE_S = 60
"""The grace of a table without the option `frist`."""

STOPPED_MS = 3_000
"""Time that passed unnoticed for so long this device slept: nothing could be heard meanwhile, and
it can blame nobody for that."""

COMES_BACK: Final = 2
"""How often whoever orders has all of the grace again once its link is back, while the same thing
is waited for. Its program does what it owes in a moment then; with no end to it, somebody who cuts
one link after the other before each grace is over would never be missing."""


class Grace:
    """How long one device waits for the others at one table.

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
        self._ticked = 0
        self._orderer = b""
        self._linked = 0
        self._cut = False
        self._backs = 0

    def tick(self, replica: Replica, now: int) -> Iterator[Missing]:
        """Whom this device finds missing now."""
        if self._began is None:
            self._began = self._ticked = now
        passed, self._ticked = now - self._ticked, now
        waiting = waited_for(replica)
        stood = stands(replica), waiting
        if stood != self._stood or passed >= STOPPED_MS:
            self._stood, self._moved = stood, now
            self._linked, self._backs = now, 0
        linked = self._is_linked(replica)
        orders = self._follow(replica, passed, now, linked=linked)
        if waiting is None or not replica.lobby.playing or replica.paused is not None:
            return
        if self._identity not in replica.lobby.present:
            return
        # Who orders and is gone has a successor: nobody could give a place to a word about it.
        if not orders:
            return
        seats, why = waiting
        since: dict[bytes, int] = {}
        for seat in seats:
            device = replica.device_of(seat)
            if device is not None and device != self._identity:
                by_itself = why in _BY_ITSELF or _is_bot(replica, seat, device)
                if not (by_itself or linked):
                    continue  # by whom its person can be reached, this device cannot know
                silent = self._silent_since(replica, device, now, by_itself=by_itself)
                since[device] = min(silent, since.get(device, now))
        for device, silent in sorted(since.items()):
            own = replica.lobby.seat_of(device)
            if own is None or not replica.can_miss(self._identity, device):
                continue
            if now - silent >= self._patience(replica, device):
                yield Missing(own, replica.newest_deck)

    def _is_linked(self, replica: Replica) -> bool:
        """Whether this device orders, or has a link to the one that does."""
        orderer = replica.chain.orderer
        mine = orderer == self._identity
        return mine or self._links.number_of(orderer, member=True) is not None

    def _follow(self, replica: Replica, passed: int, now: int, *, linked: bool) -> bool:
        """Whether a word can have a number now, as far as this device knows; counts since when.

        Nobody can say anything while whoever orders is not there. A link that is made anew is not
        one that was missing; and who has numbered that others miss it is there, whatever link it
        keeps from this device.
        """
        orderer = replica.chain.orderer
        if orderer != self._orderer:
            self._orderer, self._linked, self._backs = orderer, now, 0
        elif self._cut:
            self._linked += passed
        there = linked or bool(replica.missed_by(orderer) - {self._identity})
        if there and self._cut and self._backs < COMES_BACK:
            self._backs += 1
            self._linked = now
        self._cut = not there
        return there

    def _patience(self, replica: Replica, device: bytes) -> int:
        """How long a device may take; one that is there may be slow at what it does by itself."""
        grace = grace_ms(replica)
        return grace if self._links.number_of(device) is None else max(grace, SILENCE_MS)

    def _silent_since(self, replica: Replica, device: bytes, now: int, *, by_itself: bool) -> int:
        """Since when the device has not done what it would do if it were there."""
        begun = replica.hand.first if replica.hand is not None else 0
        spent = replica.is_too_fast(device) or any(
            offence.identity == device and offence.entry >= begun for offence in replica.offences
        )
        link = self._links.number_of(device)
        strays = link is not None and self._links.live[link].epoch > replica.chain.epoch
        if by_itself or spent or strays:
            # A program answers by itself. A convict, and who has flooded the log, has no answer
            # left that would count; nor has who follows an epoch that nobody takes from it.
            return max(self._moved, self._linked)
        if link is not None:
            return now
        gone = self._links.gone.get(device)
        if gone is not None:
            return max(gone, self._moved)
        orderer = replica.chain.orderer
        if self._identity == orderer or orderer in replica.missed_by(device):
            return max(self._began or 0, self._moved)
        # There was never a link to it: only who orders can know whether it is there.
        return now


_BY_ITSELF = (WaitingFor.DEAL, WaitingFor.VERDICT)
"""What no person has a say in."""


def _is_bot(replica: Replica, seat: int, device: bytes) -> bool:
    """Whether a bot on that device has this turn."""
    seated = replica.lobby.at(seat)
    return seated is not None and (seated.bot is not None or seated.identity != device)


def grace_ms(replica: Replica) -> int:
    """How long the table waits for somebody, in milliseconds (option `frist`)."""
    setup = replica.lobby.setup
    seconds = setup.options.get("frist") if setup is not None else None
    return 1_000 * (seconds if isinstance(seconds, int) else GRACE_S)
