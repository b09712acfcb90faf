"""Rules 1.2 and 1.3: penalties, bonus, partners, credit, length, rest, lost hands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import game
from engine.actions import Bid, ClaimRest, LayDown, Predict
from engine.contracts import Contract
from engine.errors import Reason
from engine.options import Options
from engine.rules.penalty import dealer_credit, penalty
from engine.rules.standing import ranks
from engine.state import Step
from engine.variant import OptionFault
from tests.engine.table import Table, deal_of, game_options, options
from tests.rules.test_differenzler_predicting import play_out, table_of

SWEEP = deal_of(
    "EiK EiO EiA EiU Ei9 Ei10 Ei8 Ei7 Ei6",
    "Ro6 Ro7 Ro8 Ro9 Ro10 RoU RoO RoK RoA",
    "Se6 Se7 Se8 Se9 Se10 SeU SeO SeK SeA",
    "Si6 Si7 Si8 Si9 Si10 SiU SiO SiK SiA",
)
"""Seat 0 holds all Eichel and makes every trick if they are trump."""


def swept(said: tuple[int, ...], **settings: str) -> Table:
    """Everybody has predicted on `SWEEP`; Eichel are trump."""
    table = Table.start(options(None, "differenzler", **settings), 0, "differenzler")
    table.state = replace(table.state, next_dealer=3)
    table.deal(SWEEP)
    table.state = replace(table.state, contract=Contract.EICHEL)
    for seat, points in enumerate(said):
        table.act(seat, Bid(points) if settings.get("ansage") == "offen" else Predict(points))
    return table


def counted(table: Table) -> tuple[int, ...]:
    """The hand played to its end and written."""
    play_out(table)
    table.settle_automatic()
    table.count()
    return table.state.results[-1].written


def test_1_2_penalty_is_the_difference() -> None:
    """Too much and too little cost alike."""
    assert [penalty(said, made, 1) for said, made in ((40, 37), (57, 63), (60, 57), (0, 0))] == [
        3,
        6,
        3,
        0,
    ]


def test_1_2_bonus_exakt() -> None:
    """-10 for an exact hit; a prediction of 0 needs a trick worth 0."""
    assert penalty(57, 57, 3, bonus=True) == -10
    assert penalty(0, 0, 0, bonus=True) == 0
    assert penalty(0, 0, 1, bonus=True) == -10
    assert penalty(10, 12, 1, bonus=True) == 2
    assert counted(swept((157, 0, 0, 9), bonus_exakt="on")) == (-10, 0, 0, 9)


def test_1_2_nine_tricks_are_worth_157_and_no_match() -> None:
    """All tricks: 157, nothing more; what was said and what it cost is on the board."""
    table = swept((100, 0, 20, 30))
    assert counted(table) == (57, 0, 20, 30)
    result = table.state.results[-1]
    assert result.cards == (152, 0, 0, 0)
    assert result.last_trick == (5, 0, 0, 0)
    assert (result.match, result.weis) == ((0,) * 4, (0,) * 4)
    assert result.get("prediction") == (100, 0, 20, 30)
    assert result.get("penalty") == (57, 0, 20, 30)
    assert result.get("striche") == ()


def test_1_2_partner_differenzler() -> None:
    """Each predicts the points of his side; the side writes both differences."""
    table = swept((150, 10, 100, 0), partner_differenzler="on")
    assert table.state.setup.sides == ((0, 2), (1, 3))
    assert counted(table) == (7 + 57, 10)
    assert table.state.results[-1].get("prediction") == (150, 10, 100, 0)


def test_1_2_the_lowest_total_wins() -> None:
    """After `laenge` hands; equal totals share the win and the rank."""
    table = swept((157, 50, 0, 0), laenge="1")
    counted(table)
    outcome = table.state.outcome
    assert table.state.step is Step.OVER
    assert outcome.winners == (0, 2, 3)
    assert table.view(0).lower_wins
    assert ranks(table.state.score, lower_wins=True) == (1, 4, 1, 1)


@pytest.mark.parametrize(("seats", "hands"), [(2, 4), (3, 6), (4, 8), (5, 10)])
def test_1_2_two_deals_each(seats: int, hands: int) -> None:
    """The usual length depends on the number of players."""
    table = table_of(seats, rest="aus")
    assert table.state.setup.options.laenge == hands
    table.play_out()
    results = table.state.results
    assert len(results) == hands
    assert all(sum(result.cards) + sum(result.last_trick) <= 157 for result in results)
    if seats > 2:
        assert all(sum(result.cards) + sum(result.last_trick) == 157 for result in results)


def test_1_2_strafziel_ends_after_the_hand_in_which_it_is_reached() -> None:
    """Who has reached it does not win; the lowest does."""
    table = swept((157, 60, 1, 0), strafziel="50")
    counted(table)
    assert table.state.outcome.winners == (0, 3)
    table = swept((157, 40, 1, 0), strafziel="50")
    counted(table)
    assert table.state.step is Step.DEAL
    fault = game_options("differenzler", None, {"strafziel": "50", "laenge": "4"})
    assert isinstance(fault, OptionFault)
    assert fault.code == "laenge_excludes_strafziel"


def test_1_3_geber_gutschrift() -> None:
    """1 point for each full 5 of difference from 157, to the dealer."""
    assert [dealer_credit(said) for said in ((60, 50, 62), (50, 50, 57), (50, 50, 53))] == [3, 0, 0]
    assert dealer_credit((0, 0, 0)) == 31
    table = table_of(3, ansage="offen", geber_gutschrift="on")
    for seat, points in enumerate((60, 50, 62)):
        table.act(seat, Bid(points))
    written = counted(table)
    result = table.state.results[-1]
    assert result.get("credit") == (0, 0, 3)
    costs = result.get("penalty")
    assert written == (costs[0], costs[1], costs[2] - 3)


def test_1_0_11_a_lost_hand_costs_157() -> None:
    """The offender's side 157, the others 0; with `annulliert` nothing and the same dealer."""
    table = swept((100, 0, 20, 30))
    state, _ = game.forfeit(table.state, 2)
    assert state.results[-1].written == (0, 0, 157, 0)
    table = swept((100, 0, 20, 30), partner_differenzler="on")
    state, _ = game.forfeit(table.state, 2)
    assert state.results[-1].written == (157, 0)
    table = table_of(strafe="annulliert")
    table.force(1, Predict(999))
    for seat in (0, 2, 3):
        table.act(seat, Predict(1))
    play_out(table)
    table.settle_automatic()
    table.count()
    result = table.state.results[-1]
    assert (result.written, result.note) == ((0,) * 4, "annulled")
    assert table.state.next_dealer == 3


