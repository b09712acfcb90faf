"""A program behind a real pseudo-terminal: what a person's terminal would get, with the times.

Time ends at the first byte that arrives; the drawing of the terminal itself is not included.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import struct
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from bench.row import Skip

COLUMNS, ROWS = 80, 24


class Terminal:
    """Runs a command at 80×24; a context manager that ends it."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        if sys.platform == "win32":
            raise Skip("pseudo-terminals are measured on Unix only")
        import fcntl
        import pty
        import termios

        self.started = time.perf_counter()
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            try:
                os.execve(command[0], list(command), dict(environment))
            finally:
                os._exit(127)
        size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, size)
        self.seen = bytearray()

    def read(self, seconds: float) -> bytes:
        """What arrives next within this time, b"" if nothing does or the program is gone."""
        ready, _, _ = select.select([self.master], [], [], max(0.0, seconds))
        if not ready:
            return b""
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return b""
        self.seen += data
        return data

    def until(self, marker: bytes, seconds: float) -> float:
        """Read until `marker` has come since the start; seconds since the start.

        Raises:
            Skip: it did not come.
        """
        deadline = time.perf_counter() + seconds
        while marker not in self.seen:
            if not self.read(deadline - time.perf_counter()) and (
                time.perf_counter() >= deadline or not self.alive()
            ):
                tail = bytes(self.seen[-200:]).decode(errors="replace")
                raise Skip(f"no {marker.decode()!r} on the screen within {seconds:g} s: {tail!r}")
        return time.perf_counter() - self.started

    def settle(self, quiet: float = 0.15, at_most: float = 5.0) -> int:
        """Read until nothing comes for `quiet` seconds; the number of bytes."""
        total = 0
        deadline = time.perf_counter() + at_most
        while time.perf_counter() < deadline:
            data = self.read(quiet)
            if not data:
                break
            total += len(data)
        return total

    def text(self) -> str:
        """What stands on the screen now."""
        import pyte

        screen = pyte.Screen(COLUMNS, ROWS)
        pyte.ByteStream(screen).feed(bytes(self.seen))
        return "\n".join(screen.display)

    def key(self, data: bytes) -> tuple[float, int]:
        """Press a key; seconds to the first byte painted, and all bytes of the answer."""
        start = time.perf_counter()
        os.write(self.master, data)
        first = self.read(2.0)
        elapsed = time.perf_counter() - start
        return elapsed, len(first) + self.settle(0.03, 0.3)

    def alive(self) -> bool:
        """Whether the program still runs."""
        try:
            return os.waitpid(self.pid, os.WNOHANG) == (0, 0)
        except ChildProcessError:
            return False

    def resident_kilobytes(self) -> int:
        """Memory of the program in use, in kB (Linux only)."""
        try:
            with Path(f"/proc/{self.pid}/status").open(encoding="ascii") as status:
                for line in status:
                    if line.startswith("VmHWM:"):
                        return int(line.split()[1])
        except OSError as error:
            raise Skip("memory is measured on Linux only") from error
        raise Skip("the program has ended")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(OSError):
            os.kill(self.pid, signal.SIGTERM)
        deadline = time.perf_counter() + 3
        while time.perf_counter() < deadline and self.alive():
            self.read(0.05)
        with contextlib.suppress(OSError):
            os.kill(self.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            os.waitpid(self.pid, 0)
        with contextlib.suppress(OSError):
            os.close(self.master)


def environment(home: str) -> dict[str, str]:
    """A player's environment: a colour terminal and a home of its own."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in {"PATH", "HOME", "SYSTEMROOT", "VIRTUAL_ENV", "PYTHONPATH"}
    }
    return {
        **kept,
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "JASS_HOME": home,
    }


def jass(*arguments: str) -> list[str]:
    """The command line of the program, by the interpreter that runs the benchmark."""
    return [sys.executable, "-m", "tui", *arguments]
