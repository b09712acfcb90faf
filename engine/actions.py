"""What a seat does: a closed union of frozen dataclasses.

Everything else that happens at the table follows from these by rule. An action that opens cards
names the slot and the card; the net layer adds the keys that prove it. Forms for the wire are made
of ints, text and lists only, and each action has exactly one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, assert_never

from engine.cards import Card, FrenchRank, card_text
from engine.contracts import Contract
from engine.faces import Slot
from engine.seats import Seat

__all__ = [
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
    "action_json",
    "action_key",
    "decode_action",
    "encode_action",
    "openings",
    "sealed_form",
]

OpenCard = tuple[Slot, Card]
"""One opening: this slot is this card."""

Fact = Literal["size", "top", "trump"]
"""What is answered when announced Weise are equal (rules 1.0.5, step 2)."""

FACTS: Final[tuple[Fact, ...]] = ("size", "top", "trump")


@dataclass(frozen=True, slots=True)
class Cut:
    """Lift this many cards (`echtes_abheben`, rules 1.0.2)."""

    count: int


@dataclass(frozen=True, slots=True)
class DeclareCard:
    """«I hold the card that makes me Vorhand» (`rosen7_vorhand`, rules 1.0.2)."""

    slot: Slot
    card: Card


@dataclass(frozen=True, slots=True)
class Choose:
    """Name the contract.

    Attributes:
        contract: what is played.
        column: number of the column it is written in, where a game has columns (rules 1.4).
    """

    contract: Contract
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Push:
    """«Gschobe»: the partner names the contract (rules 1.1)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """«Nothing», where a question allows that answer."""


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

    slot: Slot
    card: Card
    weis: int | None = None
    stoeck: bool = False
    rank: FrenchRank | None = None


@dataclass(frozen=True, slots=True)
class CorrectWeis:
    """Replace the own announcement before the next player has played (`weisen=manuell`)."""

    weis: int | None


@dataclass(frozen=True, slots=True)
class MeldFact:
    """Answer one question about the announced Weis (rules 1.0.5, step 2).

    Attributes:
        fact: number of cards, rank of the top card, or whether it is trump.
        value: the number; a `Rank` as number; 1 for yes and 0 for no.
    """

    fact: Fact
    value: int


@dataclass(frozen=True, slots=True)
class ShowWeis:
    """Show Weise, the best first; () shows nothing (rules 1.0.5, step 3).

    Attributes:
        weise: per Weis its cards, ascending.
    """

    weise: tuple[tuple[OpenCard, ...], ...]


@dataclass(frozen=True, slots=True)
class ShowStoeck:
    """Show Stöck before their time, unasked: the cards of the two not yet open (rules 1.0.7)."""

    cards: tuple[OpenCard, ...]


@dataclass(frozen=True, slots=True)
class AnswerStoeck:
    """Answer «Stöck?»: the cards of the two not yet open, or () for no (rules 1.0.7)."""

    show: tuple[OpenCard, ...]


@dataclass(frozen=True, slots=True)
class CallStoeck:
    """Call Stöck after the last card of the hand, unasked (`stoeck_manuell`, rules 1.0.6)."""


@dataclass(frozen=True, slots=True)
class ClaimRest:
    """«Rest»: show all remaining cards, ascending, and claim all remaining tricks (rules 1.0.9)."""

    cards: tuple[OpenCard, ...]


@dataclass(frozen=True, slots=True)
class Bedanken:
    """Claim the Partie (rules 1.0.7).

    Attributes:
        show: with `bedanken_im_stich` the own cards, ascending, without which others could not know
            that nothing unseen beats the card just played.
    """

    show: tuple[OpenCard, ...] = ()


