"""What ends the Partie stands in the lobby, over the table and on the board, in every game."""

from __future__ import annotations

from typing import Any

import pytest

from engine import game
from engine.variant import OptionFault, make_options
from tests.engine.table import Table
from tests.tui.test_games_pictures import known_of
from tui.present.goal import goal_of, goal_of_rules
from tui.present.look import Look
from tui.present.slate import draw_board
from tui.present.spoken import score_line
from tui.present.status import title_line
from tui.present.tablerules import rule_lines
from tui.settings import Settings
from tui.texts import LANGUAGES

GOALS: dict[tuple[str, int, str | None, tuple[str, ...]], str] = {
    ("schieber", 4, "schieber_1000", ()): "Ziel 1000",
    ("schieber", 4, "schieber_2500", ()): "Ziel 2500",
    ("schieber", 4, None, ("ziel=700",)): "Ziel 700",
    ("schieber", 4, None, ("laenge=4",)): "Runden: 4",
    ("schieber", 4, None, ("wertung=zwei_runden",)): "bis 2 gewonnene Runden",
    ("schieber", 4, None, ("wertung=striche", "partien=3")): "Ziel 1000, 3 Partien",
    ("differenzler", 4, None, ()): "Runden: 8",
    ("differenzler", 3, None, ("strafziel=200",)): "Ende bei 200",
    ("coiffeur", 4, None, ()): "Runden: 16",
    ("coiffeur", 3, None, ()): "Runden: 24",
    ("molotow", 5, None, ()): "Runden: 10",
    ("plus_minus", 4, None, ()): "bis 7 Striche",
    ("plus_minus", 4, None, ("wertung=nuller",)): "Runden: 12",
    ("mittlere", 3, None, ()): "Runden: 12",
    ("sidi", 2, None, ()): "Ziel 500",
    ("sechser", 6, None, ("ziel=1500",)): "Ziel 1500",
    ("chappe", 4, None, ()): "Runden: 9",
    ("chappe", 4, None, ("nur_abwaerts=on",)): "Runden: 5",
    ("chappe", 4, None, ("limite=20",)): "Ende bei 20",
    ("chappe", 4, None, ("ausscheiden=7",)): "aus bei 7",
    ("hae", 4, None, ()): "Runden: 10",
}


def table_of(slug: str, seats: int, preset: str | None, settings: tuple[str, ...] = ()) -> Any:
    """A table of this game after its first deal, and its options."""
    variant = game.find_variant(slug)
    assert variant is not None
    options = make_options(variant, seats, preset, dict(one.split("=") for one in settings))
    assert not isinstance(options, OptionFault), options
    table = Table.start(options, 1, slug, seats)
    table.deal()
    return table, options


@pytest.mark.parametrize(("what", "goal"), GOALS.items(), ids=str)
def test_the_goal_is_what_ends_the_partie(what: Any, goal: str) -> None:
    """Points, hands, Striche, a limit: whichever it is, and the same words before and in play."""
    slug, seats, preset, settings = what
    look = Look(120, 40, Settings(lang="de"))
    table, options = table_of(slug, seats, preset, settings)
    assert goal_of(look, table.view(0)) == goal
    assert goal_of_rules(look, slug, seats, options.to_dict()) == goal


def every_preset() -> list[tuple[str, int, str | None]]:
    """Every game with each of its presets, at its usual number of seats."""
    return [
        (variant.slug, variant.seats[0], preset)
        for variant in game.all_variants()
        for preset in (*variant.presets, None)
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("slug", "seats", "preset"), every_preset())
def test_it_is_said_wherever_one_looks_for_it(
    slug: str, seats: int, preset: str | None, lang: str
) -> None:
    """At 80 cells it is uncut in the head of the table, on the board, in the lobby and in lines."""
    look = Look(80, 24, Settings(player="Lara", lang=lang))  # type: ignore[arg-type]
    table, options = table_of(slug, seats, preset)
    known = known_of(table)
    view = table.view(0)
    goal = goal_of(look, view)
    assert goal
    assert title_line(look, known, view)[1].endswith(goal)
    assert goal in draw_board(look, known, view, 0).text()
    assert goal in score_line(look, known)
    lines = rule_lines(look, slug, seats, options.to_dict(), 68)
    assert lines[0].startswith(goal)
