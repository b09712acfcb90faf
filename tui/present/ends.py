"""The end of a hand with its proof, and the end of the Partie."""

from collections.abc import Sequence

from engine.game import rules_of
from engine.seats import next_seat
from engine.view import View
from net.updates import GameFinished, HandFinished
from tui.present.canvas import Canvas, fit, width_of
from tui.present.chat import draw_said
from tui.present.crowd import draw_lines_of_sides, writes_alone
from tui.present.facts import times
from tui.present.goal import target_of
from tui.present.known import Known
from tui.present.lobby import knock_text
from tui.present.look import Key, Look, foot, head
from tui.present.lost import lost_lines
from tui.present.menu import chunks, wrap
from tui.present.missing import absence_text, rematch_lines
from tui.present.people import pause_text
from tui.present.proof import all_fairness, fairness, what_of
from tui.present.short import names_text, shrunk
from tui.present.tricklist import draw_tricks, rest_of, rest_text
from tui.present.words import (
    contract_name,
    hand_number,
    side_name,
    side_order,
    side_people,
)
from tui.saved import command_for

__all__ = ["draw_game_end", "draw_hand_end"]

HAND_KEYS: tuple[Key, ...] = (
    ("Enter", "key.ready"),
    ("t", "key.board"),
    ("l", "key.tricks"),
    ("p", "key.proof"),
    ("c", "key.chat"),
    ("q", "key.leave"),
    ("h", "key.history"),
    ("?", "key.help"),
)
WATCH_KEYS = tuple(key for key in HAND_KEYS if key[0] not in ("Enter", "c"))
GAME_KEYS: tuple[Key, ...] = (
    ("n", "key.rematch"),
    ("t", "key.board"),
    ("c", "key.chat"),
    ("q", "key.leave"),
    ("e", "key.new_table"),
    ("p", "key.proof"),
    ("h", "key.history"),
    ("l", "key.tricks"),
    ("?", "key.help"),
)


# --- the end of a hand ---


def draw_hand_end(
    look: Look,
    known: Known,
    view: View,
    hand: HandFinished,
    ready: bool,
    seconds: int | None,
    *,
    over: bool = False,
    waited: int = 0,
) -> Canvas:
    """What a hand brought, and that it was dealt honestly. «Bereit» is one key.

    After the last hand (``over``) that key shows who won. ``waited``: for so many seconds somebody
    has been waited for.
    """
    canvas, say = look.canvas(), look.say
    result, then = hand.result, known.then(hand.result.hand)
    table = known.table.table if known.table else "Jass"
    contract = ""
    if result.contract is not None and result.announcer is not None:
        name = f"{contract_name(look, result.contract)} {times(view, result.factor)}".rstrip()
        contract = f"   {name}   {say('table.from', name=then.name(result.announcer))}"
    number = hand_number(view, result.hand)
    y = head(canvas, f"JASS  {say('end.hand', number=number)}{contract}", table)
    sides = side_order(view)
    tight = look.height < 22
    tiny = look.height < 14
    if not tiny:
        y += 0 if tight else 1
    large = look.large
    label = 3 if look.width >= 60 else 1
    first = label + (30 if look.width >= 60 else 18)
    column = 17 if look.width >= 60 else 9

    rest = rest_of(then, view, result.hand)
    lost = lost_lines(look, known, view, hand)
    if lost:
        room = look.width - label - 1
        parts = [part for text in lost for part in wrap(text, room)]
        canvas.put(label, y, fit(lost[0], room) if tight else parts[0], "bad")
        for part in () if tight else parts[1:]:
            y += 1
            canvas.put(label, y, part, "dim")
        y += 1 if tight else 2
    if writes_alone(view, [result]):
        bottom = look.height - (2 if tiny else 4 if tight else 9 if large else 8)
        y = draw_lines_of_sides(canvas, look, then, view, result, y, bottom)
        if large:
            y = draw_tricks(canvas, look, then, view, result.hand, y + 1, look.height - 12)
        elif rest is not None:
            canvas.put(label, y, fit(rest_text(look, then, view, rest), look.width - 4), "say")
            y += 1
        _draw_end(canvas, look, known, hand, ready, seconds, y, over=over, waited=waited)
        return canvas

    top = y if lost else 3

    def line(text: str, values: Sequence[object], ink: str = "") -> None:
        nonlocal y
        canvas.put(label, y, fit(text, first - label - 4), ink)
        for place, side in enumerate(sides):
            canvas.right(first + 4 + place * column, y, str(values[side]), ink)
        y += 1

    def numbers(values: Sequence[int]) -> list[str]:
        return [str(value) if value else "-" for value in values]

    rules = rules_of(view.state.setup)
    line("", [side_name(look, then, view, side).upper() for side in range(len(sides))], "strong")
    of_two = view.seat is not None and any(len(seats) > 1 for seats in view.sides)
    if look.width >= 60 and not tight and of_two:  # whoever looks on has the names above
        for place, side in enumerate(sides):
            names = [then.name(seat) for seat in view.sides[side]]
            canvas.right(first + 4 + place * column, y, names_text(names, column - 1), "dim")
        y += 1
    if result.note == "annulled":
        if not lost:
            canvas.put(label, y, say("event.annulled", number=number), "bad")
            y += 2
    else:
        # Of a lost hand nothing is counted: what is written is what it costs (rules 1.0.11).
        if not lost:
            if not tiny:
                line(say("end.tricks"), numbers(result.tricks))
            line(say("end.card_points"), numbers(result.cards))
            if not tiny:
                line(say("end.last_trick"), numbers(result.last_trick))
            if any(result.match):
                line(say("end.match"), numbers(result.match))
            if any(result.weis) or (rules.weis and not tight):
                line(say("end.weis"), numbers(result.weis))
            if any(result.stoeck) or (rules.stoeck and not tight):
                line(say("end.stoeck"), numbers(result.stoeck))
        if result.factor > 1:
            line(say("end.factor", factor=result.factor), ["" for _ in sides])
        line(say("end.written"), [str(value) for value in result.written], "strong")
        if not tight:
            canvas.rule(y, label, first + column + 4 - label)
            y += 1
        line(say("end.score"), [str(value) for value in result.score], "title")
        target = target_of(view)
        if target is not None and not tight and not view.outcome:
            line(
                say("end.missing", target=target),
                [str(max(target - score, 0)) for score in result.score],
                "dim",
            )
    if look.width >= 78:
        _beside(canvas, look, known, view, hand, 57, top)
    if large:
        y = draw_tricks(canvas, look, then, view, result.hand, y + 1, look.height - 12)
    elif rest is not None and look.width < 78 and y < look.height - (2 if tiny else 4):
        canvas.put(label, y, fit(rest_text(look, then, view, rest), look.width - 4), "say")
        y += 1
    _draw_end(canvas, look, known, hand, ready, seconds, y, over=over, waited=waited)
    return canvas


