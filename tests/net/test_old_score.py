"""A table that starts from the score of an old one, held against my own log."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from net.core.before import Before, before_of, encode_before
from net.core.log import RULES, LogFile, read_log
from net.core.replica import Replica
from net.errors import LocalError
from net.link.store import Home
from net.past import check_score
from tests.evenings import practice


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The log of a Partie of three hands, played to its end."""
    home = tmp_path_factory.mktemp("old")
    return asyncio.run(practice((home, "Anna"), laenge="3")).read_bytes()


def scores(file: LogFile) -> dict[int, Before]:
    """By booked hands: what a table may start from, at the first entry that has so many of them."""
    assert file.genesis is not None
    replica = Replica(file.genesis)
    found: dict[int, Before] = {}
    for record in file.records:
        before = before_of(replica.chain, replica.lobby, replica.state)
        if before is not None:
            found.setdefault(len(before.standing.results), before)
        replica.feed(record, trusted=True)
    return found


def accepted(tmp_path: Path, log: bytes, entries: int | None, before: Before) -> bool:
    """Whether a home with so many entries of the old log sits down at a table from `before`."""
    file = read_log(log, RULES)
    assert file.genesis is not None
    genesis = file.genesis.__class__(
        "jass log", 1, RULES, b"f" * 32, b"n" * 32, "Neu", encode_before(before)
    )
    with Home.open(tmp_path) as home:
        path = home.log_path(before.table)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(log if entries is None else log[: file.places[entries]])
        try:
            check_score(home, genesis)
        except LocalError as error:
            return error.code != "other_score"
    return True


def test_the_score_both_have(tmp_path: Path, log: bytes) -> None:
    """My log ends in the hand after the score, or where the founder's ends: I sit down."""
    before = scores(read_log(log, RULES))[2]

    assert accepted(tmp_path, log, before.n, before)
    assert accepted(tmp_path, log, before.n + 3, before)


def test_a_founder_that_knows_more_than_i(tmp_path: Path, log: bytes) -> None:
    """What came after the end of my log is the founder's word; what is in it has to be the same."""
    found = scores(read_log(log, RULES))

    assert accepted(tmp_path, log, found[1].n, found[2])
    assert accepted(tmp_path, log, 2, found[2])


def test_a_founder_that_leaves_out_my_last_hand(tmp_path: Path, log: bytes) -> None:
    """A true score of earlier does not undo what was written since, nor a Partie that has ended."""
    found = scores(read_log(log, RULES))

    assert not accepted(tmp_path, log, found[2].n, found[1])
    assert not accepted(tmp_path, log, None, found[2])


def test_a_score_that_never_was(tmp_path: Path, log: bytes) -> None:
    """At the entry it names, my log came to something else."""
    found = scores(read_log(log, RULES))
    first, second = found[1], found[2]
    lie = msgspec.structs.replace(second, standing=first.standing)

    assert not accepted(tmp_path, log, second.n, lie)
