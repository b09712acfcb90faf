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
from engine.cards import DECKS
from engine.cardset import mask_of
from engine.errors import Reason
from engine.events import Bedankt, StoeckShown, WeisAnnounced
from engine.phases.base import Aside
from engine.phases.draft import Draft, Table
from engine.phases.known import Knowledge, check_openings, held_mask
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
from engine.phases.parts import Rules
from engine.phases.stoeck import check_pair, late_caller, missing_pair
from engine.rules.ausmachen import ausmachen, bedanken_holds, may_preshow, order_of
from engine.rules.stoeck import STOECK_POINTS
from engine.rules.tricks import beaters
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
        """Whether Stöck would now change something for this seat's side."""
        return self._decides(rules, table, seat) or self._lifts(
            rules, table, seat, rules.ending.schneider
        )

    def _decides(self, rules: Rules, table: Table, seat: Seat) -> bool:
        """Whether they would end the Partie or take the Bergpreis."""
        ending, side = rules.ending, rules.side_of[seat]
        worth, booked = stoeck_worth(table), booked_of(table, side)
        target = ending.live_target
        if target is not None and may_preshow(table.score[side], booked, worth, target):
            return True
        return self._lifts(rules, table, seat, ending.berg if table.berg is None else None)

    def _lifts(self, rules: Rules, table: Table, seat: Seat, threshold: int | None) -> bool:
        """Whether they would bring the side to a threshold that it has not reached."""
        side = rules.side_of[seat]
        score, booked = table.score[side], booked_of(table, side)
        return (
            threshold is not None
            and score + booked < threshold
            and may_preshow(score, booked, stoeck_worth(table), threshold)
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
        """At the first moment that ends the Partie or takes the Bergpreis.

        Not where the table thanks by hand, and not to escape Schneider: that he may (rules 1.0.7).
        """
        state = view.state
        if rules.ending.mode == "bedanken_manuell" or not self._decides(rules, state, seat):
            return None
        return next(iter(self.candidates(rules, view, seat)), None)


class CallAside(Aside):
    """Call Stöck while others still play to the last trick (`stoeck_manuell`, rules 1.0.6).

    Once the trick is complete the step `CALL` asks.
    """

    kind: ClassVar = CallStoeck

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """Both cards are played, the second was this seat's last card, nobody called."""
        return None if self._open(rules, state, seat) else Reason.STOECK_NOT_ALLOWED

    def _open(self, rules: Rules, table: Table, seat: Seat) -> bool:
        return table.step is Step.PLAY and late_caller(rules, table) == seat

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """The call."""
        return [CallStoeck()] if self._open(rules, view.state, seat) else []

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Write them."""
        call_stoeck(draft, seat)


class BedankenAside(Aside):
    """«Danke»: claim the Partie (`ende=bedanken_manuell`, rules 1.0.7)."""

    kind: ClassVar = Bedanken

    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """Everybody may claim while a hand is played, at his own risk."""
        if not isinstance(action, Bedanken) or not self._open(rules, state):
            return Reason.BEDANKEN_NOT_ALLOWED
        reason = check_openings(rules, state, seat, action.show, knowledge)
        if reason is not None:
            return reason
        shown = [card for _, card in action.show]
        above = self._above(rules, state, seat) & ~held_mask(state, seat, None)
        if shown != sorted(set(shown)) or mask_of(shown) & ~above:
            return Reason.BEDANKEN_NOT_ALLOWED
        if knowledge.own and knowledge.faces is not None:
            view = View(state, knowledge.faces, seat)
            if action not in self.candidates(rules, view, seat):
                return Reason.BEDANKEN_NOT_ALLOWED
        return None

    def _open(self, rules: Rules, table: Table) -> bool:
        return (
            rules.ending.mode == "bedanken_manuell"
            and rules.ending.target is not None
            and table.step in {Step.CHOOSE, Step.PLAY}
        )

    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """The claim, with the cards without which the running trick would not count."""
        state = view.state
        if not self._open(rules, state):
            return []
        held = held_mask(state, seat, view.faces)
        above = self._above(rules, state, seat)
        lying = lying_trick(rules, state)[1] if above and not above & ~held else 0
        if not lying or self._holds(rules, state, seat, 0):
            return [Bedanken()]
        if not self._holds(rules, state, seat, lying):
            return [Bedanken()]
        missing = above & ~held_mask(state, seat, None)
        return [Bedanken(tuple((h.slot, h.card) for h in view.hand if missing >> h.card & 1))]

    def _holds(self, rules: Rules, table: Table, seat: Seat, lying: int) -> bool:
        side, target = rules.side_of[seat], rules.ending.target or 0
        worth = lying * table.factor
        return bedanken_holds(table.score[side], booked_of(table, side), worth, target)

    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """A true claim wins, a false one loses the Partie; it binds the partner."""
        rules, target = draft.rules, draft.rules.ending.target
        if target is None:
            return
        side = rules.side_of[seat]
        lying = self._lying(rules, draft, seat)
        right = self._holds(rules, draft, seat, lying)
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
        """Points of the running trick that count for a claim (`bedanken_im_stich`).

        What he holds is seen by him (rules 1.0.9), and by the others as far as he has shown it.
        """
        if not self._last_card_leads(rules, table, seat):
            return 0
        above = self._above(rules, table, seat) & ~held_mask(table, seat, None)
        return 0 if above else lying_trick(rules, table)[1]

    def _last_card_leads(self, rules: Rules, table: Table, seat: Seat) -> bool:
        if not rules.ending.with_lying_cards or not table.trick or table.trick[-1].seat != seat:
            return False
        return lying_trick(rules, table)[0] == seat

    def _above(self, rules: Rules, table: Table, seat: Seat) -> int:
        """Mask of the cards not yet played that would take the running trick from the seat."""
        if not self._last_card_leads(rules, table, seat):
            return 0
        played = [play.card for trick in table.tricks for play in trick.plays]
        cards = [play.card for play in table.trick]
        left = mask_of(DECKS[rules.deck].cards) & ~mask_of((*played, *cards))
        return beaters(rules.row(table), cards, len(table.tricks) + 1, left)
