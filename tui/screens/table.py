"""The screen of a running Partie: keys to commands, updates to drawings."""

from __future__ import annotations

import time
from collections.abc import Sequence

from engine.actions import (
    Action,
    Bedanken,
    CallStoeck,
    ClaimRest,
    CorrectWeis,
    Play,
    ShowStoeck,
)
from engine.events import DealerDrawn, Dealt, HandStarted, TrickTaken
from engine.state import Step, Trick
from net.updates import (
    ActionRefused,
    Admit,
    CommandRefused,
    GameFinished,
    HandFinished,
    OrdererChanged,
    Perform,
    Ready,
    TurnCame,
    Update,
    ViewChanged,
)
from tui.keymap import bindings
from tui.present.ask import Answer, Question
from tui.present.canvas import Canvas
from tui.present.known import Known
from tui.present.look import Key, Look
from tui.present.menu import MenuLine
from tui.present.numbers import rank_question
from tui.present.panel import taken_words
from tui.present.question import (
    action_words,
    draw_question,
    own_weise,
    question_of,
    weis_question,
)
from tui.present.status import card_key, playable, refusal
from tui.present.table import draw_table
from tui.present.ui import Lying, TableUi
from tui.present.words import cards_text, notice_of, reason_text, weis_name
from tui.screens.base import JassScreen
from tui.screens.dialog import Ask, Pick
from tui.screens.ends import BoardScreen, GameEndScreen, HandEndScreen, ProofScreen
from tui.screens.failed import refused_text
from tui.screens.pages import BossScreen, HistoryScreen
from tui.screens.word import WordScreen

__all__ = ["TableScreen"]

NOTICE_SECONDS = 2.0
"""What was said stays at least this long, and until a key is pressed after that."""

MESSAGE_SECONDS = 4.0
"""How long the answer to a key that did nothing stays."""


def _digit(answer: Answer) -> str:
    return "" if answer.digit is None else str(answer.digit)


def _as_lying(trick: Trick) -> Lying:
    return Lying(trick.plays, trick.leader, trick.winner, trick.points, trick.number, trick.counts)


