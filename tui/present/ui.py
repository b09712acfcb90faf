"""What the player in front of the screen is doing, which nobody else is told."""

from dataclasses import dataclass, field

from engine.faces import Slot
from engine.seats import Seat
from engine.state import PlayedCard, Trick

__all__ = ["Lying", "TableUi", "lying_of"]


@dataclass(frozen=True, slots=True)
class Lying:
    """A trick as it lies on the table: the running one, or a complete one for a moment."""

    plays: tuple[PlayedCard, ...]
    leader: Seat | None
    winner: Seat | None = None
    points: int = 0
    number: int = 0
    counts: int = 1


def lying_of(trick: Trick) -> Lying:
    """A complete trick as it lies open again."""
    return Lying(trick.plays, trick.leader, trick.winner, trick.points, trick.number, trick.counts)


@dataclass(slots=True)
class TableUi:
    """What the player in front of the screen is doing; nobody else knows.

    Attributes:
        selected: the card under the double border.
        message: an answer to the last key, as (text, ink).
        lying: a complete trick that stays for a moment.
        looking: the turned trick the player looks at now.
        notices: what was said at the table and not yet acknowledged by a key.
        weis_on: announce a Weis with the first card (only where it is done by hand).
        stoeck_on: call Stöck with this card (only where it is done by hand).
        waited: seconds the table has been waiting.
        choice: the answer that is chosen in the open question, by its place.
        replay: the line that stands in for the question in a replay.
    """

    selected: Slot | None = None
    message: tuple[str, str] | None = None
    lying: Lying | None = None
    looking: Lying | None = None
    notices: list[str] = field(default_factory=list)
    weis_on: bool = True
    stoeck_on: bool = False
    waited: int = 0
    choice: int | None = None
    replay: str | None = None
