"""What an honest seat sends in a deal: one pure function for each message.

The live deal sends what these give, and the replay at the end of the hand compares what was sent
with what they give; so the two can never disagree. Everything depends on the seat's secret S
and on the deck head at which it answers, hence on the whole transcript before (dealing.md 3.1): the
same S never answers for two different decks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from net.core import crypto
from net.core.bodies import (
    Commit,
    DeckAck,
    Keys,
    Lock,
    OpenKey,
    SealedKeys,
    Shuffle,
    Toss,
    TossOpen,
    join,
)
from net.core.crypto import Point, Scalar
from net.core.group import CURVE, Group
from net.core.points import MAX_CARDS

__all__ = [
    "DeckFacts",
    "Duty",
    "SeatFacts",
    "SharedWith",
    "ack",
    "commit",
    "hash_chance",
    "hash_key",
    "hash_secret",
    "hash_toss",
    "keys",
    "lock",
    "lock_keys",
    "mask",
    "order",
    "pair_key",
    "shuffle",
    "toss",
    "toss_open",
]

_SEALED_KIND: Final = "keys"

SharedWith = Callable[[int], bytes | None]
"""Gives what the box of this seat and the box of another have in common; None for a bad box."""


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Who sits on a seat: the identity it plays as, and of the device that plays; 32 bytes each."""

    identity: bytes
    controller: bytes


@dataclass(frozen=True, slots=True)
class DeckFacts:
    """What every peer knows of a deck before anything is sent.

    ``table`` is the table's id, ``number`` counts the decks of the table from 0, ``kind`` names the
    card list, ``size`` is M, the number of cards and slots. Seat s of the table is ``seats[s]``.
    ``group`` is what the cards are locked in.

    Raises:
        ValueError: fewer than two seats, or more cards than there are points.
    """

    table: bytes
    number: int
    kind: str
    size: int
    seats: tuple[SeatFacts, ...]
    group: Group = CURVE

    def __post_init__(self) -> None:
        if len(self.seats) < 2:
            raise ValueError("a deal takes two seats or more")
        if not 0 < self.size <= MAX_CARDS:
            raise ValueError(f"a deck has 1 to {MAX_CARDS} cards")

    @property
    def fused(self) -> int:
        """The seat that shuffles last and locks in the same message; it rotates with the decks."""
        return self.number % len(self.seats)

    @property
    def points(self) -> tuple[Point, ...]:
        """The deck before anybody touched it: the card points in canonical order."""
        return tuple(self.group.cards[: self.size])

    def head(self) -> bytes:
        """D_0, the first deck head (3.2)."""
        people = [part for seat in self.seats for part in (seat.identity, seat.controller)]
        return crypto.digest(
            "deck", self.table, self.number, self.kind, self.size, *people, self.fused
        )


@dataclass(frozen=True, slots=True)
class Duty:
    """Which keys a seat has to hand out in one phase.

    ``sealed`` lists receivers in ascending order with their slots, ``open`` the slots whose key
    goes out in clear, both ascending.
    """

    sealed: tuple[tuple[int, tuple[int, ...]], ...]
    open: tuple[int, ...]


def hash_secret(head: bytes, seat: int, secret: bytes) -> bytes:
    """The commitment of a seat to its S; `head` is D_0."""
    return crypto.digest("secret", head, seat, secret)


def hash_chance(head: bytes, seat: int, chance: bytes) -> bytes:
    """The commitment of a seat to its c_s; `head` is D_0."""
    return crypto.digest("chance-share", head, seat, chance)


def hash_key(head: bytes, seat: int, slot: int, key: bytes) -> bytes:
    """kc_{s,j}: the commitment of a seat to its key of a slot; `head` is D_0."""
    return crypto.digest("kc", head, seat, slot, key)


def hash_toss(head: bytes, seat: int, value: bytes) -> bytes:
    """The commitment of a seat to what it puts into a toss that begins at `head`."""
    return crypto.digest("toss-share", head, seat, value)


def commit(facts: DeckFacts, seat: int, secret: bytes) -> Commit:
    """Message 1 of dealing.md 3.3."""
    head = facts.head()
    return Commit(
        seat,
        facts.number,
        head,
        hash_secret(head, seat, secret),
        hash_chance(head, seat, crypto.chance(secret)),
        crypto.Box(secret).public,
    )


def order(secret: bytes, head: bytes, size: int) -> tuple[int, ...]:
    """Where the seat takes each card from when it shuffles at `head`."""
    return crypto.perm(secret, head, size)


