"""The box of an open question over the table; the hand and what is said below it stay in sight."""

from engine.actions import Choose
from engine.view import View
from tui.present.ask import Question
from tui.present.canvas import Canvas, fit, width_of
from tui.present.facts import hand_of
from tui.present.known import Known
from tui.present.layout import lines_of
from tui.present.look import Look
from tui.present.ui import TableUi
from tui.present.words import cards_text, contract_suit

__all__ = ["draw_question"]

_LISTED = 18
"""So many numbers are listed; of more only what is typed is shown."""


def draw_question(
    canvas: Canvas, look: Look, known: Known, question: Question, ui: TableUi, typed: str
) -> None:
    """Draws the question over the table.

    Whose turn it is, the answer to the last key and the hand stay in sight below the box: where
    it is too high for that, what is chosen and the head of its columns move into its border.
    """
    view, choice = known.view, ui.choice
    room = look.width - (37 if look.large else 0)
    top, bottom = (0, look.height - 1) if look.compact else (2, lines_of(look).status)
    lines = _lines(look, question, choice, typed)
    two = question.kind == "choose" and len(question.answers) <= 12
    two = two or (question.kind in ("number", "rank") and len(lines) > 6)
    hand = _own_hand(look, view, room - 6) if look.compact and view is not None else []
    widest = max((width_of(text) for text, _ in lines), default=0)
    inner = max(
        width_of(question.title) + 6,
        widest * 2 + 4 if two else widest,
        62 if question.kind == "choose" and look.width >= 80 else 0,
        *(width_of(note) for note in (*question.notes, *hand)),
        width_of(question.head),
        width_of(look.say("choose.only")) if len(question.answers) == 1 else 0,
        width_of(look.say("choose.type")) if question.digits else 0,
    )
    width = min(inner + 6, room)
    rows = _rows(question, lines, two=two)
    below = [(text, "") for text in hand] + [(note, "dim") for note in question.notes]
    high = bool(question.head) + len(rows) + len(below) + 3 > bottom - top
    if question.head and not high:
        rows = [[(question.head, "dim")], *rows]
    height = min(len(rows) + len(below) + (2 if high else 5), bottom - top)
    airy = height == len(rows) + len(below) + 5
    x = max((room - width) // 2, 0)
    y = top if look.compact else top + (bottom - top - height) // 2
    if not look.compact:  # nothing half hidden beside or below the box
        canvas.clear(0, y, room, bottom - y)
    canvas.clear(x, y, width, height)
    canvas.box(x, y, width, height, "double", "title")
    if question.head and high:
        canvas.put(x + 3, y, fit(question.head, width - 6).replace("  ", "══"), "title")
    canvas.put(x + 2, y, fit(f" {question.title} ", width - 4), "title")
    mine = f" {look.say('table.your_turn')} "
    if look.compact and width_of(question.title) + width_of(mine) + 8 <= width and not high:
        canvas.put(x + width - 2 - width_of(mine), y, mine, "turn")  # its line is below the box
    line, last = y + (2 if airy else 1), y + height - (1 if high else 2)
    space = last - line
    if len(rows) > space and choice is not None:
        first = min(max(choice - space // 2, 0), len(rows) - space)
        rows = rows[first:]
    for row in rows[:space]:
        at = x + 3
        for text, ink in row:
            canvas.put(at, line, fit(text, x + width - 1 - at), ink)
            at += (width - 4) // 2 if two else 0
        line += 1
    for text, ink in below[: max(last - line, 0)]:
        canvas.put(x + 3, line, fit(text, width - 6), ink)
        line += 1
    text, ink = _picked(look, question, ui, typed)
    canvas.put(x + 3, last, fit(f" {text} " if high else text, width - 6), ink)


def _picked(look: Look, question: Question, ui: TableUi, typed: str) -> tuple[str, str]:
    """What Enter would answer now; in a small window the answer to the last key instead."""
    say, choice = look.say, ui.choice
    if ui.message is not None and look.compact:  # elsewhere there is a line for it
        return ui.message
    if choice is None:
        none = "choose.type" if question.digits else "choose.none"
        return say("choose.typed", number=typed) if typed else say(none), "dim"
    answer = question.answers[choice]
    if answer.locked:
        return answer.locked, "dim"
    if len(question.answers) == 1:
        return say("choose.only"), "strong"
    digit = "" if answer.digit is None or question.kind == "number" else str(answer.digit)
    text = say("choose.chosen", digit=digit, contract=answer.chosen or answer.label)
    return text, "strong"


def _lines(look: Look, question: Question, choice: int | None, typed: str) -> list[tuple[str, str]]:
    if question.digits and (question.kind != "number" or len(question.answers) > _LISTED):
        value = question.answers[choice].label if choice is not None else typed
        return [(f"▶ {value}", "strong")]
    label = max((width_of(answer.label) for answer in question.answers), default=0)
    lines = []
    for place, answer in enumerate(question.answers):
        digit = " " if answer.digit is None else str(answer.digit)
        mark = "▶" if place == choice else " "
        text = f"{mark}{digit}  {answer.label}{' ' * (label - width_of(answer.label))}"
        if question.kind == "number":
            text = f"{mark} {answer.label:>{label}}"
        if answer.factor:
            text += f" {answer.factor}" if look.width < 60 else f"  {answer.factor:<3}"
        if answer.letter and look.width >= 60:
            text += f"  {answer.letter}"
        if answer.note and (look.width >= 60 or answer.digit != 0):
            text += f"  {answer.note}"
        ink = f"{answer.ink} strong" if place == choice else answer.ink
        lines.append((text.rstrip(), ink))
    return lines


def _rows(
    question: Question, lines: list[tuple[str, str]], *, two: bool
) -> list[list[tuple[str, str]]]:
    if not two:
        return [[line] for line in lines]
    if question.kind != "choose":
        half = (len(lines) + 1) // 2
        right = [*lines[half:], ("", "")][:half]
        return [list(pair) for pair in zip(lines[:half], right, strict=True)]
    suits = [
        line
        for line, answer in zip(lines, question.answers, strict=True)
        if isinstance(answer.action, Choose) and contract_suit(answer.action.contract) is not None
    ]
    others = [line for line in lines if line not in suits]
    count = max(len(suits), len(others))
    blank = ("", "")
    suits += [blank] * (count - len(suits))
    others += [blank] * (count - len(others))
    return [list(pair) for pair in zip(suits, others, strict=True)]


def _own_hand(look: Look, view: View, room: int) -> list[str]:
    text = cards_text(look, [held.card for held in hand_of(view)])
    lines: list[str] = []
    for group in text.split("   "):
        if lines and width_of(lines[-1]) + 3 + width_of(group) <= room:
            lines[-1] += f"   {group}"
        else:
            lines.append(group)
    return lines
