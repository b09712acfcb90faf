"""Rules 1.0.7: match and Kontermatch, Ausmachen, Bergpreis, Schneider, strokes."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rules.ausmachen import (
    Ausmachregel,
    FirstTrick,
    Step,
    asked_for_stoeck,
    ausmachen,
    bedanken_holds,
    half_of,
    may_preshow,
    winner_at_hand_end,
)
from engine.rules.schreiben import strokes
from engine.rules.standing import (
    StrichRules,
    hand_winner,
    highest,
    rounds_winner,
    striche,
)
from engine.rules.tally import TallyRules, match_points, match_side
from tests.engine.written import counted_hand

PLAIN = TallyRules()


def first(
    score: tuple[int, ...],
    stoeck: tuple[int, ...] = (0, 0),
    weis: tuple[int, ...] = (0, 0),
    trick: tuple[int, ...] = (0, 0),
) -> FirstTrick:
    return FirstTrick(score, stoeck, weis, trick)


def through(
    standing: FirstTrick, rule: Ausmachregel = Ausmachregel.STOECK_WYS_STICH, threshold: int = 1000
) -> tuple[int, Step] | None:
    """Who is through and by which step."""
    result = ausmachen(standing, threshold, rule)
    return None if result is None else (result.side, result.step)


def written(announcer: int = 0, **told: Any) -> tuple[int, ...]:
    """What a real hand in Eichel brings the sides (`counted_hand`)."""
    return counted_hand("schieber", "Ei", announcer, **told).written


def test_1_0_7_match_bonus_before_the_factor() -> None:
    """All tricks: 157 and 100, both times the factor."""
    swept: dict[str, Any] = {"cards": (157, 0), "tricks": (9, 0)}
    assert written(**swept) == (257, 0)
    assert written(**swept, faktoren="3-3-3-3-3-3") == (771, 0)
    assert written(**swept, faktoren="3-3-3-3-3-3", match="0") == (471, 0)


def test_1_0_7_no_match_with_a_trick_worth_nothing() -> None:
    """Match means all tricks, not all points."""
    assert match_side((8, 1)) is None
    assert written(cards=(157, 0), tricks=(8, 1)) == (157, 0)


def test_1_0_7_kontermatch() -> None:
    """Like a match by default; doubled 514, and only for the side that did not announce."""
    swept: dict[str, Any] = {"cards": (0, 157), "tricks": (0, 9)}
    assert written(**swept) == (0, 257)
    doubled: dict[str, Any] = {"kontermatch_doppelt": "on", "faktoren": "2-2-2-2-2-2"}
    assert written(**swept, **doubled) == (0, 1028)
    assert written(1, **swept, **doubled) == (0, 514)


def test_1_0_7_kontermatch_of_three_sides() -> None:
    """Rules 1.9: only one team with all tricks, not the announcing one."""
    assert match_points((0, 0, 6), 1, PLAIN) == (0, 0, 100)
    assert match_points((0, 1, 5), 1, PLAIN) == (0, 0, 0)


def test_1_0_8_everything_is_multiplied() -> None:
    """Cards, Weis and Stöck of both sides; with `weis_ohne_faktor` not the Weis."""
    hand: dict[str, Any] = {"cards": (100, 57), "tricks": (5, 4), "weis": (50, 0), "stoeck": 1}
    assert written(**hand, faktoren="3-3-3-3-3-3") == (450, 231)
    assert written(**hand, faktoren="3-3-3-3-3-3", weis_ohne_faktor="on") == (350, 231)


def test_1_0_7_ausmachen_nobody_is_through() -> None:
    """No side at the target: the hand goes on."""
    assert through(first((900, 900), (20, 0), (0, 50), (10, 0))) is None


def test_1_0_7_ausmachen_stoeck_together_with_weis_and_trick() -> None:
    """Stöck decides also when it reaches only together with Weis and trick (S003)."""
    standing = first((960, 985), stoeck=(20, 0), weis=(0, 20), trick=(25, 0))
    assert through(standing) == (0, Step.STOECK)


def test_1_0_7_ausmachen_stoeck_that_does_not_reach() -> None:
    """Shown Stöck that does not carry its side over gives no precedence."""
    standing = first((900, 985), stoeck=(20, 0), weis=(50, 0), trick=(0, 20))
    assert through(standing) == (1, Step.TRICK)


def test_1_0_7_ausmachen_weis_before_trick() -> None:
    """Both sides through: the one with the valid Weis."""
    standing = first((960, 990), weis=(50, 0), trick=(0, 15))
    assert through(standing) == (0, Step.WEIS)
    assert through(standing, Ausmachregel.STOECK_STICH_WYS) == (1, Step.TRICK)


def test_1_0_7_ausmachen_trick_alone() -> None:
    """One side through with the trick."""
    assert through(first((960, 990), weis=(20, 0), trick=(0, 15))) == (1, Step.TRICK)


def test_1_0_7_ausmachen_sequenziell() -> None:
    """Stöck alone first, then Weis, then the trick: the first that crosses."""
    standing = first((975, 955), stoeck=(20, 0), weis=(0, 50), trick=(10, 0))
    assert through(standing) == (0, Step.STOECK)
    assert through(standing, Ausmachregel.SEQUENZIELL) == (1, Step.WEIS)
    alone = first((985, 955), stoeck=(20, 0), weis=(0, 50), trick=(10, 0))
    assert through(alone, Ausmachregel.SEQUENZIELL) == (0, Step.STOECK)


def test_1_0_7_ausmachen_three_sides() -> None:
    """Rules 1.9: Stöck, then Weis, then trick, each belonging to one side."""
    standing = first((985, 960, 995), (20, 0, 0), (0, 50, 0), (0, 0, 11))
    assert through(standing) == (0, Step.STOECK)
    without = first((985, 960, 995), (0, 0, 0), (0, 50, 0), (0, 0, 11))
    assert through(without) == (1, Step.WEIS)


@pytest.mark.parametrize(
    ("score", "weis", "trick", "asked"),
    [
        ((985, 500), (0, 0), (0, 10), (0,)),  # only Stöck carries side 0
        ((985, 970), (0, 50), (0, 10), (0,)),  # side 1 is through, Stöck of side 0 goes before
        ((990, 970), (0, 50), (15, 0), (0, 1)),  # both through
        ((990, 500), (0, 0), (15, 0), ()),  # side 0 is through alone
        ((500, 500), (0, 0), (15, 0), ()),  # far from it
    ],
)
def test_1_0_7_who_is_asked_for_stoeck(
    score: tuple[int, int], weis: tuple[int, int], trick: tuple[int, int], asked: tuple[int, ...]
) -> None:
    """T below the target and S at it, or several sides through; known to everybody."""
    assert asked_for_stoeck(score, weis, trick, 20, 1000) == asked


def test_1_0_7_stoeck_is_asked_with_the_factor() -> None:
    """S = T + 20 x factor."""
    assert asked_for_stoeck((950, 0), (0, 0), (0, 0), 20, 1000) == ()
    assert asked_for_stoeck((950, 0), (0, 0), (0, 0), 60, 1000) == (0,)


def test_1_0_7_bergpreis_is_settled_the_same_way() -> None:
    """Half the target as threshold; an odd target is halved upwards."""
    assert half_of(1000) == 500
    assert half_of(501) == 251
    standing = first((470, 490), weis=(50, 0), trick=(0, 15))
    assert through(standing, threshold=half_of(1000)) == (0, Step.WEIS)


def test_1_0_7_pre_showing_stoeck() -> None:
    """Allowed once score, booked points and 20 x factor reach the threshold."""
    assert may_preshow(970, 10, 20, 1000)
    assert not may_preshow(970, 9, 20, 1000)
    assert may_preshow(930, 10, 60, 1000)
    assert may_preshow(480, 0, 20, half_of(1000))


def test_1_0_7_bedanken_manuell() -> None:
    """A claim is true at the target, lying points of a trick it has won included."""
    assert bedanken_holds(990, 0, 10, 1000)
    assert not bedanken_holds(990, 0, 9, 1000)
    assert bedanken_holds(900, 100, 0, 1000)


@pytest.mark.parametrize(
    ("score", "winner"),
    [((1040, 1062), 1), ((1040, 1040), None), ((999, 998), None), ((1000, 10), 0)],
)
def test_1_0_7_hand_zu_ende(score: tuple[int, int], winner: int | None) -> None:
    """The higher total at the target; an exact tie or nobody there: one more hand."""
    assert winner_at_hand_end(score, 1000) == winner


def test_1_0_7_schneider_loser_writes_only_what_comes_before() -> None:
    """Against Stöck a loser writes neither Weis nor trick; against a trick its Weis first."""
    by_stoeck = ausmachen(first((985, 470), (20, 0), (0, 20), (0, 15)), 1000)
    assert by_stoeck is not None
    assert by_stoeck.final == (1005, 470)
    by_trick = ausmachen(first((990, 480), (0, 0), (0, 20), (15, 0)), 1000)
    assert by_trick is not None
    assert by_trick.final == (1005, 500)


def test_1_0_7_schneider_escaped_with_shown_stoeck() -> None:
    """A loser may show Stöck to escape: it is written before Weis and trick."""
    result = ausmachen(first((990, 485), (0, 20), (0, 0), (15, 0)), 1000)
    assert result is not None
    assert result.final == (1005, 505)


def test_1_0_7_striche() -> None:
    """Berg 1, Sieg 2, Match 1, Schneider and Kontermatch 2 or 1."""
    both = StrichRules()
    assert striche(0, None, (0, 0), (0, 0), 0, both) == (2, 0)
    assert striche(0, 1, (0, 0), (0, 0), 0, both) == (2, 1)
    assert striche(0, 0, (2, 1), (0, 0), 1, both) == (7, 1)
    assert striche(1, 0, (0, 0), (1, 1), 0, both) == (3, 4)
    ones = StrichRules(schneider=1, kontermatch=1)
    assert striche(0, 0, (0, 0), (1, 1), 1, ones) == (5, 1)


def test_1_0_7_zwei_runden() -> None:
    """The higher written result wins the hand, a draw is replayed, two hands win."""
    assert hand_winner((100, 57)) == 0
    assert hand_winner((50, 107)) == 1
    assert hand_winner((88, 88)) is None
    assert rounds_winner([0, None, 1]) is None
    assert rounds_winner([0, None, 1, 1]) == 1
    assert rounds_winner([0, 0]) == 0


def test_1_1_laenge_highest_total_wins_tie_shared() -> None:
    """After N hands the highest total wins; equal ones share."""
    assert highest((800, 757)) == (0,)
    assert highest((785, 785)) == (0, 1)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (487, (4, 1, 1, 17)),
        (0, (0, 0, 0, 0)),
        (19, (0, 0, 0, 19)),
        (90, (0, 1, 2, 0)),
        (49, (0, 0, 2, 9)),
        (1000, (10, 0, 0, 0)),
    ],
)
def test_1_0_7_schreiben(points: int, expected: tuple[int, int, int, int]) -> None:
    """Hundreds, fifties, twenties, rest, taken greedily."""
    board = strokes(points)
    assert (board.hundreds, board.fifties, board.twenties, board.rest) == expected


@pytest.mark.parametrize("points", range(0, 400, 7))
def test_1_0_7_schreiben_adds_up(points: int) -> None:
    """What stands on the board is the score."""
    board = strokes(points)
    written = board.hundreds * 100 + board.fifties * 50 + board.twenties * 20 + board.rest
    assert written == points
    assert board.fifties <= 1
    assert board.twenties <= 2
    assert board.rest < 20


def test_1_0_7_no_negative_score_on_the_board() -> None:
    """Only games with penalties have them, and those do not draw the Z."""
    with pytest.raises(ValueError, match="negative"):
        strokes(-1)
