"""How many ways there are to play on from fixed deals: counts in a text file, by variant.

Written anew with `JASS_GOLDEN=write`; a change of any number is a change of the rules.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from engine import game
from engine.actions import Play
from engine.cards import CARDS_36, card_text
from engine.state import State, Step
from tests.engine import naive
from tests.engine.table import Table, deal_of, options

ORACLE = Path(__file__).parents[1] / "golden" / "oracle" / "schieber.txt"
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


def continuations(table: Table, state: State, depth: int) -> int:
    """The same count through `legal` and `apply`."""
    if depth == 0:
        return 1
    seat = state.asked[0]
    offered = game.legal(game.view(state, table.faces[seat], seat))
    plays = [action for action in offered if isinstance(action, Play)]
    if depth == 1:
        return len(plays)
    return sum(
        continuations(table, game.apply(state, seat, action)[0], depth - 1) for action in plays
    )


def lines() -> list[str]:
    """The file: seed, contract, and the counts for one card, two cards and so on."""
    out = []
    for seed, contract in enumerate(CONTRACTS):
        counts = [naive.count(contract, deal(seed), depth) for depth in range(1, DEPTH + 1)]
        out.append(" ".join([str(seed), contract, *map(str, counts)]))
    return out


def written() -> list[str]:
    if os.environ.get("JASS_GOLDEN") == "write":
        ORACLE.parent.mkdir(parents=True, exist_ok=True)
        ORACLE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
    return ORACLE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", written(), ids=lambda line: " ".join(line.split()[:2]))
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
    seed, contract, *counts = written()[-1].split()
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
        while table.state.asked:
            seat = table.state.asked[0]
            offered = [a for a in game.legal(table.view(seat)) if isinstance(a, Play)]
            trick = [card_text(play.card) for play in table.state.trick]
            expected = naive.legal(contract, hands[seat], trick)
            assert sorted(card_text(action.card) for action in offered) == sorted(expected)
            chosen = rng.choice(offered)
            hands[seat].remove(card_text(chosen.card))
            table.act(seat, chosen)
            if not table.state.trick:
                last = table.state.tricks[-1]
                cards = [card_text(play.card) for play in last.plays]
                place = naive.winner(contract, cards, last.number)
                assert last.winner == last.plays[place].seat
