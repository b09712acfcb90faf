"""Rules 1.0.9: when «Rest» is safe, and that it really is."""

from __future__ import annotations

import random

import pytest

from engine.cards import Card
from engine.cardset import cards_of
from engine.contracts import Contract, ContractRow, row_of
from engine.rules.follow import legal
from engine.rules.rest import beatable_cards, rest_is_safe
from engine.rules.tricks import winning_place
from tests.engine.hands import SIX_CONTRACTS, hand, texts

ROSEN, OBENABE, UNDENUFE = (
    row_of(contract) for contract in (Contract.ROSEN, Contract.OBENABE, Contract.UNDENUFE)
)


def test_1_0_9_rest_with_the_highest_cards() -> None:
    """Without trump: every card above all unseen ones of its suit."""
    assert rest_is_safe(OBENABE, hand("EiA EiK RoA"), hand("EiO RoK SiA"))
    assert not rest_is_safe(OBENABE, hand("EiA EiO RoA"), hand("EiK"))
    assert rest_is_safe(UNDENUFE, hand("Ei6 Ei7"), hand("Ei8 EiA"))
    assert not rest_is_safe(UNDENUFE, hand("EiA"), hand("Ei8"))


def test_1_0_9_rest_trumps_above_every_unseen_trump() -> None:
    """By trump rank: with the Puur out the Nell is not enough."""
    assert rest_is_safe(ROSEN, hand("RoU EiA"), hand("Ro9 EiK"))
    assert not rest_is_safe(ROSEN, hand("Ro9 EiA"), hand("RoU EiK"))


def test_1_0_9_rest_as_many_trumps_as_unseen() -> None:
    """Side cards are safe only when the trumps suffice to draw every unseen one."""
    assert not rest_is_safe(ROSEN, hand("RoU EiA"), hand("Ro6 Ro7 EiK"))
    assert rest_is_safe(ROSEN, hand("RoU Ro9 EiA"), hand("Ro6 Ro7 EiK"))
    assert not rest_is_safe(ROSEN, hand("EiA"), hand("Ro6"))


def test_1_0_9_rest_nothing_but_trumps() -> None:
    """Only trumps, all above the unseen ones: their number does not matter."""
    assert rest_is_safe(ROSEN, hand("RoU"), hand("Ro6 Ro7 Ro8 EiA"))


@pytest.mark.parametrize(
    "contract",
    [None, Contract.SLALOM_OBEN, Contract.SLALOM_UNTEN, Contract.GUSCHTI_OBEN],
)
def test_1_0_9_rest_not_in_slalom_guschti_or_before_trump(contract: Contract | None) -> None:
    """Never safe where directions change, nor while any discard may become trump."""
    assert not rest_is_safe(row_of(contract), hand("EiA"), hand("EiK"))


def test_1_0_9_rest_beatable_cards() -> None:
    """The cards to point at when a claim is not safe."""
    assert texts(beatable_cards(ROSEN, hand("RoK EiA Si7"), hand("RoA EiK Si6"))) == "RoK"
    assert texts(beatable_cards(UNDENUFE, hand("EiA Si7"), hand("EiK Si8"))) == "EiA"


def test_1_0_9_safe_rest_makes_every_trick() -> None:
    """A safe claimer who leads trumps first never loses a trick, whatever the others do."""
    chance = random.Random(9)
    claims = 0
    while claims < 400:
        row = row_of(chance.choice(SIX_CONTRACTS))
        deck = [Card(number) for number in range(36)]
        chance.shuffle(deck)
        size = chance.randrange(1, 5)
        # The claimer gets strong cards, so that safe claims are common.
        strong = sorted(deck[: 4 * size], key=lambda card: strength(row, card))
        own, others = strong[-size:], strong[:-size]
        chance.shuffle(others)
        mask, unseen = to_mask(own), to_mask(others)
        if rest_is_safe(row, mask, unseen):
            claims += 1
            assert all_tricks(row, own, [others[seat::3] for seat in range(3)], chance)


def to_mask(cards: list[Card]) -> int:
    return sum(1 << card for card in cards)


def strength(row: ContractRow, card: Card) -> int:
    return row.powers[row.directions[0]][card // 9][card]


def all_tricks(
    row: ContractRow, own: list[Card], hands: list[list[Card]], chance: random.Random
) -> bool:
    left = [to_mask(cards) for cards in hands]
    trumps_first = sorted(own, key=lambda card: -strength(row, card))
    for card in trumps_first:
        trick = [card]
        for seat in range(3):
            answer = chance.choice(cards_of(legal(row, left[seat], trick)))
            left[seat] ^= 1 << answer
            trick.append(answer)
        if winning_place(row, trick) != 0:
            return False
    return True
