"""Rules 1.7: Mittlere."""

from __future__ import annotations

import pytest

from engine.actions import Play
from engine.seats import Seat
from engine.state import Step
from engine.variants.mittlere import strokes
from tests.engine.offsuit import play_out, seated, suits_apart
from tests.engine.table import Table, deal_of, options

APART = deal_of(*suits_apart(3))
"""Everybody can always follow."""

HANDS = deal_of(
    "RoA RoK RoO RoU Ro10 Ro9 EiA EiK EiO Si6 Si7 Si8",
    "Ro6 Ro7 Ro8 Ei6 Ei7 Ei8 Ei9 Ei10 EiU Si9 Si10 SiU",
    "Se6 Se7 Se8 Se9 Se10 SeU SeO SeK SeA SiO SiK SiA",
)
"""Seat 2 has neither Rosen nor Eichel."""


@pytest.mark.parametrize(
    ("points", "tricks", "expected"),
    [
        ((157, 0, 0), (12, 0, 0), ((2, 0), (0, 1), (0, 1))),
        ((103, 54, 0), (8, 4, 0), ((0, 1), (2, 0), (0, 1))),
        ((157, 0, 0), (10, 2, 0), ((0, 1), (2, 0), (0, 1))),
        ((118, 27, 12), (8, 2, 2), ((0, 2), (1, 0), (1, 0))),
        ((157, 0, 0), (10, 1, 1), ((0, 2), (1, 0), (1, 0))),
        ((90, 67, 0), (7, 5, 0), ((1, 0), (1, 0), (0, 2))),
        ((90, 67, 0), (7, 4, 1), ((1, 0), (0, 2), (1, 0))),
        ((71, 52, 34), (5, 4, 3), ((1, 0), (0, 2), (1, 0))),
        ((34, 71, 52), (5, 4, 3), ((1, 0), (1, 0), (0, 2))),
        ((66, 66, 25), (5, 5, 2), ((0, 0), (0, 0), (1, 0))),
        ((33, 33, 91), (4, 4, 4), ((0, 0), (0, 0), (1, 0))),
        ((99, 29, 29), (6, 3, 3), ((1, 0), (0, 0), (0, 0))),
    ],
)
def test_1_7_evaluation(
    points: tuple[int, ...], tricks: tuple[int, ...], expected: tuple[tuple[int, int], ...]
) -> None:
    """[Striche, Nuller] of each; the first line that fits holds, a worthless trick is a trick."""
    assert strokes(points, tricks) == expected


def test_1_7_striche_and_nuller_come_to_nothing_except_in_a_tie() -> None:
    """The only case whose sum is not 0 is a tie."""
    for first in range(158):
        for second in range(158 - first):
            points = (first, second, 157 - first - second)
            tricks = tuple(int(own > 0) for own in points)
            total = sum(good - bad for good, bad in strokes(points, tricks))
            tied = len(set(points)) < 3 and max(points) < 100 and 0 not in tricks
            assert total == (1 if tied else 0), points


def test_1_7_three_players_twelve_cards() -> None:
    """The whole deck, twelve tricks, Vorhand leads."""
    table = seated("mittlere", HANDS)
    assert table.view(0).counts == (12, 12, 12)
    assert table.state.length == 12
    assert table.state.asked == (0,)


def test_1_7_written_and_shown() -> None:
    """Striche less Nuller on the score; both on the board; points counted with the trump."""
    table = play_out(seated("mittlere", HANDS))
    last = table.state.results[-1]
    points = tuple(sum(pair) for pair in zip(last.cards, last.last_trick, strict=True))
    assert sum(points) == 157
    due = strokes(points, last.tricks)
    assert last.get("striche") == tuple(good for good, _ in due)
    assert last.get("nuller") == tuple(bad for _, bad in due)
    assert last.written == tuple(good - bad for good, bad in due)


def test_1_7_nobody_void_in_twelve_tricks() -> None:
    """Annulled; the same dealer deals again, and the hand does not count for the length."""
    table = seated("mittlere", APART, laenge="1")
    play_out(table)
    assert len(table.state.tricks) == 12
    assert table.state.results[-1].note == "annulled"
    assert (table.state.step, table.state.next_dealer) == (Step.DEAL, Seat(2))


@pytest.mark.parametrize(("how", "winner"), [("sofort", 2), ("ab_naechstem_stich", 0)])
def test_1_7_trump_as_in_1_5(how: str, winner: int) -> None:
    """The same option."""
    table = seated("mittlere", HANDS, trumpf_wirkt=how)
    table.play("RoA Ro6 Se6")
    assert table.state.tricks[0].winner == winner


def test_1_7_a_partie_has_twelve_hands() -> None:
    """The most Striche less Nuller win."""
    table = Table.start(options(None, "mittlere"), 4, "mittlere")
    table.play_out()
    counted = [item for item in table.state.results if item.note is None]
    assert len(counted) == 12
    score = table.state.score
    best = tuple(side for side in range(3) if score[side] == max(score))
    assert table.state.outcome.sides == best


def test_1_0_11_lost_hand() -> None:
    """Two Nuller for the offender, a Strich for each of the others."""
    table = seated("mittlere", HANDS)
    table.play("RoA")
    table.force(1, Play(*table.opening("Si9")[0]))
    play_out(table)
    last = table.state.results[-1]
    assert last.note == "forfeited"
    assert last.written == (1, -2, 1)
    assert (last.get("striche"), last.get("nuller")) == ((1, 0, 1), (0, 2, 0))
