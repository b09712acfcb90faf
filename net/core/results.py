"""The Partien of a log that were played to their end: who sat there, who won, who was at fault.

Told beside the replay that checks the log, so nothing is in it that was not recomputed.
"""

from __future__ import annotations

from dataclasses import dataclass

from net.core.clean import clean_name
from net.core.hand import Hand
from net.core.log import FaultCode, Record
from net.core.replica import Replica
from net.core.reports import Fed, HandReport
from net.core.who import played_for

__all__ = ["Partie", "Player", "Results"]


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat on a seat at the end.

    Attributes:
        identity: the person's Ed25519 public key, 32 bytes; None for a bot, also for one that
            played every hand for somebody who was away.
        name: the name at this table, cleaned.
        side: number of the side.
    """

    identity: bytes | None
    name: str
    side: int


@dataclass(frozen=True, slots=True)
class Partie:
    """A Partie that was played to its end.

    Whose device answers for a seat, be it a bot's or that of somebody who is away, has its faults.

    Attributes:
        game: slug of the variant.
        lower_wins: whether the lowest score wins.
        players: by seat.
        score: per side, at the end.
        winners: the sides that won; several if they share it.
        hands: how many were dealt and booked.
        gave_up: who was in a hand of it, and has no seat at the end: somebody else took it.
        broken: whose going away ended a hand after its keys were out, one identity per hand.
        unopened: who did not open their part of a hand, lost ones too, one identity per hand.
        faults: whose fault in a hand is proven, one identity per hand.
    """

    game: str
    lower_wins: bool
    players: tuple[Player, ...]
    score: tuple[int, ...]
    winners: tuple[int, ...]
    hands: int
    gave_up: tuple[Player, ...] = ()
    broken: tuple[bytes, ...] = ()
    unopened: tuple[bytes, ...] = ()
    faults: tuple[bytes, ...] = ()


class Results:
    """Feeds a replica and writes down every Partie that ends.

    Args:
        replica: at the beginning of its log.

    Attributes:
        partien: those that have ended, in order.
    """

    def __init__(self, replica: Replica) -> None:
        self.partien: list[Partie] = []
        self._replica = replica
        self._noted = 0
        self._begin()

    def _begin(self) -> None:
        self._hands = 0
        self._handovers = len(self._replica.lobby.handovers)
        self._broken: list[bytes] = []
        self._unopened: list[bytes] = []
        self._faults: list[bytes] = []
        self._there: set[bytes] = set()
        self._guilty: set[bytes] = set()
        self._gone: bytes | None = None

    def feed(self, record: Record) -> Fed | FaultCode:
        """Takes the next record, as `Replica.feed`."""
        replica, lobby = self._replica, self._replica.lobby
        hand, away, partie = replica.hand, lobby.away, lobby.partie
        running = hand is not None and not hand.booked and hand.deck.released
        offences = len(replica.offences)
        fed = replica.feed(record)
        if isinstance(fed, FaultCode):
            return fed
        if lobby.partie != partie:
            self._begin()
        if replica.hand is not None and replica.hand is not hand:
            absent = played_for(replica)
            seats = enumerate(lobby.seats)
            self._there |= {s.identity for n, s in seats if n not in absent and s and not s.bot}
        self._guilty |= {offence.identity for offence in replica.offences[offences:]}
        if running and self._gone is None:
            self._gone = next(iter(lobby.away - away), None)  # an entry takes away one at most
        if fed.finished is not None and hand is not None:
            self._book(fed.finished, hand)
        if fed.over is not None and self._noted < lobby.partie:
            self._noted = lobby.partie
            self._end(fed)
        return fed

    def _book(self, report: HandReport, hand: Hand) -> None:
        finding, seats = report.finding, hand.deck.facts.seats
        self._hands += 1
        if finding.offender is not None:
            self._guilty.add(seats[finding.offender].controller)
        else:
            self._unopened += sorted({seats[seat].controller for seat in finding.unproven})
            if report.result.note is not None and self._gone is not None:
                self._broken.append(self._gone)
        self._faults += sorted(self._guilty)
        self._guilty, self._gone = set(), None

    def _end(self, fed: Fed) -> None:
        state, outcome = self._replica.state, fed.over
        if state is None or outcome is None:
            return
        sides: dict[int, int] = {
            seat: side for side, seats in enumerate(state.setup.sides) for seat in seats
        }
        players = tuple(
            Player(
                None if s.bot or s.identity not in self._there else s.identity,
                clean_name(s.name),
                sides[seat],
            )
            for seat, s in enumerate(self._replica.lobby.seats)
            if s is not None
        )
        self.partien.append(
            Partie(
                game=state.setup.slug,
                lower_wins=state.setup.lower_wins,
                players=players,
                score=outcome.score,
                winners=tuple(sorted(outcome.sides)),
                hands=self._hands,
                gave_up=self._gave_up(sides),
                broken=tuple(self._broken),
                unopened=tuple(self._unopened),
                faults=tuple(self._faults + sorted(self._guilty)),
            )
        )

    def _gave_up(self, sides: dict[int, int]) -> tuple[Player, ...]:
        lobby = self._replica.lobby
        lost = {
            handover.before.identity: Player(
                handover.before.identity, clean_name(handover.before.name), sides[handover.seat]
            )
            for handover in lobby.handovers[self._handovers :]
        }
        return tuple(
            player
            for who, player in lost.items()
            if who in self._there and who not in lobby.devices
        )
