"""After a hand: writing it, what an offence costs, and who has won (rules 1.0.7, 1.0.11)."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.actions import Action, Bedanken, Pass
from engine.contracts import LAST_TRICK_POINTS
from engine.errors import Reason
from engine.events import (
    Bedankt,
    Bergpreis,
    GameEnded,
    HandAnnulled,
    HandEnded,
    HandForfeited,
    PartieEnded,
)
from engine.phases.base import Counting, Phase
from engine.phases.deal import dealer_after, next_dealer
from engine.phases.draft import Draft
from engine.phases.known import Knowledge
from engine.phases.ledger import sums, trick_counts
from engine.phases.parts import Rules
from engine.rules.ausmachen import winner_at_hand_end
from engine.rules.standing import MATCH_STRICHE, hand_winner, highest, rounds_winner, striche
from engine.rules.tally import lost_hand, match_side
from engine.seats import Seat, Side
from engine.state import Ended, HandResult, Offence, Outcome, State, Step
from engine.view import View

__all__ = ["Extra", "PointsCounting", "ThanksPhase", "end_game", "hand_result", "void_hand"]

Note = Literal["annulled", "forfeited"]

Extra = tuple[tuple[str, tuple[int, ...]], ...]
"""As `HandResult.extra`."""


def hand_result(
    draft: Draft,
    written: tuple[int, ...],
    *,
    extra: Extra = (),
    offence: Offence | None = None,
    note: Note | None = None,
    unproven: tuple[Seat, ...] = (),
) -> HandResult:
    """The hand as it goes into the Jasstafel."""
    sides = range(len(draft.setup.sides))
    raw = {
        kind: tuple(
            sum(item.raw for item in draft.bookings if item.side == side and item.kind == kind)
            for side in sides
        )
        for kind in ("trick", "rest", "match", "weis", "stoeck")
    }
    last = [0] * len(sides)
    for booking in draft.bookings:
        played_out = len(draft.tricks) == draft.length
        if booking.kind == "rest" or (
            booking.kind == "trick" and played_out and booking.trick == len(draft.tricks)
        ):
            last[booking.side] = LAST_TRICK_POINTS
    cards = tuple(raw["trick"][side] + raw["rest"][side] - last[side] for side in sides)
    lost = note is not None
    zero = (0,) * len(sides)
    return HandResult(
        hand=draft.hand_no,
        partie=draft.partie,
        contract=draft.contract,
        announcer=draft.announcer,
        cards=zero if lost else cards,
        last_trick=zero if lost else tuple(last),
        match=zero if lost else raw["match"],
        weis=zero if lost else raw["weis"],
        stoeck=zero if lost else raw["stoeck"],
        factor=draft.factor,
        written=written,
        score=tuple(old + new for old, new in zip(draft.score, written, strict=True)),
        tricks=trick_counts(draft.rules, draft),
        offence=offence,
        note=note,
        unproven=unproven,
        extra=extra,
    )


def void_hand(draft: Draft, offence: Offence | None, unproven: tuple[Seat, ...]) -> None:
    """Write a hand that does not count; the same dealer deals again."""
    zero = (0,) * len(draft.setup.sides)
    result = hand_result(draft, zero, offence=offence, note="annulled", unproven=unproven)
    draft.results = (*draft.results, result)
    draft.emit(HandAnnulled(draft.hand_no))
    declared = draft.step not in {Step.CUT, Step.TURN, Step.DECLARE}
    if declared or draft.rules.dealing.vorhand_card is None:
        draft.next_dealer = draft.dealer
    draft.enter(Step.DEAL)


class PointsCounting(Counting):
    """Games to a target, to a number of hands, for Striche, or for two rounds."""

    def settle(self, draft: Draft, offence: Offence | None, unproven: tuple[Seat, ...]) -> None:
        """Write what was booked, or what the offence costs."""
        if offence is not None:
            if draft.rules.ending.penalty == "annulliert":
                self._void(draft, offence, unproven)
            else:
                self._lose(draft, offence.seat, offence, unproven)
            return
        written = sums(draft)
        result = hand_result(draft, written, unproven=unproven)
        self._write(draft, result)
        draft.emit(HandEnded(draft.hand_no, written, draft.score))
        self._go_on(draft, draft.ended)

    def annul(self, draft: Draft) -> None:
        """Nothing is written."""
        self._void(draft, None, ())

    def forfeit(self, draft: Draft, seat: Seat) -> None:
        """Booked like an offence of that seat."""
        self._lose(draft, seat, None, ())

    # -- void and lost hands --

    def _undo(self, draft: Draft) -> None:
        """What the hand decided inside is undone."""
        draft.ended = None
        draft.berg = draft.origin.berg if draft.origin is not None else draft.berg

    def _void(self, draft: Draft, offence: Offence | None, unproven: tuple[Seat, ...]) -> None:
        self._undo(draft)
        void_hand(draft, offence, unproven)

    def _lose(
        self, draft: Draft, seat: Seat, offence: Offence | None, unproven: tuple[Seat, ...]
    ) -> None:
        rules = draft.rules
        sides = range(len(draft.setup.sides))
        offender = rules.side_of[seat]
        booked = [0] * len(sides)
        weis, has_stoeck = [0] * len(sides), [False] * len(sides)
        for booking in draft.bookings:
            if booking.kind == "berg":
                continue
            booked[booking.side] += booking.points
            if booking.kind == "weis":
                weis[booking.side] += booking.raw
            if booking.kind == "stoeck":
                has_stoeck[booking.side] = True
        if offence is not None and offence.weis:
            weis = [max(old, true) for old, true in zip(weis, offence.weis, strict=True)]
        written = lost_hand(offender, booked, weis, has_stoeck, draft.factor, rules.tally)
        self._undo(draft)
        written = self._late_berg(draft, written)
        result = hand_result(draft, written, offence=offence, note="forfeited", unproven=unproven)
        self._write(draft, result)
        draft.emit(HandForfeited(draft.hand_no, seat, written, draft.score))
        target = rules.ending.target
        if rules.ending.mode == "bedanken_auto" and target is not None:
            through = [side for side in sides if draft.score[side] >= target]
            # With three sides more than one may be there; the highest wins.
            if through:
                best = max(through, key=lambda side: (draft.score[side], -side))
                end_game(draft, (Side(best),), None)
                return
        self._go_on(draft, None)

    def _late_berg(self, draft: Draft, written: tuple[int, ...]) -> tuple[int, ...]:
        """The Bergpreis for a side that only the lost hand of the others brings to half."""
        ending = draft.rules.ending
        if ending.berg is None or draft.berg is not None:
            return written
        totals = [old + new for old, new in zip(draft.score, written, strict=True)]
        best = max(range(len(totals)), key=lambda side: (totals[side], -side))
        if totals[best] < ending.berg:
            return written
        draft.berg = Side(best)
        draft.emit(Bergpreis(Side(best)))
        return tuple(
            points + (ending.berg_points if side == best else 0)
            for side, points in enumerate(written)
        )

    # -- going on --

    def _write(self, draft: Draft, result: HandResult) -> None:
        draft.results = (*draft.results, result)
        draft.score = result.score
        draft.next_dealer = next_dealer(draft)

    def _go_on(self, draft: Draft, ended: Ended | None) -> None:
        rules = draft.rules
        ending = rules.ending
        if ended is not None:
            end_game(draft, (ended.side,), ended)
            return
        counted = [
            item
            for item in draft.results
            if item.partie == draft.partie and item.note != "annulled"
        ]
        if ending.scoring == "zwei_runden":
            rounds = [hand_winner(item.written) for item in counted]
            winner = rounds_winner(rounds)
            if winner is not None:
                end_game(draft, (Side(winner),), None)
                return
            if rounds[-1] is None:
                # A drawn hand is played again (rules 1.0.7), so its dealer deals again.
                draft.next_dealer = draft.dealer
            if ending.hands is None or len(counted) < ending.hands:
                draft.enter(Step.DEAL)
                return
            won = [rounds.count(Side(side)) for side in range(len(draft.setup.sides))]
            end_game(draft, tuple(Side(side) for side in highest(won)), None)
            return
        if ending.hands is not None:
            if len(counted) >= ending.hands:
                end_game(draft, tuple(Side(side) for side in highest(draft.score)), None)
            else:
                draft.enter(Step.DEAL)
            return
        if ending.mode == "hand_zu_ende" and ending.target is not None:
            winner = winner_at_hand_end(draft.score, ending.target)
            if winner is not None:
                end_game(draft, (Side(winner),), None)
                return
        draft.enter(Step.THANKS if ending.mode == "bedanken_manuell" else Step.DEAL)


def end_game(draft: Draft, winners: tuple[Side, ...], ended: Ended | None) -> None:
    """Close a Partie: write its Striche, then begin the next or end the game."""
    rules, ending = draft.rules, draft.rules.ending
    seats = tuple(sorted(seat for side in winners for seat in draft.setup.sides[side]))
    schneider: tuple[Side, ...] = ()
    if ending.schneider is not None:
        schneider = tuple(
            Side(side)
            for side, points in enumerate(draft.score)
            if Side(side) not in winners and points < ending.schneider
        )
    if ending.striche is not None:
        draft.striche = tuple(
            old + new
            for old, new in zip(
                draft.striche, _striche(draft, winners, schneider, ended), strict=True
            )
        )
        first = min(item.partie for item in draft.results)
        if draft.partie - first + 1 < ending.parties:
            draft.emit(PartieEnded(winners[0] if len(winners) == 1 else None, draft.striche))
            if draft.dealer is not None:
                draft.next_dealer = dealer_after(rules, draft.dealer, seats)
            draft.partie += 1
            draft.score = (0,) * len(draft.score)
            draft.berg = None
            draft.enter(Step.DEAL)
            return
        winners = tuple(Side(side) for side in highest(draft.striche))
        seats = tuple(sorted(seat for side in winners for seat in draft.setup.sides[side]))
    draft.outcome = Outcome(
        winners=seats,
        sides=winners,
        score=draft.score,
        by=None if ended is None else ended.by,
        order=() if ended is None else ended.order,
        striche=draft.striche,
        schneider=schneider,
    )
    draft.emit(GameEnded(seats, draft.score))
    draft.enter(Step.OVER)


def _striche(
    draft: Draft,
    winners: tuple[Side, ...],
    schneider: tuple[Side, ...],
    ended: Ended | None,
) -> tuple[int, ...]:
    """What each side writes for the Partie that is over."""
    rules = draft.rules
    sides = len(draft.setup.sides)
    matches, konter = [0] * sides, [0] * sides
    for result in draft.results:
        if result.partie != draft.partie or result.note is not None or result.announcer is None:
            continue
        side = match_side(result.tricks)
        if side is None or sum(result.tricks) < draft.length:
            continue
        if result.hand == draft.hand_no and ended is not None and ended.by != "match":
            # Who is through with the last trick cannot add a match any more (rules 1.0.7).
            continue
        own = rules.side_of[result.announcer] == side
        (matches if own else konter)[side] += 1
    strich_rules = rules.ending.striche
    if strich_rules is None:
        return (0,) * sides
    if len(winners) == 1:
        return striche(winners[0], draft.berg, matches, konter, len(schneider), strich_rules)
    # A Partie over a number of hands may be shared; then nobody writes the Sieg [derived].
    return tuple(
        MATCH_STRICHE * match + strich_rules.kontermatch * counter
        for match, counter in zip(matches, konter, strict=True)
    )


class ThanksPhase(Phase):
    """A counted hand brought somebody to the target and nobody claimed (`bedanken_manuell`).

    The seats at the target are asked in playing order from Vorhand (rules 1.0.7).
    """

    kinds: ClassVar = frozenset({Bedanken, Pass})

    def _asked(self, draft: Draft) -> tuple[Seat, ...]:
        target = draft.rules.ending.target
        return tuple(
            seat
            for seat in draft.rules.order_from(draft.vorhand)
            if target is not None and draft.score[draft.rules.side_of[seat]] >= target
        )

    def enter(self, draft: Draft) -> None:
        """Ask the first of them, or deal."""
        seats = self._asked(draft)
        if seats:
            draft.ask(seats[0])
        else:
            draft.enter(Step.DEAL)

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """Claim or wait."""
        return None if isinstance(action, Bedanken | Pass) else Reason.WRONG_PHASE

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """Wait, or claim."""
        return [Pass(), Bedanken()]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Who claims has won; who waits lets the next speak."""
        if isinstance(action, Bedanken):
            side = draft.rules.side_of[seat]
            draft.emit(Bedankt(seat, right=True))
            end_game(draft, (side,), Ended(side, "bedanken"))
            return
        seats = self._asked(draft)
        later = seats[seats.index(seat) + 1 :]
        if later:
            draft.ask(later[0])
        else:
            draft.enter(Step.DEAL)
