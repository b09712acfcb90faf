"""The side panel of the table: contract, tricks, points, Weis, the last trick, chat; large: all."""

from collections.abc import Sequence
from functools import partial

from engine.contracts import Direction
from engine.state import Step, Trick
from engine.view import View
from tui.present.board import draw_z, strokes_of
from tui.present.canvas import Canvas, fit, width_of
from tui.present.chat import draw_said
from tui.present.facts import (
    column_of,
    columns_of,
    is_crowd,
    is_duel,
    lies_in,
    scores,
    times,
    tricks_of,
    trump_comes_up,
)
from tui.present.gallery import gallery_word
from tui.present.known import Known
from tui.present.look import Look
from tui.present.menu import wrap
from tui.present.numbers import column_name
from tui.present.roll import draw_duel, draw_open, draw_roll
from tui.present.short import packed, shrunk
from tui.present.ui import Lying
from tui.present.words import (
    card_ink,
    contract_ink,
    contract_name,
    hand_number,
    side_order,
    side_sign,
)

__all__ = ["draw_panel", "taken_words", "written_by_hand"]


_BOARD = 9
"""Lines of a slate: the score, the Z, and what is left over."""


def written_by_hand(view: View, side: int) -> list[int]:
    """What a side wrote, hand by hand, in this Partie."""
    return [
        result.written[side]
        for result in view.results
        if result.partie == view.state.partie and result.note != "annulled"
    ]


def _contract(canvas: Canvas, look: Look, known: Known, view: View, x: int, y: int) -> int:
    say = look.say
    room = canvas.width - x - 1
    if is_duel(view):
        return y
    name = contract_name(look, view.contract)
    at = canvas.put(x, y, f"{say('table.trump')}  ", "dim")
    if view.contract is None:
        canvas.put(at, y, name, "title" if trump_comes_up(view) else "dim")
        y += 1
        if trump_comes_up(view):
            for line in wrap(say("panel.no_trump_yet"), room):
                canvas.put(x, y, line, "dim")
                y += 1
        return y
    factor = times(view, view.factor)
    left = x + room - at - width_of(factor)
    gap = 2 if width_of(name.upper()) + 2 <= left else 1
    at = canvas.put(at, y, fit(name.upper(), left - gap), f"{contract_ink(view.contract)} strong")
    canvas.put(at + gap, y, factor, "strong")
    y += 1
    column = column_of(view)
    if column is not None and columns_of(view)[column].joker:
        canvas.put(x, y, fit(column_name(look, columns_of(view)[column].name), room), "dim")
        y += 1
    if view.announcer is not None:
        code = "table.from_pushed" if view.pushed_by and column is None else "table.from"
        name = known.name(view.announcer)
        words = shrunk(partial(_announced, look, code, name), room)
        canvas.put(x, y, words or fit(say(code, name=name), room))
        y += 1
    if len(set(view.directions)) > 1:
        now = view.directions[min(view.trick_no, len(view.directions)) - 1]
        code = "O" if now is Direction.OBEN else "U"
        canvas.put(x, y, fit(say(f"table.trick_direction.{code}"), room), "title")
        y += 1
    return y


def _announced(look: Look, code: str, name: str, letters: int) -> str:
    return look.say(code, name=fit(name, letters))


def _sides(
    look: Look, known: Known, view: View, code: str, numbers: Sequence[int | str], room: int
) -> str:
    """What each side has, after its name; longer names are cut before the label is missing."""
    names = {side: side_sign(look, known, view, side, 1) for side in side_order(view)}
    label = look.say(code)

    def line(letters: int, between: str = " ") -> str:
        words = [f"{fit(name, letters)} {numbers[side]}" for side, name in names.items()]
        return f"{label} {between[1:2]}{between.join(words)}"

    tries = (line(20, "   "), *(line(letters) for letters in (20, 7, 6, 5, 4, 3)))
    return next((one for one in tries if width_of(one) <= room), fit(tries[-1], room))


