"""What goes in through the one door between the network and whoever looks at it.

How a session is opened, and everything a person can ask of it (`net.session`): a closed union of
frozen dataclasses, so that the network can `match` them all. What comes out is `net.updates`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    # The bridge imports this module before the first paint: types only, the rules come later.
    from engine.actions import Action
    from engine.cards import Card
    from engine.seats import Seat

__all__ = [
    "DEFAULT_PORT",
    "Admit",
    "Command",
    "GiveWord",
    "HostConfig",
    "Invitation",
    "InviteTo",
    "JoinConfig",
    "KickSeat",
    "LocalConfig",
    "Mute",
    "PauseTable",
    "Perform",
    "Quit",
    "Ready",
    "Rematch",
    "SayText",
    "SetBot",
    "SetGame",
    "StartGame",
    "SwapSeats",
    "TakeSeat",
]


DEFAULT_PORT: Final = 5277
"""J-A-S-S on a telephone's keys: somebody can say it across the office."""


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


@dataclass(frozen=True, slots=True)
class Invitation:
    """Who said that there is a table, and where it may be.

    Attributes:
        host: the identity of the device that opened it, hex.
        ways: ``host:port`` of where that device may listen, as plain IP addresses; others are
            passed over.
    """

    host: str
    ways: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HostConfig:
    """`jass host`: opens a table for other devices.

    ``game`` is a slug, empty for the usual game; ``players`` None is its usual number. ``bots`` are
    sat from the last seat down. ``open`` admits everybody without asking. ``bind`` is the address
    to listen on, ``port`` 0 takes any; ``spare`` is the port for where ``port`` is in use.
    ``start_full`` starts as soon as no seat is free, for scripts. ``mates`` are the people of the
    table before, one of whom may open the same table at the same time: that is told.
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
    port: int = DEFAULT_PORT
    spare: int = 0
    bind: str | None = None
    mdns: bool = True
    autoplay: str | None = None
    fast: bool = False
    start_full: bool = False
    mates: tuple[Invitation, ...] = ()
    resume: bytes | None = None
    score_of: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinConfig:
    """`jass join`: sits down at somebody's table.

    Either ``address`` (``host`` or ``host:port``) or ``table`` (the start of its name, or of its
    host's) is given; with neither, the only table that answers is taken. ``watch`` looks on
    without a seat. With ``invited`` the table ``table`` of that person is meant, wherever it is;
    ``address`` is then only one of the places to look for it.
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
    invited: Invitation | None = None


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
class InviteTo:
    """My person opens the table ``table`` and goes there; the others are told its name."""

    table: str


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
    """Hides what ``identity_hex`` says at this table, or shows it again; only here."""

    identity_hex: str
    on: bool


@dataclass(frozen=True, slots=True)
class Rematch:
    """After the last hand: «Revanche», the same people play another Partie."""


@dataclass(frozen=True, slots=True)
class Quit:
    """I leave; the others are told.

    Attributes:
        stopped: the program is ended from outside, and it may not be what its person wants: in a
            Partie the seat is kept then, as for any device that is gone, and its person can return.
    """

    stopped: bool = False


Command: TypeAlias = (
    Perform
    | Ready
    | SayText
    | InviteTo
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
