"""A card as a box of cells, small (6×4) for 80×24 and large (9×6) from 110 columns."""

from engine.cards import Card, FrenchRank
from tui.present.canvas import Canvas, fit
from tui.skins.decks import SIGNS, Skin, sign_of

__all__ = ["LARGE", "SMALL", "card_ink", "draw_card", "draw_empty"]

SMALL = (6, 4)
"""Width and height of a small card."""
LARGE = (9, 6)
"""Width and height of a large card."""

KINDS = {
    "plain": "thin",
    "legal": "thin",
    "illegal": "dotted",
    "chosen": "double",
    "best": "double",
}


def card_ink(card: Card) -> str:
    """The colour of a card's suit; a joker has none of its own."""
    suit = sign_of(card)
    return "title" if suit is None else f"suit.{suit}"


def draw_card(
    canvas: Canvas,
    x: int,
    y: int,
    skin: Skin,
    card: Card,
    state: str,
    *,
    large: bool,
    rank: FrenchRank | None = None,
) -> None:
    """Draws a card face up.

    ``state`` is ``plain``, ``legal``, ``illegal`` (dotted), ``chosen`` or ``best`` (double): marked
    by the border, so that it is seen without colour too. ``rank`` is what a joker was declared as.
    """
    suit = sign_of(card)
    # One ink for the whole card: a change of colour costs forty bytes on the way to the terminal.
    ink = "dim" if state == "illegal" else card_ink(card)
    if state == "best":
        ink += " strong"
    width, height = LARGE if large else SMALL
    canvas.box(x, y, width, height, KINDS[state], ink)
    name = skin.rank(card) if rank is None else f"={skin.french_rank(rank)}"
    french = suit is not None and skin.with_signs(card)
    if not large:
        word = f" {SIGNS[suit]}" if french and suit is not None else skin.card_suit_short(card)
        canvas.put(x + 1, y + 1, f"{word:<4}", ink)
        canvas.put(x + 1, y + 2, f" {name:<3}", ink)
        return
    for row in range(1, height - 1):
        canvas.put(x + 1, y + row, " " * (width - 2), ink)
    canvas.put(x + 2, y + 1, name, ink)
    if french and suit is not None:
        canvas.middle(x + 1, width - 2, y + 2, SIGNS[suit], ink)
        canvas.middle(x + 1, width - 2, y + 3, SIGNS[suit], ink)
    else:
        canvas.put(x + 1, y + 2, fit(skin.card_suit(card), 7), ink)
    canvas.right(x + width - 2, y + 4, name, ink)


def draw_empty(canvas: Canvas, x: int, y: int, mark: str, *, large: bool) -> None:
    """Draws the place of a card that has not been played."""
    width, height = LARGE if large else SMALL
    canvas.box(x, y, width, height, "dotted", "rule")
    canvas.middle(x, width, y + height // 2, mark, "dim")
