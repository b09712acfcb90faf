"""After a Partie: a new table with the same rules, where whoever has come gets a bot's seat.

One is enough: who has heard that somebody opened it goes there.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from net.commands import HostConfig, JoinConfig, LocalConfig
from tui.opening import TableConfig
from tui.present.known import Known
from tui.present.moved import next_name
from tui.present.tablerules import favourite_of
from tui.settings import read_favourite

__all__ = ["afresh", "after"]


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


def after(table: str, home: Path, old: TableConfig) -> JoinConfig:
    """The way to the table that somebody else has opened after the one that ``old`` led to.

    It has the old one's port where it can, so the address that was typed leads there as well.
    """
    joined = old if isinstance(old, JoinConfig) else JoinConfig(home=home, player=old.player)
    if joined.address is None:
        joined = replace(joined, table=table)
    return replace(joined, home=home, watch=False)
