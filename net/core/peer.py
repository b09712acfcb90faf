"""One device at one table: bytes, commands and time come in, effects come out. No I/O, no clock.

    peer.receive(link, data, now)    linked, unlinked    tick(now)    command(command, now)
    for effect in peer.drain(): …    in this order, see `net.core.effects`

Nothing that another device sends raises or grows without bound here. Whoever orders the log does it
in the same class: the role follows from the log (`Chain.orderer`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.actions import Action, decode_action
from engine.errors import Reason
from engine.variant import OptionFault, make_options
from net.core import crypto
from net.core.admission import Admission
from net.core.bodies import (
    Act,
    Body,
    Commit,
    Leave,
    Options,
    Sit,
    Start,
    Swap,
    Unasked,
    decode_body,
    encode_body,
)
from net.core.clean import clean_chat
from net.core.effects import Append, Cut, Effect, Emit, Open, Recall, Send
from net.core.evidence import Order, two_orders
from net.core.limits import FRAME_BYTES, PENDING_PROPOSALS, RECORDS_PER_FRAME
from net.core.log import (
    PROTOCOL,
    Entry,
    Fault,
    FaultCode,
    Genesis,
    Record,
    decode_entry,
    decode_genesis,
    decode_record,
    encode,
    is_ordered,
    sign_data,
    table_id,
)
from net.core.names import bot_name
from net.core.orderer import Orderer, Refused
from net.core.player import Player, Vault
from net.core.replica import Fed, Replica
from net.core.reporter import Reporter, names
from net.core.talk import Talks
from net.core.wire import (
    Aside,
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
    ActionRefused,
    Admit,
    Command,
    Failed,
    GiveWord,
    LinkChanged,
    Perform,
    Quit,
    Ready,
    Rematch,
    SayText,
    SetBot,
    SetGame,
    StartGame,
    SwapSeats,
    TakeSeat,
    Update,
    Waiting,
    WaitingFor,
)

__all__ = ["Peer"]

_REASONS = frozenset(reason.value for reason in Reason)

BEAT_MS = 2_000
RESEND_MS = 3_000
CATCH_UP_FRAMES = 4
LOBBY_GONE_MS = 10_000


@dataclass(slots=True)
class _Link:
    """A live link. ``sent`` is how far the log went out on it, None before it was asked for."""

    identity: bytes
    name: str
    dialled: bool
    member: bool = False
    sent: int | None = None
    beat: int = 0


@dataclass(slots=True)
class _Pending:
    """A body of ours that has no number yet; ``at`` is when it was proposed last."""

    data: bytes
    body: Body
    at: int


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
    ) -> None:
        self.identity = identity
        self.name = name
        self.address = address
        self.failed: str | None = None
        self._rules = rules
        self._random = random
        self._effects: list[Effect] = []
        self._now = 0
        self._links: dict[int, _Link] = {}
        self._records: list[bytes] = []
        self._orders: list[bytes] = [b""]
        self._pending: dict[bytes, _Pending] = {}
        self._queue: deque[tuple[Entry | bytes, int | None]] = deque()
        self._next_beat = 0
        self._goal = 0
        self._wanted_at = -RESEND_MS
        self._quitting = False
        self._waiting_for_disk: tuple[int, Genesis, int] | None = None
        self._gone: dict[bytes, int] = {}
        effect = self._effects.append
        self._vault = Vault(effect, random)
        self._player = Player(identity.public, self._vault, autoplay)
        self._reporter = Reporter(identity.public, self._player, effect, set(known))
        self._door = Admission(set(known), open_door=open_door)
        self._talks = Talks(identity, random, effect, self._reporter)
        self.replica: Replica | None = None
        self._orderer: Orderer | None = None

    # Beginning

    def found(self, genesis: Genesis, options: Options, bots: Sequence[str], now: int) -> None:
        """Opens a new table, sits down on seat 0 and bots of these levels on the last seats."""
        self._now = now
        self._begin(genesis)
        self._effects.append(Open(encode(genesis)))
        self._submit(options)
        self._submit(Sit(0, self.name, None, self.address))
        taken = [self.name]
        for number, level in enumerate(bots):
            taken.append(bot_name(taken))
            self._submit(Sit(options.seats - 1 - number, taken[-1], level, None))
        self._work()

    def restore(
        self,
        genesis: Genesis,
        records: Sequence[bytes],
        secrets: Mapping[bytes, bytes],
        now: int,
    ) -> Fault | None:
        """Takes up a table from this device's own disk; the fault if the log is not sound."""
        self._now = now
        self._vault.load(secrets)
        self._begin(genesis)
        replica = self.replica
        if replica is None:
            return Fault(FaultCode.NOT_A_LOG, 0)
        parsed = [decode_record(data) for data in records]
        self._player.restoring = _committed(parsed, self.identity.public)
        self._reporter.quiet = True
        try:
            for data, record in zip(records, parsed, strict=True):
                fed = replica.feed(record) if record is not None else FaultCode.UNREADABLE
                if isinstance(fed, FaultCode):
                    return Fault(fed, replica.n + 1)
                self._keep(data, replica)
        finally:
            self._reporter.quiet = False
            self._player.restoring = None
        self._react(None)
        self._work()
        return None

    def recalled(
        self, records: Sequence[bytes], secrets: Mapping[bytes, bytes], now: int
    ) -> Fault | None:
        """The answer to `Recall`: the records of this table that are on this device's disk."""
        waiting, self._waiting_for_disk = self._waiting_for_disk, None
        if waiting is None or self.replica is not None:
            return None
        link, genesis, n = waiting
        fault = self.restore(genesis, records, secrets, now)
        if fault is not None:
            self._fail("damaged_log", fault=fault.code.value, entry=str(fault.entry))
            return fault
        there = self._links.get(link)
        if there is not None:
            self._enter(link, there, n)
        self._work()
        return None

    def _begin(self, genesis: Genesis) -> None:
        self.replica = replica = Replica(genesis, self._player.secrets)
        self._player.replica = replica
        if genesis.founder == self.identity.public:
            self._orderer = Orderer(self.identity, replica)
            self._reporter.hosting = True

    # What the shell asks

    def drain(self) -> list[Effect]:
        """Everything to do since the last call, in order."""
        effects, self._effects[:] = list(self._effects), []
        return effects

    @property
    def settled(self) -> bool:
        """Whether all linked members have everything this device has, and it has no more to say."""
        n = self.replica.n if self.replica is not None else 0
        members = [link for link in self._links.values() if link.member]
        return not self._pending and all(link.beat >= n for link in members)

    @property
    def is_orderer(self) -> bool:
        """Whether this device numbers the entries now."""
        return self._orderer is not None

    # Links

    def linked(self, link: int, identity: bytes, name: str, now: int, *, dialled: bool) -> None:
        """A link to ``identity`` is up; ``dialled``: this side opened it."""
        self._now = now
        for other, old in list(self._links.items()):
            if old.identity == identity and other != link:
                self._drop(other, "replaced")
        self._links[link] = _Link(identity, name, dialled)
        self._gone.pop(identity, None)
        self._reporter.links.setdefault(identity, None)
        self._tell(LinkChanged(name, "up", None))
        if self._orderer is None and dialled:
            n = self.replica.n if self.replica is not None else 0
            head = self.replica.chain.head if self.replica is not None else bytes(32)
            self._send(link, Knock(self.name, n, head, self.address))
        self._lobby()

    def unlinked(self, link: int, now: int) -> None:
        """A link is gone, whatever the reason."""
        self._now = now
        self._forget_link(link)
        self._lobby()

    def latency(self, link: int, rtt_ms: float) -> None:
        """The shell measured a round trip."""
        there = self._links.get(link)
        if there is not None:
            self._reporter.links[there.identity] = rtt_ms

    def _forget_link(self, link: int) -> None:
        there = self._links.pop(link, None)
        if there is None:
            return
        self._door.forget(there.identity)
        if not any(other.identity == there.identity for other in self._links.values()):
            self._reporter.links.pop(there.identity, None)
            self._gone[there.identity] = self._now
            self._tell(LinkChanged(there.name, "down", None))

    def _drop(self, link: int, code: str) -> None:
        self._effects.append(Cut(link, code))
        self._forget_link(link)

    def _send(self, link: int, message: Message) -> None:
        self._effects.append(Send(link, encode_message(message)))

    def _tell(self, update: Update) -> None:
        self._effects.append(Emit(update))

    def _fail(self, code: str, **facts: str) -> None:
        if self.failed is None:
            self.failed = code
            self._tell(Failed(code, facts))

    def _lobby(self) -> None:
        if self.replica is not None:
            self._reporter.lobby(self.replica)

    def _to_orderer(self) -> int | None:
        """The link to the orderer, once it has let us in."""
        if self.replica is None:
            return None
        orderer = self.replica.chain.orderer
        links = self._links.items()
        return next((n for n, link in links if link.identity == orderer and link.member), None)

    # Frames

    def receive(self, link: int, data: bytes, now: int) -> None:
        """A frame came on a link."""
        self._now = now
        there = self._links.get(link)
        if there is None or self.failed is not None:
            return
        message = decode_message(data)
        match message:
            case None:
                self._drop(link, "bad_frame")
            case Knock():
                self._knocked(link, there, message)
            case Patience():
                self._tell(Waiting((), 0, WaitingFor.ADMISSION))
            case Welcome():
                self._welcomed(link, there, message)
            case Want():
                self._wanted(link, there, message.first)
            case Ordered():
                self._ordered(link, there, message)
            case Propose():
                self._proposed(link, there, message.entry)
            case Refuse():
                self._refused(there, message)
            case Beat():
                self._beaten(link, there, message)
            case Aside():
                self._aside(link, there, message)
            case Bye():
                self._left(link, there, message)
        self._work()

    def _knocked(self, link: int, there: _Link, message: Knock) -> None:
        replica = self.replica
        if replica is None or self._orderer is None:
            # Guests let in whom the log has seated: who ordered them has asked already.
            if replica is not None and there.identity in replica.lobby.devices:
                self._let_in(link, there)
            return
        if message.n and replica.chain.head_at(message.n) != message.head:
            self._send(link, Bye("bad_log"))
            self._drop(link, "bad_log")
            return
        there.name = message.name
        answer = self._door.knock(there.identity, there.name, link, replica.lobby)
        if answer is True:
            self._let_in(link, there)
        elif isinstance(answer, str):
            self._send(link, Bye(answer))
            self._drop(link, answer)
        else:
            self._send(link, Patience())
            self._tell(answer)

    def _let_in(self, link: int, there: _Link) -> None:
        if self.replica is None:
            return
        there.member = True
        genesis = encode(self.replica.chain.genesis)
        self._send(link, Welcome(genesis, self.replica.n))

    def _welcomed(self, link: int, there: _Link, message: Welcome) -> None:
        if not there.dialled or self._orderer is not None:
            return
        genesis = decode_genesis(message.genesis)
        if genesis is None or (genesis.protocol, genesis.rules) != (PROTOCOL, self._rules):
            self._fail("other_version")
            return
        if self.replica is None:
            if genesis.founder != there.identity:
                self._fail("bad_log")
                return
            self._waiting_for_disk = (link, genesis, message.n)
            self._effects.append(Recall(message.genesis))
        elif table_id(genesis) != self.replica.chain.table:
            self._fail("other_table")
        elif there.identity in (self.replica.chain.orderer, *self.replica.lobby.devices):
            self._enter(link, there, message.n)

    def _enter(self, link: int, there: _Link, n: int) -> None:
        """We are let in to a table that has ``n`` entries."""
        if self.replica is None:
            return
        if n < self.replica.n and there.identity == self.replica.chain.orderer:
            # It lost what it had signed and sent: whatever it says now would be a second history.
            self._fail("log_shorter")
            return
        there.member = True
        self._goal = max(self._goal, n)
        self._send(link, Want(self.replica.n + 1))
        self._propose_all()
        self._seat_myself()

    def _wanted(self, link: int, there: _Link, first: int) -> None:
        if there.member and self.replica is not None and first >= 1:
            there.sent = min(first - 1, self.replica.n)
            self._push(link, there, CATCH_UP_FRAMES)

    def _push(self, link: int, there: _Link, frames: int = 1) -> None:
        """Sends the next records; who lags far behind asks again when it has taken these."""
        while there.sent is not None and there.sent < len(self._records) and frames > 0:
            batch: list[bytes] = []
            size = 16
            for data in self._records[there.sent : there.sent + RECORDS_PER_FRAME]:
                size += len(data) + 5
                if size > FRAME_BYTES:
                    break
                batch.append(data)
            self._send(link, Ordered(tuple(batch)))
            there.sent += len(batch)
            frames -= 1

    def _ordered(self, link: int, there: _Link, message: Ordered) -> None:
        replica = self.replica
        if replica is None or not there.member or self._orderer is not None:
            return
        for data in message.records:
            record = decode_record(data)
            if record is None:
                self._drop(link, "bad_frame")
                return
            if record.n <= replica.n:
                continue
            if record.n > replica.n + 1:
                self._want(link)
                return
            fed = replica.feed(record)
            if isinstance(fed, FaultCode):
                # From anybody but the orderer it is only noise: what counts is what is signed.
                if there.identity == replica.chain.orderer:
                    self._fail("bad_log", fault=fed.value, entry=str(record.n))
                self._drop(link, "bad_log")
                return
            self._keep(data, replica)
            self._effects.append(Append(data))
            self._settle_pending(fed)
            self._react(fed)
        if replica.n < self._goal:
            self._send(link, Want(replica.n + 1))
        else:
            self._seat_myself()

    def _want(self, link: int) -> None:
        """Asks for what is missing, but not for every frame that comes too early."""
        if self.replica is not None and self._now - self._wanted_at >= 500:
            self._wanted_at = self._now
            self._send(link, Want(self.replica.n + 1))

    def _proposed(self, link: int, there: _Link, data: bytes) -> None:
        if not there.member or self._orderer is None:
            return
        entry = decode_entry(data)
        if entry is None:
            self._drop(link, "bad_frame")
        elif len(self._queue) < PENDING_PROPOSALS * max(1, len(self._links)):
            self._queue.append((entry, link))

    def _refused(self, there: _Link, message: Refuse) -> None:
        if self.replica is None or there.identity != self.replica.chain.orderer:
            return
        pending = self._pending.pop(message.body, None)
        if pending is not None:
            self._not_taken(pending.body, message.reason)

    def _beaten(self, link: int, there: _Link, message: Beat) -> None:
        replica = self.replica
        if replica is None or not there.member:
            return
        there.beat = message.n
        if message.n > replica.n:
            self._goal = max(self._goal, message.n)
            if self._orderer is None:
                self._want(link)
            return
        mine = replica.chain.head_at(message.n)
        if message.n == 0 or mine == message.head or message.epoch != replica.chain.epoch:
            return
        orderer, table = replica.chain.orderer, replica.chain.table
        if is_ordered(orderer, message.order, table, message.epoch, message.n, message.head):
            theirs = Order(orderer, message.epoch, message.n, message.head, message.order)
            ours = Order(orderer, message.epoch, message.n, mine or b"", self._orders[message.n])
            self._submit(two_orders(ours, theirs))

    def _aside(self, link: int, there: _Link, message: Aside) -> None:
        if self.replica is None or not there.member:
            return
        if self._talks.hear(self.replica, message, self._now) and self._orderer is not None:
            for other, to in self._links.items():
                if other != link and to.member:
                    self._send(other, message)
        self._talks.tick(self.replica, self._now, self._say_aside)

    def _left(self, link: int, there: _Link, message: Bye) -> None:
        orderer = self.replica.chain.orderer if self.replica is not None else there.identity
        if self._orderer is None and there.identity == orderer and there.dialled:
            self._fail(f"host_{message.code}")
        self._drop(link, message.code)

    # Saying something

    def _submit(self, body: Body) -> None:
        """Has ``body`` numbered, now or as soon as the orderer can be reached."""
        data = self._vault.body(body)
        key = crypto.digest("jass/body", data)
        if key in self._pending:
            return
        said = body if data == encode_body(body) else decode_body(data)
        if said is None:
            return
        self._pending[key] = _Pending(data, said, self._now)
        if self._orderer is not None:
            self._queue.append((data, None))
        else:
            self._propose(data)

    def _propose(self, data: bytes) -> None:
        link = self._to_orderer()
        if link is not None and self.replica is not None:
            self._send(link, Propose(encode(self._signed(self.replica, data))))

    def _signed(self, replica: Replica, data: bytes) -> Entry:
        chain = replica.chain
        return sign_data(self.identity, chain.table, chain.n, chain.head, data)

    def _propose_all(self) -> None:
        for pending in self._pending.values():
            pending.at = self._now
            self._propose(pending.data)

    def _settle_pending(self, fed: Fed) -> None:
        if fed.author != self.identity.public:
            return
        self._pending.pop(crypto.digest("jass/body", encode_body(fed.body)), None)
        if fed.refusal is not None:
            self._not_taken(fed.body, str(fed.refusal.reason))

    def _not_taken(self, body: Body, reason: str) -> None:
        """Something we said got no place or is void; a person who acted hears why."""
        if isinstance(body, Sit) and body.bot is None:
            self._seat_myself()
        if not isinstance(body, Act | Unasked) or self.replica is None:
            return
        action = decode_action(body.action)
        mine = body.seat == self.replica.lobby.seat_of(self.identity.public)
        if mine and action is not None and reason in _REASONS:
            self._tell(ActionRefused(Reason(reason), Reason(reason).row, action))

    def _seat_myself(self) -> None:
        """A guest that has the whole log and no seat takes the first free one."""
        replica = self.replica
        if replica is None or self._orderer is not None or self._quitting:
            return
        lobby = replica.lobby
        seat = lobby.seat_of(self.identity.public)
        if replica.n < self._goal or self._to_orderer() is None:
            return
        if seat is None:
            seat = lobby.free_seat()
            if seat is not None and not lobby.playing and not self._is_sitting():
                self._submit(Sit(seat, self.name, None, self.address))

    def _is_sitting(self) -> bool:
        return any(isinstance(p.body, Sit) and p.body.bot is None for p in self._pending.values())

    # Numbering

    def _work(self) -> None:
        """Gives numbers until nobody has anything to say."""
        while self._queue and self._orderer is not None and self.replica is not None:
            item, link = self._queue.popleft()
            own = isinstance(item, bytes)
            entry = self._signed(self.replica, item) if isinstance(item, bytes) else item
            answer = self._orderer.number(entry, own=own)
            if isinstance(answer, Refused):
                self._answer(entry, link, answer)
                continue
            fed = self.replica.feed(answer.record, trusted=True)
            if isinstance(fed, FaultCode):
                self._fail("bad_log", fault=fed.value, entry=str(answer.record.n))
                return
            self._keep(answer.data, self.replica)
            self._effects.append(Append(answer.data))
            for other, to in self._links.items():
                if to.sent is not None and to.sent == len(self._records) - 1:
                    self._push(other, to)
            self._settle_pending(fed)
            self._react(fed)

    def _answer(self, entry: Entry, link: int | None, refused: Refused) -> None:
        key = crypto.digest("jass/body", entry.body)
        if link is not None:
            if link in self._links:
                self._send(link, Refuse(key, refused.reason))
            return
        pending = self._pending.pop(key, None)
        if pending is not None:
            self._not_taken(pending.body, refused.reason)

    def _keep(self, data: bytes, replica: Replica) -> None:
        self._records.append(data)
        self._orders.append(replica.chain.order)

    def _react(self, fed: Fed | None) -> None:
        """Says what is due, wakes bots, tells the screen."""
        replica = self.replica
        if replica is None:
            return
        if fed is not None and fed.finished is not None:
            self._player.booked(fed.finished)
        for body in list(self._player.dues(replica)):
            self._submit(body)
        self._reporter.after(replica, fed, self._now)
        self._talks.after(replica)
        self._talks.tick(replica, self._now, self._say_aside)
        if fed is not None and fed.refusal is None and isinstance(fed.body, Leave):
            self._someone_left(replica, fed.body)
        self._effects.extend(self._player.thoughts(replica))

    def _someone_left(self, replica: Replica, body: Leave) -> None:
        if replica.stopped is not None and not self._quitting:
            self._fail("seat_left", name=names(replica)[body.seat], seat=str(body.seat))

    def _say_aside(self, message: Aside) -> None:
        for link, there in self._links.items():
            if there.member and (self._orderer is not None or link == self._to_orderer()):
                self._send(link, message)

    # Time

    def tick(self, now: int) -> None:
        """Time passed; call it about twice a second."""
        self._now = now
        replica = self.replica
        if replica is None or self.failed is not None:
            return
        if now >= self._next_beat:
            self._next_beat = now + BEAT_MS
            self.beat()
        for pending in list(self._pending.values()):
            if self._orderer is None and now - pending.at >= RESEND_MS:
                pending.at = now
                self._propose(pending.data)
        self._clear_lobby(replica)
        self._talks.tick(replica, now, self._say_aside)
        self._work()

    def beat(self) -> None:
        """Tells every member how far the log goes here."""
        if self.replica is None:
            return
        chain = self.replica.chain
        message = Beat(chain.epoch, chain.n, chain.head, chain.order)
        for link, there in self._links.items():
            if there.member:
                self._send(link, message)

    def _clear_lobby(self, replica: Replica) -> None:
        """Before the first card, who is gone for a while loses the seat."""
        if self._orderer is None or replica.lobby.playing:
            return
        for identity, since in list(self._gone.items()):
            seat = replica.lobby.seat_of(identity)
            if self._now - since >= LOBBY_GONE_MS:
                del self._gone[identity]
                if seat is not None and replica.lobby.partie == 0:
                    self._submit(Leave(seat))

    # Commands

    def decide(self, seat: int, hand: int, turn: int, action: Action, now: int) -> None:
        """A bot's answer to `Think`; nothing happens if the question is over."""
        self._now = now
        replica = self.replica
        view = replica.view(seat) if replica is not None else None
        if replica is None or replica.hand is None or view is None:
            return
        if (hand, turn) == (replica.hand.number, view.turn):
            body = self._player.perform(replica, seat, action)
            if not isinstance(body, Reason):
                self._submit(body)
        self._work()

    def command(self, command: Command, now: int) -> None:
        """The person at this device wants something; refusals come as updates."""
        self._now = now
        replica = self.replica
        if replica is None:
            if isinstance(command, Quit):
                self._quit()
            return
        me = replica.lobby.seat_of(self.identity.public)
        match command:
            case Perform():
                self._perform(replica, me, command.action)
            case Ready():
                if replica.hand is not None and replica.hand.deck.closed:
                    self._player.ready_after = replica.hand.number
                    self._react(None)
            case SayText():
                text = clean_chat(command.text)
                if text:
                    self._say_aside(self._talks.say(replica, text, now))
            case TakeSeat():
                self._submit(Sit(command.seat, self.name, None, self.address))
            case SwapSeats():
                self._submit(Swap(command.first, command.second))
            case SetBot():
                self._set_bot(replica, command)
            case SetGame():
                self._set_game(replica, command)
            case StartGame() | Rematch():
                self._submit(Start(replica.lobby.partie + 1))
            case Admit():
                self._admit(command)
            case GiveWord():
                self._talks.give(replica, command.cards, self._say_aside)
            case Quit():
                self._quit()
        self._work()

    def _perform(self, replica: Replica, seat: int | None, action: Action) -> None:
        if seat is None:
            return
        body = self._player.perform(replica, seat, action)
        if isinstance(body, Reason):
            self._tell(ActionRefused(body, body.row, action))
            self._reporter.again()
        else:
            self._submit(body)
        self._reporter.turn(replica)

    def _set_bot(self, replica: Replica, command: SetBot) -> None:
        if command.level is None:
            self._submit(Leave(command.seat))
            return
        name = bot_name(names(replica))
        self._submit(Sit(command.seat, name, command.level, None))

    def _set_game(self, replica: Replica, command: SetGame) -> None:
        options = options_body(
            command.game,
            command.players or len(replica.lobby.seats),
            command.preset,
            command.settings,
        )
        if isinstance(options, OptionFault):
            self._reporter.again()
            self._lobby()
        else:
            self._submit(options)

    def _admit(self, command: Admit) -> None:
        try:
            identity = bytes.fromhex(command.identity_hex)
        except ValueError:
            return
        for link in self._door.answer(identity, yes=command.yes):
            there = self._links.get(link)
            if there is None:
                continue
            if command.yes:
                self._let_in(link, there)
            else:
                self._send(link, Bye("refused"))
                self._drop(link, "refused")

    def _quit(self) -> None:
        self._quitting = True
        replica = self.replica
        seat = replica.lobby.seat_of(self.identity.public) if replica is not None else None
        if seat is not None and self.failed is None:
            self._submit(Leave(seat))
        self._work()
        for link, there in self._links.items():
            if there.member:
                self._send(link, Bye("quit"))


def options_body(
    slug: str, seats: int, preset: str | None, settings: Mapping[str, str]
) -> Options | OptionFault:
    """What is played, as the log says it.

    ``seats`` 0 is the game's usual number.
    """
    from engine import game

    variant = game.find_variant(slug)
    if variant is None:
        return OptionFault("unknown_game", slug, {"value": slug})
    count = seats or variant.seats[0]
    options = make_options(variant, count, preset, settings)
    if isinstance(options, OptionFault):
        return options
    return Options(variant.slug, count, preset, options.to_dict())


def _committed(records: Sequence[Record | None], identity: bytes) -> frozenset[int]:
    """The decks for which this device has committed itself already."""
    found = set()
    for record in records:
        entry = decode_entry(record.entry) if record is not None else None
        if entry is not None and entry.author == identity:
            body = decode_body(entry.body)
            if isinstance(body, Commit):
                found.add(body.deck)
    return frozenset(found)
