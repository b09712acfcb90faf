"""What a seat truly has, when its cards are known: its Weise and Stöck.

The actor's own device and the audit ask here; nothing public does.
"""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Fact, MeldFact, OpenCard, ShowWeis
from engine.cardset import cards_of
from engine.contracts import ContractRow
from engine.errors import Reason
from engine.faces import Faces, Slot
from engine.phases.draft import Table
from engine.phases.known import dealt_mask
from engine.phases.parts import Rules, WeisRules
from engine.rules.melds import Weis, announced, best_weis, fact_of, find_weise, key_of
from engine.seats import Seat
from engine.state import State

__all__ = [
    "backs_claim",
    "claimed_weis",
    "highest_number",
    "open_weis",
    "own_weise",
    "said_by",
    "told_facts",
    "true_weise",
]


def own_weise(rules: WeisRules, row: ContractRow, dealt: int) -> tuple[Weis, ...]:
    """The Weise of a dealt hand that score together, the most valuable first."""
    return find_weise(dealt, rules.melds, row)


def _single_weise(rules: WeisRules, row: ContractRow, dealt: int) -> tuple[Weis, ...]:
    """Every Weis a hand holds, seen alone: what a claim about one of them may rest on."""
    melds = rules.melds
    whole = find_weise(dealt, replace(melds, cross=True, split=False), row)
    return (*whole, *find_weise(dealt, melds, row))


def highest_number(rules: WeisRules, row: ContractRow, dealt: int) -> int | None:
    """The highest number a hand may truly announce, or None without any Weis."""
    numbers = [announced(weis, rules.melds) for weis in _single_weise(rules, row, dealt)]
    return max(numbers, default=None)


def best_number(rules: WeisRules, row: ContractRow, dealt: int) -> int | None:
    """The number that is announced automatically, or None without any Weis."""
    best = best_weis(own_weise(rules, row, dealt), row, rules.melds)
    return None if best is None else announced(best, rules.melds)


def said_by(table: Table, seat: Seat) -> int | None:
    """What a seat announced with its first card."""
    plays = table.tricks[0].plays if table.tricks else table.trick
    return next((play.weis for play in plays if play.seat == seat), None)


def told_facts(table: Table, seat: Seat) -> tuple[tuple[Fact, int], ...]:
    """What a seat has answered about its announced Weis."""
    return tuple(
        (done.action.fact, done.action.value)
        for done in table.history
        if done.seat == seat and isinstance(done.action, MeldFact)
    )


def backs_claim(
    weis: Weis,
    number: int,
    facts: tuple[tuple[Fact, int], ...],
    row: ContractRow,
    rules: WeisRules,
) -> bool:
    """Whether a Weis is at least what was announced, and as told.

    Announcing too little is no offence (rules 1.0.5, step 4).
    """
    melds = rules.melds
    return announced(weis, melds) >= number and all(
        fact_of(weis, fact, row, melds) == value for fact, value in facts
    )


def claim_is_true(
    rules: WeisRules,
    row: ContractRow,
    dealt: int,
    number: int,
    facts: tuple[tuple[Fact, int], ...],
) -> bool:
    """Whether a hand holds a Weis that backs an announcement and the answers about it."""
    return any(
        backs_claim(weis, number, facts, row, rules) for weis in _single_weise(rules, row, dealt)
    )


def claimed_weis(rules: WeisRules, row: ContractRow, dealt: int, number: int) -> Weis | None:
    """The own Weis that an announced number stands for: the closest, of equals the best."""
    melds = rules.melds
    enough = [weis for weis in own_weise(rules, row, dealt) if announced(weis, melds) >= number]
    if not enough:
        return None
    return min(enough, key=lambda weis: (announced(weis, melds), *_worse(weis, row, rules)))


def _worse(weis: Weis, row: ContractRow, rules: WeisRules) -> tuple[int, ...]:
    return tuple(-part for part in key_of(weis, row, rules.melds))


def open_weis(weis: Weis, slots: dict[int, Slot]) -> tuple[OpenCard, ...]:
    """A Weis as it is shown: its cards ascending, with their slots."""
    return tuple((slots[card], card) for card in cards_of(weis.mask))


def show_of(weise: tuple[Weis, ...], slots: dict[int, Slot]) -> ShowWeis:
    """The act of showing these Weise."""
    return ShowWeis(tuple(open_weis(weis, slots) for weis in weise))


def true_weise(rules: Rules, state: State, faces: Faces, reason: Reason) -> tuple[int, ...]:
    """Per side the points of all its true Weise, if a false Weis is the offence; else ().

    Whatever its size, the best true Weis of the others then scores (rules 1.0.5, step 6).
    """
    false = {Reason.WEIS_UNTRUE, Reason.FACT_UNTRUE, Reason.WEIS_NOT_SHOWN, Reason.NO_WEIS}
    if rules.weis is None or reason not in false or state.contract is None:
        return ()
    row = rules.row(state)
    return tuple(
        sum(
            weis.points
            for seat in members
            for weis in own_weise(rules.weis, row, dealt_mask(state, seat, faces))
        )
        for members in state.setup.sides
    )
