"""The letters at the table, one deed each; an open question takes the ones that answer it first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from engine.actions import (
    Action,
    Bedanken,
    CallStoeck,
    ClaimRest,
    CorrectWeis,
    Play,
    ShowStoeck,
)
from engine.state import Step
from net.commands import Perform
from tui.present.menu import MenuLine
from tui.present.panel import taken_words
from tui.present.question import weis_question
from tui.present.status import why_no_rest
from tui.present.told import hint_text, weise_text
from tui.present.ui import lying_of
from tui.screens.anew import offer_anew
from tui.screens.dialog import Ask, Decide
from tui.screens.ends import BoardScreen, ProofScreen
from tui.screens.options import OptionsScreen
from tui.screens.pages import BossScreen, HistoryScreen
from tui.screens.people import pause_or_go_on, show_people
from tui.screens.word import WordScreen

if TYPE_CHECKING:
    from tui.screens.table import TableScreen

__all__ = ["LETTERS", "may_call"]


def last_trick(table: TableScreen) -> None:
    """The turned tricks, the last first; once around, and they are turned again."""
    view, looking = table.known.view, table.ui.looking
    seen = [lying_of(one) for one in view.seen_tricks] if view is not None else []
    table.ui.looking = None
    if view is None or not seen:
        none = view is None or not view.state.tricks
        table.tell(table.say("table.no_trick_yet" if none else "table.no_last"), "dim")
        return
    if looking is None:
        table.ui.looking = seen[-1]
    elif looking in seen[1:]:
        table.ui.looking = seen[seen.index(looking) - 1]
    if table.ui.looking is not None and table.ui.looking.winner is not None:
        winner = table.ui.looking.winner
        text = taken_words(table.look, table.known, view, winner, table.ui.looking)
        table.ui.message = (text, "title")


def weis(table: TableScreen) -> None:
    """Announces by hand where that is played; else what is known of the Weise of this hand."""
    turn = table.known.turn
    corrections = [one for one in table.possible() if isinstance(one, CorrectWeis)]
    ways = [one for one in turn.actions if isinstance(one, Play)] if turn else []
    question = weis_question(table.look, table.known, ways)
    if question is not None:
        table.choosing.ask(question, 0 if table.ui.weis_on else len(question.answers) - 1)
        table.choosing.show()
    elif corrections:
        _correct_weis(table, corrections)
    else:
        told = weise_text(table.look, table.known)
        table.tell(*((told, "say") if told else (table.say("table.no_weis"), "dim")))


def _correct_weis(table: TableScreen, corrections: list[CorrectWeis]) -> None:
    say = table.say
    answers = [
        MenuLine(
            say("weis.keep_silent") if one.weis is None else say("weis.announce", points=one.weis)
        )
        for one in corrections
    ]

    def correct(place: int | None) -> None:
        if place is not None:
            table.jass.act(Perform(corrections[place]))

    title = f"JASS   {say('weis.correct')}"
    table.app.push_screen(Decide(title, answers, pick="key.announce"), correct)


def may_call(table: TableScreen) -> bool:
    """Whether Stöck are called with the card that is played now."""
    turn = table.known.turn
    if turn is None:
        return False
    return {one.stoeck for one in turn.actions if isinstance(one, Play)} == {True, False}


def stoeck(table: TableScreen) -> None:
    """Stöck: called with the card, or shown afterwards."""
    view = table.known.view
    if table.choosing.open is not None and view is not None and view.step is Step.CHOOSE:
        # An open contract takes «s» for pushing, except where nobody may push (any more).
        table.tell(table.say("choose.no_push"), "bad")
        return
    for action in table.possible():
        if isinstance(action, (ShowStoeck, CallStoeck)):
            _sure(table, "table.stoeck_ask", action)
            return
    if may_call(table):
        table.ui.stoeck_on = not table.ui.stoeck_on
    else:
        table.tell(table.say("table.no_stoeck"), "dim")


def _claim(table: TableScreen, kind: type[Action], ask: str, no: str) -> None:
    """Says what ends the hand or the Partie, after a question, where it may be said now."""
    for action in table.possible():
        if isinstance(action, kind):
            _sure(table, ask, action)
            return
    view = table.known.view
    rest = kind is ClaimRest and view is not None
    table.tell(why_no_rest(table.look, view) if rest and view else table.say(no), "dim")


def _sure(table: TableScreen, code: str, action: Action) -> None:
    def answered(yes: bool | None) -> None:
        if yes:
            table.perform(action)

    table.app.push_screen(Ask(table.say(code)), answered)


def word(table: TableScreen) -> None:
    """The four cards that people who meet for the first time compare aloud."""
    if table.known.word_open or table.known.word_failed:
        table.app.push_screen(WordScreen())
    else:
        table.tell(table.say(table.known.word_code), "dim")


def hint(table: TableScreen) -> None:
    """What a good player would do, and why (rules 1.13)."""
    told = hint_text(table.look, table.known)
    table.tell(*((told, "say") if told else (table.say("table.no_hint"), "dim")))


LETTERS: Final[Mapping[str, Callable[[TableScreen], None]]] = {
    "a": lambda table: table.jass.answer_knock(yes=True),
    "b": partial(_claim, kind=Bedanken, ask="table.bedanken_ask", no="table.no_bedanken"),
    "c": lambda table: table.jass.chat(),
    "d": hint,
    "f": lambda table: pause_or_go_on(table.jass),
    "n": offer_anew,
    "h": lambda table: table.show(HistoryScreen()),
    "i": word,
    "k": lambda table: table.show(BossScreen()),
    "l": last_trick,
    "m": lambda table: show_people(table.jass),
    "o": lambda table: table.show(OptionsScreen()),
    "p": lambda table: table.show(ProofScreen()),
    "q": lambda table: table.jass.leave_table(),
    "r": partial(_claim, kind=ClaimRest, ask="table.rest_ask", no="table.no_rest"),
    "s": stoeck,
    "t": lambda table: table.show(BoardScreen()),
    "v": lambda table: table.jass.next_deck(),
    "w": weis,
    "x": lambda table: table.jass.answer_knock(yes=False),
}
"""What each letter of the keymap does when no question takes it."""
