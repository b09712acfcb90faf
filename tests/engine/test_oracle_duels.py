"""Ways to play on where the highest card wins, from fixed deals, counted twice.

Written anew with `JASS_GOLDEN=write`; a change of any number is a change of the rules.
"""

from __future__ import annotations

import random
from functools import partial

import pytest

from engine import game
from engine.actions import Play
from engine.cards import card_text
from engine.state import Step
from tests.engine import naive_duels
from tests.engine.oracle import continuations, ways, written
from tests.engine.rounds import at_round
from tests.engine.table import Table

DEPTH = 5
GAMES: dict[str, dict[str, str]] = {"hae": {}, "chappe": {"blatt": "55"}}
"""Games and their options."""


def seated(slug: str, seed: int, seats: int, cards: int) -> Table:
    """All have announced, somebody is to lead; in odd deals the first seat has a joker."""
    hands = ("Jo1",) if seed % 2 else ()
    return at_round(slug, seats, cards, *hands, seed=seed, bids=(), **GAMES[slug])


def hands_of(table: Table) -> naive_duels.Hand:
    """The same position for the second implementation."""
    seats = range(table.state.setup.seats)
    hands = [[card_text(item.card) for item in table.view(seat).hand] for seat in seats]
    others_first = table.state.setup.slug == "hae"
    return naive_duels.Hand(hands, table.state.asked[0], others_first=others_first)


def lines(slug: str) -> list[str]:
    """The file: seed, players, cards, and the counts for one card, two cards and so on."""
    out = []
    for seed in range(10):
        seats, cards = 2 + seed % 4, 2 + seed % 3
        hand = hands_of(seated(slug, seed, seats, cards))
        counts = [ways(hand, depth) for depth in range(1, DEPTH + 1)]
        out.append(" ".join(map(str, (seed, seats, cards, *counts))))
    return out


@pytest.mark.parametrize(
    ("slug", "line"),
    [(slug, line) for slug in GAMES for line in written(slug, partial(lines, slug))],
)
def test_counts_of_legal_continuations(slug: str, line: str) -> None:
    """Engine, second implementation and file agree (the deepest count by the file alone)."""
    seed, seats, cards, *counts = map(int, line.split())
    table = seated(slug, seed, seats, cards)
    hand = hands_of(table)
    for depth in range(1, 5):
        assert ways(hand, depth) == counts[depth - 1]
        assert continuations(table, table.state, depth) == counts[depth - 1]


@pytest.mark.parametrize("slug", GAMES)
def test_whole_hands_agree_card_by_card(slug: str) -> None:
    """Random hands to their end: who is to play, what he may, and who takes what."""
    rng = random.Random(slug)
    for number in range(60):
        table = seated(slug, 1000 + number, 2 + number % 5, 2 + number % 4)
        hand = hands_of(table)
        while table.state.step is Step.PLAY and table.state.asked:
            seat = table.state.asked[0]
            offered = [a for a in game.legal(table.view(seat)) if isinstance(a, Play)]
            moves = sorted(hand.moves())
            assert moves == sorted(
                (seat, card_text(a.card), a.rank.code if a.rank is not None else "")
                for a in offered
            )
            # Few heights make ties common.
            low = sorted(offered, key=lambda action: action.card % 9)[:2]
            chosen = rng.choice(low)
            declared = chosen.rank.code if chosen.rank is not None else ""
            hand.lay((seat, card_text(chosen.card), declared))
            table.act(seat, chosen)
        taken = [(trick.winner, trick.counts) for trick in table.state.tricks]
        if hand.open is None:
            assert taken == hand.done
        else:
            assert taken[:-1] == hand.done
            assert taken[-1][0] in hand.open
