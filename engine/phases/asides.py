"""Acts nobody asks for: correcting, Stöck before or after their time, late Weise, thanks.

They stand beside the question of the moment and do not change whose answer it awaits, unless the
Partie ends with them.
"""

from __future__ import annotations

from typing import ClassVar

from engine.actions import (
    Action,
    Bedanken,
    CallStoeck,
    CorrectWeis,
    ShowStoeck,
    ShowWeis,
)
from engine.cardset import mask_of
from engine.errors import Reason
from engine.events import Bedankt, StoeckShown, WeisAnnounced
from engine.phases.base import Aside, Draft, Knowledge, Rules, Table
from engine.phases.ledger import (
    book,
    booked_of,
    call_stoeck,
    correct_trick,
    end_partie,
    first_trick,
    lying_trick,
    pending_weis,
    stoeck_worth,
)
from engine.phases.meld import check_correction, check_shown, corrections, shown_options, take_shown
from engine.phases.stoeck import check_pair, missing_pair
from engine.rules.ausmachen import ausmachen, bedanken_holds, may_preshow, order_of
from engine.rules.stoeck import STOECK_POINTS, stoeck_cards
from engine.rules.tricks import beats_all_unseen
from engine.seats import Seat, Side
from engine.state import Ended, State, Step
from engine.view import View

__all__ = ["BedankenAside", "CallAside", "CorrectAside", "PreshowAside", "ShowAside"]


class CorrectAside(Aside):
    """Correct an announcement until the next player has played (rules 1.0.5, step 4)."""

    kind: ClassVar = CorrectWeis

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """Only who has played last, while trick 1 runs."""
        if not isinstance(action, CorrectWeis) or not self._open(rules, state, seat):
            return Reason.WRONG_PHASE
        return check_correction(rules, state, seat, action, knowledge)

    def _open(self, rules: Rules, table: Table, seat: Seat) -> bool:
        return (
            rules.weis is not None
            and rules.weis.manual
            and table.step is Step.PLAY
            and not table.tricks
            and bool(table.trick)
            and table.trick[-1].seat == seat
        )

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """Everything else that could be said."""
        return corrections(rules, view, seat) if self._open(rules, view.state, seat) else []

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Replace it."""
        if isinstance(action, CorrectWeis):
            correct_trick(draft, action.weis)
            draft.emit(WeisAnnounced(seat, action.weis, corrected=True))


class ShowAside(Aside):
    """Show further Weise until the holder plays to trick 2 (`weisen=manuell`, rules 1.0.5)."""

    kind: ClassVar = ShowWeis

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """Something new of the side that has the best Weis."""
        if not isinstance(action, ShowWeis) or not self._open(rules, state, seat):
            return Reason.WRONG_PHASE
        if not action.weise:
            return Reason.NO_WEIS
        return check_shown(rules, state, seat, action, knowledge)

    def _open(self, rules: Rules, table: Table, seat: Seat) -> bool:
        holder = table.weis_seat
        return (
            rules.weis is not None
            and rules.weis.manual
            and table.step is Step.PLAY
            and len(table.tricks) == 1
            and holder is not None
            and bool(table.weise)
            and rules.side_of[seat] == rules.side_of[holder]
            and all(play.seat != holder for play in table.trick)
        )

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """Every choice of what is not shown yet."""
        if not self._open(rules, view.state, seat):
            return []
        return [item for item in shown_options(rules, view, seat) if item.weise]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Lay open and write it."""
        if not isinstance(action, ShowWeis) or draft.weis_seat is None:
            return
        had = draft.stoeck
        take_shown(draft, seat, action)
        rules = draft.rules
        side = rules.side_of[seat]
        if had is None and draft.stoeck is not None and book(draft, side, "stoeck", STOECK_POINTS):
            return
        contest = rules.weis
        own_trick = any(rules.side_of[trick.winner] == side for trick in draft.tricks)
        if contest is not None and (own_trick or not contest.with_trick):
            book(draft, side, "weis", pending_weis(rules, draft))


