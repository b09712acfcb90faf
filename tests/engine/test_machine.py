"""The machine as a whole: games end, nothing runs before and after, names find games."""

from __future__ import annotations

import random
import sys
from types import FrameType
from typing import Any

from engine import game
from engine.actions import Pass, Play
from engine.seats import Seat
from engine.state import Ended
from engine.variant import OptionFault, make_options
from tests.engine.table import Table, options
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


def test_another_table_may_ask_at_any_moment() -> None:
    """Threads share the machine: whoever asks in between, a table is given its own rules."""
    mine, theirs = (Table.start(options(ziel=points)).state.setup for points in ("500", "600"))
    assert game.rules_of(mine) is not game.rules_of(theirs)
    left = 0

    def switch(frame: FrameType, event: str, _: Any) -> Any:
        """Before one line of `rules_of` the other table asks."""
        nonlocal left
        if frame.f_code is not game.rules_of.__code__:
            return None
        if event == "line":
            left -= 1
            if left == 0:
                game.rules_of(theirs)
        return switch

    before = sys.gettrace()
    for moment in range(1, 20):
        game.rules_of(mine)
        left = moment
        sys.settrace(switch)
        try:
            told = game.rules_of(mine)
        finally:
            sys.settrace(before)
        assert told.setup == mine
        if left > 0:  # it has no more lines than that
            break
    assert 1 < moment < 19
