"""The machine as a whole: games end, nothing runs before and after, names find games."""

from __future__ import annotations

import random

from engine import game
from engine.actions import Pass, Play
from engine.seats import Seat
from engine.state import Ended
from engine.variant import OptionFault, make_options
from tests.engine.table import Table
from tests.games import random_options

VARIANTS = game.all_variants()


def test_games_end() -> None:
    """Whatever the options, a game comes to an end, and its outcome fits the score."""
    rng = random.Random(11)
    for _ in range(12):
        variant = rng.choice(VARIANTS)
        seats = rng.choice(variant.seats)
        chosen = random_options(variant, rng, 0.2, seats)
        table = Table.start(chosen, rng.randrange(1 << 30), variant.slug, seats)
        table.play_out()
        outcome = table.state.outcome
        assert outcome is not None
        assert outcome.winners == tuple(
            sorted(seat for side in outcome.sides for seat in table.state.setup.sides[side])
        )
        assert table.state.asked == ()
        assert not isinstance(outcome.by, Ended)


def test_acts_are_refused_where_nothing_runs() -> None:
    """Before the deal, at the audit and at the end no card can be played."""
    variant = VARIANTS[0]
    made = random_options(variant, random.Random(3), 0.0)
    table = Table.start(made, slug=variant.slug)
    assert game.legal(table.view(0)) == ()
    assert game.automatic(table.view(0)) is None
    table.play_hand()
    slot, card = 0, table.deck[0]
    for seat in range(variant.seats[0]):
        assert game.check(table.state, Seat(seat), Play(slot, card), None) is not None
    assert game.check(table.state, Seat(9), Pass(), None) is not None


def test_an_unknown_variant_is_none() -> None:
    """Slugs and aliases find a game in any case; anything else finds none."""
    variant = game.find_variant("SCHIEBER")
    assert variant is not None
    assert variant.slug == "schieber"
    assert game.find_variant("quartett") is None
    assert isinstance(make_options(variant, 4, None, {"quartett": "on"}), OptionFault)
