"""The rules of a table as a list: everybody reads it, the host changes it before the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from engine.fields import is_house_rule
from engine.game import all_variants, find_variant
from engine.variant import Field, OptionFault, Variant, make_options
from net.commands import SetGame
from tui.keymap import bindings
from tui.present.canvas import Canvas
from tui.present.look import Key, Look
from tui.present.menu import MenuLine, draw_menu, wrap
from tui.present.tablerules import (
    allowed_words,
    fault_text,
    is_house_game,
    option_help,
    option_value,
    preset_name,
    preset_of,
    usual_options,
    value_of,
)
from tui.screens.base import JassScreen
from tui.screens.dialog import TypeLine
from tui.screens.pages import RulesScreen
from tui.settings import FAVOURITE, read_favourite

__all__ = ["OptionsScreen"]


_HEADS = ("game", "players", "preset")
"""The lines before those of the options."""


class OptionsScreen(JassScreen[SetGame | None]):
    """Game, players, preset and every option with its value.

    Nothing is sent before Esc leaves the list.
    """

    BINDINGS = bindings("options")
    scopes = ("options",)

    def __init__(self) -> None:
        super().__init__()
        self._chosen = 0
        self._note = ""
        self._loaded = False
        self._game = ""
        self._players = 0
        self._preset: str | None = None
        self._settings: dict[str, str] = {}
        self._changed = False

    def _load(self) -> None:
        lobby = self.jass.known.lobby
        if self._loaded or lobby is None:
            return
        self._loaded = True
        self._game, self._players = lobby.game, len(self.jass.known.seats)
        self._preset = preset_of(lobby.game, self._players, lobby.options) or lobby.preset
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
    def _may(self) -> bool:
        lobby, begun = self.jass.known.lobby, self.jass.known.view is not None
        return lobby is not None and lobby.host and not lobby.started and not begun

    def _base(self) -> Mapping[str, str]:
        return usual_options(self._game, self._players, self._preset)

    def _values(self) -> dict[str, str]:
        variant = self._variant
        if variant is None:
            return {}
        options = make_options(variant, self._players, self._preset, self._settings)
        return {} if isinstance(options, OptionFault) else options.to_dict()

    def _fields(self) -> list[Field]:
        variant = self._variant
        return [] if variant is None else list(variant.fields)

    def _rows(self) -> list[tuple[MenuLine, Callable[[int], None]]]:
        """Every line, and what changing it does."""
        say, look = self.say, self.look
        values, usual = self._values(), self._base()
        preset = preset_name(look, self._game, self._players, values, self._preset)
        name = say(f"game.{self._game}")
        if is_house_game(self._game):
            name += f"   {say('options.house')}"
        rows: list[tuple[MenuLine, Callable[[int], None]]] = [
            (MenuLine(say("options.game"), name), self._next_game),
            (MenuLine(say("options.players"), str(self._players)), self._next_players),
            (MenuLine(say("options.preset"), preset), self._next_preset),
        ]
        for field in self._fields():
            value = values.get(field.name)
            idle = f"–   {say('options.idle')}"
            shown = idle if value is None else option_value(look, value, field.name)
            ink = "dim" if value is None else ("title" if value != usual.get(field.name) else "")
            if value is not None and is_house_rule(field.name, value):
                shown += f"   {say('options.house')}"
            line = MenuLine(say(f"option.{field.name}"), shown, ink)
            rows.append((line, partial(self._next_value, field)))
        return rows

    def draw(self, look: Look) -> Canvas:
        """The list; what is not usual stands out."""
        self._load()
        lines = [line for line, _ in self._rows()]
        self._chosen = min(self._chosen, len(lines) - 1)
        changing: tuple[Key, ...] = ()
        if self._may:
            field = self._field
            typed = field is not None and self._is_typed(field, self._value(field))
            changing = (("Enter", "key.type"),) if typed else (("←→", "key.turn"),)
        keys = (
            ("↑↓", "key.choose"),
            *changing,
            ("Esc", "key.take_over" if self._changed else "key.back"),
            ("r", "key.read_rules"),
            ("f", "key.favourite"),
            ("?", "key.help"),
        )
        title, about = look.say("options.title"), self._about()
        lobby = self.jass.known.lobby
        way = f"jass join {lobby.address}" if lobby is not None and lobby.address else "Jass"
        return draw_menu(look, title, way, lines, self._chosen, keys, note=about)

    def _about(self) -> str:
        """What the chosen line is for, in two lines; before them the answer to the last key."""
        field = self._field
        name = _HEADS[self._chosen] if field is None else field.name
        lines = wrap(option_help(self.look, self._game, name), self.look.width - 2)[:2]
        # Always two, so that the list above stays in its place.
        about = "\n".join((*lines, *[""] * (2 - len(lines))))
        said = self._note or ("" if self._may else self.say("options.note_guest"))
        return f"{said}\n{about}" if said else about

    @property
    def _field(self) -> Field | None:
        """The option on the chosen line; None for the game, its players and its presets."""
        place = self._chosen - len(_HEADS)
        return self._fields()[place] if place >= 0 else None

    def _value(self, field: Field) -> str:
        return self._values().get(field.name, field.write(field.default))

    @staticmethod
    def _is_typed(field: Field, value: str) -> bool:
        """Whether there are no values to go through, so that one is typed."""
        if field.kind in ("choice_or_number", "text"):
            return not (value in field.choices and len(field.choices) > 1)
        return field.kind in ("number", "set")

    def action_move(self, step: int) -> None:
        """Up and down."""
        self._note = ""
        self._chosen = (self._chosen + step) % len(self._rows())
        self.repaint()

    def action_page(self, step: int) -> None:
        """A page."""
        self._chosen = min(max(self._chosen + 10 * step, 0), len(self._rows()) - 1)
        self.repaint()

    def action_turn(self, step: int) -> None:
        """The next value of what is chosen."""
        if not self._may:
            self._note = self.say("lobby.not_host")
        else:
            self._rows()[self._chosen][1](step)
        self.repaint()

    def action_rules(self) -> None:
        """The whole game in words."""
        self.app.push_screen(RulesScreen(self._game))

    def action_favourite(self) -> None:
        """Keeps these rules as the own favourite of this game; whoever opens a table gets them."""
        self._note = self.jass.keep_favourite(self._game, self._players, self._values())
        self.repaint()

    def _next_game(self, step: int) -> None:
        variants = all_variants()
        place = next((n for n, one in enumerate(variants) if one.slug == self._game), 0)
        variant = variants[(place + step) % len(variants)]
        self._game = variant.slug
        if self._players not in variant.seats:
            self._players = variant.seats[0]
        self._preset, self._settings, self._changed = None, {}, True

    def _next_players(self, step: int) -> None:
        variant = self._variant
        if variant is None:
            return
        numbers = sorted(variant.seats)
        if len(numbers) == 1:
            self._note = self.say("options.only_players", count=numbers[0])
            return
        place = numbers.index(self._players) if self._players in numbers else 0
        players = numbers[(place + step) % len(numbers)]
        options = make_options(variant, players, self._preset, self._settings)
        if isinstance(options, OptionFault):
            self._note = fault_text(self.look, self._game, options)
        else:
            self._players, self._changed, self._note = players, True, ""

    def _next_preset(self, step: int) -> None:
        variant = self._variant
        own = self.jass.settings.favourites.get(self._game)
        presets = [*(variant.presets if variant is not None else ()), *([FAVOURITE] if own else [])]
        if not presets:
            self._note = self.say("options.no_preset")
            return
        now = preset_of(self._game, self._players, self._values()) or FAVOURITE
        place = presets.index(now) if now in presets else -step
        following = presets[(place + step) % len(presets)]
        if following == FAVOURITE and own is not None:
            self._take_favourite(own)
        else:
            self._preset, self._settings, self._changed = following, {}, True

    def _take_favourite(self, own: Mapping[str, str]) -> None:
        variant = self._variant
        players, settings = read_favourite(own)
        if variant is None:
            return
        options = make_options(variant, players or self._players, None, settings)
        if isinstance(options, OptionFault):  # kept by another release, or written by hand
            self._note = fault_text(self.look, self._game, options)
            return
        self._players = players or self._players
        self._preset, self._settings, self._changed = None, settings, True

    def _next_value(self, field: Field, step: int) -> None:
        value = self._value(field)
        if self._is_typed(field, value):
            self._type(field, value)
            return
        choices = ["off", "on"] if field.kind == "switch" else list(field.choices)
        place = choices.index(value) if value in choices else 0
        self._try(field.name, choices[(place + step) % len(choices)])

    def _type(self, field: Field, value: str) -> None:
        def typed(text: str | None) -> None:
            if text is not None:
                self._try(field.name, value_of(self.look, field, text))

        title = self.say(f"option.{field.name}")
        prompt = self.say("options.allowed", values=allowed_words(self.look, field))
        shown = option_value(self.look, value, field.name)
        self.app.push_screen(TypeLine(f"JASS   {title}", prompt, shown), typed)

    def _try(self, name: str, value: str) -> None:
        variant = self._variant
        if variant is None:
            return
        base = self._base()
        settings = {
            option: one
            for option, one in {**self._settings, name: value}.items()
            if base.get(option) != one  # else a value that was only touched would exclude others
        }
        options = make_options(variant, self._players, self._preset, settings)
        given: list[str] = []
        while isinstance(options, OptionFault) and options.option in settings.keys() - {name}:
            # What was changed last counts; what does not go with it gives way, and that is said.
            del settings[options.option]
            given.append(self.say(f"option.{options.option}"))
            options = make_options(variant, self._players, self._preset, settings)
        if isinstance(options, OptionFault):
            self._note = fault_text(self.look, self._game, options)
        else:
            note = self.say("options.gave_way", options=", ".join(given)) if given else ""
            self._settings, self._changed, self._note = settings, True, note
        self.repaint()

    def action_choose(self) -> None:
        """Enter changes like the right arrow."""
        if self._may:
            self.action_turn(1)

    def action_back(self) -> None:
        """Esc takes over what was changed."""
        changed = SetGame(self._game, self._preset, self._settings, self._players)
        self.dismiss(changed if self._changed else None)