def mask(facts: DeckFacts, secret: bytes, head: bytes) -> Scalar:
    """k_s, when the seat shuffles at `head`."""
    return facts.group.scalar(crypto.mask(secret, head))


def shuffle(
    facts: DeckFacts, seat: int, secret: bytes, head: bytes, points: Sequence[Point]
) -> Shuffle:
    """Message 2: the deck `points` permuted and masked by one scalar."""
    moved = [points[source] for source in order(secret, head, facts.size)]
    masked = facts.group.multiply_all(mask(facts, secret, head), moved)
    return Shuffle(seat, facts.number, head, join(masked))


def lock_keys(facts: DeckFacts, secret: bytes, head: bytes) -> tuple[Scalar, ...]:
    """k_{s,j} for every slot, when the seat locks at `head`."""
    scalar = facts.group.scalar
    return tuple(scalar(crypto.lock(secret, head, slot)) for slot in range(facts.size))


def lock(
    facts: DeckFacts,
    seat: int,
    secret: bytes,
    head: bytes,
    points: Sequence[Point],
    shuffled_at: bytes | None,
    own: Sequence[Scalar],
) -> Lock:
    """Message 3: a lock of its own for every slot; `own` are the seat's `lock_keys` at `head`.

    `shuffled_at` is the head at which the seat had shuffled, so that its mask comes off; None for
    the fused seat, which shuffles here: no deck under one common mask is ever published, in which a
    ratio between two points could be found again (F3).

    Raises:
        ScalarError: with probability 2^-119 for a whole deck; see `crypto.representative`.
    """
    group = facts.group
    if shuffled_at is None:
        moved = [points[source] for source in order(secret, head, facts.size)]
        locked = group.multiply_each(own, moved)
    else:
        swapped = group.swap(mask(facts, secret, shuffled_at), own)
        locked = group.multiply_each(swapped, points)
    first = facts.head()
    hashes = (hash_key(first, seat, slot, key) for slot, key in enumerate(own))
    return Lock(seat, facts.number, head, join(locked), join(hashes))


def ack(facts: DeckFacts, seat: int, secret: bytes, head: bytes) -> DeckAck:
    """Message 4: the final head is mine too, and my share of the joint chance."""
    return DeckAck(seat, facts.number, head, crypto.chance(secret))


def pair_key(
    facts: DeckFacts,
    head: bytes,
    shared: bytes,
    sender: int,
    receiver: int,
    slots: tuple[int, ...],
) -> bytes:
    """The key of the one message about these slots that `sender` seals to `receiver` (3.1).

    In the phase of `head`. An epoch may cut the phase off, and other slots be due at the same head:
    under one key two messages would tell what is in them.
    """
    return crypto.derive(
        shared,
        "seal",
        facts.table,
        facts.number,
        head,
        _SEALED_KIND,
        sender,
        receiver,
        bytes(slots),
    )


def keys(
    facts: DeckFacts,
    seat: int,
    head: bytes,
    duty: Duty,
    own: Sequence[Scalar],
    shared_with: SharedWith,
) -> Keys:
    """Message 5, and every later release: the keys `own` that `duty` says, to whom it says.

    Raises:
        ValueError: a receiver's box is no key; it was refused at its Commit.
    """
    sealed = []
    for receiver, slots in duty.sealed:
        shared = shared_with(receiver)
        if shared is None:
            raise ValueError("a receiver without a box")
        key = pair_key(facts, head, shared, seat, receiver, slots)
        message = join(own[slot] for slot in slots)
        sealed.append(SealedKeys(receiver, slots, crypto.seal(key, message)))
    clear = tuple(OpenKey(slot, own[slot]) for slot in duty.open)
    return Keys(seat, facts.number, head, tuple(sealed), clear)


def toss(facts: DeckFacts, seat: int, secret: bytes, head: bytes, index: int) -> Toss:
    """The first message of toss `index` of the hand, counted from 0, which begins at `head`."""
    share = hash_toss(head, seat, crypto.toss(secret, head, index))
    return Toss(seat, facts.number, head, share)


def toss_open(
    facts: DeckFacts, seat: int, secret: bytes, head: bytes, begun: bytes, index: int
) -> TossOpen:
    """The second message of the toss that began at the head `begun`."""
    return TossOpen(seat, facts.number, head, crypto.toss(secret, begun, index))
