"""Cards written as text, and random positions, for tests of the rules."""

from __future__ import annotations

import random

from engine.cards import Card, card_text, parse_card
from engine.cardset import CardSet, cards_of
from engine.contracts import Contract, ContractRow, row_of

FULL_36 = (1 << 36) - 1
"""Mask of the whole Jass deck."""

SUIT_CONTRACTS = (Contract.EICHEL, Contract.ROSEN, Contract.SCHELLEN, Contract.SCHILTEN)
SIX_CONTRACTS = (*SUIT_CONTRACTS, Contract.OBENABE, Contract.UNDENUFE)


def hand(text: str) -> int:
    """Mask of the cards written, separated by blanks."""
    return CardSet.parse(text).mask


def trick(text: str) -> list[Card]:
    """The cards written, in this order."""
    return [parse_card(word) for word in text.split()]


def texts(mask: int) -> str:
    """The cards of a mask, ascending."""
    return " ".join(map(card_text, cards_of(mask)))


def random_position(chance: random.Random) -> tuple[ContractRow, int, list[Card]]:
    """A contract or none, a hand of 1..9 cards and a trick of 0..3 others."""
    deck = [Card(number) for number in range(36)]
    if chance.random() < 0.5:
        # Few suits make the rare rows of the table common.
        suits = chance.sample(range(4), 2)
        deck = [card for card in deck if card // 9 in suits or chance.random() < 0.15]
    chance.shuffle(deck)
    contract = chance.choice((None, *Contract))
    lying = chance.randrange(4)
    held = chance.randrange(1, 10)
    mask = sum(1 << card for card in deck[lying : lying + held])
    return row_of(contract), mask, deck[:lying]
