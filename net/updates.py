"""What comes out through the one door between the network and whoever looks at it.

Everything a session tells (`net.session`): a closed union of frozen dataclasses, so that a screen,
a script and the line mode can `match` them all. Cards are the engine's; names and texts that came
from another device are clean already. What goes in is `net.commands`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    # The bridge imports this module before the first paint: types only, the rules come later.
    from engine.actions import Action
    from engine.cards import Card
    from engine.errors import Reason
    from engine.events import Event
    from engine.seats import Seat
    from engine.state import HandResult, Outcome
    from engine.view import View

__all__ = [
    "ActionRefused",
    "CameLate",
    "CommandRefused",
    "EarlierHands",
    "Failed",
    "GalleryChanged",
    "GameFinished",
    "Gone",
    "HandFinished",
    "Invited",
    "KickWished",
    "Knocked",
    "LinkChanged",
    "LobbyChanged",
    "Offended",
    "OrdererChanged",
    "OtherKey",
    "OtherTable",
    "Paused",
    "ReadyChanged",
    "Said",
    "SeatGiven",
    "SeatInfo",
    "TableOpened",
    "TurnCame",
    "Update",
    "VerdictCode",
    "ViewChanged",
    "Waiting",
    "WaitingFor",
    "Why",
    "WordResult",
    "WordShown",
]


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits where.

    ``name`` is empty on a free seat, and already told apart («Anna 2»). ``bot`` is a level or None.
    ``device`` names the person whose device controls the seat. ``known`` says that the identity
    was met and compared before. ``latency_ms`` is a round trip, None for my own device. ``muted``:
    this device shows nothing of what that person says. ``hosts``: this is the device that orders.
    ``away``: the seat is a person's, and ``bot`` only plays it until they are back.
    ``address`` is where the device of that person can be dialled, by its own word; may be empty.
    """

    seat: Seat
    name: str
    bot: str | None
    device: str
    connected: bool
    you: bool
    identity_hex: str
    known: bool
    latency_ms: int | None
    muted: bool = False
    hosts: bool = False
    away: bool = False
    address: str = ""


@dataclass(frozen=True, slots=True)
class TableOpened:
    """First of all updates: where the table is, and what is played.

    ``table`` is its name, ``address`` what to read out to others (empty for a game without a
    network), ``addresses`` all of them, ``options`` as `Options.to_dict()`, ``identity`` mine, hex.
    ``watching``: I look on, without a seat. ``log`` is the file of its log; a replay has none.
    """

    table: str
    address: str
    addresses: tuple[str, ...]
    game: str
    options: Mapping[str, object]
    identity: str
    watching: bool = False
    log: Path | None = None


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """Who sits where, what will be played; also during play when a seat changes hands.

    ``host`` says that this device may change the game and start it. ``before``: the seats and the
    points of each side, where the first Partie is going to start from the score of another table.
    ``address`` is where the device that orders now can be dialled, empty if nobody knows.
    """

    seats: tuple[SeatInfo, ...]
    game: str
    preset: str | None
    options: Mapping[str, object]
    host: bool
    started: bool
    before: tuple[tuple[tuple[Seat, ...], int], ...] = ()
    address: str = ""


@dataclass(frozen=True, slots=True)
class ViewChanged:
    """After every entry that changed the game: what my seat sees now, and what happened."""

    view: View
    events: tuple[Event, ...]
    seats: tuple[SeatInfo, ...]


@dataclass(frozen=True, slots=True)
class TurnCame:
    """My seat is asked. ``actions`` answer the question, ``unasked`` may be done beside it."""

    view: View
    actions: tuple[Action, ...]
    unasked: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class ActionRefused:
    """``action`` is not allowed: ``reason``, and its row in the table of rules 1.0.4 if it has one.

    The same turn is offered again with a `TurnCame`.
    """

    reason: Reason
    row: int | None
    action: Action


@dataclass(frozen=True, slots=True)
class CommandRefused:
    """A command about anything but the game's actions cannot be done, and nothing has changed.

    ``code`` is that of a text: a `net.core.lobby.NetReason`, an option's fault, or ``no_knock``
    (`Admit` of somebody who is not there), ``no_word`` (`GiveWord` while none is shown),
    ``not_seated`` and ``watching`` (who looks on does nothing else); ``facts`` fill it in.
    """

    code: str
    facts: Mapping[str, str] = field(default_factory=dict)


VerdictCode: TypeAlias = Literal["ok", "accused", "missing"]
"""What a seat said after a hand: proven, somebody cheated, or nothing."""


@dataclass(frozen=True, slots=True)
class OtherKey:
    """Somebody has the name of a person met and compared before, but another key.

    It may be the same person at another device, or somebody who would like to be that person.
    """

    name: str
    identity_hex: str


@dataclass(frozen=True, slots=True)
class Offended:
    """The log proves that somebody cheated: told at once where it shows at once.

    ``seat`` and ``name`` are whose device it was (None, "?": one without a seat), ``entry`` the
    number of the entry that proves it, ``reason`` a stable code.
    """

    seat: Seat | None
    name: str
    reason: str
    entry: int


Why: TypeAlias = Literal["left", "missing", "kicked"]
"""Left the table; not to be reached for longer than the grace; sent away by the others."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The person of ``seat`` went away in the middle of a hand, which ended by it."""

    seat: int
    why: Why


