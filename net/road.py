"""The way back to a table: a guest whose link broke dials again until it is there."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address
from typing import Final

from net.core.limits import DEFAULT_PORT
from net.errors import JassError, LocalError
from net.link.link import Link
from net.link.tcp import dial
from net.lobbies import hello
from net.shell import Shell
from net.updates import LinkChanged, TableOpened

__all__ = ["Road", "meet", "split_address"]

_PAUSES_S: Final = (0.2, 0.5, 1.0, 2.0)


def split_address(text: str) -> tuple[str, int]:
    """``host``, ``host:port``, ``[v6]:port`` or a bare IPv6 address, as host and port.

    Raises:
        LocalError: ``bad_address``.
    """
    host, _, port = text.rpartition(":")
    if (text.count(":") > 1 and not text.startswith("[")) or not host:
        host, port = text, ""
    host = host.strip("[]")
    if not host or (port and not (port.isascii() and port.isdigit() and int(port) < 65536)):
        raise LocalError("bad_address", f"{text} is no address.", address=text)
    return host, int(port) if port else DEFAULT_PORT


async def meet(shell: Shell, name: str, identity: bytes, address: str) -> None:
    """Makes the link to another guest, if it can be made; the core asks again when it cannot.

    The address is what that guest said of itself, so it has to be a plain IP address: nobody makes
    this device look names up, and whoever answers has to prove that identity.
    """
    replica = shell.peer.replica
    if replica is None:
        return
    try:
        host, port = split_address(address)
        ip_address(host)
        link = await dial(
            shell.identity,
            hello(name),
            host,
            port,
            table=replica.chain.table,
            expect=identity,
        )
    except (JassError, ValueError):
        return
    await shell.serve(link, dialled=True)


class Road:
    """One guest's connection to the device that orders.

    Args:
        shell: the session.
        name: its player's name.
        where: addresses that led to the table.
        link: the first link.
    """

    def __init__(self, shell: Shell, name: str, where: tuple[str, ...], link: Link) -> None:
        self._shell = shell
        self._name = name
        self._where = where
        self._host = link.identity
        self._told = False

    async def follow(self, link: Link) -> None:
        """Serves a link until it ends."""
        if not self._told:
            self._told = True
            self._shell.on_lobby = self._opened
        await self._shell.serve(link, dialled=True)

    def _opened(self, _: object) -> None:
        """The first lobby of a table tells what it is."""
        replica = self._shell.peer.replica
        self._shell.on_lobby = None
        if replica is None or replica.lobby.setup is None:
            return
        self._shell.tell(
            TableOpened(
                table=replica.chain.genesis.name,
                address=self._where[0],
                addresses=self._where,
                game=replica.lobby.setup.variant.slug,
                options=replica.lobby.setup.options.to_dict(),
                identity=self._shell.identity.public.hex(),
            )
        )

    def lost(self, link: Link) -> None:
        """The link is gone: dials again, unless the session is over."""
        if self._shell.peer.failed is None and link.identity == self._host:
            self._shell.tell(LinkChanged(link.name, "reconnecting", None))
            self._shell.spawn(self._back())

    async def _back(self) -> None:
        peer = self._shell.peer
        for attempt in range(1_000_000):
            await asyncio.sleep(_PAUSES_S[min(attempt, len(_PAUSES_S) - 1)])
            if peer.failed is not None:
                return
            address = self._where[attempt % len(self._where)]
            host, port = split_address(address)
            try:
                link = await dial(peer.identity, hello(self._name), host, port, expect=self._host)
            except JassError:
                continue
            await self.follow(link)
            return
