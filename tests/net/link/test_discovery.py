"""Real multicast DNS: on loopback, and between network namespaces where the system has them."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import textwrap
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from net.core.limits import FOUND_TABLES
from net.link.discovery import SERVICE, Announcer, Browser, FoundTable, GoneTable
from net.link.notice import Notice

LOOPBACK = "127.0.0.1"


def notice(name: str = "Znüni", *, table: bytes | None = None) -> Notice:
    """A notice with a table id of its own, since other tests run on the same loopback."""
    return Notice(1, 1, table or os.urandom(8), 0, name, "schieber", 1, 4, "lobby")


class Seen:
    """What a browser reported about the tables of one test."""

    def __init__(self, *ours: bytes) -> None:
        self._ours = ours
        self._keys: set[str] = set()
        self.changes: asyncio.Queue[FoundTable | GoneTable] = asyncio.Queue()

    def __call__(self, change: FoundTable | GoneTable) -> None:
        if isinstance(change, FoundTable) and change.notice.table in self._ours:
            self._keys.add(change.key)
        if change.key in self._keys:
            self.changes.put_nowait(change)

    async def next(self) -> FoundTable | GoneTable:
        async with asyncio.timeout(10):
            return await self.changes.get()


@asynccontextmanager
async def running(*parts: Announcer | Browser) -> AsyncIterator[None]:
    for part in parts:
        part.start()
    try:
        yield
    finally:
        await asyncio.gather(*(part.close() for part in parts))


async def test_a_table_is_found_updated_and_gone() -> None:
    """All that was announced arrives; a goodbye takes it off the list at once."""
    first = notice()
    seen = Seen(first.table)
    announcer = Announcer(first, 5277, LOOPBACK)
    browser = Browser(seen, LOOPBACK)
    async with running(announcer, browser):
        found = await seen.next()
        assert isinstance(found, FoundTable)
        assert (found.notice, found.addresses, found.port) == (first, (LOOPBACK,), 5277)
        assert browser.tables[found.key] == found

        for taken in (2, 3, 4):
            announcer.update(replace(first, taken=taken))
        changed = await seen.next()
        assert isinstance(changed, FoundTable)
        assert changed.key == found.key
        assert changed.notice == replace(first, taken=4)

        start = time.monotonic()
        await announcer.close()
        assert await seen.next() == GoneTable(found.key)
        assert time.monotonic() - start < 3
        assert found.key not in browser.tables
        assert announcer.trouble is None
        assert browser.trouble is None


async def test_two_tables_of_one_name_on_one_machine_are_two() -> None:
    """The table id tells them apart, also for a browser that ran before either."""
    first, second = notice("Znüni"), notice("Znüni")
    seen = Seen(first.table, second.table)
    async with running(
        Browser(seen, LOOPBACK), Announcer(first, 5277, LOOPBACK), Announcer(second, 5278, LOOPBACK)
    ):
        found = [await seen.next(), await seen.next()]
        assert {
            (change.notice.table, change.port) for change in found if isinstance(change, FoundTable)
        } == {(first.table, 5277), (second.table, 5278)}


async def test_a_name_with_markup_and_wide_letters_arrives_as_text() -> None:
    """Untrusted text is cleaned and otherwise left alone."""
    table = notice("[/] 字 «Zmittag»")
    seen = Seen(table.table)
    async with running(Browser(seen, LOOPBACK), Announcer(table, 5277, LOOPBACK)):
        found = await seen.next()
        assert isinstance(found, FoundTable)
        assert found.notice.name == "[/] 字 «Zmittag»"


async def test_strangers_records_hide_no_table() -> None:
    """Records without our values, or with addresses elsewhere, are skipped one by one."""
    from zeroconf import IPVersion
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

    table = notice()
    seen = Seen(table.table)
    browser = Browser(seen, LOOPBACK)
    stranger = AsyncZeroconf(interfaces=[LOOPBACK], ip_version=IPVersion.V4Only)
    records: tuple[tuple[dict[str, str | bytes], str], ...] = (
        ({}, LOOPBACK),
        ({**table.properties(), "table": "zz"}, LOOPBACK),
        ({**table.properties(), "name": b"\xff" * 200}, LOOPBACK),
        ({**table.properties(), "seats": "9/4"}, LOOPBACK),
        (dict(table.properties()), "203.0.113.1"),
    )
    try:
        async with running(browser):
            for number, (properties, address) in enumerate(records):
                info = AsyncServiceInfo(
                    SERVICE,
                    f"stranger-{number}-{os.urandom(4).hex()}.{SERVICE}",
                    port=5277,
                    parsed_addresses=[address],
                    properties=properties,
                )
                await stranger.async_register_service(info, cooperating_responders=True)
            async with running(Announcer(table, 5277, LOOPBACK)):
                # The record with an unreadable name is a table all the same: «?».
                found = [await seen.next(), await seen.next()]
                assert {t.notice.name for t in found if isinstance(t, FoundTable)} == {"?", "Znüni"}
                await asyncio.sleep(0.5)
                assert seen.changes.empty()
    finally:
        await stranger.async_close()


async def test_a_flood_of_announcements_is_bounded() -> None:
    """However many names somebody invents, only so many are resolved and kept."""
    from zeroconf import ServiceStateChange, Zeroconf

    browser = Browser(lambda _: None, LOOPBACK)
    zeroconf = Zeroconf(interfaces=[LOOPBACK])
    try:
        for number in range(10 * FOUND_TABLES):
            browser._heard(zeroconf, SERVICE, f"{number}.{SERVICE}", ServiceStateChange.Added)
        assert len(browser._tasks) == FOUND_TABLES
    finally:
        await browser.close()
        await zeroconf._async_close()


async def test_multicast_that_does_not_work_is_a_sentence_not_an_error() -> None:
    """An address this device has not got: the caller is told, and closing still works."""
    troubles: asyncio.Queue[str | None] = asyncio.Queue()
    browser = Browser(lambda _: None, "203.0.113.77", troubles.put_nowait)
    announcer = Announcer(notice(), 5277, "203.0.113.77", troubles.put_nowait)
    async with running(browser, announcer), asyncio.timeout(10):
        for _ in range(2):
            trouble = await troubles.get()
            assert trouble is not None
            assert trouble.startswith("mDNS is unavailable")
        assert browser.trouble is not None
        assert announcer.trouble is not None


async def test_closing_what_has_hardly_begun_works() -> None:
    """Whoever quits at once waits for nothing."""
    for part in (Browser(lambda _: None, LOOPBACK), Announcer(notice(), 5277, LOOPBACK)):
        part.start()
        await part.close()
        await part.close()


@pytest.fixture
def namespaces() -> Iterator[tuple[str, str]]:
    """Two network namespaces with a cable between them, at 10.77.0.1 and 10.77.0.2."""
    ip = shutil.which("ip")
    if ip is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("network namespaces need root and iproute2")
    tag = os.urandom(3).hex()
    names = (f"jass-{tag}-a", f"jass-{tag}-b")

    def run(*words: str) -> None:
        subprocess.run([ip, *words], check=True, capture_output=True, text=True)

    try:
        try:
            for name in names:
                run("netns", "add", name)
            run("link", "add", f"v{tag}a", "netns", names[0], "type", "veth", "peer", "name",
                f"v{tag}b", "netns", names[1])  # fmt: skip
            for name, end, address in zip(names, "ab", ("10.77.0.1", "10.77.0.2"), strict=True):
                run("-n", name, "link", "set", "lo", "up")
                run("-n", name, "addr", "add", f"{address}/24", "dev", f"v{tag}{end}")
                run("-n", name, "link", "set", f"v{tag}{end}", "up")
        except subprocess.CalledProcessError as error:
            pytest.skip(f"no network namespaces here: {error.stderr}")
        yield names
    finally:
        for name in names:
            subprocess.run([ip, "netns", "del", name], check=False, capture_output=True)


@pytest.mark.processes
def test_a_table_is_found_and_asked_over_a_cable(namespaces: tuple[str, str]) -> None:
    """Two processes on two networks' ends: found by multicast, probed over TCP, a link opened."""
    host = textwrap.dedent("""
        import asyncio, sys
        from net.core.crypto import Identity
        from net.link.discovery import Announcer
        from net.link.hello import Hello
        from net.link.notice import Notice
        from net.link.tcp import Listener

        async def main():
            done = asyncio.Event()
            listener = await Listener.open(
                Identity(b"h" * 32), Hello("0.1.0", 1, 1, "Ueli"), port=0, table=b"t" * 32,
                on_link=lambda link: (link.post(b"welcome"), done.set()),
                on_probe=lambda: b"card",
            )
            announcer = Announcer(
                Notice(1, 1, b"t" * 32, 0, "Znüni", "schieber", 1, 4, "lobby"), listener.address[1]
            )
            announcer.start()
            await done.wait()
            await asyncio.sleep(0.3)
            await announcer.close()
            await listener.close()

        asyncio.run(main())
    """)
    guest = textwrap.dedent("""
        import asyncio, json
        from net.core.crypto import Identity
        from net.link.discovery import Browser, FoundTable
        from net.link.hello import Hello
        from net.link.tcp import dial, probe

        async def main():
            found = asyncio.Queue()
            browser = Browser(found.put_nowait)
            browser.start()
            table = await found.get()
            me = Hello("0.1.0", 1, 1, "Anna")
            answer = await probe(me, table.addresses, table.port)
            link = await dial(
                Identity(b"g" * 32), me, answer.address, answer.port, table=table.notice.table
            )
            payload = await anext(link)
            print(json.dumps([table.notice.name, table.addresses, answer.name,
                              answer.card.decode(), link.identity == answer.identity,
                              payload.decode(), browser.trouble]))
            await link.close()
            await browser.close()

        asyncio.run(main())
    """)

    def start(namespace: str, script: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            ["ip", "netns", "exec", namespace, sys.executable, "-c", script],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    with start(namespaces[0], host) as hosting, start(namespaces[1], guest) as joining:
        try:
            out, err = joining.communicate(timeout=30)
            assert err == ""
            assert json.loads(out) == [
                "Znüni", ["10.77.0.1"], "Ueli", "card", True, "welcome", None
            ]  # fmt: skip
            assert hosting.communicate(timeout=10) == ("", "")
        finally:
            hosting.kill()
            joining.kill()
