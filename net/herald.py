"""What a table says of itself: to whoever asks over TCP, and to everybody by multicast.

The announcement follows the device that orders: it begins when this one takes over, and ends when
another does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from net.core.peer import Peer
from net.lobbies import Card, notice
from net.shell import Shell
from net.updates import OrdererChanged, Update

if TYPE_CHECKING:
    from net.link.discovery import Announcer

__all__ = ["Herald", "card_bytes"]


def card(peer: Peer) -> Card:
    """The table as it is now."""
    replica = peer.replica
    if replica is None:
        return Card(bytes(32), 0, "", "", 0, 0, "lobby", {})
    lobby = replica.lobby
    # A seat whose person is away during a Partie may be had by somebody new.
    taken = sum(seating is not None for seating in lobby.seats) - len(lobby.vacant_seats())
    return Card(
        replica.chain.table,
        replica.chain.epoch,
        replica.chain.genesis.name,
        lobby.setup.variant.slug if lobby.setup is not None else "",
        taken,
        len(lobby.seats),
        "play" if lobby.playing else "lobby",
        lobby.setup.options.to_dict() if lobby.setup is not None else {},
    )


def card_bytes(peer: Peer) -> bytes:
    """The same, as it answers a probe."""
    data: bytes = msgspec.msgpack.encode(card(peer))
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
        shell.on_update = self._told
        shell.at_close(self._close)

    def _told(self, update: Update) -> None:
        if isinstance(update, OrdererChanged):
            if update.you:
                self.begin()
            else:
                self._shell.spawn(self._close())
        if self._announcer is not None:
            now = card(self._shell.peer)
            self._announcer.update(notice(now.table, now))

    def begin(self) -> None:
        """Announces the table from now on."""
        if self._announcer is None:
            from net.link.discovery import Announcer

            now = card(self._shell.peer)
            self._announcer = Announcer(notice(now.table, now), self._port, self._bind)
            self._announcer.start()

    async def _close(self) -> None:
        announcer, self._announcer = self._announcer, None
        if announcer is not None:
            await announcer.close()
