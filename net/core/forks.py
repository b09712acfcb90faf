"""Another log of the same table: which of the two a device keeps, and who is to blame for it.

In a torn network two parts may both have gone on, and an orderer may lie. Of two logs the one with
the newer epoch is the table's, whoever sends it, if all of it is sound and takes back nothing that
its own voters have agreed to. Two signed heads for one place convict the orderer (dealing.md 3.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from net.core.bodies import Epoch, decode_body
from net.core.branch import Branch
from net.core.effects import Effect, Secret
from net.core.epoch import decode_vote, is_ordered, majority
from net.core.evidence import Order, two_orders
from net.core.line import LogLine
from net.core.links import Links, LiveLink
from net.core.log import Record, decode_entry, decode_record, next_head
from net.core.replica import Replica
from net.core.scribe import Scribe
from net.core.wire import Beat

__all__ = ["Forks"]

MISLED_MS: Final = 30_000
"""How long nobody listens to another log from whoever sent one that was not taken: to read it costs
a second and more after an evening."""


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

    @property
    def _replica(self) -> Replica | None:
        return self._scribe.replica

    # Another log instead of ours

    def keeps_aside(
        self, link: int, there: LiveLink, record: Record, data: bytes, now: int
    ) -> bool:
        """Whether this record is kept as one of another log that goes on under a newer epoch.

        With the one that begins that epoch the other log is ours, if all of it is sound. To find
        that out costs a reading of the whole log, so who sends one that is not has to wait.
        """
        replica = self._replica
        if replica is None or there.epoch <= replica.chain.epoch:
            return False
        chain, branch = replica.chain, there.branch
        if branch is None or record.n != branch.place.n + 1:
            if self._leads_nowhere(there, now):
                return False
            older = record.n <= chain.n and record.epoch <= chain.epoch
            if not older or data == self._scribe.tape.record(record.n):
                return False
            self._look_for_two(replica, record, now)
            branch = there.branch = self._branch(replica, record)
        if not branch.add(record, data):
            there.branch = None
        elif branch.opened == record.n or self._is_joined(replica, branch, record):
            self._try(link, there, branch, now)
            return True
        return there.branch is not None

    def cuts(self, there: LiveLink, record: Record, data: bytes, now: int) -> bool:
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
        if self._leads_nowhere(there, now):
            return False
        if self._takes_back(replica, record.n, (data,)):
            self._mislead(there, now)
            # What follows it may show that most of us have gone over.
            there.branch = self._branch(replica, record)
            there.branch.add(record, data)
            return False
        self._scribe.rewind(record.n - 1, now)
        return True

    def _branch(self, replica: Replica, record: Record) -> Branch:
        chain = replica.chain
        return Branch(chain.table, chain.place_at(record.n - 1), chain.epoch)

    def _is_joined(self, replica: Replica, branch: Branch, record: Record) -> bool:
        """Whether with this record more than half of our people have signed in the newer epoch."""
        entry = decode_entry(record.entry)
        if entry is None or entry.author not in branch.signers:
            return False
        others = branch.signers - {entry.author}
        present = replica.lobby.present
        return majority(present, branch.signers) and not majority(present, others)

    def _try(self, link: int, there: LiveLink, branch: Branch, now: int) -> None:
        """Takes the other log instead of ours if it is sound and takes nothing back.

        It may, if most of us stand by it with their signatures: alone nobody can play on.
        """
        replica = self._replica
        trial = self._scribe.trial(branch.first, branch.records)
        if replica is None or trial is None:
            there.branch = None
            self._mislead(there, now)
            self._line.drop(link, "bad_log")
        elif majority(replica.lobby.present, branch.signers) or not self._takes_back(
            trial, branch.first, branch.records
        ):
            there.branch = None
            self._scribe.change_over(branch.first, branch.records, now)
        else:
            self._mislead(there, now)

    def _leads_nowhere(self, there: LiveLink, now: int) -> bool:
        return now < self._misled.get(there.identity, now)

    def _mislead(self, there: LiveLink, now: int) -> None:
        """What this device sent was not taken, and it cost a reading of much of the log."""
        self._misled = {who: until for who, until in self._misled.items() if now < until}
        self._misled.setdefault(there.identity, now + MISLED_MS)

    def _takes_back(self, log: Replica, first: int, records: Iterable[bytes]) -> bool:
        """Whether another log would take back what the voters of its epochs have agreed to.

        With these ``records`` it parts from ours at entry ``first``; ``log`` knows who takes part.
        Whoever votes knows no more of the log than it says, and signs nothing in an older epoch
        afterwards (`net.core.promises`): who has all the same lies about the one or has broken the
        other, and does not count. So nobody takes back what more than half of the devices have
        seen and gone on from. Each epoch has to stand so: the last one alone could be voted for by
        whoever has followed a false one before.
        """
        known = self._known(first)
        for data in records:
            record = decode_record(data)
            entry = decode_entry(record.entry) if record is not None else None
            body = decode_body(entry.body) if entry is not None else None
            if record is None or not isinstance(body, Epoch) or body.epoch != record.epoch:
                continue
            votes = (vote for ballot in body.votes if (vote := decode_vote(ballot)) is not None)
            kept = {v.voter for v in votes if known.get(v.voter, (0, 0)) <= (v.last, v.n)}
            if not majority(log.devices_at(record.n - 1), kept):
                self._line.outbid(record.epoch)
                return True
        return False

    def _known(self, first: int) -> dict[bytes, tuple[int, int]]:
        """How far each device had seen or ordered our log from entry ``first`` on: epoch and n."""
        known: dict[bytes, tuple[int, int]] = {}
        if self._replica is None:
            return known
        chain = self._replica.chain
        for data in self._scribe.tape.since(first):
            record = decode_record(data)
            entry = decode_entry(record.entry) if record is not None else None
            if record is None or entry is None:
                continue
            places = [(chain.place_at(record.n).orderer, record.n)]
            if entry.seen >= first:
                places.append((entry.author, entry.seen))
            for device, n in places:
                place = (chain.place_at(n).epoch, n)
                known[device] = max(known.get(device, place), place)
        return known

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
