"""The palette: what the keys do, found by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette

from tui.screens.afresh import open_afresh
from tui.screens.ends import BoardScreen, ProofScreen
from tui.screens.options import OptionsScreen
from tui.screens.pages import HistoryScreen, RulesScreen, SettingsScreen
from tui.screens.people import pause_or_go_on, show_people
from tui.texts import speaker

if TYPE_CHECKING:
    from tui.app import JassApp

__all__ = ["Palette", "commands"]


class Palette(CommandPalette):
    """The palette of Textual, where a page is the whole list.

    Its own page keys fail on a list whose lines are not laid out yet, as while it is filtered or on
    a very small screen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pagedown", "command_list('last')", show=False),
        Binding("pageup", "command_list('first')", show=False),
    ]


def commands(app: JassApp) -> Iterator[SystemCommand]:
    """What can be done now, by its name, with the key that does it at the table."""
    say = speaker(app.settings.lang)
    yield SystemCommand(say("help.title"), "? F1", app.action_help)
    yield SystemCommand(say("palette.deck"), "v", app.next_deck)
    yield SystemCommand(say("settings.title"), "", lambda: app.show(SettingsScreen()))
    yield SystemCommand(say("rules.title"), "", lambda: app.show(RulesScreen(app.game)))
    if app.known.lobby is not None:
        yield SystemCommand(say("options.title"), "o", lambda: app.show(OptionsScreen()))
    if app.known.view is not None:
        yield SystemCommand(say("palette.board"), "t", lambda: app.show(BoardScreen()))
        yield SystemCommand(say("history.title"), "h", lambda: app.show(HistoryScreen()))
        yield SystemCommand(say("proof.title"), "p", lambda: app.show(ProofScreen()))
    if app.known.game is not None and app.known.opens_afresh:
        yield SystemCommand(say("key.new_table"), "e", lambda: open_afresh(app))
    if app.bridge is not None:
        yield SystemCommand(say("chat.prompt"), "c", app.chat)
        yield SystemCommand(say("palette.pause"), "f", lambda: pause_or_go_on(app))
        yield SystemCommand(say("people.title"), "m", lambda: show_people(app))
        yield SystemCommand(say("key.leave"), "q", app.leave_table)
    yield SystemCommand(say("palette.boss"), "F10", app.action_boss)
    yield SystemCommand(say("key.quit"), "Ctrl+Q", app.action_ask_quit)
