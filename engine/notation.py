"""A whole game as text, both ways: what was dealt, what was done, what was counted.

One line per thing, so a game can be read, mailed, cut down to a bug report, and played again:

    jass 1
    game SLUG 4
    set ziel 500
    deal 6f…  EiA Ro10 …        chance, then the card of each slot («?» if it was never opened)
    1 choose Ei
    1 play EiA weis=50 stoeck
    settle
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine import game
from engine.actions import FACTS, Action, OpenCard, Play
from engine.cards import (
    FIRST_FRENCH,
    SECOND_PACK,
    Card,
    FrenchRank,
    card_text,
    parse_card,
)
from engine.contracts import Contract
from engine.errors import Reason
from engine.events import Event
from engine.faces import Slot
from engine.forms import FIELDS, KINDS
from engine.seats import Seat
from engine.state import TABLE, Done, Offence, Opened, State, Tossed
from engine.variant import OptionFault, make_options

__all__ = [
    "Again",
    "Game",
    "Given",
    "Line",
    "Lost",
    "NotationError",
    "Settled",
    "Void",
    "do_again",
    "follow",
    "read_game",
    "replay",
    "write_game",
]

_VERSION: Final = "1"


class NotationError(ValueError):
    """A text that is no game; `line` counts from 1."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Given:
    """A deal: the joint chance and the card of each slot, None where it stayed face down."""

    chance: bytes
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """The hand was counted."""

    offence: Offence | None = None
    unproven: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Void:
    """The hand broke off and was annulled."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The hand broke off and was lost for the side of a seat that was gone."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Again:
    """Revanche."""


Line = Given | Done | Settled | Void | Lost | Again
"""One thing that happened."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game from its options to its last line.

    Attributes:
        slug: of the variant.
        seats: how many played.
        settings: options as text.
        lines: what happened.
    """

    slug: str
    seats: int
    settings: tuple[tuple[str, str], ...]
    lines: tuple[Line, ...]


def replay(played: Game) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Play a game again: the state after each line, with what followed; first the start.

    Raises:
        ValueError: if there is no such game, or its options are refused.
        IllegalAction: if an action is refused at its place.
    """
    variant = game.find_variant(played.slug)
    if variant is None:
        raise ValueError(f"no game is called {played.slug!r}")
    options = make_options(variant, played.seats, None, dict(played.settings))
    if isinstance(options, OptionFault):
        raise ValueError(f"{options.option}: {options.code}")  # noqa: TRY004 - a fault of the text
    state = game.start(variant, options, played.seats)
    yield state, ()
    for line in played.lines:
        state, events = follow(state, line)
        yield state, events


def follow(state: State, line: Line) -> tuple[State, tuple[Event, ...]]:
    """What one line makes of a state.

    Raises:
        ValueError: if it cannot happen in this state.
        IllegalAction: if an action is refused in it.
    """
    match line:
        case Given(chance, _):
            return game.deal(state, chance)
        case Done():
            return do_again(state, line)
        case Settled(offence, unproven):
            return game.settle(state, offence, frozenset(unproven))
        case Void():
            return game.annul(state)
        case Lost(seat):
            return game.forfeit(state, seat)
        case Again():
            return game.new_partie(state), ()


def do_again(state: State, done: Done) -> tuple[State, tuple[Event, ...]]:
    """What the history of a hand tells, done once more.

    Raises:
        IllegalAction: if it is refused in this state.
        ValueError: if no such card or toss is awaited.
    """
    match done.action:
        case Opened(slot, card):
            return game.opened(state, slot, card)
        case Tossed(chance):
            return game.toss(state, bytes.fromhex(chance))
        case action:
            return game.apply(state, done.seat, action)


# -- writing ------------------------------------------------------------------------------------


def _text(card: Card) -> str:
    """The card as text; of twins the one of the second pack has a mark."""
    return card_text(card) + ("'" if SECOND_PACK <= card < FIRST_FRENCH else "")


def _card(text: str) -> Card:
    card = parse_card(text.removesuffix("'"))
    return Card(card + SECOND_PACK) if text.endswith("'") else card


class _Names:
    """Cards by text, with their slot only where the deal does not tell it."""

    def __init__(self, cards: tuple[Card | None, ...]) -> None:
        self._slots = {card: Slot(slot) for slot, card in enumerate(cards) if card is not None}

    def write(self, pair: OpenCard) -> str:
        slot, card = pair
        return _text(card) if self._slots.get(card) == slot else f"{_text(card)}@{slot}"

    def read(self, word: str) -> OpenCard:
        text, _, place = word.partition("@")
        card = _card(text)
        if place:
            return Slot(int(place)), card
        if card not in self._slots:
            raise ValueError(f"{text!r} names no slot of this deal")
        return self._slots[card], card


_SHORT: Final = {"correct_weis": "correct", "show_weis": "show"}
"""Words that are shorter here than on the wire."""


def _words(action: Action, names: _Names) -> list[str]:
    """The word of an action and its fields in their order; what is said with a card by name."""
    words = [_SHORT.get(action.word, action.word)]
    told: dict[str, Any] = {name: getattr(action, name) for name in FIELDS[type(action)]}
    for name, value in told.items():
        match name:
            case "slot":
                pass  # told with its card
            case "card":
                words.append(names.write((told["slot"], value)))
            case "cards" | "show":
                words += map(names.write, value)
            case "weise":
                words += ("+".join(map(names.write, weis)) for weis in value)
            case "weis" | "stoeck" | "rank" if isinstance(action, Play):
                words += _said(name, value)
            case "weis":
                words.append("-" if value is None else str(value))
            case "column" if value is None:
                pass
            case _:
                words.append(str(value))
    return words


