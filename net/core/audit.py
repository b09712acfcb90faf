"""The replay of a whole deal from the opened secrets: who deviated first, and what lay where.

Every peer runs it at the end of the hand, and so can anybody who has only the log. It compares what
was sent with what `net.core.honest` says had to be sent at the head that the sender had signed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from net.core import honest
from net.core.bodies import (
    Commit,
    DeckAck,
    HandOk,
    Keys,
    Lock,
    Shuffle,
    Toss,
    TossOpen,
    Verdict,
)
from net.core.deal import Deck
from net.core.faults import Fault, FaultReason
from net.core.locks import OwnSeat
from net.core.phases import Kind, PhaseBody

__all__ = ["Audit", "audit", "check_verdict"]

_DIFFERS: Final = {
    Kind.COMMIT: FaultReason.COMMIT_DIFFERS,
    Kind.SHUFFLE: FaultReason.SHUFFLE_DIFFERS,
    Kind.LOCK: FaultReason.LOCK_DIFFERS,
    Kind.KEYS: FaultReason.KEYS_DIFFER,
    Kind.TOSS: FaultReason.TOSS_DIFFERS,
}


@dataclass(frozen=True, slots=True)
class Audit:
    """What a replay found.

    ``fault`` is the first message that its author's secret does not lead to, with its entry number;
    or a complaint that nothing justifies, unless its author's own deeds do. ``faces`` is the card
    of every slot, None while a seat has not opened its secret or when the deck itself was tampered
    with. ``unproven`` are the seats that have not opened it: nobody can say that they dealt
    honestly.
    """

    fault: Fault | None
    faces: tuple[int, ...] | None
    unproven: tuple[int, ...]


def audit(deck: Deck) -> Audit:
    """Replay everything that the seats of `deck` derived from the secrets they have revealed.

    Messages that this very process made are not made again. Within a phase nobody has seen the
    others' messages, so the seats there are judged in ascending order.
    """
    unproven = tuple(seat for seat in deck.seats if seat not in deck.revealed)
    deviations = list(_deviations(deck))
    fault = deviations[0][1] if deviations else None
    if fault is None and deck.complaint_by is not None:
        seat, entry = deck.complaint_by
        # With everybody else proven honest, the complaint is false or about its author's own deed.
        # So nobody voids a hand for nothing by complaining and staying away.
        if set(unproven) <= {seat}:
            fault = Fault(FaultReason.FALSE_COMPLAINT, seat, entry)
    tampered = any(kind in (Kind.SHUFFLE, Kind.LOCK) for kind, _ in deviations)
    faces = None if unproven or tampered else _faces(deck)
    return Audit(fault, faces, unproven)


def check_verdict(mine: Verdict, theirs: Verdict) -> Fault | None:
    """Whether another seat's verdict on a hand contradicts the own replay of it.

    A different digest is no lie: the same log led to another state there, which only a fault of
    the program can do.
    """
    if mine.digest != theirs.digest:
        return Fault(FaultReason.DIGEST_DIFFERS, None)
    found = (mine.ok, mine.offender, mine.entry, mine.reason)
    if found != (theirs.ok, theirs.offender, theirs.entry, theirs.reason):
        return Fault(FaultReason.FALSE_VERDICT, theirs.seat)
    return None


def _deviations(deck: Deck) -> Iterator[tuple[Kind, Fault]]:
    """Every message that its author's secret does not lead to, in order, with its phase.

    A small lie before a big one must not hide that the places of the cards are unknowable, so the
    search goes on after the first.
    """
    opened = {seat: OwnSeat(secret, deck.boxes) for seat, secret in deck.revealed.items()}
    for p, phase in enumerate(deck.phases):
        for seat in sorted(phase.bodies):
            if seat not in opened or deck.made_here(p, seat):
                continue
            body = phase.bodies[seat]
            if _honest(deck, p, opened[seat], body) != body:
                yield phase.kind, Fault(_DIFFERS[phase.kind], seat, phase.entries[seat])


def _honest(deck: Deck, p: int, own: OwnSeat, body: PhaseBody) -> PhaseBody:
    """What the author of `body` in phase `p`, with its opened secret, had to send or has sent."""
    facts, seat, secret, phase = deck.facts, body.seat, own.secret, deck.phases[p]
    if isinstance(body, Lock | Keys) and not own.locks:
        own.locks = honest.lock_keys(facts, secret, deck.head_of(Kind.LOCK, seat) or b"")
    match body:
        case Commit():
            return honest.commit(facts, seat, secret)
        case Shuffle():
            return honest.shuffle(facts, seat, secret, phase.head, phase.points)
        case Lock():
            at = deck.head_of(Kind.SHUFFLE, seat)
            return honest.lock(facts, seat, secret, phase.head, phase.points, at, own.locks)
        case Keys():
            duty = phase.duties[seat]
            return honest.keys(facts, seat, phase.head, duty, own.locks, own.shared_with)
        case Toss():
            return honest.toss(facts, seat, secret, *deck.toss_of(p))
        case DeckAck() | TossOpen() | HandOk():
            # The first two are proven by their commitments, the last says nothing.
            return body


def _faces(deck: Deck) -> tuple[int, ...] | None:
    """The card of every slot: all permutations, one after the other."""
    cards = list(range(deck.facts.size))
    for phase in deck.phases:
        for seat in phase.bodies:
            fused = phase.kind is Kind.LOCK and seat == deck.facts.fused
            if phase.kind is Kind.SHUFFLE or fused:
                order = honest.order(deck.revealed[seat], phase.head, deck.facts.size)
                cards = [cards[source] for source in order]
    return tuple(cards) if deck.locked else None
