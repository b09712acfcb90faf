"""One device at one table: bytes, commands and time come in, effects come out. No I/O, no clock.

    peer.receive(link, data, now)    linked, unlinked    tick(now)    command(command, now)
    for effect in peer.drain(): …    in this order, see `net.core.effects`

Nothing that another device sends raises or grows without bound here. Whoever orders the log does it
in the same class: the role follows from the log (`Chain.orderer`). What the log becomes is the
business of `net.core.scribe`; here are links, frames and people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from engine import game
from engine.actions import Action
from engine.errors import Reason
from engine.seats import Seat
from engine.variant import OptionFault
from net.core import crypto
from net.core.admission import Admission
from net.core.bodies import Leave, Options, Sit
from net.core.clean import clean_chat
from net.core.desk import lobby_body
from net.core.effects import Cut, Dial, Effect, Emit, Open, Recall, Send
from net.core.exchange import Exchange
from net.core.group import CURVE, Group
from net.core.limits import PENDING_PROPOSALS, SILENCE_MS, STRANGER_MS
from net.core.links import Links, LiveLink
from net.core.lobby import NetReason
from net.core.log import (
    PROTOCOL,
    Fault,
    Genesis,
    decode_entry,
    decode_genesis,
    encode,
    table_id,
)
from net.core.names import bot_name
from net.core.player import Player, Vault
from net.core.replica import Replica
from net.core.reporter import Reporter, names
from net.core.reports import Fed
from net.core.scribe import Scribe
from net.core.succession import Succession
from net.core.talk import Talks
from net.core.watch import Watch
from net.core.wire import (
    Aside,
    Ballot,
    Beat,
    Bye,
    Knock,
    Message,
    Ordered,
    Patience,
    Propose,
    Refuse,
    Want,
    Welcome,
    decode_message,
    encode_message,
)
from net.updates import (
    Admit,
    Command,
    Failed,
    GiveWord,
    LinkChanged,
    OrdererChanged,
    Perform,
    Quit,
    Ready,
    SayText,
    Update,
    Waiting,
    WaitingFor,
)

__all__ = ["Peer"]

STOPPED_MS: Final = 3_000
"""Time that passed unnoticed for so long was passed asleep: nothing could be heard meanwhile."""

LOBBY_GONE_MS: Final = 10_000
"""How long somebody may be gone before the first card without losing the seat."""


class Peer:
    """A device at a table.

    Args:
        identity: its long-term key.
        name: its person's name.
        random: so many bytes of chance, from the system.
        rules: version of the engine's results.
        address: ``host:port`` where others can dial it, or None.
        autoplay: level of the bot that plays the person's seat, or None.
        known: identities that were met and compared before.
        open_door: as host, admit everybody.
        group: what decks are locked in; only tests give another.

    Attributes:
        failed: the code of what ended this session before its time, or None.
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
        known: Iterable[bytes] = (),
        open_door: bool = False,
        group: Group = CURVE,
    ) -> None:
        self.identity = identity
        self.name = name
        self.address = address
        self.failed: str | None = None
        self._rules = rules
        self._effects: list[Effect] = []
        self._now = 0
        self._quitting = False
        self._said_goodbye = False
        self._ticked: int | None = None
        self._waiting_for_disk: tuple[int, Genesis, int, int] | None = None
        effect = self._effects.append
        vault = Vault(effect, random)
        self._links = Links(identity.public)
        self._player = Player(identity.public, vault, autoplay)
        self._reporter = Reporter(identity.public, self._player, effect, set(known))
        self._scribe = Scribe(identity, vault, self._player, self._reporter, effect, self, group)
        self._watch = Watch(identity.public, self._links)
        self._exchange = Exchange(self._links, self._scribe, self, effect)
        self._succession = Succession(identity, self._links, self._scribe, self, effect)
        self._door = Admission(set(known), open_door=open_door)
        self._talks = Talks(identity, random, effect, self._reporter)

    # Beginning

    def found(self, genesis: Genesis, options: Options, bots: Sequence[str], now: int) -> None:
        """Opens a new table, sits down on seat 0 and bots of these levels on the last seats."""
        self._now = now
        self._scribe.begin(genesis)
        self._effects.append(Open(encode(genesis)))
        self._scribe.submit(options, now)
        self._scribe.submit(Sit(0, self.name, None, self.address), now)
        taken = [self.name]
        for number, level in enumerate(bots):
            taken.append(bot_name(taken))
            self._scribe.submit(Sit(options.seats - 1 - number, taken[-1], level, None), now)
        self._scribe.work(now)

    def restore(
        self, genesis: Genesis, records: Sequence[bytes], secrets: Mapping[bytes, bytes], now: int
    ) -> Fault | None:
        """Takes up a table from this device's own disk; the fault if the log is not sound."""
        self._now = now
        self._succession.load(secrets)
        return self._scribe.restore(genesis, records, secrets, now)

    def recalled(
        self, records: Sequence[bytes], secrets: Mapping[bytes, bytes], now: int
    ) -> Fault | None:
        """The answer to `Recall`: the records of this table that are on this device's disk."""
        waiting, self._waiting_for_disk = self._waiting_for_disk, None
        if waiting is None or self.replica is not None:
            return None
        link, genesis, epoch, n = waiting
        fault = self.restore(genesis, records, secrets, now)
        if fault is not None:
            self.fail("damaged_log", fault=fault.code.value, entry=str(fault.entry))
            return fault
        if self.lacks_secrets:
            return None
        there = self._links.live.get(link)
        taken = self._scribe.replica
        if there is not None and taken is not None:
            if taken.n and there.identity not in (taken.chain.orderer, *taken.lobby.devices):
                self.drop(link, "stranger")
                return None
            there.had = (taken.chain.epoch, taken.n)
            self._enter(link, there, epoch, n)
        self._scribe.work(now)
        return None

    # What the shell asks

    def beat(self) -> None:
        """Tells every member how far the log goes here."""
        self._exchange.beat()

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
        return self._scribe.is_orderer or self._to_orderer() is not None

    def is_linked(self, identity: bytes) -> bool:
        """Whether there is a link to this device."""
        return self._links.number_of(identity) is not None

    @property
    def settled(self) -> bool:
        """Whether all linked members have everything this device has, and it has no more to say."""
        n = self.replica.n if self.replica is not None else 0
        return not self._scribe.outbox and all(
            there.beat >= n for _, there in self._links.members()
        )

    # Links

    def linked(self, link: int, identity: bytes, name: str, now: int, *, dialled: bool) -> None:
        """A link to ``identity`` is up; ``dialled``: this side opened it."""
        self._now = now
        there = LiveLink(identity, name, dialled, heard=now, idle=now)
        for older in self._links.add(link, there):
            if not dialled and not self._links.live[older].dialled:
                self.send(older, Bye("replaced"))
            self.drop(older, "replaced")
        self._succession.returned(identity)
        self._reporter.links.setdefault(identity, None)
        if dialled or self.has_seat(identity):
            self._tell_link(there)
        if dialled:
            chain = self.replica.chain if self.replica is not None else None
            epoch, n = (chain.epoch, chain.n) if chain is not None else (0, 0)
            head = chain.head if chain is not None else bytes(32)
            self._links.live[link].had = (epoch, n)
            self.send(link, Knock(self.name, epoch, n, head, self.address))
        self._lobby()

    def has_seat(self, identity: bytes) -> bool:
        """Whether the person at this device has a seat."""
        return self.replica is not None and identity in self.replica.lobby.devices

    def _tell_link(self, there: LiveLink) -> None:
        """Somebody of this table, or who is let in, is here; of others our person hears nothing."""
        if not there.told:
            there.told = True
            self._tell(LinkChanged(there.name, "up", None))

    def unlinked(self, link: int, now: int) -> None:
        """A link is gone, whatever the reason."""
        self._now = now
        self._forget_link(link)
        self._lobby()

    def latency(self, link: int, rtt_ms: float) -> None:
        """The shell measured a round trip."""
        there = self._links.live.get(link)
        if there is not None:
            self._reporter.links[there.identity] = rtt_ms

    def _forget_link(self, link: int) -> None:
        gone = self._links.remove(link, self._now)
        if gone is not None:
            self._door.forget(gone.identity)
            self._reporter.links.pop(gone.identity, None)
            self._reporter.gone = self._links.gone.keys()
            if gone.told:
                self._tell(LinkChanged(gone.name, "down", None))

    def drop(self, link: int, code: str) -> None:
        """See `net.core.exchange.Line`."""
        self._effects.append(Cut(link, code))
        self._forget_link(link)

    def send(self, link: int, message: Message) -> None:
        """See `net.core.exchange.Line`."""
        self._effects.append(Send(link, encode_message(message)))

    def want(self, link: int, now: int) -> None:
        """See `net.core.succession.Line`."""
        self._exchange.want(link, now)

    def _tell(self, update: Update) -> None:
        self._effects.append(Emit(update))

    def fail(self, code: str, **facts: str) -> None:
        """See `net.core.exchange.Line`."""
        if self.failed is None:
            self.failed = code
            self._tell(Failed(code, facts))

    def _lobby(self) -> None:
        if self.replica is not None:
            self._reporter.lobby(self.replica)

    def _to_orderer(self) -> int | None:
        """The link to the orderer, once it has let us in."""
        replica = self.replica
        return self._links.number_of(replica.chain.orderer, member=True) if replica else None

    # The scribe's post

    def propose(self, entry: bytes) -> None:
        """See `net.core.scribe.Post`."""
        link = self._to_orderer()
        if link is not None:
            self.send(link, Propose(entry))
            return
        # Somebody else may reach the orderer and passes it on.
        for other, _ in self._links.members():
            self.send(other, Propose(entry))

    def numbered(self) -> None:
        """See `net.core.scribe.Post`."""
        self._exchange.numbered()

    def refuse(self, link: int, key: bytes, reason: str) -> None:
        """See `net.core.scribe.Post`."""
        if link in self._links.live:
            self.send(link, Refuse(key, reason))

    def succeeded(self, orderer: bytes, epoch: int) -> None:
        """See `net.core.scribe.Post`."""
        self._succession.succeeded()
        self._exchange.succeeded()
        self._exchange.beat()
        replica = self.replica
        seat = replica.lobby.seat_of(orderer) if replica is not None else None
        name = names(replica)[seat] if replica is not None and seat is not None else "?"
        mine = orderer == self.identity.public
        self._tell(OrdererChanged(None if seat is None else Seat(seat), name, epoch, mine))

    def reacted(self, fed: Fed | None) -> None:
        """See `net.core.scribe.Post`."""
        replica = self.replica
        if replica is None:
            return
        self._talks.after(replica)
        self._talks.tick(replica, self._now, self._say_aside)
        if replica.mismatch is not None:
            wrong = replica.mismatch
            name = names(replica)[wrong.seat]
            self.fail("programs_differ", name=name, entry=str(wrong.entry), what=wrong.reason.value)
        self._say_goodbye()

    # Frames

    def receive(self, link: int, data: bytes, now: int) -> None:
        """A frame came on a link."""
        self._now = now
        there = self._links.live.get(link)
        if there is None or self.failed is not None:
            return
        there.heard = now
        message = decode_message(data)
        match message:
            case None:
                self.drop(link, "bad_frame")
            case Knock():
                self._knocked(link, there, message)
            case Patience():
                self._tell(Waiting((), 0, WaitingFor.ADMISSION))
            case Welcome():
                self._welcomed(link, there, message)
            case Want():
                self._exchange.wanted(link, there, message.marks)
            case Ordered():
                self._exchange.ordered(link, there, message, now)
                self._seat_myself()
                self._dial()
            case Propose():
                self._proposed(link, there, message.entry)
            case Ballot():
                self._succession.ballot(link, there, message.vote, now)
            case Refuse():
                self._refused(there, message)
            case Beat():
                self._exchange.beaten(link, there, message, now)
            case Aside():
                self._aside(link, there, message)
            case Bye():
                self._left(link, there, message)
        self._scribe.work(now)

    def _knocked(self, link: int, there: LiveLink, message: Knock) -> None:
        replica = self.replica
        if replica is None:
            return
        if not self._scribe.is_orderer:
            # Guests let in whom the log has seated: who ordered them has asked already.
            if there.identity in replica.lobby.devices:
                self._let_in(link, there)
            return
        same = message.epoch == replica.chain.epoch
        if same and message.n and replica.chain.head_at(message.n) != message.head:
            self._turn_away(link, "bad_log")
            return
        there.name = message.name
        answer = self._door.knock(there.identity, there.name, link, replica.lobby)
        if answer is True:
            self._let_in(link, there)
        elif isinstance(answer, str):
            self._turn_away(link, answer)
        else:
            self.send(link, Patience())
            self._tell(answer)

    def _turn_away(self, link: int, code: str) -> None:
        match code:
            case "bad_log" | "full" | "started" | "refused":
                self.send(link, Bye(code))
            case _:
                pass
        self.drop(link, code)

    def _let_in(self, link: int, there: LiveLink) -> None:
        if self.replica is not None:
            there.member = True
            self._tell_link(there)
            chain = self.replica.chain
            self.send(link, Welcome(encode(chain.genesis), chain.epoch, chain.n))

    def _welcomed(self, link: int, there: LiveLink, message: Welcome) -> None:
        if not there.dialled:
            return
        genesis = decode_genesis(message.genesis)
        if genesis is None or (genesis.protocol, genesis.rules) != (PROTOCOL, self._rules):
            self.fail("other_version")
        elif self.replica is None:
            # Who founded it may be gone; whoever lets us in, the log proves itself.
            self._waiting_for_disk = (link, genesis, message.epoch, message.n)
            self._effects.append(Recall(message.genesis))
        elif table_id(genesis) != self.replica.chain.table:
            self.fail("other_table")
        elif there.identity in (self.replica.chain.orderer, *self.replica.lobby.devices):
            self._enter(link, there, message.epoch, message.n)

    def _enter(self, link: int, there: LiveLink, epoch: int, n: int) -> None:
        """We are let in to a table that has ``n`` entries, the newest of ``epoch``."""
        replica = self.replica
        if replica is None:
            return
        there.member = True
        if self._exchange.enter(link, there, epoch, n) and self._to_orderer() == link:
            self._scribe.again(self._now, 0)
            self._seat_myself()

    def _proposed(self, link: int, there: LiveLink, data: bytes) -> None:
        if not there.member:
            return
        entry = decode_entry(data)
        if entry is None:
            self.drop(link, "bad_frame")
        elif not self._scribe.is_orderer:
            orderer = self._to_orderer()
            if orderer is not None and entry.author == there.identity:
                self.send(orderer, Propose(data))
        else:
            self._scribe.offer(entry, link, PENDING_PROPOSALS * len(self._links.live))

    def _refused(self, there: LiveLink, message: Refuse) -> None:
        if self.replica is not None and there.identity == self.replica.chain.orderer:
            self._scribe.refused(message.body, message.reason, self._now)
            self._seat_myself()

    def _aside(self, link: int, there: LiveLink, message: Aside) -> None:
        if self.replica is None or not there.member:
            return
        if self._talks.hear(self.replica, message, self._now) and self._scribe.is_orderer:
            for other, _ in self._links.members():
                if other != link:
                    self.send(other, message)
        self._talks.tick(self.replica, self._now, self._say_aside)

    def _say_aside(self, message: Aside) -> None:
        for link, there in self._links.members():
            orderer = self.replica is not None and there.identity == self.replica.chain.orderer
            if self._scribe.is_orderer or orderer:
                self.send(link, message)

    def _left(self, link: int, there: LiveLink, message: Bye) -> None:
        replica = self.replica
        orderer = replica.chain.orderer if replica is not None else there.identity
        self.drop(link, message.code)
        if message.code == "replaced" and self._links.number_of(there.identity) is not None:
            return  # of our own two links this is the older one
        if self._scribe.is_orderer or there.identity != orderer:
            return
        if replica is None and not there.dialled:
            return
        self._succession.left(orderer)
        if replica is None or message.code != "quit" or not self._succession.can_go_on(orderer):
            self.fail(f"host_{message.code}")

    def _seat_myself(self) -> None:
        """A guest that has the whole log and no seat takes the first free one.

        Whoever can be dialled elsewhere than its seat says tells where.
        """
        replica = self.replica
        if replica is None or self._quitting or self._scribe.outbox.is_sitting():
            return
        lobby = replica.lobby
        if not self._scribe.is_orderer and not (
            self._exchange.has_all() and self._to_orderer() is not None
        ):
            return
        seat = lobby.seat_of(self.identity.public)
        there = lobby.seats[seat] if seat is not None else None
        free = lobby.free_seat()
        if seat is not None and there is not None:
            back = self.identity.public in lobby.away
            if back or self.address not in (None, there.address):
                address = self.address or there.address
                self._scribe.submit(Sit(seat, there.name, None, address), self._now)
        elif free is not None and not lobby.playing and not self._scribe.is_orderer:
            self._scribe.submit(Sit(free, self.name, None, self.address), self._now)

    # Time

    def tick(self, now: int) -> None:
        """Time passed; call it about twice a second."""
        self._now = now
        replica = self.replica
        if replica is None or self.failed is not None:
            return
        self._listen(now)
        self._turn_out(replica, now)
        self._exchange.tick(now)
        self._succession.tick(now)
        self._scribe.again(now)
        self._seat_myself()
        self._clear_lobby(replica)
        for missing in self._watch.tick(replica, now):
            self._scribe.submit(missing, now)
        self._dial()
        self._talks.tick(replica, now, self._say_aside)
        self._scribe.work(now)

    def _listen(self, now: int) -> None:
        """Cuts links on which nothing comes any more: half open, or the other side is asleep."""
        slept = self._ticked is not None and now - self._ticked >= STOPPED_MS
        self._ticked = now
        for link, there in list(self._links.members()):
            if slept:
                there.heard = now
            elif now - there.heard >= SILENCE_MS:
                self.drop(link, "silent")

    def _turn_out(self, replica: Replica, now: int) -> None:
        """Cuts links of devices that neither knock nor, when they may, sit down."""
        open_seat = not replica.lobby.playing and replica.lobby.free_seat() is not None
        for link, there in list(self._links.live.items()):
            welcome = there.dialled or self.has_seat(there.identity)
            if welcome or self._door.is_asked(there.identity) or (there.member and not open_seat):
                there.idle = now
            elif now - there.idle >= STRANGER_MS:
                self.drop(link, "silent")

    def _dial(self) -> None:
        """Asks for links to the devices at the table that have none to here."""
        replica = self.replica
        if replica is not None:
            orderer = replica.chain.orderer
            for identity, address in self._links.to_dial(replica.lobby, orderer, self._now):
                self._effects.append(Dial(identity, address))

    def _clear_lobby(self, replica: Replica) -> None:
        """Before the first card, who is gone for a while loses the seat."""
        if not self._scribe.is_orderer or replica.lobby.playing or replica.lobby.partie:
            return
        for identity, since in list(self._links.gone.items()):
            seat = replica.lobby.seat_of(identity)
            if self._now - since >= LOBBY_GONE_MS:
                del self._links.gone[identity]
                if seat is not None:
                    self._scribe.submit(Leave(seat), self._now)

    # People

    def decide(self, seat: int, hand: int, turn: int, action: Action, now: int) -> None:
        """A bot's answer to `Think`; nothing happens if the question is over."""
        self._now = now
        replica = self.replica
        view = replica.view(seat) if replica is not None else None
        if replica is None or replica.hand is None or view is None:
            return
        if (hand, turn) == (replica.hand.number, replica.turn):
            body = self._player.perform(replica, seat, action)
            legal = game.legal(view)
            if isinstance(body, Reason) and legal:
                # A bot that errs is no reason for the others to wait.
                body = self._player.perform(replica, seat, legal[0])
            if body is not None and not isinstance(body, Reason):
                self._scribe.submit(body, now)
        self._scribe.work(now)

    def command(self, command: Command, now: int) -> None:
        """The person at this device wants something; refusals come as updates."""
        self._now = now
        replica = self.replica
        if isinstance(command, Quit):
            self._quit()
        if replica is None:
            if not isinstance(command, Quit):
                self._scribe.tell_not_done(NetReason.NOT_SEATED.value)
            return
        match command:
            case Perform(action=action):
                self._perform(replica, action)
            case Ready():
                if replica.hand is not None and replica.hand.deck.closed:
                    self._player.ready_after = replica.hand.number
                    self._scribe.react(None, now)
            case SayText(text=text):
                line = clean_chat(text)
                if line:
                    self._say_aside(self._talks.say(replica, line, now))
            case Admit():
                self._admit(command)
            case GiveWord(cards=cards):
                self._talks.give(replica, cards, self._say_aside)
            case _:
                body = lobby_body(command, replica, self.name, self.address)
                if isinstance(body, NetReason):
                    self._scribe.tell_not_done(body.value)
                elif isinstance(body, OptionFault):
                    self._scribe.tell_not_done(body.code, **body.facts, option=body.option)
                    self._reporter.again()
                    self._lobby()
                elif body is not None:
                    self._scribe.ask(body, now)
        self._scribe.work(now)

    def _perform(self, replica: Replica, action: Action) -> None:
        seat = replica.lobby.seat_of(self.identity.public)
        if seat is None:
            self._scribe.tell_not_done(NetReason.NOT_SEATED.value)
            return
        body = self._player.perform(replica, seat, action)
        if isinstance(body, Reason):
            self._scribe.tell_refused(body, action)
            self._reporter.again()
        elif body is not None:
            self._scribe.submit(body, self._now)
        self._reporter.turn(replica)

    def _admit(self, command: Admit) -> None:
        try:
            identity = bytes.fromhex(command.identity_hex)
        except ValueError:
            identity = b""
        waiting = self._door.answer(identity, yes=command.yes) if identity else ()
        if not waiting and self._links.number_of(identity) is None:
            self._scribe.tell_not_done("no_knock")
        for link in waiting:
            there = self._links.live.get(link)
            if there is not None and command.yes:
                self._let_in(link, there)
            elif there is not None:
                self._turn_away(link, "refused")

    def _quit(self) -> None:
        self._quitting = True
        replica = self.replica
        seat = replica.lobby.seat_of(self.identity.public) if replica is not None else None
        if seat is not None and self.failed is None:
            self._scribe.submit(Leave(seat), self._now)
        self._scribe.work(self._now)
        self._say_goodbye()

    def _say_goodbye(self) -> None:
        """Who leaves a running hand opens it first, so that nobody is left with a doubt."""
        if self._quitting and not self._said_goodbye and not self._scribe.outbox:
            self._said_goodbye = True
            # Whoever is still waiting to be let in has to hear it too.
            for link in self._links.live:
                self.send(link, Bye("quit"))
