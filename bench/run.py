"""Run the rows that are asked for and print the table."""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import platform
import sys
import time
from collections.abc import Sequence

from bench import rows
from bench.row import Figure, Row, Scale, Skip

ORDER = ("deal", "seven", "ready", "keys", "startup", "rejoin", "hands", "mesh", "memory", "bots")


def all_rows() -> tuple[Row, ...]:
    """Every row of `bench/rows`, in the order of the table."""
    found = {}
    for module in pkgutil.iter_modules(rows.__path__):
        row = importlib.import_module(f"bench.rows.{module.name}").ROW
        found[row.name] = row
    known = [found.pop(name) for name in ORDER if name in found]
    return (*known, *(found[name] for name in sorted(found)))


def describe(figure: Figure) -> str:
    """One line: to reach, measured, verdict."""
    limit = ""
    if figure.limit is not None:
        limit = f"{'≥' if figure.at_least else '≤'} {figure.limit:g} {figure.unit}"
    verdict = {True: "reached", False: "MISSED", None: ""}[figure.reached]
    measured = f"{figure.value:.3g}" if figure.value < 1000 else f"{figure.value:.0f}"
    return f"  {figure.name:<52} {limit:>18} {measured + ' ' + figure.unit:>16}  {verdict}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 if a target was missed or a row broke, 0 otherwise."""
    parser = argparse.ArgumentParser(prog="bench", description="The speed table of the project.")
    available = all_rows()
    names = " ".join(row.name for row in available)
    parser.add_argument("rows", nargs="*", help=f"which rows to measure (default: all): {names}")
    parser.add_argument("--quick", action="store_true", help="tiny sizes, only to see it run")
    chosen = parser.parse_args(arguments)
    unknown = sorted(set(chosen.rows) - {row.name for row in available})
    if unknown:
        parser.error(f"no such row: {' '.join(unknown)} (there are: {names})")
    busy = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, "
        f"{os.cpu_count()} cores{busy}"
    )
    print(f"  {'':<52} {'to reach':>18} {'measured':>16}")
    failed = False
    for row in available:
        if chosen.rows and row.name not in chosen.rows:
            continue
        print(f"{row.name}: {row.what}", flush=True)
        start = time.monotonic()
        try:
            figures = row.measure(Scale(chosen.quick))
        except Skip as why:
            print(f"  not measured: {why}", flush=True)
            continue
        except Exception as error:  # noqa: BLE001 - one broken row must not hide the others
            print(f"  broke: {type(error).__name__}: {error}", flush=True)
            failed = True
            continue
        for figure in figures:
            print(describe(figure), flush=True)
            failed |= figure.reached is False
        print(f"  ({time.monotonic() - start:.1f} s)", file=sys.stderr)
    return int(failed)
