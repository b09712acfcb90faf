"""Networks for tests: namespaces on a bridge, and a proxy that delays and cuts."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import subprocess
import threading
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


class Bridge:
    """Namespaces on one bridge, each like a laptop on one Wi-Fi, and what may happen to its cables.

    The bridge has a namespace of its own, so that the machine's own network is left alone.

    Attributes:
        prefixes: what to put before a command to run it in each place.
    """

    def __init__(self, count: int) -> None:
        stem = f"jass{os.getpid()}"
        self._middle = f"{stem}-br"
        self._places = [f"{stem}-{number}" for number in range(count)]
        self.prefixes = [["ip", "netns", "exec", place] for place in self._places]

    def __enter__(self) -> Self:
        try:
            self._build()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for name in (self._middle, *self._places):
            _ip("netns", "delete", name, check=False)

    def _build(self) -> None:
        for name in (self._middle, *self._places):
            _ip("netns", "add", name)
            _ip("-n", name, "link", "set", "lo", "up")
        self._add_bridge("br0")
        for number, place in enumerate(self._places):
            port = f"port{number}"
            peer = ("peer", port, "netns", self._middle)
            _ip("-n", place, "link", "add", "lan0", "type", "veth", *peer)
            _ip("-n", self._middle, "link", "set", port, "master", "br0", "up")
            _ip("-n", place, "link", "set", "lan0", "up")
            self.move_to(number, number + 1)

    def _add_bridge(self, name: str) -> None:
        _ip("-n", self._middle, "link", "add", name, "type", "bridge")
        _ip("-n", self._middle, "link", "set", name, "up")

    @staticmethod
    def address(host: int) -> str:
        """The address of the machine with this number."""
        return f"10.77.0.{host}"

    def move_to(self, place: int, host: int) -> None:
        """Gives a place another address, as when a laptop changes from Wi-Fi to cable."""
        name = self._places[place]
        _ip("-n", name, "address", "flush", "dev", "lan0")
        _ip("-n", name, "address", "add", f"{self.address(host)}/24", "dev", "lan0")
        _ip("-n", name, "route", "replace", "default", "dev", "lan0")

    def unplug(self, place: int) -> None:
        """The link of one place is down, and its machine sees that."""
        _ip("-n", self._middle, "link", "set", f"port{place}", "down")

    def plug(self, place: int) -> None:
        """The link is up again."""
        _ip("-n", self._middle, "link", "set", f"port{place}", "up")

    def tear(self, *places: int) -> None:
        """These places see only each other from now on; nobody's link goes down."""
        if _ip("-n", self._middle, "link", "show", "br1", check=False) != 0:
            self._add_bridge("br1")
        for place in places:
            _ip("-n", self._middle, "link", "set", f"port{place}", "master", "br1")

    def mend(self) -> None:
        """All places see each other again."""
        for place in range(len(self._places)):
            _ip("-n", self._middle, "link", "set", f"port{place}", "master", "br0")


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
