"""The decision table against an oracle read from its words, and what must always hold."""

from __future__ import annotations

import itertools
import random

import pytest

from engine.cards import CARDS_36, Card, Rank, Suit, rank_of, suit_of
from engine.cardset import cards_of, mask_of
from engine.contracts import Contract, ContractRow
from engine.errors import Reason
from engine.rules.follow import FollowRules, legal, refusal
from tests.engine.hands import random_position

ALL_RULES = [
    FollowRules(hindersi, overtrump, void_only)
    for hindersi, overtrump, void_only in itertools.product((False, True), repeat=3)
    if not (hindersi and overtrump)
]
TRUMP_HIGH_TO_LOW = ["U", "9", "A", "K", "O", "10", "8", "7", "6"]


def oracle(
    contract: Contract | None,
    trick: list[Card],
    hand: list[Card],
    rules: FollowRules,
    partner_wins: bool,
) -> set[Card]:
    """Rules 1.0.4 word by word, on lists of cards; nothing of the engine's tables is used."""
    trump = next((suit for suit in Suit if contract and contract.value[-2:] == suit.code), None)

    def trumps(cards: list[Card]) -> list[Card]:
        return [card for card in cards if suit_of(card) == trump]

    def beats(one: Card, other: Card) -> bool:
        place = TRUMP_HIGH_TO_LOW.index
        return place(rank_of(one).code) < place(rank_of(other).code)

    def is_puur(card: Card) -> bool:
        return suit_of(card) == trump and rank_of(card) is Rank.UNDER

    if not trick:
        return set(hand)
    led = suit_of(trick[0])
    of_suit = [card for card in hand if suit_of(card) == led]
    if trump is None:
        return set(of_suit or hand)
    if led == trump:
        if [card for card in trumps(hand) if not is_puur(card)]:
            return set(trumps(hand))
        return set(hand)
    lying = trumps(trick)
    higher = [card for card in trumps(hand) if all(beats(card, other) for other in lying)]
    if of_suit:
        return set(of_suit if rules.trump_only_when_void else of_suit + higher)
    row_11 = lying and rules.hindersi and trumps(hand) != hand
    due = [card for card in higher if not is_puur(card)]
    if rules.overtrump_s004 and not partner_wins and due and not row_11:
        return set(higher)
    if not lying or trumps(hand) == hand or row_11:
        return set(hand)
    return {card for card in hand if suit_of(card) != trump} | set(higher)


def positions(count: int, seed: int) -> list[tuple[ContractRow, int, list[Card]]]:
    chance = random.Random(seed)
    return [random_position(chance) for _ in range(count)]


def test_legal_agrees_with_the_words_of_the_table() -> None:
    """On 30,000 random positions, each under one set of options, the oracle says the same."""
    chance = random.Random(104)
    for index, (row, hand, trick) in enumerate(positions(30_000, seed=1)):
        rules = ALL_RULES[index % len(ALL_RULES)]
        partner_wins = chance.random() < 0.3
        result = legal(row, hand, trick, rules, partner_wins=partner_wins)
        expected = oracle(row.contract, trick, list(cards_of(hand)), rules, partner_wins)
        assert result == mask_of(expected), (row.contract, trick, cards_of(hand), rules)


def test_legal_is_never_empty_and_part_of_the_hand() -> None:
    """Rules 1.0.10, invariant 2."""
    for index, (row, hand, trick) in enumerate(positions(5_000, seed=2)):
        allowed = legal(row, hand, trick, ALL_RULES[index % len(ALL_RULES)])
        assert allowed
        assert not allowed & ~hand


def test_refusal_is_none_exactly_for_legal_cards() -> None:
    """What may be played and why something may not be played share one truth."""
    for index, (row, hand, trick) in enumerate(positions(5_000, seed=3)):
        rules = ALL_RULES[index % len(ALL_RULES)]
        allowed = legal(row, hand, trick, rules)
        for card in cards_of(hand):
            reason = refusal(row, hand, trick, card, rules)
            assert (reason is None) == bool(allowed >> card & 1)
            assert reason is None or reason.row is not None


