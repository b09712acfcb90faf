"""A line to the others: free words between hands, phrases during one, as at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.commands import SayText
from tui.present.look import Look
from tui.present.menu import MenuLine
from tui.present.words import is_quiet, phrases, said_for
from tui.screens.dialog import Pick, TypeLine

if TYPE_CHECKING:
    from tui.app import JassApp

__all__ = ["ask_for_line"]


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

    if is_quiet(app.known.view):
        lines = [MenuLine(phrase) for phrase in stock]
        app.push_screen(Pick(title, lines, say("chat.quiet"), "key.say"), picked)
    else:
        listed = "   ".join(f"{number} {phrase}" for number, phrase in enumerate(stock, 1))
        notes = [say("chat.stock", phrases=listed)]
        app.push_screen(TypeLine(title, say("chat.ask"), notes=notes), typed)
