"""The first deal of the largest table that one Jass deck is enough for."""

from __future__ import annotations

from bench.row import Figure, Row, Scale
from bench.rows.deal import figures
from engine import game
from engine.variant import OptionFault, make_options

SLUG, SEATS = "chappe", 7


def measure(scale: Scale) -> list[Figure]:
    variant = game.find_variant(SLUG)
    assert variant is not None
    options = make_options(variant, SEATS, None, {})
    assert not isinstance(options, OptionFault)
    state, _ = game.deal(game.start(variant, options, SEATS), bytes(32))
    sights = [frozenset(map(int, seats)) for seats in game.sights(state)]
    assert len(sights) == 36
    return figures(scale, sights, SEATS, (70, None, None))


ROW = Row("seven", "a deal of the Chappe-Jass, 7 seats × 36 cards", measure)
