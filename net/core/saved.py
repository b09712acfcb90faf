"""What a saved table is, in a few facts: for the list of tables somebody can go back to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.cards import Card
from net.core.clean import clean_table_name
from net.core.log import RULES, FaultCode, LogFile, read_log
from net.core.parties import Played, partien_of
from net.core.replica import Replica
from net.core.who import names

__all__ = ["Saved", "SavedState", "deals_of", "saved_bytes"]

SavedState: TypeAlias = Literal["lobby", "running", "left", "finished", "damaged"]
"""Nobody started it; a Partie is under way; somebody left it; played to its end; not readable."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A table on this disk.

    ``players`` by seat, each by the last name it had; ``sides`` are seats, ``score`` per side of
    the last Partie, ``partien`` every one played at this table. ``orderer`` is the identity that
    leads the table, ``devices`` those that have a seat, 32 bytes each.
    """

    table: str = ""
    game: str = ""
    players: tuple[str, ...] = ()
    sides: tuple[tuple[int, ...], ...] = ()
    score: tuple[int, ...] = ()
    hands: int = 0
    state: SavedState = "damaged"
    orderer: bytes = b""
    devices: tuple[bytes, ...] = ()
    partien: tuple[Played, ...] = ()


def deals_of(file: LogFile) -> dict[int, tuple[Card, ...]]:
    """The card of every slot by deck, where the log opens them."""
    if file.genesis is None:
        return {}
    replica = Replica(file.genesis)
    deals: dict[int, tuple[Card, ...]] = {}
    for record in file.records:
        if isinstance(replica.feed(record), FaultCode):
            break
        finding = replica.finding()
        if replica.hand is not None and finding is not None and finding.deal is not None:
            deals[replica.hand.number] = finding.deal
    return deals


def saved_bytes(data: bytes) -> Saved:
    """What the bytes of a log say; what follows a damaged record is left out."""
    file = read_log(data, RULES)
    if file.genesis is None:
        return Saved()
    replica = Replica(file.genesis)
    people: tuple[str, ...] = ()
    for record in file.records:
        # Only for a list of our own disk: what a signature is worth is asked by `verify`.
        if isinstance(replica.feed(record, trusted=True), FaultCode):
            return Saved(clean_table_name(file.genesis.name))
        people = last_names(people, replica)
    setup, state = replica.lobby.setup, replica.state
    return Saved(
        table=clean_table_name(file.genesis.name),
        game=setup.variant.slug if setup is not None else "",
        players=people,
        sides=state.setup.sides if state is not None else (),
        score=state.score if state is not None else (),
        hands=len(replica.reports),
        state=_state(replica) if file.fault is None else "damaged",
        orderer=replica.chain.orderer,
        devices=replica.lobby.devices,
        partien=partien_of(replica),
    )


def last_names(before: tuple[str, ...], replica: Replica) -> tuple[str, ...]:
    """The names on the seats now; once cards were dealt, who left keeps the name in the record."""
    now = names(replica)
    if not replica.lobby.partie or len(before) != len(now):
        return now
    return tuple(name or old for name, old in zip(now, before, strict=True))


def _state(replica: Replica) -> SavedState:
    if not replica.lobby.partie:
        return "lobby"
    if replica.stopped:
        return "left"
    return "running" if replica.lobby.playing else "finished"
