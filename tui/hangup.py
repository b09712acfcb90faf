"""An end from outside, by a signal or a terminal that is closed: nothing is lost by it.

Ctrl-C leaves the table as `q` does. A window that is closed, or what `kill` and a shutdown send,
may not be what the person wants: in a Partie the seat is kept, and waited for as after any lost
link.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

from net.commands import Quit
from net.errors import JassError

if TYPE_CHECKING:
    from net.session import Session

__all__ = ["HUNG_UP", "Hold", "heed_signals", "last_word", "stoppable", "watch_terminal"]

HUNG_UP: Final = 128 + getattr(signal, "SIGHUP", 1)
"""The exit code of a program whose terminal is gone."""

TERMINATED: Final = 128 + signal.SIGTERM
"""The exit code of a program that was asked to end, by `kill` or a machine that shuts down."""

LOOK_S: Final = 1.0
"""How often is looked; a look costs microseconds."""

STUCK_S: Final = 20.0
"""After so long a program that was told to end is ended, whatever it waits for."""

PATIENCE_S: Final = 3.0
"""How long the table may take to be left; nothing is lost by less, the disk is always first."""


def heed_signals(stop: Callable[[int], object]) -> Callable[[], None]:
    """Has the running loop call `stop` with 128 + its number for each signal that ends a program.

    Ctrl-C, a closed window and what `kill` sends. Whoever started us with one of them ignored, as
    `nohup` does, still has it ignored. A loop that does not come to it, since a disk does not
    answer, holds nobody: the process then ends after `STUCK_S`. Returns what takes it back.
    """
    loop = asyncio.get_running_loop()
    before: dict[int, Any] = {}

    def heard(number: int, frame: object) -> None:
        del frame
        with contextlib.suppress(RuntimeError):  # the loop has ended by itself
            loop.call_soon_threadsafe(stop, 128 + number)
        timer = threading.Timer(STUCK_S, os._exit, (128 + number,))
        timer.daemon = True
        timer.start()

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            with contextlib.suppress(ValueError):  # outside the main thread nobody is told
                before[number] = signal.signal(number, heard)

    def deaf() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    return deaf


def last_word(code: int) -> Quit:
    """The last word to a table before the program ends with this exit code."""
    return Quit(stopped=code in (HUNG_UP, TERMINATED))


Hold = Callable[[Awaitable["Session"]], Awaitable["Session"]]
"""Opens a session so that a signal finds it; the one before is closed by then."""


async def stoppable(play: Callable[[Hold], Coroutine[Any, Any, int]]) -> int:
    """Plays a session to its end, or until a signal: then the others hear that we go.

    A second signal ends the process at once.

    Args:
        play: opens a session with what it is given, or several one after the other, reads and
            writes until it is closed, and returns the exit code.

    Returns:
        The exit code of `play`, or 128 + the number of the signal.

    Raises:
        JassError: as `play` does, if no signal came.
    """
    code: int | None = None
    session: Session | None = None
    leaving: asyncio.Task[None] | None = None

    async def hold(opening: Awaitable[Session]) -> Session:
        nonlocal session
        session = None
        session = await opening
        return session

    async def leave(there: Session, number: int) -> None:
        with contextlib.suppress(JassError):  # a full disk keeps nobody
            await there.act(last_word(number))
        await there.close(PATIENCE_S)

    def stop(number: int) -> None:
        nonlocal code, leaving
        code = number
        deaf()
        if session is None:
            playing.cancel()
        else:
            leaving = asyncio.create_task(leave(session, number))

    playing = asyncio.create_task(play(hold))
    deaf = heed_signals(stop)
    try:
        done = await playing
    except (JassError, asyncio.CancelledError):
        if code is None:
            raise
        done = code
    finally:
        deaf()
        if leaving is not None:
            await leaving
    return done if code is None else code


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
