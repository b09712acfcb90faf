"""Devices in memory that deal a deck together, one of which may cheat."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import msgspec

from net.core.audit import Audit, audit
from net.core.bodies import (
    Complain,
    HandOk,
    Lock,
    Shuffle,
    decode_body,
    encode_body,
    join,
    split,
)
from net.core.crypto import Point, clamp, digest
from net.core.deal import Deck
from net.core.faults import Fault
from net.core.group import CURVE, Group
from net.core.honest import DeckFacts, SeatFacts
from net.core.phases import DealBody, Kind

TABLE = b"t" * 16
PRIME = 2**255 - 19
R = clamp(digest("the cheat's factor"))


def secret(seat: int, number: int = 0) -> bytes:
    return digest("test secret", seat, number)


def facts(seats: int = 4, size: int = 36, number: int = 0, group: Group = CURVE) -> DeckFacts:
    people = tuple(SeatFacts(digest("person", s), digest("device", s)) for s in range(seats))
    return DeckFacts(TABLE, number, "36", size, people, group)


def hands(seats: int, size: int) -> tuple[frozenset[int], ...]:
    """All cards dealt in packets of three, what is left over face down to nobody."""
    packets = size // (3 * seats) * seats
    return tuple(
        frozenset((slot // 3 % seats,)) if slot < 3 * packets else frozenset()
        for slot in range(size)
    )


@dataclass
class Round:
    """One deck at N devices and a spectator; every body travels as its bytes.

    ``cheat`` may change a body before it is sent: (seat, kind or "reveal", body) -> body. The
    cheating device itself goes on from what it sent.
    """

    seats: int = 4
    size: int = 36
    number: int = 0
    group: Group = CURVE
    cheat: Callable[[int, str, DealBody], DealBody | None] = lambda seat, kind, body: body
    log: list[bytes] = field(default_factory=list)
    fault: Fault | None = None

    def __post_init__(self) -> None:
        self.facts = facts(self.seats, self.size, self.number, self.group)
        self.decks = [
            Deck(self.facts, {seat: secret(seat, self.number)}) for seat in range(self.seats)
        ]
        self.spectator = Deck(self.facts)
        self.sights: Sequence[Iterable[int]] = hands(self.seats, self.size)

    @property
    def everyone(self) -> list[Deck]:
        devices = {id(deck): deck for deck in self.decks}
        return [*devices.values(), self.spectator]

    def post(self, body: DealBody) -> Fault | None:
        """Everybody checks and takes a body; all have to be of one mind."""
        data = encode_body(body)
        verdicts = set()
        for deck in self.everyone:
            decoded = decode_body(data)
            assert decoded == body
            verdicts.add(deck.check(body))
        (verdict,) = verdicts
        if verdict is None:
            for deck in self.everyone:
                deck.accept(body, len(self.log))
            self.log.append(data)
            assert len({deck.head for deck in self.everyone}) == 1
            assert len({deck.awaited for deck in self.everyone}) == 1
        return verdict

    def step(self) -> bool:
        """The next awaited seat sends what it owes; False when nobody does or a body is refused."""
        awaited = self.spectator.awaited
        for seat in awaited:
            kind = "reveal" if self.spectator.closed else str(self.spectator.phase.kind)
            due = self.decks[seat].due(seat)
            assert due is not None
            sent = self.cheat(seat, kind, due)
            if sent is None:
                continue
            self.fault = self.post(sent)
            return self.fault is None
        return False

    def run(self, until: Kind | None = None) -> None:
        """Deal until the phase `until` begins, or until nothing moves."""
        while until is None or self.spectator.phase.kind is not until:
            if not self.step():
                return

    def deal(self) -> None:
        """Everything up to the last HandOk, or to the last Reveal if somebody complained."""
        self.run(Kind.KEYS)
        if self.spectator.phase.kind is Kind.KEYS:
            self.entitle(self.sights)
            self.run()

    def entitle(self, sights: Sequence[Iterable[int]]) -> None:
        for deck in self.everyone:
            deck.entitle(sights)

    def open(self, seat: int, slot: int) -> Fault | None:
        """The seat plays a slot as the card it sees there; everybody checks."""
        card = self.decks[seat].faces(seat)[slot]
        keys = self.decks[seat].opening(seat, slot)
        (fault,) = {deck.check_opening(seat, slot, card, keys) for deck in self.everyone}
        if fault is None:
            for deck in self.everyone:
                deck.record_opening(slot, card)
        return fault

    def finish(self) -> Audit:
        """Everybody reveals; all replays that hide nothing have to agree."""
        for deck in self.everyone:
            deck.close()
        self.run()
        return audit(self.spectator)


# What cheats and their tests need


def entry_of(table: Round, kind: Kind, seat: int) -> int:
    """Log number of what the seat sent in that kind of phase."""
    (phase,) = (p for p in table.spectator.phases if p.kind is kind and seat in p.bodies)
    return phase.entries[seat]


def slots_of(table: Round, seat: int) -> list[int]:
    return [slot for slot, may in enumerate(table.sights) if seat in may]


def points_of(body: Shuffle | Lock) -> list[Point]:
    return [Point(point) for point in split(body.points) or ()]


def with_points(body: DealBody, points: Sequence[bytes]) -> DealBody:
    return msgspec.structs.replace(body, points=join(points))


def silent(body: DealBody) -> DealBody:
    """A cheat does not complain of its own doing."""
    if isinstance(body, Complain):
        return HandOk(body.seat, body.deck, body.head)
    return body
