"""What the table says in words: where the Partie stands, whose turn it is, why a card is dotted."""

from collections.abc import Collection, Sequence
from typing import Final

from engine.actions import Action, ClaimRest, Play, Push
from engine.cards import Card, suit_of
from engine.errors import Reason
from engine.faces import Slot
from engine.game import check, rules_of
from engine.seats import Seat
from engine.state import Step
from engine.view import HandCard, View
from net.updates import WaitingFor
from tui.present.canvas import fit, width_of
from tui.present.facts import (
    columns_of,
    covered_of,
    duel_of,
    hand_of,
    hidden_own,
    is_crowd,
    is_duel,
    makes_trump,
    said_of,
    tricks_of,
)
from tui.present.goal import goal_of
from tui.present.known import Known
from tui.present.lobby import knock_text
from tui.present.look import Look
from tui.present.missing import absence_text, gone_text, is_gone, reaches_nobody
from tui.present.panel import taken_words
from tui.present.people import pause_text
from tui.present.short import names_text
from tui.present.ui import Lying, TableUi
from tui.present.words import hand_number, my_side, reason_text, side_order, side_sign

__all__ = [
    "allowed_keys",
    "card_count",
    "card_key",
    "hand_words",
    "is_played_for",
    "is_stranded",
    "is_turned_over",
    "lying_on",
    "network_note",
    "playable",
    "refusal",
    "said_notes",
    "seat_name",
    "seat_notes",
    "stage",
    "status_line",
    "title_line",
    "turn_hint",
    "ways_now",
    "why_no_rest",
    "word_line",
]


STRANDED_S: Final = 15
"""How long no majority is there before a new table is offered: most links are back by then."""

ENDED_S: Final = 120
"""How long nobody at all answers before it is said that they may have ended the game elsewhere."""


def playable(actions: Sequence[Action]) -> dict[Slot, tuple[Play, ...]]:
    """The ways to play each card that may be played now."""
    result: dict[Slot, tuple[Play, ...]] = {}
    for action in actions:
        if isinstance(action, Play):
            result[action.slot] = (*result.get(action.slot, ()), action)
    return result


def card_key(place: int) -> str:
    """The key of a card by its place in the hand: 1 to 9, 0 for the tenth, then from the right."""
    return str((place + 1) % 10) if place < 10 else "←"


def allowed_keys(hand: Sequence[HandCard], ways: Collection[Slot]) -> str:
    """The keys of the cards that may be played, each once."""
    keys = (card_key(place) for place, held in enumerate(hand) if held.slot in ways)
    return " ".join(dict.fromkeys(keys))


def refusal(view: View, slot: Slot, card: Card) -> Reason | None:
    """Why the viewer may not play this card now, asked of the same rules that will judge it."""
    if view.seat is None:
        return None
    return check(view.state, view.seat, Play(slot, card), view.faces)


def why_no_rest(look: Look, view: View) -> str:
    """Why the viewer may not say «Rest» now, asked of the same rules that will judge it."""
    say = look.say
    if view.seat is None or view.step is not Step.PLAY:
        return say("table.no_rest")
    if rules_of(view.state.setup).rest == "aus":
        return say("table.rest_off")
    hand = sorted(view.hand, key=lambda held: held.card)
    claim = ClaimRest(tuple((held.slot, held.card) for held in hand))
    reason = check(view.state, view.seat, claim, view.faces)
    if reason is Reason.REST_NOT_ALLOWED and view.trick:
        return say("table.rest_on_lead")
    if reason in (None, Reason.REST_NOT_ALLOWED):
        return say("table.no_rest")
    return say("table.no_rest_for", reason=reason_text(look, reason))


# --- words ---


def stage(look: Look, view: View, *, short: bool = False) -> str:
    """Where the Partie stands: ``Runde 5   Stich 4/9``, or only ``Stich 4/9``."""
    say = look.say
    number = view.hand_no + (1 if view.step is Step.DEAL else 0)
    hand = say("table.hand", number=hand_number(view, number))
    if short and view.step not in (Step.DEAL, Step.AUDIT, Step.THANKS, Step.OVER):
        hand = ""
    return _stage(look, view, hand).strip()


