"""The mesh: cores joined in memory by the seeded scheduler, on all processors."""

from __future__ import annotations

import os
import time
from concurrent.futures import ProcessPoolExecutor

from bench.row import Figure, Row, Scale
from tests.mesh import Mesh, Trouble

HANDS_PER_TABLE = 4


def one_table(seed: int) -> int:
    """Hands that a table with cuts and crashes played to their verdicts."""
    mesh = Mesh(seed=seed, people=3, bots=1, trouble=Trouble(cuts=1, crashes=0.2))
    mesh.play(HANDS_PER_TABLE)
    return min(len(node.hands) for node in mesh.nodes)


def measure(scale: Scale) -> list[Figure]:
    workers = 2
    if scale.quick:
        start = time.perf_counter()
        hands = one_table(1)
        return [Figure("real hands a minute", hands * 60 / (time.perf_counter() - start), "/min")]
    with ProcessPoolExecutor(workers) as pool:
        list(pool.map(one_table, range(workers)))  # imports and caches are not measured
        start = time.perf_counter()
        hands = sum(pool.map(one_table, range(10, 10 + scale.of(24, 2))))
        elapsed = time.perf_counter() - start
    return [
        Figure(
            f"real hands a minute on {min(workers, os.cpu_count() or 1)} cores",
            hands * 60 / elapsed,
            "/min",
            200,
            at_least=True,
        )
    ]


ROW = Row("mesh", "the mesh: tables in memory with cuts and crashes", measure)
