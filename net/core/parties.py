"""The Partien of a table as people count them: which hands each has, who sat there, how it ended.

A Revanche is a Partie of the table, and a game for Striche has several in itself; whoever reads a
log counts both alike, in the order in which they were played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from net.core.names import names_on
from net.core.replica import Replica
from net.core.reports import HandReport

__all__ = ["Counter", "Played", "partien_of"]


@dataclass(frozen=True, slots=True)
class Played:
    """One Partie of a table, over or not.

    Attributes:
        number: counted from 1.
        hands: what was booked in it, in order.
        score: per side, at its newest hand.
        people: the names on its seats then.
        over: whether it was played to its end.
    """

    number: int
    hands: tuple[HandReport, ...]
    score: tuple[int, ...]
    people: tuple[str, ...]
    over: bool


class Counter:
    """Counts the Partien of a table while its log is fed.

    Attributes:
        number: of the running one, or of the last; 0 before the first.
    """

    def __init__(self) -> None:
        self.number = 0
        self._last: object = None

    def count(self, replica: Replica) -> int:
        """An entry was fed; the number now."""
        now = _running(replica)
        if now is not None and now != self._last:
            self._last = now
            self.number += 1
        return self.number


def _running(replica: Replica) -> tuple[int, int] | None:
    state, partie = replica.state, replica.lobby.partie
    return (partie, state.partie) if state is not None and partie else None


def partien_of(replica: Replica) -> tuple[Played, ...]:
    """All Partien of the table so far, that which has no hand yet included."""
    groups: list[tuple[tuple[int, int], list[HandReport]]] = []
    for report in replica.reports:
        key = (report.partie, report.result.partie)
        if not groups or groups[-1][0] != key:
            groups.append((key, []))
        groups[-1][1].append(report)
    running = _running(replica)
    if running is not None and (not groups or groups[-1][0] != running):
        groups.append((running, []))
    last = len(groups)
    return tuple(
        _played(replica, number, hands, over=number < last or not replica.lobby.playing)
        for number, (_, hands) in enumerate(groups, start=1)
    )


def _played(replica: Replica, number: int, hands: Sequence[HandReport], *, over: bool) -> Played:
    if hands:
        newest = hands[-1]
        return Played(number, tuple(hands), newest.result.score, newest.people, over)
    score = replica.state.score if replica.state is not None else ()
    return Played(number, (), score, names_on(replica.lobby.seats), over)
