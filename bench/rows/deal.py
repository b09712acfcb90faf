"""A deal of 36 cards to four seats, as signed, ordered and framed entries at four devices."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import partial
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from bench.row import Figure, Row, Sample, Scale, cpu_seconds
from net.core import crypto, log, wire
from net.core.bodies import decode_body
from net.core.deal import Deck
from net.core.honest import DeckFacts, SeatFacts
from net.core.log import Chain, Entry, Genesis, Record
from net.core.phases import DealBody, Kind
from net.core.points import CARD_POINTS

SEATS, CARDS = 4, 36

Sights = list[frozenset[int]]
"""Per card of the deck, who may see it."""

Limits = tuple[float | None, float | None, float | None]
"""Milliseconds, kilobytes and the ratio that a deal has to stay below; None is not judged."""


class Device:
    """One player's machine: its identity, its copy of the log and its deck."""

    def __init__(self, seat: int, genesis: Genesis) -> None:
        self.seat = seat
        self.identity = identity(seat)
        self.chain = Chain(genesis)

    def begin(self, facts: DeckFacts, secret: bytes) -> None:
        """Start a deck."""
        self.deck = Deck(facts, {self.seat: secret})

    def propose(self, body: DealBody) -> bytes:
        """The signed entry as a frame to the orderer."""
        entry = log.sign_entry(self.identity, self.chain.table, self.chain.n, self.chain.head, body)
        return wire.encode_message(wire.Propose(log.encode(entry)))

    def order(self, frame: bytes) -> bytes:
        """What the orderer does with a proposal: check, number, sign, frame."""
        message = wire.decode_message(frame)
        assert isinstance(message, wire.Propose)
        entry = log.decode_entry(message.entry)
        assert isinstance(entry, Entry)
        body = self.chain.check_entry(entry)
        assert not isinstance(body, log.FaultCode)
        n = self.chain.n + 1
        head = log.next_head(self.chain.head, message.entry)
        signature = log.order_signature(self.identity, self.chain.table, self.chain.epoch, n, head)
        record = Record(self.chain.epoch, n, message.entry, signature)
        checked = self.chain.check(record, trusted=True)
        assert isinstance(checked, log.Checked)
        self.take(checked)
        return wire.encode_message(wire.Ordered((log.encode(record),)))

    def receive(self, frame: bytes) -> None:
        """What every other device does with an ordered entry."""
        message = wire.decode_message(frame)
        assert isinstance(message, wire.Ordered)
        record = log.decode_record(message.records[0])
        assert record is not None
        checked = self.chain.check(record)
        assert isinstance(checked, log.Checked)
        self.take(checked)

    def take(self, checked: log.Checked) -> None:
        """Check and apply the deal body itself."""
        body = decode_body(checked.entry.body)
        assert isinstance(body, DealBody)
        assert self.deck.check(body) is None
        self.deck.accept(body, checked.record.n)
        self.chain.append(checked)


def identity(seat: int) -> crypto.Identity:
    return crypto.Identity(crypto.digest("bench identity", seat))


def table(seats: int) -> tuple[Genesis, DeckFacts]:
    """A table of so many devices."""
    people = tuple(SeatFacts(identity(seat).public, identity(seat).public) for seat in range(seats))
    genesis = Genesis("jass log", 1, 1, identity(0).public, b"n" * 32, "Bench")
    return genesis, DeckFacts(log.table_id(genesis), 0, "36", CARDS, people)


def devices(seats: int) -> tuple[DeckFacts, list[Device]]:
    """So many machines at a new table."""
    genesis, facts = table(seats)
    return facts, [Device(seat, genesis) for seat in range(seats)]


