"""The parts of the mesh: a device with its disk, a cable, and what can go wrong."""

from __future__ import annotations

import tempfile
from collections import UserDict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from unittest import mock

import msgspec

from net.core import crypto
from net.core.log import Genesis, LogFile, read_log
from net.core.peer import Peer
from net.core.pieces import framed
from net.files import TableFiles
from net.link.records import RecordFile
from net.link.store import Secrets
from net.updates import Failed, HandFinished, TurnCame, Update

RULES = 1


@contextmanager
def shared_checks() -> Iterator[None]:
    """While it lasts, a signature is made or checked once in this process, and remembered.

    Every device has to check every signature for itself, and does. Here all devices are one
    process, and whether a key signed some bytes is a pure function of key, signature and bytes: who
    asks second cannot get another answer, only wait for it again. What was signed here is known to
    be good for exactly the bytes that were signed.
    """
    known: dict[tuple[object, ...], bool] = {}
    make, check = crypto.Identity.sign, crypto.verify

    def sign(identity: crypto.Identity, *parts: bytes | int | str) -> bytes:
        signature = make(identity, *parts)
        known[identity.public, signature, parts] = True
        return signature

    def verify(public: bytes, signature: bytes, *parts: bytes | int | str) -> bool:
        key = (public, signature, parts)
        if key not in known:
            known[key] = check(public, signature, *parts)
        return known[key]

    with (
        mock.patch.object(crypto.Identity, "sign", sign),
        mock.patch.object(crypto, "verify", verify),
    ):
        yield


@dataclass(frozen=True)
class Aim:
    """Trouble that waits for its moment.

    ``moment`` and ``blow`` are those of `tests.mesh_crowd`; ``after`` is how many steps the moment
    lasts before, counted over all hands.
    """

    moment: str
    blow: str
    after: int


@dataclass(frozen=True)
class Trouble:
    """What goes wrong, in chances out of a thousand.

    Attributes:
        cuts: at a step, that a cable breaks and what was on its way is lost.
        crashes: at a write or any other effect, that a device loses its power in the middle of it.
        fulls: at a write, that the disk is full; the program ends, and comes again later.
        delays: at a step, that a cable keeps its frames back for up to eight seconds.
        splits: at a step, that a device is out of reach of all others for up to ten seconds.
        repeats: at a frame, that it comes once more.
        kills: at a step, that a device that orders loses its power for up to thirty seconds.
        sleeps: at a step, that a device's program stands still for up to thirty seconds.
        jumps: at a step, that a device's clock jumps by up to an hour.
        tears: at a step, that the network falls into two parts for up to thirty seconds.
        absences: at a step, that a device is gone for up to a minute and a half.
        leaves: at a step, that a person leaves on purpose, and is back within a minute.
        pauses: at a step, that a person pauses the table.
        kicks: at a step, that all want one of them to leave.
        newcomers: at a step, that somebody new knocks.
        spectators: at a step, that somebody comes to look on, or goes.
        aims: what happens at one moment of a hand or a table.
    """

    cuts: float = 0
    crashes: float = 0
    fulls: float = 0
    delays: float = 0
    splits: float = 0
    repeats: float = 0
    kills: float = 0
    tears: float = 0
    sleeps: float = 0
    jumps: float = 0
    absences: float = 0
    leaves: float = 0
    pauses: float = 0
    kicks: float = 0
    newcomers: float = 0
    spectators: float = 0
    aims: tuple[Aim, ...] = ()


QUIET = Trouble()


class Strike(Enum):
    """What befalls a device at one of its effects."""

    POWER = "power"
    FULL = "full"


class PowerCut(Exception):  # it is no error of the program
    """The device loses its power now."""


class DiskFull(Exception):
    """The disk takes no more."""


def no_strike(write: bool) -> Strike | None:
    """A good day."""
    return None


