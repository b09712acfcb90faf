"""One log replayed: lobby, decks and game as they follow from its records, equal at every peer.

`Replica.feed` takes the next record. An entry that is refused at its place stays in the log, is
*void* and changes nothing. It is an *offence* only when it proves itself false, or was refused
already in the state its author had seen: otherwise somebody was simply faster.

A replica holds the secrets of the seats this device plays inside its decks; nothing else in it
differs between peers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine import game
from engine.events import Event
from engine.faces import Faces, Slot
from engine.seats import Seat
from engine.state import State, digest
from engine.view import View
from net.core import crypto
from net.core.attendance import Attendance
from net.core.bodies import (
    Act,
    Body,
    Commit,
    DeckAck,
    Epoch,
    Evidence,
    Kick,
    Leave,
    Missing,
    Options,
    Pause,
    Sit,
    Start,
    Swap,
    Unasked,
    Verdict,
)
from net.core.course import Course, SecretsFor
from net.core.deal import Deck
from net.core.faults import FaultReason
from net.core.group import CURVE, Group
from net.core.hand import Finding, Hand, Refusal
from net.core.holders import Holders
from net.core.limits import LOG_ENTRIES
from net.core.lobby import Lobby, NetReason
from net.core.log import Chain, Checked, FaultCode, Genesis, Record, decode_entry
from net.core.offences import Offences
from net.core.pauses import Paused
from net.core.phases import DealBody
from net.core.reports import Fed, HandReport, Mismatch, Offence
from net.core.spoken import Spoken

__all__ = ["Replica"]

_LATE: Final = frozenset(
    {
        NetReason.NOT_STARTED,
        NetReason.TABLE_STOPPED,
        NetReason.NOT_DEALT,
        NetReason.WRONG_HAND,
        NetReason.WRONG_TURN,
        NetReason.REPEATED,
    }
)
"""Why an act is void that came late or twice: no offence, whatever its author had seen."""


_NOT_PLAY: Final = (Sit, Leave, Swap, Options, Start, Missing, Kick, Pause, Evidence)
"""What does no part of the deal or the play. None of these withdraws a vote that their author is
missing, or whoever keeps its part back could go on talking for ever."""


class Replica:
    """Everything that follows from a log, up to its newest record.

    Args:
        genesis: what the table is.
        secrets: see `SecretsFor`; None for who only looks.
        group: what decks are locked in.

    Attributes:
        chain: the heads and signatures.
        lobby: seats and game.
    """

    def __init__(
        self, genesis: Genesis, secrets: SecretsFor | None = None, group: Group = CURVE
    ) -> None:
        self.chain = Chain(genesis)
        self.lobby = Lobby(genesis.founder)
        self._course = Course(genesis.before, self.chain.table, self.lobby, secrets, group)
        self._attendance = Attendance(self.lobby, self._course)
        self._offences = Offences(self.chain, self.lobby, self._course)
        self._holders = Holders(self.lobby, self._course)
        self._spoken = Spoken()
        self._rosters: list[tuple[int, tuple[bytes, ...]]] = [(0, ())]
        self._lost: dict[bytes, int] = {}
        self._digested: tuple[State | None, bytes] = (None, b"")
        self._views: dict[int | None, View] = {}
        self._answer: tuple[bytes, Body, Refusal | None] | None = None

    # What others ask

    @property
    def n(self) -> int:
        """How many entries the log has."""
        return self.chain.n

    @property
    def state(self) -> State | None:
        """The game, None before the first Start."""
        return self._course.state

    @property
    def hand(self) -> Hand | None:
        """The hand that is played or was played last."""
        return self._course.hand

    @property
    def next_deck(self) -> Deck | None:
        """The deck that is being made for the next hand."""
        return self._course.next_deck

    @property
    def reports(self) -> list[HandReport]:
        """All hands that were booked."""
        return self._course.reports

    @property
    def turn(self) -> int:
        """The number of the question that stands within the hand; see `Hand.turn`."""
        return self._course.turn

    @property
    def stopped(self) -> bool:
        """Whether nobody is left at a Partie that is not over."""
        return self._course.stopped

    @property
    def newest_deck(self) -> int:
        """The number of the deck that was begun last."""
        return self._course.newest_deck

    @property
    def offences(self) -> list[Offence]:
        """All that was ever proven."""
        return self._offences.proven

    @property
    def strayed(self) -> dict[bytes, Mismatch]:
        """The devices whose programs make something else of this log, and what showed it."""
        return self._offences.strayed

    @property
    def mismatch(self) -> Mismatch | None:
        """See `Offences`; nothing goes on then."""
        return self._offences.mismatch

    def convicted(self, body: Evidence) -> bytes | None:
        """Whom the evidence convicts, if it is any in this log; see `Offences`."""
        return self._offences.convicted(body)

    def device_of(self, seat: int) -> bytes | None:
        """The device that answers for ``seat`` now: in a hand the one that has its secret."""
        return self._course.device_of(seat)

    def plays(self, identity: bytes, seat: int) -> bool:
        """Whether the device acts for ``seat`` in the hand."""
        hand = self.hand
        if hand is None or hand.booked:
            return self.lobby.player(seat) == identity
        return hand.deck.facts.seats[seat].controller == identity

    def judges(self, seat: int) -> bool:
        """Whether a verdict of ``seat`` on the hand is waited for; not if its device is away."""
        return self._course.judges(seat)

    @property
    def paused(self) -> Paused | None:
        """Who has paused the table, until anybody goes on."""
        return self._attendance.paused

    def missed_by(self, device: bytes) -> frozenset[bytes]:
        """Who finds this device missing since it was heard of last."""
        return self._attendance.missed_by(device)

    def kicked_by(self, device: bytes) -> frozenset[bytes]:
        """Who wants this device's person to leave, in the hand that is played."""
        return self._attendance.kicked_by(device)

    def can_miss(self, author: bytes, device: bytes) -> bool:
        """Whether ``author`` may find this device missing, and has not said so."""
        return self._attendance.can_miss(author, device)

    def digest(self) -> bytes:
        """What has to be equal at every peer after every entry; 32 bytes."""
        if self._digested[0] is not self.state:
            self._digested = (self.state, digest(self.state) if self.state else b"")
        decks = [d.head for d in (self.hand.deck if self.hand else None, self.next_deck) if d]
        return crypto.digest("jass/replica/1", self.chain.head, self._digested[1], *decks)

    def deck(self, number: int) -> Deck | None:
        """The deck with this number, if it is in use."""
        if self.hand is not None and self.hand.deck.facts.number == number:
            return self.hand.deck
        if self.next_deck is not None and self.next_deck.facts.number == number:
            return self.next_deck
        return None

    def faces(self, seat: int | None) -> Faces:
        """What ``seat``, one of this device's, knows of the hand's slots."""
        hand = self.hand
        if hand is None or (self.state is not None and game.needs_deal(self.state)):
            return Faces()
        cards = hand.cards
        known = hand.deck.faces(seat)
        numbers = hand.numbers(seat) if seat is not None else {}
        return Faces({Slot(slot): cards[card] for slot, card in sorted(known.items())}, numbers)

    def view(self, seat: int | None) -> View | None:
        """What ``seat``, one of this device's, sees; None before the first Start."""
        if self.state is None:
            return None
        # Bots, screen and automatic acts all ask after each entry.
        if seat not in self._views:
            who = None if seat is None else Seat(seat)
            self._views[seat] = game.view(self.state, self.faces(seat), who)
        return self._views[seat]

    def asked(self) -> tuple[int, ...]:
        """The seats whose answer to the game's question is awaited now."""
        return self._course.asked()

    def finding(self) -> Finding | None:
        """What the replay of the last hand found, once every secret is open."""
        return self.hand.finding if self.hand is not None else None

    # Records

    def feed(self, record: Record, *, trusted: bool = False) -> Fed | FaultCode:
        """Takes the next record of the log, or says why it cannot be that.

        ``trusted`` skips the signatures, for what this device has just signed itself.
        """
        checked = self.chain.check(record, self._voters(), trusted=trusted)
        if isinstance(checked, FaultCode):
            return checked
        self.chain.append(checked)
        fed = self._take(checked)
        if self._voters() != self._rosters[-1][1]:
            self._rosters.append((self.n, self._voters()))
        out = self.lobby.sat.keys() - (set(self.lobby.devices) - self.lobby.kicked)
        self._lost = {device: self._lost.get(device, self.n) for device in out}
        return fed

    def _voters(self) -> tuple[bytes, ...]:
        """None before the first Partie: who sat there first would be a majority alone, for ever."""
        return self.lobby.present if self.lobby.partie else ()

    def lost_at(self, device: bytes) -> int:
        """The entry since which a person who has sat here has no seat any more; 0 if it has one."""
        return self._lost.get(device, 0)

    def devices_at(self, n: int) -> tuple[bytes, ...]:
        """The human devices that took part after entry ``n``: whose votes counted there."""
        return next(devices for first, devices in reversed(self._rosters) if first <= n)

    def rosters(self, first: int, last: int) -> Iterator[tuple[bytes, ...]]:
        """The human devices that took part after each of these entries; equal ones once."""
        yield self.devices_at(first)
        yield from (devices for begun, devices in self._rosters if first < begun <= last)

    def refuses(self, author: bytes, body: Body, seen: int | None = None) -> Refusal | None:
        """Why ``body`` would be void as the next entry, or None.

        ``seen`` is the entry up to which its author had seen the log, None for all of it.
        """
        settled = self._spoken.settles(author, body)
        if settled is not None:
            return settled
        refusal = self._refuse(author, body, self.state, self.turn)
        self._answer = (author, body, refusal)
        return self._spoken.refuses(author, body, seen, refusal)

    def is_too_fast(self, author: bytes) -> bool:
        """Whether ``author`` has to wait for the next hand before anything more is numbered.

        If the log is full there is none.
        """
        return self._spoken.is_too_fast(author) or self.n >= LOG_ENTRIES

    @property
    def spares_void(self) -> bool:
        """Whether who orders may number another void entry in this hand."""
        return self._spoken.spares > 0

    def is_flood(self, record: Record) -> bool:
        """Whether no honest orderer numbers this record after this log: more than a hand can need.

        The log alone does not say so, and `feed` takes it: a file with a flood can still be read.
        """
        entry = decode_entry(record.entry) if record.epoch == self.chain.epoch else None
        if entry is None:
            return False
        return self._spoken.spares < 0 or self._spoken.is_too_fast(entry.author)

    def is_due(self, author: bytes, body: Body, seen: int | None = None) -> bool:
        """Whether an honest orderer that has just this log gives ``body`` the next number.

        So every reason for which it may refuse anything shows in the log. ``seen`` as in `refuses`.
        """
        return not self.is_too_fast(author) and self.refuses(author, body, seen) is None

    def _take(self, checked: Checked) -> Fed:
        author, body, n = checked.entry.author, checked.body, checked.record.n
        # Whoever orders has asked a moment ago, and nothing has come between.
        answer, self._answer = self._answer, None
        if checked.opens:
            refusal = None
        elif answer is not None and answer[:2] == (author, body):
            refusal = answer[2]
        else:
            refusal = self._refuse(author, body, self.state, self.turn)
        self._views.clear()
        place = checked.entry.seen, n
        refusal = self._spoken.hear(author, body, checked.entry.body, place, refusal)
        if refusal is not None:
            if refusal.proven or self._was_refused(checked, refusal):
                self._offences.add(n, author, body, refusal.reason)
            self._doubt(body, refusal)
            if refusal.reason is FaultReason.OTHER_VERSION and isinstance(body, Commit):
                self._offences.stray(n, author, body.seat, FaultReason.OTHER_VERSION)
            return Fed(n, author, body, refusal)
        fed = self._apply(n, author, body)
        self._holders.follow(n)
        return fed

    def _was_refused(self, checked: Checked, refusal: Refusal) -> bool:
        """Whether a word was refused already in the state that its author had seen."""
        body = checked.body
        seen = checked.entry.seen
        if refusal.reason == NetReason.NOT_YOUR_SEAT:
            if not self.lobby.playing or seen < self._course.begun:
                return False
            # Whoever orders may have kept the word until somebody else had the seat.
            return not self._holders.had(checked.entry.author, getattr(body, "seat", -1), seen)
        if not isinstance(body, Act | Unasked) or seen < self._course.hand_begun:
            return False
        if refusal.reason in _LATE:
            return False
        stood = self._course.stood_at(seen)
        return stood is not None and (self._refuse(checked.entry.author, body, *stood) is not None)

    def _doubt(self, body: Body, refusal: Refusal) -> None:
        if refusal.doubts and self.hand is not None and isinstance(body, Act | Unasked):
            self.hand.deck.doubt(None)

    # Refusing

    def _refuse(self, author: bytes, body: Body, state: State | None, turn: int) -> Refusal | None:
        match body:
            case Sit() | Leave() | Swap() | Options() | Start() | Missing() | Kick() | Pause():
                reason = self._attendance.check(author, body)
                return None if reason is None else Refusal(reason)
            case Epoch():
                return Refusal(NetReason.NOT_SUPPORTED)
            case Evidence():
                reason = self._offences.check(body)
                return None if reason is None else Refusal(reason)
            case _:
                pass
        if not self.lobby.playing or state is None:
            return Refusal(NetReason.NOT_STARTED)
        if self.mismatch is not None:
            return Refusal(NetReason.TABLE_STOPPED)
        match body:
            case Act() | Unasked():
                hand = self.hand
                if hand is None or body.hand != hand.number:
                    return Refusal(NetReason.WRONG_HAND)
                if body.seat not in hand.deck.seats or not self.plays(author, body.seat):
                    return Refusal(NetReason.NOT_YOUR_SEAT)
                return hand.refuse(body, state, turn)
            case _:
                deck = self.deck(body.deck)
                if deck is None:
                    return Refusal(NetReason.WRONG_HAND)
                if body.seat not in deck.seats or (
                    deck.facts.seats[body.seat].controller != author
                ):
                    return Refusal(NetReason.NOT_YOUR_SEAT)
                if isinstance(body, Verdict):
                    return self._refuse_verdict(body)
                return self._refuse_deal(body, deck)

    def _refuse_verdict(self, body: Verdict) -> Refusal | None:
        hand = self.hand
        if hand is None or body.deck != hand.number:
            return Refusal(NetReason.WRONG_HAND)
        if hand.finding is None:
            return Refusal(NetReason.TOO_EARLY)
        return Refusal(NetReason.REPEATED) if body.seat in hand.verdicts else None

    def _refuse_deal(self, body: DealBody, deck: Deck) -> Refusal | None:
        # Whoever is ready for new cards has judged the old ones: dealing.md 3.3 row 4.
        hand = self.hand
        early = hand is not None and body.seat not in hand.verdicts and self.judges(body.seat)
        if isinstance(body, DeckAck) and early:
            return Refusal(NetReason.TOO_EARLY)
        fault = deck.check(body)
        return None if fault is None else Refusal(fault.reason, proven=fault.reason.blames)

    # Applying

    def _apply(self, n: int, author: bytes, body: Body) -> Fed:
        events: tuple[Event, ...] = ()
        course, hand = self._course, self.hand
        if not isinstance(body, _NOT_PLAY):
            self._attendance.heard(author)
        match body:
            case Sit() | Leave() | Swap() | Options() | Start() | Missing() | Kick() | Pause():
                if not self._attendance.apply(n, author, body):
                    return Fed(n, author, body)
            case Evidence():
                self._offences.convict(n, body)
                return Fed(n, author, body)
            case Epoch():
                # Who orders is the host: docs/protocol.md 6.
                self.lobby.host = author
                self._spoken.succeed()
                course.succeed(n, self.chain.epoch)
            case Act() | Unasked():
                events = course.play(n, body)
            case Verdict():
                if hand is not None:
                    self._hear(n, author, body, hand)
            case _:
                deck = self.deck(body.deck)
                if deck is not None:
                    deck.accept(body, n)
        if self.mismatch is not None:
            return Fed(n, author, body, None, events)
        more, finished, over = course.advance(n, self.offences)
        if finished is not None and self._attendance.clear():
            more += course.advance(n, self.offences)[0]
        if self.hand is not None and self.hand is not hand:
            self._spoken.dealt(self.hand.number)
            self._attendance.dealt()
        self._attendance.end_pause_if_over()
        return Fed(n, author, body, None, events + more, finished, over)

    def _hear(self, n: int, author: bytes, body: Verdict, hand: Hand) -> None:
        false = hand.hear(body)
        if false is FaultReason.DIGEST_DIFFERS:
            self._offences.stray(n, author, body.seat, false)
        elif false is not None:
            self._offences.add(n, author, body, false.value)
