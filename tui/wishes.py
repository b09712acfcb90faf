"""What a script wants that is not on offer, as an action: the table says which rule forbids it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.actions import Action, Bid, Choose, Cut, Give, Play, Predict
from engine.cards import Card, FrenchRank, card_text, parse_card
from engine.contracts import Contract
from engine.view import HandCard

__all__ = ["wish"]


def wish(wanted: Mapping[str, object], hand: Sequence[HandCard]) -> Action | None:
    """The action that an object names, whatever the rules say to it; None if it names none.

    Args:
        wanted: as a script wrote it.
        hand: the cards of the own seat.
    """
    match wanted:
        case {"action": "bid", "number": int(number)} if not isinstance(number, bool):
            return Bid(number)
        case {"action": "predict", "points": int(points)} if not isinstance(points, bool):
            return Predict(points)
        case {"action": "cut", "count": int(count)} if not isinstance(count, bool):
            return Cut(count)
        case {"action": "choose", "contract": str(contract)}:
            return _choose(contract, wanted.get("column"))
        case {"action": "play", "card": str(text)} if wanted.keys() <= {"action", "card", "rank"}:
            return _play(text, wanted.get("rank"), hand)
        case {"action": "give", "card": str(text)}:
            return _give(text, hand)
        case _:
            return None


def _choose(text: str, column: object) -> Choose | None:
    contract = next((one for one in Contract if one.value == text), None)
    number = column if isinstance(column, int) and not isinstance(column, bool) else None
    return None if contract is None else Choose(contract, number)


def _play(text: str, rank: object, hand: Sequence[HandCard]) -> Play | None:
    held = _held(text, hand)
    named = next((one for one in FrenchRank if one.code == rank), None)
    return None if held is None else Play(held.slot, held.card, rank=named)


def _give(text: str, hand: Sequence[HandCard]) -> Give | None:
    card = _card(text)
    held = _held(text, hand) or next(iter(hand), None)
    return None if card is None or held is None else Give(held.slot, card)


def _held(text: str, hand: Sequence[HandCard]) -> HandCard | None:
    return next((held for held in hand if card_text(held.card) == text), None)


def _card(text: str) -> Card | None:
    try:
        return parse_card(text)
    except ValueError:
        return None
