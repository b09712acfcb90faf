"""A terminal that is closed under the program: it ends, whatever the screen is doing then."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Final

__all__ = ["HUNG_UP", "watch_terminal"]

HUNG_UP: Final = 128 + getattr(signal, "SIGHUP", 1)
"""The exit code of a program whose terminal is gone."""

LOOK_S: Final = 1.0
"""How often is looked; a look costs microseconds."""

PATIENCE_S: Final = 3.0
"""How long the table may take to be left; nothing is lost by less, the disk is always first."""


def watch_terminal(leave: Callable[[], object]) -> None:
    """Calls `leave` once the terminal on standard input is gone, and ends the process after that.

    A window that is closed sends SIGHUP, but not to everybody below it, and a screen whose
    terminal is gone waits for ever to write its next cells: so this thread asks the system itself
    and does not rely on the screen's loop. Does nothing where standard input is no terminal.
    """
    stdin = sys.__stdin__
    if stdin is None or not stdin.isatty():
        return
    number = stdin.fileno()

    def watch() -> None:
        while os.isatty(number):
            time.sleep(LOOK_S)
        with contextlib.suppress(RuntimeError):  # the loop has ended by itself
            leave()
        time.sleep(PATIENCE_S)
        os._exit(HUNG_UP)

    threading.Thread(target=watch, name="jass-terminal", daemon=True).start()
