"""Tapping in the four cards that the others read aloud."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import BindingType

from engine.cards import Card, Rank, Suit, card_of
from net.updates import GiveWord
from tui.present.canvas import Canvas, fit
from tui.present.lobby import word_text
from tui.present.look import Look, foot, head
from tui.screens.base import JassScreen
from tui.skins.decks import Skin

__all__ = ["WordScreen"]

_RANKS = {
    "6": Rank.SECHS,
    "7": Rank.SIEBEN,
    "8": Rank.ACHT,
    "9": Rank.NEUN,
    "0": Rank.BANNER,
    "u": Rank.UNDER,
    "o": Rank.OBER,
    "k": Rank.KOENIG,
    "a": Rank.ASS,
}

WORD_KEYS = (("1-4", "word.suit"), ("6-0 u o k a", "word.rank"), ("Esc", "key.back"))


class WordScreen(JassScreen[None]):
    """One digit for the suit, one key for the rank, four times. Tapping instead of «OK»."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "back", "back"), ("q", "back", "back")]

    def __init__(self) -> None:
        super().__init__()
        self._cards: list[Card] = []
        self._suit: Suit | None = None

    def draw(self, look: Look) -> Canvas:
        """My word, what was tapped, and the cards to tap, with the names of both decks."""
        canvas, say = look.canvas(), look.say
        y = head(canvas, say("word.title"), "JASS")
        german = Skin("german", look.settings.lang)
        french = Skin("french", look.settings.lang)
        ask = say("word.ask", number=min(len(self._cards) + 1, 4))
        canvas.put(1, y, fit(ask, look.width - 2), "strong")
        tight = look.height < 16 or look.width < 56
        y += 1 if tight else 2
        for suit in Suit:
            ink = f"suit.{int(suit)}" + (" pick" if suit == self._suit else "")
            canvas.put(2, y + int(suit), str(int(suit) + 1), "key")
            canvas.put(4, y + int(suit), f"{german.suit(suit)} / {french.suit(suit)}", ink)
        if tight:
            short = "  ".join(
                key if key.isdigit() and key != "0" else f"{key} {german.rank(card)}"
                for key, rank in _RANKS.items()
                for card in [card_of(Suit.EICHEL, rank)]
            )
            canvas.put(
                2, y + 4, fit(short, look.width - 3), "" if self._suit is not None else "dim"
            )
            tapped = "  ".join(german.card(card) for card in self._cards)
            canvas.put(1, y + 5, f"{say('word.so_far')}  {tapped}", "title")
            foot(canvas, look, WORD_KEYS)
            return canvas
        for row, (key, rank) in enumerate(_RANKS.items()):
            words = (german.rank_word(rank), french.rank_word(rank))
            text = words[0] if words[0] == words[1] else " / ".join(words)
            canvas.put(34, y + row, key, "key")
            canvas.put(36, y + row, text, "" if self._suit is not None else "dim")
        y += 10
        tapped = "   ".join(word_text(look, card) for card in self._cards)
        canvas.put(1, y, f"{say('word.so_far')}  {tapped}", "title")
        word = self.jass.known.word
        if word is not None and look.height > y + 5:
            mine = "   ".join(word_text(look, card) for card in word.cards)
            canvas.put(1, y + 2, say("word.mine"), "dim")
            canvas.put(3, y + 3, mine, "dim")
        foot(canvas, look, WORD_KEYS)
        return canvas

    def on_key(self, event: events.Key) -> None:
        """Suit, then rank; Backspace takes the last one back."""
        key = event.character or event.key
        if event.key == "backspace":
            if self._suit is not None:
                self._suit = None
            elif self._cards:
                self._cards.pop()
        elif self._suit is None and key in ("1", "2", "3", "4"):
            self._suit = Suit(int(key) - 1)
        elif self._suit is not None and key in _RANKS:
            self._cards.append(card_of(self._suit, _RANKS[key]))
            self._suit = None
        else:
            return
        event.stop()
        if len(self._cards) == 4:
            first, second, third, fourth = self._cards
            self.jass.act(GiveWord((first, second, third, fourth)))
            self.dismiss(None)
            return
        self.repaint()

    def action_back(self) -> None:
        """Not now."""
        self.dismiss(None)
