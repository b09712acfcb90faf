"""The beginning of a log, and what comes between two Partien: who sits where, what is played.

Pure and the same at every peer. Who may come in at all is the host's decision (`net.core.gate`);
who controls which seat follows from the log alone.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from engine import game
from engine.bots import LEVELS
from engine.options import Options as GameOptions
from engine.variant import OptionFault, Variant, make_options
from net.core.bodies import Leave, Options, Sit, Start, Swap

__all__ = ["Handover", "Lobby", "LobbyBody", "NetReason", "Seating"]

LobbyBody = Sit | Leave | Swap | Options | Start


class NetReason(StrEnum):
    """Why an entry is void before the rules of the game are asked; the key of its text."""

    NOT_YOUR_SEAT = "not_your_seat"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"
    NOT_SEATED = "not_seated"
    NOT_HOST = "not_host"
    STARTED = "started"
    NOT_STARTED = "not_started"
    SEATS_FREE = "seats_free"
    SEATS_TAKEN = "seats_taken"
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_LEVEL = "unknown_level"
    BAD_OPTIONS = "bad_options"
    WRONG_PARTIE = "wrong_partie"
    WRONG_TURN = "wrong_turn"
    WRONG_HAND = "wrong_hand"
    NOT_DEALT = "not_dealt"
    NOT_ASKED = "not_asked"
    UNKNOWN_ACTION = "unknown_action"
    WRONG_KEYS = "wrong_keys"
    REPEATED = "repeated"
    TWO_BODIES = "two_bodies"
    TOO_EARLY = "too_early"
    NOT_SUPPORTED = "not_supported"
    PAUSED = "paused"
    NOT_PAUSED = "not_paused"
    PAUSES_USED = "pauses_used"
    KICKED = "kicked"
    NOT_A_PERSON = "not_a_person"
    BAD_EVIDENCE = "bad_evidence"
    NOT_MISSING = "not_missing"
    TABLE_STOPPED = "table_stopped"


@dataclass(frozen=True, slots=True)
class Seating:
    """Who has a seat: the device's identity, the name as it came, the bot's level or None.

    ``address`` is where the device can be dialled, None for bots and hidden devices.
    """

    identity: bytes
    name: str
    bot: str | None
    address: str | None


@dataclass(frozen=True, slots=True)
class Handover:
    """In a running Partie ``after`` has taken ``seat``, whose person ``before`` was away."""

    seat: int
    before: Seating
    after: Seating


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played: the variant, its options and the preset they were named after."""

    variant: Variant
    options: GameOptions
    preset: str | None


