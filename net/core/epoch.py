"""Who orders next: votes, the order of candidates, and what makes an epoch valid.

An *epoch* is the time in which one device orders. It is opened by signed votes of more than half of
the human devices seated at the last common entry, so two groups never both go on: any two
majorities share a device, and a device gives its vote of a turn to one candidate only. A vote names
its candidate, so nobody else can use it. It may be signed anew for the same candidate
when its log has grown; that opens no second way, since who orders stays the same.

Everything here is pure. An attacker may send any bytes as votes; they are only counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

import msgspec

from net.core import crypto
from net.core.bodies import Count, Epoch, EpochNo, Hash
from net.core.coding import read_exact
from net.core.limits import EPOCH_SHARES, TURNS_AHEAD
from net.core.lobby import Seating

__all__ = [
    "Place",
    "Vote",
    "candidates",
    "decode_vote",
    "encode_vote",
    "fault_of",
    "is_next",
    "is_ordered",
    "is_vote",
    "majority",
    "number_of",
    "order_signature",
    "sign_vote",
    "turn_of",
]


class Vote(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A device wants ``candidate`` to order in ``epoch``. About 280 bytes.

    ``last``, ``n`` and ``head`` are how far the voter's log goes: the epoch of its newest entry,
    its number and H_n; ``order`` is the signature of that head by who ordered ``last``.
    """

    voter: Hash
    epoch: EpochNo
    candidate: Hash
    last: EpochNo
    n: Count
    head: Hash
    order: Annotated[bytes, msgspec.Meta(max_length=64)]
    signature: Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]


_ENCODER: Final = msgspec.msgpack.Encoder()
_VOTE: Final = msgspec.msgpack.Decoder(Vote)


@dataclass(frozen=True, slots=True)
class Place:
    """The end of a log: epoch of the newest entry, its number and head, and who ordered it."""

    epoch: int
    n: int
    head: bytes
    orderer: bytes


def order_signature(
    identity: crypto.Identity, table: bytes, epoch: int, n: int, head: bytes
) -> bytes:
    """The orderer's word that ``head`` is H_n in ``epoch``."""
    return identity.sign("jass/order/1", table, epoch, n, head)


def is_ordered(
    orderer: bytes, signature: bytes, table: bytes, epoch: int, n: int, head: bytes
) -> bool:
    """Whether ``orderer`` signed that ``head`` is H_n in ``epoch``."""
    return crypto.verify(orderer, signature, "jass/order/1", table, epoch, n, head)


def sign_vote(
    identity: crypto.Identity,
    table: bytes,
    epoch: int,
    candidate: bytes,
    place: Place,
    order: bytes,
) -> Vote:
    """This device's vote; that it is the only one of that turn is the caller's duty."""
    parts = (epoch, candidate, place.epoch, place.n, place.head)
    signature = identity.sign("jass/vote/1", table, identity.public, *parts)
    return Vote(identity.public, *parts, order, signature)


def encode_vote(vote: Vote) -> bytes:
    """The one encoding of ``vote``."""
    return _ENCODER.encode(vote)


def decode_vote(data: bytes) -> Vote | None:
    """The vote that ``data`` is the encoding of, or None; never raises."""
    return read_exact(data, _VOTE, _ENCODER.encode)


def is_vote(vote: Vote, table: bytes) -> bool:
    """Whether the voter signed this vote for this table."""
    return crypto.verify(
        vote.voter,
        vote.signature,
        "jass/vote/1",
        table,
        vote.voter,
        vote.epoch,
        vote.candidate,
        vote.last,
        vote.n,
        vote.head,
    )


def number_of(candidate: bytes, turn: int) -> int:
    """The number of the epoch that this candidate may open in this turn.

    Numbers are shared out by identity. Two parts of a torn network may have given each other's
    seats to somebody new, and each lost who orders: with one number for both epochs neither log
    would be the newer one, and the parts would never meet again.
    """
    return turn * EPOCH_SHARES + int.from_bytes(candidate[:2], "big") % EPOCH_SHARES


def turn_of(epoch: int) -> int:
    """The turn that this epoch was opened in; of the founder's it is 0."""
    return epoch // EPOCH_SHARES


def is_next(epoch: int, before: int) -> bool:
    """Whether the turn of ``epoch`` may follow on that of ``before``.

    Not one of the far ones, with which one vote would leave the table none for its next orderers.
    """
    return turn_of(before) < turn_of(epoch) <= turn_of(before) + TURNS_AHEAD


def majority(devices: Sequence[bytes], voters: Iterable[bytes]) -> bool:
    """Whether ``voters`` are more than half of the devices at the table."""
    return 2 * len(set(voters) & set(devices)) > len(set(devices))


def candidates(seats: Sequence[Seating | None], orderer: bytes) -> tuple[bytes, ...]:
    """The devices that may order after ``orderer``, in the order in which they are tried.

    The next human seat after the orderer's that others can dial comes first. The orderer itself is
    none: it needs no vote to go on.
    """
    count = len(seats)
    start = next(
        (n for n, s in enumerate(seats) if s is not None and s.identity == orderer and not s.bot),
        count - 1,
    )
    after = (seats[(start + step) % count] for step in range(1, count + 1))
    found = (
        s.identity
        for s in after
        if s is not None and s.bot is None and s.address is not None and s.identity != orderer
    )
    return tuple(dict.fromkeys(found))


def fault_of(
    body: Epoch, author: bytes, table: bytes, place: Place, devices: Sequence[bytes]
) -> str | None:
    """Why ``body`` opens no epoch after ``place``, or None when it does.

    Args:
        body: the entry's body.
        author: the device that would order.
        table: the table's id.
        place: the end of the log before the entry.
        devices: the human devices seated there.

    The checks are those of every peer, and of `jass verify`: the number is one that may be next and
    is the author's; signed votes for it and for this author by more than half of ``devices``, each
    once; and none with a longer log than the one that goes on.
    """
    if (body.n, body.head) != (place.n, place.head):
        return "not_the_end"
    if not is_next(body.epoch, place.epoch):
        return "not_next"
    if author not in devices:
        return "no_device"
    if body.epoch != number_of(author, turn_of(body.epoch)):
        return "not_its_number"
    votes = [vote for data in body.votes if (vote := decode_vote(data)) is not None]
    voters = [vote.voter for vote in votes]
    if len(votes) != len(body.votes) or voters != sorted(set(voters)):
        return "bad_votes"
    if not majority(devices, voters) or not set(voters) <= set(devices):
        return "no_majority"
    for vote in votes:
        if (vote.epoch, vote.candidate) != (body.epoch, author) or not is_vote(vote, table):
            return "bad_votes"
    return _fault_of_end(votes, table, place)


def _fault_of_end(votes: Sequence[Vote], table: bytes, place: Place) -> str | None:
    """The longest log among the votes has to be the one that goes on, and signed as ordered."""
    longest = max((vote.last, vote.n) for vote in votes)
    if longest != (place.epoch, place.n):
        return "not_longest"
    ends = [vote for vote in votes if (vote.last, vote.n) == longest]
    for vote in ends:
        signed = is_ordered(place.orderer, vote.order, table, vote.last, vote.n, vote.head)
        # Another head with the orderer's signature is its second history, and no vote for ours;
        # without it, it is a voter's invention.
        if vote.head == place.head and (signed or not vote.n):
            return None
    return "not_longest"
