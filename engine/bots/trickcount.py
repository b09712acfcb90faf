"""Making an exact number of tricks where the highest card wins: chances of heights, and their sum.

A position is reduced to heights. What a card will win is its chance against random unseen cards;
the number of tricks a hand makes is then a sum of such chances, and its distribution tells how far
it will be from what was announced. Chances are in parts of `ONE`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

__all__ = ["ONE", "Unseen", "miss", "spread"]

ONE: Final = 1 << 12


@dataclass(frozen=True, slots=True)
class Unseen:
    """How many cards of each height a seat has not seen.

    Attributes:
        numbers: by height, jokers at the top, since they are mostly declared high.
        total: of them all.
    """

    numbers: tuple[int, ...]
    total: int

    @classmethod
    def of(cls, heights: Iterable[int], top: int) -> Unseen:
        """Counted from the unseen heights; what is higher than `top` counts as `top`."""
        numbers = [0] * (top + 1)
        for height in heights:
            numbers[min(height, top)] += 1
        return cls(tuple(numbers), sum(numbers))

    def above(self, height: int) -> int:
        """The chance that a random unseen card does not beat this height; ties count half."""
        if not self.total:
            return ONE
        at = min(height, len(self.numbers) - 1)
        below = 2 * sum(self.numbers[:at]) + self.numbers[at]
        return below * ONE // (2 * self.total)

    def wins(self, height: int, against: int) -> int:
        """The chance to be above so many random cards."""
        return power(self.above(height), against)


def power(chance: int, times: int) -> int:
    """A chance that has to come true so many times."""
    found = ONE
    for _ in range(times):
        found = found * chance // ONE
    return found


def spread(chances: Sequence[int]) -> list[int]:
    """How likely each number of tricks is, given the chance of each card."""
    found = [ONE]
    for chance in chances:
        after = [0] * (len(found) + 1)
        for made, likely in enumerate(found):
            after[made] += likely * (ONE - chance) // ONE
            after[made + 1] += likely * chance // ONE
        found = after
    return found


def miss(numbers: Sequence[int], wanted: int) -> int:
    """How far one will be from the wanted number on average, in parts of `ONE`."""
    return sum(likely * abs(made - wanted) for made, likely in enumerate(numbers))
