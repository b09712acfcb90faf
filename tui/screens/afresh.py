"""After a Partie: the question whether to open a new table with the same rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.commands import InviteTo, Quit
from net.updates import OtherTable
from tui.afresh import afresh, after, instead
from tui.present.moved import Move, move_of
from tui.screens.dialog import Ask
from tui.texts import speaker

if TYPE_CHECKING:
    from tui.app import JassApp

__all__ = ["ask_to_join", "open_afresh"]


def open_afresh(app: JassApp) -> None:
    """Asks, tells the others where to come, and opens it; bots take the seats they had."""
    move = move_of(app.known)
    if move is not None:
        _go_after(app, move)
        return
    config = None if app.config is None else afresh(app.known, app.home, app.config)
    if config is None:
        return
    say, name, opened = speaker(app.settings.lang), config.table, config

    def answered(yes: bool | None) -> None:
        if not yes:
            return
        other = move_of(app.known)
        if other is None or app.config is None:
            app.open_instead(opened, InviteTo(name))
        else:  # somebody was quicker: two tables would leave each of us alone
            app.open_instead(after(other, app.home, app.config), Quit())

    app.push_screen(Ask(say("afresh.ask", table=name)), answered)


def _go_after(app: JassApp, move: Move) -> None:
    """Asks, and goes to the table that somebody else has opened."""
    old, say = app.config, speaker(app.settings.lang)
    if old is None:
        return
    config = after(move, app.home, old)

    def answered(yes: bool | None) -> None:
        if yes:
            app.open_instead(config, Quit())

    question = say("afresh.go_ask", name=move.who.name, table=move.table)
    app.push_screen(Ask(question), answered)


def ask_to_join(app: JassApp, other: OtherTable) -> None:
    """Two have opened the same table at one moment: asks whoever is to go to the other one."""
    old, say = app.config, speaker(app.settings.lang)
    if old is None:
        return
    config = instead(other, app.home, old)

    def answered(yes: bool | None) -> None:
        if yes:
            app.open_instead(config, Quit())

    question = say("afresh.go_ask", name=other.name, table=other.table)
    app.push_screen(Ask(question, pushed=True), answered)
