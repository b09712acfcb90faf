"""The only door between the network and whoever looks at it: commands in, updates out.

`host`, `join` and `local` open a session. `verify` and `replay` read a log and need nothing else;
`league` reads all of a home.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Protocol

from net.commands import (
    Admit,
    Command,
    GiveWord,
    HostConfig,
    JoinConfig,
    KickSeat,
    LocalConfig,
    Mute,
    PauseTable,
    Perform,
    Quit,
    Ready,
    Rematch,
    SayText,
    SetBot,
    SetGame,
    StartGame,
    SwapSeats,
    TakeSeat,
)
from net.core.replay import Replay, Step, replay_bytes
from net.core.saved import Saved, saved_bytes
from net.core.verify import VerifyReport, unreadable, verify_bytes
from net.league import GameTable, League, LeftOut, Standing, league
from net.link.records import log_bytes, saved_logs
from net.lobbies import Found, TableBrowser, compared, tables
from net.past import UnfinishedTable
from net.past import public_key as identity_of
from net.past import unfinished_tables as unfinished
from net.sitting import host, join, local
from net.updates import (
    ActionRefused,
    CameLate,
    CommandRefused,
    EarlierHands,
    Failed,
    GalleryChanged,
    GameFinished,
    HandFinished,
    KickWished,
    Knocked,
    LinkChanged,
    LobbyChanged,
    Offended,
    OrdererChanged,
    OtherKey,
    Paused,
    ReadyChanged,
    Said,
    SeatGiven,
    SeatInfo,
    TableOpened,
    TurnCame,
    Update,
    VerdictCode,
    ViewChanged,
    Waiting,
    WaitingFor,
    WordResult,
    WordShown,
)

__all__ = [
    "ActionRefused",
    "Admit",
    "CameLate",
    "Command",
    "CommandRefused",
    "EarlierHands",
    "Failed",
    "Found",
    "GalleryChanged",
    "GameFinished",
    "GameTable",
    "GiveWord",
    "HandFinished",
    "HostConfig",
    "JoinConfig",
    "KickSeat",
    "KickWished",
    "Knocked",
    "League",
    "LeftOut",
    "LinkChanged",
    "LobbyChanged",
    "LocalConfig",
    "Mute",
    "Offended",
    "OrdererChanged",
    "OtherKey",
    "PauseTable",
    "Paused",
    "Perform",
    "Quit",
    "Ready",
    "ReadyChanged",
    "Rematch",
    "Replay",
    "Said",
    "Saved",
    "SayText",
    "SeatGiven",
    "SeatInfo",
    "Session",
    "SetBot",
    "SetGame",
    "Standing",
    "StartGame",
    "Step",
    "SwapSeats",
    "TableBrowser",
    "TableOpened",
    "TakeSeat",
    "TurnCame",
    "UnfinishedTable",
    "Update",
    "VerdictCode",
    "VerifyReport",
    "ViewChanged",
    "Waiting",
    "WaitingFor",
    "WordResult",
    "WordShown",
    "compared",
    "host",
    "identity_of",
    "join",
    "league",
    "local",
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


def saved(path: Path) -> Saved:
    """What a saved table is, without the cards of it: for lists.

    Raises:
        OSError: the file cannot be read.
    """
    return saved_bytes(log_bytes(path))
