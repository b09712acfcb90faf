"""Clocks and chance."""

import shutil
import subprocess
import sys
import time

import pytest

from net.link.clock import now_ms, precise_ms, wall_ms
from net.link.entropy import entropy


def test_the_clocks_are_the_systems() -> None:
    """Milliseconds, never back; the wall clock since 1970."""
    first = now_ms()
    assert abs(wall_ms() - time.time() * 1000) < 1000
    assert first <= precise_ms() + 1 <= now_ms() + 2


def test_the_clock_goes_on_while_the_machine_sleeps() -> None:
    """A namespace in which the machine has been on for a day longer than it was awake."""
    day = 24 * 60 * 60
    inside = ["unshare", "--time", "--boottime", str(day), "--fork", sys.executable, "-c", _READS]
    if shutil.which("unshare") is None:
        pytest.skip("no unshare here")
    done = subprocess.run(inside, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no time namespaces here: {done.stderr.strip()}")
    ahead = int(done.stdout) - time.monotonic_ns() // 1_000_000

    assert day * 1_000 - 5_000 < ahead < day * 1_000 + 60_000


_READS = "from net.link.clock import now_ms; print(now_ms())"


def test_chance_has_the_length_asked_for_and_does_not_repeat() -> None:
    """32 bytes twice are two different values."""
    assert len(entropy(32)) == 32
    assert entropy(32) != entropy(32)
    assert entropy(0) == b""
