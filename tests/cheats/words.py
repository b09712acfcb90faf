"""Words that nobody asked for."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import msgspec

from net.core.bodies import (
    Act,
    Body,
    Evidence,
    HandOk,
    Leave,
    Missing,
    Pause,
    Sit,
    Start,
    Swap,
    decode_body,
)
from net.core.guard import guard_key
from net.core.lobby import NetReason
from net.core.log import (
    decode_entry,
    decode_record,
    encode,
    sign_entry,
)
from net.core.peer import Peer
from net.core.replica import Replica

__all__ = [
    "Speech",
    "false_evidence",
    "false_missing",
    "flood",
    "for_others",
    "lobby_words",
    "my_seat",
    "old_words",
    "two_bodies",
]


FLOOD = 300
"""Void entries of a flood."""


Speech = Callable[[Peer, Replica, random.Random], list[Body]]
"""What a cheat says of its own accord; nothing yet where the time has not come."""


def my_seat(peer: Peer, replica: Replica) -> int | None:
    return replica.lobby.seat_of(peer.identity.public)


def foreign_seats(peer: Peer, replica: Replica) -> list[int]:
    me = peer.identity.public
    return [s for s in range(len(replica.lobby.seats)) if not replica.lobby.controls(me, s)]


def _said(peer: Peer, first: int, last: int) -> Iterator[Body]:
    """What this device has said in entries ``first`` to ``last``."""
    for data in peer._scribe.tape.records[max(first - 1, 0) : last]:
        record = decode_record(data)
        entry = decode_entry(record.entry) if record is not None else None
        if entry is not None and entry.author == peer.identity.public:
            body = decode_body(entry.body)
            if body is not None:
                yield body


def for_others(peer: Peer, replica: Replica, chance: random.Random) -> list[Body]:
    """An act for a seat of somebody else."""
    seats = [seat for seat in replica.asked() if seat in foreign_seats(peer, replica)]
    if not seats or replica.hand is None:
        return []
    return [Act(seats[0], replica.hand.number, replica.turn, ["pass"], ())]


def two_bodies(peer: Peer, replica: Replica, chance: random.Random) -> list[Body]:
    """A second answer for a question that is answered."""
    hand, me = replica.hand, peer.identity.public
    if hand is None or hand.booked:
        return []
    for body in _said(peer, hand.first, replica.n):
        refusal = replica.refuses(me, body)
        taken = refusal is not None and refusal.reason is NetReason.REPEATED
        if isinstance(body, Act) and taken:
            return [msgspec.structs.replace(body, action=["push"], keys=(), seal=None)]
    return []


def old_words(peer: Peer, replica: Replica, chance: random.Random) -> list[Body]:
    """Bodies of an earlier hand, word for word."""
    if len(replica.reports) < 1 or replica.hand is None:
        return []
    said = _said(peer, 0, replica.reports[0].last)
    found = [body for body in said if guard_key(body) is not None]
    return chance.sample(found, min(5, len(found)))


def flood(peer: Peer, replica: Replica, chance: random.Random) -> list[Body]:
    """More void entries than anybody has a reason to write."""
    seat = my_seat(peer, replica)
    if seat is None:
        return []
    bodies: list[Body] = [HandOk(seat, 99, n.to_bytes(32, "big")) for n in range(FLOOD)]
    return bodies


def lobby_words(peer: Peer, replica: Replica, chance: random.Random) -> list[Body]:
    """Whatever only the host may say, or nobody now."""
    seats = foreign_seats(peer, replica)
    name, address = "Dieb", "node:9"
    return [
        Swap(0, len(replica.lobby.seats) - 1),
        Start(replica.lobby.partie + 1),
        Leave(seats[0]) if seats else Swap(0, 1),
        Sit(seats[0] if seats else 0, name, None, address),
    ]


def false_missing(peer: Peer, replica: Replica, chance: random.Random) -> list[Body]:
    """«Nobody is there any more»: one opinion of many."""
    others = [
        seat
        for seat, there in enumerate(replica.lobby.seats)
        if there is not None and there.bot is None and there.identity != peer.identity.public
    ]
    if not others or len(replica.lobby.present) < 3:
        return []
    return [Missing(chance.choice(others), replica.newest_deck)]


def false_evidence(peer: Peer, replica: Replica, chance: random.Random) -> list[Body]:
    """Two statements of one's own making against somebody else."""
    chain = replica.chain
    heads = [
        sign_entry(peer.identity, chain.table, chain.n, chain.head, Pause(on=on))
        for on in (True, False)
    ]
    first, second = (encode(entry) for entry in heads)
    return [Evidence("entry", first, second), Evidence("order", first, second)]
