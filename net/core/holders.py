"""Who had which seat when, in the Partie that is played: late words are judged by it."""

from __future__ import annotations

from bisect import bisect_right
from typing import TypeAlias

from net.core.course import Course
from net.core.deal import Deck
from net.core.lobby import Lobby

__all__ = ["Holders"]

_Stand: TypeAlias = tuple[object, object, Deck | None, Deck | None]
"""All that who has the seats follows from."""


class Holders:
    """Who had a word for each seat after every entry of the running Partie, equal at every peer.

    Whoever orders chooses the place of a word. By then somebody new may have the seat, or another
    device plays it: that its author has lost the seat since is not its author's deed.

    Args:
        lobby: who sits where.
        course: whose secrets the decks have.
    """

    def __init__(self, lobby: Lobby, course: Course) -> None:
        self._lobby = lobby
        self._course = course
        self._stands: _Stand | None = None
        self._entries: list[int] = []
        self._holders: list[tuple[frozenset[bytes], ...]] = []

    def follow(self, n: int) -> None:
        """Entry ``n`` was taken; what it changed is noted, if anything."""
        lobby, course = self._lobby, self._course
        if not lobby.playing:
            return
        if course.begun == n:
            self._entries.clear()
            self._holders.clear()
            self._stands = None
        hand = course.hand
        stands = lobby.seats, lobby.away, hand.deck if hand else None, course.next_deck
        # A deck's people are those it was begun with, so it is enough that it is the same one.
        if stands == self._stands:
            return
        self._stands = stands
        holders = tuple(map(self._of, range(len(lobby.seats))))
        if not self._holders or self._holders[-1] != holders:
            self._entries.append(n)
            self._holders.append(holders)

    def had(self, identity: bytes, seat: int, n: int) -> bool:
        """Whether the device had a word for ``seat`` after entry ``n`` of this Partie.

        In whatever way: as its person, with a bot of it, or in somebody's place in a deck.
        """
        at = bisect_right(self._entries, n) - 1
        if at < 0 or not 0 <= seat < len(self._holders[at]):
            return False
        return identity in self._holders[at][seat]

    def _of(self, seat: int) -> frozenset[bytes]:
        lobby, course = self._lobby, self._course
        seated, hand = lobby.at(seat), course.hand
        decks = hand.deck if hand is not None else None, course.next_deck
        dealt = (deck.facts.seats[seat].controller for deck in decks if deck is not None)
        own = seated.identity if seated is not None else None
        return frozenset(who for who in (own, lobby.player(seat), *dealt) if who is not None)
