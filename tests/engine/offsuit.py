"""Tables of games in which trump comes up by itself, for tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine import game
from engine.actions import Play
from engine.cards import CARDS_36, Card, card_text
from engine.seats import Seat
from tests.engine.table import Table, deal_of, options


def fill(seats: int, size: int, *parts: str, without: str = "") -> list[list[Card]]:
    """Hands that hold these cards; the rest is given out one by one, from the Aces down."""
    given = deal_of(*parts, *[""] * (seats - len(parts)))
    gone = {card for hand in (*given, *deal_of(without)) for card in hand}
    rest = sorted((card for card in CARDS_36 if card not in gone), key=lambda card: card % 9)
    while rest:
        for hand in given:
            if len(hand) < size and rest:
                hand.append(rest.pop())
    return given


def seated(
    slug: str, hands: list[list[Card]], score: tuple[int, ...] | None = None, **settings: str
) -> Table:
    """Seat 0 is Vorhand with this deal, and to lead."""
    seats = len(hands)
    table = Table.start(options(None, slug, seats, **settings), 0, slug, seats)
    known = score or table.state.score
    table.state = replace(table.state, next_dealer=Seat(seats - 1), score=known)
    table.deal(hands)
    return table


def offered(table: Table) -> set[str]:
    """The cards the asked seat may play."""
    actions = game.legal(table.view(table.state.asked[0]))
    return {card_text(action.card) for action in actions if isinstance(action, Play)}


def play_out(table: Table) -> Table:
    """To the end of the hand, each the first card offered, and written."""
    while table.state.asked:
        table.settle_automatic()
        if table.state.asked:
            table.act(table.state.asked[0], table.offered_any())
    table.count()
    return table


def booked(table: Table, *kinds: str) -> list[tuple[int, str, int, int]]:
    """(side, kind, points without factor, trick) of what was written, of some kinds or all."""
    return [
        (item.side, item.kind, item.raw, item.trick)
        for item in table.state.bookings
        if not kinds or item.kind in kinds
    ]


def suits_apart(seats: int) -> Iterable[str]:
    """Hands in which everybody can always follow: each suit dealt out evenly."""
    ranks = ("6", "7", "8", "9", "10", "U", "O", "K", "A")
    share = 9 // seats
    for seat in range(seats):
        mine = ranks[seat * share : seat * share + share]
        yield " ".join(suit + rank for suit in ("Ei", "Ro", "Se", "Si") for rank in mine)
