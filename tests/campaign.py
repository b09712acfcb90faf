"""Many tables with trouble, on all processors: `python -m tests.campaign 1000`.

A *schedule* is one table that its seed describes wholly (`tests/schedule.py`): the game, who plays,
what goes wrong how often, who cheats how, and in which order everything happens. It is passed when
every hand came to its verdicts, all peers went through the same states, no honest seat was named,
every cheat was named or without effect, and the log on the longest disk proves it.

    python -m tests.campaign 1000               schedules in the small group (tests/small_group.py)
    python -m tests.campaign 200 --real         in the group that people play in
    python -m tests.campaign 200 --game hae     another game than the Schieber, or «any»
    python -m tests.campaign 200 --cheat "no secret"    somebody cheats so in each of them
    python -m tests.campaign --seed 4711        one schedule alone, with its traceback
    python -m tests.campaign --hands 500        so many hands of every game at quiet tables

The last lines are what was covered and, for each seed that failed, the line that replays it.
"""

from __future__ import annotations

import argparse
import gc
import math
import os
import shlex
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from tests.cheats.kinds import CHEATS
from tests.games import sizes
from tests.judge import check
from tests.mesh import shared_checks
from tests.mesh_crowd import OutOfTime
from tests.schedule import ANY, USUAL, play_hands, run

__all__ = ["Result", "attempt", "campaign", "check", "main", "report", "run"]

BATCH = 10
"""Seeds that a process takes at a time."""

COVERED = (
    "hands",
    "cards",
    "entries",
    "compared",
    "frames",
    "void",
    "refused",
    "unasked",
    "verified",
)
TROUBLE = (
    "cuts",
    "frames lost",
    "delays",
    "repeats",
    "splits",
    "partitions",
    "crashes",
    "torn writes",
    "full disks",
    "restarts",
    "host kills",
    "sleeps",
    "clock jumps",
    "absences",
    "leaves",
)
PEOPLE = ("pauses", "kicks", "newcomers", "spectators", "parted")
AFTER = ("epochs", "rewound", "rematches", "hands unproven", "verified")
TABLES = ("end", "game", "preset", "hand", "named", "cheat", "ended", "parted", "aim")
"""Counts that belong together, by what stands before their colon."""


@dataclass(frozen=True)
class Result:
    """What became of one schedule: how often what happened, and why it failed if it did.

    ``finished`` is false if it was broken off, so that it has neither passed nor failed.
    """

    seed: int
    counts: Counter[str]
    failure: str | None
    finished: bool = True


def attempt(
    seed: int, *, real: bool, slug: str = USUAL, cheat: str | None = None, until: float = math.inf
) -> Result:
    """One schedule; whatever goes wrong in it is in the result."""
    try:
        return Result(seed, run(seed, real=real, slug=slug, cheat=cheat, until=until), None)
    except OutOfTime:
        return Result(seed, Counter(), None, finished=False)
    except Exception as error:  # noqa: BLE001 - a fault of any kind is what is looked for
        first = str(error).partition("\n")[0]
        return Result(seed, Counter(), f"{type(error).__name__}: {first}"[:300])


def attempts(seeds: Sequence[int], work: Callable[[int], Result], until: float) -> list[Result]:
    """So many schedules one after the other; none is begun any more after ``until``."""
    return [work(seed) for seed in seeds if time.monotonic() < until]


def campaign(
    seeds: Sequence[int],
    *,
    real: bool,
    workers: int,
    slug: str = USUAL,
    cheat: str | None = None,
    until: float = math.inf,
) -> Generator[Result, None, None]:
    """Runs schedules on so many processes; results come in the order of seeds.

    At ``until``, in seconds of `time.monotonic`, those that are being played are broken off.
    """
    # What the imports made stays for good, so nobody has to look through it for garbage.
    pool = ProcessPoolExecutor(workers, initializer=gc.freeze)
    work = partial(attempt, real=real, slug=slug, cheat=cheat, until=until)
    running: deque[Future[list[Result]]] = deque()
    try:
        for first in range(0, len(seeds), BATCH):
            if time.monotonic() >= until:
                break
            running.append(pool.submit(attempts, seeds[first : first + BATCH], work, until))
            if len(running) > 2 * workers:
                yield from running.popleft().result()
        while running:
            yield from running.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def report(
    results: Sequence[Result],
    seconds: float,
    *,
    real: bool,
    slug: str = USUAL,
    cheat: str | None = None,
) -> str:
    """What was covered, and how each failure is seen again."""
    counts: Counter[str] = Counter()
    for result in results:
        counts.update(result.counts)
    failed = [result for result in results if result.failure is not None]
    broken_off = [result for result in results if not result.finished]
    played = len(results) - len(broken_off)
    rate = played * 60 / seconds
    ends = f"{len(failed)} failed, {len(broken_off)} not finished"
    lines = [
        f"{played} schedules in {seconds:.1f} s ({rate:.0f} a minute), {ends}",
        *(
            "  " + ", ".join(f"{counts[name]} {name}" for name in names)
            for names in (COVERED, TROUBLE, PEOPLE, AFTER)
        ),
    ]
    for table in TABLES:
        found = sorted(name for name in counts if name.startswith(table + ": "))
        if found:
            lines.append(f"  {table}:")
            lines += [f"    {counts[name]:7} {name.removeprefix(table + ': ')}" for name in found]
    how = (" --real" if real else "") + (f" --game {slug}" if slug != USUAL else "")
    how += f" --cheat {shlex.quote(cheat)}" if cheat is not None else ""
    for result in (*failed, *broken_off):
        lines.append(f"FAILED {result.failure}" if result.finished else "NOT FINISHED")
        lines.append(f"  python -m tests.campaign --seed {result.seed}{how}")
    return "\n".join(lines)


