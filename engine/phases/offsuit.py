"""Trump comes up with the first card that does not follow (rules 1.5 to 1.7).

Until then nobody knows what a card is worth; once trump is known the tricks already taken are
valued by it too. Everything is derived from the cards that lie open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.cards import Card, suit_of
from engine.cardset import mask_of
from engine.contracts import LAST_TRICK_POINTS, Contract, ContractRow, row_of
from engine.events import TrickTaken, TrumpFixed
from engine.phases.deal import TRUMPS
from engine.phases.draft import Draft, Table
from engine.phases.ledger import book, next_trick
from engine.phases.play import PlayPhase
from engine.rules.melds import MeldRules, find_weise
from engine.rules.stoeck import STOECK_POINTS, stoeck_cards
from engine.rules.tricks import trick_points, winning_place
from engine.seats import Seat
from engine.state import PlayedCard, Trick

__all__ = ["OffsuitPlay", "has_both_left", "offsuit_rows", "table_weis"]


def follows(cards: Sequence[Card]) -> bool:
    """Whether all cards of a trick follow the one that was led."""
    return all(suit_of(card) == suit_of(cards[0]) for card in cards)


def offsuit_rows(tricks: int, *, late: bool) -> Callable[[Table], ContractRow]:
    """The order of the running trick.

    Args:
        tricks: of the hand.
        late: option `trumpf_wirkt=ab_naechstem_stich`: the trick that brought trump up is finished
            without it.
    """
    free = row_of(None, tricks=tricks)
    rows = {contract: row_of(contract, tricks=tricks) for contract in TRUMPS}

    def row(table: Table) -> ContractRow:
        if table.contract is None:
            return free
        if late and table.trick and _came_up_now(table):
            return free
        return rows[table.contract]

    return row


def _came_up_now(table: Table) -> bool:
    """Whether trump, which is known, came up in the trick that runs."""
    return all(follows([play.card for play in trick.plays]) for trick in table.tricks)


def _until_trump(table: Table) -> Iterator[PlayedCard]:
    """All cards in order of play up to the one that brought trump up, that one included."""
    for plays in (*(trick.plays for trick in table.tricks), table.trick):
        for play in plays:
            yield play
            if suit_of(play.card) != suit_of(plays[0].card):
                return


def has_both_left(table: Table, seat: Seat) -> bool:
    """Whether a seat has played neither Stöck card by the time trump was known (rules 1.5)."""
    if table.contract is None:
        return False
    pair = stoeck_cards(row_of(table.contract))
    return not any(play.seat == seat and pair >> play.card & 1 for play in _until_trump(table))


def table_weis(cards: Sequence[Card], trump: Contract | None, melds: MeldRules) -> int:
    """What the cards of a complete trick cost besides their points (Tischweis, rules 1.5).

    Args:
        cards: of the trick.
        trump: None while nobody knows it.
        melds: what Weise are worth.
    """
    mask = mask_of(cards)
    total = sum(weis.points for weis in find_weise(mask, melds))
    if trump is not None:
        pair = stoeck_cards(row_of(trump))
        total += STOECK_POINTS if mask & pair == pair else 0
    return total


class OffsuitPlay(PlayPhase):
    """Cards are played without trump until somebody cannot follow.

    Args:
        melds: what Weise in a trick are worth, None where they mean nothing.
        factor: what the points of the hand that begins are multiplied by.
    """

    def __init__(
        self, melds: MeldRules | None = None, factor: Callable[[Table], int] | None = None
    ) -> None:
        self._melds = melds
        self._factor = factor

    def enter(self, draft: Draft) -> None:
        """Ask who leads."""
        if draft.leader is None and self._factor is not None:
            draft.factor = self._factor(draft)
        super().enter(draft)

    def laid(self, draft: Draft, played: PlayedCard) -> None:
        """The first card that does not follow makes its suit trump, backwards too."""
        if draft.contract is not None or follows([play.card for play in draft.trick]):
            return
        draft.contract = TRUMPS[suit_of(played.card)]
        draft.emit(TrumpFixed(draft.contract, played.seat))
        before, draft.tricks = draft.tricks, ()
        for trick in before:
            points = self._points(draft, [play.card for play in trick.plays], trick.number)
            valued = Trick(trick.number, trick.leader, trick.plays, trick.winner, points)
            draft.tricks = (*draft.tricks, valued)
            self._write(draft, valued)

    def _points(self, draft: Draft, cards: Sequence[Card], number: int) -> int:
        """Points of a trick, 0 as long as trump is not known."""
        if draft.contract is None:
            return 0
        last = LAST_TRICK_POINTS if number == draft.length else 0
        return trick_points(row_of(draft.contract), cards) + last

    def _write(self, draft: Draft, trick: Trick) -> None:
        side = draft.rules.side_of[trick.winner]
        book(draft, side, "trick", trick.points, trick.number)

    def complete(self, draft: Draft) -> None:
        """Turn the trick; write it as far as it can be counted, and what lies in it."""
        cards = [play.card for play in draft.trick]
        number = len(draft.tricks) + 1
        place = winning_place(draft.rules.row(draft), cards, number)
        winner, leader = draft.trick[place].seat, draft.trick[0].seat
        trick = Trick(number, leader, draft.trick, winner, self._points(draft, cards, number))
        draft.emit(TrickTaken(number, winner, trick.points))
        draft.tricks = (*draft.tricks, trick)
        draft.trick = ()
        draft.leader = winner
        if draft.contract is not None:
            self._write(draft, trick)
        if self._melds is not None:
            lying = table_weis(cards, draft.contract, self._melds)
            book(draft, draft.rules.side_of[winner], "tischweis", lying)
        next_trick(draft)