@dataclass(frozen=True, slots=True)
class LayDown:
    """After somebody's «Rest»: show all own cards, ascending, so that the points are known."""

    cards: tuple[OpenCard, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    """Say a number for all to hear: points or tricks to make (rules 1.2, 1.10, 1.11)."""

    number: int


@dataclass(frozen=True, slots=True)
class Predict:
    """Predict points in secret (rules 1.2). Stays on the own device; `PredictSealed` travels."""

    points: int


@dataclass(frozen=True, slots=True)
class PredictSealed:
    """Everybody sees that this seat has predicted, not what."""


@dataclass(frozen=True, slots=True)
class Give:
    """Give this card away face down (rules 1.10). Stays on the own device; `GiveSealed` travels."""

    slot: Slot
    card: Card


@dataclass(frozen=True, slots=True)
class GiveSealed:
    """Everybody sees that this seat has laid out a card, not which."""


@dataclass(frozen=True, slots=True)
class OpenNumber:
    """Open a sealed number.

    Attributes:
        index: which of this seat's sealed numbers of the hand, from 0.
        number: what was sealed: points, or a slot.
    """

    index: int
    number: int


@dataclass(frozen=True, slots=True)
class Rob:
    """Swap this trump Six for the turned card (`rauben`, rules 1.8)."""

    slot: Slot
    card: Card


@dataclass(frozen=True, slots=True)
class PlayFor:
    """Play the card that its owner holds to the forehead and cannot see (rules 1.10, 1.11)."""

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


# -- the form for the wire ----------------------------------------------------------------------

Plain = int | str | list["Plain"]
"""What the wire carries."""


def _plain(cards: tuple[OpenCard, ...]) -> list[Plain]:
    return [[slot, card] for slot, card in cards]


def encode_action(action: Action) -> list[Plain]:
    """The one plain form of an action: a word, then numbers, words and lists."""
    match action:
        case Cut(count):
            return ["cut", count]
        case DeclareCard(slot, card):
            return ["declare", slot, card]
        case Choose(contract, column):
            return ["choose", contract.value, *([] if column is None else [column])]
        case Push():
            return ["push"]
        case Pass():
            return ["pass"]
        case Play(slot, card, weis, stoeck, rank):
            joker = 0 if rank is None else rank + 1
            return ["play", slot, card, weis or 0, int(stoeck), joker]
        case CorrectWeis(weis):
            return ["correct_weis", weis or 0]
        case MeldFact(fact, value):
            return ["fact", fact, value]
        case ShowWeis(weise):
            return ["show_weis", [_plain(weis) for weis in weise]]
        case ShowStoeck(cards):
            return ["show_stoeck", _plain(cards)]
        case AnswerStoeck(cards):
            return ["answer_stoeck", _plain(cards)]
        case CallStoeck():
            return ["call_stoeck"]
        case ClaimRest(cards):
            return ["rest", _plain(cards)]
        case Bedanken(cards):
            return ["bedanken", _plain(cards)]
        case LayDown(cards):
            return ["lay_down", _plain(cards)]
        case Bid(number):
            return ["bid", number]
        case Predict(points):
            return ["predict", points]
        case PredictSealed():
            return ["predict_sealed"]
        case Give(slot, card):
            return ["give", slot, card]
        case GiveSealed():
            return ["give_sealed"]
        case OpenNumber(index, number):
            return ["open_number", index, number]
        case Rob(slot, card):
            return ["rob", slot, card]
        case PlayFor(owner, slot, card):
            return ["play_for", owner, slot, card]
        case _:
            assert_never(action)


_SLOTS: Final = 128
"""More slots than any deck has; a bound for what strangers send."""

_NUMBERS: Final = 1 << 12
"""Above every announced number, fact and cut."""

_SEATS: Final = 10
"""Seats of the largest table."""

_COLUMNS: Final = 16
"""Above every number of a column."""


def _number(value: object, bound: int) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < bound:
        return value
    return None


def _cards(value: object) -> tuple[OpenCard, ...] | None:
    if not isinstance(value, Sequence) or isinstance(value, str | bytes) or len(value) > _SLOTS:
        return None
    cards = []
    for pair in value:
        if not isinstance(pair, Sequence) or isinstance(pair, str | bytes) or len(pair) != 2:
            return None
        slot, card = _number(pair[0], _SLOTS), _number(pair[1], _SLOTS - 1)
        if slot is None or card is None:
            return None
        cards.append((Slot(slot), Card(card)))
    return tuple(cards)


def decode_action(plain: object) -> Action | None:
    """The action written so, or None for anything that `encode_action` does not write.

    Never raises, whatever a peer sends.
    """
    if not isinstance(plain, Sequence) or isinstance(plain, str | bytes) or not plain:
        return None
    word, rest = plain[0], tuple(plain[1:])
    if not isinstance(word, str):
        return None
    return _BARE.get(word) if not rest else _decode(word, rest)


_BARE: Final[dict[str, Action]] = {
    "push": Push(),
    "pass": Pass(),
    "call_stoeck": CallStoeck(),
    "predict_sealed": PredictSealed(),
    "give_sealed": GiveSealed(),
}


def _decode(word: str, rest: tuple[object, ...]) -> Action | None:
    match word, rest:
        case "cut", (count,):
            number = _number(count, _NUMBERS)
            return None if number is None else Cut(number)
        case "choose", (str() as text,):
            return Choose(Contract(text)) if text in _CONTRACT_TEXTS else None
        case "choose", (str() as text, column):
            number = _number(column, _COLUMNS)
            known = text in _CONTRACT_TEXTS and number is not None
            return Choose(Contract(text), number) if known else None
        case "declare", (slot, card):
            pair = _cards([[slot, card]])
            return None if pair is None else DeclareCard(*pair[0])
        case "play", (slot, card, weis, stoeck, joker):
            pair = _cards([[slot, card]])
            numbers = (_number(weis, _NUMBERS), _number(stoeck, 2), _number(joker, 14))
            if pair is None or None in numbers:
                return None
            said, called, rank = (number or 0 for number in numbers)
            declared = FrenchRank(rank - 1) if rank else None
            return Play(*pair[0], said or None, bool(called), declared)
        case "correct_weis", (weis,):
            number = _number(weis, _NUMBERS)
            return None if number is None else CorrectWeis(number or None)
        case "fact", (("size" | "top" | "trump") as fact, value):
            number = _number(value, _NUMBERS)
            return None if number is None else MeldFact(fact, number)
        case "show_weis", (Sequence() as weise,) if not isinstance(weise, str | bytes):
            shown = [_cards(weis) for weis in weise[:_SLOTS]]
            groups = tuple(weis for weis in shown if weis)
            return ShowWeis(groups) if len(groups) == len(weise) else None
        case "show_stoeck", (value,):
            cards = _cards(value)
            return None if cards is None else ShowStoeck(cards)
        case "answer_stoeck", (value,):
            cards = _cards(value)
            return None if cards is None else AnswerStoeck(cards)
        case "rest", (value,):
            cards = _cards(value)
            return None if cards is None else ClaimRest(cards)
        case "bedanken", (value,):
            cards = _cards(value)
            return None if cards is None else Bedanken(cards)
        case "lay_down", (value,):
            cards = _cards(value)
            return None if cards is None else LayDown(cards)
        case "rob", (slot, card):
            pair = _cards([[slot, card]])
            return None if pair is None else Rob(*pair[0])
        case "give", (slot, card):
            pair = _cards([[slot, card]])
            return None if pair is None else Give(*pair[0])
        case "play_for", (owner, slot, card):
            pair, seat = _cards([[slot, card]]), _number(owner, _SEATS)
            return None if pair is None or seat is None else PlayFor(Seat(seat), *pair[0])
        case _:
            return _decode_number(word, rest)


def _decode_number(word: str, rest: tuple[object, ...]) -> Action | None:
    """Actions that are nothing but numbers."""
    numbers = [number for value in rest if (number := _number(value, _NUMBERS)) is not None]
    if len(numbers) != len(rest):
        return None
    match word, numbers:
        case "bid", [number]:
            return Bid(number)
        case "predict", [points]:
            return Predict(points)
        case "open_number", [index, number]:
            return OpenNumber(index, number)
        case _:
            return None


_CONTRACT_TEXTS: Final = frozenset(contract.value for contract in Contract)


# -- the form for scripts -----------------------------------------------------------------------


def _texts(cards: tuple[OpenCard, ...]) -> list[str]:
    return [card_text(card) for _, card in cards]


def action_json(action: Action) -> dict[str, object]:
    """The action as scripts read and write it: card texts, no slots, nothing that is absent."""
    match action:
        case Cut(count):
            return {"action": "cut", "count": count}
        case DeclareCard(_, card):
            return {"action": "declare", "card": card_text(card)}
        case Choose(contract, column):
            named = {} if column is None else {"column": column}
            return {"action": "choose", "contract": contract.value, **named}
        case Push():
            return {"action": "push"}
        case Pass():
            return {"action": "pass"}
        case Play(_, card, weis, stoeck, rank):
            out: dict[str, object] = {"action": "play", "card": card_text(card)}
            if weis is not None:
                out["weis"] = weis
            if stoeck:
                out["stoeck"] = True
            if rank is not None:
                out["rank"] = rank.code
            return out
        case CorrectWeis(weis):
            return {"action": "correct_weis", "weis": weis}
        case MeldFact(fact, value):
            return {"action": "fact", "fact": fact, "value": value}
        case ShowWeis(weise):
            return {"action": "show_weis", "weise": [_texts(weis) for weis in weise]}
        case ShowStoeck(cards):
            return {"action": "show_stoeck", "cards": _texts(cards)}
        case AnswerStoeck(cards):
            return {"action": "answer_stoeck", "cards": _texts(cards)}
        case CallStoeck():
            return {"action": "call_stoeck"}
        case ClaimRest(cards):
            return {"action": "rest", "cards": _texts(cards)}
        case Bedanken(cards):
            return {"action": "bedanken", **({"cards": _texts(cards)} if cards else {})}
        case LayDown(cards):
            return {"action": "lay_down", "cards": _texts(cards)}
        case Bid(number):
            return {"action": "bid", "number": number}
        case Predict(points):
            return {"action": "predict", "points": points}
        case PredictSealed():
            return {"action": "predict_sealed"}
        case Give(_, card):
            return {"action": "give", "card": card_text(card)}
        case GiveSealed():
            return {"action": "give_sealed"}
        case OpenNumber(index, number):
            return {"action": "open_number", "index": index, "number": number}
        case Rob(_, card):
            return {"action": "rob", "card": card_text(card)}
        case PlayFor(owner, _, card):
            return {"action": "play_for", "owner": owner, "card": card_text(card)}
        case _:
            assert_never(action)
