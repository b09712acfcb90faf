"""How actions are written, plainly for the wire and as objects for scripts, and events for scripts.

An action is its word and its fields; fields of one name are written alike in every action. So a
new action needs no line here, and a new field one. Each action has exactly one plain form, made of
ints, text and lists only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, get_args

from engine.actions import FACTS, Action, OpenCard
from engine.cards import Card, FrenchRank, card_text
from engine.contracts import Contract
from engine.events import Chosen, DealerDrawn, Event, Played, TrickTaken
from engine.faces import Slot

__all__ = ["FIELDS", "KINDS", "action_json", "decode_action", "encode_action", "event_json"]

Plain = int | str | list["Plain"]
"""What the wire carries."""

KINDS: Final[Mapping[str, type[Action]]] = MappingProxyType(
    {kind.word: kind for kind in get_args(Action)}
)
"""The action of each word."""

FIELDS: Final[Mapping[type[Action], tuple[str, ...]]] = MappingProxyType(
    {kind: tuple(item.name for item in fields(kind)) for kind in KINDS.values()}
)
"""The fields of each action in the order they are written."""

_DEFAULTS: Final = {
    kind: {item.name: item.default for item in fields(kind)} for kind in KINDS.values()
}
"""What a script need not be told."""

_SLOTS: Final = 128
"""More slots than any deck has; a bound for what strangers send."""

_NUMBERS: Final = 1 << 12
"""Above every announced number, fact and cut."""

_SEATS: Final = 10
"""Seats of the largest table."""

_COLUMNS: Final = 16
"""Above every number of a column."""


class _WrongError(ValueError):
    """No action has a field of this value."""


@dataclass(frozen=True, slots=True)
class _Form:
    """How a field is written.

    Attributes:
        plain: the value for the wire.
        read: the value a stranger sent, or `_WrongError`.
        script: the value for scripts.
        label: its name in scripts, None where they are not told.
        optional: None is left out on the wire; only as a last field.
    """

    plain: Callable[[Any], Plain]
    read: Callable[[object], object]
    script: Callable[[Any], object]
    label: str | None
    optional: bool = False


def _same(value: Any) -> Any:
    return value


def _number(value: object, bound: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < bound:
        return value
    raise _WrongError


def _list(value: object) -> Sequence[object]:
    if isinstance(value, Sequence) and not isinstance(value, str | bytes) and len(value) <= _SLOTS:
        return value
    raise _WrongError


def _one_of(value: object, choices: Mapping[str, object]) -> object:
    if isinstance(value, str) and value in choices:
        return choices[value]
    raise _WrongError


def _below(bound: int, label: str, *, optional: bool = False) -> _Form:
    return _Form(_same, lambda value: _number(value, bound), _same, label, optional)


# -- cards --------------------------------------------------------------------------------------


def _pair(value: object) -> OpenCard:
    pair = _list(value)
    if len(pair) != 2:
        raise _WrongError
    return Slot(_number(pair[0], _SLOTS)), Card(_number(pair[1], _SLOTS - 1))


def _pairs(value: object) -> tuple[OpenCard, ...]:
    return tuple(map(_pair, _list(value)))


def _weise(value: object) -> tuple[tuple[OpenCard, ...], ...]:
    weise = tuple(map(_pairs, _list(value)))
    if () in weise:
        raise _WrongError
    return weise


def _plain_pairs(cards: tuple[OpenCard, ...]) -> list[Plain]:
    return [[slot, card] for slot, card in cards]


def _texts(cards: tuple[OpenCard, ...]) -> list[str]:
    return [card_text(card) for _, card in cards]


# -- fields -------------------------------------------------------------------------------------


def _read_rank(value: object) -> FrenchRank | None:
    """A joker's rank is written from 1; 0 is no joker."""
    number = _number(value, len(FrenchRank) + 1)
    return FrenchRank(number - 1) if number else None


_CONTRACTS: Final = {contract.value: contract for contract in Contract}

_CARDS: Final = _Form(_plain_pairs, _pairs, _texts, "cards")

