"""What a variant is, and how a table's options come from what people typed.

A variant file exports `VARIANT`. What an option excludes or requires is part of its `Field`, so a
refusal always names the line of rules 2.6 that refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from engine.actions import Action
from engine.advice import Advice
from engine.options import Options, Value
from engine.phases.parts import Rules
from engine.seats import Seat
from engine.state import Setup
from engine.view import View

__all__ = [
    "Advise",
    "Conflict",
    "Field",
    "OptionFault",
    "Options",
    "Rules",
    "Value",
    "Variant",
    "make_options",
    "make_setup",
    "plain_name",
]

PLAYERS: Final = "players"
"""The number of players, for conflicts of options."""

OFF: Final = "off"
ON: Final = "on"


@dataclass(frozen=True, slots=True)
class OptionFault:
    """Why a table cannot be set up so.

    Attributes:
        code: `unknown_option`, `bad_value`, `unknown_preset`, `wrong_seats`, or
            `<option>_requires_<other>` / `<option>_excludes_<other>`.
        option: the option (or preset) that is wrong.
        facts: what a sentence about it needs: `value`, `choices`, `other`.
    """

    code: str
    option: str
    facts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Conflict:
    """One entry of the last column of rules 2.6.

    Attributes:
        kind: whether the other option is required or excluded.
        other: its name.
        wrong: whether the values of the table break it; `players` among them is their number.
        values: the values of the other option that are required or excluded, for the sentence.
    """

    kind: Literal["requires", "excludes"]
    other: str
    wrong: Callable[[Mapping[str, Value]], bool]
    values: str = ON


@dataclass(frozen=True, slots=True)
class Field:
    """One option of a game.

    Attributes:
        name: as in rules 2.6.
        kind: `switch`; `choice` of one; `number` in a range, which may be `off`; `set` of any
            choices; `choice_or_number`; `text` checked by `parse`.
        default: its value when nobody says anything.
        choices: texts of a choice or set, in canonical order.
        low: least number.
        high: greatest number.
        conflicts: what it requires and excludes.
        strict: naming the option at all is refused when it conflicts, the default value too.
        by_seats: defaults for other numbers of players.
        parse: for `text`: whether the text is a value.
    """

    name: str
    kind: Literal["switch", "choice", "number", "set", "choice_or_number", "text"]
    default: Value
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    conflicts: tuple[Conflict, ...] = ()
    strict: bool = False
    parse: Callable[[str], bool] = field(default=lambda text: bool(text))
    by_seats: Mapping[int, Value] = field(default_factory=dict)

    def default_for(self, seats: int) -> Value:
        """Its value at a table of so many players when nobody says anything."""
        return self.by_seats.get(seats, self.default)

    def read(self, text: str) -> Value | OptionFault:
        """The value a text stands for."""
        fault = OptionFault("bad_value", self.name, {"value": text, "choices": self.hint()})
        match self.kind:
            case "switch":
                return _SWITCH.get(text.lower(), fault)
            case "choice":
                if text not in self.choices:
                    return fault
                return int(text) if isinstance(self.default, int) else text
            case "number":
                if self.default is None and text == OFF:
                    return None
                return self._number(text, fault)
            case "choice_or_number":
                return text if text in self.choices else self._number(text, fault)
            case "text":
                return text if self.parse(text) else fault
            case "set":
                words = [] if text in {"", OFF} else text.replace("+", ",").split(",")
                if not set(words) <= set(self.choices):
                    return fault
                return tuple(choice for choice in self.choices if choice in words)

    def _number(self, text: str, fault: OptionFault) -> Value | OptionFault:
        if not text.isascii() or not text.isdigit() or len(text) > 6:
            return fault
        number = int(text)
        return number if self.low <= number <= self.high else fault

    def write(self, value: Value) -> str:
        """The text of a value; the inverse of `read`."""
        match value:
            case None:
                return OFF
            case bool():
                return ON if value else OFF
            case tuple():
                return ",".join(value) or OFF
            case _:
                return str(value)

    def hint(self) -> str:
        """All values in a few words."""
        match self.kind:
            case "switch":
                return "on|off"
            case "number":
                off = "off|" if self.default is None else ""
                return f"{off}{self.low}..{self.high}"
            case "choice_or_number":
                return "|".join((*self.choices, f"{self.low}..{self.high}"))
            case "set":
                return ",".join(self.choices)
            case "choice" | "text":
                return "|".join(self.choices)


_SWITCH: Final[Mapping[str, Value]] = MappingProxyType(
    {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}
)


Advise = Callable[[Rules, View, Sequence[Action], bytes | None], tuple[Advice, ...]]
"""Who advises: (rules, view of an asked seat, its legal actions, chance) -> ranked advice."""


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """One game.

    Attributes:
        slug: its name on the command line.
        aliases: other names people type.
        alias_seats: the number of players, where an alias says it («Dreier»).
        seats: numbers of players it can be played with, the usual one first.
        fields: its options.
        presets: named settings; the first is the default.
        preset_aliases: what people call a preset whose name is that of a source; shown instead.
        sides: the seats of each side, for a number of players.
        rules: the game under given options; pure.
        lower_wins: the score counts penalties: the lowest wins.
        usual: what is played when nobody names a game; true for one game.
        house: hardly a rule of it is written down anywhere: all of it is «Hausregel».
        advise: the legal actions given, best first with reasons, for bots and hints; with chance
            bytes it may sample and think longer. None without.
    """

    slug: str
    aliases: tuple[str, ...]
    seats: tuple[int, ...]
    fields: tuple[Field, ...]
    presets: Mapping[str, Mapping[str, str]]
    sides: Callable[[Options, int], tuple[tuple[Seat, ...], ...]]
    rules: Callable[[Options, int], Rules]
    advise: Advise | None = None
    lower_wins: bool = False
    usual: bool = False
    house: bool = False
    alias_seats: Mapping[str, int] = field(default_factory=dict)
    preset_aliases: Mapping[str, str] = field(default_factory=dict)

    @property
    def preset_words(self) -> Mapping[str, str]:
        """Every preset by the word that people are shown and type for it."""
        words = {name: alias for alias, name in self.preset_aliases.items()}
        return {words.get(name, name): name for name in self.presets}

    def preset_called(self, word: str) -> str | None:
        """The preset of this name, or that people call so; None without one."""
        name = self.preset_aliases.get(word, word)
        return name if name in self.presets else None

    def seats_for(self, name: str) -> int:
        """How many play when somebody names the game so and says nothing else."""
        return self.alias_seats.get(plain_name(name), self.seats[0])

    def field(self, name: str) -> Field | None:
        """The option of this name, or None."""
        return next((item for item in self.fields if item.name == name), None)


def plain_name(name: str) -> str:
    """A slug or alias as it is kept: in small letters, with underscores."""
    return name.strip().lower().replace("-", "_")


def make_options(
    variant: Variant, seats: int, preset: str | None, settings: Mapping[str, str]
) -> Options | OptionFault:
    """The options of a table.

    What a person sets is law: if it conflicts with an option that only the preset set, the preset
    gives way; if two things a person set conflict, that is refused, and so is a preset for other
    numbers of players.

    Args:
        variant: the game.
        seats: number of players.
        preset: its name or what people call it, None for the variant's first.
        settings: option names to texts.
    """
    if seats not in variant.seats:
        choices = ",".join(map(str, sorted(variant.seats)))
        return OptionFault("wrong_seats", "players", {"value": str(seats), "choices": choices})
    name = next(iter(variant.presets), None) if preset is None else variant.preset_called(preset)
    if preset and name is None:
        facts = {"value": preset, "choices": "|".join(variant.preset_words)}
        return OptionFault("unknown_preset", "preset", facts)
    values: dict[str, Value] = {item.name: item.default_for(seats) for item in variant.fields}
    chosen = variant.presets[name] if name else {}
    for source in (chosen, settings):
        for option, text in sorted(source.items()):
            item = variant.field(option)
            if item is None:
                facts = {"choices": ",".join(sorted(values))}
                return OptionFault("unknown_option", option, facts)
            value = item.read(text)
            if isinstance(value, OptionFault):
                return value
            values[option] = value
    for item in variant.fields:
        broken = _broken(item, values, seats)
        if broken is None:
            continue
        default = item.default_for(seats)
        set_by_hand = item.name in settings and (item.strict or values[item.name] != default)
        if set_by_hand or (item.name in chosen and broken.other == PLAYERS):
            facts = {
                "value": item.write(values[item.name]),
                "other": broken.other,
                "values": broken.values,
            }
            code = f"{item.name}_{broken.kind}_{broken.other}"
            return OptionFault(code, item.name, facts)
        values[item.name] = default
    active = {
        item.name: item.write(values[item.name])
        for item in variant.fields
        if _broken(item, values, seats) is None
    }
    return Options(values, active)


def _broken(item: Field, values: Mapping[str, Value], seats: int) -> Conflict | None:
    table = {**values, PLAYERS: seats}
    return next((conflict for conflict in item.conflicts if conflict.wrong(table)), None)


def make_setup(variant: Variant, options: Options, seats: int) -> Setup:
    """What is agreed before the first card."""
    sides = variant.sides(options, seats)
    return Setup(variant.slug, seats, sides, options, variant.lower_wins)
