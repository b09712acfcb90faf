"""Lines that somebody types or a script writes, without blocking the program; and lines to read."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import shutil
import sys
import threading
from collections.abc import AsyncIterator
from concurrent.futures import CancelledError
from typing import TextIO

from tui.present.menu import wrap

__all__ = ["LINE_BYTES", "broken", "read_lines", "readable", "utf8_output"]

LINE_BYTES = 64 * 1024
"""Longest line read: a program gone wild must not fill the memory."""

LINES_WAITING = 64
"""Lines read ahead of the session, for the same reason."""

LEAST_WIDTH = 20
"""Cells of a line in however narrow a terminal; 80 where there is none."""


def broken(line: str) -> list[str]:
    """A line in as many as the terminal needs, broken between words; a path stays in one piece."""
    return wrap(line, max(shutil.get_terminal_size().columns, LEAST_WIDTH))


def readable(line: str, stream: TextIO) -> str:
    """A sentence as it is printed: in a terminal broken between words, for a script in one line."""
    return "\n".join(broken(line)) if stream.isatty() else line


async def read_lines(source: int) -> AsyncIterator[bytes]:
    """Lines from a file descriptor without their ends, until it ends.

    Of a line that is too long one byte more than `LINE_BYTES` comes, once; the rest of it is passed
    over, because its end may look like a command.

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
        rest, passing = b"", False
        with contextlib.suppress(RuntimeError, CancelledError):  # nobody listens any more
            with contextlib.suppress(OSError):  # as good as an end
                while chunk := os.read(source, LINE_BYTES):
                    *lines, rest = (rest + chunk).split(b"\n")
                    for line in lines:
                        if not passing:
                            put(line.rstrip(b"\r")[: LINE_BYTES + 1])
                        passing = False
                    if not passing and len(rest) > LINE_BYTES:
                        put(rest[: LINE_BYTES + 1])
                        passing = True
                    if passing:
                        rest = b""
            if rest:
                put(rest)
            put(None)

    threading.Thread(target=pump, name="lines", daemon=True).start()
    while (line := await queue.get()) is not None:
        yield line


def utf8_output() -> TextIO:
    """Standard output in UTF-8 with LF, whatever the system is set to: docs/headless.md says so."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    return sys.stdout
