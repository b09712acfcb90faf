"""How a device gets to a table: where it sat before, to an address, by the name of the table."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Sequence
from ipaddress import ip_address
from typing import Final

from net.commands import Invitation, JoinConfig
from net.core import crypto
from net.core.clean import clean_table_name
from net.core.log import Genesis, table_id
from net.errors import LocalError, PeerError, VersionError
from net.link.clock import now_ms
from net.link.link import Link
from net.link.tcp import Hello, dial
from net.lobbies import Found, TableBrowser
from net.past import Past
from net.road import meet, split_address
from net.shell import Shell
from net.updates import OtherTable

__all__ = ["compare", "reach", "reunite"]

FIRST_CONTACT_S: Final = 10.0
"""How long a table that one has never sat at is looked for."""

EACH_S: Final = 1.5
"""How long a device of a table that one sits at may take to answer before the next one is asked."""

PAST_S: Final = 5.0
"""How long all of them may, before there is a session that goes on looking for them and says so."""

FINAL: Final = ("not_jass", "own_identity", "false_identity")
"""What answers is not what was meant, and will not be in a moment."""

COMPARE_S: Final = 1.0
"""How often it is looked whether somebody has opened the same table."""

THEIRS_S: Final = 5.0
"""How long the table of who invited us is looked for before any of that name is taken."""

OTHERS_S: Final = 1.5
"""How long another table of the same name may take to answer before the first is taken."""


async def reach(
    config: JoinConfig,
    identity: crypto.Identity,
    me: Hello,
    known: frozenset[bytes],
    past: Past | None,
) -> tuple[tuple[str, ...], Link | None]:
    """The first link and what led to it; no link if it is to be looked for from within the session.

    A table that one sits at is first looked for where its devices were.

    Raises:
        LocalError: an address is none; ``several_tables``.
        PeerError: ``no_table``, ``no_answer``, another version, …
    """
    if past is not None:
        came = await _any_of(identity, me, past)
        if came is not None:
            return came
        if config.address in past.ways:
            return past.ways, None
    begun = now_ms()
    try:
        where = await _where(config, known, past.table if past is not None else None)
        left = max(FIRST_CONTACT_S - (now_ms() - begun) / 1000, OTHERS_S)
        return where, await _first(identity, me, where, min(left, FIRST_CONTACT_S))
    except VersionError:
        raise
    except PeerError:
        if past is None:
            raise
        return past.ways or (config.address or "",), None


async def compare(
    shell: Shell, mates: Sequence[Invitation], browse: Callable[[], TableBrowser]
) -> None:
    """While nobody plays here: tells whether one of ``mates`` has opened the same table as well.

    Each of two who do so at one moment would wait for the other for ever. Both find the same one of
    the two tables: where more people are, else the one with the smaller id.
    """
    told: set[tuple[bytes, bool]] = set()
    browser = browse()
    try:
        for mate in mates:
            for way in _places(mate, None):
                browser.ask_at(*way)
        hosts = {mate.host for mate in mates}
        while (mine := shell.glance.table) is None or not mine.playing:
            await asyncio.sleep(COMPARE_S)
            for there in browser.found if mine is not None else ():
                if there.latency_ms is None or there.identity_hex not in hosts:
                    continue
                if mine is None or there.name != clean_table_name(mine.genesis.name):
                    continue
                taken = sum(seating is not None for seating in mine.seats)
                yields = (there.taken, mine.table) > (taken, there.table)
                if (there.table, yields) not in told and there.state == "waiting":
                    told.add((there.table, yields))
                    where = f"{there.address}:{there.port}"
                    shell.tell(
                        OtherTable(there.host, there.name, there.identity_hex, where, yields)
                    )
    finally:
        await browser.close()


async def reunite(shell: Shell, genesis: Genesis, browse: Callable[[], TableBrowser]) -> None:
    """Links to others that have taken up the same table, until one of them orders it.

    Each of them listens, and none has to be where the log says that it was. Who orders by its own
    log looks for somebody too: the others may have gone on without it, and it would never hear it.
    """
    table = table_id(genesis)
    while _is_lost(shell) and shell.glance.failed is None:
        browser = browse()
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FIRST_CONTACT_S):
                    async for _ in browser.changes():
                        for there in browser.devices(table):
                            await _meet_again(shell, there)
        finally:
            await browser.close()
        await asyncio.sleep(FIRST_CONTACT_S)


def _is_lost(shell: Shell) -> bool:
    """Whether this device has found nobody of its table, or nobody who orders it."""
    return shell.is_alone or not shell.glance.at_table


async def _meet_again(shell: Shell, there: Found) -> None:
    identity = bytes.fromhex(there.identity_hex)
    if shell.glance.has_seat(identity) and identity != shell.identity.public and _is_lost(shell):
        await meet(shell, identity, f"{there.address}:{there.port}")


async def _any_of(
    identity: crypto.Identity, me: Hello, past: Past
) -> tuple[tuple[str, ...], Link] | None:
    """The first device of a table that one sits at to answer, who orders first; None if none."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PAST_S):
            for address in past.ways:
                with contextlib.suppress(PeerError, TimeoutError):
                    async with asyncio.timeout(EACH_S):
                        way = split_address(address)
                        return (address,), await dial(identity, me, *way, table=past.table)
    return None


