"""Tables of any game with any options, for tests that have to hold for all of them."""

from __future__ import annotations

import random

from engine import game
from engine.variant import Field, OptionFault, Variant, make_options

__all__ = ["settings_of", "sizes"]

SLOW = {"frist", "ziel", "laenge"}
"""Options that only make a Partie longer or shorter."""


def sizes() -> list[tuple[str, int]]:
    """Every game with every number of seats."""
    return [(v.slug, seats) for v in game.all_variants() for seats in sorted(v.seats)]


def settings_of(variant: Variant, seats: int, chance: random.Random) -> dict[str, str]:
    """Options by chance that can be set together, from one preset or from none."""
    settings: dict[str, str] = {}
    for field in chance.sample(variant.fields, len(variant.fields)):
        if field.name in SLOW or chance.random() < 0.6:
            continue
        tried = {**settings, field.name: _value(field, chance)}
        if not isinstance(make_options(variant, seats, None, tried), OptionFault):
            settings = tried
    return settings


def _value(field: Field, chance: random.Random) -> str:
    if field.kind == "switch":
        return chance.choice(("on", "off"))
    if field.choices and (field.high == 0 or chance.random() < 0.5):
        return chance.choice(field.choices)
    return str(chance.randint(field.low, field.high))
