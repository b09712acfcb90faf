"""A saved game, step by step, with every card that has been opened by then."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.events import TrickTaken
from engine.faces import Faces
from engine.view import View
from net.updates import TableOpened, ViewChanged
from tui.keymap import bindings
from tui.present.canvas import Canvas
from tui.present.known import Known
from tui.present.look import Look, foot, head
from tui.present.menu import wrap
from tui.present.table import draw_table
from tui.present.ui import TableUi, lying_of
from tui.present.words import event_text
from tui.screens.base import JassScreen
from tui.screens.ends import BoardScreen

if TYPE_CHECKING:
    from net.session import Replay

__all__ = ["ReplayScreen"]

KEYS = (
    ("←→", "key.step"),
    ("↑↓", "key.hand"),
    ("Home End", "key.ends"),
    ("s", "key.cards"),
    ("t", "key.board"),
    ("q", "key.back"),
    ("v", "key.deck"),
    ("?", "key.help"),
)


def _at(names: tuple[str, ...], seat: int) -> str:
    return names[seat] if seat < len(names) else ""


def _uncovered(view: View) -> View:
    """The same moment without the cards that nobody at all had seen yet."""
    sights = view.state.sights
    faces = {slot: card for slot, card in view.faces.items() if sights[slot : slot + 1] != ((),)}
    return View(view.state, Faces(faces, view.faces.numbers), view.seat)


class ReplayScreen(JassScreen[None]):
    """Steps through a recorded game.

    Args:
        replay: what was recorded; None where nothing could be read.
        partie: the Partie to begin with, counted from 1.
    """

    BINDINGS = bindings("replay")
    scopes = ("replay",)

    def __init__(self, replay: Replay | None, partie: int = 1) -> None:
        super().__init__()
        self._replay = replay
        self._steps = replay.steps if replay is not None else ()
        starts = (n for n, step in enumerate(self._steps) if step.partie >= partie)
        self._at = next(starts, 0)

    def _known(self) -> Known:
        """What a screen at the table would have been told up to this step."""
        known = Known()
        replay = self._replay
        if replay is not None:
            known.apply(TableOpened(replay.table, "", (), replay.game, {}, ""), 0.0)
        for step in self._steps[: self._at + 1]:
            for update in step.updates:
                known.apply(update, 0.0)
        known.view = _uncovered(self._steps[self._at].view)
        # Who went away is of no interest to a card that was played before.
        names = replay.players if replay is not None else ()
        known.seats = tuple(
            replace(info, connected=True, name=info.name or _at(names, info.seat))
            for info in known.seats
        )
        known.turn = None
        return known

    def draw(self, look: Look) -> Canvas:
        """The table at this step, and what just happened."""
        if not self._steps:
            canvas = look.canvas()
            y = head(canvas, f"JASS   {look.say('replay.title')}")
            sound = self._replay is not None and self._replay.fault is None
            text = look.say("replay.no_hand" if sound else "title.damaged")
            for row, line in enumerate(wrap(text, look.width - 2), start=y + 1):
                canvas.put(1, row, line, "" if sound else "bad")
            foot(canvas, look, (KEYS[-3], KEYS[-1]))
            return canvas
        known = self._known()
        step = self._steps[self._at]
        ui = TableUi()
        number = look.say("replay.step", number=self._at + 1, count=len(self._steps))
        cards = look.say("replay.cards", name=known.name(step.view.seat or 0))
        ui.replay = f"{look.say('replay.title')}   {number}   {cards}"
        happened = [
            event
            for update in step.updates
            if isinstance(update, ViewChanged)
            for event in update.events
        ]
        texts = [event_text(look, known, step.view, event) for event in happened]
        ui.message = ("   ".join(text for text in texts if text), "strong")
        damaged = self._replay is not None and self._replay.fault is not None
        if damaged and self._at == len(self._steps) - 1:
            ui.message = (look.say("replay.damaged"), "bad")
        tricks = step.view.state.tricks
        if any(isinstance(event, TrickTaken) for event in happened) and tricks:
            ui.lying = lying_of(tricks[-1])
        self.jass.known = known
        return draw_table(look, known, ui, KEYS)

    def _go(self, place: int) -> None:
        if self._steps:
            self._at = min(max(place, 0), len(self._steps) - 1)
            self.repaint()

    def action_step(self, step: int) -> None:
        """One step, or far."""
        self._go(self._at + step)

    def action_hand(self, step: int) -> None:
        """To the beginning of the next or last hand."""
        if not self._steps:
            return
        place = self._at
        here = self._steps[place].view.hand_no
        while 0 <= place + step < len(self._steps):
            place += step
            if self._steps[place].view.hand_no != here:
                break
        if step < 0:
            here = self._steps[place].view.hand_no
            while place > 0 and self._steps[place - 1].view.hand_no == here:
                place -= 1
        self._go(place)

    def action_seat(self) -> None:
        """The cards of the next seat lie in front."""
        if self._replay is not None and self._steps:
            seats = len(self._replay.players)
            self._replay = self._replay.seen_from((self._replay.seat + 1) % seats)
            self._steps = self._replay.steps
            self.repaint()

    def action_board(self) -> None:
        """The Jasstafel at this step."""
        self.app.push_screen(BoardScreen())

    def action_back(self) -> None:
        """Back, or the end of the program."""
        if self.jass.screen_stack[0] is self:
            self.jass.quit(0)
        else:
            self.dismiss(None)
