"""The two clocks of a device, and how to notice that it slept."""

import time
from collections.abc import Callable

__all__ = ["JUMP_MS", "JumpDetector", "now_ms", "precise_ms", "wall_ms"]

JUMP_MS = 3_000
"""Difference between the two clocks that means sleep or a changed clock: time daemons correct by
far less in one step, and the lid of a laptop is closed for longer."""


def now_ms() -> int:
    """Milliseconds on a clock that never goes back; only differences mean something."""
    return time.monotonic_ns() // 1_000_000


def precise_ms() -> float:
    """The clock of `now_ms` with fractions, for measuring a round trip on a cable."""
    return time.monotonic_ns() / 1_000_000


def wall_ms() -> int:
    """Milliseconds since 1970 by the clock on the wall, which the user may change."""
    return time.time_ns() // 1_000_000


class JumpDetector:
    """Tells when the wall clock and the monotonic clock drift apart.

    On Linux and macOS the monotonic clock stops while the machine sleeps and the wall clock is
    right again afterwards, so a jump is how a program learns that it slept. Whoever polls it then
    looks at its interfaces and links again.

    Args:
        now: the monotonic clock, in milliseconds.
        wall: the wall clock, in milliseconds.
    """

    def __init__(self, now: Callable[[], int] = now_ms, wall: Callable[[], int] = wall_ms) -> None:
        self._now = now
        self._wall = wall
        self._offset = wall() - now()

    def jump_ms(self) -> int:
        """How far the wall clock jumped since the last call: 0 for less than 3 seconds.

        Negative when the clock was set back. A reported jump is not reported again.
        """
        offset = self._wall() - self._now()
        jump = offset - self._offset
        # Small drift is forgotten as well, or a slow clock would add up to a jump in an evening.
        self._offset = offset
        return jump if abs(jump) > JUMP_MS else 0
