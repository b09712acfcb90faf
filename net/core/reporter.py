"""What a device tells whoever looks at it, after each entry and whenever a link changes.

It compares with what it told last, so that nothing is told twice, and it puts the news of one entry
in the order in which they happened: the table, the hand's result, the next question.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.seats import Seat
from net.core.awaited import acked, stands, waited_for
from net.core.clean import clean_name
from net.core.company import Company, lobby_update, way_in
from net.core.effects import Effect, Emit, Over
from net.core.evidence import TWO_ORDERS
from net.core.findings import hand_finished, offended
from net.core.lobby import Lobby, Seating
from net.core.notices import Notices
from net.core.player import Player
from net.core.replica import Replica
from net.core.reports import Fed, HandReport, Offence
from net.updates import (
    EarlierHands,
    HandFinished,
    OtherKey,
    ReadyChanged,
    TurnCame,
    Update,
    ViewChanged,
    Waiting,
    WaitingFor,
)

__all__ = ["Reporter"]

CUT_MS = 2_000
"""How long links may be lacking before it is said that no majority is there: they are remade."""

_GONE = (WaitingFor.RECONNECT, WaitingFor.MAJORITY)
"""Why nothing happens although nobody at this end thinks."""


class Reporter:
    """Turns what a replica went through into updates.

    Args:
        identity: this device.
        player: its seats.
        company: who is around its table.
        effect: takes what has to be told.

    Attributes:
        cut_off: seats without whose devices too few are linked for anybody to order.
        hosting: whether this device may change the game.
        quiet: nothing is told while an old log is read again.
    """

    def __init__(
        self,
        identity: bytes,
        player: Player,
        company: Company,
        effect: Callable[[Effect], None],
    ) -> None:
        self._identity = identity
        self._player = player
        self._company = company
        self._effect = effect
        self._met: set[bytes] = set()
        self.cut_off: tuple[int, ...] = ()
        self._cut_since: int | None = None
        self.hosting = False
        self.quiet = False
        self._notices = Notices(identity, self._tell)
        self._lobby: object = None
        self._seen: tuple[object, object] = (None, None)
        self._asked: object = None
        self._ready: tuple[bool, ...] = ()
        self._hands: dict[int, HandFinished] = {}
        self._counted = 0
        self._waiting: tuple[tuple[int, ...], WaitingFor] | None = None
        self._since = 0
        self._gone: dict[int, int] = {}
        self._stood: object = None
        self._told_over = 0
        self._wait_told = False
        self._offences: set[tuple[bytes, str, int | None]] = set()

    def _tell(self, update: Update) -> None:
        if not self.quiet:
            self._effect(Emit(update))

    def after(self, replica: Replica, fed: Fed | None, now: int) -> None:
        """Tells what is new since the last call; ``fed`` is the entry that came, if one did."""
        if self.quiet:
            return
        self.lobby(replica)
        self._notices.after(replica, fed)
        self._earlier(replica, fed)
        self._view(replica, fed)
        self._offended(replica, fed)
        if fed is not None and fed.finished is not None:
            self._hand(replica, fed.finished)
        self._over(replica)
        self.readiness(replica)
        self.turn(replica)
        self.wait(replica, now, again=fed is not None and bool(fed.events))

    # The lobby

    def lobby(self, replica: Replica) -> None:
        """Tells who sits where, if that changed."""
        lobby = replica.lobby
        seats = self._company.seats(replica)
        now = (seats, lobby.setup, self.hosting, lobby.playing, way_in(replica))
        if now == self._lobby:
            return
        update = lobby_update(replica, self._company, hosting=self.hosting)
        if update is not None:
            self._lobby = now
            self._tell(update)
        for seating in lobby.seats:
            if seating is not None and seating.bot is None and not self.quiet:
                self.meet(seating.identity, seating.name)

    def meet(self, identity: bytes, name: str) -> None:
        """Says so, once, if somebody has the name of another whom our person has compared."""
        if identity in self._met or identity in self._company.known or identity == self._identity:
            return
        shown = clean_name(name)
        same = (clean_name(other).casefold() for other in self._company.known.values())
        if shown and shown.casefold() in same:
            self._met.add(identity)
            self._tell(OtherKey(shown, identity.hex()))

    def again(self) -> None:
        """The next `after` tells lobby, question and whom the table waits for again."""
        self._lobby = None
        self._asked = None
        self._wait_told = False

    # The game

    def _view(self, replica: Replica, fed: Fed | None) -> None:
        seat = replica.lobby.seat_of(self._identity)
        view = replica.view(seat)
        if view is None:
            return
        events = fed.events if fed is not None else ()
        seen = (view.state, view.faces)
        if not events and seen[0] is self._seen[0] and seen[1] == self._seen[1]:
            return
        self._seen = seen
        self._tell(ViewChanged(view, events, self._company.seats(replica)))

    def _over(self, replica: Replica) -> None:
        """Tells how the Partie ended, once: also whoever comes only after that."""
        lobby, state = replica.lobby, replica.state
        over = lobby.partie if state is not None and not lobby.playing else 0
        if over and over != self._told_over and state is not None and state.outcome is not None:
            self._told_over = over
            self._effect(Over(state.outcome))

    def _offended(self, replica: Replica, fed: Fed | None) -> None:
        """Names a cheat as soon as the log proves it; what a saved log told is no news."""
        for offence in replica.offences:
            self.convict(replica, offence, news=fed is not None)

    def convict(self, replica: Replica, offence: Offence, *, news: bool = True) -> None:
        """Names a cheat once, wherever the proof is."""
        # Two orders are one offence, whoever says it and wherever it comes to stand.
        deck = offence.deck if offence.deck is not None else offence.entry
        key = (offence.identity, offence.reason, deck if offence.reason != TWO_ORDERS else None)
        if key not in self._offences:
            self._offences.add(key)
            if news:
                self._tell(offended(replica, offence))

    def _earlier(self, replica: Replica, fed: Fed | None) -> None:
        """Hands of this Partie that were booked while nothing was told."""
        count, reports = len(replica.reports), replica.reports
        if count == self._counted:
            return
        self._counted = count
        now = fed.finished if fed is not None else None
        partie = replica.lobby.partie
        missed = [
            report
            for report in reports
            if report.partie == partie and report is not now and report.deck not in self._hands
        ]
        if missed:
            self._hands |= {report.deck: hand_finished(replica, report) for report in missed}
            self._tell(EarlierHands(tuple(self._hands[report.deck] for report in missed)))

    def _hand(self, replica: Replica, report: HandReport) -> None:
        update = hand_finished(replica, report)
        # After an epoch a hand may be booked once more; it is news only if it came out otherwise.
        if self._hands.get(report.deck) != update:
            self._hands[report.deck] = update
            self._tell(update)

    def turn(self, replica: Replica) -> None:
        """Tells the question to this device's person, once."""
        seat = replica.lobby.seat_of(self._identity)
        turn = self._player.turn(replica, seat) if seat is not None else None
        hand = replica.hand.number if replica.hand is not None else -1
        asked = None if turn is None else (hand, replica.turn, turn.actions, turn.unasked)
        if asked == self._asked:
            return
        self._asked = asked
        if turn is not None:
            self._tell(TurnCame(turn.view, turn.actions, turn.unasked))

    # Who is waited for

    def readiness(self, replica: Replica) -> None:
        """Tells who is ready for what comes next, if that changed: a hand, or a Revanche."""
        lobby, deck = replica.lobby, replica.next_deck
        ready: tuple[bool, ...] = ()
        if lobby.partie and not lobby.playing:
            ready = tuple(s is not None and self._is_willing(lobby, s) for s in lobby.seats)
        elif deck is not None and replica.hand is not None:
            said = acked(deck)
            ready = tuple(seat in said or self._has_pressed(replica, seat) for seat in deck.seats)
        if ready and ready != self._ready:
            self._tell(ReadyChanged(ready))
        self._ready = ready

    @staticmethod
    def _is_willing(lobby: Lobby, seating: Seating) -> bool:
        return seating.bot is not None or seating.identity in lobby.willing

    def _has_pressed(self, replica: Replica, seat: int) -> bool:
        """Whether a seat is ready whose word has no place in the log yet.

        It has one only when the next deck is made, and that waits for whoever is gone.
        """
        device, hand = replica.lobby.player(seat), replica.hand
        seated = replica.lobby.at(seat)
        if device is None or seated is None or hand is None:
            return False
        if seated.bot is not None or seated.identity != device:
            return device == self._identity or self._company.is_here(replica, device)
        return self._company.pressed.get(device) == hand.number

    def wait(self, replica: Replica, now: int, *, again: bool = False) -> None:
        """Tells whom the table waits for if that changed; ``again``: a screen may have forgotten.

        Links come and go without an entry, so this is asked as time passes too.
        """
        if not self.cut_off:
            self._cut_since = None
        elif self._cut_since is None:
            self._cut_since = now
        waiting = self._awaited(replica, now)
        stood, self._stood = self._stood, stands(replica)
        moved = stood != self._stood
        if waiting != self._waiting or (moved and waiting is not None and waiting[1] in _GONE):
            self._since = self._began(waiting, now, moved=moved)
            self._waiting, self._wait_told = waiting, False
        new = not self._wait_told
        self._wait_told = not self.quiet
        if waiting is not None and (new or (again and waiting[1] in _GONE)):
            seats = tuple(Seat(seat) for seat in waiting[0])
            self._tell(Waiting(seats, now - self._since, waiting[1]))

    def _began(
        self, waiting: tuple[tuple[int, ...], WaitingFor] | None, now: int, *, moved: bool
    ) -> int:
        """Since when that is so, as the grace counts it: anew whenever the table moves.

        Who is gone is counted on while others go and come back.
        """
        gone = waiting[0] if waiting is not None and waiting[1] in _GONE else ()
        before = {} if moved else self._gone
        self._gone = {seat: before.get(seat, now) for seat in gone}
        return min(self._gone.values(), default=now)

    def _awaited(self, replica: Replica, now: int) -> tuple[tuple[int, ...], WaitingFor] | None:
        """Whom the log waits for; those who cannot be heard are told before all others."""
        waiting = waited_for(replica)
        cut = self._cut_since is not None and now - self._cut_since >= CUT_MS
        if not cut and (not replica.lobby.playing or replica.paused is not None):
            return waiting
        asked = waiting[0] if waiting is not None else ()
        silent = tuple(seat for seat in asked if not self._answers(replica, seat))
        # Whoever is linked to the orderer plays on until it is the turn of somebody who is not.
        ordered = self.hosting or replica.chain.orderer in self._company.links
        if cut and (silent or not ordered):
            return self.cut_off, WaitingFor.MAJORITY
        return (silent, WaitingFor.RECONNECT) if silent else waiting

    def _answers(self, replica: Replica, seat: int) -> bool:
        device = replica.device_of(seat)
        mine = device is None or device == self._identity
        return mine or self._company.is_here(replica, device or b"")
