"""Tables of this home whose Partie is not over: who orders them, and where their devices were."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net.core import crypto
from net.core.before import Before, before_of, decode_before
from net.core.clean import clean_table_name
from net.core.log import RULES, FaultCode, Genesis, read_log, table_id
from net.core.replica import Replica
from net.core.reporter import names
from net.errors import LocalError
from net.link.store import Home, saved_logs

__all__ = [
    "Past",
    "UnfinishedTable",
    "addresses",
    "check_score",
    "past_table",
    "read_identity",
    "saved_genesis",
    "score_of",
    "unfinished",
    "unfinished_tables",
]

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


@dataclass(frozen=True, slots=True)
class UnfinishedTable:
    """A table that can be taken up again.

    ``table`` is its id, ``players`` by seat, ``score`` per side, ``hosted`` whether this home's
    device ordered it last, ``last_ms`` when something happened, in milliseconds since 1970.
    """

    table: bytes
    name: str
    game: str
    players: tuple[str, ...]
    score: tuple[int, ...]
    hosted: bool
    last_ms: int


def unfinished_tables(home: Path) -> tuple[UnfinishedTable, ...]:
    """The tables in the home at ``home`` whose Partie is not over, the newest first."""
    try:
        identity = read_identity(home)
        logs = saved_logs(home)[::-1]
    except OSError:
        return ()
    found = []
    for changed, log in logs[:LOOKED_AT]:
        try:
            replica = _replayed(log.read_bytes())
        except OSError:
            continue
        if replica is None or identity not in replica.lobby.devices or not replica.lobby.playing:
            continue
        setup, state = replica.lobby.setup, replica.state
        found.append(
            UnfinishedTable(
                table=replica.chain.table,
                name=clean_table_name(replica.chain.genesis.name),
                game=setup.variant.slug if setup is not None else "",
                players=names(replica),
                score=state.score if state is not None else (),
                hosted=replica.chain.orderer == identity,
                last_ms=changed // 1_000_000,
            )
        )
    return tuple(found)


def read_identity(home: Path) -> bytes | None:
    """The public key of the home at ``home``, also while another Jass has it open."""
    text = (home / "identity").read_text("ascii").strip()
    return crypto.Identity(bytes.fromhex(text)).public if len(text) == 64 else None


def saved_genesis(home: Home, table: bytes) -> Genesis:
    """The genesis of a table that this home has a log of.

    Raises:
        LocalError: ``no_saved_table``; it is not there, or of another version.
    """
    try:
        genesis = read_log(home.log_path(table).read_bytes(), RULES).genesis
    except OSError:
        genesis = None
    if genesis is None or table_id(genesis) != table:
        raise LocalError("no_saved_table", "There is no such table to take up again here.")
    return genesis


def score_of(home: Home, table: bytes) -> tuple[Genesis, Before]:
    """The genesis of a table that this home has a log of, and what another may start from.

    Raises:
        LocalError: ``no_saved_table``; it is not there, or its game is over.
    """
    genesis = saved_genesis(home, table)
    replica = _replayed(home.log_path(table).read_bytes())
    before = _before(replica) if replica is not None else None
    if before is None:
        raise LocalError("no_saved_table", "There is no such table to take up again here.")
    return genesis, before


def _before(replica: Replica) -> Before | None:
    return before_of(replica.chain, replica.lobby, replica.state)


def check_score(home: Home, genesis: Genesis) -> None:
    """Compares the score a new table starts from with the log of the old one, if it is here.

    Raises:
        LocalError: ``other_score``; it says something else.
    """
    before = decode_before(genesis.before)
    if before is not None and not _is_true(home, before):
        raise LocalError("other_score", "This table starts from a score that never was.")


def _is_true(home: Home, before: Before) -> bool:
    """Whether my log says the same where it goes as far, and nothing that came to be written after.

    A founder must not leave out the last hands; whoever has them founds the table. A log that ends
    earlier than the founder's says nothing about what came after it.
    """
    try:
        file = read_log(home.log_path(before.table).read_bytes(), RULES)
    except (OSError, LocalError):
        return True
    if file.genesis is None or table_id(file.genesis) != before.table:
        return True
    replica = Replica(file.genesis)
    for record in file.records:
        if replica.n == before.n and _before(replica) != before:
            return False
        if isinstance(replica.feed(record, trusted=True), FaultCode):
            return True
    mine = _before(replica)
    if replica.n == before.n:
        return mine == before
    if mine is None:
        return replica.n < before.n
    known = mine.standing.results
    return before.standing.results[: len(known)] == known


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
    replica = _replayed(data)
    if replica is None or replica.chain.orderer == identity:
        return None
    seat = replica.lobby.seat_of(replica.chain.orderer)
    if not replica.lobby.playing or identity not in replica.lobby.devices or seat is None:
        return None
    return Past(
        genesis=replica.chain.genesis,
        table=replica.chain.table,
        name=clean_table_name(replica.chain.genesis.name),
        host=replica.chain.orderer,
        host_name=names(replica)[seat],
        ways=addresses(replica, but=identity),
    )


def _replayed(data: bytes) -> Replica | None:
    file = read_log(data, RULES)
    if file.genesis is None:
        return None
    replica = Replica(file.genesis)
    for record in file.records:
        # This disk is our own: what a signature is worth is asked when the table is taken up.
        if isinstance(replica.feed(record, trusted=True), FaultCode):
            return None
    return replica


def addresses(replica: Replica, *, but: bytes) -> tuple[str, ...]:
    """Where the other devices were last, whoever orders first."""
    orderer = replica.chain.orderer
    found = [s for s in replica.lobby.seats if s is not None and s.address is not None]
    found.sort(key=lambda seating: seating.identity != orderer)
    ways = (s.address for s in found if s.identity != but and s.address is not None)
    return tuple(dict.fromkeys(ways))
