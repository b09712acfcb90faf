"""The way back to a table: a guest whose link broke looks for it until it is there."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable
from ipaddress import ip_address
from typing import Final

from net.commands import DEFAULT_PORT
from net.core.effects import Follow
from net.errors import JassError, LocalError
from net.link.clock import now_ms
from net.link.link import Link
from net.link.tcp import ANY_TABLE, dial
from net.lobbies import TableBrowser
from net.past import addresses
from net.shell import Shell
from net.updates import LinkChanged

__all__ = ["Road", "meet", "split_address"]

PAUSES_S: Final = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""How long to wait before each round of tries; the last for all further ones."""

QUIET_ROUNDS: Final = 4
"""Rounds in which only addresses are tried; after them the network is asked as well."""

WELCOME_S: Final = 0.3
"""How long a device that was reached has to let us in before the next is tried."""

IN_VAIN: Final = 5
"""Rounds, some eight seconds, after which it is said that there is another table at the only
addresses. Tables that one has sat at are looked for for ever."""

IN_VAIN_S: Final = 8.0
"""How long whoever was never let in looks for who let go of it, or for who it was shown the way to.
"""

FOLLOW_S: Final = 3.0
"""How long a device that we were shown the way to may take to answer, before who showed it is asked
again: somebody else may order by now."""

SHOWN_S: Final = 1.5
"""After so long our person hears whom we try to reach."""

NO_MORE: Final = 9
"""Rounds, about a minute, after which whoever only looks on gives up; others have a seat there."""

SEARCH_S: Final = 3.0
"""How long the network is searched in one round."""

_BRACKETED: Final = re.compile(r"\[(.*)\](?::(.*))?")


def split_address(text: str) -> tuple[str, int]:
    """``host``, ``host:port``, ``[v6]:port`` or a bare IPv6 address, as host and port.

    Raises:
        LocalError: ``bad_address``.
    """
    bracketed = _BRACKETED.fullmatch(text)
    if bracketed is not None:
        host, port = bracketed[1], bracketed[2] or ""
    elif text.count(":") > 1:
        host, port = text, ""
    else:
        host, _, port = text.partition(":")
    fine = not port or (port.isascii() and port.isdigit() and len(port) < 6 and int(port) < 65536)
    if not (host and fine) or "[" in host or "]" in host:
        raise LocalError("bad_address", f"{text} is no address.", address=text)
    return host, int(port) if port else DEFAULT_PORT


async def meet(shell: Shell, identity: bytes, address: str) -> None:
    """Makes the link to another guest, if it can be made; the core asks again when it cannot.

    The address is what that guest said of itself, so it has to be a plain IP address: nobody makes
    this device look names up, and whoever answers has to prove that identity.
    """
    table = shell.glance.table
    if table is None or identity in shell.glance.linked:
        return
    try:
        host, port = split_address(address)
        ip_address(host)
        link = await dial(
            shell.identity,
            shell.hello,
            host,
            port,
            table=table.table,
            expect=identity,
            has_link=lambda other: other in shell.glance.linked,
        )
    except (JassError, ValueError):
        return
    await shell.serve(link)


