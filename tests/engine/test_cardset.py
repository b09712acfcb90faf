"""The card set behaves like a set of cards that has an order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card
from engine.cardset import CardSet, cards_of, mask_of
from tests.engine.hands import FULL_36

CARDS = st.sets(st.integers(0, 126).map(Card))


@given(CARDS, CARDS)
def test_set_operations(one: set[Card], other: set[Card]) -> None:
    """Union, intersection, difference and inclusion are those of Python's sets."""
    left, right = CardSet.of(*one), CardSet.of(*other)
    assert set(left | right) == one | other
    assert set(left & right) == one & other
    assert set(left - right) == one - other
    assert (left <= right) == (one <= other)
    assert (left == right) == (one == other)
    assert bool(left) == bool(one)
    assert len(left) == len(one)


@given(CARDS)
def test_iteration_ascends(cards: set[Card]) -> None:
    """No output depends on hashing: cards come ascending, from the set and from the mask."""
    assert list(CardSet.of(*cards)) == sorted(cards)
    assert list(cards_of(mask_of(cards))) == sorted(cards)


@given(CARDS, st.integers(0, 126).map(Card))
def test_membership(cards: set[Card], card: Card) -> None:
    """A card is in the set when it was put there; other things never are."""
    assert (card in CardSet.of(*cards)) == (card in cards)
    assert "EiA" not in CardSet.of(*cards)
    assert -1 not in CardSet.of(*cards)


def test_text() -> None:
    """Sets are written and read as cards separated by blanks."""
    assert str(CardSet.parse("SiA Ei6 Ro10")) == "Ei6 Ro10 SiA"
    assert str(CardSet()) == ""
    assert len(CardSet(FULL_36)) == 36