async def _first(
    identity: crypto.Identity, me: Hello, where: tuple[str, ...], seconds: float
) -> Link:
    """The first contact, tried for so long; later ones are tried for ever."""
    last = PeerError("no_answer", "Nobody answers at this address.", address=where[0])
    try:
        async with asyncio.timeout(seconds):
            while True:
                for address in where:
                    try:
                        return await dial(identity, me, *split_address(address))
                    except VersionError:
                        raise
                    except PeerError as error:
                        if error.code in FINAL:
                            raise
                        last = error
                await asyncio.sleep(0.5)
    except TimeoutError:
        raise last from None


async def _where(
    config: JoinConfig, known: frozenset[bytes], mine: bytes | None
) -> tuple[str, ...]:
    """The addresses to try: the one given, or those of the table with that name, or that host.

    ``mine`` is the table of that name at which one sits already, if there is one.
    """
    if config.address is not None and config.invited is None:
        return (config.address,)
    browser = TableBrowser(known, config.bind)
    try:
        if config.invited is not None:
            for way in _places(config.invited, config.address):
                browser.ask_at(*way)
            theirs = await _theirs(browser, config.invited, config.table or "")
            if theirs is not None:
                return theirs
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FIRST_CONTACT_S):
                async for _ in browser.changes():
                    answering = _answering(browser.found, config.table)
                    if not answering:
                        continue
                    if not any(table.known or table.table == mine for table in answering):
                        await asyncio.sleep(OTHERS_S)
                    return _choose(_answering(browser.found, config.table) or answering, mine)
    finally:
        await browser.close()
    name, there = config.table or "", _listed(_answering(browser.found, None))
    raise PeerError(
        "no_table", f"No table was found; there are: {there or '-'}.", table=name, tables=there
    )


def _places(invited: Invitation, typed: str | None) -> Iterable[tuple[str, int]]:
    """Where the table of an invitation may be: what our own person typed may be a name."""
    places = [] if typed is None else [split_address(typed)]
    for way in invited.ways:
        with contextlib.suppress(LocalError, ValueError):
            host, port = split_address(way)
            ip_address(host)  # nobody makes this device look names up
            places.append((host, port))
    return dict.fromkeys(places)


async def _theirs(browser: TableBrowser, invited: Invitation, name: str) -> tuple[str, ...] | None:
    """The table of this name where the very device answers that opened it; None if none does."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(THEIRS_S):
            async for found in browser.changes():
                for table in _answering(found, None):
                    if (table.identity_hex, table.name) == (invited.host, name):
                        return (f"{table.address}:{table.port}",)
    return None


def _answering(found: Iterable[Found], name: str | None) -> list[Found]:
    """The tables where somebody answers: of that name, else of a host who is called so, or all."""
    tables = [table for table in found if table.latency_ms is not None]
    if name is None:
        return tables
    for names in ([table.name for table in tables], [table.host for table in tables]):
        both = zip(tables, names, strict=True)
        fits = [table for table, own in both if own.casefold().startswith(name.casefold())]
        if fits:
            return fits
    return []


def _listed(tables: Iterable[Found]) -> str:
    return ", ".join(f"{table.name} ({table.address}:{table.port})" for table in tables)


def _choose(answering: list[Found], mine: bytes | None) -> tuple[str, ...]:
    """The table that is meant: one's own, else that of the only known host, else a question."""
    for best in (
        [table for table in answering if table.table == mine],
        [table for table in answering if table.known],
        answering,
    ):
        if len(best) == 1:
            return (f"{best[0].address}:{best[0].port}",)
    listed = _listed(answering)
    raise LocalError("several_tables", f"More than one table fits: {listed}.", tables=listed)
