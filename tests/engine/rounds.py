"""Tables of the games in which tricks are announced and the size of the hands changes."""

from __future__ import annotations

from dataclasses import replace

from engine import game
from engine.actions import Action, Bid, Play, PlayFor
from engine.cards import Card, FrenchRank, card_text
from engine.seats import Seat
from engine.state import HandResult, State, Step, Trick
from tests.engine.table import Table, options

RANKS = {rank.code: rank for rank in FrenchRank}


def played_hands(state: State, count: int) -> State:
    """The same table after so many hands in which nobody wrote anything."""
    zero = (0,) * state.setup.seats
    results = tuple(
        HandResult(
            hand=number + 1,
            partie=state.partie,
            contract=None,
            announcer=None,
            cards=zero,
            last_trick=zero,
            match=zero,
            weis=zero,
            stoeck=zero,
            factor=1,
            written=zero,
            score=state.score,
            tricks=zero,
        )
        for number in range(count)
    )
    return replace(state, results=results, hand_no=count)


def at_round(
    slug: str,
    seats: int,
    cards: int,
    *hands: str,
    dealer: int | None = None,
    stock: str = "",
    seed: int = 1,
    score: tuple[int, ...] = (),
    bids: tuple[int, ...] | None = None,
    **settings: str,
) -> Table:
    """A table at the first round with so many cards, dealt; seat s holds hands[s] among others.

    Args:
        slug: of the game.
        seats: how many play.
        cards: for each.
        hands: card texts; what is left is filled at random with cards that are not in `stock`.
        dealer: by default the last seat, so that seat 0 is Vorhand.
        stock: the first cards to be drawn, in this order.
        seed: of the rest of the deck.
        score: before the hand.
        bids: what is announced, in order; None: each seat what it first may.
        settings: options.
    """
    chosen = options(None, slug, seats, **settings)
    table = Table.start(chosen, seed, slug, seats)
    start = replace(table.state, score=score or table.state.score)
    for played in range(20):
        state = replace(
            played_hands(start, played), next_dealer=Seat(seats - 1 if dealer is None else dealer)
        )
        if game.rules_of(state.setup).dealing.plan(state).cards == cards:
            break
    table.state = state
    deal(table, [hand.split() for hand in hands], stock.split())
    if bids is not None:
        bid(table, *bids)
    return table


def pick(pool: list[Card], text: str) -> Card:
    """Take a card of this text out of the pool; of twins the one that is still there."""
    found = next(card for card in pool if card_text(card) == text)
    pool.remove(found)
    return found


def deal(table: Table, hands: list[list[str]], stock: list[str]) -> None:
    """Deal so that these seats hold these cards and these are drawn first."""
    table.deal()
    state = table.state
    pool = list(game.deck_of(state).cards)
    given = [[pick(pool, text) for text in hand] for hand in hands]
    given += [[] for _ in range(state.setup.seats - len(given))]
    drawn = [pick(pool, text) for text in stock]
    table.rng.shuffle(pool)
    size, cut = len(state.owners), state.cut or 0
    deck = [Card(0)] * size
    for place in range(size):
        slot = (cut + place) % size
        owner = state.owners[slot]
        source = drawn if owner is None else given[owner]
        deck[slot] = source.pop(0) if source else pool.pop()
    table.deck = deck
    table.faces = []
    table.look()


def bid(table: Table, *numbers: int) -> None:
    """Everybody in turn announces so many tricks; without numbers what each first may."""
    for number in numbers:
        table.act(table.state.asked[0], Bid(number))
    while table.state.step is Step.BID:
        seat = table.state.asked[0]
        table.act(seat, game.legal(table.view(seat))[0])


def forms(table: Table) -> list[Action]:
    """What the asked seat may do."""
    return list(game.legal(table.view(table.state.asked[0])))


def play(table: Table, cards: str) -> None:
    """Play these cards by whoever is asked: «CK» or, for a joker, «Jo1=K»."""
    for word in cards.split():
        text, _, rank = word.partition("=")
        declared = RANKS[rank] if rank else None
        found = [
            action
            for action in forms(table)
            if isinstance(action, Play | PlayFor)
            and card_text(action.card) == text
            and getattr(action, "rank", None) == declared
        ]
        assert found, f"{word} is not offered to {table.state.asked}: {table.view(0).trick}"
        table.act(table.state.asked[0], found[0])


def turn_over(table: Table) -> None:
    """The devices turn the forehead cards over, and what is drawn is drawn."""
    table.settle_automatic()


def last_trick(table: Table) -> Trick:
    """The trick that was taken last."""
    return table.state.tricks[-1]


def order_of(trick: Trick) -> list[str]:
    """Who laid what, as «seat:card»."""
    return [f"{play.seat}:{card_text(play.card)}" for play in trick.plays]
