"""One device at one table: bytes, commands and time come in, effects come out. No I/O, no clock.

    peer.receive(link, data, now)    linked, unlinked    tick(now)    command(command, now)
    for effect in peer.drain(): …    in this order, see `net.core.effects`

Nothing that another device sends raises or grows without bound here. Whoever orders the log does it
in the same class: the role follows from the log (`Chain.orderer`). What the log becomes is the
business of `net.core.scribe`, who comes and goes that of `net.core.gate` and `net.core.guest`, by
which links that of `net.core.switchboard`, what others say that of `net.core.frames`, what our
person wants that of `net.core.desk`; here they are joined, and have their time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.actions import Action
from engine.seats import Seat
from net.commands import Command, Quit
from net.core import crypto
from net.core.admission import Admission
from net.core.bodies import Options
from net.core.company import Company
from net.core.desk import Desk
from net.core.effects import Cut, Effect, Emit, Send
from net.core.exchange import Exchange
from net.core.frames import Frames
from net.core.gate import Gate
from net.core.glance import Glance, glance
from net.core.grace import Grace
from net.core.group import CURVE, Group
from net.core.guest import Guest
from net.core.links import Links, LiveLink
from net.core.lobby import NetReason
from net.core.log import Genesis, LogFault
from net.core.outbox import Outbox
from net.core.player import Player
from net.core.presence import Presence
from net.core.promises import Promises
from net.core.relay import Relay
from net.core.replica import Replica
from net.core.reporter import Reporter
from net.core.reports import Fed
from net.core.scribe import Scribe
from net.core.succession import Succession
from net.core.switchboard import Switchboard
from net.core.talk import Talks
from net.core.vault import Vault
from net.core.who import names
from net.core.wire import Message, encode_message
from net.updates import Failed, OrdererChanged, Update

__all__ = ["Peer"]


class Peer:
    """A device at a table.

    Calls come one after the other, from whatever thread. Only `glance`, taken between two of them,
    is for whoever does not wait for its turn.

    Args:
        identity: its long-term key.
        name: its person's name.
        random: so many bytes of chance, from the system.
        rules: version of the engine's results.
        address: ``host:port`` where others can dial it, or None.
        autoplay: level of the bot that plays the person's seat, or None.
        known: the names of whom its person has met and compared before, by identity.
        open_door: as host, admit everybody.
        watching: only look on, without a seat.
        group: what decks are locked in; only tests give another.

    Attributes:
        failed: the code of what ended this session before its time, or None.
        watching: see above.
    """

    def __init__(
        self,
        identity: crypto.Identity,
        name: str,
        *,
        random: Callable[[int], bytes],
        rules: int,
        address: str | None = None,
        autoplay: str | None = None,
        known: Mapping[bytes, str] | None = None,
        open_door: bool = False,
        watching: bool = False,
        group: Group = CURVE,
    ) -> None:
        self.identity = identity
        self.watching = watching
        self.failed: str | None = None
        self._effects: list[Effect] = []
        self._now = 0
        effect = self._effects.append
        met = dict(known or {})
        vault = Vault(effect, random)
        self._links = Links(identity.public)
        outbox = Outbox(vault)
        self._player = Player(identity.public, vault, outbox, autoplay)
        self._company = Company(identity.public, met)
        self._reporter = Reporter(identity.public, self._player, self._company, effect)
        promises = Promises(effect)
        self._scribe = Scribe(
            identity,
            vault,
            outbox,
            promises,
            self._player,
            self._reporter,
            effect,
            self,
            group,
        )
        self._grace = Grace(identity.public, self._links)
        self._exchange = Exchange(self._links, self._scribe, self, effect)
        self._succession = Succession(identity, self._links, self._scribe, promises, self)
        self._presence = Presence(
            identity.public,
            self._links,
            self._scribe,
            self._player,
            self._reporter,
            self._company,
            self.send,
            watching=watching,
        )
        self._talks = Talks(
            identity,
            random,
            self._reporter,
            self._company,
            self._links,
            self._scribe,
            self.send,
            effect,
        )
        self._guest = Guest(
            identity.public,
            self._links,
            self._scribe,
            self._exchange,
            self._succession,
            self,
            effect,
            name=name,
            address=address,
            rules=rules,
            watching=watching,
        )
        self._gate = Gate(
            identity.public,
            Admission(met, open_door=open_door),
            self._links,
            self._scribe,
            self._guest,
            self,
            effect,
        )
        self._relay = Relay(
            identity.public,
            self._links,
            self._scribe,
            self._succession,
            self._reporter,
            self._guest,
            self._gate,
            self,
            watching=watching,
        )
        self._switchboard = Switchboard(
            self._links,
            self._scribe,
            self._succession,
            self._guest,
            self._gate,
            self._company,
            self._reporter,
            self,
            effect,
            watching=watching,
        )
        self._frames = Frames(
            self._links,
            self._exchange,
            self._succession,
            self._presence,
            self._talks,
            self._guest,
            self._gate,
            self._relay,
            self._switchboard,
            self,
        )
        self._desk = Desk(
            identity.public,
            self._scribe,
            self._player,
            self._reporter,
            self._company,
            self._guest,
            self._gate,
            self._talks,
        )

    # Beginning

    def found(self, genesis: Genesis, options: Options, bots: Sequence[str], now: int) -> None:
        """Opens a new table, sits down on seat 0 and bots of these levels on the last seats."""
        self._now = now
        self._guest.found(genesis, options, bots, now)
        self._scribe.work(now)

    def restore(
        self,
        genesis: Genesis,
        records: Sequence[bytes],
        secrets: Mapping[bytes, bytes],
        now: int,
        *,
        joins: bool = False,
    ) -> LogFault | None:
        """Takes up a table from this device's own disk; the fault if the log is not sound.

        With ``joins`` others are at that table already.
        """
        self._now = now
        self._succession.load(secrets)
        self._talks.load(secrets)
        return self._scribe.restore(genesis, records, secrets, now, joins=joins)

    def recalled(
        self, records: Sequence[bytes], secrets: Mapping[bytes, bytes], now: int
    ) -> LogFault | None:
        """The answer to `Recall`: the records of this table that are on this device's disk."""
        welcomed = self._guest.take_welcome()
        if welcomed is None:
            return None
        fault = self.restore(welcomed.genesis, records, secrets, now, joins=True)
        if fault is not None:
            self.fail("damaged_log", fault=fault.code.value, entry=str(fault.entry))
        elif not self.lacks_secrets:
            self._guest.taken_up(welcomed, now)
            self._scribe.work(now)
        return fault

    # What the shell asks

    def beat(self) -> None:
        """Tells every member how far the log goes here."""
        self._exchange.beat()

    @property
    def address(self) -> str | None:
        """``host:port`` where others can dial this device, or None."""
        return self._guest.address

    def dialable_at(self, address: str) -> None:
        """Others can dial this device there."""
        self._guest.address = address

    @property
    def lacks_secrets(self) -> bool:
        """Whether this device's secrets of an unfinished hand are gone: it says nothing then."""
        return self._scribe.lacks_secrets

    @property
    def replica(self) -> Replica | None:
        """What the log means; None before the table is known."""
        return self._scribe.replica

    def drain(self) -> list[Effect]:
        """Everything to do since the last call, in order."""
        effects, self._effects[:] = list(self._effects), []
        return effects

    @property
    def at_table(self) -> bool:
        """Whether this device orders, or who orders has let it in."""
        return self._switchboard.at_table

    def glance(self) -> Glance:
        """What whoever is not in this core's thread may know of it."""
        return glance(
            self.replica,
            self._links,
            self._now,
            failed=self.failed,
            watching=self.watching,
            at_table=self.at_table,
            settled=self.settled,
        )

    def is_linked(self, identity: bytes, *, member: bool = False) -> bool:
        """Whether there is a link to this device; with ``member`` only one that was let in."""
        return self._links.number_of(identity, member=member) is not None

    @property
    def settled(self) -> bool:
        """Whether all linked members have everything this device has, and it has no more to say.

        Nobody waits for those who only look on.
        """
        n = self.replica.n if self.replica is not None else 0
        return not self._scribe.outbox and all(
            there.n >= n for _, there in self._links.members() if not there.watches
        )

    # Links

    def linked(
        self,
        link: int,
        identity: bytes,
        name: str,
        now: int,
        *,
        dialled: bool,
        program: bytes = b"",
    ) -> None:
        """A link to ``identity`` is up.

        Args:
            link: the shell's number of it, greater than all before.
            identity: who is at the other end, proved.
            name: as it was given.
            now: the time, in milliseconds.
            dialled: this side opened it.
            program: the number of the program there. Of another program of the same identity no
                link answers any more.
        """
        self._now = now
        there = LiveLink(identity, name, dialled, program, heard=now, idle=now)
        self._switchboard.up(link, there)

    def unlinked(self, link: int, now: int) -> None:
        """A link is gone, whatever the reason."""
        self._now = now
        self._switchboard.down(link, now)

    def latency(self, link: int, rtt_ms: float) -> None:
        """The shell measured a round trip."""
        self._switchboard.measured(link, rtt_ms)

    # The line of the parts

    def greet(self, there: LiveLink) -> None:
        """See `net.core.line.GateLine`."""
        self._switchboard.greet(there)

    def name_taken(self, there: LiveLink) -> None:
        """See `net.core.line.GateLine`."""
        self._reporter.meet(there.identity, there.name)

    def drop(self, link: int, code: str) -> None:
        """See `net.core.line.Line`."""
        self._effects.append(Cut(link, code))
        self._switchboard.forget(link, self._now)

    def send(self, link: int, message: Message) -> None:
        """See `net.core.line.Sender`."""
        self._effects.append(Send(link, encode_message(message)))

    def want(self, link: int, now: int) -> None:
        """See `net.core.line.VoteLine`."""
        self._exchange.want(link, now)

    def fail(self, code: str, **facts: str) -> None:
        """See `net.core.line.Line`."""
        if self.failed is None:
            self.failed = code
            self._tell(Failed(code, facts))

    def distrust(self, code: str, **facts: str) -> None:
        """See `net.core.line.LogLine`."""
        self._relay.distrust(code, **facts)

    def convict(self, orderer: bytes, n: int) -> None:
        """See `net.core.line.LogLine`."""
        self._relay.convict(orderer, n)

    def _tell(self, update: Update) -> None:
        self._effects.append(Emit(update))

    # The scribe's post

    def propose(self, entry: bytes) -> None:
        """See `net.core.line.Post`."""
        self._relay.propose(entry, self._now)

    def numbered(self) -> None:
        """See `net.core.line.Post`."""
        self._exchange.numbered()

    def refuse(self, link: int, key: bytes, reason: str) -> None:
        """See `net.core.line.Post`."""
        self._relay.refuse(link, key, reason, self._now)

    def outbid(self, epoch: int) -> None:
        """See `net.core.line.LogLine`."""
        self._succession.outbid(epoch, self._now)

    def succeeded(self, orderer: bytes, epoch: int, *, anew: bool) -> None:
        """See `net.core.line.Post`."""
        self._succession.succeeded()
        self._exchange.succeeded()
        self._exchange.hand_on()
        self._exchange.beat()
        self._guest.succeeded()
        self._gate.succeeded()
        if not anew:
            return
        replica = self.replica
        seat = replica.lobby.seat_of(orderer) if replica is not None else None
        name = names(replica)[seat] if replica is not None and seat is not None else "?"
        mine = orderer == self.identity.public
        self._tell(OrdererChanged(None if seat is None else Seat(seat), name, epoch, mine))

    def reacted(self, fed: Fed | None) -> None:
        """See `net.core.line.Post`."""
        replica = self.replica
        if replica is None:
            return
        self._talks.after(replica, self._now)
        if fed is not None:
            self._relay.numbered(fed, self._now)
        if replica.mismatch is not None:
            wrong = replica.mismatch
            name = names(replica)[wrong.seat]
            self.fail("programs_differ", name=name, entry=str(wrong.entry), what=wrong.reason.value)
        self._gate.seated()
        self._guest.say_goodbye()
        self._guest.obey()

    # Frames

    def receive(self, link: int, data: bytes, now: int) -> None:
        """A frame came on a link."""
        self._now = now
        if self.failed is not None or not self._frames.take(link, data, now):
            return
        self._catch_up(now)
        self._scribe.work(now)

    # Time

    def tick(self, now: int) -> None:
        """Time passed; call it about twice a second."""
        self._now = now
        replica = self.replica
        if replica is None or self.failed is not None:
            return
        self._switchboard.cut_silent(now)
        self._catch_up(now)
        self._gate.turn_out(now)
        self._exchange.tick(now)
        self._succession.tick(now)
        self._reporter.cut_off = self._succession.cut_off()
        self._reporter.wait(replica, now)
        self._scribe.again(now)
        self._guest.seat_myself(now)
        self._guest.stand(now)
        self._gate.clear_lobby(now)
        self._gate.count()
        self._desk.begin_agreed(replica, now)
        self._presence.say()
        self._presence.tell()
        for missing in self._grace.tick(replica, now):
            self._scribe.submit(missing, now)
        self._switchboard.dial(now)
        self._talks.tick(replica, now)
        self._scribe.work(now)

    def _catch_up(self, now: int) -> None:
        if self._scribe.only_listens and self._exchange.has_caught_up():
            self._scribe.caught_up(now)

    # People

    def decide(self, seat: int, hand: int, turn: int, action: Action, now: int) -> None:
        """A bot's answer to `Think`; nothing happens if the question is over."""
        self._now = now
        self._desk.decide(seat, hand, turn, action, now)
        self._scribe.work(now)

    def command(self, command: Command, now: int) -> None:
        """The person at this device wants something; refusals come as updates."""
        self._now = now
        replica = self.replica
        if isinstance(command, Quit):
            if command.stopped and replica is not None and replica.lobby.playing:
                return
            self._guest.quit(now, failed=self.failed is not None)
        elif self.watching:
            self._scribe.tell_not_done("watching")
        elif replica is None:
            self._scribe.tell_not_done(NetReason.NOT_SEATED.value)
        else:
            self._desk.command(command, replica, now)
            self._presence.say()
            self._presence.tell()
        self._scribe.work(now)
