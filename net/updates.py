"""What goes through the one door between the network and whoever looks at it.

Commands go in, updates come out (`net.session`). Both are closed unions of frozen dataclasses, so
a screen, a script and the line mode can `match` them all. Cards are the engine's; names and texts
that came from another device are clean already.
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
    "Admit",
    "Command",
    "CommandRefused",
    "Failed",
    "GalleryChanged",
    "GameFinished",
    "GiveWord",
    "HandFinished",
    "HostConfig",
    "JoinConfig",
    "KickSeat",
    "KickWished",
    "Knocked",
    "LinkChanged",
    "LobbyChanged",
    "LocalConfig",
    "Mute",
    "Offended",
    "OrdererChanged",
    "PauseTable",
    "Paused",
    "Perform",
    "Quit",
    "Ready",
    "ReadyChanged",
    "Rematch",
    "Said",
    "SayText",
    "SeatGiven",
    "SeatInfo",
    "SetBot",
    "SetGame",
    "StartGame",
    "SwapSeats",
    "TableOpened",
    "TakeSeat",
    "TurnCame",
    "Update",
    "VerdictCode",
    "ViewChanged",
    "Waiting",
    "WaitingFor",
    "WordResult",
    "WordShown",
]


# --- how a session is opened ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalConfig:
    """`jass play`: one person, everybody else a bot, all in this process.

    ``game`` is a slug, empty for the usual game; ``settings`` are options by name, as text.
    ``autoplay`` is the level of the bot that plays the person's seat, or None. ``fast`` leaves out
    every pause made for people. ``seed`` fixes all chance, for tests; None draws it from the
    system.
    """

    home: Path
    player: str
    game: str = ""
    players: int | None = None
    preset: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    bot_level: str = "normal"
    autoplay: str | None = None
    fast: bool = False
    seed: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HostConfig:
    """`jass host`: opens a table for other devices.

    ``game`` is a slug, empty for the usual game; ``players`` None is its usual number. ``bots`` are
    sat from the last seat down. ``open`` admits everybody without asking. ``bind`` is the address
    to listen on, ``port`` 0 takes any.
    ``start_full`` starts as soon as no seat is free, for scripts.
    ``resume`` is the id of a table that this home has a log of: it is taken up again, whoever
    opened it, and goes on when more than half of its devices are there; name and game are its own.
    ``score_of`` is the id of such a table too: a new one is opened, with the same name and game,
    that starts from its score.
    """

    home: Path
    player: str
    table: str
    game: str = ""
    players: int | None = None
    preset: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    bots: int = 0
    bot_level: str = "normal"
    open: bool = False
    port: int = 5277
    bind: str | None = None
    mdns: bool = True
    autoplay: str | None = None
    fast: bool = False
    start_full: bool = False
    resume: bytes | None = None
    score_of: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinConfig:
    """`jass join`: sits down at somebody's table.

    Either ``address`` (``host`` or ``host:port``) or ``table`` (its name or the start of it) is
    given; with neither, the only table that answers is taken. ``watch`` looks on without a seat.
    """

    home: Path
    player: str
    address: str | None = None
    table: str | None = None
    bind: str | None = None
    port: int = 0
    autoplay: str | None = None
    fast: bool = False
    watch: bool = False


# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Perform:
    """My seat does ``action``: one of those that `TurnCame` offered."""

    action: Action


@dataclass(frozen=True, slots=True)
class Ready:
    """«Bereit»: the next hand may be dealt as far as I am concerned."""


@dataclass(frozen=True, slots=True)
class SayText:
    """Chat, one line; cut to 200 cells."""

    text: str


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """In the lobby: my person moves to the free seat ``seat``."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SwapSeats:
    """In the lobby, host only: who sits on ``first`` and ``second`` change places."""

    first: Seat
    second: Seat


@dataclass(frozen=True, slots=True)
class SetBot:
    """In the lobby: a bot of ``level`` on a free seat, or the bot there leaves (None)."""

    seat: Seat
    level: str | None


