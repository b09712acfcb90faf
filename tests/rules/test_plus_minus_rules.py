"""Rules 1.6: Plus-Minus."""

from __future__ import annotations

import pytest

from engine import game
from engine.actions import Play
from engine.contracts import Contract
from engine.phases.draft import Draft
from engine.seats import Seat
from engine.variant import OptionFault
from engine.variants.plus_minus import strokes
from tests.engine.offsuit import play_out, seated
from tests.engine.table import Table, deal_of, game_options, options

ALL_FOR_0 = deal_of(
    "RoA RoK RoO RoU Ro10 Ro9 Ro8 Ro7 EiA",
    "Ro6 Ei6 Ei7 Ei8 Ei9 Ei10 EiU EiO EiK",
    "Se6 Se7 Se8 Se9 Se10 SeU SeO SeK SeA",
    "Si6 Si7 Si8 Si9 Si10 SiU SiO SiK SiA",
)
"""Seat 0 makes most; seat 2 makes Schellen trump by its first card."""


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((90, 9, 34, 24), "+ + o o"),
        ((90, 0, 34, 33), "+ + o o"),
        ((110, 20, 20, 7), "ooo + + +"),
        ((156, 1, 0, 0), "ooo + + +"),
        ((100, 57, 0, 0), "ooo + + +"),
        ((157, 0, 0, 0), "+++ o o o"),
        ((0, 0, 157, 0), "o o +++ o"),
        ((99, 0, 0, 58), "+ - - o"),
        ((20, 20, 60, 57), "- - + o"),
        ((60, 60, 25, 12), "- - o +"),
        ((70, 61, 13, 13), "+ o - -"),
        ((80, 31, 31, 15), "+ - - +"),
        ((45, 45, 45, 22), "- - - +"),
        ((20, 20, 20, 97), "- - - +"),
    ],
)
def test_1_6_evaluation(points: tuple[int, ...], expected: str) -> None:
    """+ a Strich, o a Nuller, - nothing."""
    signs = {"-": (0, 0)}
    said = [signs.get(word, (word.count("+"), word.count("o"))) for word in expected.split()]
    assert list(strokes(points, (1, 1, 1, 1))) == said


def test_1_6_two_pairs_of_equals_get_nothing() -> None:
    """Equal players get nothing, both pairs of them (157 is odd; the rule says it all the same)."""
    assert strokes((40, 40, 38, 38), (1, 1, 1, 1)) == ((0, 0),) * 4


def test_1_6_no_weis_no_stoeck_no_match() -> None:
    """Nine tricks are worth 157."""
    table = play_out(seated("plus_minus", ALL_FOR_0, wertung="nuller"))
    last = table.state.results[-1]
    assert sum(last.cards) + sum(last.last_trick) == 157
    assert (last.match, last.weis, last.stoeck) == ((0,) * 4, (0,) * 4, (0,) * 4)


def test_1_6_trump_as_in_1_5() -> None:
    """The first card that does not follow, at once or from the next trick on."""
    table = seated("plus_minus", ALL_FOR_0)
    table.play("RoA Ro6 Se6")
    assert table.state.contract is Contract.SCHELLEN
    table.play("Si6")
    assert table.state.tricks[0].winner == 2
    later = seated("plus_minus", ALL_FOR_0, trumpf_wirkt="ab_naechstem_stich")
    later.play("RoA Ro6 Se6 Si6")
    assert later.state.tricks[0].winner == 0


@pytest.mark.parametrize("wertung", ["striche", "nuller"])
def test_1_6_wertung(wertung: str) -> None:
    """`striche` writes no Nuller; `nuller` takes them off."""
    table = play_out(seated("plus_minus", ALL_FOR_0, wertung=wertung))
    last = table.state.results[-1]
    points = tuple(sum(pair) for pair in zip(last.cards, last.last_trick, strict=True))
    due = strokes(points, last.tricks)
    assert last.get("striche") == tuple(good for good, _ in due)
    if wertung == "striche":
        assert last.get("nuller") == ()
        assert last.written == last.get("striche")
    else:
        assert last.get("nuller") == tuple(bad for _, bad in due)
        assert last.written == tuple(good - bad for good, bad in due)


@pytest.mark.parametrize(
    ("score", "winners"),
    [
        ((7, 6, 6, 0), (0,)),
        ((6, 6, 5, 0), None),
        ((7, 7, 0, 0), None),
        ((8, 8, 7, 0), None),
        ((8, 9, 7, 0), (1,)),
    ],
)
def test_1_6_ends_when_one_leads_alone_with_seven(
    score: tuple[int, ...], winners: tuple[int, ...] | None
) -> None:
    """Not below, and not while two have equally many."""
    table = seated("plus_minus", ALL_FOR_0, score=score)
    rules = game.rules_of(table.state.setup)
    assert rules.counting.winners(Draft(table.state, rules)) == winners


def test_1_6_a_game_for_striche_ends() -> None:
    """The hand after which somebody leads alone with seven is the last."""
    table = Table.start(options(None, "plus_minus"), 8, "plus_minus")
    table.play_out()
    score = table.state.score
    assert max(score) >= 7
    assert score.count(max(score)) == 1
    assert table.state.outcome.sides == (score.index(max(score)),)


def test_1_6_nuller_lasts_twelve_hands() -> None:
    """The most Striche less Nuller; `laenge` only goes with Nuller."""
    table = Table.start(options(None, "plus_minus", wertung="nuller"), 3, "plus_minus")
    table.play_out()
    counted = [item for item in table.state.results if item.note is None]
    assert len(counted) == 12
    score = table.state.score
    assert table.state.outcome.sides == tuple(
        side for side in range(4) if score[side] == max(score)
    )
    fault = game_options("plus_minus", None, {"laenge": "12"})
    assert isinstance(fault, OptionFault)
    assert fault.code == "laenge_requires_wertung"


@pytest.mark.parametrize(
    ("wertung", "written"), [("striche", (1, 0, 1, 1)), ("nuller", (1, -3, 1, 1))]
)
def test_1_0_11_lost_hand(wertung: str, written: tuple[int, ...]) -> None:
    """Three Nuller for the offender, a Strich for each of the others."""
    table = seated("plus_minus", ALL_FOR_0, wertung=wertung)
    table.play("RoA")
    table.force(1, Play(*table.opening("Ei6")[0]))
    play_out(table)
    last = table.state.results[-1]
    assert last.note == "forfeited"
    assert last.written == written
    assert last.get("striche") == (1, 0, 1, 1)


def test_1_0_11_annulliert() -> None:
    """With the option the hand is void."""
    table = seated("plus_minus", ALL_FOR_0, strafe="annulliert")
    table.play("RoA")
    table.force(1, Play(*table.opening("Ei6")[0]))
    play_out(table)
    assert table.state.results[-1].note == "annulled"
    assert table.state.next_dealer == Seat(3)


def test_1_6_aliases() -> None:
    """What people type."""
    assert game.find_variant("plusminus") is game.find_variant("Plus-Minus")
