"""The screen of a running Partie: keys to commands, updates to drawings."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from textual.screen import Screen

from engine.actions import Action, Bedanken, CallStoeck, ClaimRest, ShowStoeck
from engine.events import DealerDrawn, Dealt, HandStarted, RestClaimed, TrickTaken
from net.commands import Perform, Ready
from net.updates import (
    ActionRefused,
    CameLate,
    CommandRefused,
    GameFinished,
    HandFinished,
    KickWished,
    Offended,
    OrdererChanged,
    OtherKey,
    Paused,
    SeatGiven,
    TurnCame,
    Update,
    ViewChanged,
)
from tui.keymap import bindings
from tui.present.box import draw_question
from tui.present.canvas import Canvas
from tui.present.known import Known
from tui.present.look import Key, Look
from tui.present.missing import is_gone
from tui.present.people import people_text
from tui.present.proof import fairness
from tui.present.status import is_stranded
from tui.present.table import draw_table
from tui.present.ui import Lying, TableUi, lying_of
from tui.present.words import notice_of, offended_text, reason_text
from tui.screens.base import JassScreen
from tui.screens.choosing import Choosing
from tui.screens.ends import BoardScreen, GameEndScreen, HandEndScreen
from tui.screens.failed import refused_text
from tui.screens.letters import LETTERS, may_call

__all__ = ["TableScreen"]

NOTICE_SECONDS = 2.0
"""What was said stays at least this long, and until a key is pressed after that."""

MESSAGE_SECONDS = 4.0
"""How long the answer to a key that did nothing stays."""

OFFENCE_SECONDS = 10.0
"""How long the next hand says who cheated, to those whose result went away without a key."""


class TableScreen(JassScreen[None]):
    """The table."""

    BINDINGS = bindings("table")
    scopes = ("table",)

    def __init__(self) -> None:
        super().__init__()
        self.ui = TableUi()
        self.choosing = Choosing(self)
        self._noticed_at = 0.0
        self._goes_on = ""
        self._lying_until = 0.0
        self._turn_no: tuple[int, int] | None = None
        self._told_at = 0.0
        self._first_dealer = ""
        self._shown_end: HandFinished | None = None
        self._offence = ""
        self._offence_until = 0.0

    @property
    def asked_keys(self) -> Sequence[tuple[str, str]]:
        """The answers of the open question."""
        return self.choosing.answer_keys

    @property
    def digits(self) -> str:
        """The digits of the open question, else of the hand."""
        return self.choosing.digits

    @property
    def known(self) -> Known:
        """What this device was told."""
        return self.jass.known

    def on_mount(self) -> None:
        """Starts the clock of the status line."""
        self.set_interval(1.0, self._tick)
        if self.known.turn is not None:
            self._asked(self.known.turn)

    def _tick(self) -> None:
        if time.monotonic() - self._told_at > MESSAGE_SECONDS:
            self._forget("dim")
        if self.ui.message == (self._offence, "bad") and time.monotonic() > self._offence_until:
            self.ui.message = None
        if isinstance(self.jass.waiting_screen, HandEndScreen):
            self.jass.waiting_screen.tick()
        self.repaint()

    def tell(self, text: str, ink: str) -> None:
        """Answers a key: ``bad`` stays until something else is chosen, ``dim`` for a moment."""
        self.ui.message = (text, ink)
        self._told_at = time.monotonic()

    def _forget(self, *inks: str) -> None:
        if self.ui.message is not None and self.ui.message[1] in inks:
            self.ui.message = None

    # --- drawing ---

    def draw(self, look: Look) -> Canvas:
        """The table, and over it the question if there is one."""
        self.ui.waited = self.known.waited(time.monotonic())
        canvas = draw_table(look, self.known, self.ui, self._keys())
        if self.choosing.open is not None:
            typed = self.choosing.typed
            draw_question(canvas, look, self.known, self.choosing.open, self.ui, typed)
        return canvas

    def _keys(self) -> Sequence[Key]:
        word: list[Key] = [("i", "key.word")] if self.known.word_open else []
        if self.choosing.open is not None:
            typed = self.choosing.open.digits
            digits = self.choosing.digits or "↑↓"
            return (
                (digits, "key.type" if typed else "key.choose"),
                ("Enter", "key.confirm"),
                ("Esc", "key.clear"),
                ("d", "key.hint"),
                *word,
                ("F4", "key.board"),
                ("c", "key.chat"),
                ("?", "key.help"),
            )
        view = self.known.view
        if self.ui.looking is not None:
            return (("l", "key.last"), ("Esc", "key.back"), ("t", "key.board"), ("?", "key.more"))
        asked = self.known.turn is not None
        digits = self.choosing.digits
        keys: list[Key] = [(digits, "key.choose"), ("Enter", "key.play")] if asked else []
        if not asked and self.known.ready_wanted:
            keys.append(("Enter", "key.ready"))
        keys += word if not self.known.watching else []
        if is_stranded(self.known, self.ui):
            keys.append(("n", "key.anew"))
        can = self.possible()
        if any(isinstance(action, ClaimRest) for action in can):
            keys.append(("r", "key.rest"))
        if any(isinstance(action, Bedanken) for action in can):
            keys.append(("b", "key.bedanken"))
        if any(isinstance(action, (ShowStoeck, CallStoeck)) for action in can) or may_call(self):
            keys.append(("s", "key.stoeck"))
        if view is not None and view.last_trick is not None and self.look.compact:
            keys.append(("l", "key.last"))  # elsewhere it stands beside that trick
        keys.append(("t", "key.board"))
        if view is not None and (view.weise or any(view.announced)):
            keys.append(("w", "key.weis"))
        talk = ("p", "key.proof") if self.known.watching else ("c", "key.chat")
        keys += [talk, ("q", "key.leave")]
        keys.append(("d", "key.hint") if asked else ("h", "key.history"))
        return [*keys, ("?", "key.more")]

    # --- updates ---

    def told(self, update: Update) -> None:
        """Something happened at the table."""
        match update:
            case ViewChanged():
                self._happened(update)
                if self.known.at_result and self._shown_end is not self.known.hand:
                    self._show_hand_end()  # of whoever comes, or comes back, at a result
            case TurnCame():
                self._asked(update)
            case ActionRefused():
                text = self.say("table.refused", reason=reason_text(self.look, update.reason))
                self.tell(text, "bad")
            case CommandRefused():
                self.tell(refused_text(self.look, update), "bad")
            case OtherKey(name=name):
                self.tell(self.say("other_key", name=name), "bad")
            case Offended():
                self.tell(offended_text(self.look, update), "bad")
            case OrdererChanged(name=name, you=you):
                self.ui.notices.append(
                    self.say("orderer.you") if you else self.say("orderer.other", name=name)
                )
                self._noticed_at = time.monotonic()
            case Paused(on=True):
                pass  # the line of the state says it as long as it lasts
            case Paused() | SeatGiven() | KickWished() | CameLate():
                text = people_text(self.look, update, self.known)
                self._goes_on = text if isinstance(update, Paused) else self._goes_on
                self.ui.notices.append(text)
                self._noticed_at = time.monotonic()
            case HandFinished():
                self._first_dealer = ""  # who dealt first is no news in the hands that follow
                unread = self._unread(update)
                if unread:  # else that of the hand before may not have stood its time yet
                    self._offence, self._offence_until = unread, 0.0
                self._shown_end = update
                self._after_linger(self._show_hand_end)
            case GameFinished():
                self._after_linger(self._show_game_end)
            case _:
                pass
        if any(is_gone(self.known, info) for info in self.known.seats):
            # That the table goes on is not so any more.
            self.ui.notices[:] = [text for text in self.ui.notices if text != self._goes_on]
        self.repaint()

    def _happened(self, update: ViewChanged) -> None:
        view = update.view
        self._forget("dim", "say")
        for event in update.events:
            if isinstance(event, (HandStarted, Dealt)):
                self._fresh_hand()
            text = notice_of(self.look, self.known, view, event)
            if text:
                self.ui.notices.append(text)
                self._noticed_at = time.monotonic()
            if isinstance(event, DealerDrawn):
                self._first_dealer = text
            if isinstance(event, TrickTaken) and view.state.tricks:
                trick = view.state.tricks[-1]
                self._let_lie(lying_of(trick))
            if isinstance(event, RestClaimed) and event.seat != view.seat:
                self._lying_until = time.monotonic() + NOTICE_SECONDS  # the hand ends with it
        slots = {held.slot for held in view.hand}
        if self.ui.selected not in slots:
            self.ui.selected = None
        if self.known.turn is None:
            self.choosing.forget()

    def on_screen_resume(self) -> None:
        """Whatever lay over the table is gone: what waited for that comes now."""
        super().on_screen_resume()
        self.jass.show_what_waited()

    def _fresh_hand(self) -> None:
        self.jass.waiting_screen = None
        self.ui.lying = None
        self.ui.looking = None
        self.ui.message = None
        self._tell_offence()
        self.ui.weis_on = True
        self.ui.stoeck_on = False
        self.ui.notices[:] = [self._first_dealer] if self._first_dealer else []

    def _unread(self, hand: HandFinished) -> str:
        """Who cheated in a hand whose result goes away as soon as the others are ready."""
        config = self.jass.config
        autoplay = config is not None and config.autoplay is not None
        if not (autoplay or self.known.watching):
            return ""
        word, _, sentence = fairness(self.look, self.known, hand)
        return sentence if word == self.say("fair.false") else ""

    def _tell_offence(self) -> None:
        now = time.monotonic()
        self._offence_until = self._offence_until or now + OFFENCE_SECONDS
        if self._offence and now < self._offence_until:
            self.tell(self._offence, "bad")

    def _let_lie(self, lying: Lying) -> None:
        seconds = self.jass.settings.linger_ms / 1000
        if len(lying.plays) > len({play.seat for play in lying.plays}):
            seconds *= 2  # a tie that was played on is more to read
        self.ui.lying = lying
        self.ui.looking = None
        self._lying_until = time.monotonic() + seconds
        self.set_timer(max(seconds, 0.01), self._clear_table)  # a timer of nothing divides by it

    def _clear_table(self) -> None:
        if self.ui.lying is not None and time.monotonic() >= self._lying_until - 0.01:
            self.ui.lying = None
            self.repaint()

    def _asked(self, turn: TurnCame) -> None:
        number = (turn.view.hand_no, turn.view.turn)
        if number != self._turn_no:
            self._turn_no = number
            self.ui.message = None
            if self.choosing.asked(turn):
                self.fall_asleep()
            if self.jass.settings.bell:
                self.app.bell()
        else:
            self.choosing.asked_again(turn)

    def _after_linger(self, then: object) -> None:
        wait = max(self._lying_until - time.monotonic(), 0.01)
        self.set_timer(wait, then)  # type: ignore[arg-type]

    def _show_hand_end(self) -> None:
        known = self.known
        if known.hand is None or known.game is not None or known.view is None:
            return
        if known.view.hand_no == known.hand.result.hand:  # else a bot at my seat is far ahead
            self._shown_end = known.hand
            self.jass.show_over_table(HandEndScreen(known.hand))

    def _show_game_end(self) -> None:
        """The last hand first: what it brought is as interesting as who won."""
        known = self.known
        screens = self.app.screen_stack
        if known.game is None or any(isinstance(one, HandEndScreen) for one in screens):
            return  # the end of that hand was told as well
        last = known.hand is not None and known.view is not None and known.view.results
        if known.hand is not None and last and last[-1].hand == known.hand.result.hand:
            self.jass.show_over_table(HandEndScreen(known.hand, known.game))
        else:
            self.jass.show_over_table(GameEndScreen(known.game))

    # --- keys ---

    def _key_pressed(self, *, chosen: bool = False) -> None:
        if self.ui.notices and time.monotonic() - self._noticed_at > NOTICE_SECONDS:
            self.ui.notices.clear()
            self._first_dealer = ""
        if chosen:
            self.ui.message = None
            self.ui.looking = None
            self.ui.lying = None  # who chooses already has seen it
        else:
            self._forget("dim", "say")

    def possible(self) -> tuple[Action, ...]:
        """What my seat may do now, asked or not."""
        turn = self.known.turn
        if turn is not None:
            return (*turn.actions, *turn.unasked)
        return self.jass.unasked_now()

    def perform(self, action: Action) -> None:
        """Does it; whatever was chosen for it is gone."""
        self.known.answered()
        self.ui.selected = None
        self.choosing.forget()
        self.ui.lying = None
        self.ui.message = None
        self.jass.act(Perform(action))
        self.repaint()

    def show(self, screen: Screen[Any]) -> None:
        """Lays a page over the table."""
        self.app.push_screen(screen)

    def action_board(self) -> None:
        """The Jasstafel, also while a question takes its letter."""
        self.show(BoardScreen())

    def action_digit(self, number: int) -> None:
        """A digit chooses; only the setting «one key» lets it play."""
        if not self.too_soon():
            self._key_pressed(chosen=True)
            self.choosing.digit(number)
            self.repaint()

    def action_erase(self) -> None:
        """Backspace: takes the last digit of a number back, or the choice."""
        if not self.too_soon():
            self._key_pressed(chosen=True)
            self.choosing.erase()
            self.repaint()

    def action_clear(self) -> None:
        """Esc: takes the choice back, then the question away, then what lies open."""
        self._key_pressed(chosen=True)
        self.choosing.clear()
        self.repaint()

    def action_move(self, step: int) -> None:
        """Arrows: the next answer, or the next card that may be played."""
        if self.too_soon():
            return
        if self.choosing.open is None:
            self._key_pressed(chosen=True)
        self.choosing.move(step)
        self.repaint()

    def action_confirm(self) -> None:
        """Enter: plays or answers what is chosen; without a choice it says what there is to do."""
        if self.too_soon():
            return
        if not self.choosing.confirm():
            self._key_pressed()
            self.ui.looking = self.ui.lying = None
            turn = self.known.turn
            if turn is None and self.known.ready_wanted:
                self.jass.act(Ready())
            elif self.choosing.question is not None:
                self.choosing.show()
            elif turn is not None and self.ui.message is None:
                # A refused card has said why; that stays until something else is chosen.
                self.choosing.tell_what_may_be_played(turn)
        self.repaint()

    def action_letter(self, letter: str) -> None:
        """A letter: an answer to the question where it has one, else a key of the table."""
        if self.too_soon():
            return
        if self.choosing.letter(letter):
            self._key_pressed(chosen=True)
        else:
            self._key_pressed()
            deed = LETTERS.get(letter)  # the letters of contracts are only answers
            if deed is not None:
                deed(self)
        self.repaint()
