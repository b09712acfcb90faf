"""Actions, events, views and updates as plain JSON objects: the language of scripts.

The objects are written down in docs/headless.md and are a public interface. They are made from the
type hints of the engine's dataclasses, so that a new event has a form without a line here: cards
are texts, a slot beside its card is left out (a script names cards), seats are numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum, IntEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from engine.actions import Action
from engine.cards import Card, Rank, Suit, card_text
from engine.events import Event
from engine.faces import Slot
from engine.view import HandResult, View
from net.updates import SeatInfo

__all__ = ["action_record", "event_record", "hand_record", "seat_record", "view_record"]

Record = dict[str, object]
"""One JSON object."""


def action_record(action: Action) -> Record:
    """What a seat does, such as ``{"action": "play", "card": "EiA", "weis": 50}``.

    Announcements that are not made are left out.
    """
    record: Record = {"action": _name(type(action))}
    for name, value in _plain_fields(action):
        if value is not None and value is not False:
            record[name] = value
    return record


def event_record(event: Event) -> Record:
    """What happened, such as ``{"type": "event", "event": "played", "seat": 2, "card": "EiA"}``."""
    return {"type": "event", "event": _name(type(event)), **dict(_plain_fields(event))}


def hand_record(result: HandResult) -> Record:
    """A booked hand; every pair is per side, side 0 holds seat 0.

    ``points`` is what each side wrote in this hand, all of it, times the factor.
    """
    record = dict(_plain_fields(result))
    record["points"] = record.pop("written")
    return record


def seat_record(info: SeatInfo) -> Record:
    """Who sits on a seat; an empty name is a free seat."""
    return {
        "seat": info.seat,
        "name": info.name,
        "bot": info.bot is not None,
        "level": info.bot,
        "device": info.device,
        "connected": info.connected,
        "you": info.you,
        "identity": info.identity_hex,
        "known": info.known,
        "latency": info.latency_ms,
    }


def view_record(view: View) -> Record:
    """What this seat may see, no more."""
    return {
        "seat": view.seat,
        "hand_no": view.hand_no,
        "dealer": view.dealer,
        "vorhand": view.vorhand,
        "contract": _plain(view.contract, None),
        "announcer": view.announcer,
        "pushed_by": list(view.pushed_by),
        "factor": view.factor,
        "hand": [card_text(held.card) for held in view.hand],
        "trick_no": view.trick_no,
        "leader": view.leader,
        "trick": [{"seat": play.seat, "card": card_text(play.card)} for play in view.trick],
        "counts": list(view.counts),
        "announced": list(view.announced),
        "weise": [dict(_plain_fields(weis)) for weis in view.weise],
        "sides": [list(side) for side in view.sides],
        "score": list(view.score),
        "booked": list(view.booked),
    }


@cache
def _name(kind: type) -> str:
    """``WeisShown`` as ``weis_shown``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _plain_fields(item: Any) -> list[tuple[str, object]]:
    """The fields of a dataclass by name, without bare slots."""
    hints = _hints(type(item))
    return [
        (entry.name, _plain(getattr(item, entry.name), hints[entry.name]))
        for entry in fields(item)
        if not _is_slot(hints[entry.name])
    ]


def _is_slot(hint: Any) -> bool:
    return hint is Slot or (get_origin(hint) in (Union, UnionType) and Slot in get_args(hint))


def _plain(value: object, hint: Any) -> object:
    """`value` as JSON data; `hint` tells a card from a number, both of which are ints."""
    if value is None or (isinstance(value, bool | str) and not isinstance(value, Enum)):
        return value
    if isinstance(value, Suit | Rank):
        return value.code
    if isinstance(value, Enum):
        return value.name.lower() if isinstance(value, IntEnum) else value.value
    if isinstance(value, int):
        return card_text(Card(value)) if _means_card(hint) else value
    if is_dataclass(value):
        return dict(_plain_fields(value))
    if isinstance(value, Mapping):
        return {str(key): _plain(entry, None) for key, entry in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(value)
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return _plain_sequence(value, _without_none(hint))
    return value.hex() if isinstance(value, bytes) else str(value)


def _plain_sequence(values: Sequence[object], hint: Any) -> object:
    inner = get_args(hint)
    if inner[:2] == (Slot, Card) and len(inner) == 2:
        return card_text(values[1])  # type: ignore[arg-type]
    if len(inner) == 2 and inner[1] is Ellipsis:
        inner = (inner[0],) * len(values)
    if len(inner) != len(values):
        inner = (None,) * len(values)
    return [_plain(value, kind) for value, kind in zip(values, inner, strict=True)]


def _without_none(hint: Any) -> Any:
    if get_origin(hint) in (Union, UnionType):
        arms = [arm for arm in get_args(hint) if arm is not NoneType]
        return arms[0] if len(arms) == 1 else None
    return hint


def _means_card(hint: Any) -> bool:
    return hint is Card or (get_origin(hint) in (Union, UnionType) and Card in get_args(hint))