class PreshowAside(Aside):
    """Show Stöck before their time, when that decides something (rules 1.0.7)."""

    kind: ClassVar = ShowStoeck

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """They must bring the side to a threshold it has not reached."""
        if not isinstance(action, ShowStoeck) or state.step is not Step.PLAY:
            return Reason.WRONG_PHASE
        if not self._reaches(rules, state, seat):
            return Reason.STOECK_NOT_ALLOWED
        return check_pair(rules, state, seat, action.cards, knowledge)

    def _reaches(self, rules: Rules, table: Table, seat: Seat) -> bool:
        """Whether Stöck would now decide something for this seat's side."""
        ending, side = rules.ending, rules.side_of[seat]
        worth = stoeck_worth(table)
        score, booked = table.score[side], booked_of(table, side)
        if ending.live_target is not None and may_preshow(score, booked, worth, ending.live_target):
            return True
        thresholds = [ending.berg if table.berg is None else None, ending.schneider]
        return any(
            threshold is not None
            and score + booked < threshold
            and may_preshow(score, booked, worth, threshold)
            for threshold in thresholds
        )

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """The missing cards, if they would decide."""
        state = view.state
        if state.step is not Step.PLAY or not self._reaches(rules, state, seat):
            return []
        missing = missing_pair(rules, view, seat)
        return [] if missing is None else [ShowStoeck(missing)]

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Write them; at the target the Partie is over at once, by hand too."""
        if not isinstance(action, ShowStoeck):
            return
        draft.emit(StoeckShown(seat, tuple(card for _, card in action.cards)))
        if call_stoeck(draft, seat):
            return
        side, target = draft.rules.side_of[seat], draft.rules.ending.live_target
        if target is not None and draft.score[side] + booked_of(draft, side) >= target:
            end_partie(draft, Ended(side, "stoeck"))

    def automatic(self, rules: Rules, view: View, seat: Seat) -> Action | None:
        """At the first such moment, where the table thanks by itself."""
        if rules.ending.mode == "bedanken_manuell":
            return None
        return next(iter(self.candidates(rules, view, seat)), None)


class CallAside(Aside):
    """Call Stöck after the last card of the hand, until it is counted (`stoeck_manuell`)."""

    kind: ClassVar = CallStoeck

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """Both cards are played, the second was this seat's last card, nobody called."""
        return None if self._open(rules, state, seat) else Reason.STOECK_NOT_ALLOWED

    def _open(self, rules: Rules, table: Table, seat: Seat) -> bool:
        if rules.stoeck is None or not rules.stoeck.manual or table.stoeck is not None:
            return False
        if table.contract is None or table.step not in {Step.PLAY, Step.AUDIT} or table.ended:
            return False
        last = table.trick
        if len(table.tricks) == rules.dealing.cards:
            last = table.tricks[-1].plays
        elif len(table.tricks) != rules.dealing.cards - 1:
            return False
        pair = stoeck_cards(rules.row(table))
        return any(play.seat == seat and pair >> play.card & 1 for play in last) and (
            pair != 0 and self._played(table, seat) & pair == pair
        )

    def _played(self, table: Table, seat: Seat) -> int:
        return mask_of(
            card
            for slot, card in enumerate(table.opened)
            if card is not None and table.played >> slot & 1 and table.owners[slot] == seat
        )

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """The call."""
        return [CallStoeck()] if self._open(rules, view.state, seat) else []

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Write them, also when the hand is played out already."""
        call_stoeck(draft, seat)


class BedankenAside(Aside):
    """«Danke»: claim the Partie (`ende=bedanken_manuell`, rules 1.0.7)."""

    kind: ClassVar = Bedanken

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """Everybody may claim while a hand is played, at his own risk."""
        return None if self._open(rules, state) else Reason.BEDANKEN_NOT_ALLOWED

    def _open(self, rules: Rules, table: Table) -> bool:
        return (
            rules.ending.mode == "bedanken_manuell"
            and rules.ending.target is not None
            and table.step in {Step.CHOOSE, Step.PLAY}
        )

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """The claim."""
        return [Bedanken()] if self._open(rules, view.state) else []

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """A true claim wins, a false one loses the Partie; it binds the partner."""
        rules, target = draft.rules, draft.rules.ending.target
        if target is None:
            return
        side = rules.side_of[seat]
        lying = self._lying(rules, draft, seat)
        worth = lying * draft.factor
        right = bedanken_holds(draft.score[side], booked_of(draft, side), worth, target)
        draft.emit(Bedankt(seat, right))
        if not right:
            others = [other for other in range(len(draft.setup.sides)) if other != side]
            best = max(others, key=lambda other: (draft.score[other], -other))
            end_partie(draft, Ended(Side(best), "false_bedanken"))
            return
        if lying:
            book(draft, side, "trick", lying)
        order: tuple[str, ...] = ()
        if len(draft.tricks) == 1 and not draft.trick:
            # Until trick 1 is covered the order of saying thanks is irrelevant.
            rule = rules.ending.order
            through = ausmachen(first_trick(rules, draft), target, rule)
            if through is not None:
                side = Side(through.side)
                order = tuple(step.value for step in order_of(rule))
        end_partie(draft, Ended(side, "bedanken", order))

    def _lying(self, rules: Rules, table: Table, seat: Seat) -> int:
        """Cards of the running trick that count for a claim (`bedanken_im_stich`)."""
        if not rules.ending.with_lying_cards or not table.trick or table.trick[-1].seat != seat:
            return 0
        seen = mask_of(card for card in table.opened if card is not None)
        unseen = (1 << 36) - 1 & ~seen
        cards = [play.card for play in table.trick]
        if not beats_all_unseen(rules.row(table), cards, len(table.tricks) + 1, unseen):
            return 0
        return lying_trick(rules, table)[1]
