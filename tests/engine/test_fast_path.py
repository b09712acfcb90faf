"""Differential fuzzing: the hot path and the whole machine play the same hands alike.

Two ways through the rules that share only the decision table: `random_hand` without any state, and
deal, legal, apply, audit with full views. They have to agree card by card.
"""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import game
from engine.actions import Choose, Play
from engine.contracts import Contract
from engine.rules.fast import random_hand
from engine.state import Step
from tests.engine.table import Table, options

SIX = tuple(Contract)[:6]
EXTRA = tuple(Contract)[6:]


def both(seed: int, contract: Contract, **settings: str) -> tuple[list[int], list[int]]:
    """Points per seat of one random hand by the hot path and by the machine."""
    rng = random.Random(seed)
    table = Table.start(
        options(
            "turnier_12", weis="aus", stoeck="aus", rest="aus",
            vertraege="slalom,guschti,gumpf", **settings,
        ),
        seed=seed,
    )  # fmt: skip
    table.deal()
    state = table.state
    vorhand = state.vorhand
    assert vorhand is not None
    hands = [sum(1 << held.card for held in table.view(seat).hand) for seat in range(4)]
    table.act(vorhand, Choose(contract))
    rules = game.rules_of(state.setup)
    draws = [rng.randrange(362_880) for _ in range(36)]
    fast = random_hand(rules.row(table.state), hands, draws, leader=vorhand, rules=rules.follow)
    for draw in draws:
        if table.state.step is not Step.PLAY:
            break
        (seat,) = table.state.asked
        plays = [one for one in game.legal(table.view(seat)) if isinstance(one, Play)]
        table.act(seat, plays[draw % len(plays)])
    assert table.state.step is Step.AUDIT
    assert game.audit(table.state, table.deck) is None
    slow = [0] * 4
    for trick in table.state.tricks:
        slow[trick.winner] += trick.points
    table.count()
    result = table.state.results[-1]
    for side in (0, 1):
        assert result.cards[side] + result.last_trick[side] == slow[side] + slow[side + 2]
    return fast, slow


@pytest.mark.parametrize("contract", list(Contract))
def test_every_contract_is_played_alike(contract: Contract) -> None:
    """Twenty hands of each, Slalom, Guschti and Gumpf included; 157 points in all."""
    for seed in range(20):
        fast, slow = both(seed, contract)
        assert fast == slow, seed
        assert sum(fast) == 157


def test_the_option_that_forbids_trumping_is_played_alike() -> None:
    """`stechen_nur_ohne_farbe` changes rows 6 and 9 on both ways."""
    for seed in range(40):
        fast, slow = both(seed, SIX[seed % 4], stechen_nur_ohne_farbe="on")
        assert fast == slow, seed


@given(seed=st.integers(0, 1 << 48), contract=st.sampled_from(SIX + EXTRA), only=st.booleans())
@settings(max_examples=60, deadline=None)
def test_any_hand_is_played_alike(seed: int, contract: Contract, *, only: bool) -> None:
    """Whatever is dealt, named and drawn."""
    fast, slow = both(seed, contract, stechen_nur_ohne_farbe="on" if only else "off")
    assert fast == slow


@pytest.mark.campaign
def test_ten_thousand_hands_are_played_alike() -> None:
    """The same for a night."""
    for seed in range(10_000):
        fast, slow = both(seed, (SIX + EXTRA)[seed % 14])
        assert fast == slow, seed
