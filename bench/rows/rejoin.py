"""Coming back after twelve hands: the whole log, every signature and every deal checked again."""

from __future__ import annotations

import time

from bench.row import Figure, Row, Sample, Scale
from net.core.log import FaultCode, read_log
from net.core.replica import Replica
from net.core.verify import verify_bytes
from tests.mesh import RULES, Mesh


def evening(hands: int) -> bytes:
    """The log file of a table of four people who played so many hands."""
    mesh = Mesh(seed=12, people=4, bots=0, settings={"laenge": str(max(hands, 2))})
    mesh.play(hands)
    return mesh.nodes[0].disk.file()


def replay(data: bytes) -> int:
    """What a device does that comes back with nothing: number of entries."""
    file = read_log(data, RULES)
    assert file.genesis is not None
    replica = Replica(file.genesis)
    for record in file.records:
        fed = replica.feed(record)
        if isinstance(fed, FaultCode):
            raise TypeError(fed)
    return replica.n


def measure(scale: Scale) -> list[Figure]:
    hands = scale.of(12, 1)
    data = evening(hands)
    back, proof = Sample(), Sample()
    entries = 0
    for _ in range(scale.of(5, 1)):
        start = time.process_time()
        entries = replay(data)
        back.add(time.process_time() - start)
        start = time.process_time()
        report = verify_bytes(data)
        proof.add(time.process_time() - start)
        if report.exit_code not in {0, 3}:
            raise AssertionError(f"the log does not verify: {report}")
    return [
        Figure(f"replayed and verified, {hands} hands", back.median, "s", 1.0),
        Figure("`jass verify` of the same log", proof.median, "s"),
        Figure("entries", entries, ""),
        Figure("size of the log", len(data) / 1000, "kB"),
    ]


ROW = Row("rejoin", "rejoin after 12 hands at a table of four devices", measure)
