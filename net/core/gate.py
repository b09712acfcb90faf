"""Who comes to a table and who goes: knocking, being let in, taking a seat, leaving, being cut off.

Whoever only looks on comes the same way and takes no seat. Both sides of it: what this device does
as the one that orders, and what it does as a guest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from net.commands import Admit
from net.core.admission import Admission
from net.core.before import decode_before
from net.core.bodies import Leave, Options, Sit
from net.core.effects import Effect, Emit, Open, Recall
from net.core.exchange import Exchange
from net.core.gallery import Spectators
from net.core.limits import SPECTATORS, STRANGER_MS
from net.core.links import Links, LiveLink
from net.core.log import PROTOCOL, Genesis, decode_genesis, encode, table_id
from net.core.names import bot_name
from net.core.replica import Replica
from net.core.scribe import Scribe
from net.core.signpost import follow, point
from net.core.succession import Succession
from net.core.wire import Bye, Gallery, Knock, Message, Moved, Patience, Welcome
from net.updates import Waiting, WaitingFor

__all__ = ["Gate", "Line", "Welcomed"]

LOBBY_GONE_MS: Final = 10_000
"""How long somebody may be gone before the first card without losing the seat."""


class Line(Protocol):
    """What a device can do with its links."""

    def send(self, link: int, message: Message) -> None:
        """Sends a message."""

    def drop(self, link: int, code: str) -> None:
        """Ends a link; ``code`` says why."""

    def fail(self, code: str, **facts: str) -> None:
        """The session is over before its time."""

    def greet(self, there: LiveLink) -> None:
        """Somebody of this table, or who is let in, is here."""

    def name_taken(self, there: LiveLink) -> None:
        """Says so, if somebody who wants in has the name of another whom our person knows."""


@dataclass(frozen=True, slots=True)
class Welcomed:
    """A link on which somebody let us in to a table that we have not taken up yet.

    The table has ``n`` entries, the newest of ``epoch``.
    """

    link: int
    genesis: Genesis
    epoch: int
    n: int


class Gate:
    """The way into one table and out of it, at one device.

    Args:
        identity: this device.
        name: its person's name.
        address: ``host:port`` where others can dial it, or None.
        rules: version of the engine's results.
        watching: this device only looks on, without a seat.
        door: whom this device lets in while it orders.
        links: all its links.
        scribe: its log.
        exchange: what it knows of the others' logs.
        succession: told of who left.
        line: the ways to other devices.
        effect: takes what has to be done.

    Attributes:
        name: see above.
        address: see above; may be known only later.
    """

    def __init__(
        self,
        identity: bytes,
        name: str,
        address: str | None,
        rules: int,
        watching: bool,
        door: Admission,
        links: Links,
        scribe: Scribe,
        exchange: Exchange,
        succession: Succession,
        line: Line,
        effect: Callable[[Effect], None],
    ) -> None:
        self.name = name
        self.address = address
        self._identity = identity
        self._rules = rules
        self._watching = watching
        self._door = door
        self._links = links
        self._scribe = scribe
        self._exchange = exchange
        self._succession = succession
        self._line = line
        self._effect = effect
        self._spectators = Spectators(links, effect)
        self._welcomed: Welcomed | None = None
        self._behind: int | None = None
        self._quitting = False
        self._said_goodbye = False

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

    # Letting others in

    def knocked(self, link: int, there: LiveLink, message: Knock) -> None:
        """Somebody wants in."""
        replica = self._replica
        settled = there.member or self._door.is_asked(there.identity)
        if replica is None or (settled and there.watches != message.watches):
            return  # our person is asked about one thing, and says yes to that
        there.watches = message.watches
        barred = _barred(replica, there.identity)
        if barred == "kicked" or (barred is not None and not there.watches):
            self._turn_away(link, barred)
            return
        if not self._scribe.is_orderer:
            # Guests let in whom the log has seated: who ordered them has asked already. Everybody
            # else goes to the device that orders, which may be this one in a moment.
            there.name = message.name
            if not there.watches and there.identity in replica.lobby.devices:
                self._let_in(link, there)
            else:
                point(link, replica, self._identity, self._line.send)
            return
        same = message.epoch == replica.chain.epoch
        if same and message.n and replica.chain.head_at(message.n) != message.head:
            self._turn_away(link, "bad_log")
            return
        there.name = message.name
        self._answer(link, there, replica)

    def _answer(self, link: int, there: LiveLink, replica: Replica) -> None:
        who = (there.identity, there.name, link, replica.lobby)
        if there.watches:
            answer = self._door.watch(*who, self._others(there))
        else:
            answer = self._door.knock(*who)
        if answer is True:
            self._let_in(link, there)
        elif isinstance(answer, str):
            self._turn_away(link, answer)
        else:
            self._line.send(link, Patience())
            self._line.name_taken(there)
            self._effect(Emit(answer))

    def _others(self, there: LiveLink) -> int:
        """How many look on besides."""
        return sum(one is not there for _, one in self._links.spectators())

    def admit(self, command: Admit) -> None:
        """Our person decided about somebody who knocked."""
        try:
            identity = bytes.fromhex(command.identity_hex)
        except ValueError:
            identity = b""
        waiting = self._door.answer(identity, yes=command.yes) if identity else ()
        if not waiting and self._links.number_of(identity) is None:
            self._scribe.tell_not_done("no_knock")
        for link in waiting:
            there = self._links.live.get(link)
            if there is None:
                continue
            if not command.yes:
                self._turn_away(link, "refused")
            elif there.watches and self._others(there) >= SPECTATORS:
                self._turn_away(link, "crowded")
            else:
                self._let_in(link, there)

    def _let_in(self, link: int, there: LiveLink) -> None:
        if self._replica is not None:
            there.member = True
            if not there.watches:
                self._line.greet(there)
            chain = self._replica.chain
            self._line.send(link, Welcome(encode(chain.genesis), chain.epoch, chain.n))
            if self._spectators.people:
                self._line.send(link, Gallery(self._spectators.people))

    def _turn_away(self, link: int, code: str) -> None:
        match code:
            case (
                "bad_log"
                | "full"
                | "started"
                | "refused"
                | "crowded"
                | "seated"
                | "given"
                | "kicked"
            ):
                self._line.send(link, Bye(code))
            case _:
                pass
        self._line.drop(link, code)

    def turn_out(self, now: int) -> None:
        """Cuts links of devices that neither knock nor, when they may, sit down."""
        replica = self._replica
        if replica is None:
            return
        open_seat = not replica.lobby.playing and replica.lobby.free_seat() is not None
        for link, there in list(self._links.live.items()):
            seated = self.has_seat(there.identity)
            late = there.member and replica.lobby.playing and not replica.lobby.vacant_seats()
            stays = there.member and (there.watches or not open_seat)
            if there.watches and seated:
                self._turn_away(link, "seated")
            elif there.identity in replica.lobby.kicked:
                self._turn_away(link, "kicked")
            elif late and not seated and not there.watches and not there.dialled:
                # Somebody else was faster.
                self._turn_away(link, "started")
            elif there.dialled or seated or stays or self._door.is_asked(there.identity):
                there.idle = now
            elif now - there.idle >= STRANGER_MS:
                self._line.drop(link, "silent")

    def clear_lobby(self, now: int) -> None:
        """Before the first card, who is gone for a while loses the seat."""
        replica = self._replica
        if replica is None or not self._scribe.is_orderer:
            return
        if replica.lobby.playing or replica.lobby.partie:
            return
        for identity, since in list(self._links.gone.items()):
            seat = replica.lobby.seat_of(identity)
            if now - since >= LOBBY_GONE_MS:
                del self._links.gone[identity]
                if seat is not None:
                    self._scribe.submit(Leave(seat), now)

    def ban(self, identity: bytes) -> None:
        """Our person, who hosts the table, sends somebody away and does not want them back."""
        self._door.ban(identity)
        for link, there in list(self._links.live.items()):
            if there.identity == identity:
                self._turn_away(link, "kicked")

    def forget(self, identity: bytes) -> None:
        """The device is gone; it may knock again."""
        self._door.forget(identity)

    # Looking on

    def count(self) -> None:
        """Tells who looks on, our person and everybody here, if that changed."""
        replica = self._replica
        if replica is None or self._behind is not None:
            return
        orderer, mine = replica.chain.orderer, self._scribe.is_orderer
        changed = self._spectators.count(orderer, mine=mine)
        if changed and mine:
            self._tell_gallery()

    def _tell_gallery(self) -> None:
        for link, _ in self._links.members():
            self._line.send(link, Gallery(self._spectators.people))

    def succeeded(self) -> None:
        """Another device orders: who looks on goes there, and is let in without being asked for."""
        replica = self._replica
        if self._behind is not None and replica is not None:
            self._behind = min(self._behind, replica.n)  # what was cut off does not come any more
        if replica is None or not self._scribe.is_orderer:
            for link, _ in list(self._links.spectators()):
                self._line.drop(link, "moved")
            for link, there in self._links.live.items():
                if replica is not None and self._door.is_asked(there.identity):
                    point(link, replica, self._identity, self._line.send)
            return
        self._door.trust(one.identity for one in self._spectators.people)
        for link, there in list(self._links.live.items()):
            if there.watches and not there.member:
                self._answer(link, there, replica)
        self.count()
        self._tell_gallery()

    # Being let in

    def welcomed(self, link: int, there: LiveLink, message: Welcome, now: int) -> None:
        """Somebody let us in."""
        if not there.dialled:
            return
        genesis = decode_genesis(message.genesis)
        if genesis is None or (genesis.protocol, genesis.rules) != (PROTOCOL, self._rules):
            self._line.fail("other_version")
        elif self._replica is None:
            # Who founded it may be gone; whoever lets us in, the log proves itself.
            self._welcomed = Welcomed(link, genesis, message.epoch, message.n)
            self._effect(Recall(message.genesis))
        elif table_id(genesis) != self._replica.chain.table:
            self._line.fail("other_table")
        elif there.identity in (self._replica.chain.orderer, *self._replica.lobby.devices):
            self._enter(link, there, message.epoch, message.n, now)

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
        if replica.n and there.identity not in (replica.chain.orderer, *replica.lobby.devices):
            self._line.drop(welcomed.link, "stranger")
            return
        there.had = (replica.chain.epoch, replica.n)
        self._enter(welcomed.link, there, welcomed.epoch, welcomed.n, now)

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
        """More of the log is here; whoever looks on is told of the table once it has all of it."""
        replica = self._replica
        if self._behind is not None and replica is not None and replica.n >= self._behind:
            self._behind = None
            self._scribe.speak_up(now)

    def seat_myself(self, now: int) -> None:
        """A guest that has the whole log and no seat takes the first free one.

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
        there = lobby.seats[seat] if seat is not None else None
        free = lobby.free_seat()
        before = self._seat_before(replica.chain.genesis)
        if free is not None and before is not None and lobby.at(before) is None:
            free = before
        if seat is not None and there is not None:
            back = self._identity in lobby.away
            if back or self.address not in (None, there.address):
                address = self.address or there.address
                self._scribe.submit(Sit(seat, there.name, None, address), now)
        elif not self._scribe.is_orderer:
            for choice in lobby.vacant_seats() if lobby.playing else (free,):
                sit = None if choice is None else Sit(choice, self.name, None, self.address)
                if sit is not None and replica.refuses(self._identity, sit) is None:
                    self._scribe.submit(sit, now)
                    break

    def patience(self) -> None:
        """Who orders has asked its person about us."""
        self._effect(Emit(Waiting((), 0, WaitingFor.ADMISSION)))

    # Leaving

    def left(self, link: int, there: LiveLink, message: Bye) -> None:
        """Somebody ended a link on purpose."""
        replica = self._replica
        orderer = replica.chain.orderer if replica is not None else there.identity
        self._line.drop(link, message.code)
        if message.code == "replaced" and self._links.number_of(there.identity) is not None:
            return  # of our own two links this is the older one
        gone = message.code in ("given", "kicked") and self.to_orderer() is None
        if gone and not self._scribe.is_orderer and self.has_seat(there.identity):
            # We were away for long: whoever of the table we found says what became of our seat.
            self._line.fail(f"host_{message.code}")
            return
        if self._scribe.is_orderer or there.identity != orderer:
            return
        if replica is None and not there.dialled:
            return
        self._succession.left(orderer)
        if replica is None or message.code != "quit" or not self._succession.can_go_on(orderer):
            self._line.fail(f"host_{message.code}")

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


def _barred(replica: Replica, identity: bytes) -> Literal["kicked", "given"] | None:
    """Why a person who had a seat does not get it back, or None."""
    lobby = replica.lobby
    if identity in lobby.kicked:
        return "kicked"
    lost = lobby.playing and lobby.has_lost_seat(identity) and not lobby.vacant_seats()
    return "given" if lost else None
