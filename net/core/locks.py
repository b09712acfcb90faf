"""The locks on a finished deck: which keys are the committed ones, and what lies under them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from net.core import crypto, honest
from net.core.crypto import Point, Scalar
from net.core.group import Group

__all__ = ["Locks", "OwnSeat"]


@dataclass(slots=True)
class Locks:
    """What is public about the locks: D_0, the locked points, and the key hashes of each seat.

    ``points`` and ``hashes`` grow with the deck and are complete after the last Lock.
    """

    group: Group
    head: bytes
    points: tuple[Point, ...]
    hashes: dict[int, tuple[bytes, ...]] = field(default_factory=dict)
    _cards: dict[Point, int] = field(init=False)

    def __post_init__(self) -> None:
        self._cards = {
            point: index for index, point in enumerate(self.group.cards[: len(self.points)])
        }

    def is_key(self, seat: int, slot: int, key: bytes) -> bool:
        """Whether this is the key that `seat` committed to for `slot`.

        Bytes that X25519 would clamp are no key: their product would not be that of the locks.
        """
        hashed = honest.hash_key(self.head, seat, slot, key)
        return self.group.is_scalar(key) and self.hashes[seat][slot] == hashed

    def fits(self, slot: int, card: int, keys: Mapping[int, Scalar]) -> bool:
        """The public equation: whether the keys of all seats lock `card` to what is in `slot`."""
        if card >= len(self.points):
            return False
        try:
            locked = self.group.multiply(self.group.product(keys.values()), self.group.cards[card])
        except crypto.ScalarError:
            return False
        return locked == self.points[slot]

    def card_under(self, slot: int, keys: Mapping[int, Scalar]) -> int | None:
        """The card that the keys of all seats open in `slot`; None if it is none of this deck."""
        try:
            unlocked = self.group.multiply(self.group.inverse(keys.values()), self.points[slot])
        except crypto.ScalarError:
            return None
        card = self._cards.get(unlocked) if unlocked is not None else None
        # The others will use the public equation on this opening, so its owner does as well: what
        # unlocks but could never be proved is a trap (A5).
        return card if card is not None and self.fits(slot, card, keys) else None


class OwnSeat:
    """What this device alone knows of one seat it plays; never shared between its seats.

    ``locks`` are the seat's own keys, once it has locked; ``known`` for each slot the keys it holds
    by seat; ``faces`` the cards it has seen so; ``trouble`` the slot and the seat of its first
    complaint, both None where they cannot be named.
    """

    __slots__ = ("_box", "_boxes", "_shared", "faces", "known", "locks", "secret", "trouble")

    def __init__(self, secret: bytes, boxes: Mapping[int, bytes]) -> None:
        self.secret: Final = secret
        self.locks: tuple[Scalar, ...] = ()
        self.known: Final[dict[int, dict[int, Scalar]]] = {}
        self.faces: Final[dict[int, int]] = {}
        self.trouble: tuple[int | None, int | None] | None = None
        self._box: crypto.Box | None = None
        self._boxes: Final = boxes
        self._shared: Final[dict[int, bytes | None]] = {}

    def shared_with(self, other: int) -> bytes | None:
        """What this seat's box and that of `other` have in common; computed once."""
        if other not in self._shared:
            self._box = self._box or crypto.Box(self.secret)
            self._shared[other] = self._box.shared(self._boxes[other])
        return self._shared[other]

    def complain(self, slot: int | None, against: int | None) -> None:
        """Remember a complaint, unless there is an earlier one."""
        if self.trouble is None:
            self.trouble = (slot, against)
