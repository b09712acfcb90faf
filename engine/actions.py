"""What a seat does: a closed union of frozen dataclasses.

Everything else that happens at the table follows from these by rule. An action that opens cards
names the slot and the card; the net layer adds the keys that prove it. `word` names an action
wherever it is written; `engine.forms` writes the rest of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal, assert_never

from engine.cards import Card, FrenchRank
from engine.contracts import Contract
from engine.faces import Slot
from engine.seats import Seat

__all__ = [
    "FACTS",
    "Action",
    "AnswerStoeck",
    "Bedanken",
    "Bid",
    "CallStoeck",
    "Choose",
    "ClaimRest",
    "CorrectWeis",
    "Cut",
    "DeclareCard",
    "Fact",
    "Give",
    "GiveSealed",
    "LayDown",
    "MeldFact",
    "OpenCard",
    "OpenNumber",
    "Pass",
    "Play",
    "PlayFor",
    "Predict",
    "PredictSealed",
    "Push",
    "Rob",
    "ShowStoeck",
    "ShowWeis",
    "action_key",
    "openings",
    "sealed_form",
]

OpenCard = tuple[Slot, Card]
"""One opening: this slot is this card."""

Fact = Literal["size", "top", "trump"]
"""What is answered when announced Weise are equal (rules 1.0.5, step 2)."""

FACTS: Final[tuple[Fact, ...]] = ("size", "top", "trump")
"""In the order they are asked."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Lift this many cards (`echtes_abheben`, rules 1.0.2)."""

    word: ClassVar = "cut"

    count: int


@dataclass(frozen=True, slots=True)
class DeclareCard:
    """«I hold the card that makes me Vorhand» (`rosen7_vorhand`, rules 1.0.2)."""

    word: ClassVar = "declare"

    slot: Slot
    card: Card


@dataclass(frozen=True, slots=True)
class Choose:
    """Name the contract.

    Attributes:
        contract: what is played.
        column: number of the column it is written in, where a game has columns (rules 1.4).
    """

    word: ClassVar = "choose"

    contract: Contract
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Push:
    """«Gschobe»: the partner names the contract (rules 1.1)."""

    word: ClassVar = "push"


