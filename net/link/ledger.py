"""What the saved games of a home came to, so that each of them is checked once: one SQLite file.

A row belongs to the bytes of a log, by their SHA-256; it proves nothing by itself, and is thrown
away with its log. Whoever deletes the file loses the time to check the logs again, nothing else.
"""

import contextlib
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Self

import msgspec

from net.core.log import PROTOCOL, RULES
from net.core.results import Partie
from net.errors import LocalError

__all__ = ["Ledger"]

_VERSION = 5
"""Of the table and of what is written into it."""

_SCHEMA = """
DROP TABLE IF EXISTS player;
DROP TABLE IF EXISTS game;
DROP TABLE IF EXISTS checked;
CREATE TABLE checked (
    log BLOB PRIMARY KEY,
    protocol INTEGER NOT NULL,
    rules INTEGER NOT NULL,
    partien BLOB NOT NULL
) WITHOUT ROWID;
"""

_Partien = tuple[Partie, ...]
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Partien).decode


class Ledger:
    """The open book.

    Where it cannot be opened, or only be read, as in a folder on a read-only disk, it does what it
    can: it only saves time.

    Args:
        path: the SQLite file, made when it is missing.

    Raises:
        LocalError: ``ledger_broken`` or ``ledger_newer``.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db: sqlite3.Connection | None = None
        self._writable = True
        try:
            self._prepare()
        except sqlite3.OperationalError:  # read-only, no permission, locked, a folder in its place
            self.close()
        except LocalError:
            self.close()
            raise

    def _prepare(self) -> None:
        with self._damage():
            self._db = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version < _VERSION:
                self._db.executescript(
                    f"BEGIN; {_SCHEMA} PRAGMA user_version = {_VERSION}; COMMIT;"
                )
        if version > _VERSION:
            raise LocalError(
                "ledger_newer",
                f"{self._path} was written by a newer Jass; use that one, or move the file away.",
                path=str(self._path),
            )

    @contextlib.contextmanager
    def _damage(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError:
            raise
        except (sqlite3.DatabaseError, UnicodeDecodeError):  # the latter for damaged texts in it
            raise LocalError(
                "ledger_broken",
                f"{self._path} is damaged: move it away; the saved games are still there.",
                path=str(self._path),
            ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def recall(self, log: bytes) -> _Partien | None:
        """What the log with this SHA-256 came to; None when these rules have not checked it yet.

        Raises:
            LocalError: see the class.
        """
        try:
            with self._damage():
                row = self._one(
                    "SELECT partien FROM checked WHERE log = ? AND protocol = ? AND rules = ?",
                    (log, PROTOCOL, RULES),
                )
            return _decode(row[0]) if row is not None else None
        except (msgspec.DecodeError, TypeError):
            return None  # somebody else wrote that
        except sqlite3.OperationalError:  # to wait for a lock once is enough
            self.close()
            return None

    def _one(self, question: str, facts: tuple[object, ...]) -> tuple[bytes] | None:
        return None if self._db is None else self._db.execute(question, facts).fetchone()

    def keep(self, log: bytes, partien: _Partien) -> None:
        """Writes down what a log came to that was found sound, where the book can be written.

        Raises:
            LocalError: see the class; the book is as before.
        """
        self._write(
            "INSERT OR REPLACE INTO checked VALUES (?, ?, ?, ?)",
            [(log, PROTOCOL, RULES, _encode(partien))],
        )

    def keep_only(self, logs: Collection[bytes]) -> None:
        """Forgets all logs but these: the others are gone, or have grown since.

        Raises:
            LocalError: see the class.
        """
        if self._db is None or not self._writable:
            return
        with contextlib.suppress(sqlite3.OperationalError), self._damage():
            known = self._db.execute("SELECT log FROM checked").fetchall()
            gone = [row for row in known if row[0] not in logs]
            self._write("DELETE FROM checked WHERE log = ?", gone)

    def _write(self, what: str, rows: Sequence[tuple[object, ...]]) -> None:
        if self._db is None or not self._writable or not rows:
            return
        try:
            with self._damage():
                self._db.executemany(what, rows)
        except sqlite3.OperationalError:
            self._writable = False

    def close(self) -> None:
        """Closes the book."""
        if self._db is not None:
            self._db.close()
            self._db = None
