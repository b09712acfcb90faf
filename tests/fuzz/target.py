"""Something that reads bytes of somebody else, with good bytes to begin with.

A target takes bytes and returns; whatever it raises is a failure. Errors that a reader is meant to
raise, with a code and a sentence, are no failure and are counted.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from tests.mutate import mutated

__all__ = ["InFolder", "Target"]


class Target:
    """One reader of strange bytes.

    Args:
        chance: where everything random comes from.

    Attributes:
        seeds: good bytes.
        refused: how often the reader said no with a sentence of its own.
    """

    name = ""
    seeds: list[bytes]

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.refused = 0

    def next(self) -> bytes:
        """The next bytes to read."""
        return mutated(self.chance, self.seeds)

    def read(self, data: bytes) -> None:
        """Reads them.

        Raises:
            Exception: the reader is wrong.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Leaves nothing behind."""


class InFolder(Target):
    """A reader of files."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        self._folder = tempfile.TemporaryDirectory()
        self.folder = Path(self._folder.name)

    def close(self) -> None:
        self._folder.cleanup()