def _stage(look: Look, view: View, hand: str) -> str:
    say = look.say
    match view.step:
        case Step.DEAL:
            return f"{hand}   {say('table.dealing')}" if not view.outcome else hand
        case Step.CUT | Step.DECLARE | Step.CHOOSE | Step.BID | Step.PREDICT | Step.GIVE:
            return f"{hand}   {say('table.bidding')}"
        case Step.AUDIT | Step.THANKS | Step.OVER:
            return f"{hand}   {say('table.counting')}"
        case _:
            total = view.state.length
            done = sum(trick.counts for trick in view.state.tricks)
            number = min(done + 1, max(total, done))
            return f"{hand}   {say('table.trick', number=number, tricks=total)}"


def title_line(look: Look, known: Known, view: View) -> tuple[str, str]:
    """The head of the table: where it is and where it stands; the scores."""
    say = look.say
    name = known.table.table if known.table else ""
    doubt = known.unproven and known.table and known.table.address and not known.watching
    code = "table.word_failed" if known.word_failed else "table.unproven"
    mark = f"   {say(code)}" if doubt or known.word_failed else ""
    left = f"   {stage(look, view)}{mark}"
    scores = "   ".join(
        f"{side_sign(look, known, view, side, 4)} {view.score[side]}" for side in side_order(view)
    )
    goal = goal_of(look, view)
    right = f"{scores}   {goal}".rstrip()
    room = look.width - width_of(f"JASS  {left}") - 3
    if is_crowd(view) and width_of(name) + width_of(right) > room - 2:
        right = goal  # who has how many stands beside the table, and on the board
    # The name of the table stands on other screens too: it gives way to the scores.
    room -= width_of(right)
    name = fit(name, room) if room >= min(width_of(name), _LEAST_NAME) else ""
    return f"{f'JASS  {name}'.strip()}{left}", right


_LEAST_NAME = 4
"""Cells of a table's name that still say which one it is."""


def _names(known: Known, seats: Sequence[int]) -> str:
    return ", ".join(known.name(seat) or f"#{seat + 1}" for seat in seats)


def status_line(look: Look, known: Known, view: View, ui: TableUi) -> tuple[str, str]:
    """Whom the table waits for and since when, as (text, ink)."""
    say = look.say
    since = say("table.since", seconds=ui.waited) if ui.waited >= 3 else ""
    if ui.replay is not None:
        return ui.replay, "strong"
    if ui.looking is not None:
        mine = f"   {say('table.your_turn')}" if known.turn is not None else ""
        return f" {say('table.looking', number=ui.looking.number)} {mine}", "turn"
    waiting = known.waiting
    if waiting is not None and waiting.why is WaitingFor.MAJORITY:
        return absence_text(look, known, ui.waited), "bad"
    if known.pause is not None and known.paused:
        return pause_text(look, known.pause, known), "strong"
    if is_turned_over(ui) and ui.lying is not None and ui.lying.winner is not None:
        return taken_words(look, known, view, ui.lying.winner, ui.lying), "strong"
    if known.turn is not None:
        return f" {say('table.your_turn')} ", "turn"
    if known.ready_wanted:
        return f" {say('table.ready')} ", "turn"
    if waiting is not None and waiting.why is WaitingFor.RECONNECT:
        return absence_text(look, known, ui.waited), "bad"
    if waiting is not None and waiting.why is not WaitingFor.TURN:
        text = say(f"table.waiting.{waiting.why.value}", names=_names(known, waiting.for_seats))
        return f"{text}   {since}".rstrip(), "dim"
    asked = [seat for seat in view.asked if seat != view.seat] or list(view.asked)
    gone = [info.seat for info in known.seats if info.seat in asked and is_gone(known, info)]
    if gone:
        return gone_text(look, known, gone, ui.waited), "bad"
    if asked:
        code = "table.turn" if len(asked) == 1 else "table.turn_many"
        return f"{say(code, names=_names(known, asked))}   {since}".rstrip(), ""
    return stage(look, view), "dim"


