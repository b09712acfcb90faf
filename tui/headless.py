"""A seat without a screen: one JSON object per line, out and in. The schema: docs/headless.md.

A script, another bot or a test sits down with it. Everything this seat may know comes out as it
happens; commands go in. Nothing here imports Textual.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final, TextIO

from net.commands import Command, Quit
from net.errors import PeerError
from net.session import Session
from tui.faults import as_error
from tui.lines import read_lines, utf8_output
from tui.orders import obey
from tui.script import BadInputError, Script, error_record
from tui.texts import Say

__all__ = ["run"]

REMATCH_S: Final = 3.0
"""How long a seat whose input is open stays after ``game``, in case somebody wants a rematch."""

AGAIN_S: Final = 10.0
"""After so long, and so long again, the script is told what is still waited for."""

SEATED_S: Final = 5.0
"""How long a seat that is to be left may take to be known: only whoever sits can leave."""


async def run(
    opening: Awaitable[Session],
    say: Say,
    *,
    autoplay: bool,
    watching: bool = False,
    out: TextIO | None = None,
    source: int = 0,
) -> int:
    """Plays a whole session for a script.

    Args:
        opening: the session, being opened.
        say: texts in the user's language.
        autoplay: a bot plays the seat; the end of `source` then means nothing.
        watching: there is no seat; the end of `source` means nothing either.
        out: where objects go, one per line, flushed; standard output by default.
        source: file descriptor that commands come from, one per line.

    Returns:
        The exit code: 0 when the Partie ended or the script left, else 1.

    Raises:
        JassError: the session could not be opened, or failed.
        OSError: the system does not go along; `BrokenPipeError`: nobody reads any more.
        Exception: a fault of the program. Of all but `BrokenPipeError` an object has told too.
    """
    stream = out or utf8_output()

    def write(record: Mapping[str, object]) -> None:
        stream.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
        stream.flush()

    script = Script(say, autoplay=autoplay, watching=watching)
    try:
        return await _play(opening, script, source, write)
    except BrokenPipeError:
        raise
    except Exception as error:
        if script.failure is None:  # else it has been told as it came
            with contextlib.suppress(OSError):
                last = as_error(error)
                write(error_record(say, last.code, last.facts))
        raise


async def _play(
    opening: Awaitable[Session],
    script: Script,
    source: int,
    write: Callable[[Mapping[str, object]], None],
) -> int:
    """As `run`, without a word about why it goes wrong."""
    session = await opening
    seated = asyncio.Event()
    reading = asyncio.create_task(_read(session, script, seated, source, write))
    repeating = asyncio.create_task(_repeat(session, script, write))
    ending: asyncio.Task[None] | None = None
    try:
        async for update in session.updates():
            if script.left:
                continue  # what becomes of the table is the others' from now on
            for record in script.told(update):
                write(record)
            if script.seated:
                seated.set()
            if script.failure is not None or (script.over and reading.done()):
                break
            if script.over and ending is None:
                ending = asyncio.create_task(_end(session, script))
            if not script.over and ending is not None and not script.ended:
                ending.cancel()
                ending = None
            command = script.answer(update)
            if command is not None:
                await session.act(command)
    finally:
        repeating.cancel()
        if ending is not None and script.ended:
            await ending  # it is closing the session, as does the reading
        elif ending is not None:
            ending.cancel()
        if script.left or reading.done():
            await reading
        else:
            reading.cancel()
        await session.close()
        if repeating.done() and not repeating.cancelled():
            await repeating
    if script.failure is not None:
        failure = script.failure
        raise PeerError(failure.code, failure.code.replace("_", " "), **failure.facts)
    return 0 if script.left or script.over or script.ended else 1


async def _repeat(
    session: Session, script: Script, write: Callable[[Mapping[str, object]], None]
) -> None:
    """Says from time to time what is still waited for."""
    try:
        while True:
            await asyncio.sleep(AGAIN_S)
            for record in script.still_waiting():
                write(record)
    except OSError:
        await session.close()  # nobody can be told anything: `run` ends with this too
        raise


async def _end(session: Session, script: Script) -> None:
    """Ends the session some time after the Partie, unless the script wants another one."""
    await asyncio.sleep(REMATCH_S)
    if not script.again:
        script.ended = True
        await session.close()


async def _read(
    session: Session,
    script: Script,
    seated: asyncio.Event,
    source: int,
    write: Callable[[Mapping[str, object]], None],
) -> None:
    """Turns the script's lines into commands until it leaves or its lines end."""
    try:
        lines = read_lines(source)
        left = await obey(session, lines, partial(_understood, script, write))
        if left or not (script.autoplay or script.watching):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0 if script.watching else SEATED_S):
                    await seated.wait()
            script.left = True
            await session.act(Quit())
            await session.close()
    except Exception:
        # A seat that hears nothing more must not stay: `run` ends with this too.
        await session.close()
        raise


def _understood(
    script: Script, write: Callable[[Mapping[str, object]], None], line: bytes
) -> Command | None:
    try:
        return script.read(line) if line.strip() else None
    except BadInputError as error:
        write(error_record(script.say, error.code, {}))
        return None
