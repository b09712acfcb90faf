"""What people are told of each other: pauses, seats given away, wishes that somebody goes."""

from __future__ import annotations

from collections.abc import Callable

from engine.seats import Seat
from net.core.bodies import Kick, Pause
from net.core.names import told_apart
from net.core.pauses import Paused
from net.core.replica import Replica
from net.core.reports import Fed
from net.updates import KickWished, SeatGiven, Update
from net.updates import Paused as PausedUpdate

__all__ = ["Notices"]


class Notices:
    """Tells each of them once.

    Args:
        identity: this device.
        tell: takes what is told.
    """

    def __init__(self, identity: bytes, tell: Callable[[Update], None]) -> None:
        self._identity = identity
        self._tell = tell
        self._paused: Paused | None = None
        self._handovers = 0
        self._kicked: frozenset[bytes] = frozenset()

    def after(self, replica: Replica, fed: Fed | None) -> None:
        """Tells what is new; ``fed`` is the entry that came, None when an old log was read.

        Of an old log only the pause that lasts is news.
        """
        self._pause(replica, fed)
        handovers, kicked = replica.lobby.handovers, replica.lobby.kicked
        if fed is not None:
            for handover in handovers[self._handovers :]:
                name, before = _names(replica)[handover.seat], told_apart([handover.before.name])[0]
                you = handover.after.identity == self._identity
                self._tell(SeatGiven(Seat(handover.seat), name, before, you))
            for device in sorted(kicked - self._kicked):
                self._kick(replica, device, fed)
            if isinstance(fed.body, Kick) and fed.refusal is None:
                seated = replica.lobby.at(fed.body.seat)
                if seated is not None and seated.identity not in kicked:
                    self._kick(replica, seated.identity, fed)
        self._handovers, self._kicked = len(handovers), kicked

    def _pause(self, replica: Replica, fed: Fed | None) -> None:
        now, before = replica.paused, self._paused
        self._paused = now
        if now == before:
            return
        author = now.identity if now is not None else None
        if now is None and fed is not None and isinstance(fed.body, Pause):
            author = fed.author
        since = now or before
        seat = replica.lobby.seat_of(author) if author is not None else None
        name = _names(replica)[seat] if seat is not None else ""
        shown = None if seat is None else Seat(seat)
        self._tell(PausedUpdate(now is not None, shown, name, since.at if since else 0))

    def _kick(self, replica: Replica, device: bytes, fed: Fed) -> None:
        lobby, people = replica.lobby, _names(replica)
        seat, author = lobby.seat_of(device), lobby.seat_of(fed.author)
        if seat is None:
            return
        needed = len(lobby.present) // 2 + 1
        votes = len(replica.kicked_by(device).intersection(lobby.present))
        gone = device in lobby.kicked
        self._tell(
            KickWished(
                seat=Seat(seat),
                name=people[seat],
                by=people[author] if author is not None else "",
                votes=votes,
                needed=needed,
                done="now" if gone else "after_hand" if votes >= needed else "no",
                you=device == self._identity,
            )
        )


def _names(replica: Replica) -> tuple[str, ...]:
    return told_apart(s.name if s is not None else None for s in replica.lobby.seats)
