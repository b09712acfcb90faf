"""The live links of one device, who is gone, and whom to dial: one link to every other device."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from net.core.branch import Branch
from net.core.lobby import Lobby
from net.core.wire import Here, Knock, Misses, Spectator

__all__ = ["Links", "LiveLink"]

DIAL_AGAIN_MS: Final = 5_000
"""How long a device that did not answer is left alone: more than a handshake may take."""

FORMER_AGAIN_MS: Final = 30_000
"""How often whoever orders dials a person whose seat somebody else has: mostly nobody answers."""

GOODBYE_MS: Final = 10_000
"""How long a device that said goodbye is left alone: it may still be saying its last words."""

DIAL_LATE_MS: Final = 4_000
"""How long the device whose turn it is has time to dial before the other one does."""


@dataclass(slots=True)
class LiveLink:
    """A link that is up; the shell's number of it is called ``link``, it itself ``there``.

    Attributes:
        identity: who is at the other end, proved.
        name: as it was given.
        dialled: whether this side opened it.
        program: the number of the program at the other end.
        member: whether the one who was asked has let the other in.
        sent: how far the log went out on it, None before it was asked for.
        n: how far the other's log goes, as it said last.
        epoch: the newest epoch that the other has spoken of.
        follows: the epoch of its log, as it said last; 0 before it said so.
        had: epoch and number of this device's newest entry when it asked to be let in.
        asked: whether this device has asked the other for what it lacks, since who orders is new.
        due: how many frames of the answer may still come.
        heard: when the last frame came on it, in milliseconds.
        idle: since when the other is nobody here, in milliseconds: no seat, nor waiting for one.
        told: whether our person has heard of it; of strangers nobody does.
        knock: how the other knocked, until it is let in.
        misses: what it said last of whom it misses, and when in milliseconds.
        branch: another log of the table that it is sending, see there.
        promised: epoch and number of the newest entry there, if it lets us in and our log does not
            know it: all that counts of it are records.
        elsewhere: it has sat at this table once, has no seat now, and follows another epoch: each
            hears of the newer one, and no more.
        watches: whether the other only wants to look on; with ``member`` it does.
        answered: when it was last sent what it lacks, in milliseconds.
        second, words, entries: how many frames came in this second, without and with entries.
        patient: whether the other has said that its person is asked about us.
        gallery: who looks on, as the other says.
        here, told_here: who is linked to the other, as it says, and what it was told of this one.
    """

    identity: bytes
    name: str
    dialled: bool
    program: bytes = b""
    member: bool = False
    sent: int | None = None
    n: int = 0
    epoch: int = 0
    follows: int = 0
    had: tuple[int, int] = (0, 0)
    asked: bool = False
    due: int = 0
    heard: int = 0
    idle: int = 0
    told: bool = False
    knock: Knock | None = None
    misses: tuple[Misses, int] | None = None
    branch: Branch | None = None
    promised: tuple[int, int] | None = None
    elsewhere: bool = False
    watches: bool = False
    answered: int = 0
    second: int = 0
    words: int = 0
    entries: int = 0
    patient: bool = False
    gallery: tuple[Spectator, ...] = ()
    here: Here | None = None
    told_here: Here | None = None


class Links:
    """All links of one device.

    Attributes:
        live: by the shell's number.
        gone: since when devices that were linked before are not, in milliseconds.
    """

    def __init__(self, identity: bytes) -> None:
        self._identity = identity
        self._dialled: dict[bytes, int] = {}
        self._alone: dict[bytes, int] = {}
        self._left: dict[bytes, int] = {}
        self.live: dict[int, LiveLink] = {}
        self.gone: dict[bytes, int] = {}

    def add(self, number: int, link: LiveLink) -> tuple[int, ...]:
        """A link is up; the numbers of older ones of the same device that this one has to end.

        Of two links between the same two programs the smaller identity ends the older one, and only
        it: the ends may see them come up in another order, and each would end the other's. A link
        of another program, which does not answer any more, ends at once.
        """
        older = {n: old for n, old in self.live.items() if old.identity == link.identity}
        link.told = any(old.told for old in older.values())
        self.live[number] = link
        self.gone.pop(link.identity, None)
        self._left.pop(link.identity, None)
        mine = self._identity < link.identity
        return tuple(n for n, old in older.items() if mine or old.program != link.program)

    def remove(self, number: int, now: int) -> LiveLink | None:
        """A link is gone; it, if it was the last one of its device, else None.

        Only who was somebody here is missed afterwards: strangers are without number.
        """
        link = self.live.pop(number, None)
        if link is None or self.number_of(link.identity) is not None:
            return None
        if link.told:
            self.gone[link.identity] = now
        return link

    def left(self, identity: bytes, now: int) -> None:
        """A device said goodbye."""
        self._left[identity] = now

    def is_leaving(self, identity: bytes, now: int) -> bool:
        """Whether it did so a moment ago and has not come back: nobody runs after it."""
        return now - self._left.get(identity, now - GOODBYE_MS) < GOODBYE_MS

    def leaving(self, now: int) -> frozenset[bytes]:
        """All devices that did."""
        return frozenset(device for device in self._left if self.is_leaving(device, now))

    def number_of(self, identity: bytes, *, member: bool = False) -> int | None:
        """The number of a device's newest link; with ``member`` only if it has been let in."""
        return next(
            (
                number
                for number, link in reversed(tuple(self.live.items()))
                if link.identity == identity and (link.member or not member)
            ),
            None,
        )

    def members(self) -> Iterator[tuple[int, LiveLink]]:
        """Every device that was let in, by its newest such link."""
        newest = {link.identity: number for number, link in self.live.items() if link.member}
        return iter([(number, self.live[number]) for number in newest.values()])

    def spectators(self) -> Iterator[tuple[int, LiveLink]]:
        """Those of them that only look on."""
        return ((number, link) for number, link in self.members() if link.watches)

    def to_dial(self, lobby: Lobby, orderer: bytes, now: int) -> Iterator[tuple[bytes, str]]:
        """Devices at the table that this one has to dial now, with their addresses.

        Everybody dials the orderer, and of two others the smaller identity dials, so that two
        devices do not make two links. If that does not come about, the other one tries as well.
        """
        if self._identity not in (orderer, *lobby.devices):
            return
        for seating in lobby.seats:
            if seating is None or seating.bot is not None or seating.address is None:
                continue
            other = seating.identity
            if other == self._identity or self.is_leaving(other, now):
                continue
            if other in lobby.kicked:
                continue  # it stays away; if it went on with others, those dial
            if self.number_of(other) is not None:
                self._alone.pop(other, None)
                continue
            alone = now - self._alone.setdefault(other, now)
            mine = other == orderer or (orderer != self._identity and self._identity < other)
            late = now - self._dialled.get(other, -DIAL_AGAIN_MS) >= DIAL_AGAIN_MS
            if late and (mine or alone >= DIAL_LATE_MS):
                self._dialled[other] = now
                yield other, seating.address
        if self._identity == orderer:
            yield from self._former(lobby, now)

    def _former(self, lobby: Lobby, now: int) -> Iterator[tuple[bytes, str]]:
        """Those whose seats somebody new has.

        In a torn network they may have gone on as well, and have given our seats away: then nobody
        at either table would have an address of the other one.
        """
        for before in (handover.before for handover in lobby.handovers):
            other = before.identity
            gone = other not in lobby.devices and other not in lobby.kicked
            late = now - self._dialled.get(other, -FORMER_AGAIN_MS) >= FORMER_AGAIN_MS
            if before.address is not None and gone and late and self.number_of(other) is None:
                self._dialled[other] = now
                yield other, before.address
