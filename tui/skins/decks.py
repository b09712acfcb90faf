"""The faces of the cards for one player: which word or sign stands for a suit and a rank.

The engine knows four suits and nine ranks. A look is private to a player's own screen: two people
at one table may look at different decks, and because each engine suit keeps its sign, a suit that
counts double counts double in both (rules 1.0.1: Eichel ♦, Rosen ♥, Schilten ♠, Schellen ♣).
"""

from dataclasses import dataclass
from typing import Literal, get_args

from engine.cards import Card, Suit, rank_of, suit_of
from tui.texts import Lang, text

__all__ = ["DECK_LOOKS", "SIGNS", "DeckLook", "Skin"]

DeckLook = Literal["german", "french", "ascii"]
DECK_LOOKS: tuple[DeckLook, ...] = get_args(DeckLook)

# By engine suit Ei Ro Se Si. Bare signs only: with a variation selector they count as two cells
# for the renderer and one in every terminal that was measured.
SIGNS = "♦♥♣♠"


@dataclass(frozen=True, slots=True)
class Skin:
    """A deck's look in one language."""

    look: DeckLook
    lang: Lang

    @property
    def ascii_only(self) -> bool:
        """Whether the whole screen keeps to plain ASCII signs."""
        return self.look == "ascii"

    def suit(self, suit: int) -> str:
        """The suit in full: ``Schälle``, ``♣ Kreuz``."""
        word = text(self.lang, f"suit.{self.look}.{int(suit)}")
        return f"{SIGNS[suit]} {word}" if self.look == "french" else word

    def suit_short(self, suit: int) -> str:
        """The suit in at most four cells: ``Schä``, ``♣``."""
        if self.look == "french":
            return SIGNS[suit]
        return text(self.lang, f"suit_short.{self.look}.{int(suit)}")

    def rank(self, card: Card) -> str:
        """The rank in at most two cells: ``Ba``, ``10``."""
        return text(self.lang, f"rank.{self.look}.{int(rank_of(card))}")

    def rank_word(self, rank: int) -> str:
        """The rank in full: ``Banner``, ``Zehn``."""
        return text(self.lang, f"rank_word.{self.look}.{int(rank)}")

    def rank_words(self, rank: int) -> str:
        """The rank in full, as many of them are called: ``Könige``, ``Zehner``."""
        return text(self.lang, f"rank_words.{self.look}.{int(rank)}")

    def card(self, card: Card) -> str:
        """The card in one line of text: ``Schä Ob``, ``♣Da``."""
        space = "" if self.look == "french" else " "
        return f"{self.suit_short(suit_of(card))}{space}{self.rank(card)}"

    def card_word(self, card: Card) -> str:
        """The card in words, for the line under the hand: ``Schälle Ober``."""
        return f"{self.suit(suit_of(card))} {self.rank_word(rank_of(card))}"

    def suits(self) -> tuple[Suit, ...]:
        """The suits in the order of their digits on the screens."""
        return tuple(Suit)
