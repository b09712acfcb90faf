"""The line mode: a whole game in lines of text, for people at any terminal and screen readers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from net.commands import Command, Quit
from net.session import Session
from net.updates import GameFinished
from tui.lines import LINE_BYTES
from tui.orders import obey
from tui.settings import Settings
from tui.teller import Teller

if TYPE_CHECKING:
    from net.session import Replay

__all__ = ["replay_lines", "run"]


_LISTED = 12
"""So many numbers are listed; of more only the first and the last."""


async def run(
    opening: Awaitable[Session],
    settings: Settings,
    *,
    autoplay: bool,
    watching: bool = False,
    source: int = 0,
    write: Callable[[str], None] | None = None,
) -> int:
    """Plays a whole session in lines of text and returns the exit code.

    Args:
        opening: the session, being opened.
        settings: whose eyes and ears they are.
        autoplay: a bot plays the seat; the end of `source` then means nothing.
        watching: there is no seat; after the end of `source` the Partie is watched to its end.
        source: file descriptor of what is typed.
        write: takes each line; standard output by default.

    Raises:
        JassError: the session could not be opened.
    """
    tell = write or _print
    teller = Teller(settings)
    session = await opening
    stays = autoplay or watching
    reading = asyncio.create_task(_read(session, teller, source, tell, stays=stays))
    try:
        async for update in session.updates():
            if teller.left:
                continue
            for line in teller.told(update, time.monotonic()):
                tell(line)
            unattended = autoplay or (watching and reading.done())
            if teller.over or (unattended and isinstance(update, GameFinished)):
                break
    finally:
        if teller.left or reading.done():
            await reading  # it may be closing the session
        else:
            reading.cancel()
        await session.close()
    return 1 if teller.failed else 0


def _print(line: str) -> None:
    print(line, flush=True)


async def _read(
    session: Session, teller: Teller, source: int, tell: Callable[[str], None], *, stays: bool
) -> None:
    try:
        left = await obey(session, source, partial(_understood, teller, tell))
        if left or not stays or teller.known.game is not None:
            teller.left = True
            await session.act(Quit())
            await session.close()
    except Exception:
        await session.close()  # who hears nothing more must not stay: `run` ends with this too
        raise


def _understood(teller: Teller, tell: Callable[[str], None], line: bytes) -> Command | None:
    if len(line) > LINE_BYTES:
        tell(teller.look.say("error.input_too_long"))
        return None
    command, answers = teller.read(line.decode("utf-8", "replace"))
    for answer in answers:
        tell(answer)
    return command


def replay_lines(recorded: Replay, settings: Settings) -> Iterator[str]:
    """A saved game in lines of text, all cards open."""
    teller = Teller(settings, live=False)
    for update in recorded.updates:
        yield from teller.told(update, 0.0)
