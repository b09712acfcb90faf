"""Slots and what one peer knows of them.

A slot is one face-down card of the deck in play, numbered by its place in the shuffled deck. The
public state speaks of slots only; which card a slot is stays in the `Faces` of each peer until
somebody opens it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NewType

from engine.cards import Card, card_text

__all__ = ["NO_FACES", "Faces", "Slot"]

Slot = NewType("Slot", int)
"""A place in the shuffled deck, 0..M-1, before the cut."""


class Faces:
    """An immutable map from slots to the cards one peer knows, and the numbers it has sealed.

    Attributes:
        numbers: the peer's own sealed numbers of the hand, by their index (`actions.OpenNumber`).
    """

    __slots__ = ("_cards", "numbers")

    def __init__(
        self,
        cards: Mapping[Slot, Card] | None = None,
        numbers: Mapping[int, int] | None = None,
    ) -> None:
        self._cards: Final = dict(sorted(cards.items())) if cards else {}
        self.numbers: Final[Mapping[int, int]] = MappingProxyType(
            dict(sorted(numbers.items())) if numbers else {}
        )

    def get(self, slot: Slot) -> Card | None:
        """The card of a slot, or None if this peer does not know it."""
        return self._cards.get(slot)

    def items(self) -> Iterator[tuple[Slot, Card]]:
        """Slots and cards, by slot."""
        return iter(self._cards.items())

    def __contains__(self, slot: object) -> bool:
        return slot in self._cards

    def __len__(self) -> int:
        return len(self._cards)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Faces)
            and self._cards == other._cards
            and self.numbers == other.numbers
        )

    def __hash__(self) -> int:
        return hash((tuple(self._cards.items()), tuple(self.numbers.items())))

    def __repr__(self) -> str:
        inside = ", ".join(f"{slot}: {card_text(card)}" for slot, card in self._cards.items())
        return f"Faces({{{inside}}})"


NO_FACES: Final = Faces()
"""What a spectator knows."""
