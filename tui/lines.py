"""Lines that somebody types or a script writes, without blocking the program."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import AsyncIterator
from concurrent.futures import CancelledError

__all__ = ["LINE_BYTES", "read_lines"]

LINE_BYTES = 64 * 1024
"""Longest line read: a program gone wild must not fill the memory."""

LINES_WAITING = 64
"""Lines read ahead of the session, for the same reason."""


async def read_lines(source: int) -> AsyncIterator[bytes]:
    """Lines from a file descriptor without their ends, until it ends.

    They are read in a thread, because not every system can await a pipe; and read directly, because
    a buffered reader's lock, held by that thread at exit, would abort the interpreter.
    """
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=LINES_WAITING)

    def put(line: bytes | None) -> None:
        waiting = queue.put(line)
        try:
            asyncio.run_coroutine_threadsafe(waiting, loop).result()
        except RuntimeError:  # the loop has ended meanwhile
            waiting.close()
            raise

    def pump() -> None:
        rest = b""
        with contextlib.suppress(RuntimeError, CancelledError):  # nobody listens any more
            with contextlib.suppress(OSError):  # as good as an end
                while chunk := os.read(source, LINE_BYTES):
                    *lines, rest = (rest + chunk).split(b"\n")
                    for line in lines:
                        put(line.rstrip(b"\r"))
                    if len(rest) > LINE_BYTES:
                        put(rest)  # no line is that long: whoever reads it will say so
                        rest = b""
            if rest:
                put(rest)
            put(None)

    threading.Thread(target=pump, name="lines", daemon=True).start()
    while (line := await queue.get()) is not None:
        yield line
