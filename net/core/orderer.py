"""The role of the device that gives every entry its number. Any device can play it.

It spares an honest author a void entry by refusing, with the reason, what its own replica refuses;
it orders what convicts its author, so that the cheat stands in the log for everybody.
"""

from dataclasses import dataclass

from net.core import crypto
from net.core.faults import FaultReason
from net.core.guard import guard_key
from net.core.log import (
    Entry,
    FaultCode,
    Record,
    encode,
    next_head,
    order_signature,
)
from net.core.replica import Replica

__all__ = ["Numbered", "Orderer", "Refused"]


@dataclass(frozen=True, slots=True)
class Numbered:
    """The entry got its place; ``data`` are the record's bytes."""

    record: Record
    data: bytes


@dataclass(frozen=True, slots=True)
class Refused:
    """The entry gets no place: a `NetReason`, `FaultReason`, engine `Reason` or `FaultCode`."""

    reason: str


class Orderer:
    """Numbers entries for one table.

    Args:
        identity: this device's key; it has to be the orderer of the replica's epoch.
        replica: what the log means so far; fed by the caller with every numbered record.
    """

    def __init__(self, identity: crypto.Identity, replica: Replica) -> None:
        self._identity = identity
        self._replica = replica
        self._convicted: set[bytes] = set()
        self._hand = -1

    def number(self, entry: Entry, *, own: bool = False) -> Numbered | Refused:
        """Gives ``entry`` the next number, or says why not; ``own`` entries are trusted."""
        replica = self._replica
        body = replica.chain.check_entry(entry, trusted=own)
        if isinstance(body, FaultCode):
            return Refused(body.value)
        self._new_hand()
        if replica.is_too_fast(entry.author):
            return Refused("too_fast")
        refusal = replica.refuses(entry.author, body, entry.seen)
        if refusal is not None:
            # If the programs differ everybody has to see it.
            differs = refusal.reason is FaultReason.OTHER_VERSION
            # Once a hand is enough: void entries cost everybody time and disk.
            spared = entry.author not in self._convicted and replica.spares_void
            if not spared or not (differs or (refusal.proven and not own and guard_key(body))):
                return Refused(str(refusal.reason))
            self._convicted.add(entry.author)
        return self._place(entry)

    def _new_hand(self) -> None:
        hand = self._replica.hand
        number = hand.number if hand is not None else -1
        if number != self._hand:
            self._hand = number
            self._convicted.clear()

    def _place(self, entry: Entry) -> Numbered:
        chain = self._replica.chain
        data = encode(entry)
        n, head = chain.n + 1, next_head(chain.head, data)
        signature = order_signature(self._identity, chain.table, chain.epoch, n, head)
        record = Record(chain.epoch, n, data, signature)
        return Numbered(record, encode(record))
