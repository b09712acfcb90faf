"""The rules of a table in words: which preset they are, what differs, what a value may be."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.fields import is_house_rule
from engine.game import find_variant
from engine.variant import Field, OptionFault, make_options
from tui.present.canvas import fit, width_of
from tui.present.goal import GOAL_OPTIONS, goal_of_rules
from tui.present.look import Look
from tui.settings import FAVOURITE, PLAYERS, Settings, read_favourite
from tui.texts import echoed, has_text

__all__ = [
    "allowed_words",
    "fault_text",
    "favourite_of",
    "is_house_game",
    "kept_last",
    "option_help",
    "option_value",
    "preset_name",
    "preset_of",
    "rule_lines",
    "usual_options",
    "value_of",
]

_OFF = "off"

_ALWAYS = (
    *("parteien", "coiffeur_profil", "stock", "blatt", "start_karten", "ansage"),
    *("faktoren", "weis", "stoeck", "stich_ansehen", "rest", "ende"),
)
"""What is played, and what every quarrel is about."""


@lru_cache(maxsize=64)
def usual_options(game: str, seats: int, preset: str | None) -> Mapping[str, str]:
    """The options of a game, or of a preset, as they are when nobody changes anything."""
    variant = find_variant(game)
    if variant is None:
        return {}
    options = make_options(variant, seats, preset, {})
    return {} if isinstance(options, OptionFault) else options.to_dict()


def _defaults(game: str, seats: int) -> dict[str, str]:
    """What every option is by itself: one that another rule brings back was not changed."""
    variant = find_variant(game)
    fields = () if variant is None else variant.fields
    return {field.name: field.write(field.default_for(seats)) for field in fields}


def _same(options: Mapping[str, object], usual: Mapping[str, str]) -> bool:
    return bool(usual) and {name: str(value) for name, value in options.items()} == dict(usual)


def preset_of(game: str, seats: int, options: Mapping[str, object]) -> str | None:
    """The preset whose options these are, whatever the table was called when it was opened."""
    variant = find_variant(game)
    presets = () if variant is None else tuple(variant.presets)
    return next((one for one in presets if _same(options, usual_options(game, seats, one))), None)


def favourite_of(game: str, seats: int, options: Mapping[str, object]) -> dict[str, str]:
    """What a player keeps of rules he likes: the number of players, and what is not usual."""
    usual = usual_options(game, seats, None)
    texts = {name: str(value) for name, value in options.items()}
    own = {name: value for name, value in texts.items() if usual.get(name) != value}
    return {PLAYERS: str(seats), **own}


def kept_last(settings: Settings) -> tuple[str, int | None, dict[str, str]] | None:
    """Game, players and rules of the favourite that was kept last, for who names nothing else.

    None where nothing was kept, or by another release, or by hand and wrongly: whoever wants to
    open a table must not be stopped by that.
    """
    if not settings.favourites:
        return None
    game = next(reversed(settings.favourites))
    variant = find_variant(game)
    players, rules = read_favourite(settings.favourites[game])
    if variant is None or players not in (None, *variant.seats):
        return None
    options = make_options(variant, players or variant.seats[0], None, rules)
    return None if isinstance(options, OptionFault) else (variant.slug, players, rules)


def preset_name(
    look: Look, game: str, seats: int, options: Mapping[str, object], preset: str | None
) -> str:
    """``Schieber 1000``, ``Schieber 1000, 3 Regeln geändert``, ``übliche Regeln``."""
    say = look.say
    found = preset_of(game, seats, options)
    if found is not None:
        return say(f"preset.{found}")
    if look.settings.favourites.get(game) == favourite_of(game, seats, options):
        return say(f"preset.{FAVOURITE}")
    variant = find_variant(game)
    preset = preset or next(iter(variant.presets if variant is not None else ()), None)
    base = {**_defaults(game, seats), **usual_options(game, seats, preset)}
    changed = sum(1 for name, value in options.items() if base.get(name) != str(value))
    if not changed:
        return say("preset.usual")
    name = say(f"preset.{preset}") if preset else say("preset.usual")
    return say("preset.changed_one" if changed == 1 else "preset.changed", name=name, count=changed)


def is_house_game(game: str) -> bool:
    """Whether hardly a rule of a game is written down anywhere, so that all of it is ours."""
    variant = find_variant(game)
    return variant is not None and variant.house


def rule_lines(
    look: Look, game: str, seats: int, options: Mapping[str, object], room: int
) -> list[str]:
    """The rules of a table in lines: first what every quarrel is about, then what is not usual."""
    usual = usual_options(game, seats, None)
    own = [name for name in options if name not in _ALWAYS and options[name] != usual.get(name)]
    parts = [goal_of_rules(look, game, seats, options)]
    for name in (*_ALWAYS, *own):
        value = options.get(name)
        if value is None or value == usual.get(name) == _OFF:
            continue
        if name not in GOAL_OPTIONS or is_house_rule(name, str(value)):
            parts.append(_rule_text(look, name, value))
    lines = [""]
    for part in filter(None, parts):
        grown = f"{lines[-1]}   {part}" if lines[-1] else part
        if lines[-1] and width_of(grown) > room:
            lines.append(part)
        else:
            lines[-1] = grown
    return [fit(line, room) for line in lines if line]


def _rule_text(look: Look, name: str, value: object) -> str:
    """An option with its value, and «Hausregel» where only we say what that means."""
    text = f"{look.say(f'option.{name}')} {option_value(look, value, name)}"
    return f"{text} ({look.say('options.house')})" if is_house_rule(name, str(value)) else text


def option_help(look: Look, game: str, name: str) -> str:
    """What an option is for, in one or two lines; a game may have its own words for it."""
    codes = (f"option_help.{game}.{name}", f"option_help.{name}")
    return next((look.say(code) for code in codes if has_text(code)), "")


def option_value(look: Look, value: object, name: str = "") -> str:
    """The value of the option ``name`` in the words of this player."""
    if isinstance(value, bool):
        return look.say("option.on" if value else "option.off")
    if value is None:
        return look.say("option.off")
    if isinstance(value, (list, tuple)):
        return ", ".join(option_value(look, part) for part in value) or "–"
    for code in (f"option_value.{name}.{value}", f"option_value.{value}"):
        if has_text(code):
            return look.say(code)
    if isinstance(value, str) and "," in value:
        return ", ".join(option_value(look, part) for part in value.split(","))
    return str(value)


def allowed_words(look: Look, field: Field) -> str:
    """What a value may be, in words that can be typed."""
    say = look.say
    words = [option_value(look, choice, field.name) for choice in field.choices]
    match field.kind:
        case "switch":
            words = [say("option.on"), say("option.off")]
        case "number" | "choice_or_number":
            if field.kind == "number" and field.default is None:
                words.append(say("option.off"))
            words.append(say("options.numbers", low=field.low, high=field.high))
        case "text":
            words.append(say("options.own_value"))
        case "set":
            words.append(say("option.off"))
        case "choice":
            pass
    return ", ".join(words)


def _range_words(look: Look, values: str) -> str:
    """``1..64`` and ``eine,keine`` as people say them."""
    low, dots, high = values.partition("..")
    if dots:
        return look.say("options.range", low=low, high=high)
    return option_value(look, values)


def value_of(look: Look, field: Field, typed: str) -> str:
    """The engine's word for what somebody typed, which may be this language's."""
    known = {look.say("option.off").casefold(): _OFF, look.say("option.on").casefold(): "on"}
    known |= {option_value(look, choice, field.name).casefold(): choice for choice in field.choices}

    def one(part: str) -> str:
        return known.get(part.strip().casefold(), part.strip())

    return ",".join(map(one, typed.split(","))) if field.kind == "set" else one(typed)


def fault_text(look: Look, game: str, fault: OptionFault) -> str:
    """Why a table cannot be set up so, in one sentence."""
    say = look.say
    variant = find_variant(game)
    field = (
        next((one for one in variant.fields if one.name == fault.option), None) if variant else None
    )
    facts = {**echoed(fault.facts), "option": say(f"option.{fault.option}")}
    if fault.code == "bad_value" and field is not None:
        facts["choices"] = allowed_words(look, field)
    if fault.code in ("unknown_option", "bad_value", "unknown_preset", "wrong_seats"):
        return say(f"rule_fault.{fault.code}", **facts)
    facts["other"] = say(f"option.{fault.facts.get('other', '')}")
    if "values" in facts:
        facts["values"] = _range_words(look, fault.facts["values"])
    kind = "requires" if "_requires_" in fault.code else "excludes"
    return say(f"rule_fault.{kind}", **facts)
