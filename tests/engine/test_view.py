"""Views: a seat sees what it may see and nothing else (rules 1.0.10)."""

from __future__ import annotations

import random

from engine import game
from engine.actions import Play
from engine.faces import NO_FACES, Faces, Slot
from engine.seats import Seat
from engine.state import Step
from tests.engine.table import Table, options
from tests.games import random_options


def swapped(table: Table, seat: int, rng: random.Random) -> list[int]:
    """Another deck that this seat cannot tell from the real one."""
    sights = game.sights(table.state)
    hidden = [
        slot
        for slot in range(len(table.deck))
        if table.state.opened[slot] is None and seat not in sights[slot]
    ]
    cards = [table.deck[slot] for slot in hidden]
    rng.shuffle(cards)
    other = list(table.deck)
    for slot, card in zip(hidden, cards, strict=True):
        other[slot] = card
    return other


def test_two_deals_equal_in_what_a_seat_sees_give_it_equal_views() -> None:
    """The same entries over another hidden deal: equal view, candidates and device's acts."""
    rng = random.Random(4)
    compared = 0
    for _ in range(40):
        variant = rng.choice(game.all_variants())
        seats = rng.choice(variant.seats)
        chosen = random_options(variant, rng, 0.2, seats)
        table = Table.start(chosen, rng.randrange(1 << 30), variant.slug, seats)
        table.deal()
        for _ in range(rng.randrange(30)):
            if table.state.asked:
                table.step()
        seat = rng.randrange(seats)
        other = Table.start(chosen, 0, variant.slug, seats)
        other.state = table.state.origin or table.state
        other.deck = swapped(table, seat, rng)
        for entry in table.state.history:
            other.repeat(entry)
        # What it has sealed itself a seat knows in both.
        other.faces = [Faces({}, faces.numbers) for faces in table.faces]
        other.look()
        compared += other.deck != table.deck
        mine, theirs = table.view(seat), other.view(seat)
        assert mine == theirs
        assert game.legal(mine) == game.legal(theirs)
        assert game.unasked(mine) == game.unasked(theirs)
        assert game.automatic(mine) == game.automatic(theirs)
        assert repr(mine) == repr(theirs)
    assert compared > 25


def test_a_difference_in_the_own_hand_is_seen() -> None:
    """The control: swapping two own cards changes the view."""
    table = Table.start(options(), 1)
    table.deal()
    own = [slot for slot, owner in enumerate(table.state.owners) if owner == 0]
    before = table.view(0)
    table.deck[own[0]], table.deck[own[1]] = table.deck[own[1]], table.deck[own[0]]
    table.look()
    assert table.view(0) != before


def test_1_0_10_5_a_view_holds_only_own_and_opened_cards() -> None:
    """Until the hand is opened a seat knows its own dealt cards and what lies open."""
    for seed in range(6):
        table = Table.start(options(weisen="manuell"), seed)
        table.deal()
        while table.state.step is not Step.AUDIT:
            for seat in range(4):
                view = table.view(seat)
                for slot in range(36):
                    owner, card = table.state.owners[slot], view.card_at(Slot(slot))
                    opened = table.state.opened[slot] is not None
                    assert (card is not None) == (owner == seat or opened)
                    assert card in (None, table.deck[slot])
                spectator = game.view(table.state, table.faces[seat], None)
                assert spectator.faces == NO_FACES
                assert spectator.hand == ()
            table.step(unasked=0.02)


def test_hand_counts_and_sides() -> None:
    """The hand is sorted by suit and rank; everybody's counts are public."""
    table = Table.start(options(), 6)
    table.deal()
    view = table.view(2)
    cards = [item.card for item in view.hand]
    assert cards == sorted(cards)
    assert len(cards) == 9
    assert view.counts == (9, 9, 9, 9)
    assert view.sides == ((0, 2), (1, 3))
    assert [view.side_of(Seat(seat)) for seat in range(4)] == [0, 1, 0, 1]
    assert view.seats == (2, 3, 0, 1)
    while not table.state.trick:
        table.step()
    play = table.state.history[-1]
    assert isinstance(play.action, Play)
    assert table.view(0).counts[play.seat] == 8
