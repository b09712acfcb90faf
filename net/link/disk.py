"""Files that survive a crash: plain errors, atomic replacement, one lock per home."""

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from net.errors import LocalError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["PRIVATE", "FileLock", "bytes_of", "disk_errors", "replace_file", "sync_folder"]

PRIVATE = 0o600
"""Mode of files that only their owner may read."""


@contextlib.contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """Turns what the operating system says about ``path`` into a LocalError.

    Raises:
        LocalError: ``disk_full``, ``read_only``, ``no_permission``, ``no_file`` or ``disk_error``.
    """
    try:
        yield
    except OSError as error:
        where = str(path)
        reason = error.strerror or str(error)
        match error.errno:
            case errno.ENOSPC | errno.EDQUOT:
                code, sentence = "disk_full", f"The disk is full: make room for {where}."
            case errno.EROFS:
                code, sentence = "read_only", f"{where} is on a disk that cannot be written to."
            case errno.EACCES | errno.EPERM:
                code, sentence = "no_permission", f"You may not open or change {where}."
            case errno.ENOENT:
                code, sentence = "no_file", f"There is no file {where}."
            case _:
                code, sentence = "disk_error", f"{where} cannot be used: {reason}."
        raise LocalError(code, sentence, path=where, reason=reason) from error


def _at_once(name: str, flags: int) -> int:
    # Without this flag, which Windows neither has nor needs, a pipe waits for its other end.
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def bytes_of(path: Path, most: int) -> bytes:
    """The bytes of a regular file of at most ``most`` bytes.

    A pipe would make us wait for ever, and a device without end would fill the memory.

    Raises:
        OSError: it cannot be read, is no regular file (``EINVAL``) or is longer (``EFBIG``).
    """
    with open(path, "rb", opener=_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


def sync_folder(folder: Path) -> None:
    """Makes a new or renamed entry of ``folder`` survive a power cut, where the system can."""
    if sys.platform != "win32":  # Windows opens no folders, and keeps them in a journal
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def replace_file(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Writes ``data`` as the whole of ``path``: a crash leaves the old file or the new one.

    Raises:
        LocalError: see `disk_errors`; the old file is then untouched.
    """
    new = path.with_name(path.name + ".new")
    with disk_errors(path):
        try:
            with open(new, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
        except OSError:
            new.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)


class FileLock:
    """Holds a file so that no other process can; the system lets go of it when we are killed.

    Args:
        path: the file, created when it is missing.

    Raises:
        LocalError: ``home_busy`` when another process holds it; see also `disk_errors`.
    """

    def __init__(self, path: Path) -> None:
        with disk_errors(path):
            self._file = open(path, "ab", opener=_at_once)  # noqa: SIM115 - held until released
        try:
            if sys.platform == "win32":
                msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise LocalError(
                "home_busy",
                "A Jass is already running here: close it, or start this one with another --home.",
                path=str(path.parent),
            ) from None

    def release(self) -> None:
        """Lets another process have it."""
        self._file.close()
