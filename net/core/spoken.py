"""What every device has said for which guard key, in the hand that is played and the next."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from net.core.bodies import Body, Unasked, encode_body
from net.core.guard import GuardKey, guard_key
from net.core.hand import Refusal
from net.core.limits import (
    ASIDES_PER_HAND,
    ENTRIES_PER_AUTHOR_AND_HAND,
    VOID_ENTRIES_PER_HAND,
)
from net.core.lobby import NetReason

__all__ = ["Spoken"]


@dataclass(frozen=True, slots=True)
class _Said:
    """What an author has said first for a guard key: whether it was taken, or proven false."""

    data: bytes
    taken: bool
    false: bool


class Spoken:
    """The bodies in the log that their authors may say only once, equal at every peer (3.2)."""

    def __init__(self) -> None:
        self._bodies: dict[tuple[bytes, GuardKey], _Said] = {}
        self._asides: Counter[tuple[bytes, int, str]] = Counter()
        self._entries: Counter[bytes] = Counter()
        self._voids = 0
        self._seen: Counter[bytes] = Counter()
        self._numbers: dict[tuple[bytes, bytes], int] = {}

    def is_too_fast(self, author: bytes) -> bool:
        """Whether ``author`` has as many entries since the last deal as a hand can need."""
        return self._entries[author] >= ENTRIES_PER_AUTHOR_AND_HAND

    @property
    def spares(self) -> int:
        """How many void entries who orders may still number; negative when there were too many."""
        return VOID_ENTRIES_PER_HAND - self._voids

    def settles(self, author: bytes, body: Body) -> Refusal | None:
        """Why ``body`` would be void, if that follows from what was said alone; see `refuses`.

        Asked first: to look at points of a curve again and again costs whoever orders its time.
        """
        key = guard_key(body)
        before = self._bodies.get((author, key)) if key is not None else None
        if key is None or before is None:
            return None
        # What was false by itself is so for good.
        refusal = Refusal(NetReason.REPEATED) if before.false else None
        return self._refuse(author, body, encode_body(body), refusal)

    def refuses(
        self, author: bytes, body: Body, seen: int | None, refusal: Refusal | None
    ) -> Refusal | None:
        """Why ``body`` would be void as the next entry, ``refusal`` or because of what was said.

        ``seen`` is what its author has seen of the log, None for all of it.
        """
        key = guard_key(body)
        if key is None:
            old = seen is not None and self._is_old(author, encode_body(body), seen)
            return Refusal(NetReason.REPEATED) if old else refusal
        return self._refuse(author, body, encode_body(body), refusal)

    def hear(
        self,
        author: bytes,
        body: Body,
        data: bytes,
        place: tuple[int, int],
        refusal: Refusal | None,
    ) -> Refusal | None:
        """Takes an entry; why it is void, ``refusal`` or because of what was said before.

        Two bodies for one key prove a cheat, the same body twice is a resend. Of one author, that
        is: else anybody could speak for a seat first, in vain, and have its owner convicted of a
        second body. ``place`` is what the author has seen of the log, and the entry's number.
        """
        seen, n = place
        self._entries[author] += 1
        key = guard_key(body)
        if key is None:
            if self._is_old(author, data, seen):
                refusal = Refusal(NetReason.REPEATED)
            else:
                self._numbers[author, data] = n
                self._seen[author] = seen
        else:
            refusal = self._refuse(author, body, data, refusal)
            before = self._bodies.get((author, key))
            if before is None or (before.data == data and not before.taken):
                false = refusal is not None and refusal.proven
                false = false or (before is not None and before.false)
                self._bodies[author, key] = _Said(data, refusal is None, false)
            if isinstance(body, Unasked):
                self._asides[_aside(author, body)] += refusal is None
        self._voids += refusal is not None
        return refusal

    def _is_old(self, author: bytes, data: bytes, seen: int) -> bool:
        """Whether somebody may be saying again what ``author`` has signed once.

        What can be said more than once, as that one leaves, counts only from who has seen the last
        time in the log, and has not seen less than for the last such word, whatever that was.
        """
        return seen < self._seen[author] or seen < self._numbers.get((author, data), 0)

    def _refuse(
        self, author: bytes, body: Body, data: bytes, refusal: Refusal | None
    ) -> Refusal | None:
        key = guard_key(body)
        before = self._bodies.get((author, key)) if key is not None else None
        if before is not None and before.data != data:
            return Refusal(NetReason.TWO_BODIES, proven=True)
        if before is not None and before.taken:
            return Refusal(NetReason.REPEATED)
        spent = isinstance(body, Unasked) and self._asides[_aside(author, body)] >= ASIDES_PER_HAND
        return Refusal(NetReason.REPEATED) if spent and refusal is None else refusal

    def dealt(self, deck: int) -> None:
        """A hand was dealt: what was said about earlier ones can be said no more."""
        self._bodies = {key: b for key, b in self._bodies.items() if key[1][1] == deck}
        self._asides.clear()
        self._entries.clear()
        self._voids = 0

    def succeed(self) -> None:
        """Another device orders: it has no part in what was numbered before."""
        self._voids = 0


def _aside(author: bytes, body: Unasked) -> tuple[bytes, int, str]:
    """What is counted as the same thing that nobody asked for."""
    return author, body.seat, body.kind
