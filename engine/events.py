"""What followed from an action: a closed union, derived, for display only.

Events never travel and never decide anything; every peer computes the same ones. Points in events
are without factor unless they say otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.actions import Fact
from engine.cards import Card, FrenchRank
from engine.contracts import Contract
from engine.seats import Seat, Side

__all__ = [
    "Bedankt",
    "Bergpreis",
    "BidMade",
    "Booked",
    "BookingKind",
    "CardGiven",
    "Chosen",
    "CutAsked",
    "DealerDrawn",
    "Dealt",
    "DeckCut",
    "Declared",
    "Drawn",
    "Event",
    "Exchanged",
    "FactTold",
    "GameEnded",
    "HandAnnulled",
    "HandEnded",
    "HandForfeited",
    "HandStarted",
    "LaidDown",
    "PartieEnded",
    "Played",
    "Predicted",
    "PredictionShown",
    "Pushed",
    "RestClaimed",
    "Robbed",
    "SeatOut",
    "StoeckAsked",
    "StoeckCalled",
    "StoeckShown",
    "Tied",
    "TrickTaken",
    "TrumpFixed",
    "Turned",
    "WeisAnnounced",
    "WeisSettled",
    "WeisShown",
]

BookingKind = Literal["stoeck", "weis", "trick", "rest", "match", "berg", "tischweis"]
"""What points are written for."""


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """The first dealer was drawn from the common deck of luck (rules 1.0.2).

    Attributes:
        seat: the first dealer.
        rounds: per round of drawing, who drew what; a tie needs another round. Empty if a seat
            was drawn by lot.
    """

    seat: Seat
    rounds: tuple[tuple[tuple[Seat, Card], ...], ...]


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A deck is ready and a hand begins; `hand` counts the deals of this table from 1."""

    hand: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class CutAsked:
    """This seat cuts the deck itself (`echtes_abheben`)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DeckCut:
    """The deck was cut by `seat`: `count` cards lifted."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """Every seat has its cards; `counts` per seat."""

    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Declared:
    """The holder of the deciding card is Vorhand (`rosen7_vorhand`)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Pushed:
    """This seat said «gschobe»."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Chosen:
    """The contract is known. `silent`: by the card led, without a word (`erste_karte_trumpf`).

    `column` tells where it is written, in a game that has columns.
    """

    seat: Seat
    contract: Contract
    factor: int
    silent: bool = False
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A card was played; `rank`: what a joker was declared as, or counts as."""

    seat: Seat
    card: Card
    rank: FrenchRank | None = None


@dataclass(frozen=True, slots=True)
class WeisAnnounced:
    """A number was said with a first card, or corrected; None takes it back.

    Attributes:
        seat: who spoke.
        weis: points, or the class with `weisordnung_s004`.
        corrected: it replaces what the seat said before.
    """

    seat: Seat
    weis: int | None
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class FactTold:
    """A tied seat answered a question about its Weis."""

    seat: Seat
    fact: Fact
    value: int


@dataclass(frozen=True, slots=True)
class WeisSettled:
    """The best announced Weis is this seat's."""

    seat: Seat
    side: Side


@dataclass(frozen=True, slots=True)
class WeisShown:
    """One Weis was shown; it scores `points`."""

    seat: Seat
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class StoeckCalled:
    """Stöck were credited with a card played, a Weis shown, or a late call."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StoeckShown:
    """Stöck were shown before their time, or as an answer."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class StoeckAsked:
    """«Stöck?» goes to these seats."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is complete. `points` are its cards, and the five of the last trick.

    `tricks` tells how many it stands for, more than one after a tie was played on.
    """

    number: int
    seat: Seat
    points: int
    tricks: int = 1


@dataclass(frozen=True, slots=True)
class Booked:
    """A side writes points; `points` with factor."""

    side: Side
    kind: BookingKind
    points: int


@dataclass(frozen=True, slots=True)
class Bergpreis:
    """A side is first at half the target."""

    side: Side


@dataclass(frozen=True, slots=True)
class RestClaimed:
    """«Rest»: the remaining cards of `seat`; `side` gets the remaining `tricks`."""

    seat: Seat
    cards: tuple[Card, ...]
    side: Side
    tricks: int


@dataclass(frozen=True, slots=True)
class Bedankt:
    """A player claimed the Partie; `right` tells whether the points were there."""

    seat: Seat
    right: bool


@dataclass(frozen=True, slots=True)
class HandEnded:
    """A hand is counted; points per side, `written` with factor."""

    hand: int
    written: tuple[int, ...]
    score: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandAnnulled:
    """A hand is void; the same dealer deals again."""

    hand: int


@dataclass(frozen=True, slots=True)
class HandForfeited:
    """A hand is lost for the side of `seat` (rules 1.0.11)."""

    hand: int
    seat: Seat
    written: tuple[int, ...]
    score: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PartieEnded:
    """One Partie of several is over (`wertung=striche`); `striche` so far, per side."""

    side: Side | None
    striche: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Everything is over; `winners` shares the win if there are several sides in it."""

    winners: tuple[Seat, ...]
    score: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Turned:
    """A card was turned up for all; `seat` holds it, None for a card of the stock."""

    seat: Seat | None
    card: Card


@dataclass(frozen=True, slots=True)
class TrumpFixed:
    """Trump is known although nobody named it: by toss, by a turned card, or by a card played.

    Attributes:
        contract: which.
        seat: whose card it was, None if it was nobody's.
    """

    contract: Contract
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Predicted:
    """This seat has predicted in secret."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PredictionShown:
    """What this seat had predicted."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class BidMade:
    """A number was said for all to hear; `corrected`: it replaces what the seat said before."""

    seat: Seat
    number: int
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class CardGiven:
    """This seat has laid out the card that it gives away."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A card went face down from `seat` to `to`."""

    seat: Seat
    to: Seat


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card was drawn by `seat`; None: face down from the stock."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class Robbed:
    """This seat swapped its trump Six for the turned `card`."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class LaidDown:
    """After a claimed rest this seat showed what it held."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Tied:
    """The highest cards of a trick are equal: these seats play on for `tricks` tricks."""

    seats: tuple[Seat, ...]
    tricks: int


@dataclass(frozen=True, slots=True)
class SeatOut:
    """This seat has reached the limit and is out of the game."""

    seat: Seat


Event = (
    DealerDrawn
    | HandStarted
    | CutAsked
    | DeckCut
    | Dealt
    | Declared
    | Pushed
    | Chosen
    | Played
    | WeisAnnounced
    | FactTold
    | WeisSettled
    | WeisShown
    | StoeckCalled
    | StoeckShown
    | StoeckAsked
    | TrickTaken
    | Booked
    | Bergpreis
    | RestClaimed
    | Bedankt
    | HandEnded
    | HandAnnulled
    | HandForfeited
    | PartieEnded
    | GameEnded
    | Turned
    | TrumpFixed
    | Predicted
    | PredictionShown
    | BidMade
    | CardGiven
    | Exchanged
    | Drawn
    | Robbed
    | LaidDown
    | Tied
    | SeatOut
)
"""Everything that can follow."""
