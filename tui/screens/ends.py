"""Screens around the score: the board, the end of a hand, the end of the Partie, the proof."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar

from engine.events import Dealt, HandStarted
from engine.view import View
from net.commands import Ready, Rematch, SayText, SetBot
from net.updates import GameFinished, HandFinished, Update, ViewChanged
from tui.keymap import bindings
from tui.present.canvas import Canvas
from tui.present.ends import draw_game_end, draw_hand_end
from tui.present.look import Look, head
from tui.present.missing import deserted
from tui.present.proof import proof_lines
from tui.present.slate import draw_board
from tui.present.tricklist import trick_lines
from tui.present.words import hand_number
from tui.readiness import Countdown
from tui.screens.afresh import open_afresh
from tui.screens.base import JassScreen
from tui.screens.dialog import Page
from tui.screens.options import OptionsScreen
from tui.screens.people import pause_or_go_on, show_people

__all__ = ["BoardScreen", "GameEndScreen", "HandEndScreen", "ProofScreen", "TricksScreen"]


class BoardScreen(JassScreen[None]):
    """The Jasstafel in strokes or numbers."""

    BINDINGS = bindings("board")
    scopes = ("board",)

    def __init__(self) -> None:
        super().__init__()
        self._top = 0

    def draw(self, look: Look) -> Canvas:
        """The board."""
        view = self.jass.known.view
        if view is None:
            canvas = look.canvas()
            head(canvas, look.say("table.board"))
            return canvas
        return draw_board(look, self.jass.known, view, self._top)

    def action_move(self, step: int) -> None:
        """Older hands are above."""
        self._top = max(self._top - step, 0)
        self.repaint()

    def action_numbers(self) -> None:
        """Strokes or numbers."""
        settings = self.jass.settings
        self.jass.change_settings(board="zahlen" if settings.board == "z" else "z")
        self.repaint()

    def action_back(self) -> None:
        """Back to the table."""
        self.dismiss(None)


class _Over(JassScreen[None]):
    """What the network puts over the table; the next hand takes it away again."""

    BINDINGS = bindings("end")
    scopes: ClassVar[tuple[str, ...]] = ("end",)

    def __init__(self) -> None:
        super().__init__(pushed=True)
        self._over = False

    def told(self, update: Update) -> None:
        """The cards are given again: back to the table."""
        if isinstance(update, ViewChanged) and any(
            isinstance(event, (HandStarted, Dealt)) for event in update.events
        ):
            self.go()
        else:
            self.repaint()

    def go(self) -> None:
        """Leaves, now or as soon as nothing lies over this."""
        self._over = True
        if self.app.screen is self:
            self.dismiss(None)

    def on_screen_resume(self) -> None:
        """Something that lay over this went away."""
        if self._over:
            self.dismiss(None)
        else:
            super().on_screen_resume()

    def action_board(self) -> None:
        """The Jasstafel."""
        self.app.push_screen(BoardScreen())

    def action_proof(self) -> None:
        """What was checked."""
        self.app.push_screen(ProofScreen())

    def action_options(self) -> None:
        """The rules of this table."""
        self.app.push_screen(OptionsScreen())

    def action_history(self) -> None:
        """What happened."""
        from tui.screens.pages import HistoryScreen

        self.app.push_screen(HistoryScreen())

    def action_tricks(self) -> None:
        """The tricks of the hand that is over, as they lay."""
        view = self.jass.known.view
        if view is not None:
            self.app.push_screen(TricksScreen(view))

    def action_chat(self) -> None:
        """Talk, while somebody hears it."""
        if self.jass.known.failed is None:
            self.jass.chat()

    def action_pause(self) -> None:
        """Pause, or on with it."""
        pause_or_go_on(self.jass)

    def action_people(self) -> None:
        """Mute somebody, or want them to leave."""
        show_people(self.jass)

    def action_admit(self) -> None:
        """Whoever knocks may come in."""
        if not self.too_soon():
            self.jass.answer_knock(yes=True)
            self.repaint()

    def action_refuse(self) -> None:
        """Whoever knocks stays out."""
        if not self.too_soon():
            self.jass.answer_knock(yes=False)
            self.repaint()

    def action_boss(self) -> None:
        """Work."""
        from tui.screens.pages import BossScreen

        self.app.push_screen(BossScreen())

    def action_leave(self) -> None:
        """Leave, after a question."""
        self.jass.leave_table()


class HandEndScreen(_Over):
    """A hand is booked: what it brought, whether it was fair, «Bereit».

    Args:
        hand: what was booked.
        game: how the Partie ended, where this was its last hand: that comes after this.
    """

    BINDINGS = bindings("hand_end")
    scopes = ("hand_end", "end")

    def __init__(self, hand: HandFinished, game: GameFinished | None = None) -> None:
        super().__init__()
        self._hand = hand
        self._game = game
        self._ready = False
        self._began = time.monotonic()
        self._count: Countdown | None = None

    def on_mount(self) -> None:
        """Counts down."""
        self.set_interval(1.0, self.tick)

    @property
    def _countdown(self) -> Countdown:
        if self._count is None:
            self._count = Countdown(self.jass.known, self._began)
        return self._count

    @property
    def _hurried(self) -> bool:
        """Whether this device goes on by itself."""
        return not self.jass.known.watching or self._game is not None

    def tick(self) -> None:
        """A second has passed, also while a page lies over this or keeps it from being shown."""
        late = self._hurried and self._countdown.is_over(time.monotonic())
        if late and not self._ready and (self._game is None or self.app.screen is self):
            self._say_ready()
        self.repaint()

    def draw(self, look: Look) -> Canvas:
        """The result."""
        known = self.jass.known
        view = known.view
        if view is None:
            return look.canvas()
        seconds = self._countdown.left(time.monotonic()) if self._hurried else None
        over = self._game is not None
        waited = known.waited(time.monotonic())
        return draw_hand_end(
            look, known, view, self._hand, self._ready, seconds, over=over, waited=waited
        )

    def _say_ready(self) -> None:
        if self._game is not None:
            self._ready = True
            self.app.switch_screen(GameEndScreen(self._game))
        elif not self.jass.known.watching:
            self._ready = True
            self.jass.act(Ready())

    def action_ready(self) -> None:
        """«Bereit»."""
        if not self.too_soon() and not self._ready:
            self._say_ready()
            self.repaint()

    def told(self, update: Update) -> None:
        """That the Partie is over is told here first, then shown."""
        if isinstance(update, GameFinished):
            self._game, self._ready = update, False
            self._began, self._count = time.monotonic(), None
        super().told(update)


class GameEndScreen(_Over):
    """The Partie is over."""

    BINDINGS = bindings("game_end")
    scopes = ("game_end", "end")

    def __init__(self, game: GameFinished) -> None:
        super().__init__()
        self._game = game
        self._wished = False

    def draw(self, look: Look) -> Canvas:
        """Who won and why."""
        known = self.jass.known
        if known.view is None:
            return look.canvas()
        return draw_game_end(look, known, known.view, self._game, self._wished)

    def action_rematch(self) -> None:
        """«Revanche»: the same people, one key."""
        known = self.jass.known
        if not self.too_soon() and not self._wished and not known.watching and not known.failed:
            self._wished = True
            self.jass.act(Rematch())
            if self.jass.known.table is not None and self.jass.known.table.address:
                # The others see who is waiting for them.
                self.jass.act(SayText(self.say("game.rematch_said")))
            self.repaint()

    def action_bots(self) -> None:
        """A bot on every seat whose person has left, or is gone."""
        known = self.jass.known
        if self.too_soon() or known.watching:
            return
        left, gone = deserted(known)
        hosts = known.lobby is not None and known.lobby.host
        for info in [*left, *(gone if hosts else ())]:
            self.jass.act(SetBot(info.seat, "normal"))

    def action_afresh(self) -> None:
        """A new table with these rules, where bots give way to whoever comes."""
        if not self.too_soon() and self.jass.known.opens_afresh:
            open_afresh(self.jass)


class TricksScreen(Page):
    """The tricks of a hand that is over, one below the other, on a screen of any size.

    Args:
        view: what was seen at its end; the next hand may begin below this page.
    """

    def __init__(self, view: View) -> None:
        super().__init__("")
        self._view = view

    def draw(self, look: Look) -> Canvas:
        """With a title in the right language."""
        number = hand_number(self._view, self._view.hand_no)
        self._title = f"JASS   {look.say('end.tricks_of', number=number)}"
        return super().draw(look)

    def lines(self, look: Look) -> Sequence[tuple[str, str]]:
        """Who led, the cards, and who took them."""
        hand = self._view.hand_no
        return trick_lines(look, self.jass.known.then(hand), self._view, hand)


class ProofScreen(Page):
    """What was checked, hand by hand."""

    def __init__(self) -> None:
        super().__init__("")

    def draw(self, look: Look) -> Canvas:
        """With a title in the right language."""
        self._title = f"JASS   {look.say('proof.title')}"
        return super().draw(look)

    def lines(self, look: Look) -> Sequence[tuple[str, str]]:
        """The verdicts."""
        return proof_lines(look, self.jass.known)
