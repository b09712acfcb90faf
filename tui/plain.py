"""The line mode: a whole game in lines of text, for people at any terminal and screen readers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from net.commands import Command, Ready
from net.session import Session
from net.updates import GameFinished
from tui.afresh import GOING_ON_SECONDS
from tui.hangup import Hold
from tui.lines import LINE_BYTES, broken, read_lines
from tui.opening import TableConfig, open_anywhere
from tui.orders import obey
from tui.present.canvas import in_ascii
from tui.reader import Reader
from tui.readiness import Countdown
from tui.settings import Settings
from tui.teller import Teller

if TYPE_CHECKING:
    from net.session import Replay

__all__ = ["replay_lines", "run"]


PATIENCE_S = 1.5
"""Seconds without a word while a table is looked for."""

TICK_S = 1.0
"""Seconds between two looks at what only time changes."""

SETTLED_S = 0.4
"""Seconds without news after which it is told who sat down: bots come one after the other."""


async def run(
    opening: Awaitable[Session],
    settings: Settings,
    *,
    autoplay: bool,
    watching: bool = False,
    source: int = 0,
    write: Callable[[str], None] | None = None,
    config: TableConfig | None = None,
    hold: Hold | None = None,
) -> int:
    """Plays a whole session in lines of text, and at every table that is opened after it.

    Args:
        opening: the session, being opened.
        settings: whose eyes and ears they are.
        autoplay: a bot plays the seat; the end of `source` then means nothing.
        watching: there is no seat; after the end of `source` the Partie is watched to its end.
        source: file descriptor of what is typed.
        write: takes each line; standard output by default, where it is broken between words.
        config: what the session was opened with; without it no other table is opened.
        hold: opens the sessions of further tables so that a signal finds them.

    Returns:
        The exit code.

    Raises:
        JassError: a session could not be opened.
    """
    lines = read_lines(source)
    while True:
        teller = Teller(settings)
        tell = write or partial(_print, ascii_only=teller.look.skin.ascii_only)
        reader = Reader(teller.look, teller.known, config)
        await _at_table(
            opening, teller, reader, lines, tell, stays=autoplay or watching, autoplay=autoplay
        )
        if reader.following is None:
            return 1 if teller.failed else 0
        config = reader.following
        opened = open_anywhere(config)
        opening = opened if hold is None else hold(opened)


async def _at_table(
    opening: Awaitable[Session],
    teller: Teller,
    reader: Reader,
    lines: AsyncIterator[bytes],
    tell: Callable[[str], None],
    *,
    stays: bool,
    autoplay: bool,
) -> None:
    """One session, from its opening to its end.

    ``stays``: the end of what is typed means nothing, or not yet.
    """
    patience = asyncio.create_task(_patience(tell, teller.look.say("plain.opening")))
    session = await opening
    reading = asyncio.create_task(_read(session, reader, lines, tell, stays=stays))
    counting = asyncio.create_task(_count(session, teller, tell))
    settling = asyncio.create_task(asyncio.sleep(0))
    try:
        async for update in session.updates():
            if reader.left:
                continue
            settling.cancel()
            for line in teller.told(update, time.monotonic()):
                patience.cancel()
                tell(line)
            settling = asyncio.create_task(_settle(teller, tell))
            unattended = autoplay or (stays and reading.done())
            if teller.over or (unattended and isinstance(update, GameFinished)):
                break
    finally:
        counting.cancel()
        settling.cancel()
        patience.cancel()
        if reader.left or reading.done():
            await reading  # it may be closing the session
        else:
            reading.cancel()
        await session.close()


async def _patience(tell: Callable[[str], None], line: str) -> None:
    await asyncio.sleep(PATIENCE_S)
    tell(line)


async def _settle(teller: Teller, tell: Callable[[str], None]) -> None:
    await asyncio.sleep(SETTLED_S)
    for line in teller.settled():
        tell(line)


async def _count(session: Session, teller: Teller, tell: Callable[[str], None]) -> None:
    """Says «Bereit» for whoever does not, as the screen does; tells what lasts after a Partie."""
    known, shown, countdown = teller.known, None, None
    while True:
        await asyncio.sleep(TICK_S)
        for line in teller.rested():
            tell(line)
        now = time.monotonic()
        if not known.at_result or known.watching:
            shown = None
        elif known.hand is not shown:
            shown, countdown = known.hand, Countdown(known, now)
        elif countdown is not None and countdown.is_over(now):
            countdown = None
            await session.act(Ready())


def _print(line: str, *, ascii_only: bool = False) -> None:
    for part in broken(in_ascii(line) if ascii_only else line):
        print(part, flush=True)


async def _read(
    session: Session,
    reader: Reader,
    lines: AsyncIterator[bytes],
    tell: Callable[[str], None],
    *,
    stays: bool,
) -> None:
    try:
        left = await obey(session, lines, partial(_understood, reader, tell))
        if left or not stays or reader.known.game is not None:
            reader.left = True
            await session.act(reader.last)
            if reader.following is not None:
                await session.close(GOING_ON_SECONDS)
            await session.close()
    except Exception:
        await session.close()  # who hears nothing more must not stay: `run` ends with this too
        raise


def _understood(reader: Reader, tell: Callable[[str], None], line: bytes) -> Command | None:
    if len(line) > LINE_BYTES:
        tell(reader.look.say("error.input_too_long"))
        return None
    command, answers = reader.read(line.decode("utf-8", "replace"))
    for answer in answers:
        tell(answer)
    return command


def replay_lines(recorded: Replay, settings: Settings) -> Iterator[str]:
    """A saved game in lines of text, all cards open."""
    teller = Teller(settings, live=False)
    for update in recorded.updates:
        for line in teller.told(update, 0.0):
            yield from broken(in_ascii(line) if teller.look.skin.ascii_only else line)
