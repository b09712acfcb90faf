"""The end of a session: one plain sentence, before its time; one line while it is being saved."""

from __future__ import annotations

from net.commands import JoinConfig
from net.updates import CommandRefused, Failed
from tui.keymap import bindings
from tui.present.canvas import Canvas
from tui.present.look import Look, foot, head
from tui.present.menu import wrap
from tui.screens.base import JassScreen
from tui.texts import has_text

__all__ = ["FailedScreen", "SavingScreen", "failure_text", "refused_text"]


def failure_text(look: Look, failed: Failed) -> str:
    """The sentence of a failure in this player's language; the session's own where none is."""
    code = f"error.{failed.code}"
    if failed.code == "no_table" and "table" in failed.facts:
        code = "error.no_such_table" if failed.facts["table"] else "error.no_table_found"
    if has_text(code):
        return look.say(code, **failed.facts)
    return failed.facts.get("sentence", failed.code)


def refused_text(look: Look, refused: CommandRefused) -> str:
    """Why a command was not done, in one sentence."""
    code = f"error.{refused.code}"
    return look.say(code if has_text(code) else "error.bad_options", **refused.facts)


class FailedScreen(JassScreen[None]):
    """What went wrong, and the way back."""

    BINDINGS = bindings("failed")
    scopes = ("failed",)

    def __init__(self, failed: Failed) -> None:
        super().__init__(pushed=True)
        self._failed = failed

    def draw(self, look: Look) -> Canvas:
        """The sentence."""
        canvas = look.canvas()
        y = head(canvas, f"JASS   {look.say(self._title())}")
        for line in wrap(failure_text(look, self._failed), look.width - 4):
            y += 1
            canvas.put(2, y, line, "bad")
        log = self.jass.known.game.log if self.jass.known.game is not None else None
        if log is not None:
            canvas.put(2, y + 2, look.say("game.log", log=log), "dim")
        foot(canvas, look, (("Enter", "key.back"),))
        return canvas

    def _title(self) -> str:
        """What failed: only a table that was open can have come to its end."""
        if self._failed.code in ("kicked", "host_kicked"):
            return "failed.kicked"
        if self.jass.known.table is not None:
            return "failed.title"
        joining = isinstance(self.jass.config, JoinConfig)
        return "failed.no_seat" if joining else "failed.no_table"

    def action_back(self) -> None:
        """Back."""
        if not self.too_soon():
            self.dismiss(None)


class SavingScreen(JassScreen[None]):
    """The table was left; the others get the last entry."""

    def draw(self, look: Look) -> Canvas:
        """One line."""
        canvas = look.canvas()
        y = head(canvas, "JASS")
        canvas.put(1, y + 1, look.say("table.saving"), "strong")
        return canvas