def _sums(canvas: Canvas, look: Look, known: Known, view: View, x: int, y: int) -> int:
    say = look.say
    room = canvas.width - x - 1
    alone = all(len(seats) == 1 for seats in view.sides)  # names need room, «Wir» does not
    if alone or is_crowd(view) or is_duel(view) or any(view.predicted):
        y = draw_roll(canvas, look, known, view, x, y)
    else:
        made = tricks_of(view)
        tricks = [sum(made[seat] for seat in seats) for seats in view.sides]
        canvas.put(x, y, _sides(look, known, view, "table.tricks", tricks, room))
        y += 1
        if view.booked:
            points = [one if scores(view, side) else "–" for side, one in enumerate(view.booked)]
            canvas.put(x, y, _sides(look, known, view, "table.points", points, room))
            y += 1
    y = draw_open(canvas, look, known, view, x, y)
    for shown in view.weise[: 3 if look.large else 2]:
        text = f"{say('table.weis')}  {known.name(shown.seat)} {shown.points}"
        canvas.put(x, y, fit(text, room), "say")
        y += 1
    said = [
        f"{known.name(seat)} «{points}»"
        for seat, points in enumerate(view.announced)
        if points is not None
    ]
    if said and not view.weise:
        label = f"{say('table.weis')}  "
        for line in packed(said, room - width_of(label)):
            canvas.put(x, y, f"{label}{line}", "say")
            label, y = " " * width_of(label), y + 1
    return y


def _word(canvas: Canvas, look: Look, known: Known, x: int, y: int) -> int:
    """The word stays in sight until it was compared: it is read aloud while the play goes on."""
    if not known.word_open or known.word is None:
        return y
    room = canvas.width - x - 1
    canvas.put(x, y, fit(look.say("table.word"), room - 2), "title")
    canvas.put(x + room - 1, y, "i", "key")
    for line in packed([look.skin.card(card) for card in known.word.cards], room - 1):
        y += 1
        canvas.put(x + 1, y, line, "title")
    return y + 1


