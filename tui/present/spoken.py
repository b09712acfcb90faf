"""The table in sentences, for the line mode: nothing is drawn, and nothing needs to be seen."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence

from engine.contracts import Direction
from engine.events import TrickTaken
from engine.state import HandResult, Step
from engine.view import View
from net.updates import (
    GameFinished,
    HandFinished,
    LobbyChanged,
    SeatInfo,
    TurnCame,
    WaitingFor,
)
from tui.present.crowd import hand_values, writes_alone
from tui.present.facts import (
    column_of,
    columns_of,
    covered_of,
    duel_of,
    hand_of,
    has_stacks,
    hidden_own,
    is_duel,
    open_of,
    said_of,
    stock_of,
    tricks_of,
    trump_comes_up,
    written_in,
)
from tui.present.goal import goal_of
from tui.present.known import Known
from tui.present.look import Look
from tui.present.lost import lost_lines
from tui.present.numbers import column_name
from tui.present.proof import all_fairness, fairness
from tui.present.question import question_of
from tui.present.status import stage, status_line, turn_hint
from tui.present.tablerules import preset_name, rule_lines
from tui.present.ui import TableUi
from tui.present.words import (
    cards_text,
    contract_name,
    event_text,
    hand_number,
    side_people,
)
from tui.saved import command_for

__all__ = [
    "aloud",
    "game_end_lines",
    "hand_end_lines",
    "hand_line",
    "last_tricks",
    "proven_lines",
    "question_lines",
    "rules_lines",
    "score_line",
    "seat_line",
    "standing_lines",
    "table_lines",
    "trick_lines",
    "waiting_line",
]

_GAP = re.compile(r"(?<=[^\s.:,;?!]) {2,}")
_AFTER_STOP = re.compile(r"(?<=[.:,;?!]) {2,}")


def aloud(text: str) -> str:
    """What stands in columns on a screen is set apart by commas: blanks are not heard."""
    return _AFTER_STOP.sub(" ", _GAP.sub(", ", text.strip()))


def _named(look: Look, known: Known, view: View, side: int, value: object) -> str:
    names = side_people(known, view, side)
    return look.say("plain.side", names=names, points=value)


def _sides(look: Look, known: Known, view: View, values: Sequence[object]) -> str:
    """What each side has, after its names."""
    return "; ".join(_named(look, known, view, side, one) for side, one in enumerate(values))


# --- the table ---


def hand_line(look: Look, known: Known, *, live: bool = True) -> str:
    """My cards, or in a saved game those of the seat it is told from."""
    view = known.view
    if view is not None and is_duel(view) and hidden_own(view):
        return look.say("forehead.own")
    cards = [] if view is None else [held.card for held in hand_of(view)]
    shown = cards_text(look, cards) or "–"
    if live or view is None:
        return look.say("plain.hand", cards=shown)
    return look.say("plain.hand_of", name=known.name(view.seat or 0), cards=shown)


def trick_lines(look: Look, known: Known) -> Iterator[str]:
    """What lies in the running trick, in the order it was played, and how a tie stands."""
    view = known.view
    if view is None or not view.trick:
        return
    say, card = look.say, look.skin.card
    plays = [
        say("plain.trick_play", name=known.name(play.seat), card=card(play.card, play.rank))
        for play in view.trick
    ]
    yield say("plain.trick", plays=", ".join(plays))
    duel = duel_of(view, view.trick)
    if duel is not None:
        yield say("panel.rivals", names=", ".join(map(known.name, duel.rivals)))


def _trump_line(look: Look, known: Known, view: View) -> str:
    say = look.say
    if view.contract is None:
        return say("panel.no_trump_yet") if trump_comes_up(view) else ""
    name = contract_name(look, view.contract)
    line = f"{say('table.trump')}: {name}" + (f" ×{view.factor}" if view.factor > 1 else "")
    column = column_of(view)
    if column is not None and columns_of(view)[column].joker:
        line += f", {column_name(look, columns_of(view)[column].name)}"
    if view.announcer is not None:
        pushed = view.pushed_by and column is None
        code = "table.from_pushed" if pushed else "table.from"
        line += f", {say(code, name=known.name(view.announcer))}"
    if len(set(view.directions)) > 1:
        now = view.directions[min(view.trick_no, len(view.directions)) - 1]
        code = "O" if now is Direction.OBEN else "U"
        line += f", {say(f'table.trick_direction.{code}')}"
    return line


def _open_lines(look: Look, known: Known, view: View) -> Iterator[str]:
    """Cards that lie open or that I alone may not see, and how many lie face down."""
    say = look.say
    if view.turned:
        yield f"{say('panel.turned')}: {cards_text(look, [held.card for held in view.turned])}"
    if stock_of(view):
        yield say("panel.stock", count=stock_of(view))
    for seat in view.seats:
        cards = [held.card for held in open_of(view, seat)]
        if cards and (seat != view.seat or has_stacks(view)):
            shown = cards_text(look, cards)
            yield say("plain.open_of", name=known.name(seat), cards=shown)
        if has_stacks(view) and covered_of(view, seat):
            count = say("seat.covered", count=covered_of(view, seat))
            yield f"{known.name(seat)}: {count}"


def table_lines(look: Look, known: Known) -> Iterator[str]:
    """Where the Partie stands, trump, what lies open, the trick, my hand."""
    view = known.view
    if view is None:
        return
    yield aloud(stage(look, view))
    trump = "" if is_duel(view) else _trump_line(look, known, view)
    if trump:
        yield trump
    yield from _open_lines(look, known, view)
    yield from trick_lines(look, known)
    if not known.watching:
        yield hand_line(look, known)


def last_tricks(look: Look, known: Known) -> Iterator[str]:
    """The turned tricks that may be looked at here, the last first."""
    view = known.view
    seen = () if view is None else view.seen_tricks
    if view is None or not seen:
        none = view is None or not view.state.tricks
        yield look.say("table.no_trick_yet" if none else "table.no_last")
        return
    for trick in reversed(seen):
        plays = ", ".join(
            look.say(
                "plain.trick_play",
                name=known.name(play.seat),
                card=look.skin.card(play.card, play.rank),
            )
            for play in trick.plays
        )
        event = TrickTaken(trick.number, trick.winner, trick.points, trick.counts)
        taken = event_text(look, known, view, event)
        yield look.say("plain.turned_trick", plays=plays, taken=taken)


def waiting_line(look: Look, known: Known) -> str:
    """Whom the table waits for; before the Partie, who is still missing."""
    if known.view is None:
        return look.say("table.waiting.players")
    waiting = known.waiting
    counts = waiting is not None and waiting.why is WaitingFor.RECONNECT  # down to a deadline
    waited = known.waited(time.monotonic()) if counts else 0
    text, _ = status_line(look, known, known.view, TableUi(waited=waited))
    return aloud(text)


# --- questions ---


_TOLD_BY_CHOICES = ("choose", "columns")
"""Questions whose notes speak of keys and boxes of the screen; the choices say the same."""


def question_lines(look: Look, known: Known, turn: TurnCame) -> Iterator[str]:
    """What is asked of me, and what one needs to know for the answer."""
    view = turn.view
    question = question_of(look, known, turn)
    what = turn_hint(look, known, view) or (question.title if question is not None else "")
    yield look.say("plain.asked", what=aloud(what)).rstrip(": ")
    if question is not None and question.kind not in _TOLD_BY_CHOICES:
        yield from map(aloud, question.notes)


# --- the standing ---


def score_line(look: Look, known: Known) -> str:
    """What every side has, and what it is played to."""
    view, say = known.view, look.say
    if view is None:
        return say("plain.score", sides="–")
    line = say("plain.score", sides=_sides(look, known, view, view.score))
    goal = goal_of(look, view)
    return f"{line}. {goal}" if goal else line


def standing_lines(look: Look, known: Known) -> Iterator[str]:
    """The score, the columns that are written, and what the running hand has brought so far."""
    view, say = known.view, look.say
    yield score_line(look, known)
    if view is None:
        return
    if any(view.striche):
        yield f"{say('game.striche')}: {_sides(look, known, view, view.striche)}"
    filled = {side: written_in(view, side) for side in range(len(view.sides))}
    for number, column in enumerate(columns_of(view)):
        sides = [filled[side].get(number, "–") for side in range(len(view.sides))]
        factor = f" ×{column.factor}" if column.factor > 1 else ""
        yield f"{column_name(look, column.name)}{factor}: {_sides(look, known, view, sides)}"
    if view.lower_wins:
        yield say("board.lower")
    yield from _running(look, known, view)


def _running(look: Look, known: Known, view: View) -> Iterator[str]:
    """Who has said and made what in the hand that is being played."""
    say, made = look.say, tricks_of(view)
    said = any(view.predicted)
    if view.step in (Step.DEAL, Step.AUDIT, Step.OVER) or not (said or view.state.tricks):
        return
    yield aloud(stage(look, view))
    each = [(seat,) for seat in view.seats] if said else list(view.sides)
    points = bool(view.booked) and not is_duel(view) and len(each) == len(view.sides)
    points = points and not (view.contract is None and trump_comes_up(view))
    for seats in each:
        parts = []
        if said:
            parts.append(f"{say('extra.bid')} {said_of(view, seats[0]) or '–'}")
        parts.append(f"{say('extra.tricks')} {sum(made[seat] for seat in seats)}")
        if points:
            parts.append(f"{say('extra.points')} {view.booked[view.side_of(seats[0])]}")
        names = ", ".join(map(known.name, seats))
        yield f"{names}: {', '.join(parts)}"


def hand_end_lines(look: Look, known: Known, done: HandFinished) -> Iterator[str]:
    """What a hand brought, and whether it was fair."""
    say, result, view = look.say, done.result, known.view
    if view is None:
        return
    known = known.then(result.hand)
    lost = lost_lines(look, known, view, done)
    if lost:
        yield from lost
    elif result.note != "annulled":
        for label, values in _brought(look, view, done.result):
            yield f"{label}: {_sides(look, known, view, values)}"
        if result.factor > 1:
            yield say("end.factor", factor=result.factor)
    yield say(
        "plain.hand_done",
        hand=hand_number(view, result.hand),
        written=_sides(look, known, view, result.written),
        score=_sides(look, known, view, result.score),
    )
    fair = done.fair and not done.offences
    yield say("plain.fair") if fair else aloud(": ".join(fairness(look, known, done)[::2]))


def proven_lines(look: Look, known: Known) -> Iterator[str]:
    """How many hands of the Partie are proven, where not all are: each of them was told of."""
    word, ink, sentence = all_fairness(look, known) if known.hands else ("", "good", "")
    if ink == "bad":
        yield aloud(f"{word}: {sentence}")


def _brought(look: Look, view: View, result: HandResult) -> Iterator[tuple[str, Sequence[object]]]:
    say = look.say
    if writes_alone(view, [result]):
        for kind, texts in hand_values(view, result):
            if kind not in ("written", "score"):
                yield say(f"extra.{kind}"), texts
        return
    yield say("end.tricks"), result.tricks
    named = (
        ("end.card_points", result.cards),
        ("end.last_trick", result.last_trick),
        ("end.match", result.match),
        ("end.weis", result.weis),
        ("end.stoeck", result.stoeck),
    )
    for code, values in named:
        if any(values):
            yield say(code), values


def game_end_lines(look: Look, known: Known, game: GameFinished) -> Iterator[str]:
    """Who won and how, and where the record lies."""
    say, outcome, view = look.say, game.outcome, known.view
    if outcome.by is not None:
        yield say(f"game.by.{outcome.by}")
    names = ", ".join(map(known.name, outcome.winners))
    if view is not None:
        yield say("plain.score", sides=_sides(look, known, view, outcome.score))
        if outcome.striche:
            yield f"{say('game.striche')}: {_sides(look, known, view, outcome.striche)}"
    yield from proven_lines(look, known)
    yield say("plain.game_done", names=names, log=game.log)
    yield aloud(say("fair.check", command=command_for("verify", game.log)))


# --- who sits here, and by which rules ---


def seat_line(look: Look, info: SeatInfo) -> str:
    """Who sits on a seat."""
    code = "seat_free" if not info.name else "seat_bot" if info.bot else "seat"
    code = "seat_bot_for" if info.away else "seat_you" if info.you and not info.bot else code
    return look.say(f"plain.{code}", seat=info.seat + 1, name=info.name, device=info.device)


def rules_lines(look: Look, lobby: LobbyChanged) -> Iterator[str]:
    """What is played at this table: the preset, its rules, and where the whole text stands."""
    say, seats = look.say, len(lobby.seats)
    preset = preset_name(look, lobby.game, seats, lobby.options, lobby.preset)
    yield f"{say(f'game.{lobby.game}')}: {preset}"
    for line in rule_lines(look, lobby.game, seats, lobby.options, _NO_EDGE):
        yield "; ".join(line.split("   "))
    if lobby.address:
        yield say("plain.way", address=lobby.address)
    yield say("plain.rules_page", game=lobby.game)


_NO_EDGE = 10_000
"""Cells of a line that is broken elsewhere."""
