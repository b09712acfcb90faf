"""What a cheat knows when it is about to say something."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from net.core.bodies import (
    Body,
)
from net.core.group import Group
from net.core.peer import Peer
from net.core.replica import Replica

__all__ = ["Case", "Change"]


@dataclass(frozen=True)
class Case:
    """What a cheat knows when it is about to say ``body``."""

    peer: Peer
    replica: Replica
    body: Body
    chance: random.Random

    @property
    def group(self) -> Group:
        """What the deck of ``body`` is locked in."""
        deck = self.replica.deck(getattr(self.body, "deck", -1))
        assert deck is not None
        return deck.facts.group


Change = Callable[[Case], Body | None]
"""Another body, or None where this cheat has nothing to do."""
