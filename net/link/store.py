"""The home of one player: who I am, whom I know, and the tables I sat at.

    identity            the long-term key, for the owner alone
    known.toml          pinned identities
    tables/<id>.jass    the log of a table; safe to hand to anybody
    tables/<id>.secret  what a guard has to remember, for the owner alone
    jass.db             what the logs came to, so that each is checked once (`net.link.ledger`)
    lock                held while a Jass runs here

The player's settings (``settings.toml``) belong to the screen.
"""

import errno
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Self

import msgspec

from net.core.clean import clean_name
from net.core.limits import KNOWN_DEVICES
from net.errors import LocalError
from net.link.disk import PRIVATE, FileLock, bytes_of, disk_errors, replace_file
from net.link.entropy import entropy
from net.link.records import RecordFile

__all__ = ["Home", "Secrets", "default_home", "read_identity", "read_known"]

_KEY_BYTES = 32
_IDENTITY = re.compile(rb"[0-9a-f]{64}\n?")
_IDENTITY_BYTES = 65
_ROW_BYTES = 512
"""More than a row of ``known.toml`` has, let alone a line: Python's reader needs seconds for one
dotted key of 40 KB, and its time grows with the square."""


def default_home() -> Path:
    """Where the operating system keeps a program's data for this user."""
    # Imported here, since whoever passes --home does not need it.
    from platformdirs import user_data_path

    return user_data_path("jass", appauthor=False)


class Home:
    """An open home; only one process has it at a time.

    Attributes:
        path: the folder.
    """

    def __init__(self, path: Path, lock: FileLock) -> None:
        self.path = path
        self._lock = lock

    @classmethod
    def open(cls, path: Path | None = None) -> Self:
        """Opens the home at ``path``, or the default one, and makes it when it is missing.

        Raises:
            LocalError: ``home_busy`` when a Jass is already running there; see also
                `net.link.disk.disk_errors`.
        """
        folder = path or default_home()
        with disk_errors(folder):
            (folder / "tables").mkdir(mode=0o700, parents=True, exist_ok=True)
        return cls(folder, FileLock(folder / "lock"))

    def close(self) -> None:
        """Lets another process open this home."""
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- identity --------------------------------------------------------------------------------

    def identity(self) -> bytes:
        """The 32 secret bytes of this home's identity, made at the first call.

        Raises:
            LocalError: see `read_identity`. A new identity would be a stranger to everybody, so
                none is made in the place of a damaged one.
        """
        path = self.path / "identity"
        found = read_identity(self.path)
        if found is not None:
            with disk_errors(path):
                path.chmod(PRIVATE)  # a copied or restored home may have opened it to others
            return found
        secret = entropy(_KEY_BYTES)
        replace_file(path, secret.hex().encode() + b"\n", PRIVATE)
        return secret

    # --- people ----------------------------------------------------------------------------------

    def known(self) -> dict[bytes, str]:
        """The names of everybody this player has met and compared the word with, by key.

        Raises:
            LocalError: ``damaged_known``: the file is not TOML or not ours. Forgetting everybody
                silently would be what somebody with a false key wants.
        """
        return read_known(self.path)

    def remember(self, key: bytes, name: str) -> None:
        """Keeps a device whose word was right, under the name that it has now.

        Beyond `KNOWN_DEVICES` those met longest ago are forgotten first.

        Raises:
            LocalError: see `known` and `net.link.disk.disk_errors`; the old file stays.
        """
        people = self.known()
        people.pop(key, None)
        people[key] = clean_name(name)
        for old in list(people)[: max(len(people) - KNOWN_DEVICES, 0)]:
            del people[old]
        text = "".join(
            f"[{key.hex()}]\nname = {_toml_string(name)}\n\n" for key, name in people.items()
        )
        replace_file(self.path / "known.toml", text.encode(), PRIVATE)

    # --- tables ----------------------------------------------------------------------------------

    def log_path(self, table: bytes) -> Path:
        """Where the log of a table is, or would be."""
        return self.path / "tables" / f"{table.hex()}.jass"

    def open_log(self, table: bytes) -> RecordFile:
        """The log of a table, made when it is missing.

        Raises:
            LocalError: see `net.link.records.RecordFile`.
        """
        return RecordFile(self.log_path(table))

    def open_secrets(self, table: bytes) -> "Secrets":
        """What this device has to remember about a table, made when it is missing.

        Raises:
            LocalError: see `net.link.records.RecordFile`.
        """
        return Secrets(self.log_path(table).with_suffix(".secret"))


