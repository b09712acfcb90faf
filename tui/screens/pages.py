"""Pages to read, and the settings: help, rules, history, boss."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from textual import events

from net.core.limits import NAME_CELLS
from tui.keymap import bindings
from tui.present.canvas import Canvas, width_of
from tui.present.glossary import glossary_lines
from tui.present.goal import rules_played
from tui.present.keys import key_lines
from tui.present.look import Look
from tui.present.menu import MenuLine, draw_menu, wrap
from tui.present.page import page_lines
from tui.present.told import history_lines
from tui.screens.base import JassScreen
from tui.screens.dialog import Page, TypeLine
from tui.settings import CHOICES

__all__ = [
    "BossScreen",
    "DoctorScreen",
    "HelpScreen",
    "HistoryScreen",
    "RulesScreen",
    "SettingsScreen",
]


class HelpScreen(Page):
    """Every key of the screen it was called from, and the words of the game.

    Args:
        screen: the screen below, which says what keys it has.
    """

    keys = Page.keys[:-1]  # help on help does nothing

    def __init__(self, screen: JassScreen[Any]) -> None:
        super().__init__("")
        self._screen = screen

    def draw(self, look: Look) -> Canvas:
        """With a title in the right language."""
        self._title, self._right = look.say("help.title"), "Jass"
        return super().draw(look)

    def lines(self, look: Look) -> Sequence[tuple[str, str]]:
        """Keys first."""
        say, screen = look.say, self._screen
        lines: list[tuple[str, str]] = []
        if screen.asked_keys:
            lines.append((say("help.answers"), "title"))
            lines += [(f"{keys:<10}  {answer}", "") for keys, answer in screen.asked_keys]
            lines.append(("", ""))
        lines.append((say("help.keys"), "title"))
        keys = key_lines(look, screen.scopes, screen.digits, typing=screen.typing)
        wide = max(10, *(width_of(printed) for printed, _ in keys)) + 2
        for printed, does in keys:
            if look.width < 60:  # a column of its own would take half of the screen
                lines += [(line, "") for line in wrap(f"{printed}: {does}", look.width - 2)]
                continue
            for place, line in enumerate(wrap(does, look.width - wide - 2)):
                start = f"{printed:<{wide}}" if place == 0 else " " * wide
                lines.append((start + line, ""))
        lines += [("", ""), (say("help.words"), "title")]
        for part in glossary_lines(look, rules_played(self.jass.known)):
            lines += [(line, "") for line in wrap(part, look.width - 2)]
        return lines


class RulesScreen(Page):
    """The rules of a game, from the same page that `jass rules` prints, and those of the others."""

    BINDINGS = bindings("rules")
    scopes = ("page", "rules")
    keys = (Page.keys[0], ("←→", "key.other_game"), *Page.keys[1:])

    def __init__(self, game: str) -> None:
        super().__init__("")
        self._game = game
        self._read: tuple[str, int] = ("", 0)
        self._lines: list[tuple[str, str]] = []

    def draw(self, look: Look) -> Canvas:
        """With a title in the right language."""
        self._title = f"JASS   {look.say('rules.title')}"
        self._right = look.say(f"game.{self._game}")
        return super().draw(look)

    def action_turn(self, step: int) -> None:
        """To the rules of the game before or after, from their beginning."""
        from engine.game import all_variants

        games = [variant.slug for variant in all_variants()]
        self._game = games[(games.index(self._game) + step) % len(games)]
        self._top = 0
        self.repaint()

    def lines(self, look: Look) -> Sequence[tuple[str, str]]:
        """Markdown, read lightly: headings bold, the rest as it stands."""
        from tui.commands.rules import rules_text

        page = rules_text(self._game, look.settings.lang) or look.say("rules.missing")
        if self._read != (page, look.width):
            self._read, self._lines = (page, look.width), page_lines(page, look.width - 2)
        return self._lines


class HistoryScreen(Page):
    """The course of the Partie; the newest is at the bottom."""

    def __init__(self) -> None:
        super().__init__("", at_end=True)

    def draw(self, look: Look) -> Canvas:
        """With a title in the right language."""
        asked = self.jass.known.turn is not None
        self._title = look.say("history.title")
        self._right = f"{look.say('table.your_turn')}   Jass" if asked else "Jass"
        return super().draw(look)

    def lines(self, look: Look) -> Sequence[tuple[str, str]]:
        """The events in words."""
        return history_lines(look, self.jass.known)


class DoctorScreen(Page):
    """Why no table is found: what `jass doctor` says."""

    def __init__(self, home: Path, bind: str | None) -> None:
        super().__init__("")
        self._home, self._bind = home, bind
        self._found: list[tuple[bool, str]] = []
        self._done = False

    def on_mount(self) -> None:
        """It listens for seconds: beside the screen."""
        self.run_worker(self._look_around, name="doctor", thread=True, exit_on_error=False)

    def _look_around(self) -> None:
        from net.commands import DEFAULT_PORT
        from tui.commands.doctor import findings

        for found in findings(self.say, self._home, DEFAULT_PORT, self._bind):
            self._found.append(found)
            self.app.call_from_thread(self.repaint)
        self._done = True
        self.app.call_from_thread(self.repaint)

    def draw(self, look: Look) -> Canvas:
        """With a title in the right language."""
        self._title = f"JASS   {look.say('key.doctor')}"
        return super().draw(look)

    def lines(self, look: Look) -> Sequence[tuple[str, str]]:
        """What was found so far."""
        lines: list[tuple[str, str]] = []
        for fine, said in self._found:
            mark, ink = ("  ", "") if fine else ("! ", "bad")
            for line in wrap(said, look.width - 4):
                lines.append((mark + line, ink))
                mark = "  "
        if not self._done:
            lines.append((look.say("doctor.looking"), "dim"))
        return lines


class BossScreen(JassScreen[None]):
    """Work, as far as anybody can see. Any key comes back."""

    def draw(self, look: Look) -> Canvas:
        """A sheet of numbers that never were."""
        canvas = look.canvas()
        canvas.put(1, 0, look.say("boss.title"), "strong")
        canvas.rule(1)
        heads = ("", "A", "B", "C", "D", "E", "F")
        for column, name in enumerate(heads):
            canvas.put(2 + column * 11, 2, f"{name:>8}", "dim")
        for row in range(look.height - 4):
            canvas.put(2, 3 + row, f"{row + 1:>3}", "dim")
            for column in range(1, 7):
                number = (row * 7919 + column * 104729) % 98_765 / 10
                canvas.put(2 + column * 11, 3 + row, f"{number:>8.1f}")
        return canvas

    def on_key(self, event: events.Key) -> None:
        """Back to the game."""
        event.stop()
        self.dismiss(None)


class SettingsScreen(JassScreen[None]):
    """What this player likes. Every change is kept at once."""

    BINDINGS = bindings("settings")
    scopes = ("settings",)

    def __init__(self) -> None:
        super().__init__()
        self._chosen = 0

    @property
    def _names(self) -> tuple[str, ...]:
        return ("player", *CHOICES)

    def _word(self, look: Look, name: str, value: object) -> str:
        say = look.say
        match name:
            case "player":
                return str(value)
            case "lang" | "deck":
                return say(f"{name}.{value}")
            case "linger_ms" if isinstance(value, int):
                return say("setting_value.ms", seconds=value / 1000)
            case _:
                return say(f"setting_value.{value}")

    def draw(self, look: Look) -> Canvas:
        """The list."""
        settings = look.settings
        lines = [
            MenuLine(look.say(f"setting.{name}"), self._word(look, name, getattr(settings, name)))
            for name in self._names
        ]
        keys = (
            ("↑↓", "key.choose"),
            ("Enter", "key.change"),
            ("Esc", "key.back"),
            ("?", "key.help"),
        )
        note = look.say("settings.note")
        return draw_menu(
            look, look.say("settings.title"), "Jass", lines, self._chosen, keys, note=note
        )

    def action_move(self, step: int) -> None:
        """Up and down."""
        self._chosen = (self._chosen + step) % len(self._names)
        self.repaint()

    def action_choose(self) -> None:
        """The next value, or a line to type."""
        self.action_turn(1)

    def action_turn(self, step: int) -> None:
        """The next or last value."""
        name = self._names[self._chosen]
        settings = self.jass.settings
        if name == "player":
            title = self.say("settings.title")
            ask = TypeLine(title, self.say("setting.player"), settings.player, longest=NAME_CELLS)
            self.app.push_screen(ask, self._named)
            return
        values = CHOICES[name]
        value = getattr(settings, name)
        place = values.index(value) if value in values else 0
        self._keep(**{name: values[(place + step) % len(values)]})

    def _named(self, name: str | None) -> None:
        clean = self.jass.clean_name(name or "")
        if clean:
            self._keep(player=clean)

    def _keep(self, **changes: Any) -> None:
        self.jass.keep_settings(**changes)
        self.repaint()

    def action_back(self) -> None:
        """Back."""
        self.dismiss(None)
