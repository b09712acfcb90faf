"""Five to ten seats around the table: three lines for each, and what each has laid.

A small window has the cards as text beside the names, a large one as cards before the people.
"""

from engine.seats import Seat, places
from engine.state import PlayedCard, Step
from engine.view import View
from tui.present.canvas import Canvas, fit, width_of
from tui.present.cards import SMALL, card_ink, draw_card, draw_empty
from tui.present.facts import best_of, covered_of, duel_of, is_duel, open_of
from tui.present.known import Known
from tui.present.look import Look
from tui.present.status import card_count, seat_name, seat_notes
from tui.present.ui import Lying

__all__ = ["around", "draw_ring"]

# How many others sit right of me, opposite and left of me, by how many they are.
_SHAPES = {4: (1, 2, 1), 5: (2, 1, 2), 6: (2, 2, 2), 7: (2, 3, 2), 8: (3, 2, 3), 9: (3, 3, 3)}


def around(view: View) -> tuple[Seat, ...]:
    """All seats as they sit, mine first, then to the right; mirrored where play goes clockwise."""
    clockwise = view.state.setup.options.get("richtung") == "uhr"
    viewer = view.seat if view.seat is not None else Seat(0)
    return places(viewer, view.state.setup.seats, clockwise=clockwise)


def draw_ring(
    canvas: Canvas,
    look: Look,
    known: Known,
    view: View,
    lying: Lying,
    area: int,
    top: int,
    bottom: int,
) -> None:
    """Draws the seats and what they laid from line ``top`` up to and without ``bottom``."""
    seats = around(view)
    right, across, left = _SHAPES[len(seats) - 1]
    number = view.trick_no - (1 if lying.winner is not None else 0)
    best = lying.winner if lying.winner is not None else best_of(view, lying.plays, number)
    # Cards of several people across hang over the names beside them.
    rows = _rows(top + (7 if look.large and across > 1 else 3), bottom - 4, right)
    edge = min(area // 2 - 10, 26)
    wide = (area - 2) // max(across, 1)

    def draw(seat: Seat, x: int, y: int, room: int, at: str, before: tuple[int, int]) -> None:
        _seat(canvas, look, known, view, lying, seat, best, x, y, room, at)
        if look.large:
            _card(canvas, look, view, lying, seat, best, *before)

    width, height = SMALL
    for place in range(right):
        x, y = area - 1 - edge, rows[-1 - place]
        draw(seats[1 + place], x, y, edge, "right", (x - width - 1, y - 1))
    for place in range(across):
        x = 1 + (across - 1 - place) * wide
        seat = seats[1 + right + place]
        told = sum(play.seat == seat for play in lying.plays) > 1  # in a tie all cards are named
        before = (x + (wide - 1 - width) // 2, top + (3 if told else 2))
        draw(seat, x, top, wide - 1, "middle", before)
    for place in range(left):
        y = rows[place]
        draw(seats[1 + right + across + place], 1, y, edge, "left", (edge + 2, y - 1))
    x, y = area // 2 - 8, bottom - 3
    draw(seats[0], x, y, 17, "middle", (x + (17 - width) // 2, y - height))


def _rows(first: int, last: int, count: int) -> list[int]:
    """The top lines of ``count`` seats of three lines each, spread from ``first`` to ``last``."""
    if count == 1:
        return [(first + last) // 2]
    step = max((last - first) // (count - 1), 3)
    return [first + step * place for place in range(count)]


def _seat(
    canvas: Canvas,
    look: Look,
    known: Known,
    view: View,
    lying: Lying,
    seat: Seat,
    best: Seat | None,
    x: int,
    y: int,
    room: int,
    at: str,
) -> None:
    asked = seat in view.asked
    name = seat_name(look, known, seat, room - 2 if asked else room)
    notes = seat_notes(look, known, view, seat, lying)
    name = fit(f"▶ {name}" if asked else name, room)
    ink = "title" if asked else "strong"
    _put(canvas, x, y, room, at, [(name, ink)])
    if seat != view.seat:
        count = card_count(look, view, seat)
        if count in notes and len(notes) > 1 and width_of("  ".join(notes)) > room:
            notes.remove(count)
        while len(notes) > 1 and width_of("  ".join(notes)) > room:
            notes.pop()
        _put(canvas, x, y + 1, room, at, [(fit("  ".join(notes), room), "dim")])
    plays = [play for play in lying.plays if play.seat == seat]
    words = _laid(look, view, lying, plays, seat == best)
    if look.large and len(plays) == 1:
        words = []  # it lies there as a card
    elif not words and seat != view.seat:
        words = [(look.skin.card(held.card), card_ink(held.card)) for held in open_of(view, seat)]
        words += [("?", "dim")] * min(covered_of(view, seat), 2)
    _put(canvas, x, y + (1 if seat == view.seat else 2), room, at, words[-4:])


def _card(
    canvas: Canvas,
    look: Look,
    view: View,
    lying: Lying,
    seat: Seat,
    best: Seat | None,
    x: int,
    y: int,
) -> None:
    """The last card that a seat laid, or the place for it where one is waited for."""
    plays = [play for play in lying.plays if play.seat == seat]
    if plays:
        state = "best" if seat == best else "illegal" if _is_out(view, lying, seat) else "plain"
        card, rank = plays[-1].card, plays[-1].rank
        draw_card(canvas, x, y, look.skin, card, state, large=False, rank=rank)
    elif view.step in (Step.PLAY, Step.CORRECT) and seat in view.asked and lying.winner is None:
        draw_empty(canvas, x, y, "?", large=False)


def _is_out(view: View, lying: Lying, seat: Seat) -> bool:
    """Whether a tie goes on without this seat."""
    duel = duel_of(view, lying.plays) if lying.winner is None and is_duel(view) else None
    return duel is not None and seat not in duel.rivals


def _laid(
    look: Look, view: View, lying: Lying, plays: list[PlayedCard], best: bool
) -> list[tuple[str, str]]:
    """What a seat laid to this trick, the last card marked if it leads or is burned."""
    words = [(look.skin.card(play.card, play.rank), card_ink(play.card)) for play in plays]
    if not words:
        return []
    if _is_out(view, lying, plays[-1].seat):
        return [(text, "dim") for text, _ in words]
    text, ink = words[-1]
    if best:
        words[-1] = (f"[{text}]", f"{ink} strong")
    return words


def _put(canvas: Canvas, x: int, y: int, room: int, at: str, words: list[tuple[str, str]]) -> None:
    total = sum(width_of(text) for text, _ in words) + max(len(words) - 1, 0)
    start = {"left": x, "right": x + room - total, "middle": x + (room - total) // 2}[at]
    for text, ink in words:
        start = canvas.put(max(start, 0), y, text, ink) + 1
