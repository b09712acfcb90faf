"""Looking ahead: exact where it says so, and playouts that keep the rules' sums."""

import random

import pytest

from engine.bots.lookahead import Deal, playout, solve
from engine.bots.strength import NO_CARD, legal_cards, strength_of
from engine.cardset import cards_of
from engine.contracts import LAST_TRICK_POINTS, Contract, row_of


def deal(contract: Contract, cards: int, seed: int, played: int = 0) -> Deal:
    """A random open position with this many cards per seat and `played` cards on the table."""
    rng = random.Random(seed)
    row = row_of(contract)
    strengths = tuple(strength_of(row, row.direction(n)) for n in range(10 - cards, 10))
    pack = rng.sample(range(36), 4 * cards)
    hands = [sum(1 << card for card in pack[at * cards : (at + 1) * cards]) for at in range(4)]
    leader, trick, led, winning = rng.randrange(4), [], 0, NO_CARD
    for step in range(played):
        seat = (leader + step) % 4
        card = rng.choice(cards_of(legal_cards(hands[seat], led, winning, strengths[0])))
        hands[seat] &= ~(1 << card)
        trick.append(int(card))
        if winning < 0 or strengths[0].beaters[winning] >> card & 1:
            winning = card
        led = led or strengths[0].suits[card]
    lost = (rng.random() < 0.5, rng.random() < 0.5)
    return Deal(
        tuple(hands), (True, False, True, False), leader, tuple(trick), strengths, lost=lost
    )


def minimax(
    deal: Deal,
    tricks: int,
    trick: list[tuple[int, int]],
    hands: list[int],
    leader: int,
    ours: bool,
    theirs: bool,
) -> int:
    """All continuations, tried one by one without any shortcut."""
    if len(trick) == 4:
        strength = deal.strengths[tricks]
        winner, best = trick[0]
        for seat, card in trick[1:]:
            if strength.beaters[best] >> card & 1:
                winner, best = seat, card
        points = sum(strength.values[card] for _, card in trick)
        gain = points if deal.friends[winner] else -points
        ours, theirs = ours or not deal.friends[winner], theirs or deal.friends[winner]
        if not any(hands):
            last = LAST_TRICK_POINTS if deal.friends[winner] else -LAST_TRICK_POINTS
            bonus = deal.match if not ours else -deal.match if not theirs else 0
            return gain + last + bonus
        return gain + minimax(deal, tricks + 1, [], hands, winner, ours, theirs)
    strength = deal.strengths[tricks]
    seat = (leader + len(trick)) % 4
    led, winning = 0, NO_CARD
    for _, card in trick:
        if winning < 0 or strength.beaters[winning] >> card & 1:
            winning = card
        led = led or strength.suits[card]
    values = []
    for card in cards_of(legal_cards(hands[seat], led, winning, strength)):
        after = list(hands)
        after[seat] &= ~(1 << card)
        values.append(
            minimax(deal, tricks, [*trick, (seat, int(card))], after, leader, ours, theirs)
        )
    return max(values) if deal.friends[seat] else min(values)


@pytest.mark.parametrize("contract", [Contract.EICHEL, Contract.OBENABE, Contract.SLALOM_UNTEN])
@pytest.mark.parametrize("played", [0, 1, 3])
def test_solving_agrees_with_trying_everything(contract: Contract, played: int) -> None:
    """The exact value of every card, cut-offs and equal neighbours notwithstanding."""
    for seed in range(12):
        position = deal(contract, 3 if seed % 3 else 2, seed, played)
        seat = (position.leader + played) % 4
        led, winning = 0, NO_CARD
        for card in position.trick:
            if winning < 0 or position.strengths[0].beaters[winning] >> card & 1:
                winning = card
            led = led or position.strengths[0].suits[card]
        legal = cards_of(legal_cards(position.hands[seat], led, winning, position.strengths[0]))
        solved = solve(position, legal, 1_000_000)
        assert solved is not None
        trick = [((position.leader + n) % 4, card) for n, card in enumerate(position.trick)]
        for card, value in zip(legal, solved.values, strict=True):
            hands = list(position.hands)
            hands[seat] &= ~(1 << card)
            expected = minimax(
                position, 0, [*trick, (seat, int(card))], hands, position.leader, *position.lost
            )
            assert value == expected, (seed, card)


def test_a_budget_that_does_not_suffice_is_said() -> None:
    """Steps are bounded: too few give None, never a wrong number."""
    position = deal(Contract.EICHEL, 4, 1)
    cards = cards_of(position.hands[position.leader])
    assert solve(position, cards, 10) is None
    solved = solve(position, cards, 1_000_000)
    assert solved is not None
    assert 0 <= solved.nodes < 1_000_000


def test_playouts_stay_within_the_points_of_a_hand() -> None:
    """A whole hand is won by at most 157, or 257 with the match (rules 1.0.3)."""
    for seed in range(40):
        position = deal(list(Contract)[seed % 6], 9, seed)
        position = Deal(
            position.hands,
            position.friends,
            position.leader,
            (),
            position.strengths,
            lost=(False, False),
        )
        lead = playout(position, NO_CARD)
        assert abs(lead) <= 157 or abs(lead) == 257
        assert lead % 2 == 1  # 157 in all, so one side has an odd and one an even number
