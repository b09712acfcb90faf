"""A line to the others: free words between hands, phrases during one, as at a table.

What was said before stands there in full: the table has room for its beginning only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events

from net.commands import SayText
from tui.present.canvas import Canvas, fit
from tui.present.chat import draw_said, said_lines
from tui.present.look import Look
from tui.present.menu import MenuLine, wrap
from tui.present.words import is_quiet, phrases, said_for
from tui.screens.dialog import Decide, Page, TypeLine

if TYPE_CHECKING:
    from tui.app import JassApp

__all__ = ["ask_for_line"]


class _Words(TypeLine):
    """A line of one's own, below what was said."""

    def draw(self, look: Look) -> Canvas:
        """The prompt, and what was said above it."""
        canvas = super().draw(look)
        top = 3 + sum(len(wrap(note, look.width - 2)) for note in self._notes)
        draw_said(canvas, self.jass.known.chat, 1, top, look.height - 3, look.width - 2)
        return canvas


class _Phrases(Decide):
    """The words that may be said during a hand, and what was said.

    Whoever types a sentence of their own is told when that goes, and sends nothing by it: after a
    letter only what is chosen again counts.
    """

    def __init__(self, title: str, lines: Sequence[MenuLine], note: str, pick: str) -> None:
        super().__init__(title, lines, note, pick)
        self._typed = False

    def draw(self, look: Look) -> Canvas:
        """The list, and what was said below it."""
        canvas = super().draw(look)
        airy = look.height >= 14
        note = len(wrap(self._note, look.width - 2)) + 1 if airy else 0
        top = 2 + len(self._lines) + (2 if airy else 0)
        bottom = look.height - 1 - note
        draw_said(canvas, self.jass.known.chat, 1, top, bottom, look.width - 2)
        if self._typed:
            canvas.clear(0, look.height - 2, look.width, 1)
            canvas.put(1, look.height - 2, fit(look.say("chat.later"), look.width - 2), "dim")
        return canvas

    def on_key(self, event: events.Key) -> None:
        """A letter or Space is meant for a sentence."""
        if event.is_printable and event.key not in self.active_bindings:
            event.stop()
            self._typed = True
            self.repaint()

    def action_move(self, step: int) -> None:
        """Up and down."""
        self._typed = False
        super().action_move(step)

    def action_digit(self, number: int) -> None:
        """A digit sends its line; in a sentence it only goes there."""
        self._at_once, self._typed = not self._typed, False
        super().action_digit(number)

    def action_choose(self) -> None:
        """Enter sends what is chosen, and not what happens to be after a sentence."""
        if not self._typed:
            super().action_choose()


class _Heard(Page):
    """What was said, for somebody who looks on and says nothing."""

    def lines(self, look: Look) -> Sequence[tuple[str, str]]:
        """The messages, the newest at the bottom."""
        chat = self.jass.known.chat
        lines = said_lines(chat, look.width - 2, sum(len(one.text) for one in chat) + 1)
        return [(f"{name}  {words}" if name else f" {words}", "say") for name, words in lines]


def ask_for_line(app: JassApp) -> None:
    """Asks for a line of chat, or which phrase while nobody may talk (rules 1.0.9)."""
    look = Look(80, 24, app.settings)
    say, stock = look.say, phrases(look)
    title = f"JASS   {say('chat.prompt')}"

    def typed(line: str | None) -> None:
        if line:
            app.act(SayText(said_for(look, line)))

    def picked(place: int | None) -> None:
        if place is not None:
            app.act(SayText(stock[place]))

    if app.known.watching:
        app.push_screen(_Heard(title, at_end=True))
    elif is_quiet(app.known.view):
        lines = [MenuLine(phrase) for phrase in stock]
        app.push_screen(_Phrases(title, lines, say("chat.quiet"), "key.say"), picked)
    else:
        listed = "   ".join(f"{number} {phrase}" for number, phrase in enumerate(stock, 1))
        notes = [say("chat.stock", phrases=listed)]
        app.push_screen(_Words(title, say("chat.ask"), notes=notes), typed)
