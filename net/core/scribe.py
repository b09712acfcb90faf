"""What one device has to say and what its log becomes by it: proposing, numbering, reacting.

The scribe owns everything that follows from the log: replica, tape, outbox, player. It knows no
link; whatever has to leave goes through its `Post`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from engine.actions import Action
from engine.errors import Reason
from engine.forms import decode_action
from net.core import crypto
from net.core.bodies import (
    Act,
    Body,
    Commit,
    Epoch,
    Keys,
    Leave,
    Unasked,
    Verdict,
    decode_body,
    encode_body,
)
from net.core.effects import Append, Effect, Emit, Rewind
from net.core.group import Group
from net.core.guard import guard_key
from net.core.line import Post
from net.core.lobby import NetReason
from net.core.log import (
    Entry,
    FaultCode,
    Genesis,
    LogFault,
    Record,
    decode_entry,
    decode_record,
    encode,
    next_head,
    order_signature,
    sign_data,
)
from net.core.orderer import Orderer, Refused
from net.core.outbox import Outbox, body_hash
from net.core.player import Player
from net.core.promises import Promises
from net.core.replica import Replica
from net.core.reporter import Reporter
from net.core.reports import Fed
from net.core.tape import Tape
from net.core.vault import Vault
from net.updates import ActionRefused, CommandRefused, Update

__all__ = ["Scribe"]

_REASONS: Final = frozenset(reason.value for reason in Reason)

RESEND_MS: Final = 3_000
"""How long a proposal may wait for its number before it is sent again."""


@dataclass(frozen=True, slots=True)
class _Own:
    """What this device says: signed when its turn to be numbered has come."""

    data: bytes


@dataclass(frozen=True, slots=True)
class _Offered:
    """What somebody else has signed, and the link on which to say why it gets no number."""

    entry: Entry
    link: int


class Scribe:
    """The log of one device at one table.

    Args:
        identity: this device's key.
        vault: its secrets and what it has said.
        outbox: what of it has no number yet.
        promises: its votes.
        player: its seats.
        reporter: who tells the screen.
        effect: takes what has to be done.
        post: the ways out.
        group: what decks are locked in.

    Attributes:
        replica: what the log means; None before the table is known.
        tape: its records.
        outbox: see above.
        lacks_secrets: whether this device's secrets of an unfinished hand are not on its disk any
            more, or others than those it is bound to; it says nothing then.
    """

    def __init__(
        self,
        identity: crypto.Identity,
        vault: Vault,
        outbox: Outbox,
        promises: Promises,
        player: Player,
        reporter: Reporter,
        effect: Callable[[Effect], None],
        post: Post,
        group: Group,
    ) -> None:
        self._identity = identity
        self._vault = vault
        self._promises = promises
        self._player = player
        self._reporter = reporter
        self._effect = effect
        self._post = post
        self._group = group
        self._orderer: Orderer | None = None
        self._queue: deque[_Own | _Offered] = deque()
        self._wanted: set[bytes] = set()
        self.replica: Replica | None = None
        self.tape = Tape()
        self.outbox = outbox
        self.lacks_secrets = False

    # Beginning

    def begin(self, genesis: Genesis) -> None:
        """Takes up an empty log."""
        self.replica = Replica(genesis, self._player.secrets, self._group)
        self._orderer = None
        self._take_role()

    def _take_role(self) -> None:
        """Orders from now on, or does not, as the log says.

        Not if it left the table to others: they may have gone on, each of them being enough.
        """
        replica = self.replica
        if replica is None:
            return
        orderer = replica.chain.orderer
        mine = orderer == self._identity.public and not replica.lobby.is_without(orderer)
        if mine and self._orderer is None:
            self._orderer = Orderer(self._identity, replica)
        elif not mine:
            self._orderer = None
            self._queue.clear()
        self._reporter.hosting = mine

    def restore(
        self,
        genesis: Genesis,
        records: Sequence[bytes],
        secrets: Mapping[bytes, bytes],
        now: int,
        *,
        joins: bool = False,
    ) -> LogFault | None:
        """Takes up the log on this device's disk; the fault if it is not sound.

        Whoever orders goes on by it alone, unless it ``joins`` others at its table.
        """
        self._vault.load(secrets)
        fault = self._read(genesis, records, trusted=False)
        if fault is not None:
            return fault
        self._player.only_listens = joins or self._orderer is None or self._is_cut_off()
        if self.replica is not None:
            self.lacks_secrets = self._player.lacks_secrets(self.replica)
        if not self.lacks_secrets:
            self.react(None, now)
            self.work(now)
        return None

    def _is_cut_off(self) -> bool:
        """Whether the log on the disk ends in an epoch after which there was a newer one."""
        return self.replica is not None and self._vault.was_cut_off(self.replica.chain.epoch)

    def caught_up(self, now: int) -> None:
        """This device has all that it has heard of: from now on it says what is due."""
        if self.replica is None or not self.only_listens:
            return
        self.lacks_secrets = self._player.lacks_secrets(self.replica)
        if not self.lacks_secrets:
            self._player.only_listens = False
            self.react(None, now)
            self.work(now)

    @property
    def only_listens(self) -> bool:
        """Whether this device says nothing yet; see `Player`."""
        return self._player.only_listens

    def _read(
        self,
        genesis: Genesis,
        records: Sequence[bytes],
        *,
        trusted: bool,
    ) -> LogFault | None:
        """Takes up a log from its beginning, without a word to anybody."""
        self.begin(genesis)
        self.tape = Tape()
        parsed = [decode_record(data) for data in records]
        self._player.restoring = _committed(parsed, self._identity.public)
        quiet, self._reporter.quiet = self._reporter.quiet, True
        try:
            read = zip(records, parsed, strict=True)
            for number, (data, record) in enumerate(read, start=1):
                fed: Fed | FaultCode = FaultCode.UNREADABLE
                if record is not None:
                    fed = self._feed(record, trusted=trusted)
                if isinstance(fed, FaultCode):
                    return LogFault(fed, number)
                self._keep(data)
        finally:
            self._reporter.quiet = quiet
            self._player.restoring = None
        self._take_role()
        return None

    def _feed(self, record: Record, *, trusted: bool = False) -> Fed | FaultCode:
        if self.replica is None:
            return FaultCode.NOT_A_LOG
        return self.replica.feed(record, trusted=trusted)

    def _keep(self, data: bytes) -> None:
        if self.replica is not None:
            self.tape.keep(data, self.replica.chain.order)

    @property
    def is_orderer(self) -> bool:
        """Whether this device numbers the entries now."""
        return self._orderer is not None and not self.only_listens

    @property
    def is_bound(self) -> bool:
        """Whether this device has voted for a newer epoch, and signs nothing in this one."""
        replica = self.replica
        seated = replica is not None and self._identity.public in replica.lobby.devices
        return seated and replica is not None and self._promises.epoch > replica.chain.epoch

    def hush(self) -> None:
        """Our person hears nothing of what is taken in, until `speak_up`."""
        self._reporter.quiet = True

    def speak_up(self, now: int) -> None:
        """Our person hears how things stand now, and everything from here on."""
        self._reporter.quiet = False
        self._reporter.again()
        self.react(None, now)

    # Saying something

    def submit(self, body: Body, now: int) -> None:
        """Has ``body`` numbered, now or as soon as the orderer can be reached."""
        if self.only_listens and guard_key(body) is not None:
            return
        data = self.outbox.add(body, now)
        if data is None:
            return
        if self._orderer is not None:
            self._queue.append(_Own(data))
        else:
            self._propose(data)

    def ask(self, body: Body, now: int) -> None:
        """The same for what a person wants, who hears why if it gets no place or is void."""
        refusal = None
        if self.replica is not None:
            refusal = self.replica.refuses(self._identity.public, body)
        if refusal is not None:
            self.tell_not_done(str(refusal.reason))
            return
        self._wanted.add(body_hash(encode_body(body)))
        self.submit(body, now)

    def again(self, now: int, after_ms: int = RESEND_MS) -> None:
        """Proposes again what has waited for so long."""
        if self._orderer is None:
            for data in self._unanswered(now, after_ms):
                self._propose(data)

    def _unanswered(self, now: int, after_ms: int) -> Iterator[bytes]:
        """What has waited for its number for so long, and is still to be said.

        Nothing that was disowned, that the own replica refuses by now, that answers another
        question than the one that stands, or that leaves a seat which somebody else has by now: it
        would be signed as said in full knowledge of that.
        """
        replica = self.replica
        if replica is None:
            return
        mine = partial(replica.lobby.controls, self._identity.public)
        for data in self.outbox.again(now, after_ms):
            body = decode_body(data)
            if body is not None and guard_key(body) is not None and self._vault.said(body) != body:
                self.outbox.drop(body_hash(data))
            elif isinstance(body, Act | Unasked) and (
                replica.refuses(self._identity.public, body) is not None
            ):
                self.refused(body_hash(data), NetReason.WRONG_TURN, now)
            elif (isinstance(body, Act) and not self._player.answers(replica, body)) or (
                isinstance(body, Leave) and replica.lobby.playing and not mine(body.seat)
            ):
                self.outbox.drop(body_hash(data))
            else:
                yield data

    def _propose(self, data: bytes) -> None:
        if self.replica is not None and not self.is_bound:
            self._post.propose(encode(self._signed(self.replica, data)))

    def _signed(self, replica: Replica, data: bytes) -> Entry:
        chain = replica.chain
        return sign_data(self._identity, chain.table, chain.n, chain.head, data)

    def refused(self, key: bytes, reason: str, now: int) -> None:
        """The orderer gives no number to the body with this hash."""
        body = self.outbox.drop(key)
        if body is not None:
            self._not_taken(body, reason)
            if isinstance(body, Unasked):
                # The answer that waited behind it may be said now.
                self.react(None, now)

    def _not_taken(self, body: Body, reason: str) -> None:
        """Something we said got no place or is void; a person who acted hears why."""
        key = body_hash(encode_body(body))
        if key in self._wanted:
            self._wanted.discard(key)
            self.tell_not_done(reason)
        if not isinstance(body, Act | Unasked) or self.replica is None:
            return
        if isinstance(body, Unasked):
            self._player.refused(body)
        action = decode_action(body.action)
        mine = body.seat == self.replica.lobby.seat_of(self._identity.public)
        if mine and action is not None and reason in _REASONS:
            self.tell_refused(Reason(reason), action)

    def tell_refused(self, reason: Reason, action: Action) -> None:
        """The person at this device hears why an action is not allowed."""
        self._tell(ActionRefused(reason, reason.row, action))

    def tell_not_done(self, code: str, **facts: str) -> None:
        """The person at this device hears why a command cannot be done."""
        self._tell(CommandRefused(code, facts))

    def _tell(self, update: Update) -> None:
        self._effect(Emit(update))

    # Taking in

    def offer(self, entry: Entry, link: int, room: int) -> None:
        """Somebody proposes an entry to this orderer; dropped when ``room`` entries wait."""
        if self.is_orderer and len(self._queue) < room:
            self._queue.append(_Offered(entry, link))

    def take(self, record: Record, data: bytes, now: int) -> FaultCode | None:
        """The next record came from elsewhere; the fault if it is not the next record."""
        if self.replica is not None and self.replica.is_flood(record):
            return FaultCode.TOO_LONG
        before = self.replica.chain.orderer if self.replica is not None else b""
        fed = self._feed(record)
        if isinstance(fed, FaultCode):
            return fed
        self._keep(data)
        self._effect(Append(data))
        self._settle(fed)
        self._succeed(fed, before, now)
        self.react(fed, now)
        return None

    # Another orderer

    def trial(self, first: int, branch: Sequence[bytes]) -> Replica | None:
        """The log with these records from entry ``first`` on; None if they lead to no newer epoch.

        That costs a reading of all of it, and changes nothing here.
        """
        replica = self.replica
        if replica is None:
            return None
        trial = Replica(replica.chain.genesis, group=self._group)
        for n, data in enumerate((*self.tape.records[: first - 1], *branch), start=1):
            record = decode_record(data)
            if record is None or isinstance(trial.feed(record, trusted=n < first), FaultCode):
                return None
        return trial if trial.chain.epoch > replica.chain.epoch else None

    def change_over(self, first: int, branch: Sequence[bytes], now: int) -> None:
        """From entry ``first`` on these records, which lead to a newer epoch, are the log."""
        before = self.replica.chain.orderer if self.replica is not None else b""
        self.rewind(first - 1, now, branch)
        self._follow(before, now)
        self.react(None, now)

    def rewind(self, n: int, now: int, branch: Sequence[bytes] = ()) -> None:
        """After entry ``n`` the log goes on with ``branch`` now; what we said later is said again.

        For an epoch that begins there, which the caller has checked and feeds next if there is no
        branch.
        """
        replica = self.replica
        if replica is None or n >= replica.n:
            return
        records = self.tape.records
        fault = self._read(replica.chain.genesis, (*records[:n], *branch), trusted=True)
        if fault is not None:
            raise AssertionError(f"took what does not follow: {fault}")
        # Without power after the next step the log would end in an epoch that others have left, and
        # whoever ordered it would give its numbers a second time: two signed histories.
        self._vault.cut_off(replica.chain.epoch)
        self._effect(Rewind(n))
        for data in branch:
            self._effect(Append(data))
        self._player.rewound()
        self.outbox.rewound()
        self._reporter.again()
        for data in records[n:]:
            record = decode_record(data)
            entry = decode_entry(record.entry) if record is not None else None
            body = decode_body(entry.body) if entry is not None else None
            mine = entry is not None and entry.author == self._identity.public
            if mine and body is not None and not isinstance(body, Epoch | Keys | Verdict):
                self.outbox.add(body, now)

    def is_me(self, identity: bytes) -> bool:
        """Whether that is this device."""
        return identity == self._identity.public

    def open_epoch(self, body: Epoch, now: int) -> bool:
        """Orders from now on, by the votes in ``body``; False if they do not suffice."""
        replica = self.replica
        if replica is None:
            return False
        chain = replica.chain
        entry = encode(self._signed(replica, encode_body(body)))
        head = next_head(chain.head, entry)
        signature = order_signature(self._identity, chain.table, body.epoch, chain.n + 1, head)
        record = Record(body.epoch, chain.n + 1, entry, signature)
        if self.take(record, encode(record), now) is not None:
            return False
        self.caught_up(now)  # nobody has more: by its votes the longest log is here
        return True

    def _succeed(self, fed: Fed, before: bytes, now: int) -> None:
        """If a new epoch began: takes the role, and says to its orderer what has no number yet."""
        if not isinstance(fed.body, Epoch) or fed.refusal is not None:
            return
        ordered = self._orderer is not None
        self._take_role()
        if self._orderer is not None and not ordered:
            self._queue.extend(_Own(data) for data in self._unanswered(now, 0))
        self._follow(before, now)

    def _follow(self, before: bytes, now: int) -> None:
        """Another epoch runs than that of ``before``, which may order this one as well."""
        if self.replica is not None:
            chain = self.replica.chain
            self._post.succeeded(chain.orderer, chain.epoch, anew=chain.orderer != before)
        self.again(now, 0)

    def work(self, now: int) -> None:
        """Gives numbers until nobody has anything to say."""
        if self.only_listens or self.is_bound:
            return
        while self._queue and self._orderer is not None and self.replica is not None:
            item = self._queue.popleft()
            own = isinstance(item, _Own)
            entry = self._signed(self.replica, item.data) if isinstance(item, _Own) else item.entry
            answer = self._orderer.number(entry, own=own)
            if isinstance(answer, Refused):
                key = body_hash(entry.body)
                if isinstance(item, _Own):
                    self.refused(key, answer.reason, now)
                else:
                    self._post.refuse(item.link, key, answer.reason)
                continue
            fed = self._feed(answer.record, trusted=True)
            if isinstance(fed, FaultCode):
                raise AssertionError(f"numbered what does not follow: {fed}")  # noqa: TRY004
            self._keep(answer.data)
            self._effect(Append(answer.data))
            self._post.numbered()
            self._settle(fed)
            self.react(fed, now)

    def _settle(self, fed: Fed) -> None:
        """What we said has its number now."""
        if fed.author == self._identity.public:
            self.outbox.drop(body_hash(encode_body(fed.body)))
            if fed.refusal is not None:
                self._not_taken(fed.body, str(fed.refusal.reason))
            elif self._wanted:
                self._wanted.discard(body_hash(encode_body(fed.body)))

    def react(self, fed: Fed | None, now: int) -> None:
        """Says what is due, tells the screen, wakes the bots."""
        replica = self.replica
        if replica is None:
            return
        if fed is not None and fed.finished is not None:
            self._player.booked(replica, fed.finished)
        for body in list(self._player.dues(replica)):
            self.submit(body, now)
        self._reporter.after(replica, fed, now)
        self._post.reacted(fed)
        for thought in self._player.thoughts(replica):
            self._effect(thought)


def _committed(records: Iterable[Record | None], identity: bytes) -> frozenset[int]:
    """The decks for which this device has committed itself already."""
    found = set()
    for record in records:
        entry = decode_entry(record.entry) if record is not None else None
        if entry is not None and entry.author == identity:
            body = decode_body(entry.body)
            if isinstance(body, Commit):
                found.add(body.deck)
    return frozenset(found)