class Lobby:
    """Seats, game and options of one table.

    Attributes:
        host: the device that orders (docs/protocol.md 6), which may change the game and start the
            first Partie.
        seats: who sits where, by seat; None is free.
        setup: what is played, None before the first Options.
        partie: how many Partien have been started.
        playing: whether a Partie is running, so that seats and game stay as they are.
        away: the devices whose person left a running Partie, or was found missing (dealing.md 3.7):
            others play their seats until they are back.
        kicked: those of them whom the others have sent away: they do not come back.
        leavers: those of them who left by themselves; they may come back.
        turnover: how often somebody came or went for good, in a Partie: by leaving, being sent
            away, coming back after leaving, or taking a seat whose person was away.
        sat: seat and name, as it came, of every person who ever sat at the table, by device.
        handovers: every seat that somebody new took in a running Partie, in the log's order.
        willing: the devices that want the next Partie (a Revanche takes everybody's word).
        changed: whether seats or game changed since the last Partie was started.
    """

    __slots__ = (
        "away",
        "changed",
        "handovers",
        "host",
        "kicked",
        "leavers",
        "partie",
        "playing",
        "sat",
        "seats",
        "setup",
        "turnover",
        "willing",
    )

    def __init__(self, host: bytes) -> None:
        self.host = host
        self.seats: tuple[Seating | None, ...] = ()
        self.setup: Setup | None = None
        self.partie = 0
        self.playing = False
        self.away: frozenset[bytes] = frozenset()
        self.kicked: frozenset[bytes] = frozenset()
        self.leavers: frozenset[bytes] = frozenset()
        self.turnover = 0
        self.sat: dict[bytes, tuple[int, str]] = {}
        self.handovers: tuple[Handover, ...] = ()
        self.willing: frozenset[bytes] = frozenset()
        self.changed = True

    @property
    def devices(self) -> tuple[bytes, ...]:
        """The identities of the people at the table, by seat."""
        return tuple(s.identity for s in self.seats if s is not None and s.bot is None)

    @property
    def present(self) -> tuple[bytes, ...]:
        """Those of them who take part: whose word counts where many have to agree."""
        return tuple(device for device in self.devices if device not in self.away)

    @property
    def staying(self) -> tuple[bytes, ...]:
        """Those of them who have neither left nor been sent away; one out of reach is among them.

        Such a device may be back at any moment: that it is away is the opinion of others.
        """
        return tuple(d for d in self.devices if d not in self.kicked | self.leavers)

    def send_away(self, device: bytes, *, kicked: bool) -> None:
        """The others find this device missing, or want its person to leave for good."""
        self.away |= {device}
        if kicked:
            self.kicked |= {device}
            self.turnover += 1

    def is_without(self, orderer: bytes) -> bool:
        """Whether the device that orders has left the table to others, who take over from it.

        Who comes back to those has no say before they do. If nobody is left, it may go on alone.
        """
        present = self.present
        return self.partie > 0 and bool(present) and orderer not in present

    def player(self, seat: int) -> bytes | None:
        """The device that plays ``seat`` from the next deck on.

        Its own, or for one that is away that of the next person in playing order; None when nobody
        is left.
        """
        count, present = len(self.seats), self.present
        seated = self.seats[seat]
        if seated is not None and seated.identity in present:
            return seated.identity
        after = (self.seats[(seat + step) % count] for step in range(1, count))
        return next(
            (s.identity for s in after if s and s.bot is None and s.identity in present), None
        )

    def seat_of(self, identity: bytes) -> int | None:
        """The seat of the device's person."""
        for number, seating in enumerate(self.seats):
            if seating is not None and seating.bot is None and seating.identity == identity:
                return number
        return None

    def controls(self, identity: bytes, seat: int) -> bool:
        """Whether ``seat`` is the device's, for its person or for a bot of it."""
        seating = self.at(seat)
        return seating is not None and seating.identity == identity

    def at(self, seat: int) -> Seating | None:
        """Who sits on ``seat``; None if it is free or there is no such seat."""
        return self.seats[seat] if 0 <= seat < len(self.seats) else None

    def free_seat(self) -> int | None:
        """The lowest free seat."""
        return next((n for n, seating in enumerate(self.seats) if seating is None), None)

    def bot_seat(self) -> int | None:
        """The last seat with a bot that gives way to a person; None while a Partie runs."""
        if self.playing:
            return None
        bots = (n for n, s in enumerate(self.seats) if s is not None and s.bot is not None)
        return max(bots, default=None)

    def vacant_seats(self) -> tuple[int, ...]:
        """The seats that somebody new may have in a running Partie: their people are away."""
        return tuple(
            seat
            for seat, s in enumerate(self.seats)
            if self.playing and s is not None and s.bot is None and s.identity in self.away
        )

    def has_lost_seat(self, identity: bytes) -> bool:
        """Whether somebody else has the seat that the device's person had."""
        lost = any(handover.before.identity == identity for handover in self.handovers)
        return lost and identity not in self.devices

    def bars(self, identity: bytes) -> Literal["kicked", "given"] | None:
        """Why a person who had a seat does not get it back, or None."""
        if identity in self.kicked:
            return "kicked"
        lost = self.playing and self.has_lost_seat(identity) and not self.vacant_seats()
        return "given" if lost else None

    def check(self, author: bytes, body: LobbyBody) -> NetReason | None:
        """Why ``author`` may not say this now, or None."""
        if isinstance(body, Sit) and author in self.kicked:
            return NetReason.KICKED
        stays = isinstance(body, Leave) or self.moves(author, body)
        if self.playing and not stays and not self._replaces(author, body):
            return NetReason.STARTED
        match body:
            case Sit():
                return self._check_sit(author, body)
            case Leave():
                seated = self.at(body.seat)
                # Between Partien the host may clear the seat of somebody who is gone.
                clears = author == self.host and not self.playing
                if seated is None or not (seated.identity == author or clears):
                    return NetReason.NOT_YOUR_SEAT
                # A leave costs the running hand: that is for people alone, and once.
                stays = seated.bot is not None or seated.identity in self.away
                return NetReason.STARTED if self.playing and stays else None
            case Swap():
                if author != self.host:
                    return NetReason.NOT_HOST
                both = range(len(self.seats))
                inside = body.first in both and body.second in both
                return None if inside else NetReason.NO_SUCH_SEAT
            case Options():
                if author != self.host:
                    return NetReason.NOT_HOST
                if any(s is not None for s in self.seats[body.seats :]):
                    return NetReason.SEATS_TAKEN
                setup = read_setup(body)
                return setup if isinstance(setup, NetReason) else None
            case Start():
                return self._check_start(author, body)

    def moves(self, author: bytes, body: LobbyBody) -> bool:
        """Whether a person's device only says where it can be dialled now."""
        return (
            isinstance(body, Sit)
            and body.bot is None
            and body.seat == self.seat_of(author)
            and (seated := self.seats[body.seat]) is not None
            and body.name == seated.name
        )

    def _replaces(self, author: bytes, body: LobbyBody) -> bool:
        """Whether somebody without a seat takes one whose person is away."""
        return (
            isinstance(body, Sit)
            and body.bot is None
            and self.seat_of(author) is None
            and body.seat in self.vacant_seats()
        )

    def _check_sit(self, author: bytes, body: Sit) -> NetReason | None:
        if body.seat not in range(len(self.seats)):
            return NetReason.NO_SUCH_SEAT
        if body.bot is not None and body.bot not in LEVELS:
            return NetReason.UNKNOWN_LEVEL
        seated = self.seats[body.seat]
        mine = seated is None or (
            seated.identity == author and (seated.bot is None) == (body.bot is None)
        )
        if not mine and not self._replaces(author, body):
            return NetReason.SEAT_TAKEN
        if body.bot is not None and author not in (self.host, *self.devices):
            return NetReason.NOT_SEATED
        return None

    def _check_start(self, author: bytes, body: Start) -> NetReason | None:
        if body.partie != self.partie + 1:
            return NetReason.WRONG_PARTIE
        if self.setup is None or None in self.seats:
            return NetReason.SEATS_FREE
        if self.partie == 0 and author != self.host:
            return NetReason.NOT_HOST
        if author not in (self.host, *self.present):
            return NetReason.NOT_SEATED
        # Somebody may have gone since who had not wanted it: then one word more begins it.
        agreed = self.partie > 0 and self.willing.issuperset(self.present)
        return NetReason.REPEATED if author in self.willing and not agreed else None

    def apply(self, author: bytes, body: LobbyBody) -> bool:
        """Takes what `check` passed; True when a Partie begins with it."""
        match body:
            case Sit():
                self._sit(author, body)
            case Leave() if self.playing:
                self.away |= {author}
                self.leavers |= {author}
                self.turnover += 1
            case Leave():
                seated = self.seats[body.seat]
                # A bot that gives way has the name of its device, whose person may be long gone.
                person = seated is not None and seated.bot is None
                gone = {seated.identity} if seated is not None and person else frozenset()
                self.away -= gone
                self.leavers -= gone
                self._put(body.seat, None)
            case Swap():
                first, second = self.seats[body.first], self.seats[body.second]
                self._put(body.first, second)
                self._put(body.second, first)
            case Options():
                setup = read_setup(body)
                if isinstance(setup, NetReason):
                    raise ValueError(f"refused: {setup}")  # noqa: TRY004  # a wrong value
                self.setup = setup
                kept = self.seats[: body.seats]
                self.seats = kept + (None,) * (body.seats - len(kept))
                self.changed = True
            case Start():
                self.willing |= {author}
                if self.partie and not self.willing.issuperset(self.present):
                    return False
                self.willing = frozenset()
                self.partie += 1
                self.playing = True
                return True
        return False

    def _sit(self, author: bytes, body: Sit) -> None:
        seating = Seating(author, body.name, body.bot, body.address)
        if body.bot is None:
            old, seated = self.seat_of(author), self.seats[body.seat]
            if old is not None and old != body.seat:
                self._put(old, None)
            if seated is not None and seated.identity != author:
                self.handovers += (Handover(body.seat, seated, seating),)
                self.turnover += 1
                self.away -= {seated.identity}
                self.leavers -= {seated.identity}
            self.turnover += author in self.leavers
            self.away -= {author}
            self.leavers -= {author}
        self._put(body.seat, seating)

    def _put(self, seat: int, seating: Seating | None) -> None:
        before = self.seats[seat]
        seats = list(self.seats)
        seats[seat] = seating
        self.seats = tuple(seats)
        if seating is not None and seating.bot is None:
            self.sat[seating.identity] = (seat, seating.name)
        who = [(s.identity, s.bot) if s else None for s in (before, seating)]
        # A device that only tells its new address is still the same opponent.
        self.changed = self.changed or who[0] != who[1]


def read_setup(body: Options) -> Setup | NetReason:
    """The variant and options that an Options body names, or why there are none."""
    variant = game.find_variant(body.game)
    if variant is None or variant.slug != body.game:
        return NetReason.UNKNOWN_GAME
    if body.seats not in variant.seats:
        return NetReason.BAD_OPTIONS
    options = make_options(variant, body.seats, None, body.options)
    if isinstance(options, OptionFault) or options.to_dict() != body.options:
        return NetReason.BAD_OPTIONS
    return Setup(variant, options, body.preset)
