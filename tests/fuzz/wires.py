"""What comes over a link or lies in a log: frames, bodies, logs, and what `jass verify` reads."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec

from net.core.bodies import decode_body, encode_body
from net.core.epoch import decode_vote
from net.core.log import (
    decode_entry,
    decode_genesis,
    decode_record,
    read_log,
)
from net.core.wire import (
    decode_message,
    decode_talk,
)
from tests.fuzz.target import Target
from tests.judge import verified
from tests.mesh import RULES, Mesh
from tests.small_group import SMALL

__all__ = ["Bodies", "Frames", "Logs", "Verified", "good_frames", "good_mesh"]


def listened(mesh: Mesh) -> list[bytes]:
    """Every frame that goes over a table's cables until one hand is booked."""
    frames: list[bytes] = []
    for node in mesh.nodes:
        receive = node.peer.receive

        def heard(link: int, data: bytes, now: int, receive: Any = receive) -> None:
            frames.append(data)
            receive(link, data, now)

        node.peer.receive = heard  # type: ignore[method-assign]
    mesh.start()
    mesh.play_on(1)
    return frames


@cache
def good_frames() -> tuple[bytes, ...]:
    """Frames of short tables of several games."""
    found: dict[bytes, None] = {}
    for seed, slug in enumerate(("schieber", "differenzler", "chappe", "hae")):
        mesh = Mesh(seed, people=3, bots=1, slug=slug, group=SMALL)
        found.update(dict.fromkeys(listened(mesh)))
    return tuple(found)


@cache
def good_mesh() -> Mesh:
    """A table with one whole hand."""
    mesh = Mesh(1, people=2, bots=2, group=SMALL)
    mesh.play(1)
    return mesh


class Frames(Target):
    """A frame, and whatever lies inside it."""

    name = "frames"

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        self.seeds = list(good_frames())

    def read(self, data: bytes) -> None:
        message = decode_message(data)
        if message is None:
            self.refused += 1
            return
        for field in msgspec.structs.astuple(message):
            for part in field if isinstance(field, tuple) else (field,):
                if isinstance(part, bytes):
                    inside(part)
        if hasattr(message, "talk"):
            decode_talk(message, b"t" * 32)  # type: ignore[arg-type]


def inside(data: bytes) -> None:
    """What a byte string in a frame may be."""
    decode_genesis(data)
    decode_vote(data)
    record = decode_record(data)
    entry = decode_entry(record.entry if record is not None else data)
    body = decode_body(entry.body if entry is not None else data)
    if body is not None:
        # One encoding for each body: a second one would be a second «same body» (3.2).
        assert encode_body(body) == (entry.body if entry is not None else data)


class Bodies(Target):
    """The bodies of entries."""

    name = "bodies"

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        records = [decode_record(data) for data in good_mesh().nodes[0].disk.records]
        entries = [decode_entry(record.entry) for record in records if record is not None]
        self.seeds = [entry.body for entry in entries if entry is not None]

    def read(self, data: bytes) -> None:
        body = decode_body(data)
        if body is None:
            self.refused += 1
        else:
            assert encode_body(body) == data


class Logs(Target):
    """The reader of saved games, byte for byte."""

    name = "logs"

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        data = good_mesh().nodes[0].disk.file()
        self.seeds = [data, data[: len(data) // 2], data[:2_000], data[:300]]

    def read(self, data: bytes) -> None:
        file = read_log(data, RULES)
        self.refused += file.fault is not None
        assert file.sound <= len(data)


class Verified(Logs):
    """`jass verify` on saved games that were changed."""

    name = "verify"

    def read(self, data: bytes) -> None:
        report = verified(data, good_mesh())
        self.refused += report.exit_code == 2
