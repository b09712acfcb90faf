"""The session ended before its time: one plain sentence."""

from __future__ import annotations

from net.updates import Failed
from tui.keymap import bindings
from tui.present.canvas import Canvas
from tui.present.look import Look, foot, head
from tui.present.menu import wrap
from tui.screens.base import JassScreen
from tui.texts import has_text

__all__ = ["FailedScreen", "failure_text"]


def failure_text(look: Look, failed: Failed) -> str:
    """The sentence of a failure in this player's language; the session's own where none is."""
    code = f"error.{failed.code}"
    if has_text(code):
        return look.say(code, **failed.facts)
    return failed.facts.get("sentence", failed.code)


class FailedScreen(JassScreen[None]):
    """What went wrong, and the way back."""

    BINDINGS = bindings("list")

    def __init__(self, failed: Failed) -> None:
        super().__init__(pushed=True)
        self._failed = failed

    def draw(self, look: Look) -> Canvas:
        """The sentence."""
        canvas = look.canvas()
        y = head(canvas, f"JASS   {look.say('failed.title')}")
        for line in wrap(failure_text(look, self._failed), look.width - 4):
            y += 1
            canvas.put(2, y, line, "bad")
        log = self.jass.known.game.log if self.jass.known.game is not None else None
        if log is not None:
            canvas.put(2, y + 2, look.say("game.log", log=log), "dim")
        foot(canvas, look, (("Enter", "key.back"),))
        return canvas

    def action_choose(self) -> None:
        """Back."""
        if not self.asleep:
            self.dismiss(None)

    def action_back(self) -> None:
        """Back."""
        self.action_choose()
