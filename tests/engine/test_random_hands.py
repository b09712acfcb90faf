"""Random hands of every game, preset, number of players and option: what must hold in all.

A failure names the table; `python -m tests.hands --table hae:17` plays it alone.
"""

from __future__ import annotations

import pytest

from engine import game
from tests.hands import USUAL, play_table, tables_for

SLUGS = [variant.slug for variant in game.all_variants()]
PARTS = 5
"""Tests per game, so that processors share them."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("slug", SLUGS)
def test_1_0_10_random_hands(slug: str, part: int) -> None:
    """Five thousand hands in all keep every invariant; in one of ten all that can be tried is."""
    for number in range(part, tables_for(slug, USUAL // len(SLUGS)), PARTS):
        try:
            assert play_table(slug, number)["hands"]
        except Exception as error:
            raise AssertionError(f"python -m tests.hands --table {slug}:{number}") from error
