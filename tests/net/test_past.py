"""Which saved tables are found again, whatever else lies in the folder."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path

import pytest

from net import past, session
from net.commands import HostConfig
from net.core.log import RULES, read_log, table_id
from net.errors import LocalError
from net.link.store import Home
from net.past import check_score, saved_genesis, score_of, tables_of_others, unfinished
from net.updates import TurnCame
from tests.evenings import evening, odd_logs, practice
from tui.commands import run
from tui.saved import saved_tables

WHEN = 10**18
"""A time for the newest log, in nanoseconds since 1970; it lies in 2001."""


async def begin(home: Path) -> Path:
    """Lara's table Alpha with three bots, until it is her turn; the log."""
    config = HostConfig(
        home=home,
        player="Lara",
        table="Alpha",
        bots=3,
        bot_level="easy",
        open=True,
        port=0,
        bind="127.0.0.1",
        mdns=False,
        fast=True,
        start_full=True,
    )
    there = await session.host(config)
    async for update in there.updates():
        if isinstance(update, TurnCame):
            break
    await there.close()
    return next((home / "tables").glob("*.jass"))


async def guest(root: Path) -> Path:
    """Beat at a table of Anna's; the log of it in his home."""
    log = await evening([(root / "a", "Anna"), (root / "b", "Beat")], "schieber", 4, laenge="1")
    return root / "b" / "tables" / log.name


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one table, whose Partie is not over."""
    home = tmp_path_factory.mktemp("begun")
    asyncio.run(begin(home))
    return home


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The log of a Partie that is over."""
    return asyncio.run(practice((tmp_path_factory.mktemp("f"), "Anna"), laenge="1")).read_bytes()


@pytest.fixture
def home(begun: Path, tmp_path: Path) -> Path:
    """A copy to be changed, with the table long ago."""
    home = shutil.copytree(begun, tmp_path / "home")
    for log in (home / "tables").glob("*.jass"):
        os.utime(log, ns=(WHEN, WHEN))
    return home


def found(home: Path, meant: str = "") -> list[bytes]:
    """The ids of the unfinished tables of a home."""
    return [table.table for table in unfinished(home, meant)]


def test_newer_files_hide_no_table(home: Path, finished: bytes) -> None:
    """Twenty that are no log, and ten Partien that are over, all newer: it is found as before."""
    before = found(home)
    assert len(before) == 1
    for number in range(20):
        (home / "tables" / f"x{number}.jass").write_bytes(b"x")
    for number in range(10):
        (home / "tables" / f"{number:064x}.jass").write_bytes(finished)

    assert found(home) == before
    assert found(home, "ALP") == before
    assert found(home, before[0].hex()) == before
    assert found(home, "Alphax") == []


@pytest.mark.timeout(60)
def test_what_cannot_be_read_hides_no_table(home: Path) -> None:
    """A link to nothing, a pipe, a device without end: passed over, at once."""
    before = found(home)
    odd_logs(home)

    assert found(home) == before
    assert [log.stem for log in saved_tables(home)] == [before[0].hex()]


@pytest.mark.timeout(120)
def test_a_guest_finds_its_table_behind_others(tmp_path: Path, finished: bytes) -> None:
    """As a host does: what a guest goes back to is looked for among all logs."""
    log = asyncio.run(guest(tmp_path))
    home = log.parent.parent
    file = read_log(log.read_bytes(), RULES)
    # In the middle of the Partie: a log that was cut after an entry is one.
    log.write_bytes(log.read_bytes()[: file.places[len(file.places) // 2]])
    os.utime(log, ns=(WHEN, WHEN))
    odd_logs(home)
    for number in range(10):
        (home / "tables" / f"{number:064x}.jass").write_bytes(finished)

    with Home.open(home) as opened:
        (only,) = tables_of_others(opened, session.identity_of(home))
    assert only.host_name == "Anna"


def test_the_search_ends(home: Path, finished: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many bytes are played through and no more; tables that are not meant count nothing."""
    before = found(home)
    for number in range(4):
        (home / "tables" / f"{number:064x}.jass").write_bytes(finished)
    monkeypatch.setattr(past, "REPLAYED_BYTES", 3 * len(finished))

    assert found(home) == []
    assert found(home, before[0].hex()) == before


@pytest.mark.timeout(60)
@pytest.mark.parametrize("what", ["pipe", "zeros"])
def test_a_named_table_that_is_no_file_is_no_table(home: Path, what: str) -> None:
    """Its log is a pipe or has no end: it is not there, and says nothing against a score."""
    (table,) = found(home)
    log = home / "tables" / f"{table.hex()}.jass"
    file = read_log(log.read_bytes(), RULES)
    assert file.genesis is not None
    assert table_id(file.genesis) == table
    odd_logs(home)
    (home / "tables" / f"{what}.jass").replace(log)
    with Home.open(home) as opened:
        for ask in (saved_genesis, score_of):
            with pytest.raises(LocalError) as caught:
                ask(opened, table)
            assert caught.value.code == "no_saved_table"
        check_score(opened, file.genesis)


@pytest.mark.parametrize(
    "text", [b"z" * 64, b"\xff" * 64, b"abc"], ids=["letters", "bytes", "short"]
)
def test_a_damaged_identity_is_one_sentence(
    home: Path, text: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whichever command reads it: exit 2 and the path, no fault of Jass and no missing table."""
    log = next((home / "tables").glob("*.jass"))
    (home / "identity").write_bytes(text)
    where = ["--home", str(home), "--lang", "en"]
    said = set()
    for command in (
        ["host", "--resume", "Alpha", "--headless"],
        ["host", "--score-of", "Alpha", "--headless"],
        ["replay", "--text", str(log)],
    ):
        assert run([*command, *where]) == 2
        said.add(capsys.readouterr().err)
    (sentence,) = said
    assert f"{home / 'identity'} is damaged" in sentence
