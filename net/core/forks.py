"""Another log of the same table: which of the two a device keeps, and who is to blame for it.

In a torn network two parts may both have gone on; a candidate may open its epoch when nobody
reckons with it any more; an orderer may lie. Of two logs the one with the newer epoch is the
table's, whoever sends it, if all of it is sound and its votes were not given long ago. Two signed
heads for one place convict the orderer (dealing.md 3.2).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from net.core.branch import Branch
from net.core.effects import Effect, Secret
from net.core.epoch import is_ordered, majority
from net.core.evidence import Order, two_orders
from net.core.late_votes import late, votes_of
from net.core.limits import TICK_MS
from net.core.line import LogLine
from net.core.links import Links, LiveLink
from net.core.log import Record, next_head
from net.core.replica import Replica
from net.core.scribe import Scribe
from net.core.wire import Beat

__all__ = ["Forks"]

MISLED_MS: Final = 30_000
"""How long nobody listens to another log from whoever sent one that was not taken: to read it costs
a second and more after an evening."""

ALONE_MS: Final = 45_000
"""How long a device keeps to an epoch that most others do not take although they are linked to it:
longer than each of them refuses to look at it again (`MISLED_MS`)."""


class Forks:
    """What one device does with another log of its table.

    Args:
        links: all links.
        scribe: this device's log.
        line: the ways to other devices.
        effect: takes what has to be done.
    """

    def __init__(
        self, links: Links, scribe: Scribe, line: LogLine, effect: Callable[[Effect], None]
    ) -> None:
        self._links = links
        self._scribe = scribe
        self._line = line
        self._effect = effect
        # Not the same as who is convicted: others may have the proof first, and then this device
        # still keeps its own.
        self._proved: set[bytes] = set()
        self._misled: dict[bytes, int] = {}
        self._alone_ms: dict[bytes, int] = {}
        self._ticked = 0
        self._given_up: set[bytes] = set()

    @property
    def _replica(self) -> Replica | None:
        return self._scribe.replica

    def succeeded(self) -> None:
        """Another device orders: whoever followed an older epoch may follow this one."""
        self._alone_ms.clear()

    # Giving way

    def give_way(self, now: int) -> None:
        """Whoever is alone with an epoch leaves it: the others have long gone on without it.

        Its votes may have been good, and the network torn just then; or it was misled. Not to an
        epoch that this device ordered itself: it would give its numbers a second time.
        """
        replica = self._replica
        if replica is None:
            return
        passed, self._ticked = min(now - self._ticked, TICK_MS), now
        # Links are counted together: whoever has refused the epoch for a while ends its link.
        for device, newest in {one.identity: one for one in self._links.live.values()}.items():
            if newest.follows >= replica.chain.epoch:
                self._alone_ms.pop(device, None)
            elif newest.follows:
                self._alone_ms[device] = self._alone_ms.get(device, 0) + passed
        older = [device for device, alone in self._alone_ms.items() if alone >= ALONE_MS]
        before = replica.chain.place_at(replica.chain.begun - 1)
        if majority(replica.devices_at(before.n), older) and not self._scribe.is_me(before.orderer):
            self._given_up.add(replica.chain.head_at(before.n + 1) or b"")
            self._scribe.step_back(before.n, now)

    def has_given_up(self, record: Record) -> bool:
        """Whether this opens an epoch that this device has left so: it never takes that again."""
        replica = self._replica
        if replica is None or not self._given_up or not 1 <= record.n <= replica.n + 1:
            return False
        return next_head(replica.chain.place_at(record.n - 1).head, record.entry) in self._given_up

    # Another log instead of ours

    def keeps_aside(
        self, link: int, there: LiveLink, record: Record, data: bytes, now: int
    ) -> bool:
        """Whether this record is kept as one of another log that goes on under a newer epoch.

        With the one that begins that epoch the other log is ours, if all of it is sound. To find
        that out costs a reading of the whole log, so who sends one that is not has to wait.
        """
        replica = self._replica
        if replica is None or there.epoch <= replica.chain.epoch or self._leads_nowhere(there, now):
            return False
        chain, branch = replica.chain, there.branch
        if branch is None or record.n != branch.place.n + 1:
            older = record.n <= chain.n and record.epoch <= chain.epoch
            if not older or data == self._scribe.tape.record(record.n):
                return False
            self._look_for_two(replica, record, now)
            branch = there.branch = Branch(chain.table, chain.place_at(record.n - 1))
        if not branch.add(record, data):
            there.branch = None
        elif record.epoch > chain.epoch:
            there.branch = None
            if self._comes_late(replica, record, branch.first) or not self._scribe.change_over(
                branch.first, branch.records, now
            ):
                self._mislead(there, now)
                self._line.drop(link, "bad_log")
            return True
        return there.branch is not None

    def cuts(self, there: LiveLink, record: Record, now: int) -> bool:
        """Whether this record, where ours has another, opens an epoch that ends our log before it.

        Then the log ends there by now. Anything else is what an epoch has cut off elsewhere, or
        another history by the same hand.
        """
        replica = self._replica
        if replica is None:
            return False
        if replica.chain.check_cut(record, replica.devices_at(record.n - 1)) is not None:
            self._look_for_two(replica, record, now)
            return False
        if self._leads_nowhere(there, now) or self._comes_late(replica, record, record.n):
            self._mislead(there, now)
            return False
        self._scribe.rewind(record.n - 1, now)
        return True

    def _leads_nowhere(self, there: LiveLink, now: int) -> bool:
        return now < self._misled.get(there.identity, now)

    def _mislead(self, there: LiveLink, now: int) -> None:
        """What this device sent was not taken, and it cost a reading of much of the log."""
        self._misled = {who: until for who, until in self._misled.items() if now < until}
        self._misled.setdefault(there.identity, now + MISLED_MS)

    def _comes_late(self, replica: Replica, record: Record, first: int) -> bool:
        """Whether the epoch that this record opens would take back what its voters have agreed to.

        The log from entry ``first`` on, and votes of long ago. Whoever follows it by its own word
        stands by its vote; and if most do, as after a network was torn, so does this device.
        """
        votes = votes_of(record)
        there = {one.identity for _, one in self._links.members() if one.epoch >= record.epoch}
        gone_on = late(votes, self._scribe.tape, first) - there
        if not gone_on:
            return False
        rest = {vote.voter for vote in votes} - gone_on
        devices = replica.devices_at(first - 1)
        return not (majority(devices, rest) or majority(replica.lobby.present, there))

    # Two histories

    def compare(self, beat: Beat, now: int) -> None:
        """Somebody has said how far its log goes, which is of our epoch and no longer."""
        replica = self._replica
        if replica is None:
            return
        mine = replica.chain.head_at(beat.n)
        if beat.n and mine and mine != beat.head and beat.epoch == replica.chain.epoch:
            self._two_histories(replica, beat.n, beat.head, beat.order, now)

    def _look_for_two(self, replica: Replica, record: Record, now: int) -> None:
        """Whether whoever ordered this number has signed two entries for it."""
        chain = replica.chain
        if chain.contradicts(record):
            head = next_head(chain.place_at(record.n - 1).head, record.entry)
            self._two_histories(replica, record.n, head, record.signature, now)

    def _two_histories(self, replica: Replica, n: int, head: bytes, order: bytes, now: int) -> None:
        """There is another head for an entry: if its orderer signed both, it is convicted."""
        chain = replica.chain
        place = chain.place_at(n)
        orderer, epoch = place.orderer, place.epoch
        if orderer in self._proved:
            return
        if not is_ordered(orderer, order, chain.table, epoch, n, head):
            return
        theirs = Order(orderer, epoch, n, head, order)
        ours = Order(orderer, epoch, n, place.head, self._scribe.tape.order(n))
        evidence = two_orders(ours, theirs)
        # The convict will not log it: it stays on this device's disk, and the next orderer logs it.
        self._effect(Secret(f"evidence/{epoch}/{n}".encode(), evidence.first + evidence.second))
        self._proved.add(orderer)
        self._scribe.submit(evidence, now)
        self._line.convict(orderer, n)