class Road:
    """One guest's connection to the device that orders.

    Args:
        shell: the session.
        where: addresses that led to the table.
        host: the identity of the device that orders.
        host_name: its person's name.
        browse: opens a search of the network.
    """

    def __init__(
        self,
        shell: Shell,
        where: tuple[str, ...],
        host: bytes,
        host_name: str,
        browse: Callable[[], TableBrowser],
    ) -> None:
        self._shell = shell
        self._where = where
        self._host = host
        self._host_name = host_name
        self._browse = browse
        self._looking = False
        self._following = False
        self._door: int | None = None
        self._led: Link | None = None
        self._answers: set[str] = set()

    def lost(self, link: Link) -> None:
        """A link is gone: looks for the table again if it was the one to who orders."""
        if link is self._led:
            self._following = False
        if not self._shell.glance.at_table and not self._is_at_door():
            self.look()

    def _is_at_door(self) -> bool:
        """Whether this device stands before a table that it was shown the way to, or goes there."""
        at_door = self._following or self._shell.is_linked_to(self._host)
        return self._shell.glance.table is None and at_door

    def follow(self, way: Follow) -> None:
        """The table is ordered elsewhere by now: goes there."""
        if not self._is_over():
            self._following = True
            self._shell.spawn(self._follow(way))

    async def _follow(self, way: Follow) -> None:
        """Whoever is named may be gone too: then who showed the way is asked again, for a while."""
        self._door = self._door or now_ms()
        telling = asyncio.get_running_loop().call_later(
            SHOWN_S, self._shell.tell, LinkChanged(way.name, "reconnecting", None)
        )
        try:
            host, port = split_address(way.address or "")
            ip_address(host)  # nobody makes this device look names up
            async with asyncio.timeout(FOLLOW_S):
                link = await dial(
                    self._shell.identity, self._shell.hello, host, port, expect=way.identity
                )
        except (JassError, ValueError, TimeoutError):
            self._following = False
            if way.address is None or now_ms() - self._door >= 1_000 * IN_VAIN_S:
                await self._shell.call(lambda core: core.fail("moved", name=way.name))
            else:
                self.look()
            return
        finally:
            telling.cancel()
        self._where, self._host, self._host_name = (way.address or "",), way.identity, way.name
        self._led = link
        try:
            await self._shell.serve(link)
        finally:
            self._following = False

    def look(self) -> None:
        """Looks for the table until it is found, unless the session is over."""
        if not self._is_over() and not self._looking:
            self._looking = True
            self._shell.tell(LinkChanged(self._host_name, "reconnecting", None))
            self._shell.spawn(self._back())

    def _is_over(self) -> bool:
        return self._shell.glance.failed is not None

    async def _back(self) -> None:
        """Any device of the table will do: it passes on what is said, and who orders may be new."""
        unknown = self._shell.glance.table is None
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(IN_VAIN_S if unknown else None):
                    await self._rounds()
        finally:
            self._looking = False
        glance = self._shell.glance
        if glance.table is None and not self._is_at_door():
            where = self._where[0]
            await self._shell.call(lambda core: core.fail("no_answer", address=where))
        elif glance.table is not None and not glance.at_table:
            self.look()

    async def _rounds(self) -> None:
        attempt = 0
        while not self._is_over():
            await asyncio.sleep(PAUSES_S[min(attempt, len(PAUSES_S) - 1)])
            self._answers.clear()
            async for address in self._ways(attempt):
                if self._is_over() or self._shell.glance.at_table or self._is_at_door():
                    return
                link = await self._try(address)
                if link is not None:
                    self._where = tuple(dict.fromkeys((address, *self._where)))
                    self._shell.spawn(self._shell.serve(link))
                    await asyncio.sleep(WELCOME_S)
            attempt += 1
            await self._may_give_up(attempt)

    async def _may_give_up(self, rounds: int) -> None:
        """Ends the session if there is no table to go back to."""
        if rounds < IN_VAIN or not self._shell.is_alone:
            return
        if self._shell.glance.watching and rounds >= NO_MORE:
            await self._shell.call(lambda core: core.fail("watch_lost"))
        elif self._answers == {"other_table"}:
            await self._shell.call(lambda core: core.fail("other_table"))

    async def _ways(self, attempt: int) -> AsyncIterator[str]:
        """Addresses to try: what led here, what the devices of the table said, what is announced.

        Who orders may have another address by now, or another's.
        """
        table, me = self._shell.glance.table, self._shell.identity.public
        known = addresses(table.seats, table.orderer, but=me) if table is not None else ()
        for address in dict.fromkeys((*known, *self._where)):
            if address not in self._left():
                yield address
        if table is None or attempt < QUIET_ROUNDS:
            return
        browser = self._browse()
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SEARCH_S):
                    async for found in browser.changes():
                        for one in found:
                            if one.table == table.table and one.latency_ms is not None:
                                yield f"{one.address}:{one.port}"
        finally:
            await browser.close()

    def _left(self) -> frozenset[str | None]:
        """Where those are who said goodbye a moment ago: they are not run after."""
        glance = self._shell.glance
        seats = glance.table.seats if glance.table is not None else ()
        return frozenset(s.address for s in seats if s is not None and s.identity in glance.leaving)

    def _has_link(self, identity: bytes) -> bool:
        """Whether this device needs no further link to that one: it dialled one, or was let in."""
        shell = self._shell
        return shell.is_linked_to(identity) or identity in shell.glance.members

    async def _try(self, address: str) -> Link | None:
        known = self._shell.glance.table
        table = known.table if known is not None else ANY_TABLE
        try:
            way = split_address(address)
            if self._shell.is_linked(way):
                return None
            return await dial(
                self._shell.identity,
                self._shell.hello,
                *way,
                table=table,
                expect=self._host if known is None else None,
                has_link=self._has_link,  # a name and a number of one device
            )
        except JassError as error:
            self._answers.add(error.code)
            return None
