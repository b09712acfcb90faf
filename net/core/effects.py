"""What a peer core wants done, in this order: the only thing that comes out of it.

The shell carries the list out from front to back: what has to be on the disk before something is
sent stands before it. A core that is killed between two effects is found again as it was then.
"""

from dataclasses import dataclass
from typing import TypeAlias

from engine.state import Outcome
from engine.view import View
from net.updates import Update

__all__ = [
    "Append",
    "Cut",
    "Deed",
    "Dial",
    "Effect",
    "Emit",
    "Follow",
    "Forget",
    "Kept",
    "Open",
    "Over",
    "Pin",
    "Recall",
    "Rewind",
    "Secret",
    "Send",
    "Think",
]


@dataclass(frozen=True, slots=True)
class Open:
    """Begin the log of a table with this genesis (encoded)."""

    genesis: bytes


@dataclass(frozen=True, slots=True)
class Recall:
    """A host let us in: call `Peer.recalled` with what this device has of that table, if anything.

    The log has to be open for `Append` by then, with this genesis if it is new.
    """

    genesis: bytes


@dataclass(frozen=True, slots=True)
class Append:
    """Write this record to the log, with fsync before the next `Send`."""

    record: bytes


@dataclass(frozen=True, slots=True)
class Rewind:
    """The log ends after entry ``n``: remove what comes later, before the next `Append`."""

    n: int


@dataclass(frozen=True, slots=True)
class Secret:
    """Write this to the secrets of the table, with fsync before the next `Send`."""

    key: bytes
    value: bytes


@dataclass(frozen=True, slots=True)
class Forget:
    """Remove every secret whose key begins with one of these: their hand is proven."""

    prefixes: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Send:
    """Send this frame on a link."""

    link: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Cut:
    """End a link after what was sent; ``code`` says why."""

    link: int
    code: str


@dataclass(frozen=True, slots=True)
class Dial:
    """Connect to a device at ``host:port``."""

    identity: bytes
    address: str


@dataclass(frozen=True, slots=True)
class Follow:
    """We knocked where the table is no more ordered: go to the device that does.

    ``address`` is ``host:port`` as we were told, or None; ``name`` its person's, cleaned.
    """

    identity: bytes
    address: str | None
    name: str


@dataclass(frozen=True, slots=True)
class Emit:
    """Tell whoever looks."""

    update: Update


@dataclass(frozen=True, slots=True)
class Think:
    """A bot has to answer for a seat of this device: call `Peer.decide` with its action."""

    seat: int
    level: str
    view: View
    hand: int
    turn: int


@dataclass(frozen=True, slots=True)
class Over:
    """The Partie is over and on the disk."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Pin:
    """The word was right: remember this identity under this name."""

    identity: bytes
    name: str


Kept: TypeAlias = Open | Recall | Append | Rewind | Secret | Forget | Pin
"""What has to be on the disk, or come from it, before anything else is done."""

Deed: TypeAlias = Send | Cut | Dial | Follow | Emit | Think | Over
"""What is done after that."""

Effect: TypeAlias = Kept | Deed
"""Everything a core can ask for."""
