"""Entries on their way to whoever orders, past it where need be, and what that shows of it."""

from __future__ import annotations

from collections import Counter
from typing import Final

from net.core.bodies import Body, Evidence, Pause, Sit, decode_body
from net.core.distrust import is_hosts_say, said_as
from net.core.evidence import TWO_ORDERS, reason_of
from net.core.gate import Gate
from net.core.guest import Guest
from net.core.limits import PASSED_ON_PER_SECOND, PENDING_PROPOSALS, REFUSED_PER_SECOND
from net.core.line import Line
from net.core.links import Links, LiveLink
from net.core.log import Entry, FaultCode, decode_entry, is_signed
from net.core.replica import Replica
from net.core.reporter import Reporter
from net.core.reports import Fed, Offence
from net.core.scribe import Scribe
from net.core.succession import Succession
from net.core.who import names
from net.core.wire import Propose, Refuse

__all__ = ["Relay"]

_SECOND_MS: Final = 1_000


class Relay:
    """The proposals of one device, and those that others hand to it.

    Args:
        identity: this device.
        links: all its links.
        scribe: its log.
        succession: told of an orderer that lies or keeps something back.
        reporter: who tells the screen.
        guest: knows the way to who orders.
        gate: knows who may take a seat, while this device orders.
        line: the ways to other devices.
        watching: this device only looks on.
    """

    def __init__(
        self,
        identity: bytes,
        links: Links,
        scribe: Scribe,
        succession: Succession,
        reporter: Reporter,
        guest: Guest,
        gate: Gate,
        line: Line,
        *,
        watching: bool,
    ) -> None:
        self._identity = identity
        self._links = links
        self._scribe = scribe
        self._succession = succession
        self._reporter = reporter
        self._guest = guest
        self._gate = gate
        self._line = line
        self._watching = watching
        self._second = 0
        self._read: Counter[bytes] = Counter()
        self._refused: Counter[bytes] = Counter()
        self._passed: set[tuple[int, object]] = set()

    @property
    def _replica(self) -> Replica | None:
        return self._scribe.replica

    # Proposals

    def propose(self, entry: bytes, now: int) -> None:
        """Sends an entry of our own to be numbered."""
        if self._watching:
            return  # it has no word in the log, not even what convicts somebody
        link = self._guest.to_orderer()
        if link is not None:
            self._line.send(link, Propose(entry))
        decoded, replica = decode_entry(entry), self._replica
        body = decode_body(decoded.body) if decoded is not None else None
        if decoded is None or body is None or replica is None:
            return
        if is_hosts_say(replica, decoded.author, body):
            return  # nobody else can do anything for it
        if link is not None and not self._succession.distrust.proposed(decoded, now):
            return
        # Somebody else may reach the orderer and passes it on.
        for other, there in self._links.members():
            if not there.watches and other != link:
                self._line.send(other, Propose(entry))

    def proposed(self, link: int, there: LiveLink, data: bytes, now: int) -> None:
        """Somebody wants an entry numbered, here or by whoever orders."""
        if not there.member:
            return
        entry = decode_entry(data)
        if entry is None:
            self._line.drop(link, "bad_frame")
        elif self._scribe.is_orderer:
            if self._guest.has_left:
                return  # who comes after this device has to know where its log ends
            if self._may_have_a_number(entry):
                self._scribe.offer(entry, link, PENDING_PROPOSALS * len(self._links.live))
        elif entry.author == there.identity:
            self._pass_on(link, entry, data, now)

    def _may_have_a_number(self, entry: Entry) -> bool:
        """Whether our door has nothing against it: a guest may hand on whom it likes."""
        replica, body = self._replica, decode_body(entry.body)
        if replica is None or body is None or not is_hosts_say(replica, entry.author, body):
            return True
        return self._gate.may_sit(entry.author)

    def _pass_on(self, link: int, entry: Entry, data: bytes, now: int) -> None:
        """Somebody cannot reach the orderer, or finds no answer there.

        Handed on is what an honest orderer would number, and each thing once in a second. Anything
        else would be this device's own flood there.
        """
        replica = self._replica
        if replica is None or not self._has_time_for(entry.author, now):
            return
        if not is_signed(entry, replica.chain.table):
            self._line.drop(link, "bad_frame")  # no honest device says anything without
            return
        body = decode_body(entry.body)
        if isinstance(body, Evidence):
            found = replica.convicted(body)
            if found is not None and reason_of(body) == TWO_ORDERS:
                self.convict(found, replica.n)
        orderer = self._guest.to_orderer()
        if orderer is None or body is None or is_hosts_say(replica, entry.author, body):
            return
        follows = replica.chain.head_at(entry.seen) == entry.head
        if not follows or not replica.is_due(entry.author, body, entry.seen):
            return
        # Of these there may be as many as somebody cares to make, and few get a number.
        many = isinstance(body, Evidence | Sit | Pause)
        what = type(body) if many else said_as(entry.author, body)
        passed = (orderer, (entry.author, what))
        if passed not in self._passed:
            self._passed.add(passed)
            self._succession.distrust.proposed(entry, now, seen=entry.seen)
            self._line.send(orderer, Propose(data))

    def _has_time_for(self, author: bytes, now: int) -> bool:
        """Whether one more entry of this author may be looked at in this second."""
        self._count_from(now)
        self._read[author] += 1
        return self._read[author] <= PASSED_ON_PER_SECOND

    def _count_from(self, now: int) -> None:
        """Counts anew in every second."""
        second = now // _SECOND_MS
        if second != self._second:
            self._second = second
            self._read.clear()
            self._refused.clear()
            self._passed.clear()

    def refuse(self, link: int, key: bytes, reason: str, now: int) -> None:
        """Tells who proposed a body why it gets no number; who proposes too many such is cut.

        Counted for the device, not for the link, which costs nothing to make again.
        """
        there = self._links.live.get(link)
        if there is None:
            return
        self._count_from(now)
        self._refused[there.identity] += 1
        if self._refused[there.identity] > REFUSED_PER_SECOND:
            self._line.drop(link, "bad_frame")
        else:
            self._line.send(link, Refuse(key, reason))

    def refused(self, there: LiveLink, message: Refuse, now: int) -> None:
        """Something gets no number, as the orderer says; believed as soon as the own log says so.

        Until then it is said again, and to everybody (`Distrust.proposed`): a lawful entry that is
        refused is withheld.
        """
        replica = self._replica
        if replica is None or there.identity != replica.chain.orderer:
            return
        if message.reason == FaultCode.NOT_ON_CHAIN.value:
            # What we had seen was cut off, or is not there yet: it is signed again by and by.
            return
        self._scribe.outbox.refuse(message.body, message.reason)
        self._obey(replica, now)

    def numbered(self, fed: Fed, now: int) -> None:
        """The log has grown: what is withheld or was refused is seen in another light."""
        replica = self._replica
        if replica is not None and not self._scribe.is_orderer:
            self._succession.distrust.numbered(fed.author, fed.body, replica)
            self._obey(replica, now)

    def _obey(self, replica: Replica, now: int) -> None:
        """Says no more what the orderer refuses with reason."""

        def is_due(body: Body) -> bool:
            return replica.is_due(self._identity, body)

        refused = list(self._scribe.outbox.refused(is_due))
        for key, reason in refused:
            self._scribe.refused(key, reason, now)
        if refused:
            self._guest.seat_myself(now)

    # An orderer that lies

    def distrust(self, code: str, **facts: str) -> None:
        """The orderer sends what cannot be: the others go on without it, or the session ends."""
        orderer = self._replica.chain.orderer if self._replica is not None else b""
        if self._succession.can_go_on(orderer):
            self._succession.distrust.lies(orderer)
        else:
            self._line.fail(code, **facts)

    def convict(self, orderer: bytes, n: int) -> None:
        """Two histories of this orderer differ from entry ``n`` on, both with its signature."""
        replica = self._replica
        if replica is None or self._succession.distrust.is_convicted(orderer):
            return
        self._succession.distrust.convict(orderer)
        offence = Offence(n, replica.lobby.seat_of(orderer), orderer, TWO_ORDERS)
        self._reporter.convict(replica, offence)
        if orderer == replica.chain.orderer and not self._succession.can_go_on(orderer):
            name = names(replica)[offence.seat] if offence.seat is not None else "?"
            self._line.fail("two_histories", name=name, entry=str(n))
