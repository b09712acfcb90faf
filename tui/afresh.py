"""After a Partie: a new table with the same rules, where whoever has come gets a bot's seat."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from net.commands import HostConfig, LocalConfig
from net.core.limits import TABLE_NAME_CELLS
from tui.opening import TableConfig
from tui.present.canvas import fit
from tui.present.known import Known
from tui.present.tablerules import favourite_of
from tui.settings import read_favourite

__all__ = ["afresh", "next_name"]


def next_name(name: str) -> str:
    """``Znüni 2`` after ``Znüni``: two tables of one name would be taken for each other."""
    stem, _, number = name.rpartition(" ")
    if not stem or not number.isdecimal():
        stem, number = name, "1"
    end = f" {int(number) + 1}"
    return fit(stem, TABLE_NAME_CELLS - len(end)) + end


def afresh(known: Known, home: Path, old: TableConfig) -> HostConfig | None:
    """The table to open after the one that ``old`` led to; None where nobody could come to it."""
    lobby = known.lobby
    if lobby is None or known.table is None or not known.opens_afresh:
        return None
    players, rules = read_favourite(favourite_of(lobby.game, len(lobby.seats), lobby.options))
    config = HostConfig(
        home=home,
        player=old.player,
        table=next_name(known.table.table),
        game=lobby.game,
        players=players,
        settings=rules,
        bots=sum(info.bot is not None and not info.away for info in known.seats),
        bind=None if isinstance(old, LocalConfig) else old.bind,
    )
    if isinstance(old, HostConfig):
        config = replace(config, port=old.port, mdns=old.mdns, open=old.open)
    return config
