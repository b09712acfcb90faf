"""The only door between the network and whoever looks at it: commands in, updates out.

What can be said through it is listed in `net.commands`, what is heard in `net.updates`.

`host`, `join` and `local` open a session. `verify` and `replay` read a log and need nothing else;
`league` reads all of a home.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Protocol

from engine.notation import write_game
from net.commands import Command
from net.core.replay import Replay, Step, replay_bytes
from net.core.saved import Saved, saved_bytes
from net.core.transcript import transcripts
from net.core.verify import VerifyReport, unreadable, verify_bytes
from net.league import GameTable, League, LeftOut, Standing, league
from net.link.records import log_bytes, saved_logs
from net.lobbies import Found, TableBrowser, compared, tables
from net.past import UnfinishedTable, identity_of, unfinished
from net.sitting import host, join, local
from net.updates import Update

__all__ = [
    "Found",
    "GameTable",
    "League",
    "LeftOut",
    "Replay",
    "Saved",
    "Session",
    "Standing",
    "Step",
    "TableBrowser",
    "UnfinishedTable",
    "VerifyReport",
    "compared",
    "host",
    "identity_of",
    "join",
    "league",
    "local",
    "notation",
    "replay",
    "saved",
    "saved_logs",
    "tables",
    "unfinished",
    "verify",
]


class Session(Protocol):
    """A seat at a table, wherever the table is."""

    async def act(self, command: Command) -> None:
        """Asks for something; a refusal comes as an update, never as an exception."""

    def updates(self) -> AsyncIterator[Update]:
        """Everything that happens, in order, until the session is over. For one reader."""

    async def close(self, patience_s: float = 10.0) -> None:
        """Ends the session; calling it twice does nothing.

        Whoever is linked gets the last entry first, for at most ``patience_s`` seconds.
        """


def verify(path: Path) -> VerifyReport:
    """Checks the log in a file; what is wrong with it is in the report, never an exception."""
    try:
        data = log_bytes(path)
    except OSError as error:
        return unreadable(error.strerror or str(error))
    return verify_bytes(data)


def replay(path: Path) -> Replay:
    """Reads a saved game to step through, as far as its log is sound.

    Raises:
        OSError: the file cannot be read.
    """
    return replay_bytes(log_bytes(path))


def notation(path: Path) -> str:
    """A saved game in the notation of `engine.notation`, "" when no hand of it can be told so.

    Raises:
        OSError: the file cannot be read.
    """
    return "\n".join(write_game(game) for game in transcripts(log_bytes(path)) if game.lines)


def saved(path: Path) -> Saved:
    """What a saved table is, without the cards of it: for lists.

    Raises:
        OSError: the file cannot be read.
    """
    return saved_bytes(log_bytes(path))
