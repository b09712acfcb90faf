"""Who is around a table: what a device knows of its people beside the log, and how seats look.

The log says who has a seat, never who is at the other end of a wire, nor whom our person has met.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.seats import Seat
from net.core.before import started
from net.core.player import SUBSTITUTE
from net.core.replica import Replica
from net.core.who import names
from net.updates import LobbyChanged, SeatInfo

__all__ = ["Company", "lobby_update", "way_in"]


class Company:
    """The people of one table, as one device knows them.

    Args:
        identity: this device; b"" for whoever only reads a log.
        known: the names of whom our person has met and compared, by identity.

    Attributes:
        known: see above.
        links: round trip in milliseconds (None: not measured) of every device with a live link.
        vouched: devices with a link to the one that orders, as that one says.
        pressed: by device, the hand after which its person has pressed «Bereit», as it says.
        muted: devices whose chat our person does not want to see.
    """

    def __init__(self, identity: bytes, known: dict[bytes, str]) -> None:
        self._identity = identity
        self.known = known
        self.links: dict[bytes, float | None] = {}
        self.vouched: frozenset[bytes] = frozenset()
        self.pressed: Mapping[bytes, int] = {}
        self.muted: set[bytes] = set()
        self._seats: tuple[object, tuple[SeatInfo, ...]] = (None, ())

    def seats(self, replica: Replica) -> tuple[SeatInfo, ...]:
        """Every seat as people see it; equal names are told apart by a number."""
        links, vouched = tuple(self.links.items()), self.vouched
        orderer, lobby = replica.chain.orderer, replica.lobby
        muted = frozenset(self.muted)
        players = tuple(_player(replica, seat) for seat in range(len(lobby.seats)))
        key = (lobby.seats, players, orderer, links, vouched, len(self.known), muted)
        if key != self._seats[0]:
            self._seats = (key, self._see_seats(replica, players))
        return self._seats[1]

    def _see_seats(self, replica: Replica, players: Sequence[bytes | None]) -> tuple[SeatInfo, ...]:
        people = names(replica)
        infos = []
        for number, seating in enumerate(replica.lobby.seats):
            if seating is None:
                infos.append(SeatInfo(Seat(number), "", None, "", False, False, "", False, None))
                continue
            mine = seating.identity == self._identity
            player = players[number]
            away = player != seating.identity
            latency = self.links.get(seating.identity)
            infos.append(
                SeatInfo(
                    seat=Seat(number),
                    name=people[number],
                    bot=seating.bot or (SUBSTITUTE if away else None),
                    device=_device(replica, people, player or seating.identity),
                    connected=mine or self.is_here(replica, seating.identity),
                    you=mine and seating.bot is None,
                    identity_hex=seating.identity.hex(),
                    known=mine or seating.identity in self.known,
                    latency_ms=None if latency is None else round(latency),
                    muted=seating.bot is None and seating.identity in self.muted,
                    away=seating.bot is None and away,
                    hosts=seating.bot is None and seating.identity == replica.chain.orderer,
                    address=seating.address or "",
                )
            )
        return tuple(infos)

    def is_here(self, replica: Replica, identity: bytes) -> bool:
        """Whether there is a link to a device, or the one that orders says that it has one."""
        orderer = replica.chain.orderer
        return identity in self.links or (orderer in self.links and identity in self.vouched)


def lobby_update(replica: Replica, company: Company, *, hosting: bool) -> LobbyChanged | None:
    """Who sits where and what is played; None before the first Options.

    Args:
        replica: the table.
        company: who is around it.
        hosting: whether this device may change the game.
    """
    lobby = replica.lobby
    setup = lobby.setup
    if setup is None:
        return None
    return LobbyChanged(
        seats=company.seats(replica),
        game=setup.variant.slug,
        preset=setup.preset,
        options=setup.options.to_dict(),
        host=hosting,
        started=lobby.playing,
        before=_before(replica),
        address=way_in(replica),
    )


def way_in(replica: Replica) -> str:
    """Where the device that orders can be dialled, as it has said itself."""
    seat = replica.lobby.seat_of(replica.chain.orderer)
    seating = replica.lobby.at(seat) if seat is not None else None
    return (seating.address or "") if seating is not None else ""


def _before(replica: Replica) -> tuple[tuple[tuple[Seat, ...], int], ...]:
    """The score that the first Partie of this table is going to start from, by sides."""
    lobby, data = replica.lobby, replica.chain.genesis.before
    if not data or lobby.partie or lobby.setup is None:
        return ()
    past = started(data, lobby.setup, len(lobby.seats))
    return () if past is None else tuple(zip(past.setup.sides, past.score, strict=True))


def _player(replica: Replica, seat: int) -> bytes | None:
    """The device that plays a seat: of who comes back in a hand the substitute, to its end."""
    player, hand = replica.lobby.player(seat), replica.hand
    seating = replica.lobby.at(seat)
    back = seating is not None and seating.identity == player
    return replica.device_of(seat) if back and hand is not None and not hand.booked else player


def _device(replica: Replica, people: tuple[str, ...], identity: bytes) -> str:
    seat = replica.lobby.seat_of(identity)
    return people[seat] if seat is not None else ""
