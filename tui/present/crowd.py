"""Boards and ends of hands where every seat writes for itself, and boards of columns."""

from collections.abc import Sequence

from engine.seats import next_seat
from engine.state import HandResult
from engine.view import View
from tui.present.canvas import Canvas, fit, width_of
from tui.present.facts import columns_of, is_crowd, is_duel, written_in
from tui.present.known import Known
from tui.present.look import Look
from tui.present.lost import lost_lines
from tui.present.numbers import column_name
from tui.present.words import contract_name, hand_number, side_name, side_order

__all__ = [
    "draw_columns",
    "draw_lines_of_sides",
    "draw_rounds",
    "hand_values",
    "rows_of",
    "writes_alone",
]


def writes_alone(view: View, results: Sequence[HandResult] = ()) -> bool:
    """Whether a hand is best read seat by seat: many sides, or numbers that were said."""
    return is_crowd(view) or is_duel(view) or any(result.get("prediction") for result in results)


def _of_side(view: View, values: Sequence[int], side: int) -> str:
    """What a side has in a tuple that is per side or, where seats say their own, per seat."""
    if len(values) == len(view.sides):
        return str(values[side])
    return "+".join(str(values[seat]) for seat in view.sides[side] if seat < len(values))


def _points(result: HandResult, side: int) -> int:
    return result.cards[side] + result.last_trick[side]


# --- the board of rounds ---


def rows_of(
    look: Look, known: Known, view: View, results: Sequence[HandResult]
) -> list[HandResult | str]:
    """The hands of a board; before one who has another's seat from there on, after it who lost it.

    That is who was gone before its end.
    """
    rows: list[HandResult | str] = []
    booked = {done.result.hand: done for done in known.hands}
    for result in results:
        rows += [
            look.say("board.given", name=name, before=before)
            for name, before in known.newcomers(result.hand)
        ]
        rows.append(result)
        if result.hand in booked:
            rows += [
                f"   {text}" for text in lost_lines(look, known, view, booked[result.hand])[:1]
            ]
    return rows


_SAID = frozenset({"bid", "prediction"})
"""What is announced before a hand, by its name in results."""


def _cell(view: View, result: HandResult, side: int, room: int) -> str:
    """What one side did in one hand, with as much of it as there is room for."""
    written = str(result.written[side])
    striche, nuller = result.get("striche"), result.get("nuller")
    if striche:
        marks = "|" * striche[side] + "0" * (nuller[side] if nuller else 0)
        return marks or "-"
    said = ""
    if result.get("bid"):
        said = f"{_of_side(view, result.get('bid'), side)}/{result.tricks[side]}"
    elif result.get("prediction"):
        said = f"{_of_side(view, result.get('prediction'), side)}/{_points(result, side)}"
    full = f"{said} {written:>3}" if said else written
    return next(text for text in (full, f"{said} {written}", written) if width_of(text) < room)


