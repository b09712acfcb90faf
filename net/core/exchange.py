"""How devices get the same log: who lacks what, who sends it, and whose heads differ.

A device asks for what it lacks and gets a few frames; it asks again when it has taken those, so
nobody is flooded. New records go at once to whoever has all before them. Everybody says every two
seconds how far its log goes. What another log than ours is to us says `net.core.forks`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from net.core.effects import Effect
from net.core.epoch import majority
from net.core.forks import Forks
from net.core.limits import LOG_MARKS, USELESS_PER_SECOND
from net.core.line import LogLine
from net.core.links import Links, LiveLink
from net.core.log import Record, decode_record
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
        self._forks = Forks(links, scribe, line, effect)
        self._second = 0
        self._useless: Counter[bytes] = Counter()
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
        """Whoever let us in has lost its seat by our log, which is no older: it is told, and asks.

        What it is sent ends there, whatever it says that it has: who has no seat reads nothing.
        """
        replica = self._replica
        if replica is None or epoch > replica.chain.epoch or not replica.lost_at(there.identity):
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
            while n > 1 and len(marks) < LOG_MARKS - 1:
                marks.append(Mark(n, chain.place_at(n).head))
                n -= back
                back *= 2
            if chain.n:
                marks.append(Mark(1, chain.place_at(1).head))
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
        if there.elsewhere and not first and not self._replica.lost_at(there.identity):
            return  # no head of ours: it was never at this table
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
        replica = self._replica
        # Whoever never sat here may be anybody, under as many names as it likes.
        sat = replica is not None and there.identity in replica.lobby.sat
        if not (there.member or there.promised or (there.elsewhere and sat)):
            return
        there.due -= 1
        before = self._reached(there)
        took = self._take_all(link, there, message.records, now)
        if self._reached(there) == before and self._is_flood(there.identity, now):
            self._line.drop(link, "bad_frame")
        elif took and there.due <= 0 and (not self.has_all() or self._is_ahead(there)):
            # Asking at every frame would be answered by four for each.
            self._ask(link)

    def _reached(self, there: LiveLink) -> tuple[int, ...]:
        """How far our log goes, and the other one that comes on this link."""
        chain = self._replica.chain if self._replica is not None else None
        log = (chain.epoch, chain.n) if chain is not None else ()
        return (*log, there.branch.place.n) if there.branch is not None else log

    def _is_flood(self, identity: bytes, now: int) -> bool:
        """Whether this device has sent too many frames in this second that were of no use.

        Counted for the device, not for the link, which costs nothing to make again.
        """
        if now // 1_000 != self._second:
            self._second = now // 1_000
            self._useless.clear()
        self._useless[identity] += 1
        return self._useless[identity] > USELESS_PER_SECOND

    def _take_all(self, link: int, there: LiveLink, records: Iterable[bytes], now: int) -> bool:
        """Takes the records of one frame; False when the rest of it is of no use."""
        for data in records:
            record = decode_record(data)
            if record is None:
                self._line.drop(link, "bad_frame")
                return False
            if not self._take(link, there, record, data, now):
                return False
        return True

    def _take(self, link: int, there: LiveLink, record: Record, data: bytes, now: int) -> bool:
        """Takes one record; False when the rest of its frame is of no use."""
        replica = self._replica
        if self._forks.keeps_aside(link, there, record, data, now):
            return True
        if replica is None or record.n > replica.n + 1:
            self.want(link, now)
            return False
        if record.n <= replica.n:
            if data == self._scribe.tape.record(record.n):
                return True
            if not self._forks.cuts(there, record, data, now):
                return there.branch is not None
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
        self._forks.compare(message, now)
