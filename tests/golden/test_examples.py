"""Every golden example is a test of its own, by its id."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import game
from tests.golden.kinds import KINDS

FILE = Path(__file__).with_name("examples.jsonl")
EXAMPLES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    "example",
    [pytest.param(line, id=line["id"]) for line in EXAMPLES],
)
def test_golden_example(example: dict[str, Any]) -> None:
    """The rules give what the example expects, for the options it names."""
    options = {**example["options"], "game": example["game"]}
    result = KINDS[example["kind"]](example["given"], options)
    if isinstance(result, dict) and isinstance(example["expected"], dict):
        # An example may name some of the facts only.
        result = {key: result[key] for key in example["expected"]}
    assert result == example["expected"]


def test_every_game_and_kind_has_examples() -> None:
    """No game is without, no kind of example is without a reader, and none is read that is gone."""
    games = {variant.slug for variant in game.all_variants()}
    assert {line["game"] for line in EXAMPLES} == {"core", *games}
    assert {line["kind"] for line in EXAMPLES} == set(KINDS)


def test_ids_are_unique() -> None:
    """An id names one example, since the tests are named after them."""
    ids = [line["id"] for line in EXAMPLES]
    assert len(ids) == len(set(ids))
