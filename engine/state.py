"""The public state: what every peer at the table knows, equal to the byte at all of them.

Nothing here depends on a hidden card. Facts that only one game needs are derived from `history`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from enum import StrEnum
from json import JSONEncoder
from operator import attrgetter
from typing import Final, Literal, cast

from engine.actions import Action
from engine.cards import Card, FrenchRank
from engine.contracts import Contract
from engine.errors import Reason
from engine.events import BookingKind
from engine.faces import Slot
from engine.options import Options
from engine.seats import Seat, Side

__all__ = [
    "TABLE",
    "Booking",
    "Done",
    "Ended",
    "HandResult",
    "Offence",
    "Opened",
    "Outcome",
    "PlayedCard",
    "Setup",
    "ShownWeis",
    "State",
    "Step",
    "Tossed",
    "Trick",
    "awaited_slots",
    "digest",
]


class Step(StrEnum):
    """Where a hand stands; each step that asks somebody is a phase."""

    DEAL = "deal"
    """Waiting for a deck."""
    CUT = "cut"
    DECLARE = "declare"
    TURN = "turn"
    """Cards are to be turned up for all; nobody is asked before `game.opened` has told them."""
    ROB = "rob"
    """Who may swap a card for the turned one is asked."""
    GIVE = "give"
    """Everybody lays out a card to give away face down."""
    PREDICT = "predict"
    """Everybody predicts in secret."""
    BID = "bid"
    """Numbers are said in turn."""
    CHOOSE = "choose"
    PLAY = "play"
    CORRECT = "correct"
    """Trick 1 lies complete; the last player may still correct what he announced."""
    MELD = "meld"
    """Equal announcements are told apart."""
    SHOW = "show"
    """The side with the best Weis shows."""
    STOECK = "stoeck"
    """«Stöck?»"""
    LAY = "lay"
    """The rest was claimed; the others lay down what they hold, so that it can be counted."""
    TOSS = "toss"
    """All seats toss; nobody is asked before `game.toss` has told the chance."""
    NUMBERS = "numbers"
    """Sealed numbers are opened."""
    CALL = "call"
    """All cards are played; who could still call his Stöck is asked (`stoeck_manuell`)."""
    AUDIT = "audit"
    """The hand is over; the net layer opens everything, then `settle`."""
    THANKS = "thanks"
    """A counted hand brought somebody to the target, and thanks are said by hand."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Setup:
    """What was agreed before the first card.

    Attributes:
        slug: of the variant.
        seats: how many.
        sides: the seats of each side; in games without partners one seat each.
        options: of the table.
        lower_wins: the score counts penalties: the lowest wins.
    """

    slug: str
    seats: int
    sides: tuple[tuple[Seat, ...], ...]
    options: Options
    lower_wins: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """A card was turned up for all, by keys alone."""

    slot: Slot
    card: Card


@dataclass(frozen=True, slots=True)
class Tossed:
    """All seats tossed during the hand; the joint chance in hex."""

    chance: str


TABLE: Final = Seat(-1)
"""In a `Done`: no seat did it, it followed from keys or chance that all seats gave."""


@dataclass(frozen=True, slots=True)
class Done:
    """One thing that happened in a hand, in the order of the log."""

    seat: Seat
    action: Action | Opened | Tossed


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card in a trick.

    Attributes:
        seat: who played it.
        slot: which slot it was.
        card: what it is.
        weis: the number announced with it, as corrected.
        stoeck: Stöck were called with it.
        rank: what a joker was declared as.
    """

    seat: Seat
    slot: Slot
    card: Card
    weis: int | None = None
    stoeck: bool = False
    rank: FrenchRank | None = None


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick.

    Attributes:
        number: counted from 1.
        leader: who led it.
        plays: in playing order; of a tie played on, all of its rounds.
        winner: who took it.
        points: its cards and the five of the last trick, without factor.
        counts: how many tricks it stands for (more than one after a tie was played on).
    """

    number: int
    leader: Seat
    plays: tuple[PlayedCard, ...]
    winner: Seat
    points: int
    counts: int = 1


@dataclass(frozen=True, slots=True)
class ShownWeis:
    """A Weis that was shown.

    Attributes:
        seat: whose.
        cards: with their slots, ascending by card.
        points: what it scores, without factor.
    """

    seat: Seat
    cards: tuple[tuple[Slot, Card], ...]
    points: int


