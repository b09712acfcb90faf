"""How devices get the same log: who lacks what, who sends it, and whose heads differ.

A device asks for what it lacks and gets a few frames; it asks again when it has taken those, so
nobody is flooded. New records go at once to whoever has all before them. Everybody says every two
seconds how far its log goes; two signed heads for one place convict the orderer (dealing.md 3.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from net.core.branch import Branch
from net.core.effects import Effect, Secret
from net.core.epoch import is_ordered, majority
from net.core.evidence import Order, two_orders
from net.core.late_votes import late, votes_of
from net.core.limits import LOG_MARKS
from net.core.line import LogLine
from net.core.links import Links, LiveLink
from net.core.log import Record, decode_record, next_head
from net.core.replica import Replica
from net.core.scribe import Scribe
from net.core.wire import Beat, Bye, Knock, Mark, Ordered, Want

__all__ = ["Exchange"]

BEAT_MS: Final = 2_000
"""How often everybody says how far its log goes."""

WANT_MS: Final = 500
"""How often a gap in the log may be asked for."""

SENT_AGAIN_MS: Final = 1_500
"""How often whoever looks on may ask for what it was sent already; a beat makes it ask later."""

MISLED_MS: Final = 30_000
"""How long nobody listens to another log from whoever sent one that was not taken: to read it costs
a second and more after an evening."""

ALONE_MS: Final = 45_000
"""How long a device keeps to an epoch that most others do not take although they are linked to it:
longer than each of them refuses to look at it again (`MISLED_MS`)."""

TICK_MS: Final = 1_000
"""What passes at most from one tick to the next for a program that runs."""

CATCH_UP_FRAMES: Final = 4
"""Frames of old records in one go."""


class Exchange:
    """The logs of one device and of its neighbours.

    Args:
        links: all links.
        scribe: this device's log.
        line: the ways to other devices.
        effect: takes what has to be done.

    Attributes:
        goal: how far the table's log goes at least, as others said.
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
        self._next_beat = 0
        self._wanted_at = -WANT_MS
        self.goal = 0

    @property
    def _replica(self) -> Replica | None:
        return self._scribe.replica

    def has_all(self) -> bool:
        """Whether this device has everything it has heard of."""
        return self._replica is not None and self._replica.n >= self.goal

    def has_caught_up(self) -> bool:
        """Whether this device has all that the others have.

        By the word of who orders, if it is linked, else of everybody who is; nobody has caught up
        without a link. Who claims too much keeps this device silent only until who orders speaks;
        who orders and claims too little can have it say what it has said before, if it lost that.
        """
        if self._replica is None:
            return False
        chain = self._replica.chain
        there = [there for _, there in self._links.members()]
        heard = [one for one in there if one.identity == chain.orderer] or there
        return bool(heard) and all(
            one.epoch and (one.epoch, one.n) <= (chain.epoch, chain.n) for one in heard
        )

    def enter(self, link: int, there: LiveLink, epoch: int, n: int) -> bool:
        """Somebody with ``n`` entries, the newest of ``epoch``, let us in; False if that is odd."""
        replica = self._replica
        if replica is None:
            return False
        chain = replica.chain
        orders = there.identity == chain.orderer
        # Since we asked, others may have sent us more than the orderer had when it answered.
        if orders and epoch == there.had[0] == chain.epoch and n < there.had[1]:
            self._shorter(link, replica)
            return False
        if orders and epoch == chain.epoch:
            self.goal = max(self.goal, n)
        there.epoch = max(there.epoch, epoch)
        there.n = n if epoch >= chain.epoch else 0
        if orders or self._is_ahead(there):
            there.asked = True
            self._ask(link)
        return True

    def _shorter(self, link: int, replica: Replica) -> None:
        """Who orders says that it has less than it had signed and sent: as from an old copy.

        Whatever it numbers now would be a second history. Where the others are enough they follow
        another device, as if the link had broken, and a lie costs this link; else nothing is left.
        """
        lobby, orderer = replica.lobby, replica.chain.orderer
        if lobby.partie and majority(lobby.present, set(lobby.present) - {orderer}):
            self._line.drop(link, "log_shorter")
        else:
            self._line.fail("log_shorter")

    def ask_stranger(self, link: int, there: LiveLink, epoch: int, n: int) -> bool:
        """Asks somebody unknown who lets us in for the rest of the log; False if there is none.

        All whom we knew may have gone, and others sit there by now. Its log proves itself, and who
        it is; until then its word counts for nothing else.
        """
        there.promised = (epoch, n)
        if not self._is_ahead(there):
            there.promised = None
            return False
        there.epoch = max(there.epoch, epoch)
        self._ask(link)
        return True

    def lead(self, link: int, there: LiveLink, epoch: int) -> bool:
        """Whoever let us in has lost its seat by our log, which is newer: it is told, and asks."""
        replica = self._replica
        if replica is None or epoch >= replica.chain.epoch or not replica.lost_at(there.identity):
            return False
        there.elsewhere = True
        self._say(link)
        return True

    def hand_on(self) -> None:
        """Whoever is linked and follows an older epoch is sent what came instead.

        At once: those who have no seat by the newer one are let in no longer, and may know nobody
        else. Left alone they could be a majority by their log, and begin an epoch of their own.
        """
        chain = self._replica.chain if self._replica is not None else None
        for link, there in list(self._links.members()):
            # Who has just come has not said yet which epoch it follows.
            newer = chain.after(there.epoch or chain.epoch - 1) if chain is not None else None
            if newer is not None and not there.watches:
                there.sent = newer - 1
                self._push(link, there, CATCH_UP_FRAMES)

    def knocked(self, link: int, there: LiveLink, knock: Knock) -> None:
        """Who follows another epoch of this table is asked for it, if it is a newer one."""
        chain = self._replica.chain if self._replica is not None else None
        if there.elsewhere and chain is not None and knock.epoch > chain.epoch:
            there.epoch, there.n = knock.epoch, knock.n
            self._ask(link)

    def _is_ahead(self, there: LiveLink) -> bool:
        """Whether the other says that its log goes on after ours."""
        chain = self._replica.chain if self._replica is not None else None
        says = there.promised or (there.epoch, there.n)
        return chain is not None and says > (chain.epoch, chain.n)

    def _ask(self, link: int) -> None:
        """Asks for what follows; the marks reach back to the beginning in ever longer steps."""
        there = self._links.live.get(link)
        if there is None:
            return
        there.due = CATCH_UP_FRAMES
        replica = self._replica
        marks: list[Mark] = []
        if replica is not None:
            chain = replica.chain
            if there.branch is not None:
                marks.append(Mark(there.branch.place.n, there.branch.place.head))
            back, n = 1, chain.n
            while n > 0 and len(marks) < LOG_MARKS:
                marks.append(Mark(n, chain.place_at(n).head))
                n -= back
                back *= 2
        self._line.send(link, Want(tuple(marks)))

    def wanted(self, link: int, there: LiveLink, marks: Iterable[Mark], now: int) -> None:
        """Somebody lacks the log from the first of these places on that is in ours too.

        Whoever only looks on is not sent the same again and again: that would cost the table's
        network many times what asking costs.
        """
        if not (there.member or there.elsewhere) or self._replica is None:
            return
        chain = self._replica.chain
        first = next((m.n for m in marks if chain.head_at(m.n) == m.head), 0)
        again = there.sent is not None and first < there.sent
        if there.watches and again and now - there.answered < SENT_AGAIN_MS:
            return
        there.answered = now
        there.sent = first
        self._push(link, there, CATCH_UP_FRAMES)

    def numbered(self) -> None:
        """A record was numbered here: it goes to everybody who has all before it."""
        for link, there in self._links.live.items():
            if there.member and there.sent == len(self._scribe.tape) - 1:
                self._push(link, there, 1)

    def _push(self, link: int, there: LiveLink, frames: int) -> None:
        tape = self._scribe.tape
        end = self._last_for(there)
        while there.sent is not None and there.sent < end and frames > 0:
            batch = tape.batch(there.sent, end)
            self._line.send(link, Ordered(batch))
            there.sent += len(batch)
            frames -= 1
        if there.elsewhere and there.sent is not None and there.sent >= end:
            # It knows who orders now, and comes again if it has anything to ask there.
            barred = self._replica.lobby.bars(there.identity) if self._replica else None
            if barred is not None:
                self._line.send(link, Bye(barred))
            self._line.drop(link, "moved")

    def _last_for(self, there: LiveLink) -> int:
        """How much of the log is for the other: who has no seat is told why, and who orders now."""
        replica = self._replica
        if replica is None or not there.elsewhere:
            return len(self._scribe.tape)
        return max(replica.chain.begun, replica.lost_at(there.identity))

    def ordered(self, link: int, there: LiveLink, message: Ordered, now: int) -> None:
        """Records came."""
        if self._replica is None or not (there.member or there.elsewhere or there.promised):
            return
        there.due -= 1
        for data in message.records:
            record = decode_record(data)
            if record is None:
                self._line.drop(link, "bad_frame")
                return
            if not self._take(link, there, record, data, now):
                return
        # Asking at every frame would be answered by four for each.
        if there.due <= 0 and (not self.has_all() or self._is_ahead(there)):
            self._ask(link)

    def _take(self, link: int, there: LiveLink, record: Record, data: bytes, now: int) -> bool:
        """Takes one record; False when the rest of its frame is of no use."""
        replica = self._replica
        if replica is not None and self._is_given_up(replica, record):
            return False
        if replica is not None and self._keeps_aside(link, replica, there, record, data, now):
            return True
        if replica is None or record.n > replica.n + 1:
            self.want(link, now)
            return False
        if record.n <= replica.n:
            if data == self._scribe.tape.record(record.n):
                return True
            # An epoch may end our log earlier. Anything else is what it has cut off elsewhere, or
            # another history by the same hand.
            devices = replica.devices_at(record.n - 1)
            if replica.chain.check_cut(record, devices) is not None:
                self._look_for_two(replica, record, now)
                return False
            if self._leads_nowhere(there, now) or self._comes_late(replica, record, record.n):
                self._mislead(there, now)
                return False
            self._scribe.rewind(record.n - 1, now)
        elif record.epoch < replica.chain.epoch or (
            self._scribe.is_orderer and record.epoch == replica.chain.epoch
        ):
            return False
        fault = self._scribe.take(record, data, now)
        if fault is None:
            return True
        # From anybody but the orderer it is only noise: what counts is what is signed.
        chain = replica.chain
        if (there.identity, record.epoch) == (chain.orderer, chain.epoch):
            self._line.distrust("bad_log", fault=fault.value, entry=str(record.n))
        self._line.drop(link, "bad_log")
        return False

    def succeeded(self) -> None:
        """Another device orders: what was known of the others' logs is void."""
        self.goal = self._replica.n if self._replica is not None else 0
        self._alone_ms.clear()
        for there in self._links.live.values():
            there.sent = None
            there.n = 0
            there.asked = False
            there.branch = None
        self._next_beat = 0

    def want(self, link: int, now: int) -> None:
        """Asks for what is missing, but not for every frame that comes too early."""
        if self._replica is not None and now - self._wanted_at >= WANT_MS:
            self._wanted_at = now
            self._ask(link)

    # Heads

    def tick(self, now: int) -> None:
        """Time passed."""
        if now >= self._next_beat:
            self._next_beat = now + BEAT_MS
            self.beat()
        self._give_way(now)

    def _give_way(self, now: int) -> None:
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

    def _is_given_up(self, replica: Replica, record: Record) -> bool:
        if not self._given_up or not 1 <= record.n <= replica.n + 1:
            return False
        return next_head(replica.chain.place_at(record.n - 1).head, record.entry) in self._given_up

    def beat(self) -> None:
        """Tells every member how far the log goes here."""
        for link, _ in self._links.members():
            self._say(link)

    def _say(self, link: int) -> None:
        if self._replica is not None:
            chain = self._replica.chain
            self._line.send(link, Beat(chain.epoch, chain.n, chain.head, chain.order))

    def beaten(self, link: int, there: LiveLink, message: Beat, now: int) -> None:
        """Somebody said how far its log goes."""
        replica = self._replica
        if replica is None or not there.member or there.watches:
            return
        chain = replica.chain
        there.n = message.n if message.epoch >= chain.epoch else 0
        there.epoch, there.follows = max(there.epoch, message.epoch), message.epoch
        place = (there.identity, message.epoch)
        if place == (chain.orderer, chain.epoch) and not there.asked:
            # From now on it sends us every record at once.
            there.asked = True
            self._ask(link)
        if (message.epoch, message.n) > (chain.epoch, chain.n):
            if message.epoch == chain.epoch and there.identity == chain.orderer:
                self.goal = max(self.goal, message.n)
            if message.epoch > chain.epoch or not self._scribe.is_orderer:
                self.want(link, now)
            return
        mine = chain.head_at(message.n)
        if message.n and mine and mine != message.head and message.epoch == chain.epoch:
            self._two_histories(replica, message.n, message.head, message.order, now)

    # Two histories

    def _look_for_two(self, replica: Replica, record: Record, now: int) -> None:
        """Whether whoever ordered this number has signed two entries for it."""
        chain = replica.chain
        if chain.contradicts(record):
            head = next_head(chain.place_at(record.n - 1).head, record.entry)
            self._two_histories(replica, record.n, head, record.signature, now)

    def _keeps_aside(
        self, link: int, replica: Replica, there: LiveLink, record: Record, data: bytes, now: int
    ) -> bool:
        """Whether this record is kept as one of another log that goes on under a newer epoch.

        With the one that begins that epoch the other log is ours, if all of it is sound. To find
        that out costs a reading of the whole log, so who sends one that is not has to wait.
        """
        chain, branch = replica.chain, there.branch
        if there.epoch <= chain.epoch or self._leads_nowhere(there, now):
            return False
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