@dataclass(frozen=True, slots=True)
class Pass:
    """«Nothing», where a question allows that answer."""

    word: ClassVar = "pass"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card.

    Attributes:
        slot: which of the own cards.
        card: what it is.
        weis: the number announced with a first card, None for silence (rules 1.0.5, step 1).
        stoeck: Stöck are called with this card (rules 1.0.6).
        rank: what a joker is declared as.
    """

    word: ClassVar = "play"

    slot: Slot
    card: Card
    weis: int | None = None
    stoeck: bool = False
    rank: FrenchRank | None = None


@dataclass(frozen=True, slots=True)
class CorrectWeis:
    """Replace the own announcement before the next player has played (`weisen=manuell`)."""

    word: ClassVar = "correct_weis"

    weis: int | None


@dataclass(frozen=True, slots=True)
class MeldFact:
    """Answer one question about the announced Weis (rules 1.0.5, step 2).

    Attributes:
        fact: number of cards, rank of the top card, or whether it is trump.
        value: the number; a `Rank` as number; 1 for yes and 0 for no.
    """

    word: ClassVar = "fact"

    fact: Fact
    value: int


@dataclass(frozen=True, slots=True)
class ShowWeis:
    """Show Weise, the best first; () shows nothing (rules 1.0.5, step 3).

    Attributes:
        weise: per Weis its cards, ascending.
    """

    word: ClassVar = "show_weis"

    weise: tuple[tuple[OpenCard, ...], ...]


@dataclass(frozen=True, slots=True)
class ShowStoeck:
    """Show Stöck before their time, unasked: the cards of the two not yet open (rules 1.0.7)."""

    word: ClassVar = "show_stoeck"

    cards: tuple[OpenCard, ...]


@dataclass(frozen=True, slots=True)
class AnswerStoeck:
    """Answer «Stöck?»: the cards of the two not yet open, or () for no (rules 1.0.7)."""

    word: ClassVar = "answer_stoeck"

    show: tuple[OpenCard, ...]


@dataclass(frozen=True, slots=True)
class CallStoeck:
    """Call Stöck after the last card of the hand, unasked (`stoeck_manuell`, rules 1.0.6)."""

    word: ClassVar = "call_stoeck"


@dataclass(frozen=True, slots=True)
class ClaimRest:
    """«Rest»: show all remaining cards, ascending, and claim all remaining tricks (rules 1.0.9)."""

    word: ClassVar = "rest"

    cards: tuple[OpenCard, ...]


@dataclass(frozen=True, slots=True)
class Bedanken:
    """Claim the Partie (rules 1.0.7).

    Attributes:
        show: with `bedanken_im_stich` the own cards, ascending, without which others could not know
            that nothing unseen beats the card just played.
    """

    word: ClassVar = "bedanken"

    show: tuple[OpenCard, ...] = ()


@dataclass(frozen=True, slots=True)
class LayDown:
    """After somebody's «Rest»: show all own cards, ascending, so that the points are known."""

    word: ClassVar = "lay_down"

    cards: tuple[OpenCard, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    """Say a number for all to hear: points or tricks to make (rules 1.2, 1.10, 1.11)."""

    word: ClassVar = "bid"

    number: int


@dataclass(frozen=True, slots=True)
class Predict:
    """Predict points in secret (rules 1.2). Stays on the own device; `PredictSealed` travels."""

    word: ClassVar = "predict"

    points: int


@dataclass(frozen=True, slots=True)
class PredictSealed:
    """Everybody sees that this seat has predicted, not what."""

    word: ClassVar = "predict_sealed"


@dataclass(frozen=True, slots=True)
class Give:
    """Give this card away face down (rules 1.10). Stays on the own device; `GiveSealed` travels."""

    word: ClassVar = "give"

    slot: Slot
    card: Card


@dataclass(frozen=True, slots=True)
class GiveSealed:
    """Everybody sees that this seat has laid out a card, not which."""

    word: ClassVar = "give_sealed"


@dataclass(frozen=True, slots=True)
class OpenNumber:
    """Open a sealed number.

    Attributes:
        index: which of this seat's sealed numbers of the hand, from 0.
        number: what was sealed: points, or a slot.
    """

    word: ClassVar = "open_number"

    index: int
    number: int


@dataclass(frozen=True, slots=True)
class Rob:
    """Swap this trump Six for the turned card (`rauben`, rules 1.8)."""

    word: ClassVar = "rob"

    slot: Slot
    card: Card


@dataclass(frozen=True, slots=True)
class PlayFor:
    """Play the card that its owner holds to the forehead and cannot see (rules 1.10, 1.11)."""

    word: ClassVar = "play_for"

    owner: Seat
    slot: Slot
    card: Card


Action = (
    Cut
    | DeclareCard
    | Choose
    | Push
    | Pass
    | Play
    | CorrectWeis
    | MeldFact
    | ShowWeis
    | ShowStoeck
    | AnswerStoeck
    | CallStoeck
    | ClaimRest
    | Bedanken
    | LayDown
    | Bid
    | Predict
    | PredictSealed
    | Give
    | GiveSealed
    | OpenNumber
    | Rob
    | PlayFor
)
"""Everything a seat can do."""

_CONTRACTS: Final = tuple(Contract)


def openings(action: Action) -> tuple[OpenCard, ...]:
    """The cards this action opens, each slot once, in the order they are named."""
    match action:
        case Play(slot, card) | DeclareCard(slot, card) | Rob(slot, card):
            return ((slot, card),)
        case PlayFor(_, slot, card):
            return ((slot, card),)
        case ShowWeis(weise):
            seen: dict[OpenCard, None] = {}
            for weis in weise:
                seen.update(dict.fromkeys(weis))
            return tuple(seen)
        case ShowStoeck(cards) | AnswerStoeck(cards) | ClaimRest(cards):
            return cards
        case Bedanken(cards) | LayDown(cards):
            return cards
        case Cut() | Choose() | Push() | Pass() | CorrectWeis() | MeldFact():
            return ()
        case CallStoeck() | Bid() | Predict() | PredictSealed() | Give() | GiveSealed():
            return ()
        case OpenNumber():
            return ()
        case _:
            assert_never(action)


def sealed_form(action: Action) -> tuple[Action, int] | None:
    """What travels in place of an action that hides a number, and the number; else None.

    The actor's own device makes this form before it signs, and keeps the number.
    """
    match action:
        case Predict(points):
            return PredictSealed(), points
        case Give(slot, _):
            return GiveSealed(), slot
        case _:
            return None


def action_key(action: Action) -> tuple[int, ...]:
    """A total order of actions, equal at every peer; lists of candidates ascend by it."""
    match action:
        case Cut(count):
            return (0, count)
        case DeclareCard(slot, card):
            return (1, card, slot)
        case Choose(contract, column):
            return (2, -1 if column is None else column, _CONTRACTS.index(contract))
        case Push():
            return (3,)
        case Pass():
            return (4,)
        case Play(slot, card, weis, stoeck, rank):
            return (5, card, slot, weis or 0, stoeck, -1 if rank is None else rank)
        case CorrectWeis(weis):
            return (6, weis or 0)
        case MeldFact(fact, value):
            return (7, FACTS.index(fact), value)
        case ShowWeis(weise):
            return (8, *(number for weis in weise for number in _flat(weis)))
        case ShowStoeck(cards):
            return (9, *_flat(cards))
        case AnswerStoeck(cards):
            return (10, *_flat(cards))
        case CallStoeck():
            return (11,)
        case ClaimRest(cards):
            return (12, *_flat(cards))
        case Bedanken(cards):
            return (13, *_flat(cards))
        case LayDown(cards):
            return (14, *_flat(cards))
        case Bid(number):
            return (15, number)
        case Predict(points):
            return (16, points)
        case PredictSealed():
            return (17,)
        case Give(slot, card):
            return (18, card, slot)
        case GiveSealed():
            return (19,)
        case OpenNumber(index, number):
            return (20, index, number)
        case Rob(slot, card):
            return (21, card, slot)
        case PlayFor(owner, slot, card):
            return (22, owner, card, slot)
        case _:
            assert_never(action)


def _flat(cards: tuple[OpenCard, ...]) -> tuple[int, ...]:
    return (len(cards), *(number for slot, card in cards for number in (card, slot)))
