"""From a view to what bots reckon with: counted cards, the running trick, the contract's tables."""

from __future__ import annotations

from engine.bots.counting import Count, count_cards
from engine.bots.judgement import Table
from engine.bots.lookahead import Deal
from engine.bots.strength import Strength, strength_of
from engine.cardset import FULL_36, mask_of
from engine.contracts import ContractRow, row_of
from engine.rules.follow import FollowRules
from engine.seats import Seat, side_table
from engine.view import View

__all__ = ["count_of", "friends_of", "opening_of", "row_in", "strengths_of", "table_of"]


def row_in(view: View) -> ContractRow:
    """The row of the contract being played, with the table's options."""
    options = view.state.setup.options
    return row_of(
        view.contract,
        undenufe_ass_11=bool(options.get("undenufe_ass_11")),
        tricks=_tricks(view),
    )


def _tricks(view: View) -> int:
    return len(view.state.tricks) + max(view.counts)


def friends_of(view: View, seat: Seat) -> tuple[bool, ...]:
    """Per seat whether it plays on the side of `seat`; itself included."""
    sides = side_table(view.sides, view.state.setup.seats)
    return tuple(side == sides[seat] for side in sides)


def count_of(view: View, seat: Seat) -> Count:
    """What the seat of this view can know about all hands of the 36 cards.

    It remembers every card played, as a good player does, whatever `stich_ansehen` shows.
    """
    state = view.state
    row = row_in(view)
    tricks = [[(play.seat, play.card) for play in trick.plays] for trick in state.tricks]
    tricks.append([(play.seat, play.card) for play in state.trick])
    shown: dict[Seat, int] = {}
    for slot, card in enumerate(state.opened):
        owner = state.owners[slot]
        if card is not None and owner is not None and not state.played >> slot & 1:
            shown[owner] = shown.get(owner, 0) | 1 << card
    return count_cards(
        seat,
        mask_of(held.card for held in view.hand),
        view.counts,
        tricks,
        deck=FULL_36,
        trumps=row.trumps,
        puur=row.puur,
        shown=shown,
    )


def strengths_of(view: View) -> tuple[Strength, ...]:
    """The tables of the running trick and of all that follow."""
    row = row_in(view)
    return tuple(
        strength_of(row, row.direction(number))
        for number in range(view.trick_no, _tricks(view) + 1)
    )


def table_of(view: View, seat: Seat, count: Count) -> Table:
    """The running trick as this seat sees it."""
    row = row_in(view)
    return Table(
        count,
        friends_of(view, seat),
        view.announcer,
        tuple((play.seat, play.card) for play in view.trick),
        strength_of(row, row.direction(view.trick_no)),
        row.changes_direction,
    )


def opening_of(view: View, seat: Seat, hands: tuple[int, ...]) -> Deal:
    """The position of this view if the seats held these hands."""
    options = view.state.setup.options
    friends = friends_of(view, seat)
    winners = [friends[trick.winner] for trick in view.state.tricks]
    match = options.get("match")
    return Deal(
        hands=hands,
        friends=friends,
        leader=seat if view.leader is None else view.leader,
        trick=tuple(int(play.card) for play in view.trick),
        strengths=strengths_of(view),
        lost=(not all(winners), any(winners)),
        match=match if isinstance(match, int) else 0,
        rules=FollowRules(trump_only_when_void=bool(options.get("stechen_nur_ohne_farbe"))),
    )
