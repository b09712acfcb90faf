"""The group that a deck is locked in: all that a deal computes with points and scalars.

The program knows one, `CURVE`. The seam is there for tests, which run the very same deal in a group
that secures nothing and costs a tenth. A group is an argument of `Replica`
and of what makes one: no option, file or message names it, and no part of the program passes
another (tests/architecture/test_group.py). A log dealt in another group proves nothing here, since
its points are no points of the curve.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from net.core import crypto
from net.core.crypto import Point, Scalar
from net.core.points import CARD_POINTS

__all__ = ["CURVE", "Curve25519", "Group"]


class Group(Protocol):
    """A group of prime order in which logarithms are hard; points and scalars are 32 bytes.

    What is computed with bytes of a peer (`is_scalar`, `first_foreign`, and after these two
    everything else) never raises, save `ScalarError` where it says so.
    """

    @property
    def cards(self) -> Sequence[Point]:
        """The point of each card index; nobody knows how two are related (dealing.md 2.10)."""

    def scalar(self, data: bytes) -> Scalar:
        """The scalar that 32 random bytes mean."""

    def is_scalar(self, data: bytes) -> bool:
        """Whether these bytes are a scalar: the one spelling of it, and not zero."""

    def product(self, scalars: Iterable[Scalar]) -> Scalar:
        """The scalar that locks as all of these do.

        Raises:
            ScalarError: the product has no spelling; no peer can bring that about (2.9).
        """

    def inverse(self, scalars: Iterable[Scalar]) -> Scalar:
        """The scalar that takes the locks of all of these off; raises as `product` does."""

    def swap(self, old: Scalar, news: Sequence[Scalar]) -> list[Scalar]:
        """The scalars that take the lock `old` off and put one of `news` on; raises likewise."""

    def multiply(self, scalar: Scalar, point: Point) -> Point | None:
        """The point locked by the scalar; None for a point that is none."""

    def multiply_all(self, scalar: Scalar, points: Iterable[Point]) -> list[Point]:
        """All points locked by one scalar.

        Raises:
            ValueError: a point is foreign; see `first_foreign`.
        """

    def multiply_each(self, scalars: Iterable[Scalar], points: Iterable[Point]) -> list[Point]:
        """Each point locked by its own scalar; raises as `multiply_all` does."""

    def first_foreign(self, points: Sequence[bytes]) -> int | None:
        """The index of the first that is no point of the group in its one spelling, or None."""


class Curve25519:
    """The prime-order subgroup of Curve25519, x-only: X25519 (dealing.md 2.9)."""

    cards: Final = CARD_POINTS
    scalar = staticmethod(crypto.clamp)
    is_scalar = staticmethod(crypto.is_scalar)
    product = staticmethod(crypto.product)
    inverse = staticmethod(crypto.inverse)
    swap = staticmethod(crypto.swap)
    multiply = staticmethod(crypto.multiply)
    multiply_all = staticmethod(crypto.multiply_all)
    multiply_each = staticmethod(crypto.multiply_each)
    first_foreign = staticmethod(crypto.first_foreign)


CURVE: Final[Group] = Curve25519()
"""The group of every deal that people play."""
