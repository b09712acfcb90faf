"""The book of checked logs, in a real SQLite file."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from net.core.results import Partie, Player
from net.errors import LocalError
from net.link import ledger as ledgers
from net.link.ledger import Ledger

UELI, ANNA = (bytes((number,)) * 32 for number in (1, 2))
FIRST, SECOND = (bytes((number,)) * 32 for number in (7, 8))

PARTIE = Partie(
    game="differenzler",
    lower_wins=True,
    players=(Player(UELI, "Ueli", 0), Player(ANNA, "Änni", 1), Player(None, "Köbi", 2)),
    score=(40, -3, 9),
    winners=(1,),
    hands=6,
    broken=(UELI,),
    faults=(ANNA, ANNA),
)


def test_what_a_log_came_to_is_kept_to_the_letter(tmp_path: Path) -> None:
    """Also over a restart; of a log that was never checked nothing is known."""
    with Ledger(tmp_path / "jass.db") as ledger:
        assert ledger.recall(FIRST) is None
        ledger.keep(FIRST, (PARTIE, PARTIE))
        ledger.keep(SECOND, ())
    with Ledger(tmp_path / "jass.db") as ledger:
        assert ledger.recall(FIRST) == (PARTIE, PARTIE)
        assert ledger.recall(SECOND) == ()


def test_other_rules_check_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an older program found sound says nothing about the rules of this one."""
    with Ledger(tmp_path / "jass.db") as ledger:
        ledger.keep(FIRST, (PARTIE,))
        monkeypatch.setattr(ledgers, "RULES", ledgers.RULES + 1)
        assert ledger.recall(FIRST) is None
        ledger.keep(FIRST, ())
        assert ledger.recall(FIRST) == ()


def test_the_book_forgets_logs_that_are_gone(tmp_path: Path) -> None:
    """It does not grow for ever."""
    with Ledger(tmp_path / "jass.db") as ledger:
        ledger.keep(FIRST, (PARTIE,))
        ledger.keep(SECOND, ())
        ledger.keep_only({SECOND})
        assert ledger.recall(FIRST) is None
        assert ledger.recall(SECOND) == ()


def test_the_book_of_the_first_version_is_begun_anew(tmp_path: Path) -> None:
    """It held what a device had seen, without a proof; the logs are still there."""
    path = tmp_path / "jass.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(
            "CREATE TABLE game (id INTEGER PRIMARY KEY);"
            "CREATE TABLE player (game INTEGER REFERENCES game (id)); PRAGMA user_version = 1;"
        )
    with Ledger(path) as ledger:
        ledger.keep(FIRST, (PARTIE,))
        assert ledger.recall(FIRST) == (PARTIE,)


def test_a_row_nobody_here_wrote_is_checked_again(tmp_path: Path) -> None:
    """Whatever stands there, it is no Partie."""
    path = tmp_path / "jass.db"
    with Ledger(path) as ledger:
        ledger.keep(FIRST, (PARTIE,))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE checked SET partien = ?", (b"\xc1 nonsense",))
    with Ledger(path) as ledger:
        assert ledger.recall(FIRST) is None


def test_a_broken_book_is_one_sentence(tmp_path: Path) -> None:
    """Damage, and a newer program."""
    path = tmp_path / "jass.db"
    path.write_bytes(b"this is no database at all, " * 100)
    with pytest.raises(LocalError) as caught:
        Ledger(path)
    assert caught.value.code == "ledger_broken"
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(LocalError) as caught:
        Ledger(path)
    assert caught.value.code == "ledger_newer"


def test_damaged_words_in_a_book_are_the_same_sentence(tmp_path: Path) -> None:
    """SQLite hands on text that is none, in names of its own tables, when their page is damaged."""
    path = tmp_path / "jass.db"
    with Ledger(path) as ledger:
        ledger.keep(FIRST, ())
    data = path.read_bytes()
    assert data.count(b"tablechecked") == 1
    path.write_bytes(data.replace(b"CREATE TABLE checked", b"CREATE TABL\xaf\x8b\x99checked"))

    with pytest.raises(LocalError) as caught, Ledger(path) as ledger:
        ledger.recall(FIRST)
    assert caught.value.code == "ledger_broken"


def test_without_a_book_every_log_is_checked(tmp_path: Path) -> None:
    """A folder in its place, or none that could hold it: nothing is known, and nothing is lost."""
    for path in (tmp_path, tmp_path / "nowhere" / "jass.db"):
        with Ledger(path) as ledger:
            ledger.keep(FIRST, (PARTIE,))
            assert ledger.recall(FIRST) is None
            ledger.keep_only({FIRST})


def test_a_book_that_only_may_be_read_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it holds counts; what is new is checked each time."""
    path = tmp_path / "jass.db"
    with Ledger(path) as ledger:
        ledger.keep(FIRST, (PARTIE,))
    connect = sqlite3.connect

    def read_only(name: Path, **more: Any) -> sqlite3.Connection:
        return connect(f"{name.as_uri()}?mode=ro", uri=True, **more)

    monkeypatch.setattr(ledgers.sqlite3, "connect", read_only)
    with Ledger(path) as ledger:
        ledger.keep(SECOND, (PARTIE,))
        ledger.keep_only({SECOND})
        assert ledger.recall(FIRST) == (PARTIE,)
        assert ledger.recall(SECOND) is None