def deal(facts: DeckFacts, devices: list[Device], number: int, sights: Sights) -> int:
    """Deal once; the bytes of all messages, each counted once.

    Args:
        facts: of the deck.
        devices: one for each seat.
        number: another one for another deal.
        sights: per card, who may see it.
    """
    for device in devices:
        device.begin(facts, crypto.digest("bench secret", device.seat, number))
    sent = 0
    entitled = False
    while not devices[0].deck.dealt:
        if devices[0].deck.phase.kind is Kind.KEYS and not entitled:
            for device in devices:
                device.deck.entitle(sights)
            entitled = True
        for seat in devices[0].deck.awaited:
            body = devices[seat].deck.due(seat)
            assert body is not None
            ordered = devices[0].order(devices[seat].propose(body))
            sent += len(ordered)
            for device in devices[1:]:
                device.receive(ordered)
    for seat, device in enumerate(devices):
        assert len(device.deck.faces(seat)) == sum(seat in seats for seats in sights)
    return sent


class Counter:
    """Counts the operations that a deal asks of its curves."""

    def __init__(self) -> None:
        self.exchanges = self.signatures = self.verifications = 0

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Count while the block runs, in the module that alone knows the curves."""
        counter = self

        class Private:
            def __init__(self, inner: X25519PrivateKey) -> None:
                self.inner = inner

            @staticmethod
            def from_private_bytes(data: bytes) -> Private:
                return Private(X25519PrivateKey.from_private_bytes(data))

            def exchange(self, other: X25519PublicKey) -> bytes:
                counter.exchanges += 1
                return self.inner.exchange(other)

            def public_key(self) -> X25519PublicKey:
                counter.exchanges += 1
                return self.inner.public_key()

        watched: Any = crypto  # its names are replaced for a moment, and put back
        names = ("X25519PrivateKey", "_UNIT", "verify")
        real = {name: getattr(watched, name) for name in names}
        real_sign = crypto.Identity.sign

        def sign(self: crypto.Identity, *parts: bytes | int | str) -> bytes:
            counter.signatures += 1
            return real_sign(self, *parts)

        def verify(*arguments: bytes | int | str) -> bool:
            counter.verifications += 1
            return bool(real["verify"](*arguments))

        watched.X25519PrivateKey = Private
        watched._UNIT = Private(real["_UNIT"])  # noqa: SLF001
        watched.verify = verify
        watched.Identity.sign = sign
        try:
            yield
        finally:
            for name in names:
                setattr(watched, name, real[name])
            watched.Identity.sign = real_sign


def bare(counter: Counter) -> None:
    """The same number of operations and nothing else."""
    # An operation is bytes in, bytes out, as the library offers it: keys are loaded each time.
    exchange = X25519PrivateKey.from_private_bytes(crypto.representative(1 << 200)).exchange
    point = CARD_POINTS[0]
    for _ in range(counter.exchanges):
        exchange(X25519PublicKey.from_public_bytes(point))
    signer = Ed25519PrivateKey.from_private_bytes(b"s" * 32)
    public = signer.public_key().public_bytes_raw()
    message = b"m" * 200
    signature = signer.sign(message)
    for _ in range(counter.signatures):
        signature = signer.sign(message)
    for _ in range(counter.verifications):
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)


def figures(scale: Scale, sights: Sights, seats: int, limits: Limits) -> list[Figure]:
    """What a deal costs at a table of so many seats."""
    counter = Counter()
    with counter.watching():
        sent = deal(*devices(seats), 0, sights)
    cost, ratio = Sample(), Sample()
    for number in range(scale.of(20, 1)):
        start = devices(seats)
        whole = cpu_seconds(partial(deal, *start, number, sights))
        alone = cpu_seconds(partial(bare, counter))
        cost.add(whole / seats * 1000)
        ratio.add(whole / alone)
    milliseconds, kilobytes, times = limits
    return [
        Figure("processor time per seat", cost.median, "ms", milliseconds),
        Figure("all messages, each once", sent / 1000, "kB", kilobytes),
        Figure("against its own point operations and signatures", ratio.median, "×", times),
        Figure("point operations per seat", counter.exchanges / seats, ""),
        Figure(
            "signatures made and checked per seat",
            (counter.signatures + counter.verifications) / seats,
            "",
        ),
    ]


def measure(scale: Scale) -> list[Figure]:
    sights = [frozenset((slot // 3 % SEATS,)) for slot in range(CARDS)]
    return figures(scale, sights, SEATS, (36, 24, 1.4))


ROW = Row("deal", "a deal, 4 seats × 36 cards, checked, signed and framed", measure)
