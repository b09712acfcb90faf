"""The parts of the mesh: a device with its disk, a cable, and what can go wrong."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from unittest import mock

from net.core import crypto
from net.core.log import LogFile, framed, read_log
from net.core.peer import Peer
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
class Trouble:
    """What goes wrong, in chances out of a thousand.

    Attributes:
        cuts: at a step, that a cable breaks and what was on its way is lost.
        crashes: at an effect, that a device loses its power right before it.
        delays: at a step, that a cable keeps its frames back for up to eight seconds.
        splits: at a step, that a device is out of reach of all others for up to ten seconds.
        repeats: at a frame, that it comes once more.
        kills: at a step, that a device that orders loses its power for up to thirty seconds.
        sleeps: at a step, that a device's program stands still for up to thirty seconds.
        tears: at a step, that the network falls into two parts for up to thirty seconds.
    """

    cuts: float = 0
    crashes: float = 0
    delays: float = 0
    splits: float = 0
    repeats: float = 0
    kills: float = 0
    tears: float = 0
    sleeps: float = 0


QUIET = Trouble()


class Disk:
    """What is on one device's disk. Written by effects, in their order."""

    def __init__(self) -> None:
        self.genesis: bytes | None = None
        self.records: list[bytes] = []
        self.secrets: dict[bytes, bytes] = {}

    def file(self) -> bytes:
        """The bytes of the log file."""
        assert self.genesis is not None
        return b"".join(framed(piece) for piece in (self.genesis, *self.records))

    def read(self) -> LogFile:
        """The log file as `net.core.log` reads it."""
        return read_log(self.file(), RULES)


@dataclass
class Node:
    """One device: its core, its disk and what it told its person."""

    number: int
    name: str
    peer: Peer
    disk: Disk
    up: bool = True
    updates: list[Update] = field(default_factory=list)
    hands: list[HandFinished] = field(default_factory=list)
    over: int = 0
    ready: bool = False
    turn: TurnCame | None = None
    failed: Failed | None = None
    away_until: int = 0
    asleep_until: int = 0
    unread: list[tuple[int, deque[bytes]]] = field(default_factory=list)
    seen: dict[int, tuple[int, tuple[object, ...]]] = field(default_factory=dict)


@dataclass
class Cable:
    """A connection between two nodes; frames in each direction keep their order."""

    first: int
    second: int
    frames: dict[int, deque[bytes]]
    held_until: int = 0
