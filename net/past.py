"""Tables of this home whose Partie is not over: who orders them, and where their devices were."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net.core import crypto
from net.core.before import Before, before_of, decode_before
from net.core.clean import clean_table_name
from net.core.lobby import Seating
from net.core.log import RULES, FaultCode, Genesis, LogFile, read_log, table_id
from net.core.replica import Replica
from net.core.who import names
from net.errors import LocalError
from net.link.records import log_bytes, saved_logs
from net.link.store import Home, read_identity

__all__ = [
    "Past",
    "UnfinishedTable",
    "addresses",
    "check_score",
    "identity_of",
    "name_at",
    "past_table",
    "saved_genesis",
    "score_of",
    "tables_of_others",
    "unfinished",
]

REPLAYED_BYTES: Final = 4 * 1024 * 1024
"""Logs of a home that are played through to find one whose Partie is not over, the newest first: a
few seconds, some forty short Partien. What is no log, or of a table that is not meant, is free."""


@dataclass(frozen=True, slots=True)
class Past:
    """A table at which this home has a seat.

    ``host`` is the identity of the device that orders it, ``host_name`` its person's name, cleaned;
    ``ways`` are ``host:port`` of all its devices as they last said, the host's first. ``mine`` is
    the name that this home's person has there, as it came.
    """

    genesis: Genesis
    table: bytes
    name: str
    host: bytes
    host_name: str
    ways: tuple[str, ...]
    mine: str = ""


@dataclass(frozen=True, slots=True)
class UnfinishedTable:
    """A table that can be taken up again.

    ``table`` is its id, ``players`` by seat, ``score`` per side, ``mine`` the name that this home's
    person has there.
    """

    table: bytes
    name: str
    game: str
    players: tuple[str, ...]
    score: tuple[int, ...]
    mine: str = ""


def unfinished(home: Path, meant: str = "") -> Iterator[UnfinishedTable]:
    """The tables in the home at ``home`` whose Partie is not over, the newest first.

    Args:
        home: the folder; another Jass may have it open.
        meant: how the table's name begins, in any case, or its whole id in hex; "" is any.

    Raises:
        LocalError: see `identity_of` and `net.link.records.saved_logs`.
    """
    identity = identity_of(home)
    wanted = meant.casefold()

    def fits(genesis: Genesis) -> bool:
        return _begins(genesis, wanted) or table_id(genesis).hex() == wanted

    for replica in _playing(home, identity, fits) if identity else ():
        setup, state = replica.lobby.setup, replica.state
        seat = replica.lobby.seat_of(identity)
        yield UnfinishedTable(
            table=replica.chain.table,
            name=clean_table_name(replica.chain.genesis.name),
            game=setup.variant.slug if setup is not None else "",
            players=names(replica),
            score=state.score if state is not None else (),
            mine=names(replica)[seat] if seat is not None else "",
        )


def _begins(genesis: Genesis, wanted: str) -> bool:
    return clean_table_name(genesis.name).casefold().startswith(wanted)


def _playing(home: Path, identity: bytes, fits: Callable[[Genesis], bool]) -> Iterator[Replica]:
    """Running Partien with a seat of ``identity``, the one written to last first.

    What cannot be read, is no log, or is not meant is passed over before anything is counted.
    """
    left = REPLAYED_BYTES
    for _, path in saved_logs(home):
        try:
            data = log_bytes(path)
        except OSError:
            continue
        file = read_log(data, RULES)
        if file.genesis is None or not fits(file.genesis):
            continue
        if left <= 0:
            return
        left -= len(data)
        replica = _replayed(file.genesis, file)
        if replica is not None and replica.lobby.playing and identity in replica.lobby.devices:
            yield replica


def identity_of(home: Path) -> bytes:
    """The public key of the home at ``home``, 32 bytes; empty when it has none yet.

    Raises:
        LocalError: see `net.link.store.read_identity`.
    """
    secret = read_identity(home)
    return crypto.Identity(secret).public if secret is not None else b""


def _name_of(replica: Replica, identity: bytes) -> str:
    seat = replica.lobby.seat_of(identity)
    seating = replica.lobby.at(seat) if seat is not None else None
    return seating.name if seating is not None else ""


def name_at(home: Home, table: bytes, identity: bytes) -> str:
    """The name that a device's person has at a table with a log here; empty if it has none."""
    saved = _saved(home, table)
    replica = _replayed(*saved) if saved is not None else None
    return _name_of(replica, identity) if replica is not None else ""


def _saved(home: Home, table: bytes) -> tuple[Genesis, LogFile] | None:
    """The log of a table, if there is one here that can be read."""
    try:
        file = read_log(log_bytes(home.log_path(table)), RULES)
    except OSError:
        return None
    if file.genesis is None or table_id(file.genesis) != table:
        return None
    return file.genesis, file


def saved_genesis(home: Home, table: bytes) -> Genesis:
    """The genesis of a table that this home has a log of.

    Raises:
        LocalError: ``no_saved_table``; it is not there, or of another version.
    """
    saved = _saved(home, table)
    if saved is None:
        raise _no_table()
    return saved[0]


def score_of(home: Home, table: bytes) -> tuple[Genesis, Before]:
    """The genesis of a table that this home has a log of, and what another may start from.

    Raises:
        LocalError: ``no_saved_table``; it is not there, or its game is over.
    """
    saved = _saved(home, table)
    replica = _replayed(*saved) if saved is not None else None
    before = _before(replica) if replica is not None else None
    if saved is None or before is None:
        raise _no_table()
    return saved[0], before


def _no_table() -> LocalError:
    return LocalError("no_saved_table", "There is no such table to take up again here.")


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
    saved = _saved(home, before.table)
    if saved is None:
        return True
    genesis, file = saved
    replica = Replica(genesis)
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
    wanted = table.casefold() if table is not None else None

    def fits(genesis: Genesis) -> bool:
        # Where its devices were is known only at the end of a log.
        return address is not None or (wanted is not None and _begins(genesis, wanted))

    for past in tables_of_others(home, identity, fits):
        named = wanted is not None and _begins(past.genesis, wanted)
        if named or address in past.ways[:1]:
            return past
    return None


def tables_of_others(
    home: Home, identity: bytes, fits: Callable[[Genesis], bool] = lambda genesis: True
) -> Iterator[Past]:
    """Tables of others at which `identity` sits and whose Partie is not over, newest first."""
    for replica in _playing(home.path, identity, fits):
        seat = replica.lobby.seat_of(replica.chain.orderer)
        if replica.chain.orderer == identity or seat is None:
            continue
        yield Past(
            genesis=replica.chain.genesis,
            table=replica.chain.table,
            name=clean_table_name(replica.chain.genesis.name),
            host=replica.chain.orderer,
            host_name=names(replica)[seat],
            ways=addresses(replica.lobby.seats, replica.chain.orderer, but=identity),
            mine=_name_of(replica, identity),
        )


def _replayed(genesis: Genesis, file: LogFile) -> Replica | None:
    replica = Replica(genesis)
    for record in file.records:
        # This disk is our own: what a signature is worth is asked when the table is taken up.
        if isinstance(replica.feed(record, trusted=True), FaultCode):
            return None
    return replica


def addresses(seats: Sequence[Seating | None], orderer: bytes, *, but: bytes) -> tuple[str, ...]:
    """Where the other devices at a table were last, whoever orders first."""
    found = [s for s in seats if s is not None and s.address is not None]
    found.sort(key=lambda seating: seating.identity != orderer)
    ways = (s.address for s in found if s.identity != but and s.address is not None)
    return tuple(dict.fromkeys(ways))
