"""Real terminals: a tmux session per person, driven by keys, read as cells."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

from tests.processes.seats import JASS, environment

MISSING = "tmux is not installed"


def installed() -> bool:
    """Whether there is a tmux."""
    return shutil.which("tmux") is not None


class Terminal:
    """One terminal of a given size, in which one command runs."""

    def __init__(
        self,
        *arguments: str,
        home: Path,
        size: tuple[int, int] = (80, 24),
        prefix: Sequence[str] = (),
        program: Sequence[str] = JASS,
    ) -> None:
        self.home = home
        self._socket = f"jass-test-{os.getpid()}-{home.name}"
        self._code = home.parent / f"{home.name}.code"
        command = shlex.join([*prefix, *program, *arguments])
        self._tmux(
            *("new-session", "-d", "-x", str(size[0]), "-y", str(size[1])),
            f"{command}; echo $? > {shlex.quote(str(self._code))}; sleep 1000",
            env=environment(home),
        )

    def _tmux(self, *arguments: str, env: dict[str, str] | None = None) -> str:
        done = subprocess.run(
            ["tmux", "-L", self._socket, "-f", os.devnull, *arguments],
            env=env or environment(self.home),
            capture_output=True,
            text=True,
            check=True,
            timeout=20,
        )
        return done.stdout

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._tmux("kill-server")

    @property
    def screen(self) -> str:
        """What is on the screen now."""
        return self._tmux("capture-pane", "-p")

    def press(self, *keys: str) -> None:
        """Presses keys by their tmux names, one after the other."""
        self._tmux("send-keys", *keys)

    @property
    def exit_code(self) -> int | None:
        """The exit code of the command once it has ended."""
        return int(self._code.read_text()) if self._code.exists() else None

    def until(self, found: Callable[[str], bool] | str, seconds: float = 20.0) -> str:
        """The first screen that fits; fails with the last one."""
        fits = found if callable(found) else lambda screen: found in screen
        end = time.monotonic() + seconds
        while not fits(screen := self.screen):
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds:.0f} s:\n{screen}")
            time.sleep(0.1)
        return screen


def play_by_keys(terminals: Sequence[Terminal], done: str, seconds: float) -> None:
    """Presses what a person would, at every terminal, until all show `done`.

    The players know one strategy: the first card, contract or answer that is not refused. Enter
    also says «Bereit» between the hands.
    """
    end = time.monotonic() + seconds
    left = list(terminals)
    digit = 0
    while left:
        digit = digit % 9 + 1
        for terminal in list(left):
            if done in terminal.screen:
                left.remove(terminal)
            else:
                terminal.press(str(digit), "Enter")
        if time.monotonic() > end:
            raise AssertionError(f"no «{done}» within {seconds:.0f} s:\n{left[0].screen}")
