"""What can be looked up at any time, in sentences: tip, Weise, course, what it costs to go.

The screen and the line mode answer the same keys with it.
"""

from __future__ import annotations

from engine.events import Chosen, HandAnnulled, HandForfeited, Played, TrickTaken
from engine.state import Step
from engine.view import View
from net.updates import KickWished, SeatGiven
from tui.present.deeds import action_text
from tui.present.known import Known
from tui.present.look import Look
from tui.present.lost import lost_lines
from tui.present.menu import wrap
from tui.present.people import people_text
from tui.present.question import action_words, own_weise
from tui.present.words import cards_text, event_text, weis_name
from tui.texts import has_text

__all__ = ["hint_text", "history_lines", "leaving_costs", "weise_text"]


def hint_text(look: Look, known: Known) -> str:
    """What a good player would do, and why (rules 1.13); empty while nothing is asked."""
    from engine.bots import hints

    view = known.view
    best = hints(view)[:1] if view is not None and known.turn is not None else ()
    if not best:
        return ""
    # On the screen the board beside it says which column; spoken, the sentence has to.
    words = action_text if look.spoken else action_words
    what = words(look, best[0].action)
    why = best[0].reason.value
    if view is not None and view.pushed_by and has_text(f"{why}.pushed"):
        why += ".pushed"  # who was pushed to has no choice whether to
    return look.say("table.hint", what=what, why=look.say(why))


def weise_text(look: Look, known: Known) -> str:
    """The Weise that were shown, else the numbers that were said, else my own; or nothing."""
    view = known.view
    if view is None:
        return ""
    if view.weise:
        return "   ".join(
            f"{known.name(one.seat)}: {weis_name(look, cards)} "
            f"({cards_text(look, cards)}) {one.points}"
            for one in view.weise
            for cards in [[card for _, card in one.cards]]
        )
    if any(view.announced):
        return "   ".join(
            look.say("weis.said", name=known.name(seat), points=points)
            for seat, points in enumerate(view.announced)
            if points is not None
        )
    own = own_weise(look, view)
    return look.say("weis.own", weise="   ".join(own)) if own else ""


def history_lines(look: Look, known: Known, hand: int | None = None) -> list[tuple[str, str]]:
    """What happened, hand by hand; turned tricks of the running hand only as the table allows.

    ``hand`` leaves out all others, by the number it has in the log.
    """
    view = known.view
    if view is None:
        return []
    running = view.hand_no
    open_tricks = {trick.number for trick in view.seen_tricks} | {view.trick_no}
    lines: list[tuple[str, str]] = []
    trick, last = 1, 0
    for number, event in known.events:
        if number != last:
            last, trick = number, 1
        if isinstance(event, (KickWished, SeatGiven)):
            text = people_text(look, event)
        else:
            text = event_text(look, known.then(number), view, event)
        if number == running and isinstance(event, Played) and trick not in open_tricks:
            text = ""
        if isinstance(event, TrickTaken):
            trick = event.number + 1
        if isinstance(event, (HandForfeited, HandAnnulled)):
            text = _how_lost(look, known, view, event) or text
        if text and hand in (None, number):
            ink = "strong" if isinstance(event, (TrickTaken, Chosen)) else ""
            parts = (text,) if look.spoken else wrap(text, look.width - 2)
            lines += [(line, ink) for line in parts]
    return lines or [(look.say("history.empty"), "dim")]


def _in_hand(view: View) -> bool:
    """Whether a hand is running that whoever goes would lose (rules 1.0.11)."""
    return view.step not in (Step.DEAL, Step.AUDIT, Step.OVER)


def _how_lost(look: Look, known: Known, view: View, event: HandForfeited | HandAnnulled) -> str:
    """Why a hand ended before its time, and what it costs; empty until that is told."""
    done = next((done for done in known.hands if done.result.hand == event.hand), None)
    return " ".join(lost_lines(look, known, view, done)) if done is not None else ""


def _costs(view: View) -> str:
    """The code of what going away costs now (rules 1.0.11, option `abbruch`)."""
    if not _in_hand(view):
        return "table.leave_nothing"
    anew = view.state.setup.options.get("abbruch") == "neu"
    return "table.leave_anew" if anew else "table.leave_lost"


def leaving_costs(look: Look, known: Known) -> str:
    """What it costs to leave the table now, with the question."""
    online = known.table is not None and bool(known.table.address)
    if known.watching:
        code = "table.leave_watch"
    elif known.game is not None:
        code = "table.leave_done"
    elif known.view is not None:
        hosts = known.lobby is not None and known.lobby.host and len(known.people) > 1
        code = "table.leave_ask_host" if hosts else "table.leave_ask"
        code = code if known.people else "table.leave_alone" if online else "table.leave_practice"
        if not known.people and _in_hand(known.view):
            return f"{look.say('table.leave_hand')} {look.say(code)}"
        return look.say(code, costs=look.say(_costs(known.view)))
    elif known.lobby is not None and known.lobby.host:
        code = "table.leave_host"
    else:
        code = "table.leave_lobby"
    return look.say(code)
