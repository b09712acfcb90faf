"""Another log of this table, from where it parts from ours.

In a torn network two parts may both have gone on, each with a majority of those that it knew of.
The log with the newer epoch is the table's, however it came to it. What lies between may belong to
an older epoch than ours has there, so nothing of it can be taken before all of it is here.
"""

from __future__ import annotations

from net.core.limits import BRANCH_BYTES
from net.core.log import Record, next_head

__all__ = ["Branch"]


class Branch:
    """The records of the other log so far.

    Args:
        first: the number of the first one that is not ours.
        head: the head before it, which both logs have.

    Attributes:
        n: how far they go.
        head: the head there.
        records: as they came.
    """

    __slots__ = ("_size", "first", "head", "n", "records")

    def __init__(self, first: int, head: bytes) -> None:
        self.first = first
        self.n = first - 1
        self.head = head
        self.records: list[bytes] = []
        self._size = 0

    def add(self, record: Record, data: bytes) -> bool:
        """Takes the next record; False if it is not that, or nobody would keep so much."""
        self._size += len(data)
        if record.n != self.n + 1 or self._size > BRANCH_BYTES:
            return False
        self.n = record.n
        self.head = next_head(self.head, record.entry)
        self.records.append(data)
        return True
