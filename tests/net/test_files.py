"""What a session writes, in the order in which its core wanted it."""

from __future__ import annotations

from pathlib import Path

import pytest

from net.core import crypto
from net.core.effects import Append, Effect, Emit, Forget, Open, Pin, Rewind, Secret, Send
from net.core.log import PROTOCOL, RULES, Genesis, encode, table_id
from net.files import TableFiles
from net.link.records import RecordFile
from net.link.store import Home, Secrets
from net.updates import CommandRefused

FOUNDER = crypto.Identity(b"f" * 32)
GENESIS = Genesis("jass log", PROTOCOL, RULES, FOUNDER.public, b"n" * 32, "Znüni")


def test_nothing_is_on_the_disk_before_what_it_follows_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut between two writes leaves what the core was at some moment.

    A secret that was drawn after an entry is never there without the entry: else a device would
    come back bound to words about a log that nobody has. An own entry is never there without what
    was guarded for it.
    """
    written: list[object] = []
    put, append = Secrets.put, RecordFile.append

    def puts(secrets: Secrets, items: dict[bytes, bytes]) -> None:
        put(secrets, items)
        written.append(sorted(items))

    def appends(file: RecordFile, *records: bytes) -> None:
        append(file, *records)
        if file.path.suffix == ".jass":
            written.append([record for record in records if len(record) < 9])

    monkeypatch.setattr(Secrets, "put", puts)
    monkeypatch.setattr(RecordFile, "append", appends)
    effects: list[Effect] = [
        Open(encode(GENESIS)),
        Secret(b"a", b"1"),
        Append(b"says a"),
        Append(b"missing"),
        Secret(b"b", b"2"),
        Secret(b"c", b"3"),
        Append(b"says b"),
        Send(1, b"b"),
        Rewind(1),
        Secret(b"d", b"4"),
        Append(b"says d"),
        Forget((b"a",)),
    ]
    rounds = iter([effects, []])

    with Home.open(tmp_path) as home:
        files = TableFiles(home)
        left = files.write(lambda: list(next(rounds)), lambda records, secrets: None)
        known = files.known()
        files.close()

    assert left == [Send(1, b"b")]
    assert written == [
        [],
        [b"a"],
        [b"says a", b"missing"],
        [b"b", b"c"],
        [b"says b"],
        [b"d"],
        [b"says d"],
    ]
    assert sorted(known) == [b"b", b"c", b"d"]
    with Home.open(tmp_path) as home:
        log = home.open_log(table_id(GENESIS))
        assert log.found == (encode(GENESIS), b"says a", b"says d")
        log.close()


def test_a_person_who_cannot_be_kept_stops_nothing(tmp_path: Path) -> None:
    """The disk does not take whom one has met: that is said, and the table goes on."""
    (tmp_path / "known.toml").mkdir()
    rounds = iter([[Open(encode(GENESIS)), Pin(b"u" * 32, "Ueli"), Send(1, b"b")], []])
    with Home.open(tmp_path) as home:
        files = TableFiles(home)
        refused, *left = files.write(lambda: list(next(rounds)), lambda records, secrets: None)
        files.close()

    assert isinstance(refused, Emit)
    assert isinstance(refused.update, CommandRefused)
    assert refused.update.facts["path"] == str(tmp_path / "known.toml")
    assert left == [Send(1, b"b")]


def test_a_person_who_was_met_is_known_at_the_next_table(tmp_path: Path) -> None:
    """The word was right, so the name stands in the home before anything else is done."""
    rounds = iter([[Pin(b"u" * 32, "Ueli")], []])
    with Home.open(tmp_path) as home:
        files = TableFiles(home)
        left = files.write(lambda: list(next(rounds)), lambda records, secrets: None)

        assert left == []
        assert home.known() == {b"u" * 32: "Ueli"}