@dataclass(frozen=True, slots=True)
class Booking:
    """Points written inside a hand, in the order of rules 1.0.7.

    Attributes:
        side: who writes.
        kind: what for.
        raw: without factor; the last trick's five included.
        points: with factor, as written.
        trick: number of the trick in which, 0 before the first.
    """

    side: Side
    kind: BookingKind
    raw: int
    points: int
    trick: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The Partie ended inside the hand (rules 1.0.7).

    Attributes:
        side: who won it.
        by: what decided: a kind of booking, «bedanken», or «false_bedanken» of the others.
        order: in trick 1 the pieces that were compared, in the order that counted.
    """

    side: Side
    by: BookingKind | Literal["bedanken", "false_bedanken"]
    order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offence:
    """The first illegal act of a hand, found when its cards were opened (rules 1.0.11).

    Attributes:
        seat: who.
        index: in `State.history`.
        reason: which line of the rules.
        weis: per side, the points of all true Weise if the offence is a false Weis of another side
            (rules 1.0.5, step 6), without factor; else 0.
    """

    seat: Seat
    index: int
    reason: Reason
    weis: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HandResult:
    """One counted hand; tuples are per side.

    Attributes:
        hand: its number at this table.
        partie: the Partie it belongs to, counted from 1.
        contract: None if it ended before one was named.
        announcer: who named it.
        cards: card points, without factor and without the last trick's five.
        last_trick: 5 for who took it.
        match: 100 or what the table counts for it.
        weis: points of shown Weise, without factor.
        stoeck: 20 or 0.
        factor: multiplies everything (the Weis too, unless the table says otherwise).
        written: what the hand added to the score.
        score: after it.
        tricks: tricks taken.
        offence: the proven offence, if any.
        note: «annulled», «forfeited», or None.
        unproven: seats that did not open their deal («unvollständig»).
        extra: what only some games write, by name (`prediction`, `bid`, `striche`, `nuller`,
            `tischweis`, `column`, …), per side or, where every seat says its own, per seat.
    """

    hand: int
    partie: int
    contract: Contract | None
    announcer: Seat | None
    cards: tuple[int, ...]
    last_trick: tuple[int, ...]
    match: tuple[int, ...]
    weis: tuple[int, ...]
    stoeck: tuple[int, ...]
    factor: int
    written: tuple[int, ...]
    score: tuple[int, ...]
    tricks: tuple[int, ...]
    offence: Offence | None = None
    note: Literal["annulled", "forfeited"] | None = None
    unproven: tuple[Seat, ...] = ()
    extra: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def get(self, name: str) -> tuple[int, ...]:
        """What this game writes under a name in `extra`; () if it does not."""
        return dict(self.extra).get(name, ())


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended.

    Attributes:
        winners: the winning seats; several sides if the win is shared.
        sides: the winning sides.
        score: per side, as written at the end of the (last) Partie.
        by: what ended the Partie inside the hand, or None if the hand was counted.
        order: in trick 1, the pieces in the order that counted.
        striche: per side, empty where none are written.
        schneider: sides that are Schneider, where the table plays it.
        losers: seats that lost, where a game names them (`limite`).
    """

    winners: tuple[Seat, ...]
    sides: tuple[Side, ...]
    score: tuple[int, ...]
    by: str | None = None
    order: tuple[str, ...] = ()
    striche: tuple[int, ...] = ()
    schneider: tuple[Side, ...] = ()
    losers: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class State:
    """Everything public about a table of one game.

    Without slots, alone of its kind: `phases.draft.Draft` copies it as one dict.

    Attributes:
        setup: what was agreed.
        step: where the hand stands.
        partie: which Partie, counted from 1 over the whole evening.
        hand_no: deals of this table so far; void ones count, so that no number ever comes again.
        turn: number of the question that stands, counted within the hand.
        asked: whose answer it awaits.
        dealer: of this hand, None before the first deal.
        players: who plays this hand, in playing order from Vorhand; () before the first deal.
        length: tricks of this hand, if every card that was dealt is played.
        next_dealer: of the next hand, None if it has to be drawn.
        cut: cards lifted, None while unknown.
        owners: per slot who holds it.
        sights: per slot who may see it, ascending; () while the deck waits for its cut.
        opened: per slot the card that everybody has seen, None while face down.
        played: bit s is set when slot s has left its hand.
        history: the actions of this hand.
        contract: named contract.
        announcer: who named it.
        pushed: who pushed, in order.
        factor: of this hand; 1 while no contract is named.
        leader: who leads or led the running trick.
        trick: the running trick.
        tricks: complete ones.
        weise: shown Weise.
        weis_seat: who holds the best Weis, once settled.
        stoeck: whose Stöck were credited.
        bookings: points of this hand in the order written.
        ended: set when the Partie ended inside the hand.
        score: per side, in this Partie.
        striche: per side, over all Partien; empty where none are written.
        berg: the side that took the Bergpreis of this Partie.
        results: counted and void hands of this game.
        outcome: set when everything is over.
        origin: the state right after the deal, from which the audit replays; not part of equality
            or digest, because history tells the same.
    """

    setup: Setup
    step: Step = Step.DEAL
    partie: int = 1
    hand_no: int = 0
    turn: int = 0
    asked: tuple[Seat, ...] = ()
    dealer: Seat | None = None
    players: tuple[Seat, ...] = ()
    length: int = 0
    next_dealer: Seat | None = None
    cut: int | None = None
    owners: tuple[Seat | None, ...] = ()
    sights: tuple[tuple[Seat, ...], ...] = ()
    opened: tuple[Card | None, ...] = ()
    played: int = 0
    history: tuple[Done, ...] = ()
    contract: Contract | None = None
    announcer: Seat | None = None
    pushed: tuple[Seat, ...] = ()
    factor: int = 1
    leader: Seat | None = None
    trick: tuple[PlayedCard, ...] = ()
    tricks: tuple[Trick, ...] = ()
    weise: tuple[ShownWeis, ...] = ()
    weis_seat: Seat | None = None
    stoeck: Seat | None = None
    bookings: tuple[Booking, ...] = ()
    ended: Ended | None = None
    score: tuple[int, ...] = ()
    striche: tuple[int, ...] = ()
    berg: Side | None = None
    results: tuple[HandResult, ...] = ()
    outcome: Outcome | None = None
    origin: State | None = field(default=None, compare=False, repr=False)

    @property
    def vorhand(self) -> Seat | None:
        """The first player after the dealer, None before the first deal."""
        return self.players[0] if self.players else None

    @property
    def awaited(self) -> tuple[Slot, ...]:
        """The slots that everybody may see and whose card nobody has told yet, ascending."""
        return awaited_slots(self.setup, self.sights, self.opened)


