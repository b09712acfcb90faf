"""Nothing is registered and not exercised: games, presets, options, actions, steps, reasons."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from engine import game
from engine.actions import Action, Give, Predict
from engine.errors import Reason
from engine.forms import KINDS
from engine.options import Options
from engine.phases.duel import DuelPhase
from engine.state import Step
from engine.variant import Variant, make_options
from tests.engine.invariants import play_checked
from tests.engine.table import Table, options
from tests.engine.test_playthrough import TABLES
from tests.games import listed_tables, values_of
from tui.texts import LANGUAGES, catalogue

TESTS = Path(__file__).parents[1]
PAGES = TESTS.parent / "docs" / "rules"
VARIANTS = game.all_variants()

QUIET = {Step.DEAL, Step.TURN, Step.TOSS, Step.AUDIT, Step.OVER, Step.CUT}
"""Steps that ask nobody, and the cut, which is asked before there is a hand."""

AT_HOME = {Predict, Give}
"""They stay on the own device; what travels is their sealed form."""

RARE = {"action CallStoeck", "step call"}
"""Nobody waits for these by chance: tests/rules/test_schieber_stoeck.py makes the hand for them."""

BY_HAND = {"weisen": "manuell", "stoeck_manuell": "on", "ende": "bedanken_manuell", "ziel": "500"}

MANY_QUESTIONS: list[tuple[str, int, dict[str, str], float]] = [
    ("schieber", 4, {**BY_HAND, "rest": "riskant", "erster_geber": "rosen7_vorhand"}, 0.05),
    ("schieber", 4, {**BY_HAND, "rest": "aus", "echtes_abheben": "on"}, 0.0),
    ("schieber", 4, {"ziel": "500", "bergpreis": "on", "rest": "aus"}, 0.05),
    ("coiffeur", 4, {}, 0.05),
    ("differenzler", 2, {"rest": "riskant"}, 0.1),
    ("differenzler", 4, {"ansage": "offen"}, 0.05),
    ("sidi", 2, {"rauben": "on"}, 0.05),
    ("chappe", 7, {}, 0.0),
    ("chappe", 4, {"karten_tauschen": "rechts"}, 0.0),
    ("chappe", 3, {"start_karten": "2"}, 0.0),
]
"""Tables at which, together, everything can be asked and done, and how often somebody speaks up."""


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.slug)
def test_every_variant_has_its_files(variant: Variant) -> None:
    """A game without golden hands, oracle counts, rule tests, pages or words is not finished."""
    slug = variant.slug
    assert any(name.startswith(f"{slug}-") for name in TABLES)
    assert (TESTS / "golden" / "oracle" / f"{slug}.txt").read_text("utf-8").strip()
    assert list((TESTS / "rules").glob(f"test_{slug}_*.py"))
    for lang in LANGUAGES:
        assert f"game.{slug}" in catalogue(lang) | catalogue("de"), lang
    for lang in ("de", "en"):
        assert (PAGES / f"{slug}.{lang}.md").read_text("utf-8").strip()


@pytest.mark.parametrize(("slug", "called"), [("chappe", "stechen"), ("hae", "gipfelduell")])
def test_a_tie_is_called_as_the_game_calls_it(slug: str, called: str) -> None:
    """The engine gives a code, and every language has its word."""
    table = Table.start(options(None, slug), 1, slug)
    play = game.rules_of(table.state.setup).phases[Step.PLAY]
    assert isinstance(play, DuelPhase)
    assert play.called == called
    assert all(f"duel.{called}" in catalogue(lang) for lang in LANGUAGES)


@pytest.mark.parametrize("name", TABLES)
def test_every_golden_hand_is_of_a_game(name: str) -> None:
    """No file is left over from a game that is gone, and none is missing."""
    assert game.find_variant(name.split("-")[0]) is not None
    assert (TESTS / "golden" / "playthrough" / f"{name}.txt").exists()
    assert len(list((TESTS / "golden" / "playthrough").iterdir())) == len(TABLES)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.slug)
def test_every_preset_and_option_value_is_played(variant: Variant) -> None:
    """The list that the random hands walk has every preset and every value of every option."""
    found: set[tuple[str, str]] = set()
    presets, players = set(), set()
    for seats, preset, settings in listed_tables(variant):
        made = make_options(variant, seats, preset, settings)
        assert isinstance(made, Options)
        presets.add(preset)
        players.add(seats)
        found |= {
            (field.name, field.write(made.get(field.name)))
            for field in variant.fields
            if field.name in settings
        }
    assert presets >= set(variant.presets)
    assert players == set(variant.seats)
    assert {(field.name, text) for field in variant.fields for text in values_of(field)} <= found


def test_every_action_has_one_word() -> None:
    """The union is the only list of actions; each has a word, and no two the same."""
    assert set(KINDS.values()) == set(get_args(Action))
    assert len(KINDS) == len(get_args(Action))


def test_every_action_is_done_and_every_step_is_reached() -> None:
    """Players who act at random come to every question and give every kind of answer."""
    wanted = {f"action {kind.__name__}" for kind in get_args(Action) if kind not in AT_HOME}
    wanted |= {f"step {step}" for step in Step if step not in QUIET}
    wanted -= RARE
    seen: Counter[str] = Counter()
    tables = [
        (Table.start(options(None, slug, seats, **settings), number, slug, seats), unasked)
        for number, (slug, seats, settings, unasked) in enumerate(MANY_QUESTIONS)
    ]
    for _ in range(200):
        for table, unasked in tables:
            if table.state.step is Step.OVER:
                table.state = game.new_partie(table.state)
            if table.state.setup.options.get("ziel") == 500 and not any(table.state.score):
                # Much that is asked is asked near the target only.
                table.state = replace(table.state, score=(460,) * len(table.state.score))
            play_checked(table, table.rng, 0.0, unasked, seen)
        if wanted <= set(seen):
            return
    raise AssertionError(f"never: {sorted(wanted - set(seen))}")


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.value)
def test_every_reason_is_named_by_a_test_of_the_rules(reason: Reason) -> None:
    """Each refusal is looked for by name where the rules or the engine are tested."""
    name = f"Reason.{reason.name}"
    folders = (TESTS / "rules", TESTS / "engine")
    files = (path for folder in folders for path in folder.rglob("test_*.py"))
    assert any(name in path.read_text("utf-8") for path in files if path != Path(__file__))
