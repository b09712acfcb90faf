"""The table: head, seats around the trick, side panel, hand. Pure: knowledge in, canvas out.

I always sit at the bottom and play goes to my right (rules 1.0.1); with ``richtung=uhr`` left and
right are mirrored. Three layouts: lines for a small window, boxes from 80×24, large from 110×34.
"""

from collections.abc import Sequence

from engine.actions import Play
from engine.faces import Slot
from engine.seats import Seat
from engine.state import Step
from engine.view import View
from tui.present.canvas import Canvas, fit, width_of
from tui.present.cards import LARGE, SMALL, draw_card, draw_empty
from tui.present.chat import draw_said
from tui.present.facts import (
    best_of,
    duel_of,
    hand_of,
    hidden_own,
    is_duel,
    open_of,
    pile_of,
    times,
)
from tui.present.gallery import draw_chair, gallery_names, gallery_word
from tui.present.known import Known
from tui.present.layout import lines_of
from tui.present.look import Key, Look, foot, head
from tui.present.menu import wrap
from tui.present.panel import draw_panel
from tui.present.ring import around, draw_ring
from tui.present.status import (
    allowed_keys,
    card_key,
    hand_words,
    is_played_for,
    is_turned_over,
    lying_on,
    network_note,
    said_notes,
    seat_name,
    seat_notes,
    stage,
    status_line,
    title_line,
    turn_hint,
    ways_now,
)
from tui.present.ui import Lying, TableUi
from tui.present.words import card_ink, contract_ink, contract_name, side_order, side_sign

__all__ = ["draw_table"]


def draw_table(look: Look, known: Known, ui: TableUi, keys: Sequence[Key]) -> Canvas:
    """The whole screen of a running Partie, without overlays."""
    canvas = look.canvas()
    view = known.view
    if view is None:
        head(canvas, "JASS")
        canvas.put(1, 3, look.say("table.dealing"), "dim")
        return canvas
    if look.width < 36 or look.height < 9:
        canvas.put(1, 0, fit(f"JASS {stage(look, view)}", look.width - 2), "title")
        for row, line in enumerate(wrap(look.say("table.too_small"), look.width - 2)):
            canvas.put(1, 1 + row, line, "bad")
        return canvas
    if look.compact:
        _draw_lines(canvas, look, known, view, ui)
    else:
        _draw_boxes(canvas, look, known, view, ui)
    foot(canvas, look, keys)
    return canvas


def _spots(view: View) -> dict[Seat, str]:
    """Where each seat is drawn; {} for more than four, who sit in a ring of lines."""
    seats = around(view)
    names = {
        2: ("bottom", "top"),
        3: ("bottom", "right", "left"),
        4: ("bottom", "right", "top", "left"),
    }.get(len(seats))
    if names is None:
        return {}
    return dict(zip(seats, names, strict=True))


def _draw_boxes(canvas: Canvas, look: Look, known: Known, view: View, ui: TableUi) -> None:
    large = look.large
    height = (LARGE if large else SMALL)[1]
    at = lines_of(look)
    area = look.width - at.panel
    left, right = title_line(look, known, view)
    head(canvas, left, right)
    top = 3 + max(at.status - 3 - 3 * height, 0) // 2
    lying = lying_on(view, ui)
    if _spots(view):
        _draw_seats(canvas, look, known, view, lying, area, top, large=large)
        _draw_trick(canvas, look, view, lying, area, top)
    else:
        draw_ring(canvas, look, known, view, lying, area, 2, at.status)
    text, ink = status_line(look, known, view, ui)
    asking = known.turn is not None and ui.looking is None and not is_turned_over(ui)
    hint = turn_hint(look, known, view) if asking else ""
    if ink == "turn":
        after = canvas.put(2, at.status, text, ink) + 2
        waited = look.say("table.since", seconds=ui.waited) if asking and ui.waited >= 3 else ""
        words = "   ".join(part for part in (hint, waited) if part)
        if width_of(words) > area - after - 1:
            words = hint if width_of(hint) <= area - after - 1 else waited
        canvas.put(after, at.status, words, "dim")
        hint = hint if hint in words else ""
    else:
        canvas.put(2, at.status, fit(text, area - 3), ink)
    canvas.rule(at.rule, 0, look.width)
    after = 2
    for said, said_ink in hand_words(look, view, ui, known)[:1]:
        if said != hint or not hint:
            after = canvas.put(2, at.message, fit(said, look.width - 3), said_ink)
    for y in range(2, at.rule if after < area else at.message):
        canvas.put(area, y, "│", "rule")
    draw_panel(canvas, look, known, view, lying, area + 2, 2, at.message, keys=ui.replay is None)
    _draw_hand(canvas, look, known, view, ui, at.hand, at.digits)


