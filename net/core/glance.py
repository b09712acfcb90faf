"""What a device is to whoever is not in its core: taken after a call, and never changed again.

A core works in a thread of its own. Whoever looks at it from elsewhere meanwhile would see an entry
half taken in, or a list of links that changes while it is read; a glance is whole, if a little old.
"""

from __future__ import annotations

from dataclasses import dataclass

from net.core.links import Links
from net.core.lobby import Seating, Setup
from net.core.log import Genesis
from net.core.replica import Replica

__all__ = ["Glance", "TableGlance", "glance"]


@dataclass(frozen=True, slots=True)
class TableGlance:
    """The table of a device, as its log says.

    Attributes:
        genesis: what the table is.
        table: its id.
        epoch: how many devices have ordered it, one after the other.
        orderer: the identity of the one that does.
        setup: what is played, None before that is known.
        seats: who sits where; None is free.
        vacant: how many of those seats somebody new may have in a running Partie.
        playing: whether a Partie is running.
    """

    genesis: Genesis
    table: bytes
    epoch: int
    orderer: bytes
    setup: Setup | None
    seats: tuple[Seating | None, ...]
    vacant: int
    playing: bool


@dataclass(frozen=True, slots=True)
class Glance:
    """A device at one moment between two calls of its core.

    Attributes:
        failed: see `net.core.peer.Peer`.
        watching: see there.
        at_table: whether it orders, or who orders has let it in.
        settled: whether all linked members have everything it has, and it has no more to say.
        linked: the devices it has a link to.
        members: those of them that were let in.
        leaving: the devices that said goodbye a moment ago.
        table: its table, None before that is known.
    """

    failed: str | None
    watching: bool
    at_table: bool
    settled: bool
    linked: frozenset[bytes]
    members: frozenset[bytes]
    leaving: frozenset[bytes]
    table: TableGlance | None

    def has_seat(self, identity: bytes) -> bool:
        """Whether the person at this device has a seat."""
        seats = self.table.seats if self.table is not None else ()
        return any(s is not None and s.bot is None and s.identity == identity for s in seats)


def glance(
    replica: Replica | None,
    links: Links,
    now: int,
    *,
    failed: str | None,
    watching: bool,
    at_table: bool,
    settled: bool,
) -> Glance:
    """What is to be seen of a device now; see `Glance`."""
    return Glance(
        failed,
        watching,
        at_table,
        settled,
        frozenset(there.identity for there in links.live.values()),
        frozenset(there.identity for _, there in links.members()),
        links.leaving(now),
        _table(replica) if replica is not None else None,
    )


def _table(replica: Replica) -> TableGlance:
    chain, lobby = replica.chain, replica.lobby
    return TableGlance(
        chain.genesis,
        chain.table,
        chain.epoch,
        chain.orderer,
        lobby.setup,
        lobby.seats,
        len(lobby.vacant_seats()),
        lobby.playing,
    )