class Disk:
    """What is on one device's disk, written as `net.shell` and `net.link` write it.

    Attributes:
        strike: asked before every write and every other effect.
        written: told the number of each record that is there; ``rewound`` how many there were
            before the last were removed, and how many there are.
        torn: for each file, what an interrupted write left behind its last whole record.
    """

    def __init__(self, strike: Callable[[bool], Strike | None] = no_strike) -> None:
        self.written: Callable[[int], None] = lambda n: None
        self.rewound: Callable[[int, int], None] = lambda before, n: None
        self.genesis: bytes | None = None
        self.records: list[bytes] = []
        self.secrets: dict[bytes, bytes] = {}
        self.strike = strike
        self.torn = {"log": b"", "secret": b""}
        self.tear: Callable[[bytes], bytes] = lambda frame: b""

    def open(self, genesis: bytes) -> None:
        """Begins the log, if it is not there."""
        assert self.genesis in (None, genesis)
        if self.genesis is None:
            self._write("log", genesis)
            self.genesis = genesis

    def append(self, records: Iterable[bytes]) -> None:
        """Adds records to the log: all, or what a power cut leaves, or none on a full disk."""
        before = len(self.records)
        for record in records:
            try:
                self._write("log", record)
            except DiskFull:
                del self.records[before:]
                raise
            self.records.append(record)
        for n in range(before + 1, len(self.records) + 1):
            self.written(n)

    def truncate(self, n: int) -> None:
        """Keeps the first ``n`` records."""
        assert n <= len(self.records)
        self._strike(write=False)
        self.rewound(len(self.records), n)
        del self.records[n:]

    def put(self, secrets: dict[bytes, bytes]) -> None:
        """Adds secrets: all, or what a power cut leaves, or none on a full disk."""
        new: dict[bytes, bytes] = {}
        for key, value in secrets.items():
            # What was promised never changes; a run of the word goes on.
            assert key.startswith(b"word/") or self.secrets.get(key, value) == value
            try:
                self._write("secret", msgspec.msgpack.encode((key, value)))
            except PowerCut:
                self.secrets.update(new)
                raise
            new[key] = value
        self.secrets.update(new)

    def forget(self, prefixes: tuple[bytes, ...]) -> None:
        """Removes secrets; the file is replaced as a whole."""
        self._strike(write=True)
        self.secrets = {k: v for k, v in self.secrets.items() if not k.startswith(prefixes)}

    def _write(self, file: str, record: bytes) -> None:
        try:
            self._strike(write=True)
        except PowerCut:
            self.torn[file] = self.tear(framed(record))
            raise

    def _strike(self, *, write: bool) -> None:
        match self.strike(write):
            case Strike.POWER:
                raise PowerCut
            case Strike.FULL:
                raise DiskFull
            case None:
                pass

    def file(self) -> bytes:
        """The bytes of the log file."""
        assert self.genesis is not None
        return b"".join(framed(piece) for piece in (self.genesis, *self.records))

    def read(self) -> LogFile:
        """The log file as `net.core.log` reads it."""
        return read_log(self.file(), RULES)

    def reopen(self) -> None:
        """After a power cut: the program's own reader finds what was whole, and cuts the rest."""
        torn, self.torn = self.torn, {"log": b"", "secret": b""}
        if not any(torn.values()):
            return
        pieces = [] if self.genesis is None else [self.genesis, *self.records]
        items = [msgspec.msgpack.encode(item) for item in self.secrets.items()]
        with tempfile.TemporaryDirectory() as folder:
            log, secret = Path(folder, "t.jass"), Path(folder, "t.secret")
            log.write_bytes(b"".join(map(framed, pieces)) + torn["log"])
            secret.write_bytes(b"".join(map(framed, items)) + torn["secret"])
            found = RecordFile(log)
            found.close()
            assert list(found.found) == pieces
            kept = Secrets(secret)
            kept.close()
            assert dict(kept) == self.secrets


class DiskLog:
    """The log on a disk, as `net.link.records.RecordFile` shows it to the program."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    @property
    def found(self) -> tuple[bytes, ...]:
        """All records, the genesis first."""
        genesis = self._disk.genesis
        return () if genesis is None else (genesis, *self._disk.records)

    def append(self, *records: bytes) -> None:
        """Adds records; the first of all is the genesis."""
        if self._disk.genesis is None:
            self._disk.open(records[0])
            records = records[1:]
        self._disk.append(records)

    def truncate(self, count: int) -> None:
        """Keeps the genesis and the entries that make ``count`` with it."""
        self._disk.truncate(count - 1)


class DiskSecrets(UserDict[bytes, bytes]):
    """The secrets on a disk, as `net.link.store.Secrets` shows them to the program."""

    def __init__(self, disk: Disk) -> None:
        super().__init__(disk.secrets)
        self._disk = disk

    def put(self, secrets: dict[bytes, bytes]) -> None:
        """Adds secrets."""
        self._disk.put(dict(secrets))

    def forget(self, *prefixes: bytes) -> None:
        """Removes secrets."""
        self._disk.forget(prefixes)


class NodeFiles(TableFiles):
    """The program's own order of writing, on a disk in memory."""

    def __init__(self, disk: Disk) -> None:
        super().__init__(None)  # type: ignore[arg-type]
        self._disk = disk

    def open(self, genesis: Genesis) -> tuple[bytes, ...]:
        """The records that are there."""
        self.log = DiskLog(self._disk)  # type: ignore[assignment]
        self.secrets = DiskSecrets(self._disk)  # type: ignore[assignment]
        return self.log.found


@dataclass
class Node:
    """One device: its core, its disk and what it told its person.

    ``program`` is the number of its process, ``orders`` whether it ordered when it lost its power
    last, ``ahead`` how far its clock has jumped, ``leaving`` since when its person is about to
    leave, ``broken`` whether its program will end because the disk is full, ``parted`` whether its
    person is gone for good.
    """

    number: int
    name: str
    peer: Peer
    disk: Disk
    files: NodeFiles
    program: bytes = b""
    up: bool = True
    updates: list[Update] = field(default_factory=list)
    hands: list[HandFinished] = field(default_factory=list)
    over: int = 0
    ready: bool = False
    turn: TurnCame | None = None
    failed: Failed | None = None
    away_until: int = 0
    asleep_until: int = 0
    orders: bool = False
    ahead: int = 0
    leaving: int | None = None
    broken: bool = False
    parted: bool = False
    unread: list[tuple[int, deque[bytes]]] = field(default_factory=list)
    seen: dict[int, tuple[int, tuple[object, ...]]] = field(default_factory=dict)


@dataclass
class Cable:
    """A connection between two nodes; frames in each direction keep their order."""

    first: int
    second: int
    frames: dict[int, deque[bytes]]
    held_until: int = 0

    @property
    def ends(self) -> tuple[int, int]:
        """Both nodes."""
        return self.first, self.second
