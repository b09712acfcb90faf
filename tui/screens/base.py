"""What all screens share: one sheet, drawn by a pure function, and a pause before keys count."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar, cast

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.screen import Screen

from net.updates import Update
from tui.present.canvas import Canvas, fit
from tui.present.look import Look
from tui.texts import Say
from tui.widgets.sheet import Sheet

if TYPE_CHECKING:
    from tui.app import JassApp

__all__ = ["DEAD_TIME", "JassScreen"]

DEAD_TIME = 0.4
"""Seconds in which a screen that the network opened takes no key: a player about to play card 1
must not answer a question with it."""

TOLD_SECONDS = 1.5
"""How long it is said that a key came too soon."""

Result = TypeVar("Result")


class JassScreen(Screen[Result], Generic[Result]):
    """A screen that is one drawing.

    Args:
        pushed: the network opened it, not a key: keys count after a pause.
    """

    AUTO_FOCUS = ""
    scopes: ClassVar[tuple[str, ...]] = ()
    """Whose keys of the keymap this screen has; the help lists them."""
    typing: ClassVar[bool] = False
    """Whether keys that can be printed are typed here."""

    def __init__(self, *, pushed: bool = False) -> None:
        super().__init__()
        self._awake_at = time.monotonic() + DEAD_TIME if pushed else 0.0
        self._dismissed = False
        self._told_until = 0.0

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Ends the screen, once: keys that were typed too fast still arrive while it goes."""
        if self._dismissed:
            return AwaitComplete()
        self._dismissed = True
        return super().dismiss(result)

    @property
    def asked_keys(self) -> Sequence[tuple[str, str]]:
        """The keys of the question that is open here, and what each answers."""
        return ()

    @property
    def digits(self) -> str:
        """The digits that mean something here now, such as ``1-4``; empty for all that are keys."""
        return ""

    @property
    def jass(self) -> JassApp:
        """The app, by its own type."""
        return cast("JassApp", self.app)

    @property
    def say(self) -> Say:
        """Texts in this player's language."""
        return self.look.say

    @property
    def look(self) -> Look:
        """This player's screen as it is now."""
        width, height = self.app.size  # a screen below others hears of a new size only later
        return Look(width, height, self.jass.settings)

    def compose(self) -> ComposeResult:
        """One sheet."""
        yield Sheet()

    def draw(self, look: Look) -> Canvas:
        """What the screen shows now."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Draws again; only cells that changed are sent.

        Only the screen on top draws: when one below asks for a repaint, Textual repaints its cells
        alone on top and forgets those that the top screen had marked itself.
        """
        if not self.is_mounted or not self.size.width or self.app.screen is not self:
            return
        settings, canvas = self.jass.settings, self.draw(self.look)
        if time.monotonic() < self._told_until:
            canvas.clear(0, canvas.height - 1, canvas.width, 1)
            canvas.put(1, canvas.height - 1, fit(self.say("key.again"), canvas.width - 2), "turn")
        for sheet in self.query(Sheet):  # none any more while the app ends
            sheet.show(
                canvas,
                dark=settings.theme == "dunkel",
                four_colours=settings.colours == "vier",
            )

    def on_resize(self) -> None:
        """Another size, another drawing, without waiting for a key."""
        self.repaint()

    def on_screen_resume(self) -> None:
        """Something may have changed while another screen was on top."""
        self.repaint()

    def told(self, update: Update) -> None:
        """An update arrived (the app has taken it in already)."""
        self.repaint()

    def fall_asleep(self) -> None:
        """The network just opened a question here: keys count after a pause."""
        self._awake_at = time.monotonic() + DEAD_TIME

    @property
    def asleep(self) -> bool:
        """Whether it is too soon for a key to be meant for what is on the screen."""
        return time.monotonic() < self._awake_at

    def too_soon(self) -> bool:
        """The same for a key that was just pressed: the last line says that it did nothing."""
        early = self.asleep
        self._told_until = time.monotonic() + TOLD_SECONDS if early else 0.0
        if early:
            self.set_timer(TOLD_SECONDS, self.repaint)
            self.repaint()
        return early

    def action_deck(self) -> None:
        """Shows the cards as the other deck."""
        self.jass.next_deck()