def _last(
    canvas: Canvas,
    look: Look,
    known: Known,
    view: View,
    x: int,
    y: int,
    bottom: int,
    *,
    key: bool,
) -> int:
    say, skin = look.say, look.skin
    room = canvas.width - x - 1
    trick = view.last_trick
    if trick is None or view.step in (Step.DEAL, Step.CHOOSE, Step.CUT):
        return y
    if key:
        canvas.put(x + room - 1, y, "l", "key")
    cards = "  ".join(skin.card(play.card, play.rank) for play in trick.plays)
    words = taken_words(look, known, view, trick.winner, trick)
    taken = [words] if width_of(words) <= room else wrap(words, room)
    lines = 1 + len(taken) + -(-width_of(cards) // max(room - 4, 1))
    if y + lines > bottom:
        # No room for the cards: who has it is said beside the key that shows them.
        count = trick.counts if is_duel(view) else trick.points
        words = f"→ {known.name(trick.winner)} {count}"
        full = f"{say('table.last')} {words}"
        canvas.put(x, y, full if width_of(full) <= room - 2 else fit(words, room - 2), "dim")
        return y + 1
    canvas.put(x, y, say("table.last"), "dim")
    at, y = x, y + 1
    for play in trick.plays:
        card = skin.card(play.card, play.rank)
        if at + len(card) > x + room:
            at, y = x, y + 1
        at = canvas.put(at, y, card, card_ink(play.card)) + 2
    for line in taken:
        y += 1
        canvas.put(x, y, line)
    return y + 1


def taken_words(look: Look, known: Known, view: View, winner: int, trick: Trick | Lying) -> str:
    """Who took a trick, with its points, or how many it stood for where there are none."""
    say, name, lying = look.say, known.name(winner), lies_in(view, trick.number)
    if view.contract is None and trump_comes_up(view):
        text = say("table.trick_taken", name=name)  # nobody knows yet what it is worth
        return f"{text}   {say('table.lies_in', points=lying)}" if lying else text
    if lying:
        text = f"{say('table.trick_taken', name=name)}   {trick.points}"
        return f"{text} {say('table.lies_in', points=lying)}"
    if not is_duel(view):
        return say("table.trick_points", name=name, points=trick.points)
    return say("table.trick_taken", name=name) + (f" ×{trick.counts}" * (trick.counts > 1))


def draw_panel(
    canvas: Canvas,
    look: Look,
    known: Known,
    view: View,
    lying: Lying,
    x: int,
    y: int,
    bottom: int,
    *,
    keys: bool = True,
) -> None:
    """Draws the panel from cell ``x``, lines ``y`` up to and without ``bottom``.

    What somebody says is never pushed out: the newest lines of chat have their place first.
    A replay has other ``keys``: none is named there.
    """
    room = canvas.width - x - 1
    most = 8 if look.large else 2 if is_crowd(view) else 4
    floor = draw_said(canvas, known.recent, x, bottom - most, bottom, room)
    if known.gallery and not known.watching:
        floor -= 1
        canvas.put(x, floor, fit(gallery_word(look, known), room), "dim")
    y = _contract(canvas, look, known, view, x, y)
    if view.step is not Step.DEAL:
        y = _sums(canvas, look, known, view, x, y)
    y = draw_duel(canvas, look, known, view, lying, x, y, floor)
    y = _word(canvas, look, known, x, y)
    if look.large and len(view.sides) == 2 and look.settings.board == "z":
        y = _boards(canvas, look, known, view, x, y + 1, floor - 2)
    gap = 1 if y + 5 <= floor else 0
    if y + gap + 2 <= floor:
        y = _last(canvas, look, known, view, x, y + gap, floor, key=keys)
    if look.large and floor - y > 3:
        if len(view.seen_tricks) > 1 and view.step not in (Step.DEAL, Step.CHOOSE):
            _course(canvas, look, known, view, x, y + 1, floor)
        elif len(view.sides) == 2 and not columns_of(view):
            _written(canvas, look, known, view, x, y + 1, floor)


def _boards(
    canvas: Canvas, look: Look, known: Known, view: View, x: int, y: int, bottom: int
) -> int:
    """Both sides of the slate beside each other; neither where one alone would have room."""
    width = (canvas.width - x - 3) // 2
    if bottom - y < _BOARD:
        return y
    for place, side in enumerate(side_order(view)):
        left = x + place * (width + 2)
        board = strokes_of(written_by_hand(view, side))
        score = str(view.score[side])
        sign = side_sign(look, known, view, side, 4).upper()
        canvas.put(left, y, fit(sign, width - len(score) - 1), "strong")
        canvas.right(left + width, y, score)
        draw_z(canvas, left, y + 1, width, board)
        if view.state.berg == side:
            canvas.put(left, y + 8, fit(look.say("table.bergpreis"), width), "dim")
        canvas.right(left + width, y + 8, look.say("table.rest", points=board.rest), "dim")
    return y + _BOARD


def _course(
    canvas: Canvas, look: Look, known: Known, view: View, x: int, y: int, bottom: int
) -> None:
    tricks = view.seen_tricks
    canvas.put(x, y, look.say("table.course"), "dim")
    for trick in tricks[-(bottom - y - 1) :]:
        y += 1
        led = look.skin.card(trick.plays[0].card)
        worth = str(trick.points)
        if is_duel(view):
            worth = f"×{trick.counts}" if trick.counts > 1 else ""
        elif view.contract is None and trump_comes_up(view):
            worth = ""
        text = f"{trick.number}  {fit(known.name(trick.winner), 12):<12} {led:<8} {worth:>3}"
        canvas.put(x, y, text.rstrip())


def _written(
    canvas: Canvas, look: Look, known: Known, view: View, x: int, y: int, bottom: int
) -> None:
    """The last hands of this Partie, as they stand on the slate's other half."""
    results = [one for one in view.results if one.partie == view.state.partie]
    if not results:
        return
    room = canvas.width - x - 1
    sides = side_order(view)
    for place, code in ((0, "hand"), (4, "trump"), (15, "by")):
        canvas.put(x + place, y, look.say(f"board.{code}"), "dim")
    for place, side in enumerate(sides):
        sign = fit(side_sign(look, known, view, side, 4), 5)
        canvas.right(x + room - 6 * (1 - place), y, sign, "dim")
    for result in results[-(bottom - y - 1) :]:
        y += 1
        canvas.put(x, y, str(hand_number(view, result.hand)))
        name = contract_name(look, result.contract) if result.contract else "–"
        canvas.put(x + 4, y, fit(name, 10))
        by = known.name(result.announcer) if result.announcer is not None else ""
        canvas.put(x + 15, y, fit(by, 8))
        if result.note == "annulled":
            canvas.right(x + room, y, fit(look.say("board.annulled"), 10), "dim")
            continue
        for place, side in enumerate(sides):
            canvas.right(x + room - 6 * (1 - place), y, str(result.written[side]))
