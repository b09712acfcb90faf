"""Who looks on: how many beside the table, their names, and what stands where a hand would lie."""

from tui.present.canvas import Canvas, fit
from tui.present.known import Known
from tui.present.look import Look
from tui.present.menu import wrap

__all__ = ["draw_chair", "gallery_names", "gallery_word"]


def gallery_word(look: Look, known: Known) -> str:
    """``Reto schaut zu``, ``3 schauen zu``; empty while nobody does."""
    names = known.gallery
    if len(names) == 1:
        return look.say("gallery.one", name=names[0])
    return look.say("gallery.many", count=len(names)) if names else ""


def gallery_names(look: Look, known: Known) -> str:
    """All their names in one line; empty while nobody looks on."""
    names = ", ".join(known.gallery)
    return look.say("gallery.names", names=names) if names else ""


def draw_chair(canvas: Canvas, look: Look, known: Known, note: str, y: int, bottom: int) -> None:
    """The place of a hand, for whoever has none: that they look on, and who else does.

    ``note`` is the last line, ``bottom`` the line after the place.
    """
    canvas.put(2, y, look.say("gallery.you"), "title")
    names = gallery_names(look, known)
    lines = [*(wrap(names, look.width - 4) if names else ()), note]
    for line in lines[: max(bottom - y - 1, 0)]:
        y += 1
        canvas.put(2, y, fit(line, look.width - 4), "dim")
