"""The palette: what the keys do, found by name."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.command import CommandPalette

__all__ = ["Palette"]


class Palette(CommandPalette):
    """The palette of Textual, where a page is the whole list.

    Its own page keys fail on a list whose lines are not laid out yet, as while it is filtered or on
    a very small screen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pagedown", "command_list('last')", show=False),
        Binding("pageup", "command_list('first')", show=False),
    ]
