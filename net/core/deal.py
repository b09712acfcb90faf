"""One deck, from its commitments to its last opened card, as one device sees it (`jassmp/1`).

A `Deck` is fed the deal bodies of the log in their order and is the same at every peer, save for
the secrets of the seats that this device plays. It never reads a clock or draws a random number.

The life of a deck is a row of phases, each ended by the last body it awaits:

    commit (all) → shuffle (N-1, in turn) → lock (N, fused seat first) → ready (all)
    → keys (all) → hand_ok (all) → keys … whenever the game entitles a seat to another slot
                                 → toss (all) → toss_open (all) whenever the game needs chance

The deck head D advances with every phase. `due` says what a seat of this device owes, `check` is
the public verification of dealing.md 3.3, `accept` moves on, `audit` in `net.core.audit` replays.
Cards are indices into the game's card list; slots are positions in the finished deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from net.core import crypto, honest
from net.core.bodies import (
    Commit,
    Complain,
    DeckAck,
    HandOk,
    Keys,
    Lock,
    Reveal,
    Shuffle,
    Toss,
    TossOpen,
    encode_body,
    split,
)
from net.core.crypto import Point, Scalar
from net.core.faces import DeckFaces
from net.core.faults import Fault, FaultReason
from net.core.honest import DeckFacts
from net.core.locks import Locks, OwnSeat
from net.core.phases import KIND_OF, DealBody, Kind, Phase, PhaseBody, duties, plan

__all__ = ["Deck"]

_NOBODY: Final[frozenset[int]] = frozenset()


class Deck:
    """The state of one deck at one device.

    Args:
        facts: what is public before the deal; it fixes D_0.
        secrets: S (32 bytes) of every seat that this device plays; empty for a spectator.
    """

    def __init__(self, facts: DeckFacts, secrets: Mapping[int, bytes] | None = None) -> None:
        self.facts: Final = facts
        self.seats: Final = range(len(facts.seats))
        self._first_head: Final = facts.head()
        self._plan: Final = plan(facts)
        self.boxes: Final[dict[int, bytes]] = {}
        """The box key of every seat that has committed."""
        self._own: Final = {
            seat: OwnSeat(secret, self.boxes) for seat, secret in (secrets or {}).items()
        }
        self._locks: Final = Locks(facts.group, self._first_head, facts.points)
        self._faces: Final = DeckFaces(facts, self._locks, self._own)
        self._executed: list[frozenset[int]] = [_NOBODY] * facts.size
        self._wanted: list[frozenset[int]] = [_NOBODY] * facts.size
        self._made: dict[tuple[int, int], PhaseBody] = {}
        self._checked: DealBody | None = None
        self._awaited: tuple[int, ...] | None = None  # not worked out since the last change
        self._excused: set[int] = set()
        self.phases: Final[list[Phase]] = []
        self.chance: bytes | None = None
        """The joint chance of the deal, once the last DeckAck is in; 32 bytes."""
        self.tosses: Final[list[bytes]] = []
        """The joint chance of each toss during the hand; 32 bytes each."""
        self.closed = False
        """Whether the hand is over or void, so that secrets are to be revealed."""
        self.complaint_by: tuple[int, int] | None = None
        """Who complained, and the log number of that entry."""
        self.revealed: Final[dict[int, bytes]] = {}
        """S of every seat that has opened it."""
        self._begin(self._first_head)

    # What a peer asks

    @property
    def phase(self) -> Phase:
        """The phase that the deck is in."""
        return self.phases[-1]

    @property
    def number(self) -> int:
        """p, the number of the phase: the guard's key for a deal body is (seat, deck, p) (3.2).

        Complaints and reveals belong to no phase; their keys take the kind instead of p.
        """
        return len(self.phases) - 1

    @property
    def head(self) -> bytes:
        """D_p, the deck head now."""
        return self.phase.head

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose body the deck waits for now, ascending; () when it waits for the game."""
        if self._awaited is None:
            done = {*self.revealed, *self._excused} if self.closed else self.phase.bodies
            asked = self.seats if self.closed else sorted(self.phase.awaited)
            self._awaited = tuple(seat for seat in asked if seat not in done)
        return self._awaited

    @property
    def released(self) -> bool:
        """Whether a key may have left a device, so that the hand cannot be dropped silently."""
        first = len(self._plan) - 2
        return self.number > first or (self.number == first and bool(self.phase.bodies))

    @property
    def locked(self) -> bool:
        """Whether every seat has locked the deck."""
        return len(self._locks.hashes) == len(self.seats)

    @property
    def dealt(self) -> bool:
        """Whether every seat has said that its cards are in order."""
        return self.number >= len(self._plan)

    def secret(self, seat: int) -> bytes | None:
        """S of a seat of this device, or of one that has opened it."""
        own = self._own.get(seat)
        return own.secret if own is not None else self.revealed.get(seat)

    def commit(self, seat: int) -> Commit | None:
        """What a seat has bound itself to; None while it has not, or once nothing is dealt."""
        body = self.phases[0].bodies.get(seat) if self.phases else None
        return body if isinstance(body, Commit) else None

    def toss_of(self, p: int) -> tuple[bytes, int]:
        """The head at which the toss of phase `p` began, and its index in the hand."""
        begun = [phase.head for phase in self.phases[: p + 1] if phase.kind is Kind.TOSS]
        return begun[-1], len(begun) - 1

    def head_of(self, kind: Kind, seat: int) -> bytes | None:
        """The head at which `seat` did its shuffle or lock; None if it has not."""
        heads = (phase.head for phase in self.phases if phase.kind is kind and seat in phase.bodies)
        return next(heads, None)

    def made_here(self, p: int, seat: int) -> bool:
        """Whether this process made the body of `seat` in phase `p`, so that it needs no replay."""
        body = self._made.get((p, seat))
        return body is not None and body == self.phases[p].bodies.get(seat)

    # What a seat of this device owes

    def due(self, seat: int) -> DealBody | None:
        """The body that `seat` owes now, or None: nothing is due, or it is not of this device.

        The same question has the same answer, to the byte, in every process that has this log and
        this secret.
        """
        own = self._own.get(seat)
        if own is None or seat not in self.awaited:
            return None
        if self.closed:
            return Reveal(seat, self.facts.number, own.secret)
        if self.phase.kind is Kind.HAND_OK and own.trouble is not None:
            return self.complaint(seat)
        if (self.number, seat) not in self._made:
            self._made[self.number, seat] = self._make(seat, own)
        return self._made[self.number, seat]

    def complaint(self, seat: int) -> Complain | None:
        """What `seat` of this device has to complain of, at any time from the first keys on."""
        own = self._own.get(seat)
        if own is None or own.trouble is None or self.closed:
            return None
        return Complain(seat, self.facts.number, self.head, *own.trouble)

    def _make(self, seat: int, own: OwnSeat) -> PhaseBody:
        facts, phase = self.facts, self.phase
        match phase.kind:
            case Kind.COMMIT:
                return honest.commit(facts, seat, own.secret)
            case Kind.SHUFFLE:
                return honest.shuffle(facts, seat, own.secret, phase.head, phase.points)
            case Kind.LOCK:
                at = self.head_of(Kind.SHUFFLE, seat)
                keys = self._lock_keys(own)
                return honest.lock(facts, seat, own.secret, phase.head, phase.points, at, keys)
            case Kind.READY:
                return honest.ack(facts, seat, own.secret, phase.head)
            case Kind.KEYS:
                duty = phase.duties[seat]
                return honest.keys(facts, seat, phase.head, duty, own.locks, own.shared_with)
            case Kind.HAND_OK:
                return HandOk(seat, facts.number, phase.head)
            case Kind.TOSS:
                return honest.toss(facts, seat, own.secret, *self.toss_of(self.number))
            case Kind.TOSS_OPEN:
                begun = self.toss_of(self.number)
                return honest.toss_open(facts, seat, own.secret, phase.head, *begun)

    def _lock_keys(self, own: OwnSeat) -> tuple[Scalar, ...]:
        """The keys of a seat of this device whose turn it is to lock."""
        if not own.locks:
            own.locks = honest.lock_keys(self.facts, own.secret, self.head)
        return own.locks

    # Checking and accepting what comes from the log

    def check(self, body: DealBody) -> Fault | None:
        """Why this body is refused now, or None; whoever the seat is, nothing private is used.

        That the body's author controls its seat is the caller's to check.
        """
        if body == self._checked:
            return None
        reason = self._refusal(body)
        if reason is not None:
            return Fault(reason, body.seat if reason.blames else None)
        self._checked = body
        return None

    def accept(self, body: DealBody, entry: int) -> None:
        """Take a body that `check` passes; `entry` is its number in the log.

        Raises:
            ValueError: `check` refuses it.
        """
        fault = self.check(body)
        if fault is not None:
            raise ValueError(f"refused: {fault.reason}")
        self._checked = self._awaited = None
        match body:
            case Reveal():
                self.revealed[body.seat] = body.secret
            case Complain():
                self.complaint_by = (body.seat, entry)
                self.close()
            case _:
                self._take(body)
                self.phase.bodies[body.seat] = body
                self.phase.entries[body.seat] = entry
                self._advance()

    def close(self) -> None:
        """The hand is over, or annulled after its first keys: from now on secrets are revealed."""
        self._checked = self._awaited = None
        self.closed = True

    def excuse(self, seats: Iterable[int]) -> None:
        """The secrets of these seats are waited for no longer; what comes late is still taken."""
        self._excused.update(seats)
        self._checked = self._awaited = None

    def _refusal(self, body: DealBody) -> FaultReason | None:
        if body.deck != self.facts.number:
            return FaultReason.OTHER_DECK
        match body:
            case Reveal():
                return self._refuse_reveal(body)
            case Complain():
                late = self.phases[len(self._plan) - 1 :]
                if body.seat not in self.seats or self.closed or not late:
                    return FaultReason.NOT_AWAITED
                # Others may have gone on meanwhile, so any head since the keys will do.
                known = any(body.head == phase.head for phase in late)
                return None if known else FaultReason.OTHER_HEAD
            case _:
                if body.seat not in self.awaited or KIND_OF[type(body)] is not self.phase.kind:
                    return FaultReason.NOT_AWAITED
                if self.closed:
                    return FaultReason.NOT_AWAITED
                if body.head != self.head:
                    commit = isinstance(body, Commit)
                    return FaultReason.OTHER_VERSION if commit else FaultReason.OTHER_HEAD
                if self._made.get((self.number, body.seat)) == body:
                    return None
                return self._refuse_content(body)

    def _refuse_reveal(self, body: Reveal) -> FaultReason | None:
        if not self.closed or body.seat not in self.seats or body.seat in self.revealed:
            return FaultReason.NOT_AWAITED
        commit = self.phases[0].bodies.get(body.seat)
        expected = honest.hash_secret(self._first_head, body.seat, body.secret)
        if not isinstance(commit, Commit) or commit.secret != expected:
            return FaultReason.WRONG_REVEAL
        return None

    def _refuse_content(self, body: PhaseBody) -> FaultReason | None:
        match body:
            case Commit():
                return None if crypto.is_box(body.box) else FaultReason.BAD_BOX
            case Shuffle():
                return self._refuse_points(body.points)
            case Lock():
                hashes = split(body.commitments)
                if hashes is None or len(hashes) != self.facts.size:
                    return FaultReason.BAD_SIZE
                return self._refuse_points(body.points)
            case DeckAck():
                commit = self.phases[0].bodies[body.seat]
                expected = honest.hash_chance(self._first_head, body.seat, body.chance)
                if not isinstance(commit, Commit) or commit.chance != expected:
                    return FaultReason.WRONG_CHANCE
                return None
            case Keys():
                return self._refuse_keys(body)
            case HandOk() | Toss():
                return None
            case TossOpen():
                toss = self.phases[-2].bodies[body.seat]
                share = honest.hash_toss(toss.head, body.seat, body.value)
                good = isinstance(toss, Toss) and toss.share == share
                return None if good else FaultReason.WRONG_TOSS

    def _refuse_points(self, blob: bytes) -> FaultReason | None:
        points = split(blob)
        if points is None or len(points) != self.facts.size:
            return FaultReason.BAD_SIZE
        if len(set(points)) != len(points):
            return FaultReason.REPEATED_POINT
        # Before anybody multiplies: twisted or torsioned points would mark cards, and a zero
        # result would crash the next honest seat in its predecessor's place (2.3, 2.9).
        if self.facts.group.first_foreign(points) is not None:
            return FaultReason.FOREIGN_POINT
        return None

    def _refuse_keys(self, body: Keys) -> FaultReason | None:
        duty = self.phase.duties[body.seat]
        sealed = tuple((bundle.receiver, bundle.slots) for bundle in body.sealed)
        if sealed != duty.sealed or tuple(key.slot for key in body.open) != duty.open:
            return FaultReason.WRONG_RECEIVERS
        for bundle in body.sealed:
            if len(bundle.sealed) != crypto.SIZE * len(bundle.slots) + crypto.TAG_SIZE:
                return FaultReason.BAD_SIZE
        for opened in body.open:
            if not self._locks.is_key(body.seat, opened.slot, opened.key):
                return FaultReason.WRONG_KEY
        return None

    # Moving on

    def _take(self, body: PhaseBody) -> None:
        """Remember what later messages build on."""
        match body:
            case Commit():
                self.boxes[body.seat] = body.box
            case Shuffle():
                self._locks.points = _points(body.points)
            case Lock():
                self._locks.points = _points(body.points)
                self._locks.hashes[body.seat] = split(body.commitments) or ()
                own = self._own.get(body.seat)
                if own is not None:
                    self._lock_keys(own)
            case Keys():
                self._faces.turn(body)
            case DeckAck() | HandOk() | Toss() | TossOpen():
                pass

    def _advance(self) -> None:
        """Begin the next phase if this one is complete."""
        phase = self.phase
        if not phase.awaited or phase.bodies.keys() != phase.awaited:
            return
        bodies = (encode_body(phase.bodies[seat]) for seat in sorted(phase.bodies))
        head = crypto.digest("phase", phase.head, phase.kind.value, *bodies)
        if phase.kind is Kind.READY:
            shares = (body.chance for body in _by_seat(phase) if isinstance(body, DeckAck))
            self.chance = crypto.digest("chance", phase.head, *shares)
        if phase.kind is Kind.TOSS_OPEN:
            values = (body.value for body in _by_seat(phase) if isinstance(body, TossOpen))
            self.tosses.append(crypto.digest("toss", phase.head, *values))
        if phase.kind is Kind.KEYS:
            self._faces.read(phase)
        self._begin(head)

    def _begin(self, head: bytes) -> None:
        p = len(self.phases)
        kind, awaited = Kind.KEYS, _NOBODY
        if p < len(self._plan):
            kind, awaited = self._plan[p]
        elif self.phase.kind is Kind.TOSS:
            kind, awaited = Kind.TOSS_OPEN, frozenset(self.seats)
        self.phases.append(Phase(kind, head, awaited, self._locks.points))
        self._awaited = None
        self._assign()

    def entitle(self, sights: Sequence[Iterable[int]]) -> None:
        """Tell the deck who may see each slot now, once the game knows; entitlements only grow.

        All seats: the slot is turned face up. Call it when the chance is known, and again after
        every action that lets somebody see another slot (a draw, a turned card).

        Raises:
            ValueError: not one entry for every slot.
        """
        if len(sights) != self.facts.size:
            raise ValueError("one sight for every slot")
        self._wanted = [old | frozenset(new) for old, new in zip(self._wanted, sights, strict=True)]
        self._assign()

    def toss(self) -> None:
        """Begin a toss of all seats if the deck waits for the game; its chance joins `tosses`."""
        if self.dealt and self.phase.kind is Kind.KEYS and not self.phase.awaited:
            self.phase.kind = Kind.TOSS
            self.phase.awaited = frozenset(self.seats)
            self._awaited = None

    def _assign(self) -> None:
        """Turn what seats may newly see into duties, if a keys phase stands idle."""
        if self.phase.kind is not Kind.KEYS or self.phase.awaited or self.closed:
            return
        owed = duties(self._executed, self._wanted, self.seats)
        if owed:
            self.phase.duties = owed
            self.phase.awaited = frozenset(owed)
            self._awaited = None
            self._executed = self._wanted

    # Cards

    @property
    def opened(self) -> Mapping[int, int]:
        """Card of every slot that is open to everybody."""
        return self._faces.opened

    def faces(self, seat: int | None) -> dict[int, int]:
        """See `DeckFaces.known`."""
        return self._faces.known(seat)

    def opening(self, seat: int, slot: int) -> tuple[bytes, ...]:
        """See `DeckFaces.opening`."""
        return self._faces.opening(seat, slot)

    def check_opening(self, seat: int, slot: int, card: int, keys: Sequence[bytes]) -> Fault | None:
        """Why `seat` has not proved that `slot` is `card`, or None; see `DeckFaces.check`."""
        if not self.dealt:
            return Fault(FaultReason.WRONG_CARD, seat)
        return self._faces.check(seat, slot, card, keys)

    def record_opening(self, slot: int, card: int) -> None:
        """An opening that `check_opening` passed was accepted: the slot is open to everybody."""
        self._faces.open(slot, card)

    def doubt(self, slot: int | None) -> None:
        """See `DeckFaces.doubt`."""
        self._faces.doubt(slot)


def _by_seat(phase: Phase) -> list[PhaseBody]:
    return [phase.bodies[seat] for seat in sorted(phase.bodies)]


def _points(blob: bytes) -> tuple[Point, ...]:
    return tuple(Point(point) for point in split(blob) or ())
