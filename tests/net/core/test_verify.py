"""`jass verify`: the four exit codes of the command, on logs of real games."""

from functools import cache

import msgspec
import pytest

from net.core.log import Genesis, decode_genesis, encode
from net.core.pieces import framed
from net.core.replay import replay_bytes
from net.core.verify import verify_bytes
from net.updates import ViewChanged
from tests.mesh import Mesh


@cache
def finished() -> tuple[bytes, ...]:
    """Genesis and records of a whole Partie of two people and two bots."""
    mesh = Mesh(31, people=2, bots=2, settings={"ziel": "500"})
    mesh.play(hands=99)
    disk = mesh.nodes[1].disk
    assert disk.genesis is not None
    return disk.genesis, *disk.records


def file(pieces: tuple[bytes, ...]) -> bytes:
    return b"".join(map(framed, pieces))


def test_a_whole_partie_is_proven() -> None:
    """Exit 0: every hand with its points, the final score, the names of the players."""
    report = verify_bytes(file(finished()))

    assert report.exit_code == 0
    assert report.players[:2] == ("Person 0", "Person 1")
    assert report.sentences[-1][0] == "proven"
    assert [code for code, _ in report.sentences].count("hand_proven") == len(report.hands) > 2
    assert report.entries == len(finished()) - 1


@pytest.mark.parametrize("kept", [1, 3, 20, 60, 100])
def test_a_log_that_stops_early_is_valid_so_far(kept: int) -> None:
    """Exit 3: nothing is wrong, but the Partie is not over."""
    report = verify_bytes(file(finished()[:kept]))

    assert report.exit_code == 3
    assert report.faults == ()
    assert report.sentences[-1][0] == "unfinished"


@pytest.mark.parametrize("entry", [1, 7, 50])
def test_a_changed_byte_is_damage_with_its_place(entry: int) -> None:
    """Exit 2: the entry's number is named, whatever byte of it changed."""
    pieces = list(finished())
    for place in (-1, len(pieces[entry]) // 2, 5):
        changed = bytearray(pieces[entry])
        changed[place] ^= 4
        report = verify_bytes(file((*pieces[:entry], bytes(changed), *pieces[entry + 1 :])))

        assert report.exit_code == 2
        assert report.damage is not None
        assert report.damage.entry == entry
        assert report.sentences[-1][1]["entry"] == str(entry)


def test_entries_left_out_twice_or_in_another_order_are_damage() -> None:
    """Exit 2: the chain knows its order."""
    pieces = finished()
    for changed in (
        (*pieces[:10], *pieces[11:]),
        (*pieces[:10], pieces[9], *pieces[10:]),
        (*pieces[:10], pieces[11], pieces[10], *pieces[12:]),
    ):
        report = verify_bytes(file(changed))

        assert report.exit_code == 2
        assert report.damage is not None
        assert report.damage.entry == 10


def test_a_torn_end_is_damage() -> None:
    """Exit 2: half a record is no valid log, though everything before it is."""
    data = file(finished())

    report = verify_bytes(data[:-3])

    assert report.exit_code == 2
    assert report.damage is not None
    assert report.damage.entry == len(finished()) - 1


def test_another_genesis_fits_no_record() -> None:
    """Exit 2: the table's id is in every signature."""
    genesis = decode_genesis(finished()[0])
    assert isinstance(genesis, Genesis)
    other = encode(msgspec.structs.replace(genesis, name="Zvieri"))

    report = verify_bytes(file((other, *finished()[1:])))

    assert report.exit_code == 2
    assert report.damage is not None
    assert report.damage.entry == 1


@pytest.mark.parametrize(
    ("change", "code"),
    [({"rules": 99}, "other_version"), ({"protocol": 99}, "other_version")],
)
def test_a_log_of_another_version_names_both(change: dict[str, int], code: str) -> None:
    """Exit 2, and which versions wrote it, so that the right release can be taken."""
    genesis = decode_genesis(finished()[0])
    assert isinstance(genesis, Genesis)
    other = msgspec.structs.replace(genesis, **change)

    report = verify_bytes(file((encode(other), *finished()[1:])))

    assert report.exit_code == 2
    assert report.sentences[-1][0] == code
    assert "99" in report.sentences[-1][1].values()


@pytest.mark.parametrize("data", [b"", b"hello", bytes(100), b"\xff" * 100])
def test_what_is_no_log_is_unreadable(data: bytes) -> None:
    """Exit 2 for any other file."""
    assert verify_bytes(data).exit_code == 2


def test_a_replay_goes_as_far_as_the_log_is_sound() -> None:
    """Steps up to the fault, and the fault; all cards are known from each deal on."""
    whole = replay_bytes(file(finished()))
    part = replay_bytes(file(finished())[:-3])

    assert whole.fault is None
    assert part.fault is not None
    assert part.steps == whole.steps[: len(part.steps)]
    played = [step for step in whole.steps if step.view.state.contract is not None]
    assert all(len(step.view.faces) == 36 for step in played)


def test_an_evening_of_two_partien_is_told_partie_by_partie() -> None:
    """Who wrote what in which hand of which Partie; the second one alone may be unfinished."""
    mesh = Mesh(8, people=2, settings={"laenge": "2"}, parties=2)
    mesh.play(hands=99)
    disk = mesh.nodes[1].disk
    assert disk.genesis is not None
    pieces = (disk.genesis, *disk.records)
    report = verify_bytes(file(pieces))
    first, second = report.partien
    mine, theirs = (
        ", ".join(player.name for player in first.players if player.side == side) for side in (0, 1)
    )
    hands = [facts for code, facts in report.sentences if code.startswith("hand_")]
    labels = [f"1.{n + 1}" for n in range(first.hands)] + [
        f"2.{n + 1}" for n in range(second.hands)
    ]
    assert [facts["hand"] for facts in hands] == labels
    written = report.hands[0].result.written
    assert hands[0]["written"] == f"{mine} {written[0]} : {theirs} {written[1]}"
    over = [
        (facts["partie"], facts["score"])
        for code, facts in report.sentences
        if code == "partie_over"
    ]
    assert over == [
        (str(number), f"{mine} {partie.score[0]} : {theirs} {partie.score[1]}")
        for number, partie in enumerate(report.partien, 1)
    ]
    assert report.sentences[-1][1]["score"] == over[-1][1]
    # While the Revanche is on its way the first Partie has its result all the same.
    running = verify_bytes(file(pieces[: len(pieces) - 8]))
    told = [code for code, _ in running.sentences]
    assert (running.exit_code, told.count("partie_over")) == (3, 1)
    assert running.sentences[-1][0] == "unfinished"
    assert running.sentences[-1][1]["partie"] == "2"


def test_a_replay_has_the_cards_of_its_own_person_in_front() -> None:
    """Each device sees its own hand, a stranger that of the first seat, and any other on demand."""
    recorded = replay_bytes(file(finished()))
    genesis = decode_genesis(finished()[0])
    assert genesis is not None
    seats = sorted(recorded.sat.values())
    assert seats == [0, 1]
    assert recorded.sat[genesis.founder] == 0
    for identity, seat in recorded.sat.items():
        mine = recorded.seen_by(identity)
        assert mine.seat == seat
        assert {step.view.seat for step in mine.steps} == {seat}
        told = [u.view.seat for u in mine.updates if isinstance(u, ViewChanged)]
        assert set(told) == {seat}
    assert recorded.seen_by(b"nobody" * 6).seat == 0
    hands = {
        recorded.seen_from(seat).steps[len(recorded.steps) // 2].view.hand for seat in range(4)
    }
    assert len(hands) >= 3
