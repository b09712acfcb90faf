"""The course of a table's play: decks that are made ahead, the hand, its verdicts, its booking.

What follows by itself from an entry that was taken, equal at every peer. Whether an entry is taken
at all is asked in `net.core.replica`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from engine import game
from engine.events import Event
from engine.state import Outcome, State
from net.core.before import started
from net.core.bodies import Act, Unasked
from net.core.deal import Deck
from net.core.group import Group
from net.core.hand import Finding, Hand
from net.core.honest import DeckFacts, SeatFacts
from net.core.limits import DECKS_PER_EPOCH, EPOCHS_PER_ENTRY
from net.core.lobby import Lobby
from net.core.names import names_on
from net.core.reports import HandReport, Offence
from net.updates import Why

__all__ = ["Course", "SecretsFor", "decks_of"]

SecretsFor: TypeAlias = Callable[[DeckFacts, tuple[int, ...]], Mapping[int, bytes]]
"""Asked when a deck begins: S (32 bytes) of each given seat, of those this device plays."""


def decks_of(n: int, epoch: int) -> int:
    """What the numbers of decks are above in an epoch that begins with entry ``n``.

    No two epochs begin at one place with one number, and what another epoch cut off again has begun
    fewer decks than lie between two of these numbers.
    """
    return (n * EPOCHS_PER_ENTRY + epoch % EPOCHS_PER_ENTRY) * DECKS_PER_EPOCH


class Course:
    """The play at one table, up to the newest entry.

    Args:
        table: its id.
        lobby: its seats and game; a Partie that ends here ends there.
        secrets: see `SecretsFor`; None for who only looks.
        group: what decks are locked in.

    Attributes:
        state: the game, None before the first Start.
        hand: the hand that is played or was played last.
        next_deck: the deck that is being made for the next hand.
        reports: all hands that were booked.
        begun: the entry that began the Partie.
        hand_begun: the entry that dealt the hand.
    """

    def __init__(
        self,
        before: bytes,
        table: bytes,
        lobby: Lobby,
        secrets: SecretsFor | None,
        group: Group,
    ) -> None:
        self.state: State | None = None
        self.hand: Hand | None = None
        self.next_deck: Deck | None = None
        self.reports: list[HandReport] = []
        self.begun = 0
        self.hand_begun = 0
        self._before = before
        self._table = table
        self._lobby = lobby
        self._secrets = secrets
        self._group = group
        self._decks = 0
        self._stood: dict[int, tuple[State, int]] = {}
        self._entitled: object = None
        self._people: tuple[str, ...] = ()

    # What stands

    @property
    def turn(self) -> int:
        """The number of the question that stands within the hand; see `Hand.turn`."""
        return self.hand.turn(self.state) if self.hand is not None and self.state else 0

    @property
    def stopped(self) -> bool:
        """Whether nobody is left at a Partie that is not over."""
        return self._lobby.playing and not self._lobby.present

    @property
    def newest_deck(self) -> int:
        """The number of the deck that was begun last."""
        newest = self.next_deck or (self.hand.deck if self.hand is not None else None)
        return newest.facts.number if newest is not None else 0

    def device_of(self, seat: int) -> bytes | None:
        """The device that answers for ``seat`` now: in a hand the one that has its secret."""
        hand = self.hand
        deck = hand.deck if hand is not None and not hand.booked else self.next_deck
        return deck.facts.seats[seat].controller if deck is not None else self._lobby.player(seat)

    def asked(self) -> tuple[int, ...]:
        """The seats whose answer to the game's question is awaited now."""
        hand = self.hand
        if self.state is None or hand is None or hand.deck.awaited:
            return ()
        if hand.deck.closed and not hand.booked:
            return ()
        return tuple(game.asked(self.state))

    def is_in_hand(self, device: bytes) -> bool:
        """Whether the hand that is played has secrets of this device."""
        hand = self.hand
        if hand is None or hand.booked:
            return False
        return any(facts.controller == device for facts in hand.deck.facts.seats)

    def waits_for(self, device: bytes) -> bool:
        """Whether nothing happens in the hand until this device does something."""
        hand = self.hand
        awaited = hand.deck.awaited if hand is not None and not hand.booked else ()
        return any(self.device_of(seat) == device for seat in (*self.asked(), *awaited))

    def owes(self, device: bytes) -> bool:
        """Whether the hand waits for secrets of a device whose person has left."""
        hand = self.hand
        if hand is None or not hand.deck.closed:
            return False
        return any(hand.deck.facts.seats[s].controller == device for s in hand.deck.awaited)

    def judges(self, seat: int) -> bool:
        """Whether a verdict of ``seat`` on the hand is waited for.

        Not if its device is away; nor later, when the hand was booked without it.
        """
        hand = self.hand
        if hand is None or hand.booked:
            return False
        return hand.deck.facts.seats[seat].controller not in self._lobby.away

    def stood_at(self, n: int) -> tuple[State, int] | None:
        """State and question after entry ``n`` of the hand that is played; None before it."""
        at = max((entry for entry in self._stood if entry <= n), default=None)
        return None if at is None else self._stood[at]

    def _remember(self, n: int) -> None:
        if self.state is not None:
            self._stood[n] = (self.state, self.turn)

    # What happens

    def begin(self, n: int) -> None:
        """A Partie begins with entry ``n``."""
        lobby = self._lobby
        if lobby.setup is None:
            return
        if self.state is not None and not lobby.changed:
            self.state = game.new_partie(self.state)
        else:
            setup, seats = lobby.setup, len(lobby.seats)
            past = started(self._before, setup, seats) if self.state is None else None
            self.state = past or game.start(setup.variant, setup.options, seats)
        lobby.changed = False
        self.hand = None
        self.begun = n
        self._remember(n)
        self._make_deck(self.state)

    def play(self, n: int, body: Act | Unasked) -> tuple[Event, ...]:
        """A seat did what the rules allow."""
        if self.hand is None or self.state is None:
            return ()
        self.state, events = self.hand.apply(n, body, self.state)
        self._remember(n)
        return events

    def without(self, device: bytes, why: Why) -> None:
        """Goes on without a device: the hand ends, the deck in the making has other players."""
        hand, seat = self.hand, self._lobby.seat_of(device)
        if hand is not None and not hand.booked and seat is not None:
            hand.abort(seat, why)
        self.next_deck = None

    def excuse(self, device: bytes) -> None:
        """The secrets of a missing device are waited for no longer."""
        hand = self.hand
        if hand is not None and not hand.booked:
            facts = hand.deck.facts
            hand.deck.excuse(s for s, f in enumerate(facts.seats) if f.controller == device)

    def succeed(self, n: int, epoch: int) -> None:
        """Another device orders from entry ``n`` on.

        A deck that not everybody is ready for is dropped: messages of it may have been cut off. The
        next one's number was never given out in another epoch either, so that no secret is ever
        asked for twice (dealing.md 2.4); see `decks_of`.
        """
        self._decks = max(self._decks, decks_of(n, epoch))
        if self.next_deck is not None and self.next_deck.chance is None:
            self.next_deck = None

    def advance(
        self, n: int, offences: Sequence[Offence]
    ) -> tuple[tuple[Event, ...], HandReport | None, Outcome | None]:
        """Everything that follows by itself from entry ``n``; ``offences`` are all proven ones."""
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
                report = self._report(n, hand, hand.finding, self.state, offences)
        over = self._end() if self.state is not None else None
        if over is None:
            events.extend(self._deal(n))
        return tuple(events), report, over

    # The end of a hand

    def _is_judged(self, hand: Hand) -> bool:
        return all(seat in hand.verdicts or not self.judges(seat) for seat in hand.deck.seats)

    def _report(
        self, n: int, hand: Hand, finding: Finding, state: State, offences: Sequence[Offence]
    ) -> HandReport | None:
        if not state.results:
            return None
        result = state.results[-1]
        inside = tuple(
            offence
            for offence in offences
            if offence.deck == hand.number or (offence.deck is None and offence.entry >= hand.first)
        )
        report = HandReport(
            deck=hand.number,
            partie=self._lobby.partie,
            number=result.hand - state.results[0].hand + 1,
            players=tuple(facts.controller for facts in hand.deck.facts.seats),
            people=self._people,
            result=result,
            finding=finding,
            fair=finding.ok and not inside,
            verdicts=tuple(hand.verdicts.get(seat) for seat in hand.deck.seats),
            offences=inside,
            gone=hand.gone if result.note is not None and finding.offender is None else None,
            first=hand.first,
            last=n,
        )
        self.reports.append(report)
        return report

    def _end(self) -> Outcome | None:
        """Closes the Partie once, or makes the deck that the game needs now."""
        state = self.state
        if state is None or not self._lobby.playing:
            return None
        if state.outcome is not None:
            self._lobby.playing = False
            self.next_deck = None
        elif self.next_deck is None and game.needs_deal(state) and not self.stopped:
            self._make_deck(state)
        return state.outcome

    # Dealing

    def _deck_ahead(self, hand: Hand, state: State) -> None:
        """The next deck is made while people look at the result, unless the Partie is over."""
        if self.stopped:
            return
        ahead = hand.expected(state)
        if ahead is not None and ahead.outcome is None:
            self._make_deck(ahead)

    def _make_deck(self, state: State) -> None:
        """Begins the next deck; its number counts the decks of the table from 0."""
        lobby = self._lobby
        people = tuple(
            SeatFacts(s.identity, lobby.player(seat) or s.identity)
            for seat, s in enumerate(lobby.seats)
            if s is not None
        )
        cards = game.deck_of(state).cards
        kind = game.deck_kind(state)
        facts = DeckFacts(self._table, self._decks, kind, len(cards), people, group=self._group)
        self._decks += 1
        seats = tuple(range(len(people)))
        own = self._secrets(facts, seats) if self._secrets is not None else {}
        self.next_deck = Deck(facts, own)

    def _deal(self, n: int) -> tuple[Event, ...]:
        """The finished deck becomes a hand when its joint chance is known and the game is ready."""
        deck, state = self.next_deck, self.state
        if deck is None or deck.chance is None or state is None or not game.needs_deal(state):
            return ()
        self.next_deck = None
        self.hand = Hand(deck, game.deck_of(state).cards, n)
        self.hand_begun = n
        self._stood = {}
        self._entitled = None
        # Somebody new may sit down while a bot plays the hand of who was here before.
        self._people = names_on(self._lobby.seats)
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
