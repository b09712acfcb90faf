"""Looking on over real links: what it costs the table, also when somebody means it ill."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from net import road
from net.commands import JoinConfig, StartGame
from net.core import crypto
from net.core.limits import SPECTATOR_FRAMES_PER_SECOND
from net.core.wire import Knock, Want, Welcome, decode_message, encode_message
from net.link.link import Link
from net.session import Session, join, verify
from net.shell import Shell
from net.updates import (
    Failed,
    GalleryChanged,
    GameFinished,
    HandFinished,
    LobbyChanged,
    TableOpened,
    ViewChanged,
)
from tests.net.sessions import Person, guest, killed, opened, sitting
from tests.net.test_crowd import met


async def spectator(folder: Path, name: str, address: str) -> Session:
    """Somebody who looks on."""
    config = JoinConfig(home=folder / name, player=name, address=address, watch=True)
    return await join(config)


async def noticed(person: Person, *names: str) -> None:
    """Waits until exactly these look on, as this person was told."""
    async with asyncio.timeout(20):
        while _gallery(person) != names:
            person.new.clear()
            await person.new.wait()


async def sits(person: Person, name: str) -> None:
    """Waits until somebody of this name has a seat."""
    async with asyncio.timeout(20):
        while name not in [info.name for info in person.last(LobbyChanged).seats]:
            person.new.clear()
            await person.new.wait()


def _gallery(person: Person) -> tuple[str, ...]:
    told = (u.names for u in reversed(person.told) if isinstance(u, GalleryChanged))
    return next(told, ())


async def looking_on(address: str, identity: crypto.Identity) -> Link:
    """A program of its own that asks to look on and is let in."""
    link = await met(address, identity)
    link.post(encode_message(Knock("Reto", 0, 0, bytes(32), None, watches=True)))
    async with asyncio.timeout(6):
        assert isinstance(decode_message(await anext(link)), Welcome)
    return link


async def test_to_the_end_and_with_a_log_of_its_own(tmp_path: Path) -> None:
    """It hears of the table first, then all that happens; nobody can dial it; the log verifies."""
    lara, address = await opened(tmp_path, bots=3, settings={"laenge": "1"})
    reto = await spectator(tmp_path, "Reto", address)
    async with sitting(lara, reto) as [one, two]:
        await noticed(one, "Reto")
        table = next(u for u in two.told if isinstance(u, TableOpened))
        assert table.watching
        assert isinstance(reto, Shell)
        assert reto._peer.address is None
        await start(one)
        await two.until(GameFinished, seconds=60)
        done = await one.until(GameFinished)
        mine = await two.until(GameFinished)
    assert isinstance(mine, GameFinished)
    assert isinstance(done, GameFinished)
    assert mine.outcome == done.outcome
    assert verify(mine.log).exit_code == 0
    assert {u.view.seat for u in two.told if isinstance(u, ViewChanged)} == {None}
    assert [u.fair for u in two.told if isinstance(u, HandFinished)] == [True]


async def start(host: Person) -> None:
    """The host begins."""
    await host.session.act(StartGame())


async def test_a_flood_from_beside_the_table(tmp_path: Path) -> None:
    """Ten thousand frames: the link ends, the Partie goes on, and one name came and went."""
    lara, address = await opened(tmp_path, bots=3, open=True, settings={"laenge": "1"})
    async with sitting(lara) as [one]:
        link = await looking_on(address, crypto.Identity(b"\x0a" * 32))
        await noticed(one, "Reto")
        await start(one)
        for _ in range(80 * SPECTATOR_FRAMES_PER_SECOND):
            link.post(encode_message(Want(())))
        async with asyncio.timeout(20):
            async for _ in link:
                pass
        await noticed(one)
        await one.until(GameFinished, seconds=60)
    told = [u.names for u in one.told if isinstance(u, GalleryChanged)]
    assert told == [("Reto",), ()]


async def test_who_stops_reading_beside_the_table(tmp_path: Path) -> None:
    """It is let go of, the host ends the session without waiting for it."""
    lara, address = await opened(tmp_path, bots=3, open=True, settings={"laenge": "1"})
    one = Person(lara)
    link = await looking_on(address, crypto.Identity(b"\x0b" * 32))
    await noticed(one, "Reto")
    await start(one)
    await one.until(GameFinished, seconds=60)
    begun = asyncio.get_running_loop().time()
    await lara.close()
    await one.task
    assert asyncio.get_running_loop().time() - begun < 8
    await link.close()


async def test_a_copied_home_of_a_seat_cannot_look_on_as_well(tmp_path: Path) -> None:
    """The seat plays on; the copy is told why it cannot, in either of two ways."""
    lara, address = await opened(tmp_path, bots=2)
    anna = await guest(tmp_path, "Anna", address)
    async with sitting(lara, anna) as [one, two]:
        await sits(one, "Anna")
        (tmp_path / "Spion").mkdir()
        shutil.copy(tmp_path / "Anna" / "identity", tmp_path / "Spion" / "identity")
        async with sitting(await spectator(tmp_path, "Spion", address)) as [three]:
            failed = await three.until(Failed, seconds=10)
        assert not [u for u in two.told if isinstance(u, Failed)]
        assert _gallery(one) == ()
    assert isinstance(failed, Failed)
    assert failed.code in ("host_replaced", "host_seated")


async def test_a_seat_that_died_may_not_come_back_to_look_on(tmp_path: Path) -> None:
    """It has a seat that the others wait for: it is told to come back and play."""
    lara, address = await opened(tmp_path, bots=2)
    anna = await guest(tmp_path, "Anna", address)
    async with sitting(lara) as [one]:
        two = Person(anna)
        await two.until(LobbyChanged)
        await sits(one, "Anna")
        await start(one)
        await two.until(ViewChanged)
        two.task.cancel()
        assert isinstance(anna, Shell)
        anna._home.close()
        await anna.close(0)
        async with sitting(await spectator(tmp_path, "Anna", address)) as [three]:
            failed = await three.until(Failed, seconds=10)
    assert isinstance(failed, Failed)
    assert failed.code == "host_seated"


async def test_a_table_that_is_gone_is_not_looked_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has a seat waits for the table; whoever only looked on is told that it is gone."""
    for name, seconds in (("PAUSES_S", (0.05,)), ("SEARCH_S", 0.05)):
        monkeypatch.setattr(road, name, seconds)
    lara, address = await opened(tmp_path, bots=3)
    reto = await spectator(tmp_path, "Reto", address)
    one = Person(lara)
    async with sitting(reto) as [two]:
        await two.until(LobbyChanged)
        await killed(lara)
        await one.task
        failed = await two.until(Failed, seconds=30)
    assert isinstance(failed, Failed)
    assert failed.code == "watch_lost"
