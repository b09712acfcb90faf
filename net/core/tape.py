"""The records of a log as bytes, to be sent on, with the orderer's signature of every head."""

from __future__ import annotations

from collections.abc import Iterator

from net.core.limits import FRAME_BYTES, RECORDS_PER_FRAME

__all__ = ["Tape"]


class Tape:
    """All records of one table, entry n at index n - 1."""

    __slots__ = ("_orders", "_records", "_times")

    def __init__(self) -> None:
        self._records: list[bytes] = []
        self._orders: list[bytes] = [b""]
        self._times: list[int | None] = []

    def __len__(self) -> int:
        return len(self._records)

    def keep(self, data: bytes, order: bytes, at: int | None) -> None:
        """Takes the next record and the orderer's signature of its head.

        ``at`` is when it came, in milliseconds; None if that was before this program began.
        """
        self._records.append(data)
        self._orders.append(order)
        self._times.append(at)

    @property
    def times(self) -> tuple[int | None, ...]:
        """When each of them came; see `keep`."""
        return tuple(self._times)

    def since(self, first: int) -> Iterator[tuple[bytes, int | None]]:
        """Entry ``first`` and what follows, and when each came."""
        return zip(self._records[first - 1 :], self._times[first - 1 :], strict=True)

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
