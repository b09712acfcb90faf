"""Real `jass` processes at a table, driven by JSON lines as any script would."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

JASS = [sys.executable, "-m", "tui"]
"""The program under test, from this tree."""

GAME_SECONDS = 110.0
"""Longest that a whole Partie may take on a busy machine with two cores."""


def environment(home: Path) -> dict[str, str]:
    """A clean environment: nothing of the developer's own home or language gets in."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return {**kept, "JASS_HOME": str(home), "LANG": "C.UTF-8", "PYTHONUTF8": "1", "HOME": str(home)}


def jass(*arguments: str, home: Path, seconds: float = 60.0) -> subprocess.CompletedProcess[str]:
    """Runs one command to its end."""
    return subprocess.run(
        [*JASS, *arguments],
        env=environment(home),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=seconds,
        check=False,
    )


class Seat:
    """One running process with `--headless`, and everything it has said so far."""

    def __init__(
        self,
        *arguments: str,
        home: Path,
        prefix: Sequence[str] = (),
        program: Sequence[str] = JASS,
    ) -> None:
        self.home = home
        self.said: list[dict[str, Any]] = []
        self._errors = (home.parent / f"{home.name}.stderr").open("ab")
        self._lines: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.process = subprocess.Popen(
            [*prefix, *program, *arguments, "--headless"],
            env=environment(home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(json.loads(line))
        self._lines.put(None)

    @property
    def errors(self) -> str:
        """What it has written to standard error."""
        return (self.home.parent / f"{self.home.name}.stderr").read_text("utf-8")

    def send(self, command: dict[str, Any]) -> None:
        """Writes one line."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(command).encode() + b"\n")
        self.process.stdin.flush()

    def next(self, seconds: float = 30.0) -> dict[str, Any] | None:
        """The next object, or None when the process has ended its output."""
        try:
            record = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise AssertionError(
                f"{self.home.name} was silent for {seconds:.0f} s; last: {self.said[-3:]}"
            ) from None
        if record is not None:
            self.said.append(record)
        return record

    def until(self, kind: str, seconds: float = 30.0, **facts: Any) -> dict[str, Any]:
        """The next object of a type, with these values; everything before it is kept in `said`."""
        end = time.monotonic() + seconds
        while (record := self.next(max(0.01, end - time.monotonic()))) is not None:
            if record["type"] == kind and facts.items() <= record.items():
                return record
        raise AssertionError(
            f"{self.home.name} ended without «{kind}»: {self.said[-2:]} {self.errors}"
        )

    def of(self, kind: str) -> list[dict[str, Any]]:
        """Everything of one type so far."""
        return [record for record in self.said if record["type"] == kind]

    def wait(self, seconds: float = 15.0) -> int:
        """The exit code."""
        while self.next(seconds) is not None:
            pass
        return self.process.wait(seconds)

    def kill(self) -> None:
        """SIGKILL: no chance to say or save anything."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        self._errors.close()


def play_on(seats: Sequence[Seat], seconds: float = GAME_SECONDS) -> list[dict[str, Any]]:
    """Lets all seats play to the end and returns the `game` object of each."""
    end = time.monotonic() + seconds
    return [seat.until("game", max(1.0, end - time.monotonic())) for seat in seats]


def logs(homes: Sequence[Path]) -> list[Path]:
    """The one saved log of each home."""
    found = [list((home / "tables").glob("*.jass")) for home in homes]
    assert [len(logs) for logs in found] == [1] * len(homes)
    return [logs[0] for logs in found]


def same_log(saved: Sequence[Path], seconds: float = 15) -> bool:
    """Whether the logs become equal to the byte, while whoever lags behind catches up."""
    deadline = time.monotonic() + seconds
    while len({log.read_bytes() for log in saved}) != 1:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.2)
    return True
