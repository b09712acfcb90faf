"""Tables of this home whose Partie is not over: who orders them, and where their devices were."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from net.core.clean import clean_table_name
from net.core.log import RULES, FaultCode, Genesis, read_log
from net.core.replica import Replica
from net.core.reporter import names
from net.errors import LocalError
from net.link.store import Home

__all__ = ["Past", "addresses", "past_table", "unfinished"]

LOOKED_AT: Final = 5
"""Logs of a home that are looked into, the newest first: whoever comes back comes back soon."""


@dataclass(frozen=True, slots=True)
class Past:
    """A table at which this home has a seat.

    ``host`` is the identity of the device that orders it, ``host_name`` its person's name, cleaned;
    ``ways`` are ``host:port`` of all its devices as they last said, the host's first.
    """

    genesis: Genesis
    table: bytes
    name: str
    host: bytes
    host_name: str
    ways: tuple[str, ...]


def past_table(
    home: Home, identity: bytes, *, address: str | None, table: str | None
) -> Past | None:
    """The unfinished table that is meant by an address or by the start of a name."""
    if address is None and table is None:
        return None
    for past in unfinished(home, identity):
        named = table is not None and past.name.casefold().startswith(table.casefold())
        if named or address in past.ways[:1]:
            return past
    return None


def unfinished(home: Home, identity: bytes) -> Iterator[Past]:
    """Tables of others at which `identity` sits and whose Partie is not over, newest first."""
    for table in home.tables()[:LOOKED_AT]:
        try:
            data = home.log_path(table).read_bytes()
        except (OSError, LocalError):
            continue
        past = _read(data, identity)
        if past is not None:
            yield past


def _read(data: bytes, identity: bytes) -> Past | None:
    file = read_log(data, RULES)
    genesis = file.genesis
    if genesis is None or genesis.founder == identity:
        return None
    replica = Replica(genesis)
    for record in file.records:
        # This disk is our own: what a signature is worth is asked when the table is taken up.
        if isinstance(replica.feed(record, trusted=True), FaultCode):
            return None
    seat = replica.lobby.seat_of(replica.chain.orderer)
    if not replica.lobby.playing or identity not in replica.lobby.devices or seat is None:
        return None
    return Past(
        genesis=genesis,
        table=replica.chain.table,
        name=clean_table_name(genesis.name),
        host=replica.chain.orderer,
        host_name=names(replica)[seat],
        ways=addresses(replica, but=identity),
    )


def addresses(replica: Replica, *, but: bytes) -> tuple[str, ...]:
    """Where the other devices were last, whoever orders first."""
    orderer = replica.chain.orderer
    found = [s for s in replica.lobby.seats if s is not None and s.address is not None]
    found.sort(key=lambda seating: seating.identity != orderer)
    ways = (s.address for s in found if s.identity != but and s.address is not None)
    return tuple(dict.fromkeys(ways))
