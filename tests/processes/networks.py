"""Networks for tests: namespaces on a bridge, and a proxy that delays and cuts."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import shutil
import subprocess
import threading
from collections.abc import Iterator
from typing import Self


def allowed() -> bool:
    """Whether this system lets us make network namespaces."""
    if shutil.which("ip") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    name = f"jass-try-{os.getpid()}"
    if _ip("netns", "add", name, check=False) != 0:
        return False
    fine = _ip("-n", name, "link", "add", "br0", "type", "bridge", check=False) == 0
    _ip("netns", "delete", name)
    return fine


def _ip(*arguments: str, check: bool = True) -> int:
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    if check and done.returncode:
        raise RuntimeError(f"ip {' '.join(arguments)}: {done.stderr}")
    return done.returncode


@contextlib.contextmanager
def bridged(count: int) -> Iterator[list[list[str]]]:
    """Namespaces on one bridge, each like a laptop on one Wi-Fi; yields the prefix of a command.

    The bridge has a namespace of its own, so that the machine's own network is left alone.
    """
    stem = f"jass{os.getpid()}"
    bridge, places = f"{stem}-br", [f"{stem}-{number}" for number in range(count)]
    try:
        for name in (bridge, *places):
            _ip("netns", "add", name)
            _ip("-n", name, "link", "set", "lo", "up")
        _ip("-n", bridge, "link", "add", "br0", "type", "bridge")
        _ip("-n", bridge, "link", "set", "br0", "up")
        for number, place in enumerate(places):
            port = f"port{number}"
            _ip("-n", place, "link", "add", "lan0", "type", "veth", "peer", port, "netns", bridge)
            _ip("-n", bridge, "link", "set", port, "master", "br0", "up")
            _ip("-n", place, "address", "add", f"10.77.0.{number + 1}/24", "dev", "lan0")
            _ip("-n", place, "link", "set", "lan0", "up")
            _ip("-n", place, "route", "add", "default", "dev", "lan0")
        yield [["ip", "netns", "exec", place] for place in places]
    finally:
        for name in (bridge, *places):
            _ip("netns", "delete", name, check=False)


class Proxy:
    """Carries TCP connections to a port with a delay of 30 ± 10 ms, and cuts them by chance.

    Every second each connection is cut with a chance of 2 %. Chance is seeded: a failing test can
    be run again.
    """

    DELAY_S = 0.030
    JITTER_S = 0.010
    CUT_CHANCE = 0.02

    def __init__(self, port: int, seed: int) -> None:
        self.target = port
        self.port = 0
        self.cuts = 0
        self._random = random.Random(seed)
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(5)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        work = [
            asyncio.ensure_future(self._carry(reader, far_writer)),
            asyncio.ensure_future(self._carry(far_reader, writer)),
            asyncio.ensure_future(self._fate()),
        ]
        await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        for task in work:
            task.cancel()
        for end in (writer, far_writer):
            end.transport.abort()

    async def _fate(self) -> None:
        seconds = 1
        while self._random.random() >= self.CUT_CHANCE:
            seconds += 1
        await asyncio.sleep(seconds)
        self.cuts += 1

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Bytes in their order, each piece late by its own delay."""
        loop = asyncio.get_running_loop()
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(1024)

        async def send() -> None:
            while True:
                due, piece = await pieces.get()
                await asyncio.sleep(due - loop.time())
                writer.write(piece)
                await writer.drain()

        sending = asyncio.ensure_future(send())
        try:
            while piece := await reader.read(65536):
                delay = self.DELAY_S + self._random.uniform(-self.JITTER_S, self.JITTER_S)
                await pieces.put((loop.time() + delay, piece))
        finally:
            sending.cancel()
