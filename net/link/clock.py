"""The clocks of a device: one that only goes on, also while it sleeps, and the one on the wall."""

import sys
import time
from typing import Final

__all__ = ["now_ms", "precise_ms", "wall_ms"]

_CLOCK: Final = getattr(time, "CLOCK_BOOTTIME", None) or getattr(time, "CLOCK_MONOTONIC", None)
"""The usual clock of Linux stops while the machine sleeps, and whoever wakes up would take what it
heard before for new. That of macOS goes on, as does the only one of Windows, which has no number.
"""


def now_ms() -> int:
    """Milliseconds on a clock that never goes back; only differences mean something."""
    return _now_ns() // 1_000_000


def precise_ms() -> float:
    """The clock of `now_ms` with fractions, for measuring a round trip on a cable."""
    return _now_ns() / 1_000_000


def wall_ms() -> int:
    """Milliseconds since 1970 by the clock on the wall, which the user may change."""
    return time.time_ns() // 1_000_000


def _now_ns() -> int:
    if sys.platform == "win32" or _CLOCK is None:
        return time.monotonic_ns()
    return time.clock_gettime_ns(_CLOCK)
