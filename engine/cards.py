"""Cards, suits, ranks and the decks of all games (rules 1.0.1 to 1.0.3).

A card is a small number, so that sets of cards fit one int. The engine knows German-Swiss suits
only for the Jass deck; French faces on a screen are a skin (rules 1.0.1). Two games own a real
French deck (rules 1.10, 1.11), whose numbers follow the two Jass packs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Final, NewType

__all__ = [
    "CARDS_36",
    "DECKS",
    "FIRST_FRENCH",
    "FIRST_JOKER",
    "SECOND_PACK",
    "Card",
    "Deck",
    "FrenchRank",
    "Rank",
    "Suit",
    "card_of",
    "card_text",
    "height_of",
    "is_joker",
    "parse_card",
    "rank_of",
    "suit_of",
]

Card = NewType("Card", int)
"""0..35 the Jass deck (suit * 9 + rank), 36..71 a second pack with the same texts,
72..123 French (suit * 13 + rank), 124..126 the jokers."""

SECOND_PACK: Final = 36
"""What is added to a card to name its twin in the second pack."""

FIRST_FRENCH: Final = 72
"""The lowest French card."""

FIRST_JOKER: Final = 124
"""The lowest joker."""

_LAST: Final = 126


class Suit(IntEnum):
    """The four suits of the engine, in canonical order; `code` is their text (rules 1.0.1)."""

    EICHEL = 0
    ROSEN = 1
    SCHELLEN = 2
    SCHILTEN = 3

    @property
    def code(self) -> str:
        """Two letters: Ei, Ro, Se, Si."""
        return _SUIT_CODES[self]


class Rank(IntEnum):
    """The nine ranks in natural order, which is also the order of sequences (rules 1.0.5)."""

    SECHS = 0
    SIEBEN = 1
    ACHT = 2
    NEUN = 3
    BANNER = 4
    UNDER = 5
    OBER = 6
    KOENIG = 7
    ASS = 8

    @property
    def code(self) -> str:
        """One or two characters: 6 7 8 9 10 U O K A."""
        return _RANK_CODES[self]


class FrenchRank(IntEnum):
    """Ranks of the French deck, two lowest (rules 1.10, 1.11); also what a joker is declared as."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12

    @property
    def code(self) -> str:
        """One or two characters: 2..10 J Q K A."""
        return _FRENCH_CODES[self]


_SUIT_CODES: Final = ("Ei", "Ro", "Se", "Si")
_RANK_CODES: Final = ("6", "7", "8", "9", "10", "U", "O", "K", "A")
_FRENCH_CODES: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_SUITS: Final = tuple(Suit)
_RANKS: Final = tuple(Rank)

_PACK: Final = tuple(suit + rank for suit in _SUIT_CODES for rank in _RANK_CODES)
_TEXTS: Final = (
    _PACK
    + _PACK
    + tuple(suit + rank for suit in "CDHS" for rank in _FRENCH_CODES)
    + ("Jo1", "Jo2", "Jo3")
)
_CARDS: Final[Mapping[str, Card]] = MappingProxyType(
    # Twins share their text; the first pack is written last so that it wins.
    {_TEXTS[number]: Card(number) for number in reversed(range(_LAST + 1))}
)


def card_of(suit: Suit, rank: Rank) -> Card:
    """The card of the (first) Jass pack with this suit and rank."""
    return Card(suit * 9 + rank)


def suit_of(card: Card) -> Suit:
    """Suit of a Jass card of either pack.

    Raises:
        ValueError: for a French card or a joker, which have no suit that matters.
    """
    if not 0 <= card < FIRST_FRENCH:
        raise ValueError(f"{card} is not a card of the Jass deck")
    return _SUITS[card % SECOND_PACK // 9]


def rank_of(card: Card) -> Rank:
    """Rank of a Jass card of either pack.

    Raises:
        ValueError: for a French card or a joker.
    """
    if not 0 <= card < FIRST_FRENCH:
        raise ValueError(f"{card} is not a card of the Jass deck")
    return _RANKS[card % 9]


def is_joker(card: Card) -> bool:
    """Whether the card is one of the three jokers."""
    return card >= FIRST_JOKER


def height_of(card: Card) -> int:
    """Natural height inside the card's own deck, suits apart: 0 is the Six, or the French Two.

    Raises:
        ValueError: for a joker, whose height is what its player says.
    """
    if is_joker(card):
        raise ValueError("a joker has the height its player declares")
    if card >= FIRST_FRENCH:
        return (card - FIRST_FRENCH) % 13
    return card % 9


def card_text(card: Card) -> str:
    """The card as text, for example ``EiA``, ``Ro10``, ``HQ``, ``Jo1``; twins read the same."""
    return _TEXTS[card]


def parse_card(text: str) -> Card:
    """The card written so; of twins the one of the first pack.

    Raises:
        ValueError: if no card is written so.
    """
    try:
        return _CARDS[text]
    except KeyError:
        raise ValueError(f"no card is written {text!r}") from None


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of one game.

    Attributes:
        name: identifier that enters the deal's transcript; equal names mean equal cards.
        cards: in canonical order; the position of a card is its index in the deal.
    """

    name: str
    cards: tuple[Card, ...]

    def __len__(self) -> int:
        return len(self.cards)


CARDS_36: Final[tuple[Card, ...]] = tuple(Card(number) for number in range(36))
"""The Jass deck in canonical order."""

_FRENCH: Final = tuple(Card(number) for number in range(FIRST_FRENCH, FIRST_JOKER))
_JOKERS: Final = tuple(Card(number) for number in range(FIRST_JOKER, _LAST + 1))


def _without(text: str) -> tuple[Card, ...]:
    removed = parse_card(text)
    return tuple(card for card in CARDS_36 if card != removed)


DECKS: Final[Mapping[str, Deck]] = MappingProxyType(
    {
        deck.name: deck
        for deck in (
            Deck("36", CARDS_36),
            Deck("35-Se6", _without("Se6")),  # five players, rules 1.2
            Deck("35-Ei7", _without("Ei7")),  # five players, rules 1.5
            Deck("2x36", tuple(Card(number) for number in range(2 * SECOND_PACK))),
            Deck("54", _FRENCH + _JOKERS[:2]),  # rules 1.11
            Deck("55", _FRENCH + _JOKERS),  # rules 1.10
        )
    }
)
"""All decks by name. A removed card has no index."""
