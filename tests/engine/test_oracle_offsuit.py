"""Ways to play on from fixed deals in games where trump comes up by itself, counted twice.

Written anew with `JASS_GOLDEN=write`; a change of any number is a change of the rules.
"""

from __future__ import annotations

import random
from functools import partial

import pytest

from engine import game
from engine.actions import Play
from engine.cards import DECKS, card_text
from engine.state import Step
from tests.engine import naive
from tests.engine.offsuit import seated
from tests.engine.oracle import continuations, written
from tests.engine.table import Table, deal_of

SIZES = {3: 12, 4: 9, 5: 7, 6: 6}
PLAYERS = {"molotow": (3, 4, 5, 6), "plus_minus": (4,), "mittlere": (3,)}
HOW = ("sofort", "ab_naechstem_stich")
DEPTH = 6


def hands_of(seed: int, seats: int) -> list[list[str]]:
    """A deal of two suits and a half, so that somebody is void early."""
    cards = [card_text(card) for card in DECKS["35-Ei7" if seats == 5 else "36"].cards]
    random.Random(seed).shuffle(cards)
    if seed % 2:
        cards.sort(key=naive.suit)
        cards = cards[3:] + cards[:3]
    size = SIZES[seats]
    return [cards[seat * size : seat * size + size] for seat in range(seats)]


# -- the same rules once more, on card texts ----------------------------------------------------


def trump_after(tricks: list[list[str]]) -> str | None:
    """The suit of the first card that did not follow."""
    for trick in tricks:
        for card in trick:
            if naive.suit(card) != naive.suit(trick[0]):
                return naive.suit(card)
    return None


def acting(tricks: list[list[str]], how: str) -> str:
    """What the running trick, the last of these, is played as."""
    seen = tricks if how == "sofort" else tricks[:-1]
    return trump_after(seen) or "obenabe"


def legal(hand: list[str], tricks: list[list[str]], how: str) -> list[str]:
    """The cards that may be played to the last trick."""
    return naive.legal(acting(tricks, how), hand, tricks[-1], hindersi=True)


def count(
    hands: list[list[str]], depth: int, how: str, leader: int, tricks: list[list[str]]
) -> int:
    """How many ways there are to play so many cards."""
    if depth == 0:
        return 1
    seat = (leader + len(tricks[-1])) % len(hands)
    total = 0
    for card in legal(hands[seat], tricks, how):
        left = [[held for held in hand if held != card] for hand in hands]
        lying = [*tricks[:-1], [*tricks[-1], card]]
        first = leader
        if len(lying[-1]) == len(hands):
            place = naive.winner(acting(lying, how), lying[-1], len(lying))
            first = (leader + place) % len(hands)
            lying.append([])
        total += count(left, depth - 1, how, first, lying)
    return total


# -- the file -----------------------------------------------------------------------------------


def table_of(slug: str, hands: list[list[str]], how: str) -> Table:
    """Seat 0 leads."""
    dealt = deal_of(*(" ".join(hand) for hand in hands))
    return seated(slug, dealt, rest="aus", trumpf_wirkt=how)


def lines(slug: str) -> list[str]:
    """Seed, players, how trump acts, and the counts for one card, two cards and so on."""
    out = []
    for seed in range(8):
        seats, how = PLAYERS[slug][seed % len(PLAYERS[slug])], HOW[seed // 4]
        hands = hands_of(seed, seats)
        counts = [count(hands, depth, how, 0, [[]]) for depth in range(1, DEPTH + 1)]
        out.append(" ".join([str(seed), str(seats), how, *map(str, counts)]))
    return out


@pytest.mark.parametrize(
    ("slug", "line"),
    [
        pytest.param(slug, line, id=" ".join([slug, *line.split()[:3]]))
        for slug in PLAYERS
        for line in written(slug, partial(lines, slug))
    ],
)
def test_counts_of_legal_continuations(slug: str, line: str) -> None:
    """Engine, second implementation and file agree (the deepest counts by the file alone)."""
    seed, seats, how, *counts = line.split()
    hands = hands_of(int(seed), int(seats))
    table = table_of(slug, hands, how)
    for depth in range(1, 5):
        assert count(hands, depth, how, 0, [[]]) == int(counts[depth - 1])
        if slug != "molotow" or depth <= int(seats):
            # In between the own Weise are shown.
            assert continuations(table, table.state, depth) == int(counts[depth - 1])


@pytest.mark.parametrize("slug", PLAYERS)
def test_whole_hands_agree_card_by_card(slug: str) -> None:
    """Random hands: the same legal cards, winners, trump and points as written twice."""
    rng = random.Random(slug)
    for number in range(40):
        seats, how = PLAYERS[slug][number % len(PLAYERS[slug])], HOW[number % 2]
        hands = hands_of(1000 + number, seats)
        table = table_of(slug, hands, how)
        tricks: list[list[str]] = [[]]
        winners = []
        while table.state.asked:
            if table.state.step is Step.SHOW:
                table.settle_automatic()
            seat = table.state.asked[0]
            offered = [a for a in game.legal(table.view(seat)) if isinstance(a, Play)]
            expected = legal(hands[seat], tricks, how)
            assert sorted(card_text(action.card) for action in offered) == sorted(expected)
            chosen = rng.choice(offered)
            card = card_text(chosen.card)
            hands[seat].remove(card)
            tricks[-1].append(card)
            table.act(seat, chosen)
            assert table.state.contract == trump_after(tricks)
            if len(tricks[-1]) == seats:
                place = naive.winner(acting(tricks, how), tricks[-1], len(tricks))
                last = table.state.tricks[-1]
                winners.append(last.plays[place].seat)
                assert last.winner == winners[-1]
                tricks.append([])
        check_points(table, tricks[:-1], winners)


def check_points(table: Table, tricks: list[list[str]], winners: list[int]) -> None:
    """The points of the cards, counted at the end, when everything lies open."""
    trump = trump_after(tricks)
    if trump is None:
        assert not any(item.kind == "trick" for item in table.state.bookings)
        return
    made = [0] * table.state.setup.seats
    for trick, winner in zip(tricks, winners, strict=True):
        made[winner] += sum(value(card, trump) for card in trick)
    made[winners[-1]] += 5
    booked = [0] * table.state.setup.seats
    for item in table.state.bookings:
        if item.kind == "trick":
            booked[item.side] += item.raw
    assert booked == made
    assert sum(made) == 157


def value(card: str, trump: str) -> int:
    """Points of a card."""
    rank = naive.rank(card)
    if naive.suit(card) == trump and rank in {"U", "9"}:
        return {"U": 20, "9": 14}[rank]
    return {"A": 11, "K": 4, "O": 3, "U": 2, "10": 10}.get(rank, 0)
