"""The records of a log as bytes, to be sent on, with the orderer's signature of every head."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from net.core.limits import FRAME_BYTES, RECORDS_PER_FRAME

__all__ = ["Tape"]


class Tape:
    """All records of one table, entry n at index n - 1."""

    __slots__ = ("_orders", "_records")

    def __init__(self) -> None:
        self._records: list[bytes] = []
        self._orders: list[bytes] = [b""]

    def __len__(self) -> int:
        return len(self._records)

    def keep(self, data: bytes, order: bytes) -> None:
        """Takes the next record and the orderer's signature of its head."""
        self._records.append(data)
        self._orders.append(order)

    def since(self, first: int) -> Iterator[bytes]:
        """Entry ``first`` and what follows."""
        return islice(self._records, first - 1, None)

    @property
    def records(self) -> tuple[bytes, ...]:
        """All of them."""
        return tuple(self._records)

    def record(self, n: int) -> bytes:
        """Entry ``n`` as it was taken, n from 1."""
        return self._records[n - 1]

    def order(self, n: int) -> bytes:
        """The orderer's signature of H_n, empty for n = 0."""
        return self._orders[n]

    def batch(self, sent: int, end: int | None = None) -> tuple[bytes, ...]:
        """The records after the first ``sent``, up to ``end``, as many as one frame holds."""
        batch: list[bytes] = []
        size = 16
        most = sent + RECORDS_PER_FRAME
        for data in self._records[sent : most if end is None else min(end, most)]:
            size += len(data) + 5
            if size > FRAME_BYTES:
                break
            batch.append(data)
        return tuple(batch)
