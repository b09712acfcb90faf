"""How many ways there are to play on from fixed deals: counts in a text file, by variant.

Written anew with `JASS_GOLDEN=write`; a change of any number is a change of the rules.
"""

from __future__ import annotations

import random
from functools import partial

import pytest

from engine.cards import CARDS_36, card_text
from engine.state import Step
from tests.engine import naive
from tests.engine.oracle import agree_card_by_card, continuations, written
from tests.engine.table import Table, deal_of, options

CONTRACTS = (
    "Ei",
    "Ro",
    "Se",
    "Si",
    "obenabe",
    "undenufe",
    "slalom_oben",
    "slalom_unten",
    "guschti_oben",
    "guschti_unten",
    "gumpf_Ei",
    "gumpf_Si",
)
DEPTH = 6
OPTIONS = {"vertraege": "slalom,guschti,gumpf", "weis": "aus", "stoeck": "aus", "rest": "aus"}


def deal(seed: int) -> list[list[str]]:
    """Four hands."""
    cards = [card_text(card) for card in CARDS_36]
    random.Random(seed).shuffle(cards)
    return [sorted(cards[seat * 9 : seat * 9 + 9]) for seat in range(4)]


def lines() -> list[str]:
    """The file: seed, contract, and the counts for one card, two cards and so on."""
    out = []
    for seed, contract in enumerate(CONTRACTS):
        counts = [naive.count(contract, deal(seed), depth) for depth in range(1, DEPTH + 1)]
        out.append(" ".join([str(seed), contract, *map(str, counts)]))
    return out


@pytest.mark.parametrize(
    "line", written("schieber", lines), ids=lambda line: " ".join(line.split()[:2])
)
def test_counts_of_legal_continuations(line: str) -> None:
    """Engine, second implementation and file agree (the deepest count by the file alone)."""
    seed, contract, *counts = line.split()
    hands = deal(int(seed))
    table = Table.seated(
        options(ziel="5000", **OPTIONS), deal_of(*(" ".join(hand) for hand in hands)), contract
    )
    assert table.state.step is Step.PLAY
    for depth in range(1, 5):
        assert naive.count(contract, hands, depth) == int(counts[depth - 1])
        assert continuations(table, table.state, depth) == int(counts[depth - 1])


def test_the_deepest_counts_of_one_deal() -> None:
    """Into the second trick, once, where the winner of the first leads."""
    seed, contract, *counts = written("schieber", lines)[-1].split()
    hands = deal(int(seed))
    table = Table.seated(
        options(ziel="5000", **OPTIONS), deal_of(*(" ".join(hand) for hand in hands)), contract
    )
    assert continuations(table, table.state, 5) == int(counts[4])


def test_whole_hands_agree_card_by_card() -> None:
    """Random hands to their end: the same legal cards and the same winners as written twice."""
    rng = random.Random(3)
    for number in range(60):
        contract = CONTRACTS[number % len(CONTRACTS)]
        hands = deal(1000 + number)
        table = Table.seated(
            options(ziel="5000", **OPTIONS), deal_of(*(" ".join(hand) for hand in hands)), contract
        )
        agree_card_by_card(
            table,
            hands,
            rng,
            legal=partial(naive.legal, contract),
            winner=partial(naive.winner, contract),
        )
