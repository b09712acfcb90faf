"""One log replayed: lobby, decks and game as they follow from its records, equal at every peer.

`Replica.feed` takes the next record. An entry that is refused at its place stays in the log, is
*void* and changes nothing. It is an *offence* only when it proves itself false, or was refused
already in the state its author had seen: otherwise somebody was simply faster.

A replica holds the secrets of the seats this device plays inside its decks; nothing else in it
differs between peers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine import game
from engine.events import Event
from engine.faces import Faces, Slot
from engine.seats import Seat
from engine.state import HandResult, Outcome, State, digest
from engine.view import View
from net.core import crypto
from net.core.bodies import (
    Act,
    Body,
    Commit,
    DeckAck,
    Epoch,
    Evidence,
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
from net.core.deal import Deck
from net.core.evidence import guilty, seen_places
from net.core.faults import FaultReason
from net.core.group import CURVE, Group
from net.core.guard import GuardKey, guard_key
from net.core.hand import Finding, Hand, Refusal
from net.core.honest import DeckFacts, SeatFacts
from net.core.lobby import Lobby, NetReason
from net.core.log import Chain, Checked, FaultCode, Genesis, Record
from net.core.phases import DealBody

__all__ = ["Fed", "HandReport", "Mismatch", "Offence", "Replica", "SecretsFor"]

SecretsFor: TypeAlias = Callable[[DeckFacts, tuple[int, ...]], Mapping[int, bytes]]
"""Asked when a deck begins: S (32 bytes) of each given seat, of those this device plays."""


@dataclass(frozen=True, slots=True)
class Offence:
    """A cheat that the log proves: which seat (None: a device without one), where and what."""

    entry: int
    seat: int | None
    identity: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Two programs made different things of one log: whose fault that is nobody can say.

    ``entry`` shows it, ``seat`` said it, ``reason`` is a code.
    """

    entry: int
    seat: int
    reason: FaultReason


@dataclass(frozen=True, slots=True)
class HandReport:
    """A hand that is booked.

    ``deck`` is its number in every body, ``verdicts`` by seat, ``offender`` and ``reason`` what
    the replay found, ``entry`` where. ``first`` and ``last`` are its place in the log.
    """

    deck: int
    partie: int
    result: HandResult
    finding: Finding
    fair: bool
    verdicts: tuple[Verdict | None, ...]
    offences: tuple[Offence, ...]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Fed:
    """What one record did: nothing, when ``refusal`` says why it is void."""

    n: int
    author: bytes
    body: Body
    refusal: Refusal | None = None
    events: tuple[Event, ...] = ()
    finished: HandReport | None = None
    over: Outcome | None = None


_LATE: Final = frozenset(
    {NetReason.NOT_DEALT, NetReason.WRONG_HAND, NetReason.WRONG_TURN, NetReason.REPEATED}
)
"""Why an act is void that came late or twice: no offence, whatever its author had seen."""


