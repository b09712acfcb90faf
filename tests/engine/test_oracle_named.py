"""Ways to play on from fixed deals in games where a contract is named first, counted twice.

Written anew with `JASS_GOLDEN=write`; a change of any number is a change of the rules.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

import pytest

from engine import game
from engine.actions import Choose
from engine.cards import CARDS_36, card_text
from engine.state import Step
from tests.engine import naive
from tests.engine.oracle import agree_card_by_card, continuations, written
from tests.engine.table import Table, deal_of, options

DEPTH = 5

GAMES: dict[str, tuple[tuple[int, ...], dict[str, str], tuple[str, ...]]] = {
    "sechser": (
        (6,),
        {
            "ziel": "5000",
            "weis": "aus",
            "stoeck": "aus",
            "rest": "aus",
            "vertraege": "slalom,gumpf",
        },
        ("Ei", "Ro", "Se", "Si", "obenabe", "undenufe", "slalom_oben", "slalom_unten", "gumpf_Ro"),
    ),
    "coiffeur": ((4, 3), {"rest": "aus"}, ("Ei", "Ro", "Se", "Si", "obenabe", "undenufe")),
}
"""Per game: numbers of players, options, and the contracts that are counted."""


def hands_of(seed: int, seats: int) -> list[list[str]]:
    """A deal of the whole deck."""
    cards = [card_text(card) for card in CARDS_36]
    random.Random(seed).shuffle(cards)
    size = 36 // seats
    return [sorted(cards[seat * size : seat * size + size]) for seat in range(seats)]


def seated(slug: str, seats: int, hands: list[list[str]], contract: str) -> Table:
    """Seat 0 has named the contract and leads."""
    table = Table.start(options(None, slug, seats, **GAMES[slug][1]), 0, slug, seats)
    table.state = replace(table.state, next_dealer=seats - 1)
    table.deal(deal_of(*(" ".join(hand) for hand in hands)))
    named = next(
        action
        for action in game.legal(table.view(0))
        if isinstance(action, Choose) and action.contract.value == contract
    )
    table.act(0, named)
    assert table.state.step is Step.PLAY
    return table


def lines(slug: str) -> list[str]:
    """The file: seed, players, contract, and the counts for one card, two cards and so on."""
    players, _, contracts = GAMES[slug]
    out = []
    for seed, contract in enumerate(contracts):
        seats = players[seed % len(players)]
        hands = hands_of(seed, seats)
        counts = [naive.count(contract, hands, depth) for depth in range(1, DEPTH + 1)]
        out.append(" ".join([str(seed), str(seats), contract, *map(str, counts)]))
    return out


@pytest.mark.parametrize(
    ("slug", "line"),
    [
        pytest.param(slug, line, id=" ".join([slug, *line.split()[:3]]))
        for slug in GAMES
        for line in written(slug, partial(lines, slug))
    ],
)
def test_counts_of_legal_continuations(slug: str, line: str) -> None:
    """Engine, second implementation and file agree (the deepest counts by the file alone)."""
    seed, seats, contract, *counts = line.split()
    hands = hands_of(int(seed), int(seats))
    table = seated(slug, int(seats), hands, contract)
    for depth in range(1, 4):
        assert naive.count(contract, hands, depth) == int(counts[depth - 1])
        assert continuations(table, table.state, depth) == int(counts[depth - 1])


@pytest.mark.parametrize("slug", GAMES)
def test_whole_hands_agree_card_by_card(slug: str) -> None:
    """Random hands to their end: the same legal cards and the same winners as written twice."""
    players, _, contracts = GAMES[slug]
    rng = random.Random(slug)
    for number in range(30):
        seats, contract = players[number % len(players)], contracts[number % len(contracts)]
        hands = hands_of(1000 + number, seats)
        table = seated(slug, seats, hands, contract)
        agree_card_by_card(
            table,
            hands,
            rng,
            legal=partial(naive.legal, contract),
            winner=partial(naive.winner, contract),
        )
