"""Advice for games of columns: which one to fill with these cards, and when to wait.

A column is filled once, so cards are worth naming for what they make beyond the usual in it, times
its factor. What they make is the mean of playouts of sampled deals. Cards are played as in other
games of partners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.actions import Action, Choose
from engine.advice import Advice, Tip
from engine.bots import partnership
from engine.bots.lookahead import playout
from engine.bots.sampling import sample_hands
from engine.bots.sight import count_of, opening_of
from engine.bots.stream import Stream
from engine.bots.strength import NO_CARD
from engine.contracts import Contract
from engine.phases.columns import open_columns
from engine.phases.parts import Rules
from engine.rules.tally import HAND_TOTAL
from engine.seats import Seat
from engine.view import View

__all__ = ["advise"]

_FEW_DEALS: Final = 12
_DEALS: Final = 60
_LAST: Final = (90, 105)
_FIRST: Final = (150, 170)
"""What a column has to promise, in hundredths of an even share of the points, when it is the last
one and when all are open; with partners and alone. Measured over whole games against each other."""


def advise(
    rules: Rules, view: View, legal: Sequence[Action], chance: bytes | None = None
) -> tuple[Advice, ...]:
    """The legal actions from best to worst, each with its reason.

    Args:
        rules: of the table.
        view: of a seat that is asked.
        legal: what it may do.
        chance: bytes for sampling; None for fewer samples, always the same ones.
    """
    if view.seat is None or not any(isinstance(action, Choose) for action in legal):
        return partnership.advise(rules, view, legal, chance)
    made = _points(rules, view, view.seat, legal, chance)
    columns = rules.choosing.columns
    usual = _usual(rules, view, view.seat)

    def gain(action: Action) -> int:
        match action:
            case Choose(contract, column):
                return (made[contract] - usual) * columns[column or 0].factor
            case _:
                return 0

    ranked = sorted(legal, key=gain, reverse=True)
    return tuple(Advice(action, _tip(action)) for action in ranked)


def _tip(action: Action) -> Tip:
    match action:
        case Choose(contract):
            flat = contract in {Contract.OBENABE, Contract.UNDENUFE}
            return Tip.WITHOUT_TRUMP if flat else Tip.CHOOSE_YOURSELF
        case _:
            return Tip.PUSH


def _usual(rules: Rules, view: View, seat: Seat) -> int:
    """Points a column has to promise: fewer, the fewer are left to wait with."""
    side = rules.side_of[seat]
    members = rules.side_of.count(side)
    share = HAND_TOTAL * members // rules.seats
    left, all_of_them = len(open_columns(rules, view.state, side)), len(rules.choosing.columns)
    at = int(members == 1)
    wanted = _LAST[at] + (_FIRST[at] - _LAST[at]) * left // all_of_them
    return share * wanted // 100


def _points(
    rules: Rules, view: View, seat: Seat, legal: Sequence[Action], chance: bytes | None
) -> dict[Contract, int]:
    """Points the own side makes on average, by contract."""
    contracts = sorted({action.contract for action in legal if isinstance(action, Choose)})
    count = count_of(rules, view, seat)
    openings = {}
    for contract in contracts:
        row = rules.row(replace(view.state, contract=contract))
        openings[contract] = replace(opening_of(rules, row, view, seat, ()), leader=int(seat))
    stream = Stream(chance or count.hand.to_bytes(5, "big"), "columns")
    deals = _FEW_DEALS if chance is None else _DEALS
    totals = dict.fromkeys(contracts, 0)
    for _ in range(deals):
        hands = sample_hands(count, stream)
        for contract in contracts:
            lead = playout(replace(openings[contract], hands=hands), NO_CARD)
            totals[contract] += _own(lead)
    return {contract: total // deals for contract, total in totals.items()}


def _own(lead: int) -> int:
    """The own points of a hand that is won by so many."""
    if abs(lead) > HAND_TOTAL:
        return max(0, lead)
    return (HAND_TOTAL + lead) // 2
