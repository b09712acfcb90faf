"""Cards, their texts and the decks."""

from __future__ import annotations

import pytest

from engine.cards import (
    CARDS_36,
    DECKS,
    FIRST_FRENCH,
    FIRST_JOKER,
    SECOND_PACK,
    Card,
    FrenchRank,
    Rank,
    Suit,
    card_of,
    card_text,
    height_of,
    is_joker,
    parse_card,
    rank_of,
    suit_of,
)


def test_the_jass_deck_is_suits_by_ranks() -> None:
    """36 cards in canonical order, written as rules 1.0.1 writes them."""
    suits = ["Ei", "Ro", "Se", "Si"]
    ranks = ["6", "7", "8", "9", "10", "U", "O", "K", "A"]
    assert [card_text(card) for card in CARDS_36] == [s + r for s in suits for r in ranks]


@pytest.mark.parametrize("suit", Suit)
@pytest.mark.parametrize("rank", Rank)
def test_card_of_suit_and_rank(suit: Suit, rank: Rank) -> None:
    """Suit, rank and text of a card agree, and so do those of its twin."""
    card = card_of(suit, rank)
    twin = Card(card + SECOND_PACK)
    assert (suit_of(card), rank_of(card)) == (suit_of(twin), rank_of(twin)) == (suit, rank)
    assert card_text(card) == card_text(twin) == suit.code + rank.code
    assert parse_card(suit.code + rank.code) == card


def test_every_text_is_read_back() -> None:
    """Every card but a twin of the second pack is what its text says."""
    for number in (*range(SECOND_PACK), *range(FIRST_FRENCH, FIRST_JOKER + 3)):
        assert parse_card(card_text(Card(number))) == number


@pytest.mark.parametrize("text", ["", "Ei", "eiA", "EiB", "Ei11", "Jo4", "C1", "C 2", " EiA"])
def test_no_other_text_is_a_card(text: str) -> None:
    """What no card is written as is refused."""
    with pytest.raises(ValueError, match="no card"):
        parse_card(text)


@pytest.mark.parametrize(
    ("name", "size"),
    [("36", 36), ("35-Se6", 35), ("35-Ei7", 35), ("2x36", 72), ("54", 54), ("55", 55)],
)
def test_decks(name: str, size: int) -> None:
    """Every deck has its size, no card twice, in ascending order."""
    deck = DECKS[name]
    assert len(deck) == len(set(deck.cards)) == size
    assert list(deck.cards) == sorted(deck.cards)
    assert deck.name == name


def test_removed_cards() -> None:
    """Five players do without Se6 in the Differenzler and without Ei7 in Molotow."""
    assert set(CARDS_36) - set(DECKS["35-Se6"].cards) == {parse_card("Se6")}
    assert set(CARDS_36) - set(DECKS["35-Ei7"].cards) == {parse_card("Ei7")}


def test_french_decks() -> None:
    """54 cards have two jokers, 55 three; the rest are 4 suits of 13 ranks."""
    natural = [suit + rank.code for suit in "CDHS" for rank in FrenchRank]
    assert [card_text(card) for card in DECKS["54"].cards] == [*natural, "Jo1", "Jo2"]
    assert [card_text(card) for card in DECKS["55"].cards] == [*natural, "Jo1", "Jo2", "Jo3"]
    assert [card for card in DECKS["55"].cards if is_joker(card)] == [124, 125, 126]


def test_height_is_natural_order() -> None:
    """Suits apart: the Six and the Two are lowest, the Ace highest; a joker has no height."""
    assert [height_of(parse_card("Ro" + rank.code)) for rank in Rank] == list(range(9))
    assert [height_of(parse_card("H" + rank.code)) for rank in FrenchRank] == list(range(13))
    with pytest.raises(ValueError, match="joker"):
        height_of(parse_card("Jo1"))


@pytest.mark.parametrize("card", [Card(FIRST_FRENCH), Card(FIRST_JOKER), Card(-1)])
def test_only_jass_cards_have_jass_suits(card: Card) -> None:
    """Asking a French card for its Jass suit or rank is an error, not a wrong answer."""
    with pytest.raises(ValueError, match="not a card of the Jass deck"):
        suit_of(card)
    with pytest.raises(ValueError, match="not a card of the Jass deck"):
        rank_of(card)
