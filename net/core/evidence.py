"""Two signed statements of one signer that exclude each other: proof that anybody can check."""

from typing import Final

import msgspec

from net.core.bodies import Count, EpochNo, Evidence, Hash, decode_body
from net.core.coding import read
from net.core.guard import guard_key
from net.core.log import Signature, decode_entry, is_ordered, is_signed

__all__ = [
    "TWO_BODIES",
    "TWO_ORDERS",
    "Order",
    "guilty",
    "reason_of",
    "seen_places",
    "two_orders",
]

TWO_ORDERS: Final = "two_orders"
"""The offence of an orderer that signed two histories."""

TWO_BODIES: Final = "two_bodies"
"""The offence of an author that answered one question twice."""


class Order(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An orderer's word that ``head`` is H_n in ``epoch``, with who gave it. 140 bytes."""

    orderer: Hash
    epoch: EpochNo
    n: Count
    head: Hash
    signature: Signature


_ENCODER: Final = msgspec.msgpack.Encoder()
_ORDER: Final = msgspec.msgpack.Decoder(Order)


def two_orders(first: Order, second: Order) -> Evidence:
    """The evidence that one orderer signed two heads for one place."""
    return Evidence("order", _ENCODER.encode(first), _ENCODER.encode(second))


def seen_places(evidence: Evidence) -> tuple[tuple[int, bytes], ...]:
    """Number and head that the authors of two entries had seen; none for two orders."""
    if evidence.kind != "entry":
        return ()
    entries = (decode_entry(evidence.first), decode_entry(evidence.second))
    return tuple((entry.seen, entry.head) for entry in entries if entry is not None)


def reason_of(evidence: Evidence) -> str:
    """What it is evidence of."""
    return TWO_ORDERS if evidence.kind == "order" else TWO_BODIES


def guilty(evidence: Evidence, table: bytes) -> bytes | None:
    """The identity that ``evidence`` convicts, or None when it proves nothing; never raises."""
    if evidence.kind == "entry":
        return _two_entries(evidence, table)
    if evidence.kind == "order":
        return _two_orders(evidence, table)
    return None


def _two_entries(evidence: Evidence, table: bytes) -> bytes | None:
    first, second = decode_entry(evidence.first), decode_entry(evidence.second)
    if first is None or second is None or first.author != second.author:
        return None
    one, two = decode_body(first.body), decode_body(second.body)
    if one is None or two is None or first.body == second.body:
        return None
    key = guard_key(one)
    if key is None or key != guard_key(two):
        return None
    return first.author if all(is_signed(entry, table) for entry in (first, second)) else None


def _two_orders(evidence: Evidence, table: bytes) -> bytes | None:
    first, second = read(evidence.first, _ORDER), read(evidence.second, _ORDER)
    if first is None or second is None:
        return None
    place = (first.orderer, first.epoch, first.n)
    if place != (second.orderer, second.epoch, second.n) or first.head == second.head:
        return None
    good = all(
        is_ordered(order.orderer, order.signature, table, order.epoch, order.n, order.head)
        for order in (first, second)
    )
    return first.orderer if good else None
