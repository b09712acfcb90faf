"""Cards as people type them: in the words of their deck, shortened, or as scripts write them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import Card, Rank, Suit, card_of, parse_card
from tui.present.look import Look
from tui.skins.decks import DECK_LOOKS, Skin
from tui.texts import LANGUAGES

__all__ = ["cards_of_words", "named_card"]

_DECK = tuple(card_of(suit, rank) for suit in Suit for rank in Rank)


def _fits(typed: Sequence[str], skin: Skin, card: Card) -> bool:
    """Whether so many words as a card has begin its words, or are its rank as it is drawn."""
    words = skin.card_word(card).casefold().split()
    drawn = replace(skin, spoken=False).rank(card).casefold()
    return len(words) == len(typed) and all(
        word.startswith(one) or (place and one == drawn)
        for place, (one, word) in enumerate(zip(typed, words, strict=True))
    )


def named_card(look: Look, text: str, among: Sequence[Card] = _DECK) -> Card | None:
    """The only card that is meant: ``eichle ass``, ``ei as``; by the words of any deck.

    What fits the words of one's own deck is not looked for in another; the others are those of the
    people one hears at the table, who may have another language too.
    """
    typed = text.casefold().split()
    own = look.skin
    langs = (own.lang, *(lang for lang in LANGUAGES if lang != own.lang))
    others = (Skin(deck, lang, spoken=True) for lang in langs for deck in DECK_LOOKS)
    for skin in (replace(own, spoken=True), *others):
        found = [card for card in among if typed and _fits(typed, skin, card)]
        exact = [card for card in found if skin.card_word(card).casefold().split() == typed]
        if found:
            return (exact or found)[0] if len(exact or found) == 1 else None
    return None


def cards_of_words(look: Look, text: str) -> list[Card]:
    """Cards typed one after the other, with commas, as pairs of words, or as scripts write them.

    What is no card is left out.
    """
    words = text.replace(";", ",").split()
    if "," in text.replace(";", ","):
        parts = [part.strip() for part in text.replace(";", ",").split(",")]
    elif len(words) > 4:
        parts = [" ".join(words[at : at + 2]) for at in range(0, len(words), 2)]
    else:
        parts = words
    found = (_read(look, part) for part in parts if part)
    return [card for card in found if card is not None]


def _read(look: Look, text: str) -> Card | None:
    try:
        return parse_card(text)
    except ValueError:
        return named_card(look, text)
