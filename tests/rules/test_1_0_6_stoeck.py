"""Rules 1.0.6: King and Ober of trump."""

from __future__ import annotations

import pytest

from engine.cards import parse_card
from engine.contracts import Contract, row_of
from engine.rules.stoeck import (
    STOECK_POINTS,
    completes_stoeck,
    has_stoeck,
    stoeck_cards,
)
from tests.engine.hands import SUIT_CONTRACTS, hand, texts

ROSEN = row_of(Contract.ROSEN)


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


def test_1_0_6_stoeck_welsch() -> None:
    """With the option it is announced with the first of the two cards, once."""
    dealt = hand("RoK RoO Ei6")
    assert completes_stoeck(ROSEN, dealt, hand("Ei6"), parse_card("RoO"), welsch=True)
    assert not completes_stoeck(ROSEN, dealt, hand("RoO"), parse_card("RoK"), welsch=True)
