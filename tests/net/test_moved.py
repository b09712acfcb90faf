"""The address that was passed on leads to a device that orders no more: it shows the way."""

from __future__ import annotations

import asyncio
from pathlib import Path

from net.commands import Quit
from net.core.log import table_id
from net.session import host, join
from net.updates import Failed, LinkChanged, OrdererChanged, TableOpened, ViewChanged, WordShown
from tests.net.sessions import (
    Person,
    address_of,
    guest,
    hosting,
    opened,
    shell,
    sitting,
    watcher,
)


async def arrives(folder: Path, address: str) -> list[object]:
    """What a new person is told until the table is there, or the end."""
    kari = Person(await join(watcher(folder, address)))
    async with asyncio.timeout(20):
        while not any(isinstance(update, ViewChanged | Failed) for update in kari.told):
            kari.new.clear()
            await kari.new.wait()
    await kari.session.close()
    await kari.task
    return list(kari.told)


async def test_whoever_knocks_at_a_guest_comes_to_the_host(tmp_path: Path) -> None:
    """Any device of the table will do as an address; the person hears of one arrival only."""
    lara, address = await opened(tmp_path, bots=2, open=True, start_full=True)
    async with sitting(lara, await guest(tmp_path, "Anna", address)) as [_, anna]:
        await anna.until(ViewChanged)
        told = await arrives(tmp_path, address_of(anna.session))

    assert any(isinstance(update, TableOpened) for update in told)
    assert not any(isinstance(update, Failed) for update in told)
    lost = [u for u in told if isinstance(u, LinkChanged) and u.state != "up"]
    assert lost == []


async def test_whoever_knocks_at_the_host_that_came_back_comes_to_who_orders_now(
    tmp_path: Path,
) -> None:
    """The old host listens where it did and is a guest; a new person comes in all the same."""
    lara, address = await opened(tmp_path, bots=1, open=True, start_full=True)
    guests = [await guest(tmp_path, name, address) for name in ("Anna", "Beat")]
    one = Person(lara)
    async with sitting(*guests) as people:
        await people[0].until(ViewChanged)
        word = await one.until(WordShown)
        genesis = shell(people[0].session)._peer.replica.chain.genesis  # type: ignore[union-attr]
        one.plays = False
        await one.session.act(Quit())
        await one.session.close()
        await one.task
        await people[0].until(OrdererChanged)
        port = int(address.rpartition(":")[2])
        back = await host(hosting(tmp_path, resume=table_id(genesis), port=port))
        async with sitting(back) as [again]:
            await again.until(ViewChanged)
            assert await again.until(WordShown) == word, "the host knows it as before"
            told = await arrives(tmp_path, address)

    assert any(isinstance(update, TableOpened) for update in told)
    assert not any(isinstance(update, Failed) for update in told)
