"""Who takes part in a table: sitting, leaving, missing, sent away, replaced; and when all pause.

What of it is allowed, and what it does to the hand that is played (dealing.md 3.7). Pure and the
same at every peer.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from net.core.absence import Absence, Kicks
from net.core.bodies import Kick, Leave, Missing, Options, Pause, Sit, Start, Swap
from net.core.course import Course
from net.core.limits import MOVES_PER_HAND, RETURNS_PER_HAND
from net.core.lobby import Lobby, LobbyBody, NetReason
from net.core.pauses import Paused, Pauses
from net.updates import Why

__all__ = ["Attendance", "PeopleBody"]

PeopleBody: TypeAlias = LobbyBody | Missing | Kick | Pause
"""The bodies that are about people and their game, not about cards."""


class Attendance:
    """The people of one table.

    Args:
        lobby: who sits where.
        course: what they play.
    """

    def __init__(self, lobby: Lobby, course: Course) -> None:
        self._lobby = lobby
        self._course = course
        self._absence = Absence(lobby)
        self._kicks = Kicks(lobby)
        self._pauses = Pauses(lobby)
        self._returns: Counter[int] = Counter()
        self._moves: Counter[bytes] = Counter()

    @property
    def paused(self) -> Paused | None:
        """Who has paused the table, until anybody goes on."""
        return self._pauses.now

    def missed_by(self, device: bytes) -> frozenset[bytes]:
        """Who finds this device missing since it was heard of last."""
        return self._absence.of(device)

    def kicked_by(self, device: bytes) -> frozenset[bytes]:
        """Who wants this device's person to leave, in the hand that is played."""
        return self._kicks.of(device)

    def can_miss(self, author: bytes, device: bytes) -> bool:
        """Whether ``author`` may find this device missing, and has not said so."""
        present = self._lobby.present
        if author == device or author not in present or author in self.missed_by(device):
            return False
        if self.paused is not None:
            return False
        return device in present or self._course.owes(device)

    # Refusing

    def check(self, author: bytes, body: PeopleBody) -> NetReason | None:
        """Why ``author`` may not say this now, or None."""
        match body:
            case Sit() | Leave() | Swap() | Options() | Start():
                reason = self._lobby.check(author, body)
                if reason is None and isinstance(body, Sit) and self._has_to_wait(author, body):
                    return NetReason.TOO_EARLY
                return reason
            case Missing():
                return self._check_missing(author, body)
            case Kick():
                return self._check_kick(author, body)
            case Pause():
                return self._pauses.check(author, body)

    def _has_to_wait(self, author: bytes, body: Sit) -> bool:
        """Whether somebody may have this seat later, but not now.

        Each return begins the deck in the making anew: whoever goes and comes all the time, or
        comes and keeps its part of the deal back, waits until the others have dealt a hand. So does
        whoever moves all the time, and would fill everybody's disk.
        """
        lobby = self._lobby
        if lobby.moves(author, body) and author not in lobby.away:
            return self._moves[author] >= MOVES_PER_HAND
        returns = lobby.playing and author not in lobby.present
        often = self._returns[body.seat] >= RETURNS_PER_HAND and bool(lobby.present)
        return self._is_bound(author, body) or (returns and often)

    def _is_bound(self, author: bytes, body: Sit) -> bool:
        """Whether the hand still has secrets of a person whose seat somebody else wants."""
        seated = self._lobby.at(body.seat)
        if seated is None or seated.identity == author:
            return False
        return self._course.is_in_hand(seated.identity)

    def _check_missing(self, author: bytes, body: Missing) -> NetReason | None:
        if not self._lobby.playing:
            return NetReason.NOT_STARTED
        seated = self._lobby.at(body.seat)
        if seated is None or seated.bot is not None or not self.can_miss(author, seated.identity):
            return NetReason.NOT_MISSING
        return None if body.deck == self._course.newest_deck else NetReason.WRONG_HAND

    def _check_kick(self, author: bytes, body: Kick) -> NetReason | None:
        seated = self._lobby.at(body.seat)
        if not self._lobby.playing:
            return NetReason.NOT_STARTED
        if (
            seated is None
            or seated.bot is not None
            or seated.identity in (author, *self._lobby.away)
        ):
            return NetReason.NOT_A_PERSON
        if author not in self._lobby.present:
            return NetReason.NOT_SEATED
        if author in self.kicked_by(seated.identity):
            return NetReason.REPEATED
        return None if body.deck == self._course.newest_deck else NetReason.WRONG_HAND

    # Applying

    def apply(self, n: int, author: bytes, body: PeopleBody) -> bool:
        """Takes entry ``n``, which `check` passed; whether the play may go on by it."""
        playing = self._lobby.playing
        match body:
            case Sit() if playing and author not in self._lobby.present:
                self._lobby.apply(author, body)
                self._returns[body.seat] += 1
                self._absence.heard(author)
                # The deck in the making still has a substitute's secret for this seat.
                self._course.next_deck = None
                return True
            case Leave() if playing:
                self._lobby.apply(author, body)
                self._course.without(author, "left")
                return True
            case Sit() | Leave() | Swap() | Options():
                self._moves[author] += self._lobby.moves(author, body)
                self._lobby.apply(author, body)
            case Start():
                if self._lobby.apply(author, body):
                    self._course.begin(n)
            case Missing():
                self._miss(author, body)
                return True
            case Kick():
                self._wish_away(author, body)
                return True
            case Pause():
                self._pauses.apply(author, body)
                self._absence.rest()
        return False

    def _miss(self, author: bytes, body: Missing) -> None:
        """One more finds a device missing; with more than half of all it is."""
        seated = self._lobby.at(body.seat)
        if seated is not None and self._absence.found(seated.identity, author):
            self._send_away(seated.identity, "missing")

    def _wish_away(self, author: bytes, body: Kick) -> None:
        """One more wants a person to leave; with more than half of all it does.

        When the hand is over, so that nobody loses one by it; at once if the hand waits for that
        person, who may refuse to go on.
        """
        seated = self._lobby.at(body.seat)
        if seated is None or not self._kicks.wished(seated.identity, author):
            return
        course, device = self._course, seated.identity
        if course.waits_for(device) or not course.is_in_hand(device):
            self._kick(device)

    def _kick(self, device: bytes) -> None:
        self._send_away(device, "kicked")

    def _send_away(self, device: bytes, why: Why) -> None:
        self._lobby.send_away(device, kicked=why == "kicked")
        self._kicks.gone(device)
        self._course.excuse(device)
        self._course.without(device, why)

    # What follows

    def heard(self, device: bytes) -> None:
        """The device has done something in the deal or the play, so it does its part."""
        self._absence.heard(device)

    def clear(self) -> bool:
        """A hand is over: those whom the others want to leave go; whether somebody did."""
        leaving = sorted(self._kicks.decided) if self._lobby.playing else []
        for device in leaving:
            self._kick(device)
        return bool(leaving)

    def dealt(self) -> None:
        """A hand was dealt: who wants somebody to leave says so again, and all may pause again."""
        self._kicks.dealt()
        self._pauses.dealt()
        self._returns.clear()
        self._moves.clear()

    def end_pause_if_over(self) -> None:
        """An entry was taken: a pause ends with the Partie, and when its person is gone."""
        self._pauses.end_if_over()