def is_stranded(known: Known, ui: TableUi) -> bool:
    """Whether a new table is offered: too few are linked for so long that it may stay so."""
    waiting = known.waiting
    lacking = waiting is not None and waiting.why is WaitingFor.MAJORITY
    return lacking and not known.watching and ui.waited >= STRANDED_S


def is_turned_over(ui: TableUi) -> bool:
    """Whether a complete trick lies for a moment: what comes next is said when it is gone."""
    return ui.looking is None and ui.lying is not None and ui.lying.winner is not None


def ways_now(known: Known, ui: TableUi) -> dict[Slot, tuple[Play, ...]]:
    """The ways to play each card, as far as the screen asks for one already."""
    if known.turn is None or is_turned_over(ui):
        return {}
    return playable(known.turn.actions)


def is_played_for(known: Known) -> bool:
    """Whether a bot plays this hand for my seat, since I came back in the middle of it."""
    return known.me is not None and known.me.bot is not None


def turn_hint(look: Look, known: Known, view: View) -> str:
    """What the question is, or why some cards are dotted."""
    turn = known.turn
    if turn is None:
        return ""
    ways = playable(turn.actions)
    if not ways:
        pushing = any(isinstance(action, Push) for action in turn.actions)
        if view.step is Step.CHOOSE and view.pushed_by and not pushing:
            return look.say("table.asked.choose_pushed", name=known.name(view.pushed_by[-1]))
        if view.step is Step.CHOOSE and not pushing:
            return look.say("table.asked.choose_must")
        if view.step is Step.CHOOSE and columns_of(view):
            return look.say("choose.column")
        return look.say(f"table.asked.{view.step.value}")
    duel = duel_of(view, view.trick)
    if duel is not None and view.seat is not None:
        return look.say("duel.in" if view.seat in duel.rivals else "duel.out")
    refused = next((held for held in hand_of(view) if held.slot not in ways), None)
    if refused is None and not view.trick:
        return look.say("table.lead")
    if refused is None:
        trump = all(makes_trump(view, held.card) for held in hand_of(view))
        return look.say("table.makes_trump" if trump else "table.allowed_all")
    reason = refusal(view, refused.slot, refused.card)
    return "" if reason is None else look.say(f"reason.{reason.value}")


def hand_words(look: Look, view: View, ui: TableUi, known: Known) -> list[tuple[str, str]]:
    """What to say about the hand: the answer to the last key, else the card chosen, else a hint."""
    say, skin = look.say, look.skin
    if ui.message is not None:
        return [ui.message]
    if known.knocks:
        return [(knock_text(look, known), "turn")]
    if is_stranded(known, ui):
        ended = ui.waited >= ENDED_S and reaches_nobody(known)
        return [(say("anew.ended" if ended else "anew.hint"), "strong")]
    held = next((held for held in hand_of(view) if held.slot == ui.selected), None)
    if held is not None and known.turn is not None:
        digit = card_key([one.slot for one in hand_of(view)].index(held.slot))
        words = [say("table.selected", digit=digit, card=skin.card_word(held.card))]
        if makes_trump(view, held.card):
            words.append(say("table.will_be_trump", suit=skin.suit(suit_of(held.card))))
        ways = playable(known.turn.actions).get(held.slot, ())
        if ui.weis_on and any(way.weis is not None for way in ways):
            weis = max(way.weis or 0 for way in ways)
            words.append(say("table.weis_armed", points=weis))
        if any(way.stoeck for way in ways) and (ui.stoeck_on or all(way.stoeck for way in ways)):
            words.append(say("table.stoeck_armed"))
        return [("   ".join(words), "strong")]
    if ui.notices:
        return [(_latest(ui.notices, look.width - 3), "say")]
    if is_played_for(known) and look.compact:  # elsewhere it stands where the cards would lie
        return [(say("table.bot_plays"), "strong")]
    if is_duel(view) and hidden_own(view):
        return [(say("forehead.own"), "say")]
    hint = "" if is_turned_over(ui) else turn_hint(look, known, view)
    if hint and look.compact:
        return [(hint, "dim")]
    if known.word_open and known.word is not None and look.compact:
        return [(word_line(look, known), "title")]
    return [(hint, "dim")] if hint else []


