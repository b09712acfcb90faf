"""Five to ten seats around the table: three lines for each, the cards as text beside the names."""

from engine.seats import Seat, places
from engine.state import PlayedCard
from engine.view import View
from tui.present.canvas import Canvas, fit, width_of
from tui.present.cards import card_ink
from tui.present.facts import best_of, covered_of, duel_of, is_duel, open_of
from tui.present.known import Known
from tui.present.look import Look
from tui.present.status import seat_name, seat_notes
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
    high = 4 if bottom - top >= 17 else 3
    side = max((bottom - top - 2 * high) // max(right, 1), high) if right < 3 else high
    wide = (area - 2) // 3 if across != 2 else (area - 2) // 2
    low = bottom - high
    edge = area // 2 - 2

    def draw(seat: Seat, x: int, y: int, room: int, at: str) -> None:
        _seat(canvas, look, known, view, lying, seat, best, x, y, room, at)

    for place in range(right):
        y = min(low - place * side, low) - (high if right < 3 else 0)
        draw(seats[1 + place], area // 2 + 1, max(y, top + high), edge, "right")
    for place in range(across):
        x = 1 + (across - 1 - place) * wide
        draw(seats[1 + right + place], x, top, wide - 1, "middle" if across != 2 else "left")
    for place in range(left):
        y = top + high + place * side
        draw(seats[1 + right + across + place], 1, min(y, low), edge, "left")
    draw(seats[0], area // 2 - 9, bottom - 3, 20, "middle")


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
    name = seat_name(look, known, seat)
    asked = seat in view.asked
    notes = seat_notes(look, known, view, seat, lying)
    name = fit(f"▶ {name}" if asked else name, room)
    ink = "title" if asked else "strong"
    _put(canvas, x, y, room, at, [(name, ink)])
    if seat != view.seat:
        _put(canvas, x, y + 1, room, at, [(fit("  ".join(notes), room), "dim")])
    plays = [play for play in lying.plays if play.seat == seat]
    words = _laid(look, view, lying, plays, seat == best)
    if not words and seat != view.seat:
        words = [(look.skin.card(held.card), card_ink(held.card)) for held in open_of(view, seat)]
        words += [("?", "dim")] * min(covered_of(view, seat), 2)
    _put(canvas, x, y + (1 if seat == view.seat else 2), room, at, words[-4:])


def _laid(
    look: Look, view: View, lying: Lying, plays: list[PlayedCard], best: bool
) -> list[tuple[str, str]]:
    """What a seat laid to this trick, the last card marked if it leads or is burned."""
    words = [(look.skin.card(play.card, play.rank), card_ink(play.card)) for play in plays]
    if not words:
        return []
    duel = duel_of(view, lying.plays) if lying.winner is None else None
    out = duel is not None and plays[-1].seat not in duel.rivals
    if out and is_duel(view):
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
