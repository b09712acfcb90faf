"""Rules 1.0.6: King and Ober of trump."""

from __future__ import annotations

import pytest

from engine.cards import Card, parse_card
from engine.cardset import cards_of
from engine.contracts import Contract, row_of
from engine.rules.stoeck import (
    STOECK_POINTS,
    completes_stoeck,
    credit_trick,
    has_stoeck,
    stoeck_cards,
)
from tests.engine.hands import SUIT_CONTRACTS, hand, texts

ROSEN = row_of(Contract.ROSEN)


def plays(*moves: str) -> list[tuple[int, Card]]:
    """Cards in the order played, one each trick."""
    return [(number, parse_card(card)) for number, card in enumerate(moves, start=1)]


@pytest.mark.parametrize("contract", SUIT_CONTRACTS)
def test_1_0_6_king_and_ober_of_trump(contract: Contract) -> None:
    """The pair is King and Ober of the trump suit and counts 20."""
    assert texts(stoeck_cards(row_of(contract))) == f"{contract.value}O {contract.value}K"
    assert STOECK_POINTS == 20


def test_1_0_6_gumpf_is_a_trump_contract() -> None:
    """Gumpf has Stöck like the suit it names."""
    assert stoeck_cards(row_of(Contract.GUMPF_ROSEN)) == stoeck_cards(ROSEN)


@pytest.mark.parametrize(
    "contract", [None, Contract.OBENABE, Contract.UNDENUFE, Contract.SLALOM_OBEN]
)
def test_1_0_6_trump_contracts_only(contract: Contract | None) -> None:
    """Without trump there is no Stöck, whoever holds what."""
    row = row_of(contract)
    assert stoeck_cards(row) == 0
    assert not has_stoeck(row, hand("RoK RoO EiK EiO"))
    assert credit_trick(row, plays("RoK", "RoO"), hand("RoO RoK RoA")) is None


def test_1_0_6_both_in_one_hand_at_the_deal() -> None:
    """One of the two is not Stöck."""
    assert has_stoeck(ROSEN, hand("RoK RoO Ei6"))
    assert not has_stoeck(ROSEN, hand("RoK EiO Ei6"))
    assert not completes_stoeck(ROSEN, hand("RoK EiO"), 0, parse_card("RoK"))


def test_1_0_6_credited_with_the_second_card() -> None:
    """The first of the two, whichever it is, is silent; the second is worth the 20."""
    dealt = hand("RoK RoO Ei6")
    for first, second in (("RoK", "RoO"), ("RoO", "RoK")):
        assert not completes_stoeck(ROSEN, dealt, 0, parse_card(first))
        assert not completes_stoeck(ROSEN, dealt, hand(first), parse_card("Ei6"))
        assert completes_stoeck(ROSEN, dealt, hand(f"{first} Ei6"), parse_card(second))
        assert credit_trick(ROSEN, plays(first, "Ei6", second), 0) == 3


def test_1_0_6_stoeck_welsch() -> None:
    """With the option it is announced with the first of the two cards, once."""
    dealt = hand("RoK RoO Ei6")
    assert completes_stoeck(ROSEN, dealt, hand("Ei6"), parse_card("RoO"), welsch=True)
    assert not completes_stoeck(ROSEN, dealt, hand("RoO"), parse_card("RoK"), welsch=True)
    assert credit_trick(ROSEN, plays("Ei6", "RoO", "RoK"), 0, welsch=True) == 2


def test_1_0_6_part_of_a_valid_weis() -> None:
    """Both cards among the shown Weise: credited in trick 1; one of them is not enough."""
    assert credit_trick(ROSEN, plays("Ei6", "RoO", "RoK"), hand("RoO RoK RoA")) == 1
    assert credit_trick(ROSEN, plays("Ei6", "RoO", "RoK"), hand("Ro10 RoU RoO")) == 3


def test_1_0_6_not_yet_complete() -> None:
    """While only one of the two is played nothing is credited."""
    assert credit_trick(ROSEN, plays("RoK", "Ei6"), 0) is None
    assert len(cards_of(stoeck_cards(ROSEN))) == 2
