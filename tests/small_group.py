"""A group for tests in which a deal costs next to nothing: the integers modulo a prime, added up.

A scalar times a point is the product modulo the prime, so everything that a deal says about the
curve holds here, down to 32 bytes for a point and one spelling for each; only nothing is hidden,
because dividing is easy. That is of no matter to a test of delays, cuts and crashes.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from net.core.crypto import SIZE, Point, Scalar, digest
from net.core.group import Group
from net.core.points import MAX_CARDS

PRIME: Final = 2**127 - 1
"""The order. So large that two of the random points of a deck are never equal."""


def number(data: bytes) -> int:
    """The number that a point or a scalar is."""
    return int.from_bytes(data, "little")


def spelled(value: int) -> bytes:
    """A number modulo the prime as 32 bytes."""
    return (value % PRIME).to_bytes(SIZE, "little")


class Integers:
    """The additive group modulo `PRIME`; implements `net.core.group.Group`."""

    cards: Final = tuple(
        Point(spelled(number(digest("small card", index)))) for index in range(MAX_CARDS)
    )

    def scalar(self, data: bytes) -> Scalar:
        return Scalar(spelled(number(data) % (PRIME - 1) + 1))

    def is_scalar(self, data: bytes) -> bool:
        return len(data) == SIZE and 0 < number(data) < PRIME

    def product(self, scalars: Iterable[Scalar]) -> Scalar:
        value = 1
        for scalar in scalars:
            value = value * number(scalar) % PRIME
        return Scalar(spelled(value))

    def inverse(self, scalars: Iterable[Scalar]) -> Scalar:
        return Scalar(spelled(pow(number(self.product(scalars)), -1, PRIME)))

    def swap(self, old: Scalar, news: Sequence[Scalar]) -> list[Scalar]:
        undone = pow(number(old), -1, PRIME)
        return [Scalar(spelled(undone * number(new))) for new in news]

    def multiply(self, scalar: Scalar, point: Point) -> Point | None:
        return Point(spelled(number(scalar) * number(point)))

    def multiply_all(self, scalar: Scalar, points: Iterable[Point]) -> list[Point]:
        factor = number(scalar)
        return [Point(spelled(factor * number(point))) for point in points]

    def multiply_each(self, scalars: Iterable[Scalar], points: Iterable[Point]) -> list[Point]:
        return [
            Point(spelled(number(scalar) * number(point)))
            for scalar, point in zip(scalars, points, strict=True)
        ]

    def first_foreign(self, points: Sequence[bytes]) -> int | None:
        return next((at for at, point in enumerate(points) if not self.is_scalar(point)), None)


SMALL: Final[Group] = Integers()
"""The group that tests deal in."""
