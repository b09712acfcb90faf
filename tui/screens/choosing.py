"""What is chosen before Enter answers: a card of the hand, or a line of the open question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.actions import Play
from net.updates import TurnCame
from tui.present.ask import Answer, Question
from tui.present.facts import hand_of
from tui.present.numbers import rank_question
from tui.present.question import question_of, weis_question
from tui.present.status import allowed_keys, playable, refusal
from tui.present.words import reason_text

if TYPE_CHECKING:
    from tui.screens.table import TableScreen

__all__ = ["Choosing"]


class Choosing:
    """The open question and the hand, as digits, arrows, Enter, Backspace and Esc see them.

    Args:
        screen: the table that shows what is chosen and carries out what is answered.
    """

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        self._ui = screen.ui
        self.question: Question | None = None
        """What is asked, also while Esc has put it out of sight."""
        self.typed = ""
        """The digits of a number so far."""
        self._hidden = False

    @property
    def open(self) -> Question | None:
        """The question that lies over the table."""
        return None if self._hidden else self.question

    @property
    def answer_keys(self) -> Sequence[tuple[str, str]]:
        """The keys of the open question, and what each answers."""
        if self.open is None or self.open.digits:
            return ()
        return [
            (" ".join(filter(None, (_digit(answer), answer.letter))), answer.label)
            for answer in self.open.answers
        ]

    @property
    def digits(self) -> str:
        """The digits that answer, as a range: of the question, else of the cards of the hand."""
        if self.open is not None and not self.open.digits:
            found = sorted(one.digit for one in self.open.answers if one.digit is not None)
        elif self.open is None and self._screen.known.view is not None:
            found = [place % 10 for place in range(1, len(self._screen.known.view.hand) + 1)]
        else:
            found = [0, 9]
        if not found:
            return ""
        low, high = min(found), max(found)
        return str(low) if low == high else f"{low}-{high}"

    # --- what is asked ---

    def asked(self, turn: TurnCame) -> bool:
        """A new turn; returns whether it opened a question."""
        self._hidden, self._ui.stoeck_on = False, False
        question = question_of(self._screen.look, self._screen.known, turn)
        if question is None:
            ways = [action for action in turn.actions if isinstance(action, Play)]
            question = weis_question(self._screen.look, self._screen.known, ways)
        self.ask(question, None if question is None else question.first)
        return question is not None

    def asked_again(self, turn: TurnCame) -> None:
        """The same turn once more, after a refusal."""
        if self.question is None:
            self.question = question_of(self._screen.look, self._screen.known, turn)

    def ask(self, question: Question | None, choice: int | None = None) -> None:
        """Asks this from now on."""
        self.question, self._ui.choice, self.typed = question, choice, ""

    def show(self) -> None:
        """Brings the question into sight that Esc had put away."""
        self._hidden = False

    def forget(self) -> None:
        """Nothing is asked any more."""
        self.question, self.typed = None, ""

    # --- keys ---

    def digit(self, number: int) -> None:
        """A digit chooses; twice the same answers."""
        question = self.open
        if question is None:
            self._choose_card(number)
        elif question.digits:
            self._type(question, (self.typed + str(number))[-3:].lstrip("0") or "0")
        else:
            self._choose_answer(question, number)

    def _choose_answer(self, question: Question, number: int) -> None:
        found = [place for place, one in enumerate(question.answers) if one.digit == number]
        if not found and question.kind == "number":
            self._out_of_range(question, str(number))
        elif not found:
            self._screen.tell(self._screen.say("choose.no_digit", digit=number), "bad")
        elif self._ui.choice == found[0]:
            self._answer(question, question.answers[found[0]])  # twice the same, as with a card
        else:
            self._ui.choice = found[0]

    def _out_of_range(self, question: Question, number: str) -> None:
        low, high = question.answers[0].label, question.answers[-1].label
        told = self._screen.say("choose.out_of_range", number=number, low=low, high=high)
        self._screen.tell(told, "bad")

    def _type(self, question: Question, typed: str) -> None:
        labels = [answer.label for answer in question.answers]
        self.typed = typed
        self._ui.choice = labels.index(typed) if typed in labels else None

    def erase(self) -> None:
        """Backspace: takes the last digit of a number back, or the choice."""
        question = self.open
        if question is not None and question.digits:
            self._type(question, self.typed[:-1])
        elif question is not None:
            self._ui.choice = None
        else:
            self._ui.selected = None

    def letter(self, letter: str) -> bool:
        """Whether a letter is an answer of the open question, which it then chooses."""
        for place, answer in enumerate(self.open.answers if self.open is not None else ()):
            if answer.letter == letter:
                self._ui.choice = place
                return True
        return False

    def _choose_card(self, number: int) -> None:
        screen, view = self._screen, self._screen.known.view
        place = (number - 1) % 10  # 0 is the tenth
        if view is None or not view.hand:
            return
        if not place < len(view.hand):
            screen.tell(screen.say("choose.no_digit", digit=number), "bad")
            return
        held = hand_of(view)[place]
        turn = screen.known.turn
        if turn is None:
            screen.tell(screen.say("table.no_turn"), "dim")
            return
        if held.slot not in playable(turn.actions):
            reason = refusal(view, held.slot, held.card)
            words = "" if reason is None else reason_text(screen.look, reason)
            card = screen.look.skin.card(held.card)
            screen.tell(screen.say("table.not_allowed", card=card, reason=words), "bad")
            self._ui.selected = None
            return
        again = self._ui.selected == held.slot
        self._ui.selected = held.slot
        if again or screen.jass.settings.one_key:
            self._play()

    def confirm(self) -> bool:
        """Enter: plays or answers what is chosen; returns whether there was something to do."""
        screen, question = self._screen, self.open
        if question is not None and self._ui.choice is not None:
            self._answer(question, question.answers[self._ui.choice])
        elif question is not None and self.typed:
            self._out_of_range(question, self.typed)
        elif question is None and self._ui.selected is not None and screen.known.turn is not None:
            self._play()
        else:
            return question is not None
        return True

    def _play(self) -> None:
        turn, slot = self._screen.known.turn, self._ui.selected
        if turn is None or slot is None:
            return
        ways = playable(turn.actions).get(slot, ())
        # Where announcing or calling is done by hand the engine offers each card both ways.
        ways_weis = [way for way in ways if (way.weis is not None) == self._ui.weis_on]
        ways_weis = ways_weis or list(ways)
        chosen = [way for way in ways_weis if way.stoeck == self._ui.stoeck_on] or ways_weis
        if any(way.rank is not None for way in chosen):
            self.ask(rank_question(self._screen.look, chosen))
            self.show()
        elif chosen:
            self._screen.perform(max(chosen, key=lambda way: way.weis or 0))

    def _answer(self, question: Question, answer: Answer) -> None:
        if question.kind == "weis":
            self._ui.weis_on = answer.digit != 0
            self.question = None
        elif answer.locked:
            self._screen.tell(answer.locked, "bad")
        elif answer.more is not None:
            self.ask(answer.more)
        elif answer.action is not None:
            self._screen.perform(answer.action)

    def tell_what_may_be_played(self, turn: TurnCame) -> None:
        """Enter without a choice: which cards there are to choose from."""
        view = self._screen.known.view
        hand = hand_of(view) if view is not None else ()
        digits = allowed_keys(hand, playable(turn.actions))
        self._screen.tell(self._screen.say("table.no_choice", digits=digits), "dim")

    def clear(self) -> None:
        """Esc: takes the choice back, then the question away."""
        if self.open is None:
            self._ui.selected = None
        elif self._ui.choice is not None or self.typed:
            self._ui.choice, self.typed = None, ""
        else:
            self._step_back(self.open)

    def _step_back(self, question: Question) -> None:
        """From what a column or a joker is to be, back to choosing it; else out of the way."""
        turn = self._screen.known.turn
        if turn is None or question.kind not in ("rank", "column"):
            self._hidden = True
        else:
            self.question = question_of(self._screen.look, self._screen.known, turn)

    def move(self, step: int) -> None:
        """Arrows: the next answer, or the next card that may be played."""
        if self.open is None:
            self._next_card(step)
        else:
            self._ui.choice = _next(self._ui.choice, step, len(self.open.answers))

    def _next_card(self, step: int) -> None:
        view, turn = self._screen.known.view, self._screen.known.turn
        if view is None or turn is None:
            return
        ways = playable(turn.actions)
        slots = [held.slot for held in hand_of(view) if held.slot in ways]
        if slots:
            place = slots.index(self._ui.selected) if self._ui.selected in slots else None
            self._ui.selected = slots[_next(place, step, len(slots))]


def _digit(answer: Answer) -> str:
    return "" if answer.digit is None else str(answer.digit)


def _next(place: int | None, step: int, count: int) -> int:
    if place is None:
        return 0 if step > 0 else count - 1
    return (place + step) % count
