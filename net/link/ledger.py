"""The book of finished games: who played what, and who won. One SQLite file per home.

Only this player's own games are in it, entered by this device when it saw them end, so it proves
nothing to others: the logs do.
"""

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from net.errors import LocalError

__all__ = ["FinishedGame", "Ledger", "Player", "Standing"]

_VERSION = 1

_SCHEMA = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    head BLOB NOT NULL UNIQUE,
    table_id BLOB NOT NULL,
    slug TEXT NOT NULL,
    ended_ms INTEGER NOT NULL
);
CREATE TABLE player (
    game INTEGER NOT NULL REFERENCES game (id),
    seat INTEGER NOT NULL,
    identity BLOB,
    name TEXT NOT NULL,
    side INTEGER NOT NULL,
    score INTEGER NOT NULL,
    won INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Player:
    """One seat of a finished game.

    Attributes:
        seat: number of the seat.
        identity: the player's Ed25519 public key, 32 bytes; None for a bot.
        name: as shown at the table.
        side: number of the side.
        score: what the side had at the end.
        won: whether the side won.
    """

    seat: int
    identity: bytes | None
    name: str
    side: int
    score: int
    won: bool


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that was played to its end.

    Attributes:
        head: a hash of table and Partie, 32 bytes: what makes this game this game.
        table: the table's id.
        slug: which game was played.
        ended_ms: when, in milliseconds since 1970.
        players: one row per seat.
    """

    head: bytes
    table: bytes
    slug: str
    ended_ms: int
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How one person stands.

    Attributes:
        identity: Ed25519 public key, 32 bytes.
        name: the name used last.
        games: games played to the end.
        wins: games won.
    """

    identity: bytes
    name: str
    games: int
    wins: int


class Ledger:
    """The open book.

    Args:
        path: the SQLite file, made when it is missing.

    Raises:
        LocalError: ``ledger_broken``, ``ledger_newer`` or ``ledger_unavailable``.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._errors():
            self._db = sqlite3.connect(path, isolation_level=None)
        try:
            self._prepare()
        except LocalError:
            self._db.close()
            raise

    def _prepare(self) -> None:
        with self._errors():
            self._db.execute("PRAGMA foreign_keys = ON")
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version == 0:
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
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:  # full, locked, read-only, no permission
            raise LocalError(
                "ledger_unavailable",
                f"{self._path} cannot be used: {error}.",
                path=str(self._path),
                reason=str(error),
            ) from None
        except sqlite3.DatabaseError:
            raise LocalError(
                "ledger_broken",
                f"{self._path} is damaged: move it away; the saved games are still there.",
                path=str(self._path),
            ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def record(self, game: FinishedGame) -> bool:
        """Enters a game; False when it was in the book already, as after coming back to a table.

        Raises:
            LocalError: see the class; the book is as before.
        """
        with self._errors():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                entered = self._db.execute(
                    "INSERT OR IGNORE INTO game (head, table_id, slug, ended_ms)"
                    " VALUES (?, ?, ?, ?)",
                    (game.head, game.table, game.slug, game.ended_ms),
                )
                if entered.rowcount:
                    self._db.executemany(
                        "INSERT INTO player VALUES (?, ?, ?, ?, ?, ?, ?)",
                        [
                            (entered.lastrowid, p.seat, p.identity, p.name, p.side, p.score, p.won)
                            for p in game.players
                        ],
                    )
                self._db.execute("COMMIT")
            except sqlite3.Error:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        return bool(entered.rowcount)

    def standings(self, slug: str | None = None) -> list[Standing]:
        """Everybody's standing, most wins first, then fewest games, then by name; no bots.

        Args:
            slug: only this game, or all of them.

        Raises:
            LocalError: see the class.
        """
        with self._errors():
            rows = self._db.execute(
                # With one max(), SQLite takes the bare column `name` from that row.
                "SELECT identity, name, count(*), sum(won), max(game.ended_ms)"
                " FROM player JOIN game ON game.id = player.game"
                " WHERE identity IS NOT NULL AND (?1 IS NULL OR slug = ?1)"
                " GROUP BY identity ORDER BY sum(won) DESC, count(*), name, identity",
                (slug,),
            ).fetchall()
        return [Standing(identity, name, games, wins) for identity, name, games, wins, _ in rows]

    def close(self) -> None:
        """Closes the book."""
        self._db.close()
