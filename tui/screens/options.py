"""The rules of a table as a list: everybody reads it, the host changes it before the start."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import all_variants, find_variant
from engine.variant import Field, OptionFault, Variant, make_options
from net.updates import SetGame
from tui.keymap import bindings
from tui.present.canvas import Canvas
from tui.present.look import Look
from tui.present.menu import MenuLine, draw_menu
from tui.present.tablerules import (
    allowed_words,
    fault_text,
    option_value,
    preset_name,
    preset_of,
    usual_options,
    value_of,
)
from tui.screens.base import JassScreen
from tui.screens.dialog import TypeLine

__all__ = ["OptionsScreen"]


class OptionsScreen(JassScreen[SetGame | None]):
    """Game, preset and every option with its value. Nothing is sent before Esc leaves the list."""

    BINDINGS = bindings("list")

    def __init__(self) -> None:
        super().__init__()
        self._chosen = 0
        self._note = ""
        self._loaded = False
        self._game = ""
        self._preset: str | None = None
        self._settings: dict[str, str] = {}
        self._changed = False

    def _load(self) -> None:
        lobby = self.jass.known.lobby
        if self._loaded or lobby is None:
            return
        self._loaded = True
        found = preset_of(lobby.game, self._seats, lobby.options)
        self._game, self._preset = lobby.game, found or lobby.preset
        base = self._base()
        self._settings = {
            name: str(value)
            for name, value in lobby.options.items()
            if base.get(name) != str(value)
        }

    @property
    def _variant(self) -> Variant | None:
        return find_variant(self._game)

    @property
    def _seats(self) -> int:
        return len(self.jass.known.seats)

    @property
    def _may(self) -> bool:
        lobby = self.jass.known.lobby
        return lobby is not None and lobby.host and not lobby.started

    def _base(self) -> Mapping[str, str]:
        return usual_options(self._game, self._seats, self._preset)

    def _values(self) -> dict[str, str]:
        variant = self._variant
        if variant is None:
            return {}
        options = make_options(variant, self._seats, self._preset, self._settings)
        return {} if isinstance(options, OptionFault) else options.to_dict()

    def _fields(self) -> list[Field]:
        variant = self._variant
        return [] if variant is None else list(variant.fields)

    def draw(self, look: Look) -> Canvas:
        """The list; what is not usual stands out."""
        self._load()
        say = look.say
        values, usual = self._values(), self._base()
        preset = preset_name(look, self._game, self._seats, values, self._preset)
        lines = [
            MenuLine(say("options.game"), say(f"game.{self._game}")),
            MenuLine(say("options.preset"), preset),
        ]
        for field in self._fields():
            value = values.get(field.name)
            shown = "–" if value is None else option_value(look, value)
            ink = "dim" if value is None else ("title" if value != usual.get(field.name) else "")
            lines.append(MenuLine(say(f"option.{field.name}"), shown, ink))
        changing = (("←→", "key.change"), ("Enter", "key.change")) if self._may else ()
        keys = (
            ("↑↓", "key.choose"),
            *changing,
            ("Esc", "key.take_over" if self._changed else "key.back"),
            ("?", "key.help"),
        )
        note = self._note or say("options.note" if self._may else "options.note_guest")
        self._chosen = min(self._chosen, len(lines) - 1)
        return draw_menu(look, say("options.title"), "Jass", lines, self._chosen, keys, note=note)

    def action_move(self, step: int) -> None:
        """Up and down."""
        self._note = ""
        self._chosen = (self._chosen + step) % (len(self._fields()) + 2)
        self.repaint()

    def action_page(self, step: int) -> None:
        """A page."""
        last = len(self._fields()) + 1
        self._chosen = min(max(self._chosen + 10 * step, 0), last)
        self.repaint()

    def action_turn(self, step: int) -> None:
        """The next value of what is chosen."""
        if not self._may:
            self._note = self.say("lobby.not_host")
        elif self._chosen == 0:
            self._next_game(step)
        elif self._chosen == 1:
            self._next_preset(step)
        else:
            self._next_value(self._fields()[self._chosen - 2], step)
        self.repaint()

    def _next_game(self, step: int) -> None:
        games = [variant.slug for variant in all_variants() if self._seats in variant.seats]
        if games:
            place = games.index(self._game) if self._game in games else 0
            self._game = games[(place + step) % len(games)]
            self._preset, self._settings, self._changed = None, {}, True

    def _next_preset(self, step: int) -> None:
        variant = self._variant
        presets = list(variant.presets) if variant is not None else []
        if presets:
            place = presets.index(self._preset) if self._preset in presets else 0
            self._preset = presets[(place + step) % len(presets)]
            self._settings, self._changed = {}, True

    def _next_value(self, field: Field, step: int) -> None:
        value = self._values().get(field.name, field.write(field.default))
        match field.kind:
            case "switch":
                choices = ["off", "on"]
            case "choice":
                choices = list(field.choices)
            case "choice_or_number" | "text" if value in field.choices and len(field.choices) > 1:
                choices = list(field.choices)
            case "number" | "choice_or_number" | "text" | "set":
                self._type(field, value)
                return
        place = choices.index(value) if value in choices else 0
        self._try(field.name, choices[(place + step) % len(choices)])

    def _type(self, field: Field, value: str) -> None:
        def typed(text: str | None) -> None:
            if text is not None:
                self._try(field.name, value_of(self.look, field, text))

        title = self.say(f"option.{field.name}")
        prompt = self.say("options.allowed", values=allowed_words(self.look, field))
        shown = option_value(self.look, value)
        self.app.push_screen(TypeLine(f"JASS   {title}", prompt, shown), typed)

    def _try(self, name: str, value: str) -> None:
        variant = self._variant
        if variant is None:
            return
        settings = {**self._settings, name: value}
        options = make_options(variant, self._seats, self._preset, settings)
        if isinstance(options, OptionFault):
            self._note = fault_text(self.look, self._game, options)
        else:
            self._settings, self._changed, self._note = settings, True, ""
        self.repaint()

    def action_choose(self) -> None:
        """Enter changes like the right arrow."""
        if self._may:
            self.action_turn(1)

    def action_back(self) -> None:
        """Esc takes over what was changed."""
        changed = SetGame(self._game, self._preset, self._settings, self._seats)
        self.dismiss(changed if self._changed else None)
