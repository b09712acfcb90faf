"""A file of records that only grows; how they stand in it is `net.core.pieces`.

Whether a record is *right* is the business of who wrote it (the log's chain covers every byte).
Here a record is whole or it is not: a power cut in the middle of a write leaves a short tail, or
zeros, and opening the file cuts that off.
"""

import contextlib
import errno
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

from net.core.limits import FILE_BYTES, RECORD_BYTES
from net.core.pieces import LENGTH_BYTES, framed, split
from net.errors import LocalError
from net.link.disk import PRIVATE, bytes_of, disk_errors, replace_file, sync_folder

__all__ = ["RecordFile", "Records", "log_bytes", "read_records", "saved_logs"]

_LENGTHS = range(1, RECORD_BYTES + 1)


@dataclass(frozen=True, slots=True)
class Records:
    """What is in a file of records.

    Attributes:
        records: the whole records, in order.
        end: the offset in bytes where they end.
        tail: the bytes after that: empty in a sound file.
        torn: whether the tail looks like an interrupted write, and not like damage.
    """

    records: tuple[bytes, ...]
    end: int
    tail: bytes
    torn: bool


def read_records(path: Path) -> Records:
    """Reads a file of records and changes nothing.

    Raises:
        LocalError: ``file_too_long``, or see `net.link.disk.disk_errors`.
    """
    with disk_errors(path):
        try:
            return _parse(log_bytes(path))
        except OSError as error:
            if error.errno != errno.EFBIG:
                raise
    raise LocalError(
        "file_too_long", f"{path} is too long to be the log of a table.", path=str(path)
    )


def log_bytes(path: Path) -> bytes:
    """The bytes of a file that may be a log.

    Raises:
        OSError: see `net.link.disk.bytes_of`; no log is longer than `FILE_BYTES`.
    """
    return bytes_of(path, FILE_BYTES)


def saved_logs(home: Path) -> list[tuple[int, Path]]:
    """What lies in the home at ``home`` under the name of a log, with its time, the newest first.

    The time is that of the last write in nanoseconds since 1970. A link that leads nowhere has its
    own: whoever reads it finds out, and it hides none of the others. An empty file is a log that a
    full disk did not let begin.

    Raises:
        LocalError: the folder cannot be read; see `net.link.disk.disk_errors`.
    """
    folder = home / "tables"
    with disk_errors(folder):
        try:
            entries = list(folder.iterdir())
        except FileNotFoundError:  # nobody has played from here yet
            return []
    found = []
    for path in (entry for entry in entries if entry.suffix == ".jass"):
        for follow in (True, False):
            with contextlib.suppress(OSError):
                status = path.stat(follow_symlinks=follow)
                if status.st_size or not stat.S_ISREG(status.st_mode):
                    found.append((status.st_mtime_ns, path))
                break
    return sorted(found, reverse=True)


def _parse(data: bytes) -> Records:
    pieces = split(data, _LENGTHS)
    tail = data[pieces.end :]
    # A file that had grown before its bytes arrived ends in zeros.
    torn = pieces.fault == "short" or (pieces.fault == "length" and not any(tail))
    return Records(tuple(piece for _, piece in pieces.found), pieces.end, tail, torn)


def _frame(record: bytes) -> bytes:
    if len(record) not in _LENGTHS:
        raise ValueError(f"a record of {len(record)} bytes")
    return framed(record)


class RecordFile:
    """A file of records, open for more.

    Args:
        path: where it is; created when it is missing.
        mode: permissions of a new file; what the owner alone may read is not copied aside.

    Attributes:
        path: where it is.
        found: the records that were in it when it was opened.
        cut: how many bytes of an interrupted write were cut off then; 0 in a sound file. They are
            kept in a file beside it whose name ends in ``.torn``, unless the file is private: a
            damaged length can look like an interrupted write.

    Raises:
        LocalError: ``damaged_file`` when more than the last write is wrong; the file is then left
            as it is. See also `net.link.disk.disk_errors`.
    """

    def __init__(self, path: Path, mode: int = 0o644) -> None:
        self.path = path
        self._mode = mode
        with disk_errors(path):
            new = not path.exists()
            self._file = self._open()
            if new:
                sync_folder(path.parent)
        try:
            read = read_records(path)
            self.found = read.records
            self.cut = len(read.tail)
            self._end = read.end
            if read.tail:
                self._cut(read)
        except LocalError:
            self._file.close()
            raise

    def _open(self) -> FileIO:
        return FileIO(
            self.path,
            "r+",
            opener=lambda name, flags: os.open(name, flags | os.O_CREAT, self._mode),
        )

    def _cut(self, read: Records) -> None:
        if not read.torn:
            raise LocalError(
                "damaged_file",
                f"{self.path} is damaged at byte {read.end}; it was left as it is.",
                path=str(self.path),
                offset=str(read.end),
            )
        if self._mode != PRIVATE and any(read.tail):
            replace_file(self.path.with_name(self.path.name + ".torn"), read.tail)
        with disk_errors(self.path):
            self._file.truncate(self._end)
            os.fsync(self._file.fileno())

    def append(self, *records: bytes) -> None:
        """Adds records of 1 to `RECORD_BYTES` bytes and returns when they are on the disk.

        All of them or none: what a full disk took of them is taken back.

        Raises:
            LocalError: see `net.link.disk.disk_errors`; nothing was added.
            ValueError: a record is empty or too long, or the file would be: an error of our own.
        """
        data = b"".join(map(_frame, records))
        if self._end + len(data) > FILE_BYTES:
            raise ValueError(f"{self.path} would get too long")
        with disk_errors(self.path):
            try:
                self._file.seek(self._end)
                rest = memoryview(data)
                while rest:
                    rest = rest[self._file.write(rest) :]
                os.fsync(self._file.fileno())
            except OSError:
                # If even this fails, opening the file again cuts what is left over.
                with contextlib.suppress(OSError):
                    self._file.truncate(self._end)
                raise
        self._end += len(data)

    def truncate(self, count: int) -> None:
        """Keeps only the first ``count`` records; a crash leaves them, or more of the old ones.

        Raises:
            LocalError: see `net.link.disk.disk_errors`.
            ValueError: there are fewer records: an error of our own.
        """
        kept = read_records(self.path).records[:count]
        if len(kept) < count:
            raise ValueError(f"{self.path} has {len(kept)} records, not {count}")
        self._end = sum(LENGTH_BYTES + len(record) for record in kept)
        with disk_errors(self.path):
            self._file.truncate(self._end)
            os.fsync(self._file.fileno())

    def rewrite(self, records: Iterable[bytes]) -> None:
        """Replaces all records; a crash leaves the old ones or the new ones.

        Raises:
            LocalError: see `net.link.disk.disk_errors`; the old records stay.
        """
        data = b"".join(map(_frame, records))
        # Windows replaces no open file.
        self._file.close()
        try:
            replace_file(self.path, data, self._mode)
            self._end = len(data)
        finally:
            with disk_errors(self.path):
                self._file = self._open()

    def close(self) -> None:
        """Closes the file; everything is on the disk already."""
        self._file.close()
