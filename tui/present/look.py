"""What every drawing needs to know about the screen it is for, and the frame all screens share."""

from collections.abc import Sequence
from dataclasses import dataclass

from tui.present.canvas import Canvas, fit, width_of
from tui.settings import Settings
from tui.skins.decks import Skin
from tui.texts import Say, speaker

__all__ = ["Key", "Look", "foot", "head"]

Key = tuple[str, str]
"""A key as it is printed, and the code of the text beside it."""


@dataclass(frozen=True, slots=True)
class Look:
    """One player's screen: its size in cells and how that player likes to see things.

    ``spoken``: it is no screen but lines that may be read aloud, so cards are named in whole words.
    """

    width: int
    height: int
    settings: Settings
    spoken: bool = False

    @property
    def skin(self) -> Skin:
        """The deck of this player."""
        return Skin(self.settings.deck, self.settings.lang, self.spoken)

    @property
    def say(self) -> Say:
        """Texts in the language of this player."""
        return speaker(self.settings.lang)

    @property
    def large(self) -> bool:
        """Room for the large cards and a side panel with everything that 80 columns hide."""
        return self.width >= 110 and self.height >= 34

    @property
    def compact(self) -> bool:
        """Less than 80×24: lines instead of cards."""
        return self.width < 80 or self.height < 24

    def canvas(self) -> Canvas:
        """An empty canvas for this screen."""
        return Canvas(self.width, self.height, ascii_only=self.skin.ascii_only)


def head(canvas: Canvas, left: str, right: str = "") -> int:
    """The two lines at the top; what is on the right gives way. Returns the first free line."""
    room = canvas.width - width_of(right) - 3
    if width_of(left) > room:
        right = fit(right, max(canvas.width - width_of(left) - 3, 0))
    canvas.put(1, 0, fit(left, canvas.width - 2), "title")
    canvas.right(canvas.width - 1, 0, right, "dim")
    canvas.rule(1)
    return 2


def foot(canvas: Canvas, look: Look, keys: Sequence[Key]) -> None:
    """The line of keys at the bottom. The last key, help, is always there; others give way."""
    y = canvas.height - 1
    shown = [(key, look.say(code)) for key, code in keys]
    gap = 3 if canvas.width >= 110 else 2

    def length(entries: Sequence[tuple[str, str]]) -> int:
        return (
            1
            + sum(width_of(key) + 1 + width_of(label) for key, label in entries)
            + gap * (len(entries) - 1)
        )

    while len(shown) > 1 and length(shown) > canvas.width:
        del shown[-2]
    canvas.clear(0, y, canvas.width, 1)
    x = 1
    for key, label in shown:
        x = canvas.put(x, y, key, "key")
        x = canvas.put(x + 1, y, label) + gap
