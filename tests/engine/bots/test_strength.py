"""Masks of who beats whom agree with the one rule of tricks."""

import random

import pytest

from engine.bots.strength import legal_cards, strength_of
from engine.cards import Card
from engine.contracts import SUIT_MASKS, Contract, row_of
from engine.rules.follow import legal
from engine.rules.tricks import winning_place


@pytest.mark.parametrize("contract", list(Contract))
@pytest.mark.parametrize("trick_no", [1, 2, 9])
def test_winner_of_a_trick_by_masks_is_the_winner_by_rule(
    contract: Contract, trick_no: int
) -> None:
    """Going through a trick with `beaters` ends at the card that `winning_place` names."""
    row = row_of(contract)
    strength = strength_of(row, row.direction(trick_no))
    rng = random.Random(f"{contract}{trick_no}")
    for _ in range(200):
        trick = [Card(card) for card in rng.sample(range(36), 4)]
        winner = trick[0]
        for card in trick[1:]:
            if strength.beaters[winner] >> card & 1:
                winner = card
        assert trick[winning_place(row, trick, trick_no)] == winner


@pytest.mark.parametrize("contract", list(Contract)[:6])
def test_legal_cards_are_those_of_the_decision_table(contract: Contract) -> None:
    """The form that lookahead asks gives the mask of rules 1.0.4."""
    row = row_of(contract)
    strength = strength_of(row, row.direction(1))
    rng = random.Random(contract.value)
    for _ in range(300):
        cards = [Card(card) for card in rng.sample(range(36), 12)]
        trick, hand = cards[: rng.randrange(4)], sum(1 << card for card in cards[3:])
        winning = trick[winning_place(row, trick)] if trick else -1
        led = SUIT_MASKS[trick[0] // 9] if trick else 0
        assert legal_cards(hand, led, winning, strength) == legal(row, hand, trick)
