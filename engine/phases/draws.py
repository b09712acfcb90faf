"""Ties of last cards that are fought out with cards drawn from the stock (rules 1.10)."""

from __future__ import annotations

from typing import ClassVar

from engine.events import Drawn, Tied
from engine.faces import Slot
from engine.phases.draft import Draft, Table
from engine.phases.duel import DuelPhase, chain
from engine.phases.known import held_slots
from engine.phases.toss import Toss
from engine.rules.duels import Chain
from engine.seats import Seat
from engine.state import Opened, Step, Tossed

__all__ = ["DrawingDuelPhase", "stock", "tossed_draws"]


def stock(table: Table) -> tuple[Slot, ...]:
    """The face-down cards that nobody holds, in the order in which they are drawn."""
    size, cut = len(table.owners), table.cut or 0
    places = (Slot((cut + place) % size) for place in range(size))
    return tuple(
        slot for slot in places if table.owners[slot] is None and table.opened[slot] is None
    )


def tossed_draws(table: Table, rivals: tuple[Seat, ...], chance: bytes) -> dict[Seat, Slot]:
    """Who draws what by toss: a place of the stock, or a card of this hand's finished tricks.

    Each at most once. Gives the same before and after the places that were hit are turned up.
    """
    size, cut = len(table.owners), table.cut or 0
    hit = {slot for seat in rivals for slot in held_slots(table, seat)}
    pool = sorted({*stock(table), *hit}, key=lambda slot: (slot - cut) % size)
    pool += [play.slot for trick in table.tricks for play in trick.plays]
    toss = Toss(chance, "draw")
    return {seat: pool.pop(toss.below(len(pool))) for seat in rivals}


class DrawingDuelPhase(DuelPhase):
    """As a duel, but who ties with his last card draws another from the stock, for all to see.

    If the stock is too small for all of them a toss decides what each draws, and if even the
    tricks that lie there are too few the card laid last wins. Takes the steps `PLAY` and `TOSS`.
    """

    draws: ClassVar = True

    def without_cards(self, draft: Draft, now: Chain) -> None:
        """Turn up the next cards of the stock, or toss."""
        left = stock(draft)
        needed = len(now.rivals)
        if needed > len(left) + sum(len(trick.plays) for trick in draft.tricks):
            super().without_cards(draft, now)
            return
        draft.emit(Tied(now.rivals, now.rounds + 1))
        if needed > len(left):
            draft.step, draft.asked = Step.TOSS, ()
            return
        self._turn_up(draft, dict(zip(now.rivals, left, strict=False)))

    def _turn_up(self, draft: Draft, draws: dict[Seat, Slot]) -> None:
        fresh = {seat: slot for seat, slot in draws.items() if draft.opened[slot] is None}
        draft.step = Step.PLAY
        if not fresh:
            self._drawn(draft, draws)
            return
        for seat, slot in fresh.items():
            draft.transfer(slot, seat)
        draft.turn_up(fresh.values())

    def tossed(self, draft: Draft, chance: bytes) -> None:
        """Chance has spoken."""
        self._turn_up(draft, tossed_draws(draft, chain(draft).rivals, chance))

    def opened(self, draft: Draft) -> None:
        """The cards of the stock are known."""
        rivals = chain(draft).rivals
        last = next(
            done.action for done in reversed(draft.history) if not isinstance(done.action, Opened)
        )
        if isinstance(last, Tossed):
            draws = tossed_draws(draft, rivals, bytes.fromhex(last.chance))
        else:
            draws = {seat: held_slots(draft, seat)[0] for seat in rivals}
        self._drawn(draft, draws)

    def _drawn(self, draft: Draft, draws: dict[Seat, Slot]) -> None:
        for seat, slot in draws.items():
            card = draft.opened[slot]
            if card is not None:
                draft.emit(Drawn(seat, card))
                self.lay(draft, seat, slot, card, self.unseen_rank(card))
        self.go_on(draft)
