"""What a real hand writes of which only the sums are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import game
from engine.actions import Choose
from engine.contracts import Contract
from engine.phases.draft import Draft
from engine.phases.ledger import book, close_hand
from engine.rules.stoeck import STOECK_POINTS
from engine.seats import Seat, Side
from engine.state import HandResult, Step, Trick
from tests.engine.table import options


def counted_hand(
    slug: str,
    contract: str,
    announcer: int,
    cards: Sequence[int],
    tricks: Sequence[int],
    weis: Sequence[int] = (),
    stoeck: int | None = None,
    *,
    column: str | None = None,
    **settings: str,
) -> HandResult:
    """The game deals, names, writes and counts; the cards of the tricks are not told.

    Args:
        slug: of the game.
        contract: what is named.
        announcer: the side that names it.
        cards: points of the tricks of each side, with the last trick.
        tricks: of each side.
        weis: of each side.
        stoeck: the side that has them.
        column: under which the contract is named, where there are columns.
        settings: the options of the table as they are typed.
    """
    variant = game.find_variant(slug)
    assert variant is not None
    seats = variant.seats[0]
    state = game.start(variant, options(None, slug, **settings), seats)
    rules = game.rules_of(state.setup)
    names = [one.name for one in rules.choosing.columns]
    state = replace(state, next_dealer=Seat((announcer - 1) % seats))
    state, _ = game.deal(state, bytes(32))
    named = Choose(Contract(contract), None if column is None else names.index(column))
    state, _ = game.apply(state, state.asked[0], named)
    draft = Draft(state, rules)
    draft.tricks = tuple(
        Trick(1, Seat(0), (), Seat(winner), 0)
        for winner, count in enumerate(tricks)
        for _ in range(count)
    )
    if stoeck is not None:
        assert not book(draft, Side(stoeck), "stoeck", STOECK_POINTS)
    for side, points in enumerate(weis):
        assert not book(draft, Side(side), "weis", points)
    for side, points in enumerate(cards):
        assert not book(draft, Side(side), "trick", points)
    close_hand(draft)
    assert draft.step is Step.AUDIT
    state, _ = game.settle(draft.freeze(), None)
    return state.results[-1]