class TableScreen(JassScreen[None]):
    """The table."""

    BINDINGS = bindings("table")
    help_scope = "table"

    def __init__(self) -> None:
        super().__init__()
        self.ui = TableUi()
        self.question: Question | None = None
        self._typed = ""
        self._hidden = False
        self._noticed_at = 0.0
        self._lying_until = 0.0
        self._turn_no: tuple[int, int] | None = None
        self._told_at = 0.0
        self._first_dealer = ""

    @property
    def asked_keys(self) -> Sequence[tuple[str, str]]:
        """The answers of the open question."""
        question = self._open_question
        if question is None or question.digits:
            return ()
        return [
            (" ".join(filter(None, (_digit(answer), answer.letter))), answer.label)
            for answer in question.answers
        ]

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
        self.repaint()

    def _tell(self, text: str, ink: str) -> None:
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
        if self._open_question is not None:
            draw_question(canvas, look, self.known, self._open_question, self.ui, self._typed)
        return canvas

    def _keys(self) -> Sequence[Key]:
        word: list[Key] = [("i", "key.word")] if self.known.word_open else []
        if self._open_question is not None:
            return (
                ("0-9", "key.choose"),
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
        keys: list[Key] = [("1-9", "key.choose"), ("Enter", "key.play"), *word]
        can = self._possible()
        if any(isinstance(action, ClaimRest) for action in can):
            keys.append(("r", "key.rest"))
        if any(isinstance(action, Bedanken) for action in can):
            keys.append(("b", "key.bedanken"))
        if any(isinstance(action, (ShowStoeck, CallStoeck)) for action in can) or self._may_call():
            keys.append(("s", "key.stoeck"))
        if view is not None and view.last_trick is not None and self.look.compact:
            keys.append(("l", "key.last"))  # elsewhere it stands beside that trick
        keys.append(("t", "key.board"))
        if view is not None and (view.weise or any(view.announced)):
            keys.append(("w", "key.weis"))
        keys += [("c", "key.chat"), ("q", "key.leave"), ("?", "key.more")]
        return keys

    @property
    def _open_question(self) -> Question | None:
        return None if self._hidden else self.question

    # --- updates ---

    def told(self, update: Update) -> None:
        """Something happened at the table."""
        match update:
            case ViewChanged():
                self._happened(update)
            case TurnCame():
                self._asked(update)
            case ActionRefused():
                text = self.say("table.refused", reason=reason_text(self.look, update.reason))
                self._tell(text, "bad")
            case CommandRefused():
                self._tell(refused_text(self.look, update), "bad")
            case OrdererChanged(name=name, you=you):
                self.ui.notices.append(
                    self.say("orderer.you") if you else self.say("orderer.other", name=name)
                )
                self._noticed_at = time.monotonic()
            case HandFinished():
                self._after_linger(self._show_hand_end)
            case GameFinished():
                self._after_linger(self._show_game_end)
            case _:
                pass
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
                self._let_lie(_as_lying(trick))
        slots = {held.slot for held in view.hand}
        if self.ui.selected not in slots:
            self.ui.selected = None
        if self.known.turn is None:
            self.question = None
            self._typed = ""

    def on_screen_resume(self) -> None:
        """Whatever lay over the table is gone: what waited for that comes now."""
        super().on_screen_resume()
        self.jass.show_what_waited()

    def _fresh_hand(self) -> None:
        self.jass.waiting_screen = None
        self.ui.lying = None
        self.ui.looking = None
        self.ui.message = None
        self.ui.weis_on = True
        self.ui.stoeck_on = False
        self.ui.notices[:] = [self._first_dealer] if self._first_dealer else []

    def _let_lie(self, lying: Lying) -> None:
        seconds = self.jass.settings.linger_ms / 1000
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
            self.ui.choice = None
            self._typed = ""
            self._hidden = False
            self.ui.stoeck_on = False
            self.question = question_of(self.look, self.known, turn)
            if self.question is None:
                ways = [action for action in turn.actions if isinstance(action, Play)]
                self.question = weis_question(self.look, self.known, ways)
            if self.question is not None:
                self.ui.choice = self.question.first
                self.fall_asleep()
            if self.jass.settings.bell:
                self.app.bell()
        elif self.question is None:
            self.question = question_of(self.look, self.known, turn)

    def _after_linger(self, then: object) -> None:
        wait = max(self._lying_until - time.monotonic(), 0.01)
        self.set_timer(wait, then)  # type: ignore[arg-type]

    def _show_hand_end(self) -> None:
        known = self.known
        if known.hand is None or known.game is not None or known.view is None:
            return
        if known.view.hand_no == known.hand.result.hand:  # else a bot at my seat is far ahead
            self.jass.show_over_table(HandEndScreen(known.hand))

    def _show_game_end(self) -> None:
        if self.known.game is not None:
            self.jass.show_over_table(GameEndScreen(self.known.game))

    # --- keys ---

    def _key_pressed(self, *, chosen: bool = False) -> None:
        if self.ui.notices and time.monotonic() - self._noticed_at > NOTICE_SECONDS:
            self.ui.notices.clear()
            self._first_dealer = ""
        if chosen:
            self.ui.message = None
            self.ui.looking = None
        else:
            self._forget("dim", "say")

    def _possible(self) -> tuple[Action, ...]:
        turn = self.known.turn
        if turn is not None:
            return (*turn.actions, *turn.unasked)
        return self.jass.unasked_now()

    def _do(self, action: Action) -> None:
        self.known.answered()
        self.ui.selected = None
        self.question = None
        self._typed = ""
        self.ui.lying = None
        self.ui.message = None
        self.jass.act(Perform(action))
        self.repaint()

    def action_digit(self, number: int) -> None:
        """A digit chooses; only the setting «one key» lets it play."""
        if self.asleep:
            return
        question = self._open_question
        self._key_pressed(chosen=True)
        if question is not None:
            self._choose_digit(question, number)
        else:
            self._choose_card(number)
        self.repaint()

    def _choose_digit(self, question: Question, number: int) -> None:
        if question.digits:
            self._type(question, (self._typed + str(number))[-3:].lstrip("0") or "0")
            return
        found = [place for place, one in enumerate(question.answers) if one.digit == number]
        if not found:
            self._tell(self.say("choose.no_digit", digit=number), "bad")
        elif self.ui.choice == found[0]:
            self._answer(question, question.answers[found[0]])  # twice the same, as with a card
        else:
            self.ui.choice = found[0]

    def _type(self, question: Question, typed: str) -> None:
        labels = [answer.label for answer in question.answers]
        self._typed = typed
        self.ui.choice = labels.index(typed) if typed in labels else None

    def action_erase(self) -> None:
        """Backspace: takes the last digit of a number back, or the choice."""
        if self.asleep:
            return
        question = self._open_question
        self._key_pressed(chosen=True)
        if question is not None and question.digits:
            self._type(question, self._typed[:-1])
        elif question is not None:
            self.ui.choice = None
        else:
            self.ui.selected = None
        self.repaint()

    def _choose_card(self, number: int) -> None:
        view = self.known.view
        place = (number - 1) % 10  # 0 is the tenth
        if view is None or not place < len(view.hand):
            return
        held = view.hand[place]
        turn = self.known.turn
        if turn is None:
            self._tell(self.say("table.no_turn"), "dim")
            return
        if held.slot not in playable(turn.actions):
            reason = refusal(view, held.slot, held.card)
            words = "" if reason is None else reason_text(self.look, reason)
            card = self.look.skin.card(held.card)
            self._tell(self.say("table.not_allowed", card=card, reason=words), "bad")
            self.ui.selected = None
            return
        again = self.ui.selected == held.slot
        self.ui.selected = held.slot
        if again or self.jass.settings.one_key:
            self._play()

    def _play(self) -> None:
        turn, slot = self.known.turn, self.ui.selected
        if turn is None or slot is None:
            return
        ways = playable(turn.actions).get(slot, ())
        # Where announcing or calling is done by hand the engine offers each card both ways.
        ways_weis = [way for way in ways if (way.weis is not None) == self.ui.weis_on] or list(ways)
        chosen = [way for way in ways_weis if way.stoeck == self.ui.stoeck_on] or ways_weis
        if any(way.rank is not None for way in chosen):
            self.question, self._hidden = rank_question(self.look, chosen), False
            self.ui.choice, self._typed = None, ""
            self.repaint()
        elif chosen:
            self._do(max(chosen, key=lambda way: way.weis or 0))

    def action_confirm(self) -> None:
        """Enter: plays or answers what is chosen; without a choice it does nothing."""
        if self.asleep:
            return
        question = self._open_question
        if question is not None:
            if self.ui.choice is not None:
                self._answer(question, question.answers[self.ui.choice])
            elif self._typed:
                low, high = question.answers[0].label, question.answers[-1].label
                told = self.say("choose.out_of_range", number=self._typed, low=low, high=high)
                self._tell(told, "bad")
                self.repaint()
            return
        if self.ui.selected is not None and self.known.turn is not None:
            self._play()
            return
        self._key_pressed()
        self.ui.looking = None
        if self.known.turn is None and self.known.ready_wanted:
            self.jass.act(Ready())
            return
        if self.question is not None:
            self._hidden = False
        elif self.known.turn is not None and self.ui.message is None:
            # A refused card has said why; that stays until something else is chosen.
            ways = playable(self.known.turn.actions)
            hand = self.known.view.hand if self.known.view is not None else ()
            digits = " ".join(card_key(n) for n, held in enumerate(hand) if held.slot in ways)
            self._tell(self.say("table.no_choice", digits=digits), "dim")
        self.repaint()

    def _answer(self, question: Question, answer: Answer) -> None:
        if question.kind == "weis":
            self.ui.weis_on = answer.digit != 0
            self.question = None
            self.repaint()
        elif answer.locked:
            self._tell(answer.locked, "bad")
            self.repaint()
        elif answer.more is not None:
            self.question, self.ui.choice, self._typed = answer.more, None, ""
            self.repaint()
        elif answer.action is not None:
            self._do(answer.action)

    def action_clear(self) -> None:
        """Esc: takes the choice back, then the question away, then what lies open."""
        self._key_pressed(chosen=True)
        if self._open_question is not None:
            if self.ui.choice is not None or self._typed:
                self.ui.choice, self._typed = None, ""
            else:
                self._step_back()
        else:
            self.ui.selected = None
        self.repaint()

    def _step_back(self) -> None:
        """From what a column or a joker is to be, back to choosing it; else out of the way."""
        turn = self.known.turn
        if self.question is None or turn is None or self.question.kind not in ("rank", "column"):
            self._hidden = True
        else:
            self.question = question_of(self.look, self.known, turn)

    def action_move(self, step: int) -> None:
        """Arrows: the next answer, or the next card that may be played."""
        if self.asleep:
            return
        question = self._open_question
        if question is not None:
            count = len(question.answers)
            self.ui.choice = (
                (0 if step > 0 else count - 1)
                if self.ui.choice is None
                else (self.ui.choice + step) % count
            )
        else:
            self._key_pressed(chosen=True)
            self._next_card(step)
        self.repaint()

    def _next_card(self, step: int) -> None:
        view, turn = self.known.view, self.known.turn
        if view is None or turn is None:
            return
        ways = playable(turn.actions)
        slots = [held.slot for held in view.hand if held.slot in ways]
        if not slots:
            return
        if self.ui.selected in slots:
            place = (slots.index(self.ui.selected) + step) % len(slots)
        else:
            place = 0 if step > 0 else len(slots) - 1
        self.ui.selected = slots[place]

    def action_letter(self, letter: str) -> None:
        """A letter: an answer to the question where it has one, else a key of the table."""
        if self.asleep:
            return
        question = self._open_question
        if question is not None:
            for place, answer in enumerate(question.answers):
                if answer.letter == letter:
                    self._key_pressed(chosen=True)
                    self.ui.choice = place
                    self.repaint()
                    return
        self._key_pressed()
        deed = getattr(self, f"_letter_{letter}", None)
        if deed is not None:
            deed()
        self.repaint()

    def _letter_l(self) -> None:
        view = self.known.view
        tricks = view.seen_tricks if view is not None else ()
        if view is None or not tricks:
            self._tell(self.say("table.no_last"), "dim")
            self.ui.looking = None
            return
        looking = self.ui.looking
        seen = [_as_lying(one) for one in tricks]
        if looking is None:
            self.ui.looking = seen[-1]
        else:
            place = seen.index(looking) if looking in seen else 0
            self.ui.looking = seen[place - 1] if place > 0 else None
        if self.ui.looking is not None and self.ui.looking.winner is not None:
            winner = self.ui.looking.winner
            text = taken_words(self.look, self.known, view, winner, self.ui.looking)
            self.ui.message = (text, "title")

    def _letter_t(self) -> None:
        self.action_board()

    def action_board(self) -> None:
        """The Jasstafel."""
        self.app.push_screen(BoardScreen())

    def _letter_w(self) -> None:
        view = self.known.view
        turn = self.known.turn
        corrections = [one for one in self._possible() if isinstance(one, CorrectWeis)]
        ways = [one for one in turn.actions if isinstance(one, Play)] if turn else []
        question = weis_question(self.look, self.known, ways)
        if question is not None:
            self.question, self._hidden = question, False
            self.ui.choice = 0 if self.ui.weis_on else len(question.answers) - 1
        elif corrections:
            answers = [
                MenuLine(
                    self.say("weis.keep_silent")
                    if one.weis is None
                    else self.say("weis.announce", points=one.weis)
                )
                for one in corrections
            ]

            def correct(place: int | None) -> None:
                if place is not None:
                    self.jass.act(Perform(corrections[place]))

            title = f"JASS   {self.say('weis.correct')}"
            self.app.push_screen(Pick(title, answers, pick="key.announce"), correct)
        elif view is not None and view.weise:
            shown = "   ".join(
                f"{self.known.name(one.seat)}: {weis_name(self.look, cards)} "
                f"({cards_text(self.look, cards)}) {one.points}"
                for one in view.weise
                for cards in [[card for _, card in one.cards]]
            )
            self._tell(shown, "say")
        elif view is not None and any(view.announced):
            said = "   ".join(
                self.say("weis.said", name=self.known.name(seat), points=points)
                for seat, points in enumerate(view.announced)
                if points is not None
            )
            self._tell(said, "say")
        elif view is not None and (own := own_weise(self.look, view)):
            self._tell(self.say("weis.own", weise="   ".join(own)), "say")
        else:
            self._tell(self.say("table.no_weis"), "dim")

    def _may_call(self) -> bool:
        turn = self.known.turn
        if turn is None:
            return False
        kinds = {one.stoeck for one in turn.actions if isinstance(one, Play)}
        return kinds == {True, False}

    def _letter_s(self) -> None:
        view = self.known.view
        if self._open_question is not None and view is not None and view.step is Step.CHOOSE:
            self._tell(self.say("choose.no_push"), "bad")
            return
        for action in self._possible():
            if isinstance(action, (ShowStoeck, CallStoeck)):
                self._sure("table.stoeck_ask", action)
                return
        if self._may_call():
            self.ui.stoeck_on = not self.ui.stoeck_on
        else:
            self._tell(self.say("table.no_stoeck"), "dim")

    def _letter_b(self) -> None:
        self._claim(Bedanken, "table.bedanken_ask", "table.no_bedanken")

    def _letter_r(self) -> None:
        self._claim(ClaimRest, "table.rest_ask", "table.no_rest")

    def _claim(self, kind: type[Action], ask: str, no: str) -> None:
        for action in self._possible():
            if isinstance(action, kind):
                self._sure(ask, action)
                return
        self._tell(self.say(no), "dim")

    def _sure(self, code: str, action: Action) -> None:
        def answered(yes: bool | None) -> None:
            if yes:
                self._do(action)

        self.app.push_screen(Ask(self.say(code)), answered)

    def _letter_c(self) -> None:
        self.jass.chat()

    def _letter_h(self) -> None:
        self.app.push_screen(HistoryScreen())

    def _letter_v(self) -> None:
        self.jass.next_deck()

    def _letter_p(self) -> None:
        self.app.push_screen(ProofScreen())

    def _letter_i(self) -> None:
        if self.known.word_open:
            self.app.push_screen(WordScreen())
        else:
            compared = self.known.word is not None
            self._tell(self.say("lobby.word_ok" if compared else "lobby.no_word"), "dim")

    def _letter_d(self) -> None:
        """What a good player would do, and why (rules 1.13)."""
        from engine.bots import hints

        view = self.known.view
        best = hints(view)[:1] if view is not None and self.known.turn is not None else ()
        if best:
            what = action_words(self.look, best[0].action)
            why = self.say(best[0].reason.value)
            self._tell(self.say("table.hint", what=what, why=why), "say")
        else:
            self._tell(self.say("table.no_hint"), "dim")

    def _letter_k(self) -> None:
        self.app.push_screen(BossScreen())

    def _letter_q(self) -> None:
        self.jass.leave_table()

    def _letter_a(self) -> None:
        self._admit(yes=True)

    def _letter_x(self) -> None:
        self._admit(yes=False)

    def _admit(self, *, yes: bool) -> None:
        if self.known.knocks:
            knock = self.known.knocks[0]
            self.jass.act(Admit(knock.identity_hex, yes))
            self.known.knock_answered(knock.identity_hex)
