"""Numbers that a seat seals during a hand and opens later: predictions, cards given away (3.6).

What binds a seat is a hash of the number with a nonce; the nonce comes from the seat's secret S of
the deck. So nobody else can read the number, its own device finds it again from the log alone after
a crash, and once S is open everybody finds every number that was ever sealed, opened or not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from net.core import crypto

__all__ = ["NUMBERS", "Seals"]

NUMBERS: Final = 1 << 12
"""Sealed numbers are below this, as in `engine.actions`: points, or a slot."""


@dataclass(slots=True)
class Seals:
    """What the seats have sealed in one hand.

    Attributes:
        head: D_0 of its deck.
        sealed: per seat its hashes with the entries of the log they came in, in their order.
    """

    head: bytes
    sealed: dict[int, list[tuple[bytes, int]]] = field(default_factory=dict)

    def count(self, seat: int) -> int:
        """How many numbers the seat has sealed; the index of its next one."""
        return len(self.sealed.get(seat, ()))

    def seal(self, seat: int, index: int, number: int, nonce: bytes) -> bytes:
        """What the seat says in place of the number; 32 bytes."""
        return crypto.digest("sealed", self.head, seat, index, number, nonce)

    def keep(self, seat: int, seal: bytes, entry: int) -> None:
        """The seat has sealed its next number."""
        self.sealed.setdefault(seat, []).append((seal, entry))

    def opens(self, seat: int, index: int, number: int, nonce: bytes) -> bool:
        """Whether this is the number that the seat has sealed."""
        if not 0 <= index < self.count(seat):
            return False
        return self.sealed[seat][index][0] == self.seal(seat, index, number, nonce)

    def find(self, seat: int, index: int, secret: bytes) -> int | None:
        """The number that the seat with this S has sealed; None if it has sealed nothing true."""
        nonce = crypto.number(secret, index)
        return next((n for n in range(NUMBERS) if self.opens(seat, index, n, nonce)), None)

    def untrue(self, seat: int, secret: bytes) -> int | None:
        """The entry of the seat's first seal that holds no number under its S, or None."""
        for index in range(self.count(seat)):
            if self.find(seat, index, secret) is None:
                return self.sealed[seat][index][1]
        return None
