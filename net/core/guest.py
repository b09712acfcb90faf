"""This device's own way into a table and out of it: being let in, taking a seat, leaving."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from net.core.before import decode_before
from net.core.bodies import Leave, Options, Sit
from net.core.effects import Effect, Emit, Open, Recall
from net.core.epoch import majority
from net.core.exchange import Exchange
from net.core.limits import SILENCE_MS
from net.core.line import Line
from net.core.links import Links, LiveLink
from net.core.log import PROTOCOL, Genesis, decode_genesis, encode, table_id
from net.core.names import bot_name
from net.core.replica import Replica
from net.core.scribe import Scribe
from net.core.signpost import follow
from net.core.succession import Succession
from net.core.wire import Bye, Moved, Welcome
from net.updates import Waiting, WaitingFor

__all__ = ["Guest", "Welcomed"]

STANDING_MS: Final = 3 * SILENCE_MS
"""How long whoever is let in asks for a free seat before it gives up. Its word, the answer and what
is before that in the log may each be so long on their way over a link that still counts as good.
Being cut meanwhile, as who has no seat is after `STRANGER_MS`, begins nothing anew."""

TICK_MS: Final = 1_000
"""What passes at most from one tick to the next for a program that runs."""


@dataclass(frozen=True, slots=True)
class Welcomed:
    """A link on which somebody let us in to a table that we have not taken up yet.

    The table has ``n`` entries, the newest of ``epoch``.
    """

    link: int
    genesis: Genesis
    epoch: int
    n: int


class Guest:
    """A device at a table that it may have opened itself, or that somebody lets it in to.

    Args:
        identity: this device.
        links: all its links.
        scribe: its log.
        exchange: what it knows of the others' logs.
        succession: told of who left.
        line: the ways to other devices.
        effect: takes what has to be done.
        name: its person's name.
        address: ``host:port`` where others can dial it, or None.
        rules: version of the engine's results.
        watching: this device only looks on, without a seat.

    Attributes:
        name: see above.
        address: see above; may be known only later.
    """

    def __init__(
        self,
        identity: bytes,
        links: Links,
        scribe: Scribe,
        exchange: Exchange,
        succession: Succession,
        line: Line,
        effect: Callable[[Effect], None],
        *,
        name: str,
        address: str | None,
        rules: int,
        watching: bool,
    ) -> None:
        self.name = name
        self.address = address
        self._identity = identity
        self._rules = rules
        self._watching = watching
        self._links = links
        self._scribe = scribe
        self._exchange = exchange
        self._succession = succession
        self._line = line
        self._effect = effect
        self._welcomed: Welcomed | None = None
        self._behind: int | None = None
        self._quitting = False
        self._said_goodbye = False
        self._replaced: bytes | None = None
        self._ticked = 0
        self._stood_ms = 0

    @property
    def _replica(self) -> Replica | None:
        return self._scribe.replica

    def to_orderer(self) -> int | None:
        """The link to the orderer, once it has let us in."""
        replica = self._replica
        return self._links.number_of(replica.chain.orderer, member=True) if replica else None

    def has_seat(self, identity: bytes) -> bool:
        """Whether the person at this device has a seat."""
        return self._replica is not None and identity in self._replica.lobby.devices

    @property
    def is_behind(self) -> bool:
        """Whether this device has just come and does not have the whole log yet."""
        return self._behind is not None

    @property
    def has_left(self) -> bool:
        """Whether this device has said goodbye: it orders nothing more and lets nobody in."""
        return self._said_goodbye

    def succeeded(self) -> None:
        """Another device orders: what was cut off does not come any more."""
        if self._behind is not None and self._replica is not None:
            self._behind = min(self._behind, self._replica.n)

    def found(self, genesis: Genesis, options: Options, bots: Sequence[str], now: int) -> None:
        """Opens a new table, sits down on seat 0 and bots of these levels on the last seats.

        At one that goes on from another the seat is the one that this device had there.
        """
        self._scribe.begin(genesis)
        self._effect(Open(encode(genesis)))
        self._scribe.submit(options, now)
        seat = self._seat_before(genesis)
        self._scribe.submit(Sit(seat or 0, self.name, None, self.address), now)
        taken = [self.name]
        for number, level in enumerate(bots):
            taken.append(bot_name(taken))
            self._scribe.submit(Sit(options.seats - 1 - number, taken[-1], level, None), now)

    def _seat_before(self, genesis: Genesis) -> int | None:
        """Where this device sat at the table from whose score this one starts."""
        before = decode_before(genesis.before)
        seats = before.seats if before is not None else ()
        return seats.index(self._identity) if self._identity in seats else None

    # Being let in

    def welcomed(self, link: int, there: LiveLink, message: Welcome, now: int) -> None:
        """Somebody let us in."""
        if not there.dialled:
            return
        genesis = decode_genesis(message.genesis)
        if genesis is None or (genesis.protocol, genesis.rules) != (PROTOCOL, self._rules):
            if self._replica is None:
                self._line.fail("other_version")
            else:  # we have our table; who says nonsense in its place is nobody there
                self._line.drop(link, "bad_frame")
        elif self._replica is None:
            # Who founded it may be gone; whoever lets us in, the log proves itself.
            self._welcomed = Welcomed(link, genesis, message.epoch, message.n)
            self._effect(Recall(message.genesis))
        elif table_id(genesis) != self._replica.chain.table:
            # Whoever dials the seats of a table may find anything there; that ends no evening.
            self._line.drop(link, "stranger")
        else:
            self._come_in(link, there, message.epoch, message.n, now)

    def moved(self, link: int, there: LiveLink, message: Moved) -> None:
        """Who we knocked at does not order: whoever has no table yet goes where it says."""
        if self._replica is None and follow(
            there, message, self._links, self._identity, self._effect
        ):
            self._line.drop(link, "moved")

    def take_welcome(self) -> Welcomed | None:
        """The welcome to a table that is to be taken up from the disk now; once."""
        welcomed, self._welcomed = self._welcomed, None
        return welcomed if self._replica is None else None

    def taken_up(self, welcomed: Welcomed, now: int) -> None:
        """What the disk has of the table that we were let in to is read."""
        there, replica = self._links.live.get(welcomed.link), self._replica
        if there is None or replica is None:
            return
        there.had = (replica.chain.epoch, replica.n)
        place = (welcomed.epoch, welcomed.n)
        if not replica.n:
            self._enter(welcomed.link, there, *place, now)
        elif not self._come_in(welcomed.link, there, *place, now):
            self._line.drop(welcomed.link, "stranger")

    def _come_in(self, link: int, there: LiveLink, epoch: int, n: int, now: int) -> bool:
        """Somebody with ``n`` entries, the newest of ``epoch``, let us in; False if it is nobody.

        Our log may not know it yet, or not any more: then the newer log leads.
        """
        there.follows = epoch
        return (
            self._may_enter(link, there, epoch, n, now)
            or self._exchange.ask_stranger(link, there, epoch, n)
            or self._exchange.lead(link, there, epoch)
        )

    def _may_enter(self, link: int, there: LiveLink, epoch: int, n: int, now: int) -> bool:
        """Enters, if by our log somebody of the table lets us in."""
        if self._replica is None or not _is_of_the_table(self._replica, there.identity):
            return False
        there.promised = None
        self._enter(link, there, epoch, n, now)
        return True

    def _enter(self, link: int, there: LiveLink, epoch: int, n: int, now: int) -> None:
        """We are let in to a table that has ``n`` entries, the newest of ``epoch``."""
        there.member = True
        if not self.has_seat(self._identity):
            # What was before is no news to somebody who comes only now.
            self._behind = n
            self._scribe.hush()
        if self._exchange.enter(link, there, epoch, n) and self.to_orderer() == link:
            self._scribe.again(now, 0)
            self.seat_myself(now)
        self.taken_in(now)

    def taken_in(self, now: int) -> None:
        """More of the log is here; whoever looks on is told of the table once it has all of it.

        By it somebody may have let us in whom we did not know.
        """
        replica = self._replica
        for link, there in list(self._links.live.items()):
            if there.promised is not None:
                self._may_enter(link, there, *there.promised, now)
        if self._behind is not None and replica is not None and replica.n >= self._behind:
            self._behind = None
            self._scribe.speak_up(now)

    def seat_myself(self, now: int) -> None:
        """Who has the whole log and no seat takes the first free one; who orders may have left too.

        Whoever can be dialled elsewhere than its seat says tells where.
        """
        replica = self._replica
        if replica is None or self._quitting or self._scribe.outbox.is_sitting():
            return
        if self._identity in replica.lobby.kicked:
            return
        if self._watching:
            return
        lobby = replica.lobby
        if not self._scribe.is_orderer and not (
            self._exchange.has_all() and self.to_orderer() is not None
        ):
            return
        seat = lobby.seat_of(self._identity)
        seated = lobby.seats[seat] if seat is not None else None
        free = lobby.free_seat()
        before = self._seat_before(replica.chain.genesis)
        if free is not None and before is not None and lobby.at(before) is None:
            free = before
        if seat is not None and seated is not None:
            back = self._identity in lobby.away
            if back or self.address not in (None, seated.address):
                again = Sit(seat, seated.name, None, self.address or seated.address)
                if replica.is_due(self._identity, again):
                    self._scribe.submit(again, now)
        else:
            for choice in lobby.vacant_seats() if lobby.playing else (free,):
                sit = None if choice is None else Sit(choice, self.name, None, self.address)
                if sit is not None and replica.is_due(self._identity, sit):
                    self._scribe.submit(sit, now)
                    break

    def stand(self, now: int) -> None:
        """Who has asked for a free seat for long, linked to whoever orders, is told and gives up.

        A link that breaks meanwhile begins nothing anew: an honest host needs a moment. Nobody can
        make it seat somebody: who comes in is its say.
        """
        passed, self._ticked = min(now - self._ticked, TICK_MS), now
        if self.has_seat(self._identity):
            self._stood_ms = 0
        elif self._scribe.outbox.is_sitting() and self.to_orderer() is not None:
            self._stood_ms += passed
            if self._stood_ms >= STANDING_MS:
                self._line.fail("host_no_seat")

    def patience(self) -> None:
        """Who orders has asked its person about us."""
        self._effect(Emit(Waiting((), 0, WaitingFor.ADMISSION)))

    # Leaving

    def left(self, link: int, there: LiveLink, message: Bye, now: int) -> None:
        """Somebody ended a link on purpose."""
        replica = self._replica
        orderer = replica.chain.orderer if replica is not None else there.identity
        self._line.drop(link, message.code)
        if message.code == "replaced":
            if self._links.number_of(there.identity) is not None:
                return  # it was said before this program came back, and it was let in since
            if there.identity == orderer:
                self._replaced = orderer
            if self._plays() and self._is_replaced(orderer):
                self._line.fail("host_replaced")
                return
        code = message.code
        if self._plays() and code != "bad_log" and there.identity == orderer:
            code = "quit"  # by our log we play: nobody's word is worth more than its own leaving
        if code == "quit" and self.has_seat(there.identity):
            self._links.left(there.identity, now)
        gone = code in ("given", "kicked") and self.to_orderer() is None and not self._sits()
        if gone and not self._scribe.is_orderer and self.has_seat(there.identity):
            # We were away for long: whoever of the table we found says what became of our seat.
            self._line.fail(f"host_{code}")
            return
        if self._scribe.is_orderer or there.identity != orderer:
            return
        if replica is None and not there.dialled:
            return
        if code == "bad_log" and self._can_do_without(orderer) and not self._watching:
            # It has signed what it calls false: it has told somebody else another story. Whoever
            # only looks on has no vote, and nobody else who lets it in.
            self._succession.distrust.lies(orderer)
            return
        self._succession.left(orderer)
        if replica is None or code != "quit" or not self._can_do_without(orderer):
            self._line.fail(f"host_{code}")

    def _sits(self) -> bool:
        """Whether by our own log this device has a seat, and has not been sent away."""
        lobby = self._replica.lobby if self._replica is not None else None
        return lobby is not None and self._identity in set(lobby.devices) - lobby.kicked

    def _plays(self) -> bool:
        """Whether it does so in a Partie that runs: then only the log sends it away."""
        playing = self._replica is not None and self._replica.lobby.playing
        return playing and self._sits() and not self._watching

    def _is_replaced(self, orderer: bytes) -> bool:
        """Whether another program has our seat as far as we can know: nobody lets us in any more.

        It cannot be proved, and who orders may be lying: one link is enough to play on.
        """
        return self._replaced == orderer and next(self._links.members(), None) is None

    def _can_do_without(self, device: bytes) -> bool:
        """Whether the others are enough to go on, now or as soon as they have found each other."""
        lobby = self._replica.lobby if self._replica is not None else None
        if lobby is None or not lobby.partie:
            return False
        return majority(lobby.present, set(lobby.present) - {device})

    def obey(self) -> None:
        """Who is sent away by the others goes."""
        replica = self._replica
        if replica is None or self._said_goodbye or self._identity not in replica.lobby.kicked:
            return
        self._said_goodbye = True
        for link in self._links.live:
            self._line.send(link, Bye("quit"))
        self._line.fail("kicked")

    def quit(self, now: int, *, failed: bool) -> None:
        """Our person leaves; a session that has ``failed`` says no more."""
        self._quitting = True
        replica = self._replica
        seat = replica.lobby.seat_of(self._identity) if replica is not None else None
        if seat is not None and not failed:
            self._scribe.submit(Leave(seat), now)
        self._scribe.work(now)
        self.say_goodbye()

    def say_goodbye(self) -> None:
        """Who leaves a running hand opens it first, so that nobody is left with a doubt."""
        if self._scribe.outbox and not self._watching:
            return
        if self._quitting and not self._said_goodbye:
            self._said_goodbye = True
            # Whoever is still waiting to be let in has to hear it too.
            for link in self._links.live:
                self._line.send(link, Bye("quit"))


def _is_of_the_table(replica: Replica, identity: bytes) -> bool:
    """Whether a device may let us in by our log; who once had a seat may have one again by now."""
    lobby = replica.lobby
    if identity == replica.chain.orderer:
        return True
    return identity in lobby.sat and lobby.bars(identity) is None
