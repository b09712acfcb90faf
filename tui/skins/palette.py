"""Inks to colours. A suit is always text plus colour, so everything survives ``NO_COLOR``."""

import os
from functools import lru_cache

from rich.style import Style

__all__ = ["COLOURLESS", "ink_style"]

COLOURLESS = bool(os.environ.get("NO_COLOR"))
"""No suit has a colour: as greys some of them could hardly be read."""

# Eichel, Rosen, Schellen, Schilten: each has a contrast of 4.5:1 to the ground, which is what text
# of this size needs, and they stay apart for normal, red-blind, green-blind and blue-blind eyes.
_FOUR = {
    True: ("#67F6DE", "#EF4E60", "#DDC131", "#5386D2"),
    False: ("#3E8368", "#5D0A0A", "#926D1D", "#1C2758"),
}
_TWO = {
    True: ("#EF4E60", "#EF4E60", "#D0D0D0", "#D0D0D0"),
    False: ("#A01020", "#A01020", "#202020", "#202020"),
}

_INKS = {
    True: {
        "dim": Style(color="#8A8A8A"),
        "strong": Style(bold=True),
        "rule": Style(color="#5F5F5F"),
        "title": Style(bold=True, color="#E8D9A0"),
        "turn": Style(bold=True, color="#121212", bgcolor="#DDC131"),
        "good": Style(bold=True, color="#7BD88F"),
        "bad": Style(bold=True, color="#FF8080"),
        "key": Style(bold=True, color="#E8D9A0"),
        "say": Style(color="#B8C8E8"),
        "chalk": Style(color="#F4F4E8"),
        "pick": Style(reverse=True),
    },
    False: {
        "dim": Style(color="#606060"),
        "strong": Style(bold=True),
        "rule": Style(color="#A0A0A0"),
        "title": Style(bold=True, color="#604800"),
        "turn": Style(bold=True, color="#FFFFFF", bgcolor="#6B4E00"),
        "good": Style(bold=True, color="#106830"),
        "bad": Style(bold=True, color="#A01020"),
        "key": Style(bold=True, color="#604800"),
        "say": Style(color="#203868"),
        "chalk": Style(color="#202020"),
        "pick": Style(reverse=True),
    },
}
_GROUND = {
    True: Style(color="#E0E0E0", bgcolor="#121212"),
    False: Style(color="#181818", bgcolor="#FFFFFF"),
}


@lru_cache(maxsize=512)
def ink_style(ink: str, *, dark: bool, four_colours: bool) -> Style:
    """The style of an ink: words such as ``suit.2 strong``, later ones over earlier ones."""
    style = _GROUND[dark]
    for word in ink.split():
        if word.startswith("suit."):
            if COLOURLESS:
                continue
            colours = (_FOUR if four_colours else _TWO)[dark]
            style += Style(color=colours[int(word[5:])])
        else:
            style += _INKS[dark].get(word, Style.null())
    return style