def _said(name: str, value: Any) -> list[str]:
    if value is None or value is False:
        return []
    if value is True:
        return [name]
    return [f"{name}={value.code if isinstance(value, FrenchRank) else value}"]


def _done(done: Done, names: _Names) -> str:
    match done.action:
        case Opened(slot, card):
            return f"turned {names.write((slot, card))}"
        case Tossed(chance):
            return f"toss {chance}"
        case action:
            return " ".join((str(done.seat), *_words(action, names)))


def write_game(played: Game) -> str:
    """The game as text; `read_game` gives it back."""
    out = [f"jass {_VERSION}", f"game {played.slug} {played.seats}"]
    out += [f"set {name} {text}" for name, text in sorted(played.settings)]
    names = _Names(())
    for line in played.lines:
        match line:
            case Given(chance, cards):
                names = _Names(cards)
                texts = ("?" if card is None else _text(card) for card in cards)
                out.append(" ".join(("deal", chance.hex(), *texts)))
            case Done():
                out.append(_done(line, names))
            case Settled(offence, unproven):
                words = ["settle"]
                if offence is not None:
                    weis = ",".join(map(str, offence.weis)) or "-"
                    words.append(f"offence={offence.seat},{offence.index},{offence.reason}")
                    words.append(f"weis={weis}")
                words += [f"unproven={seat}" for seat in unproven]
                out.append(" ".join(words))
            case Void():
                out.append("annul")
            case Lost(seat):
                out.append(f"forfeit {seat}")
            case Again():
                out.append("revanche")
    return "\n".join(out) + "\n"


# -- reading ------------------------------------------------------------------------------------


_LONG: Final = {short: word for word, short in _SHORT.items()}


def _action(word: str, rest: list[str], names: _Names) -> Action:
    """The action that `_words` writes so."""
    kind = KINDS.get(_LONG.get(word, word))
    if kind is None or word in _SHORT:
        raise ValueError(f"{word!r} is no action")
    left = deque(rest)
    values: dict[str, Any] = {}
    for name in FIELDS[kind]:
        match name:
            case "slot":
                values["slot"], values["card"] = names.read(left.popleft())
            case "card":
                pass  # read with its slot
            case "cards" | "show":
                values[name] = tuple(map(names.read, left))
                left.clear()
            case "weise":
                values[name] = tuple(tuple(map(names.read, weis.split("+"))) for weis in left)
                left.clear()
            case "contract":
                values[name] = Contract(left.popleft())
            case "fact":
                values[name] = FACTS[FACTS.index(left.popleft())]
            case "weis" | "stoeck" | "rank" if kind is Play:
                values |= map(_heard, left)
                left.clear()
            case "weis":
                number = left.popleft()
                values[name] = None if number == "-" else int(number)
            case "column" if not left:
                pass
            case _:
                values[name] = int(left.popleft())
    if left:
        raise ValueError(f"{word!r} says nothing about {left[0]!r}")
    return kind(**values)


def _heard(word: str) -> tuple[str, object]:
    """One thing said with a card."""
    name, _, value = word.partition("=")
    match name:
        case "weis":
            return name, int(value)
        case "stoeck":
            return name, True
        case "rank":
            return name, next(rank for rank in FrenchRank if rank.code == value)
        case _:
            raise ValueError(f"{word!r} is nothing one says with a card")


def _settled(words: list[str]) -> Settled:
    seat, index, reason = 0, 0, ""
    weis: tuple[int, ...] = ()
    unproven = []
    for word in words:
        name, _, value = word.partition("=")
        match name:
            case "offence":
                first, second, reason = value.split(",")
                seat, index = int(first), int(second)
            case "weis":
                weis = () if value == "-" else tuple(map(int, value.split(",")))
            case "unproven":
                unproven.append(Seat(int(value)))
            case _:
                raise ValueError(f"{word!r} is no part of a count")
    offence = Offence(Seat(seat), index, Reason(reason), weis) if reason else None
    return Settled(offence, tuple(unproven))


def _line(words: list[str], names: _Names) -> Line:
    match words:
        case ["deal", chance, *cards]:
            return Given(
                bytes.fromhex(chance),
                tuple(None if text == "?" else _card(text) for text in cards),
            )
        case ["turned", card]:
            return Done(TABLE, Opened(*names.read(card)))
        case ["toss", chance]:
            return Done(TABLE, Tossed(bytes.fromhex(chance).hex()))
        case ["settle", *rest]:
            return _settled(rest)
        case ["annul"]:
            return Void()
        case ["forfeit", seat]:
            return Lost(Seat(int(seat)))
        case ["revanche"]:
            return Again()
        case [seat, word, *rest]:
            return Done(Seat(int(seat)), _action(word, rest, names))
        case _:
            raise ValueError("nothing is written so")


def read_game(text: str) -> Game:
    """The game a text tells.

    Raises:
        NotationError: naming the first line that is none.
    """
    slug, seats = "", 0
    settings: list[tuple[str, str]] = []
    lines: list[Line] = []
    names = _Names(())
    for number, written in enumerate(text.splitlines(), start=1):
        words = written.split()
        if not words:
            continue
        try:
            match words:
                case ["jass", version] if version == _VERSION:
                    pass
                case ["game", name, count]:
                    slug, seats = name, int(count)
                case ["set", name, value]:
                    settings.append((name, value))
                case _:
                    line = _line(words, names)
                    if isinstance(line, Given):
                        names = _Names(line.cards)
                    lines.append(line)
        except (ValueError, StopIteration, IndexError) as error:
            raise NotationError(number, str(error)) from error
    if not slug:
        raise NotationError(1, "no game is named")
    return Game(slug, seats, tuple(settings), tuple(lines))