def _draw_seats(
    canvas: Canvas,
    look: Look,
    known: Known,
    view: View,
    lying: Lying,
    area: int,
    top: int,
    *,
    large: bool,
) -> None:
    spots = _spots(view)
    side_y = top + (LARGE if large else SMALL)[1]
    asked = set(view.asked)
    for seat, spot in spots.items():
        around = {"top": area // 2, "left": area // 2 - 13, "right": area // 2 - 10}
        name = seat_name(look, known, seat, around.get(spot, area // 2 - 6))
        notes = seat_notes(look, known, view, seat, lying)
        ink = "title" if seat in asked and seat != view.seat else "strong"
        if spot == "top":
            while len(notes) > 1 and width_of(name) + width_of("   ".join(notes)) > area - 6:
                notes.pop(1 if notes[0] == look.say("table.away") else 0)
            text = f"{name}   {'   '.join(notes)}"
            start = max((area - width_of(text)) // 2, 1)
            canvas.put(start, 2, name, ink)
            canvas.put(start + width_of(name) + 3, 2, "   ".join(notes), "dim")
        elif spot == "left":
            canvas.put(1, side_y, fit(name, area // 2 - 13), ink)
            for row, note in enumerate(notes[:3]):
                canvas.put(1, side_y + 1 + row, fit(note, area // 2 - 13), "dim")
        elif spot == "right":
            canvas.right(area - 1, side_y, fit(name, area // 2 - 10), ink)
            for row, note in enumerate(notes[:3]):
                canvas.right(area - 1, side_y + 1 + row, fit(note, area // 2 - 10), "dim")
        else:
            y = side_y + (LARGE if large else SMALL)[1]
            mine = [note for note in notes if note != look.say("table.partner")]
            mine = mine[1:] if seat == view.seat else mine  # how many I have I see
            canvas.put(1, y, fit(name, area // 2 - 6), "strong")
            for row, note in enumerate(mine[:2]):
                canvas.put(1, y + 1 + row, fit(note, area // 2 - 6), "dim")


def _draw_trick(canvas: Canvas, look: Look, view: View, lying: Lying, area: int, top: int) -> None:
    large = look.large
    width, height = LARGE if large else SMALL
    spots = _spots(view)
    centre = area // 2 - width // 2
    shift = width + (6 if large else 3)
    where = {
        "top": (centre, top),
        "left": (centre - shift, top + height),
        "right": (centre + shift, top + height),
        "bottom": (centre, top + 2 * height),
    }
    number = view.trick_no - (1 if lying.winner is not None else 0)
    best = lying.winner if lying.winner is not None else best_of(view, lying.plays, number)
    laid = {play.seat: play for play in lying.plays}
    duel = duel_of(view, lying.plays) if lying.winner is None else None
    playing = view.step in (Step.PLAY, Step.CORRECT) or bool(lying.plays)
    for seat, spot in spots.items():
        x, y = where[spot]
        play = laid.get(seat)
        if play is not None:
            state = "best" if seat == best else "plain"
            if duel is not None:
                state = "best" if seat in duel.rivals else "illegal"
            draw_card(canvas, x, y, look.skin, play.card, state, large=large, rank=play.rank)
        elif is_duel(view) and seat != view.seat and (shown := open_of(view, seat)):
            draw_card(canvas, x, y, look.skin, shown[0].card, "legal", large=large)
        elif playing and (seat in view.asked or seat == view.seat) and lying.winner is None:
            mark = "?" if seat in view.asked else ""
            draw_empty(canvas, x, y, mark, large=large)


def _draw_hand(
    canvas: Canvas, look: Look, known: Known, view: View, ui: TableUi, y: int, digits_y: int
) -> None:
    if known.watching:
        draw_chair(canvas, look, known, network_note(look, known, look.width - 4), y, digits_y)
        return
    hand = hand_of(view)
    large = look.large
    width = (LARGE if large else SMALL)[0]
    room = look.width - 2
    step = min(width + 2, room // max(len(hand), 1))
    if large and step < width:
        large, width = False, SMALL[0]
        step = min(width + 2, room // max(len(hand), 1))
        y += 2
    ways, pile = ways_now(known, ui), pile_of(view)
    first = next((place for place, held in enumerate(hand) if held.slot in pile), None)
    if first is not None:
        canvas.put(1 + first * step, lines_of(look).rule, f" {look.say('panel.turned')} ", "dim")
    for place, held in enumerate(hand):
        x = 1 + place * step
        if held.slot == ui.selected:
            state = "chosen"
        elif ways and held.slot not in ways:
            state = "illegal"
        else:
            state = "legal" if ways else "plain"
        draw_card(canvas, x, y, look.skin, held.card, state, large=large)
        if ways:
            legal = held.slot in ways
            mark = card_key(place) if legal else "·"
            canvas.put(x + width // 2 - 1, digits_y, mark, "key" if legal else "dim")
    if not hand and is_played_for(known):
        canvas.put(2, y + 1, fit(look.say("table.bot_plays"), look.width - 3), "strong")
    elif not hand and is_duel(view):
        for place, _ in enumerate(hidden_own(view)):
            draw_empty(canvas, 1 + place * step, y, "?", large=large)
    free = look.width - (1 + len(hand) * step)
    if free >= 28 and hand:
        x = 1 + len(hand) * step + 2
        notes = _hand_notes(look, known, view, ways, free - 4)
        for row, (text, ink) in enumerate(notes[:5]):
            canvas.put(x, y + row, text, ink)
    if look.large and free < 28:
        words = [text for text, _ in _hand_notes(look, known, view, ways, look.width)]
        canvas.put(2, look.height - 3, fit("    ".join(words[:2]), look.width - 40), "dim")


def _hand_notes(
    look: Look,
    known: Known,
    view: View,
    ways: dict[Slot, tuple[Play, ...]],
    room: int,
) -> list[tuple[str, str]]:
    say = look.say
    notes: list[tuple[str, str]] = []
    if ways:
        digits = allowed_keys(hand_of(view), ways)
        notes.append((fit(say("table.allowed", digits=digits), room), ""))
        if len(ways) < len(view.hand):
            notes.append((fit(say("table.dotted"), room), "dim"))
    notes.append((fit(network_note(look, known, room), room), "dim"))
    return notes


# --- lines instead of boxes ---


def _duel_words(look: Look, known: Known, view: View, lying: Lying) -> str:
    """What was announced for the cards of this hand; in a tie who is still in."""
    duel = duel_of(view, lying.plays) if lying.winner is None else None
    if duel is not None:
        names = ", ".join(known.name(seat) for seat in duel.rivals)
        return look.say("panel.rivals", names=names)
    total = sum(number for number in view.predictions if number is not None)
    return look.say("bid.sum", sum=total, cards=view.state.length)


def _draw_lines(canvas: Canvas, look: Look, known: Known, view: View, ui: TableUi) -> None:
    """The small window: the same facts in lines, from 60×18 in comfort, at 40×10 without frills."""
    say, skin = look.say, look.skin
    width, bottom = look.width, look.height - 1
    tight = look.height < 14
    left, right = title_line(look, known, view)
    if width < 72:
        # The place gives way: where the Partie stands is asked more often than where it is played.
        left = f"JASS {stage(look, view) if width >= 56 else stage(look, view, short=True)}"
    if width < 60 or known.watching:
        letters = 2 if width < 60 else 4
        right = "  ".join(
            f"{side_sign(look, known, view, side, letters)} {view.score[side]}"
            for side in side_order(view)
        )
    canvas.put(1, 0, fit(left, max(width - width_of(right) - 3, 8)), "title")
    canvas.right(width - 1, 0, fit(right, width // 2), "dim")
    y = 1
    if not tight:
        canvas.rule(1)
        y = 2
    who = f"   {known.name(view.announcer)}" if view.announcer is not None else ""
    lying = lying_on(view, ui)
    if is_duel(view):
        canvas.put(1, y, fit(_duel_words(look, known, view, lying), width - 2), "title")
    else:
        contract = contract_name(look, view.contract)
        x = canvas.put(1, y, f"{say('table.trump')}  ")
        x = canvas.put(x, y, contract, f"{contract_ink(view.contract)} strong")
        if view.contract is not None:
            x = canvas.put(x, y, f" {times(view, view.factor)}".rstrip())
        canvas.put(x, y, fit(who, max(width - x - 1, 0)), "dim")
    y += 1
    number = view.trick_no - (1 if lying.winner is not None else 0)
    best = lying.winner if lying.winner is not None else best_of(view, lying.plays, number)
    laid = {play.seat: play for play in lying.plays}
    if tight:
        x = 1
        for seat in view.seats:
            if seat in laid:
                mark = "*" if seat == best else ""
                card = skin.card(laid[seat].card, laid[seat].rank)
                name = fit(known.name(seat), 5)
                if x + width_of(f"{name} {card}{mark}") > width - 1:
                    y, x = y + 1, 1
                x = canvas.put(x, y, f"{name} ", "dim")
                x = canvas.put(x, y, f"{card}{mark}", card_ink(laid[seat].card)) + 2
        y += 1
    else:
        for seat in [*view.seats[1:], view.seats[0]]:
            ink = "title" if seat in view.asked else ""
            canvas.put(1, y, fit(seat_name(look, known, seat, 14), 14), ink)
            play = laid.get(seat)
            if play is not None:
                mark = "  *" if seat == best else ""
                canvas.put(16, y, f"{skin.card(play.card, play.rank)}{mark}", card_ink(play.card))
            elif seat != view.seat:
                shown = [skin.card(held.card) for held in open_of(view, seat)]
                canvas.put(16, y, fit(" ".join(shown), 11), "say")
            notes = "  ".join(
                [*said_notes(look, view, seat), *seat_notes(look, known, view, seat, lying)]
            )
            canvas.put(28, y, fit(notes, width - 29), "dim")
            y += 1
        y += 1 if look.height >= 18 else 0
    text, ink = status_line(look, known, view, ui)
    canvas.put(1, y, fit(text, width - 2), ink)
    y += 1
    if known.gallery and not tight:
        names = gallery_names(look, known)
        who = f"{say('gallery.you')}   {names}" if known.watching else gallery_word(look, known)
        canvas.put(1, y, fit(who, width - 2), "dim")
        y += 1
    ways = ways_now(known, ui)
    x = 1
    for place, held in enumerate(hand_of(view)):
        legal = held.slot in ways
        mark = card_key(place) if legal or not ways else "·"
        chosen = held.slot == ui.selected
        card = f"[{skin.card(held.card)}]" if chosen else skin.card(held.card)
        if x + 3 + width_of(card) > width:
            y, x = y + 1, 1
        canvas.put(x, y, mark, "key" if legal else "dim")
        inks = "dim" if ways and not legal else card_ink(held.card)
        x = canvas.put(x + 2, y, card, f"{inks} strong" if chosen else inks) + 2
    y += 1
    for said, ink in hand_words(look, view, ui, known):
        for line in wrap(said, width - 2):
            if y < bottom:
                canvas.put(1, y, line, ink)
                y += 1
    draw_said(canvas, known.recent, 1, y, bottom, width - 2)