def test_more_cards_never_make_an_illegal_card_legal() -> None:
    """So a refusal from the known cards of a hand is a proof against the whole hand."""
    chance = random.Random(4)
    proofs = 0
    for index, (row, hand, trick) in enumerate(positions(20_000, seed=5)):
        rules = ALL_RULES[index % len(ALL_RULES)]
        card = chance.choice(cards_of(hand))
        known = mask_of(other for other in cards_of(hand) if chance.random() < 0.5) | 1 << card
        if refusal(row, known, trick, card, rules) is not None:
            proofs += 1
            assert refusal(row, hand, trick, card, rules) is not None
    assert proofs > 1_000


def test_row_8_returns_the_full_hand() -> None:
    """Rules 1.0.10, invariant 2: only trumps over a trumped trick, without the S004 option."""
    seen = 0
    for row, hand, trick in positions(20_000, seed=6):
        if trick and row.trumps and not hand & ~row.trumps and suit_of(trick[0]) != row.trump:
            seen += 1
            assert legal(row, hand, trick) == hand
    assert seen > 100


def test_every_reason_of_the_table_occurs() -> None:
    """No row's reason is dead code: random positions reach all of them."""
    seen = set()
    for index, (row, hand, trick) in enumerate(positions(20_000, seed=7)):
        for card in cards_of(hand):
            reason = refusal(row, hand, trick, card, ALL_RULES[index % len(ALL_RULES)])
            seen.add(reason)
    assert seen == {None} | {reason for reason in Reason if reason.row is not None}


def test_no_compulsory_overtrumping_in_hindersi_games() -> None:
    """Rules 2.6 give the option to none of them; the rules object refuses the pair."""
    with pytest.raises(ValueError, match="fewest points"):
        FollowRules(hindersi=True, overtrump_s004=True)


def test_the_oracle_knows_all_cards() -> None:
    """The oracle's own list of trump ranks is complete."""
    assert sorted(TRUMP_HIGH_TO_LOW) == sorted({rank_of(card).code for card in CARDS_36})


STRICT = FollowRules(trump_only_when_void=True, must_trump=True)


def test_must_trump_agrees_with_the_words_of_the_rule() -> None:
    """Rules 1.8: follow, trump only when void, and then one must, except with the Puur."""
    seen = set()
    for row, hand, trick in positions(10_000, seed=8):
        if row.trump is None or len(trick) != 1:
            continue
        led, cards = suit_of(trick[0]), list(cards_of(hand))
        trumps = [card for card in cards if suit_of(card) == row.trump]
        compelled = [card for card in trumps if rank_of(card) is not Rank.UNDER]
        follow = [card for card in cards if suit_of(card) == led]
        if led == row.trump:
            expected, case = (trumps if compelled else cards), "trump led"
        elif follow:
            expected, case = follow, "follow"
        else:
            expected, case = (trumps if compelled else cards), "void"
        seen.add((case, bool(compelled)))
        assert legal(row, hand, trick, STRICT) == mask_of(expected)
    assert len(seen) == 6


def test_more_cards_never_make_an_untrumped_card_legal() -> None:
    """What open cards prove about a trump kept back holds for the whole hand."""
    chance = random.Random(9)
    proofs = 0
    for row, hand, trick in positions(20_000, seed=10):
        if len(trick) > 1:
            continue
        card = chance.choice(cards_of(hand))
        known = mask_of(other for other in cards_of(hand) if chance.random() < 0.5) | 1 << card
        if refusal(row, known, trick, card, STRICT) is not None:
            proofs += 1
            assert refusal(row, hand, trick, card, STRICT) is not None
    assert proofs > 500


def test_free_play_allows_every_card() -> None:
    """Rules 1.8, as long as there is a stock."""
    for row, hand, trick in positions(500, seed=11):
        assert legal(row, hand, trick, FollowRules(free=True)) == hand