def awaited_slots(
    setup: Setup, sights: tuple[tuple[Seat, ...], ...], opened: tuple[Card | None, ...]
) -> tuple[Slot, ...]:
    """As `State.awaited`, for whatever has these fields of a state."""
    return tuple(
        Slot(slot)
        for slot, seats in enumerate(sights)
        if len(seats) == setup.seats and opened[slot] is None
    )


# -- digest -------------------------------------------------------------------------------------

_VERSION: Final = b"jass/state/1"
"""Raised whenever the engine gives other results or other bytes for the same log."""


_SHAPES: Final[dict[type, tuple[str, Callable[[object], object]]]] = {
    Options: ("Options", lambda options: list(cast("Options", options).items())),
    bytes: ("bytes", lambda value: cast("bytes", value).hex()),
    # Its name in the bytes is older than its name here.
    Done: ("Entry", attrgetter("seat", "action")),
}
"""How a type is written: its name, and what reads of a value all that counts in a comparison."""


def _shape(kind: type) -> tuple[str, Callable[[object], object]]:
    """How a dataclass is written."""
    names = [item.name for item in fields(kind) if item.compare]
    read = attrgetter(*names) if names else (lambda value: None)
    return _SHAPES.setdefault(kind, (kind.__name__, read))


def _plain(value: object) -> object:
    """What the JSON encoder, which does the rest in C, is given for a type it does not know."""
    kind = type(value)
    name, read = _SHAPES.get(kind) or _shape(kind)
    return name, read(value)


_ENCODE: Final = JSONEncoder(
    default=_plain, separators=(",", ":"), ensure_ascii=True, check_circular=False
).encode


def digest(state: State) -> bytes:
    """32 bytes that are equal exactly when the states are, on every machine and in every process.

    The encoding names every type, so no two states share it; it depends neither on hashing nor on
    the order of any set.
    """
    return hashlib.sha256(_VERSION + _ENCODE(state).encode()).digest()