_FORMS: Final[Mapping[str, _Form]] = {
    "card": _Form(_same, lambda value: Card(_number(value, _SLOTS - 1)), card_text, "card"),
    "cards": _CARDS,
    "column": _below(_COLUMNS, "column", optional=True),
    "contract": _Form(
        lambda contract: contract.value,
        lambda value: _one_of(value, _CONTRACTS),
        lambda contract: contract.value,
        "contract",
    ),
    "count": _below(_NUMBERS, "count"),
    "fact": _Form(
        _same, lambda value: _one_of(value, {fact: fact for fact in FACTS}), _same, "fact"
    ),
    "index": _below(_NUMBERS, "index"),
    "number": _below(_NUMBERS, "number"),
    "owner": _below(_SEATS, "owner"),
    "points": _below(_NUMBERS, "points"),
    "rank": _Form(
        lambda rank: 0 if rank is None else rank + 1, _read_rank, lambda rank: rank.code, "rank"
    ),
    "show": _CARDS,
    "slot": _Form(_same, lambda value: Slot(_number(value, _SLOTS)), _same, None),
    "stoeck": _Form(int, lambda value: bool(_number(value, 2)), _same, "stoeck"),
    "value": _below(_NUMBERS, "value"),
    "weis": _Form(
        lambda weis: weis or 0, lambda value: _number(value, _NUMBERS) or None, _same, "weis"
    ),
    "weise": _Form(
        lambda weise: [_plain_pairs(weis) for weis in weise],
        _weise,
        lambda weise: [_texts(weis) for weis in weise],
        "weise",
    ),
}


def encode_action(action: Action) -> list[Plain]:
    """The one plain form of an action: its word, then its fields."""
    plain: list[Plain] = [action.word]
    for name in FIELDS[type(action)]:
        form, value = _FORMS[name], getattr(action, name)
        if value is not None or not form.optional:
            plain.append(form.plain(value))
    return plain


def decode_action(plain: object) -> Action | None:
    """The action written so, or None for anything that `encode_action` does not write.

    Never raises, whatever a peer sends.
    """
    if not isinstance(plain, Sequence) or isinstance(plain, str | bytes) or not plain:
        return None
    word, *rest = plain
    kind = KINDS.get(word) if isinstance(word, str) else None
    if kind is None:
        return None
    names = FIELDS[kind]
    if len(rest) + 1 == len(names) and _FORMS[names[-1]].optional:
        names = names[:-1]
    if len(rest) != len(names):
        return None
    try:
        values = [_FORMS[name].read(value) for name, value in zip(names, rest, strict=True)]
    except _WrongError:
        return None
    return _make(kind, values)


def _make(kind: Callable[..., Action], values: list[object]) -> Action:
    return kind(*values)


def action_json(action: Action) -> dict[str, object]:
    """The action as scripts read and write it: card texts, no slots, nothing that is absent."""
    kind = type(action)
    out: dict[str, object] = {"action": action.word}
    for name in FIELDS[kind]:
        form, value = _FORMS[name], getattr(action, name)
        if form.label is not None and value != _DEFAULTS[kind][name]:
            out[form.label] = form.script(value)
    return out


_CARD_FIELDS: Final = frozenset({"card", "cards"})

_UNSAID: Final = (("rank", None), ("tricks", 1), ("column", None))
"""What goes without saying in most games."""


def _words(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name)[1:]


def _value(name: str, value: object) -> object:
    if isinstance(value, FrenchRank):
        return value.code
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_value(name, item) for item in value]
    if name in _CARD_FIELDS and isinstance(value, int):
        return card_text(Card(value))
    return value


def event_json(event: Event) -> dict[str, object]:
    """The event as scripts read it: its name in small letters and its fields, cards as text."""
    out: dict[str, object] = {"event": _words(type(event).__name__)}
    if isinstance(event, DealerDrawn):
        rounds = [[[seat, card_text(card)] for seat, card in drawn] for drawn in event.rounds]
        return {**out, "seat": event.seat, "rounds": rounds}
    for field in fields(event):
        value = getattr(event, field.name)
        if isinstance(event, Played | TrickTaken | Chosen) and (field.name, value) in _UNSAID:
            continue
        out[field.name] = _value(field.name, value)
    return out
