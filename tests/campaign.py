"""Many tables with trouble, on all processors: `python -m tests.campaign 1000`.

A *schedule* is one table that its seed describes wholly: how many devices and bots, what goes wrong
how often, and in which order everything happens. It is passed when every hand came to its
verdicts, all peers went through the same states, no honest seat was blamed, and the log on the
longest disk proves it.

    python -m tests.campaign 1000               schedules in the small group (tests/small_group.py)
    python -m tests.campaign 200 --real         in the group that people play in
    python -m tests.campaign 200 --game hae     another game than the Schieber, or «any»
    python -m tests.campaign --seed 4711        one schedule alone, with its traceback

The last lines are what was covered and, for each seed that failed, the line that replays it.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from engine import game
from net.core.group import CURVE
from net.core.log import FaultCode
from net.core.replica import Replica
from net.core.verify import verify_bytes
from tests.mesh import Mesh, Trouble, shared_checks
from tests.small_group import SMALL

USUAL = "schieber"
ANY = "any"

BATCH = 10
"""Seeds that a process takes at a time."""

COVERED = ("hands", "entries", "compared", "void", "refused")
TROUBLE = ("cuts", "crashes", "restarts", "delays", "splits", "repeats", "kills", "tears", "sleeps")
AFTER = ("epochs", "rewound")


@dataclass(frozen=True)
class Result:
    """What became of one schedule: how often what happened, and why it failed if it did."""

    seed: int
    counts: Counter[str]
    failure: str | None


def make(seed: int, *, real: bool, slug: str) -> tuple[Mesh, int]:
    """The table of a seed, and how many hands it has to play."""
    chance = random.Random(f"schedule {seed}")
    games = [variant for variant in game.all_variants() if slug in {variant.slug, ANY}]
    variant = chance.choice(games)
    seats = chance.choice(variant.seats)
    people = chance.choice((1, 2, 2, 2, 3, 3, 3, 4))
    trouble = Trouble(
        cuts=chance.choice((0, 2, 8)),
        crashes=chance.choice((0, 0, 1, 3)),
        delays=chance.choice((0, 5, 20)),
        splits=chance.choice((0, 0, 3)),
        repeats=chance.choice((0, 10, 100)),
        kills=chance.choice((0, 0, 1)),
        tears=chance.choice((0, 0, 2)),
        sleeps=chance.choice((0, 0, 2)),
    )
    hands = chance.choice((1, 1, 1, 1, 1, 2))
    people = min(people, seats)
    group = CURVE if real else SMALL
    bots = seats - people
    mesh = Mesh(seed, people, bots, trouble=trouble, slug=variant.slug, group=group)
    return mesh, hands


def run(seed: int, *, real: bool = False, slug: str = USUAL) -> Counter[str]:
    """Plays one schedule to its end.

    Raises:
        AssertionError: it failed.
    """
    with shared_checks():
        mesh, hands = make(seed, real=real, slug=slug)
        mesh.play(hands)
        mesh.agree()
        check(mesh)
    counts = mesh.counts
    counts["hands"] = min(len(node.hands) for node in mesh.nodes)
    counts["entries"] = max(len(node.disk.records) for node in mesh.nodes)
    return counts


def check(mesh: Mesh, exit_code: int = 3) -> None:
    """No honest seat is ever blamed, and the log proves every hand that was booked.

    ``exit_code`` is what `jass verify` has to say besides 0: 3 for a Partie that goes on.
    """
    for node in mesh.nodes:
        # A device may have lost its power just before the end.
        assert node.peer.replica is None or node.peer.replica.offences == []
        assert all(hand.fair and not hand.unproven for hand in node.hands)
    files = sorted((node.disk.file() for node in mesh.nodes), key=len)
    assert all(files[-1].startswith(file) for file in files)
    replica = spectator(mesh)
    assert replica.reports
    assert replica.offences == []
    for report in replica.reports:
        digests = {verdict.digest for verdict in report.verdicts if verdict is not None}
        assert report.fair
        assert digests == {report.finding.digest}
    if mesh.group is CURVE:
        verified = verify_bytes(files[-1])
        assert verified.exit_code in {0, exit_code}
        assert verified.faults == ()


def spectator(mesh: Mesh) -> Replica:
    """Somebody who comes later and has nothing but the longest log."""
    disk = max((node.disk for node in mesh.nodes), key=lambda disk: len(disk.records))
    file = disk.read()
    assert file.genesis is not None
    assert file.fault is None
    replica = Replica(file.genesis, group=mesh.group)
    for record in file.records:
        assert not isinstance(replica.feed(record), FaultCode)
    return replica


def attempt(seed: int, *, real: bool, slug: str = USUAL) -> Result:
    """One schedule; whatever goes wrong in it is in the result."""
    try:
        return Result(seed, run(seed, real=real, slug=slug), None)
    except Exception as error:  # noqa: BLE001 - a fault of any kind is what is looked for
        first = str(error).partition("\n")[0]
        return Result(seed, Counter(), f"{type(error).__name__}: {first}"[:160])


def campaign(
    seeds: Iterable[int], *, real: bool, workers: int, slug: str = USUAL
) -> Iterator[Result]:
    """Runs schedules on so many processes; results come in the order of seeds."""
    # What the imports made stays for good, so nobody has to look through it for garbage.
    with ProcessPoolExecutor(workers, initializer=gc.freeze) as pool:
        yield from pool.map(partial(attempt, real=real, slug=slug), seeds, chunksize=BATCH)


def report(results: Sequence[Result], seconds: float, *, real: bool, slug: str = USUAL) -> str:
    """What was covered, and how each failure is seen again."""
    counts: Counter[str] = Counter()
    for result in results:
        counts.update(result.counts)
    failed = [result for result in results if result.failure is not None]
    rate = len(results) * 60 / seconds
    lines = [
        f"{len(results)} schedules in {seconds:.1f} s ({rate:.0f} a minute), {len(failed)} failed",
        "  " + ", ".join(f"{counts[name]} {name}" for name in COVERED),
        "  " + ", ".join(f"{counts[name]} {name}" for name in TROUBLE),
        "  " + ", ".join(f"{counts[name]} {name}" for name in AFTER),
    ]
    how = (" --real" if real else "") + (f" --game {slug}" if slug != USUAL else "")
    for result in failed:
        lines.append(f"FAILED {result.failure}")
        lines.append(f"  python -m tests.campaign --seed {result.seed}{how}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """1 if a schedule failed, 0 otherwise."""
    parser = argparse.ArgumentParser(prog="tests.campaign", description="Tables with trouble.")
    parser.add_argument("count", nargs="?", type=int, default=100, help="how many schedules")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seed", type=int, help="this schedule alone, with its traceback")
    parser.add_argument("--real", action="store_true", help="in the real group")
    parser.add_argument("--game", default=USUAL, help="slug of the game, or «any»")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args(arguments)
    start = time.monotonic()
    real, slug = chosen.real, chosen.game
    if chosen.seed is not None:
        results = [Result(chosen.seed, run(chosen.seed, real=real, slug=slug), None)]
    else:
        seeds = range(chosen.first, chosen.first + chosen.count)
        results = list(campaign(seeds, real=real, workers=chosen.workers, slug=slug))
    print(report(results, time.monotonic() - start, real=real, slug=slug))
    return int(any(result.failure is not None for result in results))


if __name__ == "__main__":
    sys.exit(main())
