"""Files of records: whole or not there, whatever happens in the middle of a write."""

import errno
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.core.limits import RECORD_BYTES
from net.errors import LocalError
from net.link.disk import disk_errors, replace_file
from net.link.records import RecordFile, read_records

RECORDS = st.lists(st.binary(min_size=1, max_size=300), max_size=8)


def written(path: Path, records: list[bytes]) -> bytes:
    path.unlink(missing_ok=True)
    file = RecordFile(path)
    if records:
        file.append(*records)
    file.close()
    return path.read_bytes()


@given(records=RECORDS)
def test_what_was_appended_is_found(
    tmp_path_factory: pytest.TempPathFactory, records: list[bytes]
) -> None:
    """In order, and reading changes nothing."""
    path = tmp_path_factory.getbasetemp() / "r.jass"
    data = written(path, records)
    assert len(data) == sum(4 + len(record) for record in records)
    read = read_records(path)
    assert (read.records, read.end, read.tail) == (tuple(records), len(data), b"")
    assert path.read_bytes() == data


@given(records=RECORDS, cut=st.integers(1, 500), zeros=st.integers(0, 20))
def test_an_interrupted_write_is_cut_off(
    tmp_path_factory: pytest.TempPathFactory, records: list[bytes], cut: int, zeros: int
) -> None:
    """However short the last record was cut: the ones before are there, and the file goes on."""
    path = tmp_path_factory.getbasetemp() / "r.jass"
    data = written(path, records)
    short = data[: max(len(data) - cut, 0)]
    whole, at = [], 0
    for record in records:
        at += 4 + len(record)
        if at <= len(short):
            whole.append(record)
    at = sum(4 + len(record) for record in whole)
    if at == len(short):
        short += bytes(zeros)
    path.write_bytes(short)

    file = RecordFile(path)
    assert file.found == tuple(whole)
    assert file.cut == len(short) - at
    file.append(b"next")
    file.close()
    assert read_records(path).records == (*whole, b"next")


def test_what_is_cut_off_a_log_is_kept_beside_it(tmp_path: Path) -> None:
    """A damaged length can look like an interrupted write: nothing is lost for good."""
    path = tmp_path / "t.jass"
    data = written(path, [b"first", b"second"])
    path.write_bytes(data[:11] + b"\xf0" + data[12:])
    with RecordFileClosed(path) as file:
        assert file.found == (b"first",)
    assert (tmp_path / "t.jass.torn").read_bytes() == data[9:11] + b"\xf0" + data[12:]


class RecordFileClosed:
    """Opens a file of records for one block."""

    def __init__(self, path: Path) -> None:
        self._file = RecordFile(path)

    def __enter__(self) -> RecordFile:
        return self._file

    def __exit__(self, *_: object) -> None:
        self._file.close()


@pytest.mark.parametrize("length", [0, RECORD_BYTES + 1, 2**32 - 1])
def test_damage_in_the_middle_is_named_and_left_alone(tmp_path: Path, length: int) -> None:
    """A length no record can have, with bytes behind it, is no interrupted write."""
    path = tmp_path / "t.jass"
    data = written(path, [b"first", b"second"])
    damaged = data[:9] + length.to_bytes(4, "big") + data[13:]
    path.write_bytes(damaged)
    with pytest.raises(LocalError) as caught:
        RecordFile(path)
    assert caught.value.code == "damaged_file"
    assert caught.value.facts["offset"] == "9"
    assert path.read_bytes() == damaged
    read = read_records(path)
    assert (read.records, read.end, read.torn) == ((b"first",), 9, False)


def test_a_rewrite_replaces_everything(tmp_path: Path) -> None:
    """The old records are gone and new ones can follow."""
    with RecordFileClosed(tmp_path / "t") as file:
        file.append(b"a", b"b")
        file.rewrite([b"c"])
        file.append(b"d")
    assert read_records(tmp_path / "t").records == (b"c", b"d")


