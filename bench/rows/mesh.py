"""The mesh: cores joined in memory by the seeded scheduler, on two processors.

Real hands are dealt on the curve. Schedules are whole tables with every kind of trouble, dealt in
the small group by the same code (`tests/campaign.py`). In both, a signature that many devices of
one process check is worked out once (`tests.mesh_parts.shared_checks`).

Rates count processor time, a minute of two cores being two minutes of it: other programs on the
machine then do not count, and one core that is busier than the other does not either.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from bench.row import Figure, Row, Scale
from tests import campaign
from tests.mesh import Mesh, Trouble

HANDS_PER_TABLE = 4
CORES = 2


def one_table(seed: int) -> int:
    """Hands that a table with cuts and crashes played to their verdicts."""
    mesh = Mesh(seed, people=3, bots=1, trouble=Trouble(cuts=1, crashes=0.2))
    mesh.play(HANDS_PER_TABLE)
    return min(len(node.hands) for node in mesh.nodes)


def one_schedule(seed: int) -> int:
    """One schedule, checked to its last signature."""
    campaign.run(seed)
    return 1


def timed(work: Callable[[int], int], seed: int) -> tuple[int, float]:
    """What one seed yields, and the processor time it took, in seconds."""
    start = time.process_time()
    return work(seed), time.process_time() - start


def rate(work: Callable[[int], int], seeds: range) -> float:
    """How much all seeds yield in a minute of two cores."""
    with ProcessPoolExecutor(CORES, initializer=gc.freeze) as pool:
        list(pool.map(work, range(CORES)))  # imports and caches are not measured
        results = list(pool.map(partial(timed, work), seeds))
    return sum(count for count, _ in results) * 60 * CORES / sum(spent for _, spent in results)


def measure(scale: Scale) -> list[Figure]:
    hands = rate(one_table, range(10, 10 + scale.of(24, 2)))
    schedules = rate(one_schedule, range(1_000, 1_000 + scale.of(200, 4)))
    names = ("real hands a minute of two cores", "schedules a minute of two cores, small group")
    return [
        Figure(names[0], hands, "/min", 200, at_least=True),
        Figure(names[1], schedules, "/min", 1_000, at_least=True),
    ]


ROW = Row("mesh", "the mesh: tables in memory with cuts and crashes", measure)
