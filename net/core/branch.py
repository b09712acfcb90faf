"""Another log of this table, from where it parts from ours.

In a torn network two parts may both have gone on, each with a majority of those that it knew of.
The log with the newer epoch is the table's, however it came to it. What lies between may belong to
an older epoch than ours has there, so nothing of it can be taken before all of it is here.
"""

from __future__ import annotations

from net.core.epoch import Place, is_ordered
from net.core.limits import BRANCH_BYTES
from net.core.log import Record, decode_entry, next_head

__all__ = ["Branch"]


class Branch:
    """The records of the other log so far, each with the signature of who ordered it there.

    Args:
        table: the table's id.
        before: the end of what both logs have.
        newest: the newest epoch of our log.

    Attributes:
        first: the number of the first record that is not ours.
        place: how far they go.
        records: as they came.
        opened: the number of the first that begins a newer epoch than ``newest``, or None.
        signers: who has signed any of them knowing of that one.
    """

    __slots__ = ("_newest", "_size", "_table", "first", "opened", "place", "records", "signers")

    def __init__(self, table: bytes, before: Place, newest: int) -> None:
        self._table = table
        self._newest = newest
        self.opened: int | None = None
        self.signers: set[bytes] = set()
        self.first = before.n + 1
        self.place = before
        self.records: list[bytes] = []
        self._size = 0

    def add(self, record: Record, data: bytes) -> bool:
        """Takes the next record; False if it is not that, or nobody would keep so much.

        Whether it may begin an epoch is asked when all of them are here.
        """
        self._size += len(data)
        place, entry = self.place, decode_entry(record.entry)
        if record.n != place.n + 1 or self._size > BRANCH_BYTES:
            return False
        if entry is None or record.epoch < place.epoch:
            return False
        orderer = entry.author if record.epoch > place.epoch else place.orderer
        head = next_head(place.head, record.entry)
        signed = (orderer, record.signature, self._table, record.epoch, record.n, head)
        if not is_ordered(*signed):
            return False
        self.place = Place(record.epoch, record.n, head, orderer)
        self.records.append(data)
        if self.opened is not None and entry.seen >= self.opened:
            self.signers.add(entry.author)
        elif self.opened is None and record.epoch > self._newest:
            self.opened = record.n
        return True
