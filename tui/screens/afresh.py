"""After a Partie: a new table with the same rules, where whoever has come gets a bot's seat."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from net.commands import HostConfig, LocalConfig, SayText
from net.core.limits import TABLE_NAME_CELLS
from tui.present.canvas import fit
from tui.present.tablerules import favourite_of
from tui.screens.dialog import Ask
from tui.settings import read_favourite
from tui.texts import speaker

if TYPE_CHECKING:
    from tui.app import JassApp

__all__ = ["next_name", "open_afresh"]


def next_name(name: str) -> str:
    """``Znüni 2`` after ``Znüni``: two tables of one name would be taken for each other."""
    stem, _, number = name.rpartition(" ")
    if not stem or not number.isdecimal():
        stem, number = name, "1"
    end = f" {int(number) + 1}"
    return fit(stem, TABLE_NAME_CELLS - len(end)) + end


def open_afresh(app: JassApp) -> None:
    """Asks, tells the others where to come, and opens it; bots take the seats they had."""
    known, lobby, old = app.known, app.known.lobby, app.config
    if lobby is None or known.table is None or old is None:
        return
    say, name = speaker(app.settings.lang), next_name(known.table.table)
    players, rules = read_favourite(favourite_of(lobby.game, len(lobby.seats), lobby.options))
    config = HostConfig(
        home=app.home,
        player=old.player,
        table=name,
        game=lobby.game,
        players=players,
        settings=rules,
        bots=sum(info.bot is not None for info in known.seats),
        bind=None if isinstance(old, LocalConfig) else old.bind,
    )
    if isinstance(old, HostConfig):
        config = replace(config, port=old.port, mdns=old.mdns, open=old.open)

    def answered(yes: bool | None) -> None:
        if yes:
            app.open_instead(config, SayText(say("afresh.said", table=name)))

    app.push_screen(Ask(say("afresh.ask", table=name)), answered)
