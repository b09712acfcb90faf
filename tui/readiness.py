"""«Bereit» by itself: between two hands the table waits for nobody longer than it says.

The screen and the line mode count alike, from when their person was shown the result.
"""

from __future__ import annotations

from typing import Final

from tui.present.known import Known

__all__ = ["READY_AFTER", "Countdown"]

READY_AFTER: Final = 30.0
"""Seconds after which this device says «Bereit» by itself: one who fetches coffee stops nobody.

Where nobody else could be stopped, nobody is hurried.
"""


class Countdown:
    """Until this device is ready by itself, from one result on.

    Args:
        known: what this device has been told.
        now: the local clock in seconds.
    """

    def __init__(self, known: Known, now: float) -> None:
        self._known = known
        self._until = now + READY_AFTER

    def is_over(self, now: float) -> bool:
        """Whether it is time; in a pause the table waits, and so does this."""
        if self._known.paused:
            self._until = now + READY_AFTER
        return now >= self._until and bool(self._known.people)

    def left(self, now: float) -> int | None:
        """Seconds to come; None where nobody else would wait."""
        return max(int(self._until - now + 0.5), 0) if self._known.people else None
