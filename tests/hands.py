"""Many random hands of every game, on all processors: `python -m tests.hands 50000`.

Each game has a list of tables: every preset with every number of players, then every value of
every option, then options by chance without end. A table is known by its number, plays some hands,
and every hand must satisfy `tests/engine/invariants.py`; in one of ten everything that could be
tried at each act is.

    python -m tests.hands 50000                 so many hands, in equal parts of every game
    python -m tests.hands 5000 --game hae       of one game
    python -m tests.hands --table hae:17        one table alone, with its traceback

The last lines say what was covered and, for each table that failed, the line that plays it again.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache

from engine import game
from engine.options import Options
from engine.state import Step
from engine.variant import make_options
from tests.engine.invariants import play_checked
from tests.engine.table import Table
from tests.games import listed_tables, random_options

__all__ = ["HANDS", "USUAL", "main", "play_table", "tables_for"]

HANDS = 4
"""Hands of a table."""

USUAL = 5000
"""Hands that every run of the tests plays."""

CHECKED = 0.1
"""The share of hands in which everything that could be tried is."""


@cache
def _listed(slug: str) -> tuple[tuple[int, Options], ...]:
    variant = game.find_variant(slug)
    assert variant is not None
    tables = []
    for seats, preset, settings in listed_tables(variant):
        options = make_options(variant, seats, preset, settings)
        assert isinstance(options, Options)
        tables.append((seats, options))
    return tuple(tables)


def tables_for(slug: str, hands: int) -> int:
    """How many tables of a game play so many hands; at least all that are listed."""
    return max(len(_listed(slug)), -(-hands // HANDS))


def play_table(slug: str, number: int) -> Counter[str]:
    """Plays one table; how often what happened.

    Raises:
        AssertionError: something that must hold did not.
    """
    variant = game.find_variant(slug)
    assert variant is not None
    rng = random.Random(f"{slug} {number}")
    if number < len(_listed(slug)):
        seats, options = _listed(slug)[number]
    else:
        seats = rng.choice(variant.seats)
        options = random_options(variant, rng, rng.choice((0.1, 0.35, 0.6)), seats)
    table = Table.start(options, rng.randrange(1 << 30), slug, seats)
    target = game.rules_of(table.state.setup).ending.target
    if target is not None and rng.random() < 0.5:
        # What happens at the end of a Partie would seldom come in so few hands.
        score = tuple(rng.randrange(target) for _ in table.state.score)
        table.state = replace(table.state, score=score)
    seen: Counter[str] = Counter()
    for _ in range(HANDS):
        if table.state.step is Step.OVER:
            assert table.state.outcome is not None
            table.state = game.new_partie(table.state)
            seen["games over"] += 1
        check = 1.0 if rng.random() < CHECKED else 0.0
        play_checked(table, rng, check, rng.choice((0.0, 0.02, 0.1)), seen)
        seen["hands"] += 1
        seen["hands tried through"] += check > 0
    return seen


# -- the command --------------------------------------------------------------------------------


def _attempt(table: tuple[str, int]) -> tuple[tuple[str, int], Counter[str], str]:
    try:
        return table, play_table(*table), ""
    except Exception as error:  # noqa: BLE001 - whatever it was, the line to play it again is wanted
        return table, Counter(), f"{type(error).__name__}: {error}".splitlines()[0]


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays hands; 0 if everything held in all of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.hands")
    parser.add_argument("hands", type=int, nargs="?", default=USUAL)
    parser.add_argument("--game")
    parser.add_argument("--table", help="one table alone, as hae:17")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    asked = parser.parse_args(arguments)
    if asked.table:
        slug, _, number = asked.table.partition(":")
        print(dict(play_table(slug, int(number))))
        return 0
    slugs = [v.slug for v in game.all_variants() if asked.game in {None, v.slug}]
    if not slugs:
        parser.error(f"no game is called {asked.game!r}")
    each = -(-asked.hands // len(slugs))
    tables = [(slug, number) for slug in slugs for number in range(tables_for(slug, each))]
    began, seen, failed = time.monotonic(), Counter[str](), []
    with ProcessPoolExecutor(asked.processes) as pool:
        for table, happened, fault in pool.map(_attempt, tables, chunksize=8):
            seen += happened
            if fault:
                failed.append((table, fault))
                print(f"{table[0]}:{table[1]} {fault}", flush=True)
    for name, count in sorted(seen.items()):
        print(f"{count:>9} {name}")
    print(f"{len(tables)} tables, {seen['hands']} hands, {time.monotonic() - began:.0f} s")
    for (slug, number), _ in failed:
        print(f"python -m tests.hands --table {slug}:{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