@dataclass(frozen=True, slots=True)
class HandFinished:
    """A hand is booked and all verdicts that will come are on disk.

    ``fair``: every seat opened its secret and every verdict is ``ok``. ``verdicts`` by seat.
    ``unproven`` are seats that did not open their secret, ``silent`` the people whose devices
    should have. ``offences`` are all that are proven of this hand and its deal, in the log's order.
    ``people`` are the names on the seats when it was dealt. ``gone``: it was not played to its end
    because that person went away.
    """

    result: HandResult
    fair: bool
    verdicts: tuple[VerdictCode, ...]
    unproven: tuple[Seat, ...]
    offences: tuple[Offended, ...] = ()
    silent: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    gone: Gone | None = None


@dataclass(frozen=True, slots=True)
class EarlierHands:
    """Hands of this Partie that were booked before anything was told here, in order.

    So it is for whoever takes a table up again, comes back to it, or comes in the middle.
    """

    hands: tuple[HandFinished, ...]


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The Partie is over, everything is on disk in ``log``."""

    outcome: Outcome
    log: Path


@dataclass(frozen=True, slots=True)
class Said:
    """A line of chat; ``seat`` is None when its author has no seat."""

    name: str
    seat: Seat | None
    text: str


@dataclass(frozen=True, slots=True)
class Invited:
    """Somebody opens another table, ``table``, and is gone from this one."""

    name: str
    seat: Seat | None
    table: str


@dataclass(frozen=True, slots=True)
class OtherTable:
    """Host only: ``name`` has opened a table ``table`` at the same time as this one was opened.

    So two of one table wait for each other. ``identity_hex`` is their device, ``address`` where it
    answers. ``yields``: both go on there; else the others are told to come here.
    """

    name: str
    table: str
    identity_hex: str
    address: str
    yields: bool


@dataclass(frozen=True, slots=True)
class Knocked:
    """Host only: somebody wants in; answer with `Admit`.

    ``known``: met and compared before. ``watches``: only to look on, without a seat. ``seat``: the
    Partie runs, and this is the seat of somebody who is away.
    """

    name: str
    identity_hex: str
    known: bool
    watches: bool = False
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class CameLate:
    """Host only: somebody wanted to sit down while a Partie runs, and no seat is free.

    They were told so. ``bot``: after the Partie a bot gives way.
    """

    name: str
    bot: bool


@dataclass(frozen=True, slots=True)
class GalleryChanged:
    """Who looks on now, at most eight; equal names are told apart by a number."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Paused:
    """Somebody has paused the table, or it goes on (``on`` false).

    ``seat`` and ``name`` are who said so, or None and empty when the pause ended by itself;
    ``at_s`` is since when, in seconds since 1970.
    """

    on: bool
    seat: Seat | None
    name: str
    at_s: int


@dataclass(frozen=True, slots=True)
class SeatGiven:
    """In a running Partie somebody new has the seat of ``before``, who was away.

    ``name`` plays from the next hand on; ``you``: that is me.
    """

    seat: Seat
    name: str
    before: str
    you: bool


@dataclass(frozen=True, slots=True)
class KickWished:
    """Somebody wants ``name`` on ``seat`` to leave the Partie: ``votes`` of ``needed`` by now.

    ``done``: they are enough, and this is when it happens.
    """

    seat: Seat
    name: str
    by: str
    votes: int
    needed: int
    done: Literal["no", "after_hand", "now"]
    you: bool


@dataclass(frozen=True, slots=True)
class WordShown:
    """The four-card word to read aloud (dealing.md 5)."""

    cards: tuple[Card, Card, Card, Card]


@dataclass(frozen=True, slots=True)
class WordResult:
    """Whether the tapped cards were the word; ``tries_left`` of three."""

    ok: bool
    tries_left: int


class WaitingFor(StrEnum):
    """Why nothing happens."""

    PLAYERS = "players"
    ADMISSION = "admission"
    TURN = "turn"
    DEAL = "deal"
    READY = "ready"
    VERDICT = "verdict"
    RECONNECT = "reconnect"
    WORD = "word"
    PAUSE = "pause"
    MAJORITY = "majority"


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing happens until ``for_seats`` do something; since ``since_ms`` milliseconds."""

    for_seats: tuple[Seat, ...]
    since_ms: int
    why: WaitingFor


@dataclass(frozen=True, slots=True)
class OrdererChanged:
    """Another device orders the log from here on, after the one that did was gone.

    ``seat`` and ``name`` are its person's; ``you``: it is this device, which now hosts the table.
    """

    seat: Seat | None
    name: str
    epoch: int
    you: bool


@dataclass(frozen=True, slots=True)
class LinkChanged:
    """The link to another device came up, went down or is being built again."""

    name: str
    state: Literal["up", "down", "reconnecting"]
    latency_ms: int | None


@dataclass(frozen=True, slots=True)
class ReadyChanged:
    """Who has pressed «Bereit» for the next hand, by seat."""

    ready: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Failed:
    """The session is over before its time: a stable ``code`` with facts for its text."""

    code: str
    facts: Mapping[str, str]


Update: TypeAlias = (
    TableOpened
    | LobbyChanged
    | ViewChanged
    | TurnCame
    | ActionRefused
    | CommandRefused
    | Offended
    | OtherKey
    | HandFinished
    | EarlierHands
    | GameFinished
    | Said
    | Invited
    | OtherTable
    | Knocked
    | CameLate
    | GalleryChanged
    | Paused
    | SeatGiven
    | KickWished
    | WordShown
    | WordResult
    | Waiting
    | OrdererChanged
    | LinkChanged
    | ReadyChanged
    | Failed
)
"""Everything a session tells."""
