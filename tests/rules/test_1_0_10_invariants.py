"""Rules 1.0.10: what holds for every hand, played at random through the hot path."""

from __future__ import annotations

import random

import pytest

from engine.cards import DECKS, Card, parse_card
from engine.cardset import cards_of
from engine.contracts import LAST_TRICK_POINTS, Contract, row_of
from engine.rules.fast import random_hand
from engine.rules.follow import FORWARD, HINDERSI, FollowRules, legal
from engine.rules.melds import MeldRules, contest, find_weise
from engine.rules.stoeck import has_stoeck
from engine.rules.tricks import pile_points, winning_place
from tests.engine.hands import FULL_36


def deal(chance: random.Random, seats: int, cards: list[Card]) -> list[int]:
    chance.shuffle(cards)
    size = len(cards) // seats
    return [
        sum(1 << card for card in cards[seat * size : (seat + 1) * size]) for seat in range(seats)
    ]


def draws(chance: random.Random, count: int) -> list[int]:
    return [chance.getrandbits(16) for _ in range(count)]


@pytest.mark.parametrize("contract", Contract)
@pytest.mark.parametrize("rules", [FORWARD, HINDERSI])
def test_1_0_10_invariant_1_every_hand_is_157(contract: Contract, rules: FollowRules) -> None:
    """152 and the last trick, for every contract, Slalom and Guschti included."""
    chance = random.Random(contract.value)
    for _ in range(40):
        hands = deal(chance, 4, [Card(number) for number in range(36)])
        points = random_hand(row_of(contract), hands, draws(chance, 36), leader=2, rules=rules)
        assert sum(points) == 157


@pytest.mark.parametrize(("seats", "deck"), [(3, "36"), (5, "35-Se6"), (6, "36")])
def test_1_0_10_invariant_8_other_numbers_of_players(seats: int, deck: str) -> None:
    """All cards dealt: 157, the removed Se6 being worth nothing."""
    chance = random.Random(seats)
    for _ in range(40):
        cards = list(DECKS[deck].cards)
        points = random_hand(
            row_of(Contract.SCHELLEN), deal(chance, seats, cards), draws(chance, len(cards))
        )
        assert sum(points) == 157


def test_1_0_10_invariant_3_the_hot_path_plays_by_the_rules() -> None:
    """Replayed card by card with `legal`, `winning_place` and `pile_points`, each hand is equal.

    Every card is legal, none is played twice, the winner leads next, all are gone at the end.
    """
    chance = random.Random(10)
    for _ in range(600):
        row = row_of(chance.choice(list(Contract)))
        rules = chance.choice((FORWARD, HINDERSI, FollowRules(trump_only_when_void=True)))
        hands = deal(chance, 4, [Card(number) for number in range(36)])
        picks = draws(chance, 36)
        leader = first = chance.randrange(4)
        left, points, pick = list(hands), [0] * 4, iter(picks)
        for number in range(1, 10):
            trick: list[Card] = []
            for place in range(4):
                seat = (leader + place) % 4
                choices = cards_of(legal(row, left[seat], trick, rules))
                card = choices[next(pick) % len(choices)]
                left[seat] ^= 1 << card
                trick.append(card)
            leader = (leader + winning_place(row, trick, number)) % 4
            points[leader] += pile_points(row, sum(1 << card for card in trick))
        points[leader] += LAST_TRICK_POINTS
        assert left == [0] * 4
        assert random_hand(row, hands, picks, leader=first, rules=rules) == points


def test_1_0_10_invariant_4_one_side_has_weis_and_one_seat_stoeck() -> None:
    """At most one side scores Weise, and no two seats hold the Stöck of one trump."""
    chance = random.Random(11)
    for _ in range(500):
        row = row_of(chance.choice(list(Contract)))
        hands = deal(chance, 4, [Card(number) for number in range(36)])
        held = [find_weise(cards, MeldRules()) for cards in hands]
        best = contest(held, range(4), (0, 1, 0, 1), row, MeldRules())
        assert (best is not None) == any(held)
        assert sum(has_stoeck(row, cards) for cards in hands) <= 1


def test_1_0_10_invariant_6_the_same_draws_give_the_same_hand() -> None:
    """Nothing but the arguments decides."""
    chance = random.Random(12)
    hands = deal(chance, 4, [Card(number) for number in range(36)])
    picks = draws(chance, 36)
    row = row_of(Contract.EICHEL)
    assert random_hand(row, hands, picks) == random_hand(row, hands, picks)
    assert sum(hands) == FULL_36
    assert parse_card("Ei6") == 0
