"""Rules 1.0.3: order and value of the cards, directions, who takes a trick."""

from __future__ import annotations

import itertools
import random

import pytest

from engine.cards import CARDS_36, Card, Suit, parse_card, suit_of
from engine.contracts import LAST_TRICK_POINTS, Contract, Direction, row_of
from engine.rules.tricks import beaters, pile_points, trick_points, winning_place
from tests.engine.hands import FULL_36, SUIT_CONTRACTS, hand, trick

TRUMP_ORDER = "U 9 A K O 10 8 7 6"
SIDE_ORDER = "A K O U 10 9 8 7 6"
UNTEN_ORDER = "6 7 8 9 10 U O K A"
VALUES = {  # A K O U 10 9 8 7 6, the table of rules 1.0.3
    "trump": (11, 4, 3, 20, 10, 14, 0, 0, 0),
    "side": (11, 4, 3, 2, 10, 0, 0, 0, 0),
    "obenabe": (11, 4, 3, 2, 10, 0, 8, 0, 0),
    "undenufe": (0, 4, 3, 2, 10, 0, 8, 0, 11),
    "undenufe_ass_11": (11, 4, 3, 2, 10, 0, 8, 0, 0),
}


def values(name: str, suit: str) -> dict[Card, int]:
    ranks = SIDE_ORDER.split()
    return {parse_card(suit + rank): value for rank, value in zip(ranks, VALUES[name], strict=True)}


@pytest.mark.parametrize("contract", SUIT_CONTRACTS)
def test_1_0_3_values_with_trump(contract: Contract) -> None:
    """Trump counts 62, every side suit 30, card by card as in the table."""
    row = row_of(contract)
    for suit in Suit:
        table = values("trump" if suit.code == contract.value else "side", suit.code)
        assert {card: row.value(card) for card in table} == table
        assert sum(table.values()) == (62 if suit.code == contract.value else 30)


@pytest.mark.parametrize(
    ("contract", "ass_11", "name"),
    [
        (None, False, "obenabe"),
        (Contract.OBENABE, False, "obenabe"),
        (Contract.OBENABE, True, "obenabe"),
        (Contract.UNDENUFE, False, "undenufe"),
        (Contract.UNDENUFE, True, "undenufe_ass_11"),
    ],
)
def test_1_0_3_values_without_trump(contract: Contract | None, ass_11: bool, name: str) -> None:
    """The Eight counts 8; in Undenufe Six and Ace change places unless the option says not."""
    row = row_of(contract, undenufe_ass_11=ass_11)
    for suit in Suit:
        table = values(name, suit.code)
        assert {card: row.value(card) for card in table} == table
        assert sum(table.values()) == 38


@pytest.mark.parametrize("contract", Contract)
@pytest.mark.parametrize("ass_11", [False, True])
def test_1_0_3_every_contract_sums_to_152(contract: Contract, ass_11: bool) -> None:
    """Card total 152, 157 with the last trick."""
    row = row_of(contract, undenufe_ass_11=ass_11)
    assert pile_points(row, FULL_36) == sum(row.values) == 152
    assert pile_points(row, FULL_36) + LAST_TRICK_POINTS == 157


def order_by_tricks(contract: Contract | None, led: str, suit: str, trick_no: int = 1) -> list[str]:
    """Cards of `suit` from high to low, found by letting each pair meet in a trick `led` opens."""
    row = row_of(contract)
    cards = [card for card in CARDS_36 if suit_of(card).code == suit]
    opener = parse_card(led)
    wins = dict.fromkeys(cards, 0)
    for one, other in itertools.permutations(cards, 2):
        lying = [one, other] if suit_of(opener).code == suit else [opener, one, other]
        wins[lying[winning_place(row, lying, trick_no)]] += 1
    return [card_text_rank(card) for card in sorted(cards, key=lambda card: -wins[card])]


def card_text_rank(card: Card) -> str:
    return next(
        rank for rank in SIDE_ORDER.split() if parse_card(suit_of(card).code + rank) == card
    )


def test_1_0_3_order_of_trumps() -> None:
    """U 9 A K O 10 8 7 6, led or trumped in."""
    assert order_by_tricks(Contract.ROSEN, "Ro6", "Ro") == TRUMP_ORDER.split()
    assert order_by_tricks(Contract.ROSEN, "SiA", "Ro") == TRUMP_ORDER.split()


@pytest.mark.parametrize(
    ("contract", "order"),
    [
        (None, SIDE_ORDER),
        (Contract.ROSEN, SIDE_ORDER),
        (Contract.OBENABE, SIDE_ORDER),
        (Contract.UNDENUFE, UNTEN_ORDER),
        (Contract.GUMPF_ROSEN, UNTEN_ORDER),
    ],
)
def test_1_0_3_order_of_side_suits(contract: Contract | None, order: str) -> None:
    """The Ten lies below the Under though it counts more; Undenufe turns the whole order."""
    assert order_by_tricks(contract, "Ei6", "Ei") == order.split()