AT_ONCE = 25
"""Hands that a process plays at a time."""


def hands(slug: str, seats: int, number: int) -> tuple[str, int, int, str | None]:
    """`AT_ONCE` hands of a game: what was played, how many cards they had, and what went wrong."""
    try:
        with shared_checks():
            return slug, seats, play_hands(slug, seats, AT_ONCE, number), None
    except Exception as error:  # noqa: BLE001 - as above
        return slug, seats, 0, f"{type(error).__name__}: {error}"[:300]


def play_all(wanted: int, slug: str, workers: int) -> int:
    """So many hands of every game, over all its numbers of players and presets."""
    start = time.monotonic()
    work = []
    for name in sorted({name for name, _ in sizes()} if slug in {ANY, USUAL} else {slug}):
        seats = [count for game, count in sizes() if game == name]
        work += [(name, seats[n % len(seats)], n) for n in range(-(-wanted // AT_ONCE))]
    with ProcessPoolExecutor(workers, initializer=gc.freeze) as pool:
        results = list(pool.map(hands, *zip(*work, strict=True)))
    failed = [result for result in results if result[3] is not None]
    played: Counter[str] = Counter()
    for name, count, _, failure in results:
        played[f"{name} {count}"] += 0 if failure else AT_ONCE
    print(f"{sum(played.values())} hands in {time.monotonic() - start:.0f} s, {len(failed)} failed")
    print(f"  {sum(result[2] for result in results)} cards dealt")
    print("\n".join(f"  {count:6} {table}" for table, count in sorted(played.items())))
    for name, count, _, failure in failed:
        print(f"FAILED {name} {count}: {failure}")
    return int(bool(failed))


def main(arguments: Sequence[str] | None = None) -> int:
    """1 if a schedule failed, 0 otherwise."""
    parser = argparse.ArgumentParser(prog="tests.campaign", description="Tables with trouble.")
    parser.add_argument("count", nargs="?", type=int, default=100, help="how many schedules")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seed", type=int, help="this schedule alone, with its traceback")
    parser.add_argument("--real", action="store_true", help="in the real group")
    parser.add_argument("--game", default=USUAL, help="slug of the game, or «any»")
    parser.add_argument("--cheat", choices=sorted(CHEATS), help="somebody cheats so in each")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, help="break off then, and say what was covered")
    parser.add_argument("--hands", type=int, help="so many hands of each game, without trouble")
    chosen = parser.parse_args(arguments)
    if chosen.hands is not None:
        return play_all(chosen.hands, chosen.game, chosen.workers)
    start = time.monotonic()
    real, slug, cheat = chosen.real, chosen.game, chosen.cheat
    if chosen.seed is not None:
        counts = run(chosen.seed, real=real, slug=slug, cheat=cheat)
        results = [Result(chosen.seed, counts, None)]
    else:
        seeds = range(chosen.first, chosen.first + chosen.count)
        until = math.inf if chosen.minutes is None else start + 60 * chosen.minutes
        results = []
        for result in campaign(
            seeds, real=real, workers=chosen.workers, slug=slug, cheat=cheat, until=until
        ):
            results.append(result)
            if result.failure is not None:
                print(f"FAILED {result.seed}: {result.failure}", file=sys.stderr, flush=True)
    seconds = time.monotonic() - start
    print(report(results, seconds, real=real, slug=slug, cheat=cheat))
    return int(any(result.failure is not None for result in results))


if __name__ == "__main__":
    sys.exit(main())
