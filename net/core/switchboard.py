"""The links of one device as they come up, fall silent and go, and the calls for those it lacks."""

from __future__ import annotations

from collections.abc import Callable

from net.core.company import Company
from net.core.effects import Dial, Effect, Emit
from net.core.gate import Gate
from net.core.grace import STOPPED_MS
from net.core.guest import Guest
from net.core.limits import SILENCE_MS
from net.core.line import Line
from net.core.links import Links, LiveLink
from net.core.replica import Replica
from net.core.reporter import Reporter
from net.core.scribe import Scribe
from net.core.succession import Succession
from net.core.wire import Bye, Knock
from net.updates import LinkChanged

__all__ = ["Switchboard"]


class Switchboard:
    """What follows at one device when a link comes or goes.

    Args:
        links: all its links.
        scribe: its log.
        succession: told of who has a link again.
        guest: its own way to the table.
        gate: told of who has none any more.
        company: who is around its table.
        reporter: who tells the screen.
        line: the ways to other devices.
        effect: takes what has to be done.
        watching: this device only looks on.
    """

    def __init__(
        self,
        links: Links,
        scribe: Scribe,
        succession: Succession,
        guest: Guest,
        gate: Gate,
        company: Company,
        reporter: Reporter,
        line: Line,
        effect: Callable[[Effect], None],
        *,
        watching: bool,
    ) -> None:
        self._links = links
        self._scribe = scribe
        self._succession = succession
        self._guest = guest
        self._gate = gate
        self._company = company
        self._reporter = reporter
        self._line = line
        self._effect = effect
        self._watching = watching
        self._ticked: int | None = None

    @property
    def _replica(self) -> Replica | None:
        return self._scribe.replica

    @property
    def at_table(self) -> bool:
        """Whether this device orders, or who orders has let it in."""
        return self._scribe.is_orderer or self._guest.to_orderer() is not None

    # Coming

    def up(self, link: int, there: LiveLink) -> None:
        """A link is up; of another program of the same identity no link answers any more."""
        for older in self._links.add(link, there):
            if self._links.live[older].program != there.program:
                self._line.send(older, Bye("replaced"))
            self._line.drop(older, "replaced")
        self._succession.returned(there.identity)
        self._company.links.setdefault(there.identity, None)
        if there.dialled or self._guest.has_seat(there.identity):
            self.greet(there)
        if there.dialled:
            self._knock(link, there)
        self._lobby()

    def _knock(self, link: int, there: LiveLink) -> None:
        chain = self._replica.chain if self._replica is not None else None
        epoch, n = (chain.epoch, chain.n) if chain is not None else (0, 0)
        head = chain.head if chain is not None else bytes(32)
        there.had = (epoch, n)
        name, address = self._guest.name, self._guest.address
        self._line.send(link, Knock(name, epoch, n, head, address, self._watching))

    def greet(self, there: LiveLink) -> None:
        """See `net.core.line.GateLine`."""
        if not there.told and not self._is_sent_away(there.identity):
            there.told = True
            self._effect(Emit(LinkChanged(there.name, "up", None)))

    def measured(self, link: int, rtt_ms: float) -> None:
        """How long a frame takes there and back."""
        there = self._links.live.get(link)
        if there is not None:
            self._company.links[there.identity] = rtt_ms

    # Going

    def down(self, link: int, now: int) -> None:
        """A link is gone, whatever the reason."""
        self.forget(link, now)
        self._lobby()

    def forget(self, link: int, now: int) -> None:
        """The same at once, when this device ends the link: that it is down comes later."""
        gone = self._links.remove(link, now)
        if gone is not None:
            self._gate.forget(gone.identity)
            self._company.links.pop(gone.identity, None)
            if gone.told and not self._is_sent_away(gone.identity):
                self._effect(Emit(LinkChanged(gone.name, "down", None)))

    def _is_sent_away(self, identity: bytes) -> bool:
        """Whether nobody needs to hear any more where this device is."""
        return self._replica is not None and identity in self._replica.lobby.kicked

    def _lobby(self) -> None:
        if self._replica is not None:
            self._reporter.lobby(self._replica)

    # Time

    def cut_silent(self, now: int) -> None:
        """Cuts links on which nothing comes any more: half open, or the other side is asleep."""
        slept = self._ticked is not None and now - self._ticked >= STOPPED_MS
        self._ticked = now
        members = list(self._links.members())
        if slept and members:
            self._succession.distrust.begin_anew()
        for link, there in members:
            if slept:
                there.heard = now
            elif now - there.heard >= SILENCE_MS:
                self._line.drop(link, "silent")

    def dial(self, now: int) -> None:
        """Asks for links to the devices at the table that have none to here."""
        replica = self._replica
        if replica is not None and not self._guest.has_left:
            orderer = replica.chain.orderer
            for identity, address in self._links.to_dial(replica.lobby, orderer, now):
                self._effect(Dial(identity, address))
