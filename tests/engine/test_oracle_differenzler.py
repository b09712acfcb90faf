"""Ways to play on in the Differenzler from fixed deals, for 2 to 5 players, counted twice.

Written anew with `JASS_GOLDEN=write`; a change of any number is a change of the rules.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

import pytest

from engine.actions import Predict
from engine.cards import DECKS, card_text
from engine.contracts import Contract
from engine.state import Step
from tests.engine import naive
from tests.engine.oracle import agree_card_by_card, continuations, written
from tests.engine.table import Table, deal_of, options

SIZES = {2: 12, 3: 12, 4: 9, 5: 7}
TRUMPS = ("Ei", "Ro", "Se", "Si")
DEPTH = 5


def hands_of(seed: int, seats: int) -> list[list[str]]:
    """A deal."""
    cards = [card_text(card) for card in DECKS["35-Se6" if seats == 5 else "36"].cards]
    random.Random(seed).shuffle(cards)
    size = SIZES[seats]
    return [sorted(cards[seat * size : seat * size + size]) for seat in range(seats)]


def seated(seats: int, hands: list[list[str]], trump: str) -> Table:
    """Everybody has predicted and seat 0 is to lead."""
    table = Table.start(options(None, "differenzler", seats, rest="aus"), 0, "differenzler", seats)
    table.state = replace(table.state, next_dealer=seats - 1)
    table.deal(deal_of(*(" ".join(hand) for hand in hands)))
    table.state = replace(table.state, contract=Contract(trump))
    for seat in range(seats):
        table.act(seat, Predict(40))
    assert table.state.step is Step.PLAY
    return table


def lines() -> list[str]:
    """The file: seed, players, trump, and the counts for one card, two cards and so on."""
    out = []
    for seed in range(12):
        seats, trump = 2 + seed % 4, TRUMPS[seed // 4 + seed % 2]
        hands = hands_of(seed, seats)
        counts = [naive.count(trump, hands, depth, hindersi=True) for depth in range(1, DEPTH + 1)]
        out.append(" ".join([str(seed), str(seats), trump, *map(str, counts)]))
    return out


@pytest.mark.parametrize(
    "line", written("differenzler", lines), ids=lambda line: " ".join(line.split()[:3])
)
def test_counts_of_legal_continuations(line: str) -> None:
    """Engine, second implementation and file agree (the deepest count by the file alone)."""
    seed, seats, trump, *counts = line.split()
    hands = hands_of(int(seed), int(seats))
    table = seated(int(seats), hands, trump)
    for depth in range(1, 4):
        assert naive.count(trump, hands, depth, hindersi=True) == int(counts[depth - 1])
        assert continuations(table, table.state, depth) == int(counts[depth - 1])


def test_whole_hands_agree_card_by_card() -> None:
    """Random hands to their end: the same legal cards and the same winners as written twice."""
    rng = random.Random(7)
    for number in range(40):
        seats, trump = 2 + number % 4, TRUMPS[number % 3 + 1]
        hands = hands_of(1000 + number, seats)
        table = seated(seats, hands, trump)
        agree_card_by_card(
            table,
            hands,
            rng,
            legal=partial(naive.legal, trump, hindersi=True),
            winner=partial(naive.winner, trump),
        )