@dataclass(frozen=True, slots=True)
class SetGame:
    """In the lobby, host only: another game, preset or options."""

    game: str
    preset: str | None
    settings: Mapping[str, str]
    players: int | None = None


@dataclass(frozen=True, slots=True)
class StartGame:
    """Host only: the Partie begins; every seat has to be taken."""


@dataclass(frozen=True, slots=True)
class Admit:
    """Host only: lets the device ``identity_hex`` that knocked in, or sends it away."""

    identity_hex: str
    yes: bool


@dataclass(frozen=True, slots=True)
class GiveWord:
    """The four cards of the word as I heard them from the others."""

    cards: tuple[Card, Card, Card, Card]


@dataclass(frozen=True, slots=True)
class PauseTable:
    """«Pause», or on with it: no clock runs at a paused table, and nobody plays.

    ``at_s`` is when, in seconds since 1970; the session fills it in.
    """

    on: bool
    at_s: int = 0


@dataclass(frozen=True, slots=True)
class KickSeat:
    """The person on ``seat`` has to go: in the lobby at once, if I host it.

    During a Partie when more than half of all want it, mostly after the hand.
    """

    seat: Seat


@dataclass(frozen=True, slots=True)
class Mute:
    """Here, at this table, nothing is shown any more of what ``identity_hex`` says, or it is."""

    identity_hex: str
    on: bool


@dataclass(frozen=True, slots=True)
class Rematch:
    """After the last hand: «Revanche», the same people play another Partie."""


@dataclass(frozen=True, slots=True)
class Quit:
    """I leave on purpose; the others are told."""


Command: TypeAlias = (
    Perform
    | Ready
    | SayText
    | TakeSeat
    | SwapSeats
    | SetBot
    | SetGame
    | StartGame
    | Admit
    | GiveWord
    | PauseTable
    | KickSeat
    | Mute
    | Rematch
    | Quit
)
"""Everything a person can ask of a session."""


# --- updates --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits where.

    ``name`` is empty on a free seat, and already told apart («Anna 2»). ``bot`` is a level or None.
    ``device`` names the person whose device controls the seat. ``known`` says that the identity
    was met and compared before. ``latency_ms`` is a round trip, None for my own device. ``muted``:
    this device shows nothing of what that person says.
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


@dataclass(frozen=True, slots=True)
class TableOpened:
    """First of all updates: where the table is, and what is played.

    ``table`` is its name, ``address`` what to read out to others (empty for a game without a
    network), ``addresses`` all of them, ``options`` as `Options.to_dict()`, ``identity`` mine, hex.
    ``watching``: I look on, without a seat.
    """

    table: str
    address: str
    addresses: tuple[str, ...]
    game: str
    options: Mapping[str, object]
    identity: str
    watching: bool = False


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """Who sits where, what will be played; also during play when a seat changes hands.

    ``host`` says that this device may change the game and start it.
    """

    seats: tuple[SeatInfo, ...]
    game: str
    preset: str | None
    options: Mapping[str, object]
    host: bool
    started: bool


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
class Offended:
    """The log proves that somebody cheated: told at once where it shows at once.

    ``seat`` and ``name`` are whose device it was (None, "?": one without a seat), ``entry`` the
    number of the entry that proves it, ``reason`` a stable code.
    """

    seat: Seat | None
    name: str
    reason: str
    entry: int


@dataclass(frozen=True, slots=True)
class HandFinished:
    """A hand is booked and all verdicts that will come are on disk.

    ``fair``: every seat opened its secret and every verdict is ``ok``. ``verdicts`` by seat.
    ``unproven`` are seats that did not open their secret. ``offences`` are all that are proven of
    this hand and its deal, in the log's order.
    """

    result: HandResult
    fair: bool
    verdicts: tuple[VerdictCode, ...]
    unproven: tuple[Seat, ...]
    offences: tuple[Offended, ...] = ()


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
    | HandFinished
    | GameFinished
    | Said
    | Knocked
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
