"""The votes that one device has given, on its disk before anybody hears of them.

A vote is a promise: whoever has given it signs nothing more in an older epoch. Else it could go on
with the old orderer, and whoever kept the vote could take back what it has agreed to since.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from net.core.effects import Effect, Secret
from net.core.epoch import number_of

__all__ = ["Promises"]

_PREFIX: Final = b"vote/"


class Promises:
    """The votes of one device at one table, one in each turn at most.

    Args:
        effect: takes what has to be on the disk.

    Attributes:
        turn: the last turn in which it has voted, 0 before any.
        epoch: the newest epoch that it has voted for: it signs nothing in an older one; 0 before.
    """

    def __init__(self, effect: Callable[[Effect], None]) -> None:
        self._effect = effect
        self._given: dict[int, bytes] = {}
        self.turn = 0
        self.epoch = 0

    def load(self, secrets: Mapping[bytes, bytes]) -> None:
        """Takes up the votes that are on the disk."""
        for key, candidate in secrets.items():
            turn = key.removeprefix(_PREFIX)
            if key.startswith(_PREFIX) and turn.isdigit():
                self._keep(int(turn), candidate)

    def _keep(self, turn: int, candidate: bytes) -> None:
        self._given[turn] = candidate
        self.turn = max(self._given)
        self.epoch = number_of(self._given[self.turn], self.turn)

    @property
    def candidate(self) -> bytes | None:
        """For whom the last vote was."""
        return self._given.get(self.turn)

    def may_give(self, turn: int, candidate: bytes) -> bool:
        """Whether this device can vote so: no later vote, and none for somebody else."""
        return turn > self.turn or (turn == self.turn and self._given.get(turn) == candidate)

    def give(self, turn: int, candidate: bytes) -> None:
        """Votes, once."""
        if turn not in self._given:
            self._keep(turn, candidate)
            self._effect(Secret(_PREFIX + str(turn).encode(), candidate))
