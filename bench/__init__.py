"""Benchmarks against the targets: `python -m bench` prints the whole table, `--quick` a small one.

Every row is a file in `bench/rows`. Where a target is a ratio, both sides run in the same process
or alternate in the same minute, so that a slow or busy machine moves both.
"""