def _draw_end(
    canvas: Canvas,
    look: Look,
    known: Known,
    hand: HandFinished,
    ready: bool,
    seconds: int | None,
    y: int,
    *,
    over: bool,
    waited: int,
) -> None:
    """From the first free line on: what was said, the proof, who is ready, the keys.

    Who knocks, or is gone so that nothing goes on, stands above the line that says who is ready;
    where there is no such line, in its place.
    """
    say = look.say
    tight = look.height < 22
    box = look.height - (3 if tight else 9 if look.large else 8)
    top = max(y, box - 4)
    if box - top >= (1 if tight else 2):
        draw_said(canvas, known.of_partie, 1, top, box, look.width - 2)
    elif not tight:
        draw_said(canvas, known.of_partie, 1, look.height - 3, look.height - 2, look.width - 2)
    _fair_box(canvas, look, known, hand, box, tight=tight)
    if over:
        text = say("end.last")
        if seconds is not None:
            text += f"   {say('end.auto', seconds=seconds)}"
        y = look.height - (3 if tight else 2)
        canvas.put(1, y, fit(text, look.width - 2), "strong")
    else:
        _ready_line(canvas, look, known, ready, seconds, 3 if tight else 2)
    gone = absence_text(look, known, waited)
    text = knock_text(look, known) if known.knocks else gone
    if text:
        canvas.clear(0, look.height - 3, look.width, 1)
        ink = "turn" if known.knocks else "bad"
        canvas.put(1, look.height - 3, fit(text, look.width - 2), ink)
    keys = WATCH_KEYS if known.watching else HAND_KEYS[1:]
    first = ("Enter", "key.goes_on") if over else HAND_KEYS[0]
    foot(canvas, look, keys if known.watching and not over else (first, *keys))


def _beside(
    canvas: Canvas, look: Look, known: Known, view: View, hand: HandFinished, x: int, y: int
) -> None:
    say = look.say
    room = look.width - x - 1
    result = hand.result
    match = any(result.match)
    canvas.put(x, y, f"{say('end.match'):<12} {say('key.yes' if match else 'key.no')}")
    if view.state.setup.options.get("bergpreis"):
        berg = view.state.berg
        who = "-" if berg is None else side_name(look, known, view, berg)
        canvas.put(x, y + 1, fit(f"{say('table.bergpreis'):<12} {who}", room))
    dealer = view.state.next_dealer
    if view.outcome is None and dealer is not None:
        vorhand = next_seat(dealer, view.state.setup.seats)
        canvas.put(x, y + 3, say("end.next"), "dim")
        canvas.put(x, y + 4, fit(f"{say('end.next_dealer'):<12} {known.name(dealer)}", room))
        canvas.put(x, y + 5, fit(f"{say('end.next_vorhand'):<12} {known.name(vorhand)}", room))
    rest = rest_of(known, view, result.hand)
    if rest is not None and not look.large:  # there it stands among the tricks
        for row, line in enumerate(wrap(rest_text(look, known, view, rest), room)):
            canvas.put(x, y + 7 + row, line, "say")


