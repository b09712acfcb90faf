"""Tables of any game with any options, for tests that have to hold for all of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from engine import game
from engine.options import Options
from engine.variant import PLAYERS, Field, OptionFault, Variant, make_options

__all__ = [
    "listed_tables",
    "random_options",
    "settings_of",
    "sizes",
    "values_of",
    "with_what_it_needs",
]

SLOW = {"frist", "ziel", "laenge"}
"""Options that only make a Partie longer or shorter."""

OWN_FACTORS = "3-1-4-1-5-9"
"""Six numbers, where an option takes them besides its named values."""


def sizes() -> list[tuple[str, int]]:
    """Every game with every number of seats."""
    return [(v.slug, seats) for v in game.all_variants() for seats in sorted(v.seats)]


# -- by chance ----------------------------------------------------------------------------------


def settings_of(
    variant: Variant, seats: int, chance: random.Random, preset: str | None = None
) -> dict[str, str]:
    """Options by chance that can be set together, on top of a preset or of the usual one."""
    settings: dict[str, str] = {}
    for field in chance.sample(variant.fields, len(variant.fields)):
        if field.name in SLOW or chance.random() < 0.6:
            continue
        tried = {**settings, field.name: _value(field, chance)}
        if not isinstance(make_options(variant, seats, preset, tried), OptionFault):
            settings = tried
    return settings


def _value(field: Field, chance: random.Random) -> str:
    if field.kind == "switch":
        return chance.choice(("on", "off"))
    if field.choices and (field.high == 0 or chance.random() < 0.5):
        return chance.choice(field.choices)
    return str(chance.randint(field.low, field.high))


def random_options(
    variant: Variant, chance: random.Random, share: float = 0.35, seats: int | None = None
) -> Options:
    """A table that people could have set up, for the usual number of players if none is given.

    A `share` of the options is set by hand, on top of a preset or of the usual one.
    """
    seats = seats or variant.seats[0]
    while True:
        chosen = {
            item.name: _short_value(item, chance)
            for item in variant.fields
            if chance.random() < share
        }
        made = make_options(variant, seats, chance.choice([*variant.presets, None]), chosen)
        if isinstance(made, Options):
            return made


def _short_value(field: Field, chance: random.Random) -> str:
    """Any value, of a range one that does not make a game long."""
    if field.kind == "number":
        return str(chance.randint(field.low, min(field.high, field.low + 12)))
    return chance.choice(values_of(field))


# -- one by one ---------------------------------------------------------------------------------


def values_of(field: Field) -> list[str]:
    """Every value of an option as text; of a range its ends, of a set each member and all."""
    off = ["off"] if field.default is None else []
    match field.kind:
        case "switch":
            return ["on", "off"]
        case "choice":
            return list(field.choices)
        case "number":
            return [*off, str(field.low), str(field.high)]
        case "choice_or_number":
            return [*field.choices, str(field.low), str(field.high)]
        case "set":
            return ["off", *field.choices, ",".join(field.choices)]
        case "text":
            return [*field.choices, OWN_FACTORS]


def with_what_it_needs(
    variant: Variant, seats: int, wanted: Mapping[str, str], depth: int = 3
) -> dict[str, str] | None:
    """These settings and what they require, set by hand; None if no table can have them."""
    made = make_options(variant, seats, None, wanted)
    if isinstance(made, Options):
        return dict(wanted)
    other = made.facts.get("other", PLAYERS)
    field = variant.field(other)
    if field is None or other in wanted or not depth:
        return None
    for text in values_of(field):
        found = with_what_it_needs(variant, seats, {**wanted, other: text}, depth - 1)
        if found is not None:
            return found
    return None


def listed_tables(variant: Variant) -> Iterator[tuple[int, str | None, dict[str, str]]]:
    """Every number of players with every preset, then every value of every option.

    A value is set at one number of players that it can be played with, another for each.
    """
    for seats in sorted(variant.seats):
        for preset in variant.presets or (None,):
            if isinstance(make_options(variant, seats, preset, {}), Options):
                yield seats, preset, {}
    turn = 0
    for field in variant.fields:
        for text in values_of(field):
            turn += 1
            seats_first = [*variant.seats[turn % len(variant.seats) :], *variant.seats]
            found = (
                (seats, settings)
                for seats in seats_first
                if (settings := with_what_it_needs(variant, seats, {field.name: text}))
            )
            seats, settings = next(found)
            yield seats, None, settings
