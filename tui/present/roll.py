"""Every seat in one line, where everybody plays alone: said, tricks, points, total."""

from collections.abc import Sequence

from engine.seats import Seat
from engine.view import HandCard, View
from tui.present.canvas import Canvas, fit, width_of
from tui.present.facts import (
    duel_called,
    duel_of,
    has_stacks,
    is_duel,
    open_of,
    said_of,
    scores,
    stock_of,
    tricks_of,
    trump_comes_up,
)
from tui.present.known import Known
from tui.present.look import Look
from tui.present.menu import wrap
from tui.present.short import names_text
from tui.present.ui import Lying
from tui.present.words import card_ink, side_order

__all__ = ["draw_duel", "draw_open", "draw_roll"]


def draw_roll(canvas: Canvas, look: Look, known: Known, view: View, x: int, y: int) -> int:
    """The sides with what each has said, taken and scored; returns the line after it."""
    say = look.say
    room = canvas.width - x - 1
    said = any(view.predicted)
    points = bool(view.booked) and not is_duel(view) and not trump_unknown(view)
    heads = [("panel.said", 4)] if said else []
    heads.append(("panel.tricks", 3))
    if points:
        heads.append(("panel.points", 4))
    heads.append(("panel.total", 1 + max(3, *(len(str(score)) for score in view.score))))
    name_room = room - sum(width for _, width in heads)
    at = x + name_room
    for code, width in heads:
        at += width
        canvas.right(at, y, say(code), "dim")
    tricks = tricks_of(view)
    for seats in _lines_of(view, alone=said):
        y += 1
        side = view.side_of(seats[0])
        playing = any(seat in view.players for seat in seats) or not view.players
        ink = "" if playing else "dim"
        if any(seat in view.asked for seat in seats):
            ink = "title"
        names = names_text([known.name(seat) for seat in seats], name_room - 1, "+")
        canvas.put(x, y, names, ink)
        values = [said_of(view, seats[0])] if said else []
        values.append(str(sum(tricks[seat] for seat in seats)))
        if points:
            values.append(str(view.booked[side]) if scores(view, side) else "–")
        values.append(str(view.score[side]))
        at = x + name_room
        for value, (_, width) in zip(values, heads, strict=True):
            at += width
            canvas.right(at, y, value, ink)
    return y + 1


def _lines_of(view: View, *, alone: bool) -> list[tuple[Seat, ...]]:
    """Whose numbers stand in one line: a side, or where partners announce each seat."""
    if alone:
        return [(seat,) for seat in view.seats]
    return [view.sides[side] for side in side_order(view)]


def trump_unknown(view: View) -> bool:
    """Whether nobody can tell yet what the cards are worth."""
    return view.contract is None and trump_comes_up(view)


def draw_open(canvas: Canvas, look: Look, known: Known, view: View, x: int, y: int) -> int:
    """A card turned up that is nobody's, how many lie face down, what lies open before whom."""
    if has_stacks(view):
        for seat in reversed(view.seats):
            if seat == view.seat:
                continue  # these lie beside the hand
            canvas.put(x, y, f"{look.say('panel.turned')}  {known.name(seat)}", "dim")
            y = _row_of_cards(canvas, look, open_of(view, seat), x, y + 1)
        return y
    turned, stock = view.turned, stock_of(view)
    if not turned:
        return y
    at = canvas.put(x, y, f"{look.say('panel.turned')}  ", "dim")
    for held in turned:
        at = canvas.put(at, y, look.skin.card(held.card), card_ink(held.card)) + 2
    words = look.say("panel.stock", count=stock) if stock else ""
    if at + width_of(words) >= canvas.width:
        at, y = x, y + 1
    canvas.put(at, y, words, "dim")
    return y + 1


def _row_of_cards(canvas: Canvas, look: Look, cards: Sequence[HandCard], x: int, y: int) -> int:
    at = x
    for held in cards:
        text = look.skin.card(held.card)
        if at + width_of(text) >= canvas.width:
            at, y = x, y + 1
        at = canvas.put(at, y, text, card_ink(held.card)) + 1
    return y + 1


def draw_duel(
    canvas: Canvas, look: Look, known: Known, view: View, lying: Lying, x: int, y: int, bottom: int
) -> int:
    """Who is still in for a tied trick, and whose cards burn."""
    duel = duel_of(view, lying.plays) if lying.winner is None else None
    if duel is None or y >= bottom:
        return y
    say = look.say
    room = canvas.width - x - 1
    word = say(f"duel.{duel_called(view)}").upper()
    canvas.put(x, y, fit(say("panel.duel", duel=word, count=duel.tricks), room), "title")
    y += 1
    names = ", ".join(known.name(seat) for seat in duel.rivals)
    out = [known.name(seat) for seat in view.players if seat not in duel.rivals]
    lines = [(line, "strong") for line in wrap(say("panel.rivals", names=names), room)]
    if out:
        lines += [(line, "dim") for line in wrap(say("panel.burns", names=", ".join(out)), room)]
    for text, ink in lines[: max(bottom - y, 0)]:
        canvas.put(x, y, text, ink)
        y += 1
    return y
