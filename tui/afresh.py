"""After a Partie: a new table with the same rules, where whoever has come gets a bot's seat.

One is enough: who has heard that somebody opened it goes there.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from net.commands import DEFAULT_PORT, HostConfig, Invitation, JoinConfig, LocalConfig
from net.updates import OtherTable, SeatInfo
from tui.opening import TableConfig
from tui.present.known import Known
from tui.present.moved import Move, next_name
from tui.present.tablerules import favourite_of
from tui.settings import read_favourite

__all__ = ["GOING_ON_SECONDS", "afresh", "after", "instead"]

GOING_ON_SECONDS: Final = 1.5
"""How long the old table has to take the last word of whoever goes on to another one.

What was played is booked, and who would put that word in order is often the first to be gone.
"""


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
        spare=_port(known.me.address) if known.me is not None else 0,
        bind=None if isinstance(old, LocalConfig) else old.bind,
        mates=tuple(_invitation(info) for info in known.people),
    )
    if isinstance(old, HostConfig):
        # The others know the port that it had, and look for the new table there.
        port = old.port or config.spare
        config = replace(config, port=port, mdns=old.mdns, open=old.open)
    return config


def after(move: Move, home: Path, old: TableConfig) -> JoinConfig:
    """The way to the table that somebody else has opened after the one that ``old`` led to.

    Their device is where it was. It takes the usual port or, where that is not free, the one it
    had; the address that was typed leads there only if it was theirs.
    """
    joined = old if isinstance(old, JoinConfig) else JoinConfig(home=home, player=old.player)
    return replace(joined, home=home, watch=False, table=move.table, invited=_invitation(move.who))


def instead(other: OtherTable, home: Path, old: TableConfig) -> JoinConfig:
    """The way to the table that somebody else has opened at the same time as ``old``."""
    invited = Invitation(other.identity_hex, (other.address,))
    return JoinConfig(home=home, player=old.player, table=other.table, invited=invited)


def _invitation(who: SeatInfo) -> Invitation:
    """Where a table of theirs would be."""
    host = who.address.rpartition(":")[0]
    ways = (who.address, f"{host}:{DEFAULT_PORT}") if host else ()
    return Invitation(who.identity_hex, tuple(dict.fromkeys(ways)))


def _port(address: str) -> int:
    """The port in an address, 0 where there is none."""
    port = address.rpartition(":")[2]
    return int(port) if port.isascii() and port.isdecimal() and len(port) < 6 else 0
