"""From the last «Bereit» to nine cards in hand: in one process, and with four over loopback."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from pathlib import Path

from bench.row import Figure, Row, Sample, Scale
from bench.terminal import environment, jass
from engine import bots
from net import session as door
from net.commands import JoinConfig, LocalConfig, Perform, Ready
from net.session import Session
from net.updates import HandFinished, TurnCame, ViewChanged

HAND = 9


async def hands(session: Session, count: int, pause: float) -> Sample:
    """Play on until this many deals were measured; `pause` is the look at the result."""
    times = Sample()
    pressed: float | None = None
    async for update in session.updates():
        match update:
            case TurnCame():
                action = bots.choose(update.view, "normal", os.urandom(32))
                await session.act(Perform(action))
            case HandFinished():
                await asyncio.sleep(pause)
                pressed = time.perf_counter()
                await session.act(Ready())
            case ViewChanged() if pressed is not None and len(update.view.hand) == HAND:
                times.add((time.perf_counter() - pressed) * 1000)
                pressed = None
                if len(times.values) == count:
                    break
            case _:
                pass
    return times


async def in_one_process(count: int) -> Sample:
    """A practice game: all four seats in this process."""
    with tempfile.TemporaryDirectory() as home:
        session = await door.local(
            LocalConfig(home=Path(home), player="Bench", preset="turnier_12", fast=True)
        )
        try:
            return await hands(session, count, 0.3)
        finally:
            await session.close()


async def with_four(count: int) -> Sample:
    """A host and two guests as processes, this process as the last one who says «Bereit»."""
    running: list[Process] = []

    async def start(folder: str, *arguments: str) -> Process:
        process = await asyncio.create_subprocess_exec(
            *jass(*arguments, "--headless", "--autoplay", "normal"),
            stdin=PIPE, stdout=PIPE, stderr=asyncio.subprocess.DEVNULL,
            env=environment(folder), limit=1 << 22,
        )  # fmt: skip
        running.append(process)
        return process

    with tempfile.TemporaryDirectory() as folder:
        try:
            host = await start(
                f"{folder}/0", "host", "--open", "--no-mdns", "--port", "0",
                "--bind", "127.0.0.1", "--preset", "turnier_12",
            )  # fmt: skip
            assert host.stdout is not None
            address = json.loads(await host.stdout.readline())["address"]
            drains = [asyncio.create_task(drain(host))]
            for number in (1, 2):
                guest = await start(f"{folder}/{number}", "join", address)
                drains.append(asyncio.create_task(drain(guest)))
            session = await door.join(
                JoinConfig(home=Path(folder, "3"), player="Bench", address=address, fast=True)
            )
            try:
                return await hands(session, count, 1.0)
            finally:
                await session.close()
        finally:
            for process in running:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()


async def drain(process: Process) -> None:
    """Read what nobody looks at, so that the process does not wait for us."""
    assert process.stdout is not None
    while await process.stdout.read(1 << 16):
        pass


def measure(scale: Scale) -> list[Figure]:
    count = scale.of(10, 1)
    figures = [_figure("in one process", asyncio.run(in_one_process(count)))]
    if not scale.quick and sys.platform != "win32":
        figures.append(_figure("four processes over loopback", asyncio.run(with_four(count))))
    return figures


def _figure(name: str, times: Sample) -> Figure:
    return Figure(f"last «Bereit» to nine cards, {name}, median", times.median, "ms", 250)


ROW = Row("ready", "from the last «Bereit» to nine cards in hand", measure)
