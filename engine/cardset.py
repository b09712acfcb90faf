"""An immutable set of cards on one int, for people; hot loops use the int itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.cards import Card, card_text, parse_card

__all__ = ["CardSet", "cards_of", "mask_of"]


def mask_of(cards: Iterable[Card]) -> int:
    """The int whose bit c is set for every card c given."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, ascending."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(Card(low.bit_length() - 1))
        mask ^= low
    return tuple(cards)


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set of cards that iterates ascending, so that no output depends on hashing.

    Attributes:
        mask: bit c is set when card c belongs to the set.
    """

    mask: int = 0

    @classmethod
    def of(cls, *cards: Card) -> CardSet:
        """The set of these cards."""
        return cls(mask_of(cards))

    @classmethod
    def parse(cls, text: str) -> CardSet:
        """The set of the cards written in `text`, separated by blanks.

        Raises:
            ValueError: if a word is no card.
        """
        return cls(mask_of(parse_card(word) for word in text.split()))

    def __iter__(self) -> Iterator[Card]:
        return iter(cards_of(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and card >= 0 and bool(self.mask >> card & 1)

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask | other.mask)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & ~other.mask)

    def __le__(self, other: CardSet) -> bool:
        """Whether every card of this set is in the other."""
        return not self.mask & ~other.mask

    def __str__(self) -> str:
        return " ".join(map(card_text, self))
