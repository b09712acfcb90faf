"""Tapping in the four cards that the others read aloud."""

from __future__ import annotations

from engine.cards import Card, Rank, Suit, card_of
from net.commands import GiveWord
from tui.keymap import bindings
from tui.present.canvas import Canvas, fit
from tui.present.lobby import word_text
from tui.present.look import Look, foot, head
from tui.present.menu import wrap
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

WORD_KEYS = (
    ("1-4", "word.suit"),
    ("6-0 u o k a", "word.rank"),
    ("Backspace", "key.erase"),
    ("Esc", "key.back"),
    ("?", "key.help"),
)


class WordScreen(JassScreen[None]):
    """One digit for the suit, one key for the rank, four times. Tapping instead of «OK».

    My own word is not on this screen: it is the same at every honest table, so it could be copied
    instead of heard.
    """

    BINDINGS = bindings("word")
    scopes = ("word",)

    def __init__(self) -> None:
        super().__init__()
        self._cards: list[Card] = []
        self._suit: Suit | None = None
        self._asked = False

    def draw(self, look: Look) -> Canvas:
        """What was tapped, whether it was right, and the cards to tap, by both their names."""
        canvas, say = look.canvas(), look.say
        turn = say("table.your_turn") if self.jass.known.turn is not None else ""
        y = head(canvas, f"JASS   {say('word.title')}", turn)
        text, ink = self._verdict(look)
        for line in wrap(text, look.width - 2)[: 1 if look.height < 12 else 4]:
            canvas.put(1, y, line, ink)
            y += 1
        if self._is_over:
            foot(canvas, look, (("Enter", "key.back"),))
            return canvas
        german = Skin("german", look.settings.lang)
        french = Skin("french", look.settings.lang)
        tight = look.height < 18 or look.width < 56
        y += 0 if tight else 1
        for suit in Suit:
            ink = f"suit.{int(suit)}" + (" pick" if suit == self._suit else "")
            canvas.put(2, y + int(suit), str(int(suit) + 1), "key")
            canvas.put(4, y + int(suit), f"{german.suit(suit)} / {french.suit(suit)}", ink)
        tapped = "  ".join(german.card(card) for card in self._cards)
        ink = "" if self._suit is not None else "dim"
        if tight:
            short = "  ".join(
                key if key.isdigit() and key != "0" else f"{key} {german.rank(card)}"
                for key, rank in _RANKS.items()
                for card in [card_of(Suit.EICHEL, rank)]
            )
            canvas.put(2, y + 4, fit(short, look.width - 3), ink)
            canvas.put(1, y + 5, f"{say('word.so_far')}  {tapped}", "title")
            foot(canvas, look, WORD_KEYS)
            return canvas
        for row, (key, rank) in enumerate(_RANKS.items()):
            words = (german.rank_word(rank), french.rank_word(rank))
            text = words[0] if words[0] == words[1] else " / ".join(words)
            canvas.put(34, y + row, key, "key")
            canvas.put(36, y + row, text, ink)
        tapped = "   ".join(word_text(look, card) for card in self._cards)
        canvas.put(1, y + 10, f"{say('word.so_far')}  {tapped}", "title")
        foot(canvas, look, WORD_KEYS)
        return canvas

    @property
    def _is_over(self) -> bool:
        """Nothing is left to tap: it was right, or all tries are gone."""
        result = self.jass.known.word_result
        return result is not None and (result.ok or result.tries_left <= 0)

    def _verdict(self, look: Look) -> tuple[str, str]:
        """Right or wrong, said loudly, else the question."""
        result, say = self.jass.known.word_result, look.say
        if result is not None and result.ok:
            return say("word.right"), "good"
        if result is not None and result.tries_left <= 0:
            return say("word.lost"), "bad"
        if self._asked and not self._cards and result is not None:
            code = "word.wrong_one" if result.tries_left == 1 else "word.wrong"
            return say(code, left=result.tries_left), "bad"
        code = "word.ask" if look.height >= 12 else "word.ask_short"
        return say(code, number=len(self._cards) + 1), "strong"

    def action_suit(self, number: int) -> None:
        """A suit, where one is asked for."""
        if not self._is_over and self._suit is None:
            self._suit = Suit(number - 1)
            self.repaint()

    def action_rank(self, key: str) -> None:
        """The card of the suit that was tapped; the fourth is the answer."""
        if self._is_over or self._suit is None:
            return
        self._cards.append(card_of(self._suit, _RANKS[key]))
        self._suit = None
        if len(self._cards) == 4:
            first, second, third, fourth = self._cards
            self._cards.clear()
            self._asked = True
            self.jass.act(GiveWord((first, second, third, fourth)))
        self.repaint()

    def action_erase(self) -> None:
        """Takes the last one back."""
        if self._suit is not None:
            self._suit = None
        elif self._cards:
            self._cards.pop()
        self.repaint()

    def action_back(self) -> None:
        """Not now."""
        self.dismiss(None)

    def action_done(self) -> None:
        """It was right, or there is nothing left to try."""
        if self._is_over:
            self.dismiss(None)
