"""What a benchmark is: a line of the table with its target and a function that measures."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


class Skip(Exception):  # noqa: N818 - says why a row has no number; nothing went wrong in it
    """This row cannot run here; the text says why."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How much work a row does.

    Attributes:
        quick: tiny sizes, to see that everything runs; numbers mean little.
    """

    quick: bool = False

    def of(self, full: int, quick: int) -> int:
        """A number of repetitions."""
        return quick if self.quick else full


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number.

    Attributes:
        name: what was measured.
        value: the number.
        unit: its unit.
        limit: what it has to stay at or below (`at_least`: reach), None for information.
        at_least: whether the limit is a lower one.
    """

    name: str
    value: float
    unit: str
    limit: float | None = None
    at_least: bool = False

    @property
    def reached(self) -> bool | None:
        """Whether the limit is kept, None without one."""
        if self.limit is None:
            return None
        return self.value >= self.limit if self.at_least else self.value <= self.limit


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table.

    Attributes:
        name: a short word to ask for this row alone.
        what: the line's title.
        measure: does the work.
    """

    name: str
    what: str
    measure: Callable[[Scale], Sequence[Figure]]


@dataclass(slots=True)
class Sample:
    """Repeated measurements of one number."""

    values: list[float] = field(default_factory=list)

    def add(self, value: float) -> None:
        self.values.append(value)

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    @property
    def p95(self) -> float:
        ordered = sorted(self.values)
        return ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]


def cpu_seconds(work: Callable[[], object]) -> float:
    """Processor time of this process for one call, seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start
