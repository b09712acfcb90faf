"""Hostile bytes into everything that reads: `python -m tests.fuzz --frames 1000000`.

Good frames, logs, files, records of mDNS and lines of scripts are changed and read again. Nothing
may come out but what the reader is meant to say, and memory has to stay where it was.

    python -m tests.fuzz --frames 100000                    every target gets its share
    python -m tests.fuzz --frames 100000 --target member    one of them
    python -m tests.fuzz --seed 7 --target member           other chances; a failure says its own
    python -m tests.fuzz --target frames --guided --minutes 5    atheris chooses, if it is installed

What is printed: for each target how many pieces and bytes were read, how many were refused, how
much memory the process had at most and how much more than at the start; and every failure with the
bytes that made it.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType

from tests.fuzz.targets import TARGETS
from tests.mesh import shared_checks
from tests.mutate import mutated

__all__ = ["Ran", "fuzz", "main"]

SHARES = {
    "frames": 62,
    "bodies": 22,
    "logs": 3,
    "verify": 0.02,
    "files": 0.2,
    "known": 0.5,
    "ledger": 0.01,
    "notices": 3,
    "texts": 1.5,
    "greeting": 0.3,
    "lines": 1.5,
    "stranger": 3,
    "member": 3,
}
"""How much of the pieces goes to each target: the dear ones get fewer."""

CHUNK = 20_000
"""Pieces that a process reads for one target at a time."""

WARM = 2_000
"""Pieces before memory is looked at for the first time."""

GROWTH = 48 * 1024 * 1024
"""Bytes that a process may grow by while it reads: tables of different size come and go."""


@dataclass
class Ran:
    """What came of one chunk."""

    target: str
    seed: int
    pieces: int = 0
    size: int = 0
    refused: int = 0
    peak: int = 0
    grown: int = 0
    failures: list[str] = field(default_factory=list)


def memory() -> int:
    """Bytes of memory that this process has now."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()
        return int(pages[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # not Linux
        return 0


def fuzz(name: str, seed: int, pieces: int) -> Ran:
    """Reads so many pieces; the same seed reads the same."""
    ran = Ran(name, seed)
    chance = random.Random(f"{name} {seed}")
    with shared_checks():
        target = TARGETS[name](chance)
        start = 0
        for number in range(pieces):
            data = target.next()
            ran.pieces += 1
            ran.size += len(data)
            try:
                target.read(data)
            except Exception:  # noqa: BLE001 - any exception at all is what is looked for
                last = traceback.format_exc().strip().splitlines()
                ran.failures.append(f"{last[-1][:200]} at {last[-3].strip()}: {data[:4000].hex()}")
                if len(ran.failures) >= 3:
                    break
                target.close()
                target = TARGETS[name](chance)
            if number == min(WARM, pieces - 1):
                gc.collect()
                start = memory()
            if number % 500 == 0:
                ran.peak = max(ran.peak, memory())
        ran.refused = target.refused
        target.close()
        del target
    gc.collect()
    ran.grown = max(0, memory() - start)
    return ran


def chunks(frames: int, target: str | None, seed: int) -> list[tuple[str, int, int]]:
    """What each call of `fuzz` gets."""
    names = [target] if target is not None else list(SHARES)
    whole = sum(SHARES[name] for name in names)
    work = []
    for name in names:
        left = max(20, round(frames * SHARES[name] / whole))
        number = seed
        while left > 0:
            work.append((name, number, min(left, CHUNK)))
            left -= CHUNK
            number += 1
    return work


def report(results: Sequence[Ran], seconds: float) -> str:
    """The table, and every failure."""
    pieces, size = sum(r.pieces for r in results), sum(r.size for r in results)
    failures = sum(len(r.failures) for r in results)
    heads = ("pieces", "bytes", "refused", "peak MB", "grown MB")
    lines = [
        f"{pieces:,} pieces, {size:,} bytes in {seconds:.0f} s, {failures} failures",
        "{:10} {:>12} {:>15} {:>12} {:>8} {:>9}".format("target", *heads),
    ]
    for name in TARGETS:
        of = [r for r in results if r.target == name]
        if of:
            peak, grown = max(r.peak for r in of) / 2**20, max(r.grown for r in of) / 2**20
            lines.append(
                f"{name:10} {sum(r.pieces for r in of):12,} {sum(r.size for r in of):15,}"
                f" {sum(r.refused for r in of):12,} {peak:8.0f} {grown:9.1f}"
            )
    for ran in results:
        for failure in ran.failures:
            lines.append(f"FAILED {ran.target} --seed {ran.seed}: {failure}")
        if ran.grown > GROWTH:
            lines.append(f"FAILED {ran.target} --seed {ran.seed}: grew by {ran.grown:,} bytes")
    return "\n".join(lines)


def guided(name: str, seconds: int) -> None:
    """Has atheris choose the bytes by what they reach; it prints what it does, and failures."""
    import atheris  # type: ignore[import-not-found]

    target = TARGETS[name](random.Random(0))

    def changed(data: bytes, longest: int, seed: int) -> bytes:
        return mutated(random.Random(seed), [data, random.Random(seed).choice(target.seeds)])[
            :longest
        ]

    for code in ours():
        atheris.instrument_func(code)
    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(target.seeds):
            Path(corpus, str(number)).write_bytes(seed)
        arguments = [sys.argv[0], "-max_len=65536", f"-max_total_time={seconds}", corpus]
        atheris.Setup(arguments, target.read, custom_mutator=changed)
        atheris.Fuzz()


def ours() -> Iterator[FunctionType]:
    """The functions that read bytes of others, by which atheris sees how far it gets."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("net.", "tui.script")):
            for value in vars(module).values():
                parts = vars(value).values() if isinstance(value, type) else (value,)
                found = (part for part in parts if isinstance(part, FunctionType))
                yield from (part for part in found if part.__module__ == name)


def main(arguments: Sequence[str] | None = None) -> int:
    """1 if anything failed, 0 otherwise."""
    parser = argparse.ArgumentParser(prog="tests.fuzz", description="Hostile bytes.")
    parser.add_argument("--frames", type=int, default=100_000, help="how many pieces to read")
    parser.add_argument("--target", choices=sorted(TARGETS), help="only this one")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--guided", action="store_true", help="by coverage, with atheris")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, help="stop then, and say what was read")
    chosen = parser.parse_args(arguments)
    if chosen.guided:
        guided(chosen.target or "frames", round(60 * (chosen.minutes or 10)))
        return 0
    start = time.monotonic()
    work = chunks(chosen.frames, chosen.target, chosen.seed)
    random.Random(chosen.seed).shuffle(work)
    results: list[Ran] = []
    pool = ProcessPoolExecutor(chosen.workers)
    for ran in pool.map(fuzz, *zip(*work, strict=True)):
        results.append(ran)
        for failure in ran.failures:
            print(f"FAILED {ran.target} --seed {ran.seed}: {failure}", file=sys.stderr, flush=True)
        if chosen.minutes is not None and time.monotonic() - start > 60 * chosen.minutes:
            break
    pool.shutdown(cancel_futures=True)
    text = report(results, time.monotonic() - start)
    print(text)
    return int("FAILED" in text)
