"""Every golden example is a test of its own, by its id."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.golden.kinds import KINDS

FILE = Path(__file__).with_name("examples.jsonl")
EXAMPLES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]

PLAYED = {"core", "schieber", "differenzler", "hae"}
"""Games whose rules are built."""

LATER = {
    "coiffeur": 4,
    "molotow": 6,
    "plus_minus": 3,
    "mittlere": 3,
    "sidi": 1,
    "sechser": 2,
    "chappe": 21,
}
"""Games whose rules are not built yet, with the number of their examples."""


@pytest.mark.parametrize(
    "example",
    [pytest.param(line, id=line["id"]) for line in EXAMPLES if line["game"] in PLAYED],
)
def test_golden_example(example: dict[str, Any]) -> None:
    """The rules give what the example expects, for the options it names."""
    options = {**example["options"], "game": example["game"]}
    result = KINDS[example["kind"]](example["given"], options)
    assert result == example["expected"]


def test_no_example_is_left_out_silently() -> None:
    """Played and later games together are exactly the games of the file, line by line."""
    games = [line["game"] for line in EXAMPLES]
    assert {game: games.count(game) for game in games if game not in PLAYED} == LATER
    assert not PLAYED & LATER.keys()


def test_ids_are_unique() -> None:
    """An id names one example, since the tests are named after them."""
    ids = [line["id"] for line in EXAMPLES]
    assert len(ids) == len(set(ids))
