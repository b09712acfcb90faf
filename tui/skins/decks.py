"""The faces of the cards for one player: which word or sign stands for a suit and a rank.

The engine knows four suits and nine ranks. A look is private to a player's own screen: two people
at one table may look at different decks, and because each engine suit keeps its sign, a suit that
counts double counts double in both (rules 1.0.1: Eichel ♦, Rosen ♥, Schilten ♠, Schellen ♣).
"""

from dataclasses import dataclass
from typing import Literal, get_args

from engine.cards import (
    FIRST_FRENCH,
    FIRST_JOKER,
    Card,
    FrenchRank,
    Suit,
    height_of,
    is_joker,
    rank_of,
    suit_of,
)
from tui.texts import Lang, text

__all__ = ["DECK_LOOKS", "SIGNS", "DeckLook", "Skin", "sign_of"]

DeckLook = Literal["german", "french", "ascii"]
DECK_LOOKS: tuple[DeckLook, ...] = get_args(DeckLook)

# By engine suit Ei Ro Se Si. Bare signs only: with a variation selector they count as two cells
# for the renderer and one in every terminal that was measured.
SIGNS = "♦♥♣♠"

_FRENCH_SIGNS = (2, 0, 1, 3)
"""Of the deck of 52, whose suits are clubs, diamonds, hearts, spades: the place in `SIGNS`."""


def sign_of(card: Card) -> int | None:
    """Which of the four signs a card of any deck bears, None for a joker."""
    if is_joker(card):
        return None
    if card >= FIRST_FRENCH:
        return _FRENCH_SIGNS[(card - FIRST_FRENCH) // 13]
    return int(suit_of(card))


@dataclass(frozen=True, slots=True)
class Skin:
    """A deck's look in one language; ``spoken``, every card in whole words and without a sign."""

    look: DeckLook
    lang: Lang
    spoken: bool = False

    @property
    def ascii_only(self) -> bool:
        """Whether the whole screen keeps to plain ASCII signs."""
        return self.look == "ascii"

    def suit(self, suit: int) -> str:
        """The suit in full: ``Schälle``, ``♣ Kreuz``."""
        word = text(self.lang, f"suit.{self.look}.{int(suit)}")
        return f"{SIGNS[suit]} {word}" if self.look == "french" and not self.spoken else word

    def suit_short(self, suit: int) -> str:
        """The suit in at most four cells: ``Schä``, ``♣``."""
        if self.look == "french":
            return SIGNS[suit]
        return text(self.lang, f"suit_short.{self.look}.{int(suit)}")

    def rank(self, card: Card) -> str:
        """The rank in at most two cells, ``Ba``, ``10``; spoken it is a word."""
        if is_joker(card):
            return ""  # one is like the other; a number would be read as a height
        if self.spoken:
            if card >= FIRST_FRENCH:
                return self.french_rank_word(height_of(card))
            return self.rank_word(rank_of(card))
        if card >= FIRST_FRENCH:
            return self.french_rank(height_of(card))
        return text(self.lang, f"rank.{self.look}.{int(rank_of(card))}")

    def french_rank(self, rank: int) -> str:
        """A rank of the deck of 52 in at most two cells: ``2``, ``Bu``."""
        low = int(FrenchRank.SIX)
        return str(rank + 2) if rank < low else text(self.lang, f"rank.french.{rank - low}")

    def french_rank_word(self, rank: int) -> str:
        """A rank of the deck of 52 in full: ``Zwei``, ``Dame``."""
        low = int(FrenchRank.SIX)
        code = f"rank_word.low.{rank}" if rank < low else f"rank_word.french.{rank - low}"
        return text(self.lang, code)

    def rank_word(self, rank: int) -> str:
        """The rank in full: ``Banner``, ``Zehn``."""
        return text(self.lang, f"rank_word.{self.look}.{int(rank)}")

    def rank_words(self, rank: int) -> str:
        """The rank in full, as many of them are called: ``Könige``, ``Zehner``."""
        return text(self.lang, f"rank_words.{self.look}.{int(rank)}")

    def with_signs(self, card: Card) -> bool:
        """Whether the suit of this card is shown by its sign; the deck of 52 has no other."""
        if self.spoken:
            return False
        return self.look == "french" or (FIRST_FRENCH <= card < FIRST_JOKER and not self.ascii_only)

    def card_suit(self, card: Card) -> str:
        """The suit of a card of any deck in full; of a joker that it is one."""
        suit = sign_of(card)
        if suit is None:
            return text(self.lang, "card.joker")
        if card < FIRST_FRENCH:
            return self.suit(suit)
        word = text(self.lang, f"suit.french.{suit}")
        return f"{SIGNS[suit]} {word}" if self.with_signs(card) else word

    def card_suit_short(self, card: Card) -> str:
        """The suit of a card of any deck in at most four cells."""
        suit = sign_of(card)
        if suit is None:
            return text(self.lang, "card.joker_short")
        if self.with_signs(card):
            return SIGNS[suit]
        if card < FIRST_FRENCH:
            return self.suit_short(suit)
        return text(self.lang, f"suit.french.{suit}")[:4]

    def card(self, card: Card, rank: int | None = None) -> str:
        """The card in one line of text: ``Schä Ob``, ``♣Da``; with what a joker was declared as."""
        joker = is_joker(card)
        if self.spoken:
            if not joker or rank is None:
                return self.card_word(card)
            name, declared = self.card_word(card), self.french_rank_word(rank)
            return text(self.lang, "plain.action.play_joker", card=name, rank=declared)
        space = "" if self.with_signs(card) and not joker else " "
        if joker and rank is not None:
            return f"{self.card_suit_short(card)}={self.french_rank(rank)}"
        return f"{self.card_suit_short(card)}{space}{self.rank(card)}".rstrip()

    def card_word(self, card: Card) -> str:
        """The card in words, for the line under the hand: ``Schälle Ober``."""
        if is_joker(card):
            return self.card_suit(card)
        if card >= FIRST_FRENCH:
            return f"{self.card_suit(card)} {self.french_rank_word(height_of(card))}"
        return f"{self.suit(suit_of(card))} {self.rank_word(rank_of(card))}"

    def suits(self) -> tuple[Suit, ...]:
        """The suits in the order of their digits on the screens."""
        return tuple(Suit)
