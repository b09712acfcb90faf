"""Ways to play on in the Sidi-Jass from fixed deals, for each kind of stock, counted twice.

Written anew with `JASS_GOLDEN=write`; a change of any number is a change of the rules.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import game
from engine.actions import Choose, Play
from engine.cards import card_text
from engine.state import State, Step
from tests.engine.naive_sidi import Hand
from tests.engine.oracle import ways, written
from tests.engine.table import Table, options

STOCKS = ("tot", "nachziehen", "bodensee")
CONTRACTS = ("Ei", "Se", "obenabe", "undenufe", "slalom_oben", "guschti_unten")
DEPTH = 5
PLAIN = {"weis": "aus", "stoeck": "aus", "rest": "aus", "ziel": "5000"}


def seated(stock: str, seed: int) -> Table:
    """Seat 0 is to lead."""
    settings = {"stock": stock, "rest": "aus", "ziel": "5000"} if stock == "bodensee" else PLAIN
    table = Table.start(options(None, "sidi", 2, **{**settings, "stock": stock}), seed, "sidi", 2)
    table.state = replace(table.state, next_dealer=1)
    table.deal()
    if stock == "bodensee":
        contract = CONTRACTS[seed % len(CONTRACTS)]
        offered = game.legal(table.view(0))
        table.act(0, next(a for a in offered if isinstance(a, Choose) and a.contract == contract))
    assert table.state.step is Step.PLAY
    return table


def place(table: Table, number: int) -> str:
    """The card at a place of the deal."""
    return card_text(table.deck[((table.state.cut or 0) + number) % 36])


def hand_of(table: Table) -> Hand:
    """The same position for the second implementation."""
    stock = table.state.setup.options.stock
    contract = table.state.contract.value
    hands = [[card_text(item.card) for item in table.view(seat).hand] for seat in (0, 1)]
    if stock == "bodensee":
        covered = [
            {place(table, 24 + 6 * seat + at): place(table, 6 * seat + at) for at in range(6)}
            for seat in (0, 1)
        ]
        return Hand(contract, hands, covered=covered)
    if stock == "nachziehen":
        return Hand(
            contract, hands, [*(place(table, at) for at in range(17, 36)), place(table, 16)]
        )
    return Hand(contract, hands)


def continuations(table: Table, state: State, depth: int) -> int:
    """The same count through the machine; what is turned up on the way is told."""
    while state.awaited:
        slot = state.awaited[0]
        state, _ = game.opened(state, slot, table.deck[slot])
    if depth == 0:
        return 1
    seat = state.asked[0]
    spare = replace_state(table, state)
    plays = [a for a in game.legal(spare.view(seat)) if isinstance(a, Play)]
    return sum(
        continuations(table, game.apply(state, seat, action)[0], depth - 1) for action in plays
    )


def replace_state(table: Table, state: State) -> Table:
    """The table at another moment, every seat with what it may see there."""
    other = Table(state, random.Random(0), [], table.deck)
    other.look()
    return other


def lines() -> list[str]:
    """The file: stock, seed, contract, and the counts for one card, two cards and so on."""
    out = []
    for seed in range(18):
        stock = STOCKS[seed % 3]
        table = seated(stock, seed)
        counts = [ways(hand_of(table), depth) for depth in range(1, DEPTH + 1)]
        out.append(" ".join(map(str, (stock, seed, table.state.contract.value, *counts))))
    return out


@pytest.mark.parametrize(
    "line", written("sidi", lines), ids=lambda line: " ".join(line.split()[:3])
)
def test_counts_of_legal_continuations(line: str) -> None:
    """Engine, second implementation and file agree (the deepest counts by the file alone)."""
    stock, seed, contract, *counts = line.split()
    table = seated(stock, int(seed))
    assert table.state.contract == contract
    for depth in range(1, 4):
        assert ways(hand_of(table), depth) == int(counts[depth - 1])
        assert continuations(table, table.state, depth) == int(counts[depth - 1])


@pytest.mark.parametrize("stock", STOCKS)
def test_whole_hands_agree_card_by_card(stock: str) -> None:
    """Random hands to their end: the same cards in hand, the same choice, the same winners."""
    rng = random.Random(stock)
    for number in range(40):
        table = seated(stock, 1000 + number)
        hand = hand_of(table)
        while table.state.step is Step.PLAY:
            seat = table.state.asked[0]
            assert seat == hand.seat
            held = sorted(card_text(item.card) for item in table.view(seat).hand)
            assert held == sorted(hand.hands[seat])
            offered = [a for a in game.legal(table.view(seat)) if isinstance(a, Play)]
            assert sorted(card_text(a.card) for a in offered) == sorted(hand.moves())
            chosen = rng.choice(offered)
            hand.lay(card_text(chosen.card))
            table.act(seat, chosen)
        assert [trick.winner for trick in table.state.tricks] == hand.won