def _fair_box(
    canvas: Canvas, look: Look, known: Known, hand: HandFinished, y: int, *, tight: bool
) -> None:
    say = look.say
    word, ink, sentence = fairness(look, known, hand)
    if tight:
        at = canvas.put(1, look.height - 2, word, ink)
        canvas.put(at + 2, look.height - 2, fit(sentence, max(look.width - at - 3, 0)), "dim")
        return
    height = 6 if look.large else 5
    canvas.box(0, y, look.width, height, "thin", "rule")
    title = say("fair.title" if hand.fair else "proof.title")
    canvas.put(2, y, f" {title} ", "title")
    at = canvas.put(2, y + 1, word, ink)
    canvas.put(at + 3, y + 1, fit(sentence, look.width - at - 5))
    seats = [
        say(f"fair.{what_of(hand, seat)}", name=known.name(seat))
        for seat in range(len(hand.verdicts))
    ]
    line = "    ".join(seats)
    if width_of(line) > look.width - 4:

        def marks(letters: int) -> str:
            return "  ".join(
                f"{fit(known.name(seat), letters)} "
                + ("✓" if what_of(hand, seat) in ("ok", "left") else "?")
                for seat in range(len(hand.verdicts))
            )

        line = shrunk(marks, look.width - 4) or marks(3)
    canvas.put(2, y + 2, fit(line, look.width - 4), "dim")
    canvas.put(
        2,
        y + 3,
        fit(say("fair.check", command=command_for("verify", None, known.home)), look.width - 4),
        "dim",
    )