@pytest.mark.parametrize("record", [b"", b"x" * (RECORD_BYTES + 1)])
def test_our_own_impossible_record_is_our_error(tmp_path: Path, record: bytes) -> None:
    """Nothing is written that could not be read again."""
    with RecordFileClosed(tmp_path / "t") as file:
        with pytest.raises(ValueError, match="a record of"):
            file.append(b"good", record)
        file.append(b"x" * RECORD_BYTES)
    assert read_records(tmp_path / "t").records == (b"x" * RECORD_BYTES,)


def test_a_missing_file_and_an_endless_one_are_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`jass verify` of a wrong name, or of something that is no log."""
    with pytest.raises(LocalError) as caught:
        read_records(tmp_path / "nothing")
    assert caught.value.code == "no_file"
    monkeypatch.setattr("net.link.records.FILE_BYTES", 10)
    (tmp_path / "long").write_bytes(b"x" * 11)
    with pytest.raises(LocalError) as caught:
        read_records(tmp_path / "long")
    assert caught.value.code == "file_too_long"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on file sizes")
def test_a_full_disk_takes_nothing_and_loses_nothing(tmp_path: Path) -> None:
    """An append that does not fit whole is taken back; with room again the file goes on.

    The process's own limit on file sizes stands in for a full disk: the system really writes a
    part and then refuses.
    """
    script = textwrap.dedent("""
        import resource, signal, sys
        from pathlib import Path
        from net.errors import LocalError
        from net.link.records import RecordFile
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        file = RecordFile(Path(sys.argv[1]))
        file.append(b"first")
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
        try:
            file.append(b"fits", b"x" * 200)
        except LocalError as error:
            print(error.code)
        try:
            file.rewrite([b"x" * 200])
        except LocalError as error:
            print(error.code)
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        file.append(b"second")
        file.close()
    """)
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "t")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["disk_error", "disk_error"]
    assert read_records(tmp_path / "t").records == (b"first", b"second")
    assert [entry.name for entry in tmp_path.iterdir()] == ["t"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_really_full_device_says_so() -> None:
    """ENOSPC is «the disk is full», with the path."""
    full = Path("/dev/full")
    with pytest.raises(LocalError) as caught, disk_errors(full):
        full.write_bytes(b"x")
    assert caught.value.code == "disk_full"
    assert "/dev/full" in str(caught.value)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "disk_full"),
        (errno.EROFS, "read_only"),
        (errno.EACCES, "no_permission"),
        (errno.EPERM, "no_permission"),
        (errno.ENOENT, "no_file"),
        (errno.EIO, "disk_error"),
    ],
)
def test_every_disk_error_has_one_sentence(tmp_path: Path, number: int, code: str) -> None:
    """Whatever the system says ends in a LocalError with a stable code."""
    with pytest.raises(LocalError) as caught, disk_errors(tmp_path):
        raise OSError(number, os.strerror(number))
    assert caught.value.code == code
    assert str(caught.value).endswith(".")


def test_replacing_a_file_leaves_the_old_one_when_it_fails(tmp_path: Path) -> None:
    """A name that cannot be written: the old content stays."""
    path = tmp_path / "settings"
    replace_file(path, b"old")
    (tmp_path / "settings.new").mkdir()
    with pytest.raises(LocalError):
        replace_file(path, b"new")
    assert path.read_bytes() == b"old"


def test_records_can_be_taken_back(tmp_path: Path) -> None:
    """What comes after the first two is gone, also from the disk; the file goes on from there."""
    path = tmp_path / "log"
    file = RecordFile(path)
    file.append(b"one", b"two", b"three", b"four")

    file.truncate(2)
    file.append(b"five")

    file.close()
    assert read_records(path).records == (b"one", b"two", b"five")
    again = RecordFile(path)
    with pytest.raises(ValueError, match="3 records"):
        again.truncate(4)
    again.close()