def test_1_0_9_a_safe_rest_is_counted() -> None:
    """What is left and the five go to who claims."""
    table = swept((157, 0, 0, 0))
    claims = [action for action in game.legal(table.view(0)) if isinstance(action, ClaimRest)]
    assert len(claims) == 1
    table.act(0, claims[0])
    table.settle_automatic()
    table.count()
    assert table.state.results[-1].written == (0, 0, 0, 0)
    assert table.state.results[-1].tricks == (9, 0, 0, 0)


def test_1_0_9_a_false_rest_loses_the_hand_in_games_for_few_points() -> None:
    """To give the others what is left would help who claimed."""
    table = table_of(rest="riskant")
    for seat in range(4):
        table.act(seat, Predict(40))
    claim = next(a for a in game.legal(table.view(0)) if isinstance(a, ClaimRest))
    table.act(0, claim)
    table.settle_automatic()
    assert game.audit(table.state, table.deck) is None, "a risk is no offence"
    table.count()
    assert table.state.results[-1].written == (157, 0, 0, 0)


def test_1_0_9_after_a_rest_of_two_the_other_lays_down() -> None:
    """With dead cards only the hands together tell what is left."""
    for seed in range(200):
        table = table_of(2, seed)
        for seat in range(2):
            table.act(seat, Predict(40))
        while table.state.step is Step.PLAY:
            seat = table.state.asked[0]
            offered = game.legal(table.view(seat))
            claim = next((a for a in offered if isinstance(a, ClaimRest)), None)
            table.act(seat, claim or offered[0])
        if table.state.step is Step.LAY:
            break
    assert table.state.step is Step.LAY
    (other,) = table.state.asked
    (answer,) = game.legal(table.view(other))
    assert isinstance(answer, LayDown)
    assert table.refused(other, LayDown(answer.cards[1:]), public=True) is Reason.WRONG_SLOT
    table.settle_automatic()
    table.count()
    result = table.state.results[-1]
    dead = [card for at, card in enumerate(table.deck) if table.state.owners[at] is None]
    values = game.rules_of(table.state.setup).row(table.state).values
    assert sum(result.cards) == 152 - sum(values[card] for card in dead)


@pytest.mark.parametrize(
    ("seats", "settings", "code"),
    [
        (2, {"trumpf": "bodentrumpf"}, "trumpf_requires_players"),
        (5, {"partner_differenzler": "on"}, "partner_differenzler_requires_players"),
        (
            4,
            {"partner_differenzler": "on", "ansage": "offen"},
            "partner_differenzler_requires_ansage",
        ),
        (4, {"geber_gutschrift": "on", "ansage": "offen"}, "geber_gutschrift_requires_players"),
        (3, {"geber_gutschrift": "on"}, "geber_gutschrift_requires_ansage"),
        (2, {"erster_geber": "rosen7_vorhand"}, "erster_geber_requires_players"),
        (4, {"ziel": "1000"}, "unknown_option"),
        (6, {}, "wrong_seats"),
        (4, {"strafziel": "20"}, "bad_value"),
        (4, {"laenge": "off"}, "bad_value"),
    ],
)
def test_2_6_options_of_the_differenzler(seats: int, settings: dict[str, str], code: str) -> None:
    """What the last column of rules 2.6 excludes is refused with that reason."""
    fault = game_options("differenzler", None, settings, seats)
    assert isinstance(fault, OptionFault)
    assert fault.code == code


def test_1_3_dreier_is_the_game_for_three() -> None:
    """Who types `dreier` means three players; own tricks may be looked at by default."""
    variant = game.find_variant("Dreier")
    assert variant is not None
    assert variant is game.find_variant("differenzler")
    assert [variant.seats_for(name) for name in ("Dreier", "dreier-differenzler")] == [3, 3]
    assert variant.seats_for("Differenzler") == 4
    made = game_options("dreier", None, {}, 3)
    assert isinstance(made, Options)
    assert made.stich_ansehen == "alle_eigenen"
    assert made.laenge == 6