def _latest(notices: Sequence[str], room: int) -> str:
    """As many as fit in one line, the latest always."""
    line = ""
    for notice in reversed(notices):
        grown = f"{notice}   {line}" if line else notice
        if line and width_of(grown) > room:
            break
        line = grown
    return line


def word_line(look: Look, known: Known) -> str:
    """The word, to be read aloud and compared, in one line."""
    cards = known.word.cards if known.word is not None else ()
    read = "  ".join(look.skin.card(card) for card in cards)
    return look.say("table.word_line", cards=read)


def seat_notes(look: Look, known: Known, view: View, seat: Seat, lying: Lying) -> list[str]:
    """What stands under a name: partner, cards left, who deals and led, who is gone."""
    say = look.say
    info = next((info for info in known.seats if info.seat == seat), None)
    # Who is gone is asked for before all else: where there is little room it comes first.
    notes = [say("table.away")] if info is not None and is_gone(known, info) else []
    if view.seat is not None and view.seat != seat and view.side_of(seat) == my_side(view):
        notes.append(say("table.partner"))
    if view.step not in (Step.DEAL, Step.OVER) and seat not in view.players:
        return [*notes, say("seat.out")] if view.players else notes
    if view.step is not Step.DEAL:
        notes.append(card_count(look, view, seat))
    if seat == view.dealer:
        notes.append(say("table.dealer"))
    if seat == lying.leader and lying.plays:
        notes.append(say("table.leads"))
    covered = covered_of(view, seat) if view.step is not Step.DEAL else 0
    if covered:
        notes.append(say("seat.covered", count=covered))
    return notes


def card_count(look: Look, view: View, seat: Seat) -> str:
    """How many cards a seat has."""
    count = view.counts[seat]
    if count == 1:
        return look.say("table.card_left")
    return look.say("table.cards_left", count=count)


def said_notes(look: Look, view: View, seat: Seat) -> list[str]:
    """What a seat announced and how many tricks it has, where anything is announced."""
    if not any(view.predicted):
        return []
    said = said_of(view, seat) or "-"
    return [
        f"{look.say('panel.said')} {said}",
        f"{look.say('panel.tricks')} {tricks_of(view)[seat]}",
    ]


def seat_name(look: Look, known: Known, seat: Seat, room: int) -> str:
    """The name in capitals; a bot is always called one, and for whom it plays if there is room."""
    info = next((info for info in known.seats if info.seat == seat), None)
    if info is None:
        return f"#{seat + 1}"
    if info.bot is not None:
        substitute = look.say("table.bot_for", name=info.name)
        return substitute if info.away and width_of(substitute) <= room else f"BOT {info.name}"
    return (
        info.name.upper() if info.name.upper() != info.name and len(info.name) < 13 else info.name
    )


def lying_on(view: View, ui: TableUi) -> Lying:
    """The trick to draw: one looked at, one that stays for a moment, or the running one."""
    if ui.looking is not None:
        return ui.looking
    if ui.lying is not None:
        return ui.lying
    return Lying(view.trick, view.leader)


def network_note(look: Look, known: Known, room: int) -> str:
    """Whether all are there; of who is not the names give way, not what is said of them."""
    away = [info.name for info in known.seats if info.name and not info.connected]
    if away:
        left = room - width_of(look.say("table.net_away", names=""))
        return look.say("table.net_away", names=names_text(away, max(left, 2)))
    if not known.table or not known.table.address:
        return ""
    return look.say("table.net_good")
