"""Bots that fill columns: when they name, when they wait, and that it beats chance."""

from __future__ import annotations

import random

import pytest

from engine import game
from engine.actions import Choose, Push
from engine.bots import choose, hints
from engine.cards import Card
from tests.engine.table import Table, deal_of, options
from tests.rules.test_coiffeur_rules import JOKER_2, SWEEP, seated

WEAK = deal_of(
    "Ei6 Ei7 Ro8 Ro7 Se8 Se9 SeU Si9 SiU",
    "EiK EiO EiA EiU Ei9 Ei10 Ei8 RoA SiA",
    "Ro6 Ro9 Ro10 RoU RoO RoK Se6 Se7 Se10",
    "SeO SeK SeA Si6 Si7 Si8 Si10 SiO SiK",
)
"""Seat 0 has nothing to name."""


def named(hands: list[list[Card]]) -> object:
    """What a bot of seat 0 says."""
    return choose(seated(hands).view(0), "normal", bytes(32))


def test_all_cards_of_a_suit_go_into_the_dearest_column_that_takes_it() -> None:
    """A sure match is worth most in the Joker with factor 8."""
    answer = named(SWEEP)
    assert isinstance(answer, Choose)
    assert (answer.contract.value, answer.column) == ("Ei", JOKER_2)


def test_bad_cards_are_passed_on() -> None:
    """There will be better ones."""
    assert named(WEAK) == Push()


def test_who_must_name_gives_away_what_is_cheapest() -> None:
    """Forced («im Zwang») with bad cards: not a Joker."""
    table = seated(WEAK)
    for seat in range(4):
        table.act(seat, Push())
    forced = choose(table.view(0), "normal", bytes(32))
    assert isinstance(forced, Choose)
    rules = game.rules_of(table.state.setup)
    assert rules.choosing.columns[forced.column].factor <= 4


@pytest.mark.parametrize("level", ["easy", "normal", "strong"])
def test_every_level_answers_with_a_legal_act(level: str) -> None:
    """Whatever it is asked, and the same for the same view and bytes."""
    table = Table.start(options(None, "coiffeur", 3), 5, "coiffeur", 3)
    table.deal()
    for _ in range(6):
        seat = table.state.asked[0]
        view = table.view(seat)
        action = choose(view, level, bytes(32))
        assert action in game.legal(view)
        assert action == choose(view, level, bytes(32))
        table.act(seat, action)


def test_hints_have_reasons() -> None:
    """Every legal act is ranked once."""
    view = seated(WEAK).view(0)
    ranked = hints(view)
    assert {advice.action for advice in ranked} == set(game.legal(view))
    assert len(ranked) == len(game.legal(view))


def test_normal_beats_chance_clearly() -> None:
    """Two whole games, the same cards both ways."""
    lead = 0
    for seed in range(2):
        for first in (0, 1):
            table = Table.start(options(None, "coiffeur"), seed, "coiffeur")
            rng = random.Random(seed)

            def player(view, offered, first=first, rng=rng):  # type: ignore[no-untyped-def]
                if view.seat % 2 == first:
                    return choose(view, "normal", bytes(32))
                return rng.choice(offered)

            table.play_out(player)
            lead += table.state.score[first] - table.state.score[1 - first]
    assert lead / 4 > 1000
