"""From a view to what bots reckon with: counted cards, the running trick, the contract's tables."""

from __future__ import annotations

from engine.bots.counting import Count, count_cards
from engine.bots.judgement import Table
from engine.bots.lookahead import Deal
from engine.bots.strength import Strength, strength_of
from engine.cards import DECKS
from engine.cardset import mask_of
from engine.contracts import ContractRow
from engine.phases.parts import Rules
from engine.seats import Seat
from engine.view import View

__all__ = ["asked_seat", "count_of", "friends_of", "opening_of", "strengths_of", "table_of"]


def asked_seat(view: View) -> Seat:
    """The seat that is asked for an answer.

    Raises:
        ValueError: nobody looks: who only watches is never advised.
    """
    if view.seat is None:
        raise ValueError("who only watches is asked nothing")
    return view.seat


def friends_of(rules: Rules, seat: Seat) -> tuple[bool, ...]:
    """Per seat whether it plays on the side of `seat`; itself included."""
    return tuple(side == rules.side_of[seat] for side in rules.side_of)


def count_of(rules: Rules, view: View, seat: Seat) -> Count:
    """What the seat of this view can know about all hands of a Jass deck.

    It remembers every card played, as a good player does, whatever `stich_ansehen` shows.
    """
    state = view.state
    tricks = [[(play.seat, play.card) for play in trick.plays] for trick in state.tricks]
    tricks.append([(play.seat, play.card) for play in state.trick])
    # Before the first card there may be no contract, and nothing to conclude from it.
    row = rules.row(state) if any(tricks) else None
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
        deck=mask_of(DECKS[rules.deck].cards),
        gone=mask_of(item.card for item in view.turned),
        trumps=row.trumps if row else 0,
        puur=row.puur if row else 0,
        shown=shown,
    )


def strengths_of(row: ContractRow, view: View) -> tuple[Strength, ...]:
    """The tables of the running trick and of all that follow, if `row` is played."""
    last = len(view.state.tricks) + max(view.counts)
    return tuple(
        strength_of(row, row.direction(number)) for number in range(view.trick_no, last + 1)
    )


def table_of(rules: Rules, view: View, seat: Seat, count: Count) -> Table:
    """The running trick as this seat sees it."""
    row = rules.row(view.state)
    return Table(
        count,
        friends_of(rules, seat),
        view.announcer,
        tuple((play.seat, play.card) for play in view.trick),
        strength_of(row, row.direction(view.trick_no)),
        row.changes_direction,
    )


def opening_of(
    rules: Rules, row: ContractRow, view: View, seat: Seat, hands: tuple[int, ...]
) -> Deal:
    """The position of this view if the seats held these hands and `row` is played.

    Before a contract is named the side that thinks is taken for the one that names it.
    """
    friends = friends_of(rules, seat)
    winners = [friends[trick.winner] for trick in view.state.tricks]
    leader = view.leader if view.leader is not None else view.vorhand
    return Deal(
        hands=hands,
        friends=friends,
        leader=seat if leader is None else leader,
        trick=tuple(int(play.card) for play in view.trick),
        strengths=strengths_of(row, view),
        lost=(not all(winners), any(winners)),
        match=rules.tally.match,
        rules=rules.follow,
        announced=True if view.announcer is None else friends[view.announcer],
    )
