"""The Jasstafel as a page: the Z of both sides, or what else a game writes, and all hands."""

from collections.abc import Sequence

from engine.state import HandResult
from engine.view import View
from tui.present.board import draw_z, strokes_of
from tui.present.canvas import Canvas, fit
from tui.present.crowd import draw_columns, draw_rounds, rows_of, writes_alone
from tui.present.facts import columns_of, has_factors, times
from tui.present.goal import goal_of, target_of
from tui.present.known import Known
from tui.present.look import Key, Look, foot, head
from tui.present.panel import written_by_hand
from tui.present.words import (
    contract_name,
    hand_number,
    side_name,
    side_order,
    side_people,
)

__all__ = ["draw_board"]

BOARD_KEYS: tuple[Key, ...] = (
    ("↑↓", "key.scroll"),
    ("v", "key.numbers"),
    ("Esc", "key.back"),
    ("?", "key.help"),
)
PLAIN_BOARD_KEYS = tuple(key for key in BOARD_KEYS if key[1] != "key.numbers")
"""Where there are no strokes to draw."""


def _results(view: View) -> list[HandResult]:
    return [result for result in view.results if result.partie == view.state.partie]


def draw_board(look: Look, known: Known, view: View, top: int) -> Canvas:
    """The Jasstafel with the list of hands under it."""
    canvas, say = look.canvas(), look.say
    table = known.table.table if known.table else ""
    results = _results(view)
    after = say("board.after", number=len(results)) if results else ""
    right = "   ".join(filter(None, (after, goal_of(look, view))))
    y = head(canvas, f"JASS  {say('table.board')}   {table}", right)
    if columns_of(view) or writes_alone(view, results):
        if columns_of(view):
            draw_columns(canvas, look, known, view, y)
        else:
            draw_rounds(canvas, look, known, view, results, y, top)
        foot(canvas, look, PLAIN_BOARD_KEYS)
        return canvas
    sides = side_order(view)
    two = len(sides) == 2 and look.width >= 60 and look.height >= 18
    if two and look.settings.board == "z":
        half = look.width // 2
        for place, side in enumerate(sides):
            x = 2 + place * half
            width = half - 4
            name = (
                f"{side_name(look, known, view, side).upper()}   {side_people(known, view, side)}"
            )
            canvas.put(x, y, fit(name, width - 8), "strong")
            canvas.right(x + width, y, str(view.score[side]), "strong")
            board = strokes_of(written_by_hand(view, side))
            draw_z(canvas, x, y + 1, width, board)
            if view.state.setup.options.get("bergpreis"):
                berg = say(
                    "board.bergpreis_yes" if view.state.berg == side else "board.bergpreis_no"
                )
                canvas.put(x, y + 8, f"{say('table.bergpreis')} {berg}", "dim")
            canvas.right(x + width, y + 8, say("table.rest", points=board.rest), "dim")
        y += 9
        if look.height >= 24:
            canvas.put(1, y + 1, fit(say("board.legend"), look.width - 2), "dim")
            y += 2
    else:
        for side in sides:
            text = f"{side_name(look, known, view, side)}   {side_people(known, view, side)}"
            canvas.put(1, y, fit(text, look.width - 9), "strong")
            canvas.right(look.width - 1, y, str(view.score[side]), "strong")
            if view.striche:
                canvas.right(look.width - 9, y, f"{view.striche[side]} |", "chalk")
            y += 1
    canvas.rule(y)
    _hands(canvas, look, known, view, results, y + 1, top)
    target = target_of(view)
    if target is not None and look.height >= 14:
        missing = "   ".join(
            f"{side_name(look, known, view, side)} {max(target - view.score[side], 0)}"
            for side in sides
        )
        text = say("board.missing", target=target, sides=missing)
        canvas.put(1, look.height - 2, fit(text, look.width - 2), "dim")
    foot(canvas, look, BOARD_KEYS if two else PLAIN_BOARD_KEYS)
    return canvas


def _pair(values: Sequence[int], sides: Sequence[int]) -> str:
    return ":".join(str(values[side]) if values[side] else "-" for side in sides)


def _hands(
    canvas: Canvas,
    look: Look,
    known: Known,
    view: View,
    results: Sequence[HandResult],
    y: int,
    top: int,
) -> None:
    say = look.say
    sides = side_order(view)
    wide = look.width >= 76
    spots = (1, 5, 17, 31, 41, 49, 57) if wide else (1, 4, 15, 22, 22, 22, 22)
    heads = ["hand", "trump", "by", "cards", "weis", "stoeck"]
    if has_factors(view):
        heads.append("factor")
    for place, code in enumerate(heads):
        if wide or place < 3:
            canvas.put(spots[place], y, say(f"board.{code}"), "dim")
    column = 8 if wide else 7
    for place, side in enumerate(reversed(sides)):
        name = fit(side_name(look, known, view, side), column - 1)
        canvas.right(look.width - 1 - place * column, y, name, "dim")
    room = look.height - 3 - y - 1
    rows = rows_of(look, known, view, results)
    first = max(len(rows) - room - top, 0)
    for result in rows[first : first + max(room, 0)]:
        y += 1
        if isinstance(result, str):
            canvas.put(spots[0], y, fit(result, look.width - 2), "dim")
            continue
        canvas.put(spots[0], y, str(hand_number(view, result.hand)))
        name = contract_name(look, result.contract) if result.contract else "–"
        canvas.put(spots[1], y, fit(name, 11 if wide else 10))
        by = known.then(result.hand).name(result.announcer) if result.announcer is not None else ""
        canvas.put(spots[2], y, fit(by, 13 if wide else 6))
        if wide:
            cards = [one + two for one, two in zip(result.cards, result.last_trick, strict=True)]
            canvas.put(spots[3], y, _pair(cards, sides))
            canvas.put(spots[4], y, _pair(result.weis, sides))
            canvas.put(spots[5], y, _pair(result.stoeck, sides))
            canvas.put(spots[6], y, times(view, result.factor))
        if result.note == "annulled":
            canvas.right(look.width - 1, y, say("board.annulled"), "dim")
            continue
        for place, side in enumerate(reversed(sides)):
            canvas.right(look.width - 1 - place * column, y, str(result.written[side]))
