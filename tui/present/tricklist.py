"""The tricks of a finished hand as they lay, and the rest that somebody claimed."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import Card
from engine.events import RestClaimed
from engine.seats import Seat
from engine.state import Trick
from engine.view import View
from tui.present.canvas import Canvas, fit, width_of
from tui.present.facts import duel_called, is_duel, lies_in
from tui.present.known import Known
from tui.present.look import Look
from tui.present.words import side_name

__all__ = ["Rest", "draw_tricks", "rest_of", "rest_text", "trick_lines"]

_CARD = 10
"""Cells of one card with the gap after it."""

_WINNER = 28
"""Cells for who took a trick."""

_CARDS_AT = 22
"""Where the cards begin, after the number of the trick and who led it."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Tricks that were not played, since somebody showed that they were all one's own.

    Attributes:
        seat: who said so; ``cards`` what was shown.
        numbers: ``8–9``, or ``9``.
        points: what they brought; ``side`` who wrote it, None where nothing was written.
    """

    seat: Seat
    cards: tuple[Card, ...]
    numbers: str
    points: int
    side: int | None


def rest_of(known: Known, view: View, hand: int) -> Rest | None:
    """The rest that was claimed in this hand; None where every trick was played."""
    claim = next(
        (
            event
            for number, event in reversed(known.events)
            if number == hand and isinstance(event, RestClaimed)
        ),
        None,
    )
    if claim is None:
        return None
    first = 1 + sum(trick.counts for trick in view.state.tricks)
    last = view.state.length
    written = [one for one in view.state.bookings if one.kind == "rest"]
    return Rest(
        claim.seat,
        claim.cards,
        str(last) if first >= last else f"{first}–{last}",
        sum(one.raw for one in written),
        written[0].side if written else None,
    )


def rest_text(look: Look, known: Known, view: View, rest: Rest) -> str:
    """``«Rest» von Rösli: Stiche 8–9, 26 Punkte``; who wrote them if it was another side."""
    name = known.name(rest.seat)
    text = look.say("end.rest", name=name, tricks=rest.numbers, points=rest.points)
    if rest.side is None or rest.side == view.side_of(rest.seat):
        return text
    return f"{text} → {side_name(look, known, view, rest.side)}"


def draw_tricks(
    canvas: Canvas, look: Look, known: Known, view: View, hand: int, y: int, bottom: int
) -> int:
    """One trick after the other, the rest last; returns the first free line."""
    tricks = view.state.tricks
    rest = rest_of(known, view, hand)
    if not (tricks or rest) or bottom - y < 3:
        return y
    canvas.put(3, y, look.say("end.tricks_of_hand"), "dim")
    in_row = max((look.width - _CARDS_AT - _WINNER) // _CARD, 1)
    last = bottom - (1 if rest is not None else 0)
    for trick in tricks:
        cards = [look.skin.card(play.card, play.rank) for play in trick.plays]
        rows = [cards[at : at + in_row] for at in range(0, len(cards), in_row)]
        if y + len(rows) >= last:
            break
        canvas.put(3, y + 1, str(trick.number))
        canvas.put(7, y + 1, fit(known.name(trick.leader), 12))
        for row in rows:
            y += 1
            at = _cards(canvas, y, row)
        canvas.put(at, y, _taken(look, known, view, trick), "dim")
    if rest is not None and y + 1 < bottom:
        y += 1
        canvas.put(3, y, rest.numbers)
        canvas.put(7, y, fit(known.name(rest.seat), 12))
        shown = [look.skin.card(card) for card in rest.cards]
        at = _cards(canvas, y, shown[:in_row])
        canvas.put(at, y, _rest_taken(look, known, view, rest), "dim")
    return y + 1


def trick_lines(look: Look, known: Known, view: View, hand: int) -> list[tuple[str, str]]:
    """The same as lines to scroll through, each with its ink: on a screen of any size."""
    rest = rest_of(known, view, hand)
    lines: list[tuple[str, str]] = []
    for trick in view.state.tricks:
        cards = [look.skin.card(play.card, play.rank) for play in trick.plays]
        head = f"{trick.number:>3} {fit(known.name(trick.leader), 12)}"
        lines += _trick(look, head, cards, _taken(look, known, view, trick))
    if rest is not None:
        cards = [look.skin.card(card) for card in rest.cards]
        head = f"{rest.numbers:>3} {fit(known.name(rest.seat), 12)}"
        lines += _trick(look, head, cards, _rest_taken(look, known, view, rest))
    return lines or [(look.say("end.no_trick"), "dim")]


def _trick(look: Look, head: str, cards: list[str], taken: str) -> Iterator[tuple[str, str]]:
    """One trick: who led and the cards, then who took it, beside them where there is room."""
    at = min(_CARDS_AT, 18 if look.width >= 60 else 4)
    rows = [head] if at < len(head) else []
    in_row = max((look.width - 2 - at) // _CARD, 1)
    for start in range(0, len(cards), in_row):
        begin = head if not rows else ""
        words = "".join(f"{card:<{_CARD}}" for card in cards[start : start + in_row])
        rows.append(f"{begin:<{at}}{words}".rstrip())
    beside = max(at + min(len(cards), 4) * _CARD, width_of(rows[-1]) + 2)
    if beside + width_of(taken) <= look.width - 2:
        rows[-1] += " " * (beside - width_of(rows[-1])) + taken
        taken = ""
    for row in rows:
        yield row, ""
    if taken:
        yield " " * at + taken.strip(), "dim"


def _cards(canvas: Canvas, y: int, row: list[str]) -> int:
    canvas.put(_CARDS_AT, y, "".join(f"{card:<{_CARD}}" for card in row).rstrip())
    return _CARDS_AT + max(len(row), 4) * _CARD


def _rest_taken(look: Look, known: Known, view: View, rest: Rest) -> str:
    side = "" if rest.side is None else side_name(look, known, view, rest.side)
    return f"{rest.points:>3} {look.say('booking.rest')} {side}".rstrip()


def _taken(look: Look, known: Known, view: View, trick: Trick) -> str:
    """Who took it with its points; where only tricks count, how many it stood for."""
    name = known.name(trick.winner)
    if not is_duel(view):
        lying = lies_in(view, trick.number)
        more = f" {look.say('table.lies_in', points=lying)}" if lying else ""
        return f"{trick.points:>3} {name}{more}"
    text = f"→ {name}"
    if len(trick.plays) > len({play.seat for play in trick.plays}):
        text = f"{look.say(f'duel.{duel_called(view)}')} {text}"
    return f"{text} ×{trick.counts}" if trick.counts > 1 else text
