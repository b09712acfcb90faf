"""The title: everything that can be done from here."""

from __future__ import annotations

from tui.keymap import bindings
from tui.present.canvas import Canvas
from tui.present.look import Look
from tui.present.menu import MenuLine, draw_title
from tui.screens.base import JassScreen

__all__ = ["TitleScreen"]

ENTRIES = ("host", "join", "practise", "continue", "replays", "league", "rules", "settings")


class TitleScreen(JassScreen[None]):
    """The first screen of `jass` without a command."""

    BINDINGS = bindings("title")
    help_scope = "title"

    def __init__(self) -> None:
        super().__init__()
        self._chosen = 0

    def draw(self, look: Look) -> Canvas:
        """The list."""
        lines = [
            MenuLine(look.say(f"title.{name}"), look.say(f"title.{name}.note")) for name in ENTRIES
        ]
        return draw_title(look, lines, self._chosen, look.say("title.foot"))

    def action_move(self, step: int) -> None:
        """Up and down."""
        self._chosen = (self._chosen + step) % len(ENTRIES)
        self.repaint()

    def action_digit(self, number: int) -> None:
        """A digit opens at once: nothing here cannot be undone."""
        if number <= len(ENTRIES):
            self._chosen = number - 1
            self.repaint()
            self.action_choose()

    def action_choose(self) -> None:
        """Opens what is chosen."""
        self.jass.from_title(ENTRIES[self._chosen])

    def action_leave(self) -> None:
        """Ends the program."""
        self.jass.quit(0)

    def action_back(self) -> None:
        """Esc, which people press once too often on the way back, asks."""
        self.jass.ask_end()
