"""What a session has on the disk: log and secrets of its one table, and whom its person knows.

All of it is written before anything is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from net.core.effects import (
    Append,
    Deed,
    Effect,
    Emit,
    Forget,
    Open,
    Pin,
    Recall,
    Rewind,
    Secret,
)
from net.core.log import Genesis, decode_genesis, table_id
from net.errors import LocalError
from net.link.records import RecordFile
from net.link.store import Home, Secrets
from net.updates import CommandRefused

__all__ = ["Recalled", "TableFiles"]

Recalled: TypeAlias = Callable[[tuple[bytes, ...], Mapping[bytes, bytes]], None]
"""Takes the records (without the genesis) and the secrets that are on the disk of a table."""


class TableFiles:
    """Log and secrets of the one table of a session; none before the table is known.

    Args:
        home: the open home.
        check: asked about the genesis of a table of others, before anything is kept of it.

    Attributes:
        log: the file of the log.
        secrets: what only this device knows.
        path: where the log is.
    """

    def __init__(self, home: Home, check: Callable[[Genesis], None] | None = None) -> None:
        self.log: RecordFile | None = None
        self.secrets: Secrets | None = None
        self.path: Path | None = None
        self._home = home
        self._check = check

    def open(self, genesis: Genesis) -> tuple[bytes, ...]:
        """Opens the files of a table; the records that are there, the genesis first.

        Raises:
            LocalError: they cannot be opened.
        """
        table = table_id(genesis)
        self.path = self._home.log_path(table)
        self.log = self._home.open_log(table)
        self.secrets = self._home.open_secrets(table)
        return self.log.found

    def known(self) -> dict[bytes, bytes]:
        """The secrets that are on the disk."""
        return dict(self.secrets) if self.secrets is not None else {}

    def close(self) -> None:
        """Closes both files."""
        for file in (self.log, self.secrets):
            if file is not None:
                file.close()

    def write(self, drain: Callable[[], list[Effect]], recalled: Recalled) -> list[Deed]:
        """Carries out what a core wants on the disk until it wants nothing more; the rest.

        Everything is written before anything is sent, and in the core's order: what is on the disk
        is at any moment what the core was at some moment. So a secret or a guarded body that was
        said after an entry is never there without that entry; a device that lost its power between
        the two would be bound to words about a log that nobody has. What may be forgotten because
        the log proves it comes last. Whom our person knows is no part of the game: a disk that does
        not take that keeps nobody from playing, and our person hears of it.

        Raises:
            LocalError: the disk does not take it; or what ``recalled`` raises.
        """
        left: list[Deed] = []
        records: list[bytes] = []
        secrets: dict[bytes, bytes] = {}
        forgotten: list[bytes] = []
        while pending := drain():
            for effect in pending:
                match effect:
                    case Open(genesis):
                        self.open(_genesis(genesis))
                        records.append(genesis)
                    case Recall(genesis):
                        self._recall(genesis, recalled)
                    case Append(record):
                        records.append(record)
                    case Rewind(n):
                        self._flush(secrets, records)
                        if self.log is not None:
                            # The genesis and ``n`` entries stay.
                            self.log.truncate(n + 1)
                    case Secret(key, value):
                        if records:
                            self._flush(secrets, records)
                        secrets[key] = value
                    case Forget(prefixes):
                        forgotten.extend(prefixes)
                    case Pin(identity, name):
                        left.extend(self._remember(identity, name))
                    case _:
                        left.append(effect)
        self._flush(secrets, records)
        if self.secrets is not None and forgotten:
            self.secrets.forget(*forgotten)
        return left

    def _flush(self, secrets: dict[bytes, bytes], records: list[bytes]) -> None:
        """Writes what was guarded, then the entries that show it was said."""
        if self.secrets is not None and secrets:
            self.secrets.put(secrets)
        if self.log is not None and records:
            self.log.append(*records)
        secrets.clear()
        records.clear()

    def _remember(self, identity: bytes, name: str) -> tuple[Emit, ...]:
        try:
            self._home.remember(identity, name)
        except LocalError as error:
            return (Emit(CommandRefused(error.code, error.facts)),)
        return ()

    def _recall(self, genesis: bytes, recalled: Recalled) -> None:
        decoded = _genesis(genesis)
        if self._check is not None:
            self._check(decoded)
        found = self.open(decoded)
        if not found and self.log is not None:
            self.log.append(genesis)
        recalled(found[1:], self.known())


def _genesis(data: bytes) -> Genesis:
    """What a core has decoded before.

    Raises:
        LocalError: ``bad_log``.
    """
    genesis = decode_genesis(data)
    if genesis is None:
        raise LocalError("bad_log", "The log of this table cannot be begun.")
    return genesis
