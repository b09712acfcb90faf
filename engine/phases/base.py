"""What a phase is: one small machine for one step of a hand.

It answers whose move it is (by asking), what is refused (`check`), what may be done (`candidates`,
ascending) and what follows (`apply`). `check` is the one truth: candidates are exactly what it
accepts on the actor's own device.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from engine.actions import Action
from engine.errors import Reason
from engine.phases.draft import Draft
from engine.phases.known import Knowledge
from engine.phases.parts import Rules
from engine.seats import Seat
from engine.state import Offence, State
from engine.view import View

__all__ = ["Aside", "Counting", "Phase"]


class Phase(ABC):
    """One step of a hand."""

    kinds: ClassVar[frozenset[type]]
    """The actions this phase takes."""

    @abstractmethod
    def enter(self, draft: Draft) -> None:
        """Ask the seats that public facts name, or go on."""

    @abstractmethod
    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """Why an asked seat may not do this, or None."""

    @abstractmethod
    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """What an asked seat may do, by its own cards, ascending."""

    @abstractmethod
    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Do it; it is in the history already and its cards are open."""

    def automatic(self, rules: Rules, view: View, seat: Seat) -> Action | None:
        """What the asked seat's own device answers by itself, or None to ask its player."""
        return None

    def opened(self, draft: Draft) -> None:
        """All cards that were turned up are told; go on."""
        raise NotImplementedError(f"{type(self).__name__} turns up no cards")

    def tossed(self, draft: Draft, chance: bytes) -> None:
        """The seats have tossed during the hand (32 bytes that nobody chose alone); go on."""
        raise NotImplementedError(f"{type(self).__name__} leaves nothing to chance")


class Aside(ABC):
    """Acts that nobody asks for, possible besides the question that stands."""

    kind: ClassVar[type]
    """The action."""

    @abstractmethod
    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """Why this seat may not do this now, or None."""

    @abstractmethod
    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """What this seat could do, ascending."""

    @abstractmethod
    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Do it; it is in the history already and its cards are open."""

    def automatic(self, rules: Rules, view: View, seat: Seat) -> Action | None:
        """What the seat's own device does by itself, or None."""
        return None


class Counting(ABC):
    """From a hand that is over to the next one, or to the end."""

    @abstractmethod
    def settle(self, draft: Draft, offence: Offence | None, unproven: tuple[Seat, ...]) -> None:
        """Write the hand, or what its first offence costs."""

    @abstractmethod
    def annul(self, draft: Draft) -> None:
        """The hand is void; the same dealer deals again."""

    @abstractmethod
    def forfeit(self, draft: Draft, seat: Seat) -> None:
        """The hand is lost for the side of a seat that is gone (rules 1.0.11)."""