def read_identity(home: Path) -> bytes | None:
    """The 32 secret bytes of the identity at ``home``, or None before there is one.

    No lock is needed to read it.

    Raises:
        LocalError: ``damaged_identity``: the file is not what we wrote; see also
            `net.link.disk.disk_errors`.
    """
    path = home / "identity"
    text = _ours(path, _IDENTITY_BYTES)
    if text is None:
        return None
    if not _IDENTITY.fullmatch(text):
        raise LocalError(
            "damaged_identity",
            f"{path} is damaged: restore it from a copy, or delete it to be new to all.",
            path=str(path),
        )
    return bytes.fromhex(text.decode())


def _ours(path: Path, most: int) -> bytes | None:
    """What is in a file of ours, None before there is one.

    A pipe, a device, or what is longer than we write says what no file of ours does: a NUL.

    Raises:
        LocalError: see `net.link.disk.disk_errors`.
    """
    with disk_errors(path):
        try:
            return bytes_of(path, most)
        except FileNotFoundError:
            return None
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.EFBIG):
                raise
    return b"\0"


def read_known(home: Path) -> dict[bytes, str]:
    """See `Home.known`; no lock is needed to read it.

    Raises:
        LocalError: see `Home.known`.
    """
    path = home / "known.toml"
    data = _ours(path, KNOWN_DEVICES * _ROW_BYTES)
    if data is None:
        return {}
    try:
        table = tomllib.loads(_with_short_lines(data).decode())
        rows = (_known(*item) for item in table.items())
        return {key: name for key, name, compared in rows if compared}
    except (ValueError, TypeError, KeyError, RecursionError):
        raise LocalError(
            "damaged_known",
            f"{path} is damaged: repair it or move it away, and compare the words again.",
            path=str(path),
        ) from None


def _with_short_lines(data: bytes) -> bytes:
    if max(map(len, data.splitlines()), default=0) > _ROW_BYTES:
        raise ValueError("a line that is not ours")
    return data


def _known(key: str, row: Mapping[str, object]) -> tuple[bytes, str, bool]:
    """Key, name, and whether the word was compared: an older release may have kept others too."""
    raw, name, compared = bytes.fromhex(key), row["name"], row.get("verified", True)
    if len(raw) != _KEY_BYTES or not isinstance(name, str) or not isinstance(compared, bool):
        raise ValueError(key)
    return raw, clean_name(name), compared


def _toml_string(text: str) -> str:
    # JSON's escapes are TOML's too; DEL is the one character that only TOML wants escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


class _Item(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    key: bytes
    value: bytes


class Secrets(Mapping[bytes, bytes]):
    """Keys and values that only this device knows, on the disk before anybody is told of them.

    A guard keeps the body it sent under the key of the question, a voter its vote, a seat its
    secret S of a deck. Only the owner may read the file.

    Args:
        path: the file, made when it is missing.

    Attributes:
        cut: bytes of an interrupted write that were cut off; it had not been answered for yet.

    Raises:
        LocalError: see `net.link.records.RecordFile`.
    """

    def __init__(self, path: Path) -> None:
        self._file = RecordFile(path, PRIVATE)
        self.cut = self._file.cut
        self._items: dict[bytes, bytes] = {}
        try:
            for record in self._file.found:
                item = msgspec.msgpack.decode(record, type=_Item)
                self._items[item.key] = item.value
        except msgspec.MsgspecError:
            self._file.close()
            raise LocalError(
                "damaged_file",
                f"{path} is damaged; without it this device cannot go on at that table.",
                path=str(path),
            ) from None

    def __getitem__(self, key: bytes) -> bytes:
        return self._items[key]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def keep(self, key: bytes, value: bytes) -> bytes:
        """Stores a value once and for all and returns the one that counts: the first.

        Two different bodies under one key are a proof of cheating, so whoever asks again, even
        after a crash, gets the same.

        Raises:
            LocalError: see `net.link.disk.disk_errors`; nothing was kept, so nothing may be sent.
        """
        if key not in self._items:
            self.put({key: value})
        return self._items[key]

    def put(self, items: Mapping[bytes, bytes]) -> None:
        """Stores several values in one write; the later value of a key counts.

        Raises:
            LocalError: see `keep`.
        """
        self._file.append(*(msgspec.msgpack.encode(_Item(*item)) for item in items.items()))
        self._items.update(items)

    def forget(self, *prefixes: bytes) -> None:
        """Removes every key that begins with one of these from the file, not only from use.

        Raises:
            LocalError: see `net.link.disk.disk_errors`; everything stays.
        """
        left = {key: value for key, value in self._items.items() if not key.startswith(prefixes)}
        if len(left) < len(self._items):
            self._file.rewrite(msgspec.msgpack.encode(_Item(*item)) for item in left.items())
            self._items = left

    def close(self) -> None:
        """Closes the file; everything is on the disk already."""
        self._file.close()