def _ready_line(
    canvas: Canvas, look: Look, known: Known, ready: bool, seconds: int | None, up: int
) -> None:
    say = look.say
    answers = []
    for info in known.seats:
        if info.bot is not None or not info.name:
            continue  # a bot is always ready
        yes = info.seat < len(known.ready) and known.ready[info.seat]
        name = say("table.you") if info.you else info.name
        yes = yes or (info.you and ready)
        word = "end.ready_yes" if yes else "end.ready_no" if info.connected else "table.away"
        answers.append((name, yes, say(word)))
    said = say("end.watching" if known.watching else "end.ready")
    y, ink = look.height - up, "" if ready else "strong"
    if known.pause is not None and known.paused:
        canvas.put(1, y, fit(pause_text(look, known.pause, known), look.width - 2), ink)
        return
    goes_on = "" if seconds is None or ready else say("end.auto", seconds=seconds)
    if ready and not all(yes for _, yes, _ in answers):
        missing = names_text([name for name, yes, _ in answers if not yes], look.width // 2)
        goes_on = say("end.waits", names=missing)
    room = look.width - 2 - (width_of(goes_on) + 3 if goes_on else 0)

    def line(letters: int, between: str = "   ") -> str:
        words = (f"{fit(name, letters)} {word}" for name, _, word in answers)
        return f"{said}   {between.join(words)}"

    count = f"{said}   {sum(yes for _, yes, _ in answers)}/{len(answers)}"
    text = shrunk(line, room) or shrunk(lambda letters: line(letters, "  "), room) or count
    canvas.put(1, y, f"{text}   {goes_on}".rstrip(), ink)


# --- the end of the Partie ---


def draw_game_end(look: Look, known: Known, view: View, game: GameFinished, wished: bool) -> Canvas:
    """Who won, by which points, and where the proof lies. Revanche is one key."""
    canvas, say = look.canvas(), look.say
    outcome = game.outcome
    table = known.table.table if known.table else "Jass"
    tiny = look.height < 14
    left = 1 if tiny else 3
    y = head(canvas, f"JASS  {say('game.title')}", table)
    # Somebody else may have sat down since: who won is who played.
    then = known.then(known.hands[-1].result.hand) if known.hands else known
    names = ", ".join(then.name(seat) for seat in outcome.winners)
    code = "game.won" if len(outcome.winners) == 1 else "game.won_many"
    y += 0 if tiny else 1
    canvas.put(left, y, fit(say(code, names=names), look.width - 4), "good")
    y += 1
    played = view.seat is not None and then.name(view.seat) == known.name(view.seat)
    if played and not tiny:
        won = view.seat in outcome.winners
        canvas.put(left, y, say("game.you_won" if won else "game.you_lost"), "title")
        y += 2
    order = list(side_order(view))
    if writes_alone(view):
        order.sort(key=lambda side: outcome.score[side] * (1 if view.lower_wins else -1))
    for side in order:
        text, people = side_name(look, then, view, side), side_people(then, view, side)
        text = text if text == people else f"{text}   {people}"
        score = str(outcome.score[side])
        column = 45 if look.width >= 60 else 30
        at = canvas.put(left, y, fit(text, column - 2), "strong" if side in outcome.sides else "")
        at = canvas.put(max(at + 2, column), y, score, "strong")
        extras = []
        if outcome.striche:
            extras.append(f"{outcome.striche[side]} {say('game.striche')}")
        if side in outcome.schneider:
            extras.append(say("option.schneider"))
        if any(seat in outcome.losers for seat in view.sides[side]):
            extras.append(say("game.loses"))
        canvas.put(at + 3, y, "   ".join(extras), "dim")
        y += 1
    y += 0 if tiny else 1
    record = [] if tiny else _what_to_type(look, game)
    waits = rematch_lines(look, known, wished=wished)[: 1 if tiny else 3]
    bottom = look.height - 2 - max(len(waits), 1) - len(record)
    for line, ink in _how_it_ended(look, then, view, game, bottom - y):
        canvas.put(left, y, fit(line, look.width - 4), ink)
        y += 1
    more = wrap(say("game.newcomers"), look.width - 6) if _keeps_bots(known) else []
    if bottom - y > len(more) + 1:
        for row, line in enumerate(more):
            canvas.put(left, y + 1 + row, line, "dim")
        y += len(more) + 1 if more else 0
    if known.hands:
        word, ink, sentence = all_fairness(look, known)
        at = canvas.put(left, bottom, word, ink)
        canvas.put(at + 2, bottom, fit(sentence, look.width - at - 3))
    for row, line in enumerate(record):
        canvas.put(1, bottom + 1 + row, line, "dim")
    last = look.height - 1 - len(waits)
    for row, (line, ink) in enumerate(waits):
        canvas.put(left, last + row, fit(line, look.width - 4), ink)
    if bottom - y > 1:
        draw_said(canvas, known.of_partie, left, max(y + 1, bottom - 8), bottom, look.width - 4)
    else:
        draw_said(canvas, known.of_partie, left, look.height - 2, last, look.width - 4)
    keys = [key for key in GAME_KEYS if key[0] != "e" or known.opens_afresh]
    if known.failed is not None:
        keys = [key for key in keys if key[0] not in "nc"]  # nobody hears it any more
    foot(canvas, look, WATCH_KEYS if known.watching else keys)
    return canvas


def _keeps_bots(known: Known) -> bool:
    """Whether a bot has a seat that somebody else might want: in a Revanche it keeps it."""
    goes_on = known.opens_afresh and known.failed is None
    return goes_on and any(info.bot is not None for info in known.seats)


def _how_it_ended(
    look: Look, known: Known, view: View, game: GameFinished, room: int
) -> list[tuple[str, str]]:
    """The points of the last hand in the order that ended the Partie (rules 1.0.7).

    In ``room`` lines: what does not fit is counted, never silently left out.
    """
    say, outcome = look.say, game.outcome
    lines = []
    last = known.hand
    lost = lost_lines(look, known, view, last) if last is not None else ()
    lines += [(part, "strong") for text in lost for part in wrap(text, look.width - 4)]
    if outcome.by is not None:
        lines.append((say(f"game.by.{outcome.by}"), "strong"))
    if outcome.order:
        order = " – ".join(say(f"booking.{piece}") for piece in outcome.order)
        lines.append((f"{say('game.order')} {order}", ""))
    booked: list[tuple[str, str]] = []
    for booking in () if lost or writes_alone(view) or not lines else view.state.bookings:
        side = side_name(look, known, view, booking.side)
        what = say(f"booking.{booking.kind}")
        if booking.trick:
            what = say("game.in_trick", number=booking.trick)
            if booking.kind != "trick":
                what += f"  {say(f'booking.{booking.kind}')}"
        booked.append((f"  {what:<22} {side} {booking.points:+d}", "dim"))
    left = room - len(lines)
    if len(booked) > left > 0:
        hidden = len(booked) - left + 1
        booked = [(f"  {say('game.earlier', count=hidden)}", "dim"), *booked[hidden:]]
    return (lines + booked)[: max(room, 0)]


def _what_to_type(look: Look, game: GameFinished) -> list[str]:
    """How the Partie is checked and shown again: in one line, which can be typed as it stands."""
    say, log = look.say, game.log
    check = say("fair.check", command=command_for("verify", log))
    both = f"{check}   {say('game.look_at', command=command_for('replay', log))}"
    return [both] if width_of(both) <= look.width - 2 else chunks(check, look.width - 2)
