"""The book of finished games, in a real SQLite file."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from net.errors import LocalError
from net.link.ledger import FinishedGame, Ledger, Player, Standing

UELI, ANNA, LARA = (bytes((number,)) * 32 for number in (1, 2, 3))


def game(
    number: int, *players: tuple[bytes | None, str, bool], slug: str = "schieber"
) -> FinishedGame:
    return FinishedGame(
        bytes((number,)) * 32,
        b"table",
        slug,
        number * 1000,
        tuple(
            Player(seat, identity, name, seat % 2, 1000 if won else 800, won)
            for seat, (identity, name, won) in enumerate(players)
        ),
    )


def test_standings_count_games_and_wins(tmp_path: Path) -> None:
    """Most wins first, then fewer games; the name used last; bots do not stand."""
    with Ledger(tmp_path / "jass.db") as ledger:
        assert ledger.standings() == []
        assert ledger.record(
            game(1, (UELI, "Ueli", True), (ANNA, "Anna", False), (None, "Bot", True))
        )
        assert ledger.record(game(3, (UELI, "Ueli M", False), (ANNA, "Anna", True)))
        assert ledger.record(game(2, (UELI, "Ueli", False), (LARA, "Lara", True), slug="coiffeur"))
        assert ledger.standings() == [
            Standing(LARA, "Lara", 1, 1),
            Standing(ANNA, "Anna", 2, 1),
            Standing(UELI, "Ueli M", 3, 1),
        ]
        assert ledger.standings("coiffeur") == [
            Standing(LARA, "Lara", 1, 1),
            Standing(UELI, "Ueli", 1, 0),
        ]


def test_a_game_is_entered_once(tmp_path: Path) -> None:
    """Coming back to a finished table enters nothing twice; the book survives a restart."""
    with Ledger(tmp_path / "jass.db") as ledger:
        assert ledger.record(game(1, (UELI, "Ueli", True)))
        assert not ledger.record(game(1, (UELI, "Ueli", True)))
    with Ledger(tmp_path / "jass.db") as ledger:
        assert not ledger.record(game(1, (UELI, "Ueli", True)))
        assert ledger.standings() == [Standing(UELI, "Ueli", 1, 1)]


def test_half_a_game_is_never_entered(tmp_path: Path) -> None:
    """A row that cannot be written takes the whole game back."""
    broken = game(1, (UELI, "Ueli", True))
    broken = FinishedGame(broken.head, broken.table, broken.slug, 1, broken.players * 2)
    with Ledger(tmp_path / "jass.db") as ledger:
        with pytest.raises(LocalError):
            ledger.record(broken)
        assert ledger.standings() == []
        assert ledger.record(game(1, (UELI, "Ueli", True)))


def test_a_broken_book_is_one_sentence(tmp_path: Path) -> None:
    """Damage, a newer program and a folder in its place."""
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
    with pytest.raises(LocalError) as caught:
        Ledger(tmp_path)
    assert caught.value.code == "ledger_unavailable"
