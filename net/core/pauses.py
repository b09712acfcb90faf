"""«Pause»: somebody has to go to a meeting, and no clock runs until anybody goes on (3.7).

A pause stops clocks, it forbids nothing: whoever plays a card that crosses it has played it. That
nobody plays meanwhile is the courtesy of every program.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from net.core.bodies import Pause
from net.core.limits import PAUSES_PER_HAND
from net.core.lobby import Lobby, NetReason

__all__ = ["Paused", "Pauses"]


@dataclass(frozen=True, slots=True)
class Paused:
    """Who has paused the table.

    ``at`` is when, in seconds since 1970, as that device's clock said: for display only.
    """

    identity: bytes
    at: int


class Pauses:
    """The pauses of one table, equal at every peer.

    Args:
        lobby: who is at the table.

    Attributes:
        now: the pause that lasts, or None.
    """

    def __init__(self, lobby: Lobby) -> None:
        self.now: Paused | None = None
        self._lobby = lobby
        self._made: Counter[bytes] = Counter()

    def check(self, author: bytes, body: Pause) -> NetReason | None:
        """Why ``author`` may not pause the table or go on now, or None."""
        if not self._lobby.playing:
            return NetReason.NOT_STARTED
        if author not in self._lobby.present:
            return NetReason.NOT_SEATED
        if body.on == (self.now is not None):
            return NetReason.PAUSED if body.on else NetReason.NOT_PAUSED
        # Whoever wants to annoy costs the others so many key presses a hand, not the evening.
        if body.on and self._made[author] >= PAUSES_PER_HAND:
            return NetReason.PAUSES_USED
        return None

    def apply(self, author: bytes, body: Pause) -> None:
        """Takes what `check` passed."""
        self.now = Paused(author, body.at) if body.on else None
        self._made[author] += body.on

    def end_if_over(self) -> None:
        """An entry was taken: a pause ends with the Partie, and when its person is gone."""
        there = self.now is not None and self.now.identity in self._lobby.present
        if not there or not self._lobby.playing:
            self.now = None

    def dealt(self) -> None:
        """A hand was dealt: everybody may pause again."""
        self._made.clear()