class Replica:
    """Everything that follows from a log, up to its newest record.

    Args:
        genesis: what the table is.
        secrets: see `SecretsFor`; None for who only looks.
        group: what decks are locked in.

    Attributes:
        chain: the heads and signatures.
        lobby: seats and game.
        state: the game, None before the first Start.
        hand: the hand that is played or was played last.
        next_deck: the deck that is being made for the next hand.
        offences: all that was ever proven.
        reports: all hands that were booked.
        mismatch: what showed that the programs at the table differ, or None; nothing goes on then.
    """

    def __init__(
        self, genesis: Genesis, secrets: SecretsFor | None = None, group: Group = CURVE
    ) -> None:
        self.chain = Chain(genesis)
        self.lobby = Lobby(genesis.founder)
        self.state: State | None = None
        self.hand: Hand | None = None
        self.next_deck: Deck | None = None
        self.offences: list[Offence] = []
        self.reports: list[HandReport] = []
        self.mismatch: Mismatch | None = None
        self._secrets = secrets
        self._group = group
        self._decks = 0
        self._rosters: list[tuple[int, tuple[bytes, ...]]] = [(0, ())]
        self._missed: dict[bytes, frozenset[bytes]] = {}
        self._begun = 0
        self._hand_begun = 0
        self._bodies: dict[tuple[bytes, GuardKey], tuple[bytes, bool]] = {}
        self._states: dict[int, tuple[State, int]] = {}
        self._digested: tuple[State | None, bytes] = (None, b"")
        self._views: dict[int | None, View] = {}
        self._entitled: object = None
        self._answer: tuple[bytes, Body, Refusal | None] | None = None

    # What others ask

    @property
    def n(self) -> int:
        """How many entries the log has."""
        return self.chain.n

    @property
    def stopped(self) -> bool:
        """Whether nobody is left at a Partie that is not over."""
        return self.lobby.playing and not self.lobby.present

    @property
    def newest_deck(self) -> int:
        """The number of the deck that was begun last."""
        newest = self.next_deck or (self.hand.deck if self.hand is not None else None)
        return newest.facts.number if newest is not None else 0

    def device_of(self, seat: int) -> bytes | None:
        """The device that answers for ``seat`` now: in a hand the one that has its secret."""
        hand = self.hand
        deck = hand.deck if hand is not None and not hand.booked else self.next_deck
        return deck.facts.seats[seat].controller if deck is not None else self.lobby.player(seat)

    def plays(self, identity: bytes, seat: int) -> bool:
        """Whether the device acts for ``seat`` in the hand."""
        hand = self.hand
        if hand is None or hand.booked:
            return self.lobby.player(seat) == identity
        return hand.deck.facts.seats[seat].controller == identity

    def judges(self, seat: int) -> bool:
        """Whether a verdict of ``seat`` on the hand is waited for; not if its device is away."""
        hand = self.hand
        return hand is not None and hand.deck.facts.seats[seat].controller not in self.lobby.away

    def missed_by(self, device: bytes) -> frozenset[bytes]:
        """Who finds this device missing since it was heard of last."""
        return self._missed.get(device, frozenset())

    def can_miss(self, author: bytes, device: bytes) -> bool:
        """Whether ``author`` may find this device missing, and has not said so."""
        present = self.lobby.present
        if author == device or author not in present or author in self.missed_by(device):
            return False
        return device in present or self._owes(device)

    def _owes(self, device: bytes) -> bool:
        """Whether the hand waits for secrets of a device whose person has left."""
        hand = self.hand
        if hand is None or not hand.deck.closed:
            return False
        return any(hand.deck.facts.seats[s].controller == device for s in hand.deck.awaited)

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

    @property
    def turn(self) -> int:
        """The number of the question that stands within the hand; see `Hand.turn`."""
        return self.hand.turn(self.state) if self.hand is not None and self.state else 0

    def asked(self) -> tuple[int, ...]:
        """The seats whose answer to the game's question is awaited now."""
        hand = self.hand
        if self.state is None or hand is None or hand.deck.awaited:
            return ()
        if hand.deck.closed and not hand.booked:
            return ()
        return tuple(game.asked(self.state))

    def finding(self) -> Finding | None:
        """What the replay of the last hand found, once every secret is open."""
        return self.hand.finding if self.hand is not None else None

    # Records

    def feed(self, record: Record, *, trusted: bool = False) -> Fed | FaultCode:
        """Takes the next record of the log, or says why it cannot be that.

        ``trusted`` skips the signatures, for what this device has just signed itself.
        """
        checked = self.chain.check(record, self.lobby.present, trusted=trusted)
        if isinstance(checked, FaultCode):
            return checked
        self.chain.append(checked)
        fed = self._take(checked)
        if self.lobby.present != self._rosters[-1][1]:
            self._rosters.append((self.n, self.lobby.present))
        return fed

    def devices_at(self, n: int) -> tuple[bytes, ...]:
        """The human devices that took part after entry ``n``."""
        return next(devices for first, devices in reversed(self._rosters) if first <= n)

    def refuses(self, author: bytes, body: Body) -> Refusal | None:
        """Why ``body`` would be void as the next entry, or None."""
        refusal = self._refuse(author, body, self.state, self.turn)
        self._answer = (author, body, refusal)
        return refusal

    def said(self, author: bytes, body: Body) -> bytes | None:
        """What ``author`` has in the log, not void, for the guard key of ``body``; or None."""
        key = guard_key(body)
        before = self._bodies.get((author, key)) if key is not None else None
        return before[0] if before is not None and before[1] else None

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
        key = guard_key(body)
        if key is not None:
            refusal = self._guard((author, key), checked.entry.body, refusal)
        if refusal is not None:
            if refusal.proven or self._was_refused(checked, refusal):
                self._offend(n, author, body, refusal.reason)
            self._doubt(body, refusal)
            if refusal.reason is FaultReason.OTHER_VERSION and isinstance(body, Commit):
                self._part(n, body.seat, FaultReason.OTHER_VERSION)
            return Fed(n, author, body, refusal)
        return self._apply(n, author, body)

    def _guard(
        self, key: tuple[bytes, GuardKey], data: bytes, refusal: Refusal | None
    ) -> Refusal | None:
        """Two bodies for one key prove a cheat, the same body twice is a resend (3.2).

        Of one author, that is: else anybody could speak for a seat first, in vain, and have its
        owner convicted of a second body.
        """
        before = self._bodies.get(key)
        self._bodies[key] = (data, refusal is None) if before is None else before
        if before is None:
            return refusal
        if before[0] != data:
            return Refusal(NetReason.TWO_BODIES, proven=True)
        if before[1]:
            return Refusal(NetReason.REPEATED)
        self._bodies[key] = (data, refusal is None)
        return refusal

    def _was_refused(self, checked: Checked, refusal: Refusal) -> bool:
        """Whether an act was refused already in the state that its author had seen."""
        body = checked.body
        seen = checked.entry.seen
        if refusal.reason == NetReason.NOT_YOUR_SEAT:
            # Who was away a moment ago may not know who plays the seat now.
            own = self.lobby.controls(checked.entry.author, getattr(body, "seat", -1))
            return self.lobby.playing and seen >= self._begun and not own
        if not isinstance(body, Act | Unasked) or seen < self._hand_begun:
            return False
        if refusal.reason in _LATE:
            return False
        at = max((n for n in self._states if n <= seen), default=None)
        if at is None:
            return False
        return self._refuse(checked.entry.author, body, *self._states[at]) is not None

    def _offend(self, n: int, author: bytes, body: Body, reason: str) -> None:
        seat = getattr(body, "seat", None)
        if seat is None or not self.lobby.controls(author, seat):
            seat = self.lobby.seat_of(author)
        self.offences.append(Offence(n, seat, author, reason))

    def _doubt(self, body: Body, refusal: Refusal) -> None:
        if refusal.doubts and self.hand is not None and isinstance(body, Act | Unasked):
            self.hand.deck.doubt(None)

    # Refusing

    def _refuse(self, author: bytes, body: Body, state: State | None, turn: int) -> Refusal | None:
        match body:
            case Sit() | Leave() | Swap() | Options() | Start():
                reason = self.lobby.check(author, body)
                return None if reason is None else Refusal(reason)
            case Missing():
                return self._refuse_missing(author, body)
            case Epoch() | Pause():
                return Refusal(NetReason.NOT_SUPPORTED)
            case Evidence():
                found = self._convicted(body)
                return Refusal(NetReason.BAD_EVIDENCE) if found is None else None
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

    def _refuse_missing(self, author: bytes, body: Missing) -> Refusal | None:
        if not self.lobby.playing or self.state is None:
            return Refusal(NetReason.NOT_STARTED)
        there = self.lobby.at(body.seat)
        if there is None or there.bot is not None or not self.can_miss(author, there.identity):
            return Refusal(NetReason.NOT_MISSING)
        return None if body.deck == self.newest_deck else Refusal(NetReason.WRONG_HAND)

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
        self._missed.pop(author, None)
        match body:
            case Sit() if author in self.lobby.away and body.bot is None:
                self.lobby.apply(author, body)
                # The deck in the making still has a substitute's secret for this seat.
                self.next_deck = None
            case Leave() if self.lobby.playing:
                self.lobby.apply(author, body)
                self._without(author)
            case Missing():
                self._miss(author, body)
            case Sit() | Swap() | Options() | Leave():
                self.lobby.apply(author, body)
                return Fed(n, author, body)
            case Start():
                if self.lobby.apply(author, body):
                    self._begin_partie(n)
                return Fed(n, author, body)
            case Evidence():
                self._offend_evidence(n, body)
                return Fed(n, author, body)
            case Epoch():
                self._succeed(n, author)
            case Pause():
                return Fed(n, author, body)
            case Act() | Unasked():
                events = self._play(n, body)
            case Verdict():
                if self.hand is not None:
                    self._hear(n, author, body, self.hand)
            case _:
                deck = self.deck(body.deck)
                if deck is not None:
                    deck.accept(body, n)
        more, finished, over = self._advance(n)
        return Fed(n, author, body, None, events + more, finished, over)

    def _succeed(self, n: int, author: bytes) -> None:
        """Another device orders, and has the say that the founder had.

        A deck that not everybody is ready for is dropped: messages of it may have been cut off. The
        next one's number was never given out in another epoch either, so that no secret is ever
        asked for twice (dealing.md 2.4): no two epochs begin at one place with one number, and far
        fewer than sixteen decks are begun within sixteen entries.
        """
        self.lobby.founder = author
        self._decks = max(self._decks, 16 * n + self.chain.epoch % 16)
        if self.next_deck is not None and self.next_deck.chance is None:
            self.next_deck = None

    def _miss(self, author: bytes, body: Missing) -> None:
        """One more finds a device missing; with more than half of all it is (3.7)."""
        there, present = self.lobby.at(body.seat), self.lobby.present
        if there is None:
            return
        device = there.identity
        voters = self._missed[device] = self.missed_by(device) | {author}
        # Of two the other one decides, who has nobody else to ask.
        if 2 * len(voters.intersection(present)) <= len(present) and len(present) != 2:
            return
        del self._missed[device]
        self.lobby.away |= {device}
        if self.hand is not None and not self.hand.booked:
            self.hand.deck.excuse(self._seats_in(self.hand.deck, device))
        self._without(device)

    def _without(self, device: bytes) -> None:
        """Goes on without a device: the hand ends, the deck in the making has other players."""
        hand, seat = self.hand, self.lobby.seat_of(device)
        if hand is not None and not hand.booked and seat is not None:
            hand.abort(seat)
        self.next_deck = None

    @staticmethod
    def _seats_in(deck: Deck, device: bytes) -> list[int]:
        return [s for s, facts in enumerate(deck.facts.seats) if facts.controller == device]

    def _begin_partie(self, n: int) -> None:
        lobby = self.lobby
        if lobby.setup is None:
            return
        if self.state is not None and not lobby.changed:
            self.state = game.new_partie(self.state)
        else:
            setup = lobby.setup
            self.state = game.start(setup.variant, setup.options, len(lobby.seats))
        lobby.changed = False
        self.hand = None
        self._begun = n
        self._remember(n)
        self._make_deck(self.state)

    def _make_deck(self, state: State) -> None:
        """Begins the next deck; its number counts the decks of the table from 0."""
        people = tuple(
            SeatFacts(s.identity, self.lobby.player(seat) or s.identity)
            for seat, s in enumerate(self.lobby.seats)
            if s is not None
        )
        cards = game.deck_of(state).cards
        kind = game.deck_kind(state)
        facts = DeckFacts(
            self.chain.table, self._decks, kind, len(cards), people, group=self._group
        )
        self._decks += 1
        seats = tuple(range(len(people)))
        own = self._secrets(facts, seats) if self._secrets is not None else {}
        self.next_deck = Deck(facts, own)

    def _play(self, n: int, body: Act | Unasked) -> tuple[Event, ...]:
        if self.hand is None or self.state is None:
            return ()
        self.state, events = self.hand.apply(n, body, self.state)
        self._remember(n)
        return events

    def _hear(self, n: int, author: bytes, body: Verdict, hand: Hand) -> None:
        false = hand.hear(body)
        if false is FaultReason.DIGEST_DIFFERS:
            self._part(n, body.seat, false)
        elif false is not None:
            self._offend(n, author, body, false.value)

    def _part(self, n: int, seat: int, reason: FaultReason) -> None:
        self.mismatch = self.mismatch or Mismatch(n, seat, reason)

    def _convicted(self, body: Evidence) -> bytes | None:
        """Whom the evidence convicts; of two entries both have to be said in one epoch of this log.

        What an epoch has cut off was no lie: the question may have become another one.
        """
        epochs = set()
        for seen, head in seen_places(body):
            if self.chain.head_at(seen) != head:
                return None
            epochs.add(self.chain.place_at(seen).epoch)
        return guilty(body, self.chain.table) if len(epochs) < 2 else None

    def _offend_evidence(self, n: int, body: Evidence) -> None:
        identity = self._convicted(body)
        if identity is not None:
            self.offences.append(
                Offence(n, self.lobby.seat_of(identity), identity, f"two_{body.kind}s")
            )

    def _remember(self, n: int) -> None:
        if self.state is not None:
            self._states[n] = (self.state, self.turn)

    def _advance(self, n: int) -> tuple[tuple[Event, ...], HandReport | None, Outcome | None]:
        """Everything that follows by itself from an entry that was taken."""
        if self.mismatch is not None:
            return (), None, None
        # The last that happens in a hand may be cards that are turned up: only then it is over.
        events = list(self._happen(n))
        report: HandReport | None = None
        hand = self.hand
        if hand is not None and self.state is not None and not hand.booked:
            hand.close_if_over(self.state)
            if hand.deck.closed and hand.finding is None and not hand.deck.awaited:
                hand.find(self.state)
            if hand.deck.closed and self.next_deck is None:
                self._deck_ahead(hand, self.state)
            if hand.finding is not None and self._is_judged(hand):
                self.state, booked = hand.settle(self.state)
                self._remember(n)
                events.extend(booked)
                report = self._report(n, hand, hand.finding, self.state)
        over = self._end() if self.state is not None else None
        if over is None:
            events.extend(self._deal(n))
        return tuple(events), report, over

    def _is_judged(self, hand: Hand) -> bool:
        return all(seat in hand.verdicts or not self.judges(seat) for seat in hand.deck.seats)

    def _deck_ahead(self, hand: Hand, state: State) -> None:
        """The next deck is made while people look at the result, unless the Partie is over."""
        if self.stopped:
            return
        ahead = hand.expected(state)
        if ahead is not None and ahead.outcome is None:
            self._make_deck(ahead)

    def _report(self, n: int, hand: Hand, finding: Finding, state: State) -> HandReport | None:
        if not state.results:
            return None
        offences = tuple(o for o in self.offences if o.entry >= hand.first)
        report = HandReport(
            deck=hand.number,
            partie=self.lobby.partie,
            result=state.results[-1],
            finding=finding,
            fair=finding.ok and not offences,
            verdicts=tuple(hand.verdicts.get(seat) for seat in hand.deck.seats),
            offences=offences,
            first=hand.first,
            last=n,
        )
        self.reports.append(report)
        return report

    def _end(self) -> Outcome | None:
        """Closes the Partie once, or makes the deck that the game needs now."""
        state = self.state
        if state is None or not self.lobby.playing:
            return None
        if state.outcome is not None:
            self.lobby.playing = False
            self.next_deck = None
        elif self.next_deck is None and game.needs_deal(state) and not self.stopped:
            self._make_deck(state)
        return state.outcome

    def _deal(self, n: int) -> tuple[Event, ...]:
        """The finished deck becomes a hand when its joint chance is known and the game is ready."""
        deck, state = self.next_deck, self.state
        if deck is None or deck.chance is None or state is None or not game.needs_deal(state):
            return ()
        self.next_deck = None
        self.hand = Hand(deck, game.deck_of(state).cards, n)
        self._hand_begun = n
        number = deck.facts.number
        self._bodies = {key: b for key, b in self._bodies.items() if key[1][1] == number}
        self._states = {}
        self._entitled = None
        self.state, events = game.deal(state, deck.chance)
        self.hand.mark(self.state, n)
        self._remember(n)
        return events + self._happen(n)

    def _happen(self, n: int) -> tuple[Event, ...]:
        """Tells the deck who may see which slot, and the game what its keys and tosses say."""
        events: tuple[Event, ...] = ()
        while self.hand is not None and self.state is not None:
            self._entitle(self.hand, self.state)
            happened = self.hand.happen(self.state, n)
            if happened is None:
                break
            self.state = happened[0]
            events += happened[1]
            self._remember(n)
        return events

    def _entitle(self, hand: Hand, state: State) -> None:
        if hand.deck.closed or state.sights is self._entitled:
            return
        self._entitled = state.sights
        if state.sights:
            hand.deck.entitle(game.sights(state))
