"""Rules 1.2 and 1.3: predicting in secret and aloud, opening, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import game
from engine.actions import (
    Bid,
    OpenNumber,
    Play,
    Predict,
    PredictSealed,
    sealed_form,
)
from engine.cards import suit_of
from engine.contracts import Contract
from engine.errors import Reason
from engine.events import BidMade, Predicted, PredictionShown
from engine.phases.predict import predictions
from engine.state import Step
from tests.engine.table import Table, options


def table_of(seats: int = 4, seed: int = 1, **settings: str) -> Table:
    """Cards are dealt; Vorhand is seat 0."""
    chosen = options(None, "differenzler", seats, **settings)
    table = Table.start(chosen, seed, "differenzler", seats)
    table.state = replace(table.state, next_dealer=seats - 1)
    table.deal()
    return table


def play_out(table: Table) -> None:
    """All cards, the first legal one each time, without claiming a rest."""
    while table.state.step is Step.PLAY:
        if not table.automatic():
            table.act(table.state.asked[0], table.offered_any())


def test_1_2_all_predict_at_once_and_nobody_sees_what() -> None:
    """One question for all; what travels is the same for any number."""
    table = table_of()
    assert (table.state.step, table.state.asked) == (Step.PREDICT, (0, 1, 2, 3))
    turn = table.state.turn
    table.act(2, Predict(40))
    assert (table.state.turn, table.state.asked) == (turn, (0, 1, 3))
    assert table.view(0).predictions == (None,) * 4
    assert table.view(2).predictions == (None, None, 40, None)
    assert table.view(0).predicted == (False, False, True, False)
    assert table.state.history[-1].action == PredictSealed()
    again = table_of()
    again.act(2, Predict(99))
    assert game.digest(again.state) == game.digest(table.state)
    assert table.events[-1] == Predicted(2)


def test_1_2_a_prediction_is_0_to_157() -> None:
    """158 is refused with its reason, and so is an open number in place of the sealed one."""
    table = table_of()
    offered = game.legal(table.view(0))
    assert offered == tuple(Predict(points) for points in range(158))
    assert table.refused(0, Predict(158)) is Reason.PREDICTION_OUT_OF_RANGE
    assert table.refused(0, Predict(40), public=True) is Reason.WRONG_PHASE
    assert table.refused(0, PredictSealed(), public=True) is None
    assert table.refused(0, PredictSealed()) is Reason.WRONG_PHASE
    assert table.refused(0, Bid(40)) is Reason.WRONG_PHASE


def test_1_2_predictions_are_opened_after_the_last_trick() -> None:
    """Devices open them by themselves, all at once; then the hand is counted."""
    table = table_of()
    for seat, points in enumerate((40, 57, 60, 0)):
        table.act(seat, Predict(points))
    assert table.state.step is Step.PLAY
    play_out(table)
    assert (table.state.step, table.state.asked) == (Step.NUMBERS, (0, 1, 2, 3))
    assert table.refused(1, OpenNumber(0, 56)) is Reason.NOT_AS_SEALED
    assert table.refused(1, OpenNumber(1, 57)) is Reason.NOT_AS_SEALED
    table.settle_automatic()
    assert table.state.step is Step.AUDIT
    shown = [event for event in table.events if isinstance(event, PredictionShown)]
    assert sorted((event.seat, event.points) for event in shown) == [
        (0, 40),
        (1, 57),
        (2, 60),
        (3, 0),
    ]
    assert game.audit(table.state, table.deck) is None


def test_1_2_an_unlawful_sealed_number_can_be_opened_and_is_an_offence() -> None:
    """Nobody is stuck; the audit names who sealed 400 (rules 1.0.11), and the others write 0."""
    table = table_of()
    table.force(0, Predict(400))
    for seat in (1, 2, 3):
        table.act(seat, Predict(50))
    play_out(table)
    table.force(0, OpenNumber(0, 400))
    table.settle_automatic()
    offence = game.audit(table.state, table.deck)
    assert offence is not None
    assert (offence.seat, offence.reason) == (0, Reason.PREDICTION_OUT_OF_RANGE)
    table.count()
    result = table.state.results[-1]
    assert (result.written, result.note) == ((157, 0, 0, 0), "forfeited")


def test_1_2_open_predictions_in_turn_the_dealer_last() -> None:
    """Vorhand first; a number can be corrected until the next has spoken."""
    table = table_of(ansage="offen")
    assert (table.state.step, table.state.asked) == (Step.BID, (0,))
    assert table.refused(1, Bid(30)) is Reason.NOT_YOUR_TURN
    assert table.refused(0, Bid(158)) is Reason.BID_OUT_OF_RANGE
    assert sealed_form(Bid(40)) is None
    table.act(0, Bid(40))
    assert table.state.asked == (1,)
    assert Bid(41) in game.unasked(table.view(0))
    table.act(0, Bid(41))
    assert table.events[-1] == BidMade(0, 41, corrected=True)
    assert table.state.asked == (1,)
    table.act(1, Bid(20))
    assert game.unasked(table.view(0)) == ()
    assert table.refused(0, Bid(50)) is Reason.NOT_YOUR_TURN
    table.act(2, Bid(30))
    table.act(3, Bid(60))
    assert predictions(table.state) == (41, 20, 30, 60)
    assert table.view(0).predictions == (41, 20, 30, 60)


def test_1_2_the_last_to_speak_may_correct_until_the_first_card() -> None:
    """Nobody speaks after the dealer, so the first card ends it."""
    table = table_of(ansage="offen")
    for seat in range(4):
        table.act(seat, Bid(40))
    assert table.state.step is Step.PLAY
    assert game.unasked(table.view(2)) == ()
    table.act(3, Bid(37))
    table.act(0, table.offered_any())
    assert table.refused(3, Bid(38)) is Reason.WRONG_PHASE
    play_out(table)
    assert table.state.step is Step.AUDIT, "nothing is left to open"
    assert predictions(table.state) == (40, 40, 40, 37)


@pytest.mark.parametrize(("seats", "cards"), [(2, 12), (3, 12), (4, 9), (5, 7)])
def test_1_2_cards_for_two_to_five(seats: int, cards: int) -> None:
    """12, 12, 9 and 7 cards; five play without Se6, two leave twelve cards out."""
    table = table_of(seats)
    assert table.view(0).counts == (cards,) * seats
    assert len(table.state.owners) == (35 if seats == 5 else 36)
    assert table.state.owners.count(None) == (12 if seats == 2 else 0)
    assert table.state.vorhand == 0
    assert table.state.length == cards


def test_1_2_trump_by_toss_is_one_of_four_suits() -> None:
    """Always a suit, and each comes up."""
    found = {table_of(seed=seed).state.contract for seed in range(40)}
    assert found == {Contract.EICHEL, Contract.ROSEN, Contract.SCHELLEN, Contract.SCHILTEN}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_1_2_bodentrumpf_is_the_dealers_and_everybody_sees_it(seats: int) -> None:
    """The bottom card is shown to all, belongs to the dealer and is played by him."""
    table = table_of(seats, trumpf="bodentrumpf")
    (opened,) = [slot for slot, card in enumerate(table.state.opened) if card is not None]
    assert opened == (table.state.cut - 1) % len(table.state.owners)
    assert table.state.owners[opened] == table.state.dealer == seats - 1
    card = table.deck[opened]
    assert table.state.contract.value == suit_of(card).code
    for seat in range(seats):
        assert card in [held.card for held in table.view(seat).open_cards[seats - 1]]
    assert table.state.step is Step.PREDICT


def test_1_2_nothing_is_asked_before_the_trump_card_is_open() -> None:
    """The machine waits for the keys of all seats."""
    chosen = options(None, "differenzler", 4, trumpf="bodentrumpf")
    variant = game.find_variant("differenzler")
    state, _ = game.deal(game.start(variant, chosen, 4), bytes(32))
    assert (state.step, state.asked, len(state.awaited)) == (Step.TURN, (), 1)
    assert game.check(state, 0, PredictSealed(), None) is Reason.WRONG_PHASE
    with pytest.raises(ValueError, match="turned up"):
        game.opened(state, (state.awaited[0] + 1) % 36, 0)
    state, _ = game.opened(state, state.awaited[0], 35)
    assert (state.step, state.contract) == (Step.PREDICT, Contract.SCHILTEN)


def test_1_0_2_bodentrumpf_keeps_its_suit_after_an_annulled_hand() -> None:
    """The same dealer deals again, the suit stays and no card is turned (S003)."""
    table = table_of(trumpf="bodentrumpf")
    suit, dealer = table.state.contract, table.state.dealer
    table.state, _ = game.annul(table.state)
    table.deal()
    assert (table.state.contract, table.state.dealer) == (suit, dealer)
    assert (table.state.step, table.state.opened.count(None)) == (Step.PREDICT, 36)
    for seat in range(4):
        table.act(seat, Predict(39))
    play_out(table)
    table.settle_automatic()
    table.count()
    table.deal()
    assert table.state.opened.count(None) == 35, "a new hand turns a new card"


def test_1_2_two_players_turn_the_25th_card() -> None:
    """It is trump, belongs to nobody and stays dead with the other eleven."""
    table = table_of(2)
    slot = (table.state.cut + 24) % 36
    assert table.state.owners[slot] is None
    assert table.state.opened[slot] == table.deck[slot]
    assert table.view(0).turned[0].card == table.deck[slot]
    assert table.state.contract.value == suit_of(table.deck[slot]).code


def test_1_2_vorhand_leads_and_may_undertrump_only_when_void() -> None:
    """Row 11 when void in the suit led, row 9 while following."""
    table = table_of()
    for seat in range(4):
        table.act(seat, Predict(40))
    assert table.state.asked == (0,)
    assert all(isinstance(action, Play) for action in game.legal(table.view(0))[:9])
    rules = game.rules_of(table.state.setup)
    assert rules.follow.hindersi
    assert (rules.weis, rules.stoeck, rules.tally.match) == (None, None, 0)