def test_1_0_3_off_suit_never_wins() -> None:
    """Neither Ace nor Six of another suit takes a trick without trump."""
    assert winning_place(row_of(Contract.OBENABE), trick("Si6 EiA RoA SeA")) == 0
    assert winning_place(row_of(Contract.UNDENUFE), trick("SiA Ei6 Ro6 Se6")) == 0


def test_1_0_3_any_trump_beats_any_side_card() -> None:
    """The lowest trump beats the Ace led, the highest of several trumps wins."""
    assert winning_place(row_of(Contract.ROSEN), trick("SiA SiK Ro6 SiO")) == 2
    assert winning_place(row_of(Contract.ROSEN), trick("SiA Ro9 RoA RoU")) == 3


@pytest.mark.parametrize("contract", [None, *Contract])
def test_1_0_3_exactly_one_winner(contract: Contract | None) -> None:
    """Rules 1.0.10, invariant 3: cards that can win never tie, in either direction."""
    row = row_of(contract)
    for direction in Direction:
        for led in Suit:
            fighting = [power for power in row.powers[direction][led] if power]
            assert len(fighting) == len(set(fighting))
            assert len(fighting) == (9 if row.trump in (None, led) else 18)


def test_1_0_3_slalom_alternates() -> None:
    """Slalom changes trick by trick from the direction named."""
    oben = row_of(Contract.SLALOM_OBEN).directions[:9]
    unten = row_of(Contract.SLALOM_UNTEN).directions[:9]
    assert "".join(oben) == "OUOUOUOUO"
    assert "".join(unten) == "UOUOUOUOU"


@pytest.mark.parametrize(
    ("tricks", "oben"), [(9, "OOOOOUUUU"), (12, "OOOOOOUUUUUU"), (6, "OOOUUU")]
)
def test_1_0_3_guschti_turns_once(tricks: int, oben: str) -> None:
    """Five tricks one way and four the other; six and six of twelve."""
    row = row_of(Contract.GUSCHTI_OBEN, tricks=tricks)
    assert "".join(row.directions[:tricks]) == oben


def test_1_0_3_slalom_wert_startrichtung() -> None:
    """By default every card of the hand is valued by the direction announced first."""
    row = row_of(Contract.SLALOM_UNTEN)
    assert trick_points(row, trick("EiA Ei6 Ro6 Si6"), 2) == 33
    assert winning_place(row, trick("EiA Ei6 Ro6 Si6"), 2) == 0


def test_1_0_3_slalom_wert_je_stich() -> None:
    """With the option a trick is valued by its own direction; so is its pile."""
    row = row_of(Contract.SLALOM_UNTEN)
    cards = trick("EiA Ei6 Ro6 Si6")
    assert trick_points(row, cards, 2, per_trick=True) == 11
    assert trick_points(row, cards, 3, per_trick=True) == 33
    assert pile_points(row, hand("EiA Ei6 Ro6 Si6"), Direction.OBEN) == 11


def test_1_1_gumpf_values_as_trump() -> None:
    """Gumpf: side suits rank from the Six, values, Puur and Nell as in a trump game."""
    assert row_of(Contract.GUMPF_SCHILTEN).values == row_of(Contract.SCHILTEN).values
    assert order_by_tricks(Contract.GUMPF_ROSEN, "SiA", "Ro") == TRUMP_ORDER.split()


def test_pile_points_are_the_sum_of_the_cards() -> None:
    """Counting a pile at once and card by card is the same, on random piles."""
    chance = random.Random(3)
    for _ in range(500):
        row = row_of(chance.choice(list(Contract)))
        pile = chance.getrandbits(36)
        assert pile_points(row, pile) == sum(
            row.values[card] for card in CARDS_36 if pile >> card & 1
        )


def test_1_0_7_bedanken_im_stich_needs_an_unbeatable_card() -> None:
    """The card just played must lead the trick, and nothing unseen may lie above it."""
    row = row_of(Contract.ROSEN)
    assert not beaters(row, trick("SiK SiA"), 5, hand("SiO Ei6"))
    assert beaters(row, trick("SiK SiA"), 5, hand("Ro6 SiO")) == hand("Ro6")
    assert beaters(row, trick("SiA SiK"), 5, hand("SiA Ro7")) == hand("Ro7")
    assert not beaters(row, trick("SiK RoU"), 5, hand("Ro9 RoA SiA"))
