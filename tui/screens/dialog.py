"""Small questions: yes or no, one line to type, a phrase for the chat, a list to pick from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.widgets import Input

from net.core.limits import CHAT_CELLS
from tui.keymap import bindings
from tui.present.canvas import Canvas, width_of
from tui.present.look import Key, Look, head
from tui.present.menu import MenuLine, draw_lines, draw_menu, wrap
from tui.screens.base import JassScreen
from tui.widgets.sheet import Sheet

__all__ = ["Ask", "Decide", "Page", "Pick", "TypeLine"]


class Ask(JassScreen[bool]):
    """A question whose «yes» cannot be taken back: Enter alone says it, Esc no.

    A Space from the middle of a sentence that somebody types at the table is no answer.
    """

    BINDINGS = bindings("ask")
    scopes = ("ask",)

    def __init__(self, question: str, *, pushed: bool = False) -> None:
        super().__init__(pushed=pushed)
        self._question = question

    def draw(self, look: Look) -> Canvas:
        """A box in the middle."""
        canvas = look.canvas()
        width = min(look.width, 64)
        lines = wrap(self._question, width - 6)
        height = len(lines) + 6
        x, y = (look.width - width) // 2, max((look.height - height) // 2, 0)
        canvas.put(1, 0, "JASS", "title")
        canvas.box(x, y, width, height, "double")
        for row, line in enumerate(lines):
            canvas.put(x + 3, y + 2 + row, line, "strong")
        canvas.put(x + 3, y + height - 2, look.say("dialog.keys"), "key")
        return canvas

    def action_choose(self) -> None:
        """Yes."""
        if not self.too_soon():
            self.dismiss(True)

    def action_back(self) -> None:
        """No."""
        self.dismiss(False)


class TypeLine(JassScreen[str | None]):
    """One line to type; Esc gives it up. What a key means elsewhere means nothing here.

    Args:
        title: over the screen.
        prompt: what is asked.
        value: what is proposed.
        notes: lines above the question.
        longest: so many characters can be typed: nothing is cut off afterwards, unseen.
    """

    CSS = """
    TypeLine Input { dock: bottom; width: 100%; border: none; height: 1; padding: 0 1;
                     background: $surface; }
    """
    BINDINGS = bindings("line")
    scopes = ("line",)
    typing = True
    AUTO_FOCUS = "Input"  # by Textual, which looks first: a screen may end before it is composed

    def __init__(
        self,
        title: str,
        prompt: str,
        value: str = "",
        notes: Sequence[str] = (),
        longest: int = CHAT_CELLS,
    ) -> None:
        super().__init__()
        self._title = title
        self._prompt = prompt
        self._value = value
        self._notes = tuple(notes)
        self._longest = longest

    def compose(self) -> ComposeResult:
        """The sheet, and the line at the bottom."""
        yield Sheet()
        # A proposal is chosen whole: whoever types has another one.
        line = Input(value=self._value, max_length=self._longest, select_on_focus=bool(self._value))
        line.cursor_blink = False
        yield line

    def draw(self, look: Look) -> Canvas:
        """The prompt above the line."""
        canvas = look.canvas()
        y = head(canvas, self._title)
        for note in self._notes:
            for line in wrap(note, look.width - 2):
                canvas.put(1, y, line, "dim")
                y += 1
        keys = f"Enter {look.say('key.confirm')}  Esc {look.say('key.back')}"
        lines = wrap(self._prompt, look.width - 2)
        if width_of(lines[-1]) + width_of(keys) + 4 > look.width:
            lines.append("")  # the keys never give way to a long question
        for row, line in enumerate(lines):
            canvas.put(1, look.height - 1 - len(lines) + row, line, "strong")
        canvas.right(look.width - 1, look.height - 2, keys, "dim")
        return canvas

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter, while the line has the focus."""
        event.stop()
        self.dismiss(event.value.strip())

    def action_choose(self) -> None:
        """Enter."""
        self.dismiss(self.query_one(Input).value.strip())

    def action_back(self) -> None:
        """Esc."""
        self.dismiss(None)


class _Listed(JassScreen[int | None]):
    """A list to pick one line from; its number, or None.

    ``at_once``: a digit picks; where a pick does something to somebody, it only goes there.
    """

    BINDINGS = bindings("list")
    scopes: ClassVar[tuple[str, ...]] = ("list",)

    def __init__(
        self,
        title: str,
        lines: Sequence[MenuLine],
        note: str = "",
        pick: str = "key.open",
        *,
        at_once: bool = True,
    ) -> None:
        super().__init__()
        self._at_once = at_once
        self._title, self._lines, self._note = title, list(lines), note
        self._pick = pick
        self._chosen = 0

    def change(self, place: int, line: MenuLine) -> None:
        """A line is known better now."""
        self._lines[place] = line
        self.repaint()

    def draw(self, look: Look) -> Canvas:
        """The list."""
        keys = (("↑↓", "key.choose"), ("Enter", self._pick), ("Esc", "key.back"), ("?", "key.help"))
        return draw_menu(
            look, self._title, "", self._lines, self._chosen, keys, note=self._note, digits=True
        )

    def action_move(self, step: int) -> None:
        """Up and down."""
        if self._lines:
            self._chosen = (self._chosen + step) % len(self._lines)
            self.repaint()

    def action_digit(self, number: int) -> None:
        """A digit picks at once, or goes to its line."""
        if number <= len(self._lines):
            self._chosen = number - 1
            if self._at_once:
                self.dismiss(self._chosen)
            else:
                self.repaint()

    def action_choose(self) -> None:
        """Enter picks."""
        self.dismiss(self._chosen if self._lines else None)

    def action_back(self) -> None:
        """Esc picks nothing."""
        self.dismiss(None)


class Pick(_Listed):
    """A list of what can be opened."""

    BINDINGS = bindings("pick")
    scopes = ("list", "pick")


class Decide(_Listed):
    """A list whose pick others hear or feel: Enter alone takes it, Esc alone goes back.

    Space and every letter are left to whoever types a sentence there, which would else go out as
    something else, and go on as keys of the table below.
    """

    BINDINGS = bindings("decide")
    scopes = ("list", "decide")


class Page(JassScreen[None]):
    """Text to scroll through: help, rules, history, proof."""

    BINDINGS = bindings("page")
    scopes: ClassVar[tuple[str, ...]] = ("page",)
    keys: tuple[Key, ...] = (("↑↓", "key.scroll"), ("Esc", "key.back"), ("?", "key.help"))
    """What stands at the foot."""

    def __init__(self, title: str, right: str = "", *, at_end: bool = False) -> None:
        super().__init__()
        self._title, self._right = title, right
        self._top = 1_000_000 if at_end else 0

    def lines(self, look: Look) -> Sequence[tuple[str, str]]:
        """The lines as (text, ink), at most as wide as the screen."""
        raise NotImplementedError

    def draw(self, look: Look) -> Canvas:
        """The part that fits."""
        lines = self.lines(look)
        self._top = min(self._top, max(len(lines) - (look.height - 3), 0))
        return draw_lines(look, self._title, self._right, lines, self._top, self.keys)

    def action_move(self, step: int) -> None:
        """One line."""
        self._top = max(self._top + step, 0)
        self.repaint()

    def action_page(self, step: int) -> None:
        """One page."""
        self._top = max(self._top + step * max(self.size.height - 4, 1), 0)
        self.repaint()

    def action_choose(self) -> None:
        """Enter goes on, and back at the end."""
        self.action_page(1)

    def action_back(self) -> None:
        """Back to what was there."""
        self.dismiss(None)
