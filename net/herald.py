"""What a table says of itself: to whoever asks over TCP, and to everybody by multicast.

The announcement follows the device that orders: it begins when this one takes over, and ends when
another does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from net.core.glance import Glance
from net.lobbies import TableCard, notice
from net.shell import Shell
from net.updates import OrdererChanged, Update

if TYPE_CHECKING:
    from net.link.discovery import Announcer

__all__ = ["Herald", "card_bytes"]


def card(glance: Glance) -> TableCard:
    """The table as it is now."""
    table = glance.table
    if table is None:
        return TableCard(bytes(32), 0, "", "", 0, 0, "lobby", {})
    # A seat whose person is away during a Partie may be had by somebody new.
    taken = sum(seating is not None for seating in table.seats) - table.vacant
    return TableCard(
        table.table,
        table.epoch,
        table.genesis.name,
        table.setup.variant.slug if table.setup is not None else "",
        taken,
        len(table.seats),
        "play" if table.playing else "lobby",
        table.setup.options.to_dict() if table.setup is not None else {},
    )


def card_bytes(glance: Glance) -> bytes:
    """The same, as it answers a probe."""
    data: bytes = msgspec.msgpack.encode(card(glance))
    return data


class Herald:
    """Announces the table of one session while its device orders.

    Args:
        shell: the session.
        port: where its listener is.
        bind: the address that is bound to.
    """

    def __init__(self, shell: Shell, port: int, bind: str) -> None:
        self._shell = shell
        self._port = port
        self._bind = bind
        self._announcer: Announcer | None = None
        shell.at_close(self._close)

    def told(self, update: Update) -> None:
        """The session told something: the announcement follows."""
        if isinstance(update, OrdererChanged):
            if update.you:
                self.begin()
            else:
                self._shell.spawn(self._close())
        if self._announcer is not None:
            self._announcer.update(notice(card(self._shell.glance)))

    def begin(self) -> None:
        """Announces the table from now on."""
        if self._announcer is None:
            from net.link.discovery import Announcer

            now = notice(card(self._shell.glance))
            self._announcer = Announcer(now, self._port, self._bind)
            self._announcer.start()

    async def _close(self) -> None:
        announcer, self._announcer = self._announcer, None
        if announcer is not None:
            await announcer.close()