def draw_rounds(
    canvas: Canvas,
    look: Look,
    known: Known,
    view: View,
    results: Sequence[HandResult],
    y: int,
    top: int,
) -> None:
    """Hands down, sides across, the totals on top."""
    say = look.say
    order = side_order(view)
    trump = not is_duel(view) and look.width >= 60
    first = 15 if trump else 8 if len(order) < 10 else 7
    room = min((look.width - 1 - first) // len(order), 16)
    canvas.put(1, y, say("board.hand"), "dim")
    if trump:
        canvas.put(5, y, say("board.trump"), "dim")
    canvas.put(1, y + 1, fit(say("board.total"), first - 1), "strong")
    for place, side in enumerate(order):
        edge = first + (place + 1) * room
        name = fit(side_name(look, known, view, side), room - 1)
        canvas.right(edge, y, name, "strong")
        canvas.right(edge, y + 1, str(view.score[side]), "title")
    canvas.rule(y + 2)
    y += 3
    bottom = look.height - 2
    rows = rows_of(look, known, view, results)
    start = max(len(rows) - (bottom - y) - top, 0)
    for result in rows[start : start + max(bottom - y, 0)]:
        if isinstance(result, str):
            canvas.put(1, y, fit(result, look.width - 2), "dim")
            y += 1
            continue
        canvas.put(1, y, str(hand_number(view, result.hand)))
        if trump:
            name = contract_name(look, result.contract) if result.contract else "–"
            canvas.put(5, y, fit(name, first - 6))
        if result.note == "annulled":
            canvas.right(first + len(order) * room, y, say("board.annulled"), "dim")
        else:
            for place, side in enumerate(order):
                canvas.right(first + (place + 1) * room, y, _cell(view, result, side, room))
        y += 1
    note = say("board.lower" if view.lower_wins else "board.higher")
    if any(name in _SAID for result in results for name, _ in result.extra):
        note = f"{note}   {say('board.cells')}"
    canvas.put(1, look.height - 2, fit(note, look.width - 2), "dim")


# --- the board of columns ---


def draw_columns(canvas: Canvas, look: Look, known: Known, view: View, y: int) -> None:
    """Every column with what each side has written in it; a dot while it is open."""
    say = look.say
    columns = columns_of(view)
    order = side_order(view)
    first = 24 if look.width >= 60 else 16
    room = min((look.width - 2 - first) // len(order), 14)
    filled = {side: written_in(view, side) for side in order}

    def line(name: str, factor: str, values: Sequence[str], ink: str = "") -> None:
        nonlocal y
        canvas.put(1, y, fit(name, first - 7), ink)
        canvas.put(first - 5, y, factor, "dim")
        for place, value in enumerate(values):
            canvas.right(first + (place + 1) * room, y, value, ink)
        y += 1

    names = [fit(side_name(look, known, view, side), room - 1) for side in order]
    line(say("board.column"), "", names, "strong")
    tight = look.height - y - 2 < len(columns) + 3
    if not tight:
        canvas.rule(y)
        y += 1
    for number, column in enumerate(columns):
        values = [str(filled[side].get(number, "·")) for side in order]
        done = all(number in filled[side] for side in order)
        line(column_name(look, column.name), f"×{column.factor}", values, "dim" if done else "")
    if not tight:
        canvas.rule(y)
        y += 1
    line(say("board.total"), "", [str(view.score[side]) for side in order], "title")


# --- the end of a hand ---

_KINDS = (
    "bid",
    "prediction",
    "tricks",
    "points",
    "striche",
    "nuller",
    "tischweis",
    "weis",
    "stoeck",
    "match",
    "penalty",
    "credit",
)


def hand_values(view: View, result: HandResult) -> list[tuple[str, list[str]]]:
    """The columns that this hand fills, by name."""
    sides = range(len(view.sides))
    found: list[tuple[str, list[str]]] = []
    for kind in _KINDS:
        if kind == "tricks":
            values: Sequence[int] = result.tricks
        elif kind == "points":
            values = () if is_duel(view) else [_points(result, side) for side in sides]
        elif kind == "weis":
            values = result.weis if any(result.weis) else ()
        elif kind == "stoeck":
            values = result.stoeck if any(result.stoeck) else ()
        elif kind == "match":
            values = result.match if any(result.match) else ()
        elif kind == "penalty" and len(view.sides) == view.state.setup.seats:
            values = ()  # it is what is written
        else:
            values = result.get(kind)
        if values:
            found.append((kind, [_of_side(view, values, side) for side in sides]))
    found.append(("written", [str(value) for value in result.written]))
    found.append(("score", [str(value) for value in result.score]))
    return found


def draw_lines_of_sides(
    canvas: Canvas, look: Look, known: Known, view: View, result: HandResult, y: int, bottom: int
) -> int:
    """One line for each side: what it said, took, writes and has; returns the line after."""
    say = look.say
    found = hand_values(view, result)
    name_room = 14 if look.width >= 60 else 9
    room = 10 if look.width >= 78 else 9
    while len(found) > 2 and name_room + len(found) * room > look.width - 2:
        found.pop(0 if len(found) > 5 else 1)
    left = 3 if look.width >= 60 and name_room + len(found) * room + 4 < look.width else 1
    for place, (kind, _) in enumerate(found):
        edge = left + name_room + (place + 1) * room
        canvas.right(edge, y, fit(say(f"extra.{kind}"), room - 1), "dim")
    best = min(result.score) if view.lower_wins else max(result.score)
    for side in side_order(view):
        y += 1
        if y >= bottom:
            break
        mine = view.seat is not None and view.side_of(view.seat) == side
        ink = "strong" if mine else ""
        canvas.put(left, y, fit(side_name(look, known, view, side), name_room), ink)
        for place, (kind, values) in enumerate(found):
            edge = left + name_room + (place + 1) * room
            leads = kind == "score" and result.score[side] == best
            canvas.right(edge, y, values[side], "title" if leads else ink)
    y += 2
    dealer = view.state.next_dealer
    if view.outcome is None and dealer is not None and y < bottom:
        vorhand = next_seat(dealer, view.state.setup.seats)
        words = f"{say('end.next')}   {say('end.next_dealer')} {known.name(dealer)}"
        if not is_duel(view):
            words += f"   {say('end.next_vorhand')} {known.name(vorhand)}"
        canvas.put(left, y, fit(words, look.width - left - 1), "dim")
    return y
