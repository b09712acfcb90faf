"""Whom the log convicts, and whose program makes something else of it; equal at every peer."""

from __future__ import annotations

from net.core.bodies import Body, Evidence
from net.core.course import Course
from net.core.evidence import TWO_ORDERS, guilty, reason_of, seen_places
from net.core.faults import FaultReason
from net.core.guard import guard_key
from net.core.lobby import Lobby, NetReason
from net.core.log import Chain
from net.core.reports import Mismatch, Offence

__all__ = ["Offences"]


class Offences:
    """What one log proves of the devices at its table.

    Args:
        chain: its heads and signatures.
        lobby: who sits where.
        course: the hands.

    Attributes:
        proven: all offences, in the order of the log.
        strayed: the devices whose programs make something else of this log, and what showed it.
        mismatch: the first of that once the others are no majority any more, or None.
    """

    def __init__(self, chain: Chain, lobby: Lobby, course: Course) -> None:
        self._chain = chain
        self._lobby = lobby
        self._course = course
        self.proven: list[Offence] = []
        self.strayed: dict[bytes, Mismatch] = {}
        self.mismatch: Mismatch | None = None

    def add(self, n: int, author: bytes, body: Body, reason: str) -> None:
        """Entry ``n`` proves itself false."""
        seat = getattr(body, "seat", None)
        if seat is None or not self._lobby.controls(author, seat):
            seat = self._lobby.seat_of(author)
        key = guard_key(body)
        self.proven.append(Offence(n, seat, author, reason, key[1] if key is not None else None))

    def stray(self, n: int, author: bytes, seat: int, reason: FaultReason) -> None:
        """What ``author`` says shows that its program makes something else of this log.

        Whose fault that is nobody can prove, so nobody is named. As long as most devices agree they
        go on, and wait for the other one like for anybody who is not there: one device that says so
        does not end the evening of all. To the other program most have strayed, and it stops. Not
        if it has cheated: it may have taken its own void lie for true and be elsewhere since.
        """
        if all(offence.identity != author for offence in self.proven):
            self.strayed.setdefault(author, Mismatch(n, seat, reason))
            present = self._lobby.present
            strayed = [wrong for device, wrong in self.strayed.items() if device in present]
            if 2 * len(strayed) >= len(present) and strayed:
                self.mismatch = self.mismatch or strayed[0]

    # Evidence

    def check(self, body: Evidence) -> NetReason | None:
        """Why this evidence would be void as the next entry, or None."""
        found = self.convicted(body)
        # Keys cost nothing: two answers by nobody of this table prove nothing, and fill a disk.
        if found is None or found not in self._lobby.sat:
            return NetReason.BAD_EVIDENCE
        return NetReason.REPEATED if self._is_known(found, body) else None

    def convict(self, n: int, body: Evidence) -> None:
        """Entry ``n`` is good evidence."""
        identity = self.convicted(body)
        if identity is not None:
            seat = self._lobby.seat_of(identity)
            self.proven.append(Offence(n, seat, identity, reason_of(body)))

    def convicted(self, body: Evidence) -> bytes | None:
        """Whom the evidence convicts; of two entries both have to be said in one epoch of this log.

        What an epoch has cut off was no lie: the question may have become another one.
        """
        epochs = set()
        for seen, head in seen_places(body):
            if self._chain.head_at(seen) != head:
                return None
            epochs.add(self._chain.place_at(seen).epoch)
        return guilty(body, self._chain.table) if len(epochs) < 2 else None

    def _is_known(self, identity: bytes, body: Evidence) -> bool:
        """Whether that is in the log: of two histories for good, of two answers once a hand.

        Whoever signs two answers can sign any number, and each would take its place in the log.
        """
        reason = reason_of(body)
        since = 0 if reason == TWO_ORDERS else self._course.hand_begun
        known = ((o.identity, o.reason) for o in self.proven if o.entry >= since)
        return (identity, reason) in known
