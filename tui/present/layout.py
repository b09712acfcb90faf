"""On which lines the parts of a table of boxes stand, counted from the bottom of the screen."""

from dataclasses import dataclass

from tui.present.cards import LARGE, SMALL
from tui.present.look import Look

__all__ = ["Lines", "lines_of"]


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of the screen.

    Attributes:
        status: whose turn it is; nothing covers it or what is below it.
        message: the answer to the last key.
        rule: between the table and the hand.
        hand: the first line of the cards.
        digits: the keys under the cards.
        panel: the width of the side panel, in cells.
    """

    status: int
    message: int
    rule: int
    hand: int
    digits: int
    panel: int


def lines_of(look: Look) -> Lines:
    """The lines of a screen that is not compact."""
    large = look.large
    digits = look.height - 1 - (4 if large else 1)
    hand = digits - (LARGE if large else SMALL)[1]
    return Lines(hand - 3, hand - 2, hand - 1, hand, digits, 37 if large else 25)
