"""Partien over real links, played to their end by bots in the seats of people: logs to read."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

from net import session
from net.commands import HostConfig, JoinConfig, LocalConfig
from net.session import Session
from net.updates import GameFinished, TableOpened

SECONDS = 120

Person = tuple[Path, str]
"""Somebody's home and the name they use tonight."""


async def evening(people: Sequence[Person], game: str, seats: int, **settings: str) -> Path:
    """The first one hosts, the others join, bots fill the table; the host's log of it."""
    (home, name), *guests = people
    config = HostConfig(
        home=home,
        player=name,
        table=f"{game} {len(list(home.glob('tables/*.jass')))}",
        game=game,
        players=seats,
        settings=settings,
        bots=seats - len(people),
        bot_level="easy",
        open=True,
        port=0,
        bind="127.0.0.1",
        mdns=False,
        autoplay="easy",
        fast=True,
        start_full=True,
    )
    host = await session.host(config)
    sessions = [host]
    try:
        updates = host.updates()
        async with asyncio.timeout(SECONDS):
            async for update in updates:
                if isinstance(update, TableOpened):
                    break
            for place, player in guests:
                guest = JoinConfig(
                    home=place, player=player, address=update.address, autoplay="easy", fast=True
                )
                sessions.append(await session.join(guest))
            return (await asyncio.gather(*map(_over, sessions)))[0]
    finally:
        await asyncio.gather(*(each.close() for each in sessions))


async def practice(person: Person, **settings: str) -> Path:
    """Somebody alone with bots; the log."""
    home, name = person
    config = LocalConfig(
        home=home, player=name, settings=settings, autoplay="easy", bot_level="easy", fast=True
    )
    alone = await session.local(config)
    try:
        async with asyncio.timeout(SECONDS):
            return await _over(alone)
    finally:
        await alone.close()


def odd_logs(home: Path) -> set[Path]:
    """Puts into a home, newer than its logs, what is named like a log and is none."""
    tables = home / "tables"
    tables.mkdir(parents=True, exist_ok=True)
    (tables / "nowhere.jass").symlink_to(home / "gone")
    (tables / "itself.jass").symlink_to(tables / "itself.jass")
    (tables / "zeros.jass").symlink_to("/dev/zero")
    (tables / "folder.jass").mkdir()
    os.mkfifo(tables / "pipe.jass")
    return {tables / f"{name}.jass" for name in ("nowhere", "itself", "zeros", "folder", "pipe")}


async def _over(there: Session) -> Path:
    async for update in there.updates():
        if isinstance(update, GameFinished):
            return update.log
    raise AssertionError("the session ended before the Partie")
