"""What every device has said for which guard key, in the hand that is played and the next."""

from __future__ import annotations

from collections import Counter

from net.core.bodies import Body, encode_body
from net.core.guard import GuardKey, guard_key
from net.core.hand import Refusal
from net.core.limits import ENTRIES_PER_AUTHOR_AND_HAND, VOID_ENTRIES_PER_HAND
from net.core.lobby import NetReason

__all__ = ["Spoken"]


class Spoken:
    """The bodies in the log that their authors may say only once, equal at every peer (3.2)."""

    def __init__(self) -> None:
        self._bodies: dict[tuple[bytes, GuardKey], tuple[bytes, bool]] = {}
        self._entries: Counter[bytes] = Counter()
        self._voids = 0

    def is_too_fast(self, author: bytes) -> bool:
        """Whether ``author`` has as many entries since the last deal as a hand can need."""
        return self._entries[author] >= ENTRIES_PER_AUTHOR_AND_HAND

    @property
    def spares(self) -> int:
        """How many void entries who orders may still number; negative when there were too many."""
        return VOID_ENTRIES_PER_HAND - self._voids

    def refuses(self, author: bytes, body: Body, refusal: Refusal | None) -> Refusal | None:
        """Why ``body`` would be void as the next entry, ``refusal`` or because of these bodies."""
        if (author, guard_key(body)) not in self._bodies:
            return refusal
        return self._refuse(author, body, encode_body(body), refusal)

    def hear(
        self, author: bytes, body: Body, data: bytes, refusal: Refusal | None
    ) -> Refusal | None:
        """Takes an entry; why it is void, ``refusal`` or because of what was said before.

        Two bodies for one key prove a cheat, the same body twice is a resend. Of one author, that
        is: else anybody could speak for a seat first, in vain, and have its owner convicted of a
        second body.
        """
        self._entries[author] += 1
        refusal = self._refuse(author, body, data, refusal)
        self._voids += refusal is not None
        key = guard_key(body)
        if key is not None and self._bodies.get((author, key), (data, False)) == (data, False):
            self._bodies[author, key] = (data, refusal is None)
        return refusal

    def _refuse(
        self, author: bytes, body: Body, data: bytes, refusal: Refusal | None
    ) -> Refusal | None:
        key = guard_key(body)
        before = self._bodies.get((author, key)) if key is not None else None
        if before is not None and before[0] != data:
            return Refusal(NetReason.TWO_BODIES, proven=True)
        if before is not None and before[1]:
            return Refusal(NetReason.REPEATED)
        return refusal

    def dealt(self, deck: int) -> None:
        """A hand was dealt: what was said about earlier ones can be said no more."""
        self._bodies = {key: b for key, b in self._bodies.items() if key[1][1] == deck}
        self._entries.clear()
        self._voids = 0

    def succeed(self) -> None:
        """Another device orders: it has no part in what was numbered before."""
        self._voids = 0
