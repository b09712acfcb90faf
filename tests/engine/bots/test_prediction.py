"""Bots that predict: what a hand is worth, aiming, and that it beats chance."""

from __future__ import annotations

import random

import pytest

from engine import game
from engine.actions import ClaimRest, Play, Predict
from engine.bots import choose, hints
from engine.bots.aim import Aims, cost, expected, finish
from engine.bots.strength import NO_CARD, strength_of
from engine.cardset import mask_of
from engine.contracts import Contract, Direction, row_of
from tests.engine.hands import FULL_36
from tests.engine.table import Table, deal_of, options

EICHEL = strength_of(row_of(Contract.EICHEL), Direction.OBEN)


def mask(text: str) -> int:
    return mask_of(deal_of(text)[0])


def table_of(seed: int, seats: int = 4, **settings: str) -> Table:
    chosen = options(None, "differenzler", seats, **settings)
    table = Table.start(chosen, seed, "differenzler", seats)
    table.deal()
    return table


def play(table: Table, levels: list[str | None], rng: random.Random) -> tuple[int, ...]:
    """One hand; None plays at random."""
    while table.state.asked:
        if table.automatic():
            continue
        seat = table.state.asked[0]
        view, level = table.view(seat), levels[seat]
        offered = game.legal(view)
        table.act(seat, rng.choice(offered) if level is None else choose(view, level, bytes(32)))
    table.count()
    return table.state.results[-1].written


def test_a_card_is_worth_more_the_fewer_lie_above_it() -> None:
    """Trumps more than others, high ones more than low ones."""
    hand = mask("EiU Ei9 Ei6 RoA Ro6")
    parts = expected(hand, EICHEL, FULL_36 & ~hand, 4)
    worth = {
        text: parts[mask(text).bit_length() - 1] for text in ("EiU", "Ei9", "Ei6", "RoA", "Ro6")
    }
    assert worth["EiU"] >= worth["Ei9"] > worth["RoA"] > worth["Ei6"] > worth["Ro6"] == 0


@pytest.mark.parametrize(("seats", "size"), [(2, 12), (3, 12), (4, 9), (5, 7)])
def test_hands_together_are_expected_to_make_about_what_there_is(seats: int, size: int) -> None:
    """On average over many deals the predictions add up to the points in play."""
    rng = random.Random(1)
    total = 0
    for _ in range(300):
        cards = list(range(36))
        rng.shuffle(cards)
        for seat in range(seats):
            hand = mask_of(cards[seat * size : seat * size + size])
            total += sum(expected(hand, EICHEL, FULL_36 & ~hand, seats).values())
    in_play = 157 if seats > 2 else 106
    assert abs(total / 3000 - in_play) < 15


def test_missing_by_more_is_worse_and_less_so_early() -> None:
    """The cost grows with the miss; many cards left blur a small one."""
    assert [cost(miss, 0) for miss in (-70, 0, 70)] == [70, 0, 70]
    assert cost(100, 3) < cost(200, 3)
    assert cost(70, 8) - cost(0, 8) < cost(70, 1) - cost(0, 1)


def test_a_playout_gives_all_points_to_somebody() -> None:
    """Whatever the aims, a hand of the whole deck is worth 157."""
    rng = random.Random(2)
    for _ in range(20):
        cards = list(range(36))
        rng.shuffle(cards)
        hands = tuple(mask_of(cards[seat * 9 : seat * 9 + 9]) for seat in range(4))
        aims = Aims(hands, (40, 40, 40, 37), 1, (), EICHEL, (0, 1, 2, 3))
        assert sum(finish(aims, NO_CARD)) == 157


def test_advice_ranks_every_answer_once_and_the_same_each_time() -> None:
    """Nothing is left out, nothing depends on anything but view and chance."""
    table = table_of(3)
    for chance in (None, bytes(32)):
        view = table.view(table.state.asked[0])
        rules = game.rules_of(table.state.setup)
        advise = game.variant_of(table.state).advise
        ranked = advise(rules, view, game.legal(view), chance)
        assert sorted(item.action.points for item in ranked) == list(range(158))
        assert ranked == advise(rules, view, game.legal(view), chance)
    while table.state.asked:
        if table.automatic():
            continue
        view = table.view(table.state.asked[0])
        ranked = hints(view)
        offered = [a for a in game.legal(view) if isinstance(a, Play | Predict)]
        assert {item.action for item in ranked if not isinstance(item.action, ClaimRest)} == set(
            offered
        )
        table.act(view.seat, ranked[0].action)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_bot_beats_a_random_player(seats: int) -> None:
    """Its penalties are less than half of those of chance, for every number of players."""
    rng = random.Random(5)
    own = other = 0
    for seed in range(12):
        levels: list[str | None] = [
            "normal" if seat % 2 == seed % 2 else None for seat in range(seats)
        ]
        written = play(table_of(seed, seats), levels, rng)
        own += sum(points for points, level in zip(written, levels, strict=True) if level)
        other += sum(points for points, level in zip(written, levels, strict=True) if not level)
    assert 2 * own < other


def test_a_strong_bot_finishes_hands_of_every_form() -> None:
    """Hidden and open, alone and with a partner: it always has an answer."""
    forms = ({}, {"ansage": "offen"}, {"partner_differenzler": "on", "trumpf": "bodentrumpf"})
    for seed, settings in enumerate(forms):
        table = table_of(seed, **settings)
        play(table, ["strong", "normal", "easy", None], random.Random(seed))
        assert table.state.results[-1].note is None
