"""Counting games that last a number of hands, or until somebody has reached a limit."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from engine.events import HandEnded, HandForfeited
from engine.phases.base import Counting
from engine.phases.counting import Extra, end_game, hand_result, void_hand
from engine.phases.deal import next_dealer
from engine.phases.draft import Draft, Table
from engine.phases.play import false_rest
from engine.rules.standing import leading
from engine.seats import Seat, Side
from engine.state import HandResult, Offence, Step

__all__ = ["RoundsCounting", "counted_hands"]


def counted_hands(table: Table) -> tuple[HandResult, ...]:
    """The hands of this Partie that were not annulled."""
    return tuple(
        item for item in table.results if item.partie == table.partie and item.note != "annulled"
    )


class RoundsCounting(Counting):
    """A hand is written when it is over; then the next, or the end."""

    @abstractmethod
    def written(self, draft: Draft) -> tuple[tuple[int, ...], Extra]:
        """What a hand that was played out adds to the score, per side, and what boards show."""

    @abstractmethod
    def lost(self, draft: Draft, seat: Seat) -> tuple[tuple[int, ...], Extra] | None:
        """What a hand lost by this seat adds to the score, and boards; None: it is void.

        Source: rules 1.0.11.
        """

    def winners(self, draft: Draft) -> tuple[Side, ...] | None:
        """Who has won, now that a hand is written; None: play on."""
        ending = draft.rules.ending
        hands = ending.hands is not None and len(counted_hands(draft)) >= ending.hands
        limit = ending.limit is not None and max(draft.score) >= ending.limit
        if not (hands or limit):
            return None
        return leading(draft.score, lower_wins=draft.setup.lower_wins)

    def losers(self, draft: Draft, winners: tuple[Side, ...]) -> tuple[Side, ...]:
        """Who is named as having lost, where a game does that."""
        return ()

    def void(self, draft: Draft) -> bool:
        """Whether a hand that was played out does not count (rules 1.5, 1.7)."""
        return False

    def settle(self, draft: Draft, offence: Offence | None, unproven: tuple[Seat, ...]) -> None:
        """Write what was played, or what the offence costs."""
        if offence is not None:
            if draft.rules.ending.penalty == "annulliert":
                void_hand(draft, offence, unproven)
            else:
                self._lose(draft, offence.seat, offence, unproven)
        elif (claimed := self._false_rest(draft)) is not None:
            self._lose(draft, claimed, None, unproven)
        elif self.void(draft):
            void_hand(draft, None, unproven)
        else:
            written, extra = self.written(draft)
            result = hand_result(draft, written, extra=extra, unproven=unproven)
            self._write(draft, result)
            draft.emit(HandEnded(draft.hand_no, written, draft.score))
            self._go_on(draft)

    def _false_rest(self, draft: Draft) -> Seat | None:
        """Where few points are good, a false claim of the rest loses the hand.

        To give the others what is left, as rules 1.0.9 have it, would help who claimed.
        """
        return false_rest(draft.rules, draft) if draft.rules.follow.hindersi else None

    def annul(self, draft: Draft) -> None:
        """Nothing is written."""
        void_hand(draft, None, ())

    def forfeit(self, draft: Draft, seat: Seat) -> None:
        """Booked like an offence of that seat."""
        self._lose(draft, seat, None, ())

    def _lose(
        self, draft: Draft, seat: Seat, offence: Offence | None, unproven: tuple[Seat, ...]
    ) -> None:
        lost = self.lost(draft, seat)
        if lost is None:
            void_hand(draft, offence, unproven)
            return
        written, extra = lost
        result = hand_result(
            draft, written, extra=extra, offence=offence, note="forfeited", unproven=unproven
        )
        self._write(draft, result)
        draft.emit(HandForfeited(draft.hand_no, seat, written, draft.score))
        self._go_on(draft)

    def _write(self, draft: Draft, result: HandResult) -> None:
        draft.results = (*draft.results, result)
        draft.score = result.score
        draft.next_dealer = next_dealer(draft)

    def _go_on(self, draft: Draft) -> None:
        winners = self.winners(draft)
        if winners is None:
            draft.enter(Step.DEAL)
            return
        losers = tuple(
            seat for side in self.losers(draft, winners) for seat in draft.setup.sides[side]
        )
        end_game(draft, winners, None)
        if losers and draft.outcome is not None:
            draft.outcome = replace(draft.outcome, losers=losers)
