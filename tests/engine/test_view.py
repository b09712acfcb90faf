"""Views: a seat sees what it may see and nothing else (rules 1.0.10)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import game
from engine.actions import Play
from engine.cards import Card
from engine.faces import NO_FACES, Faces, Slot
from engine.options import Options
from engine.seats import Seat
from engine.variant import make_options
from tests.engine.rounds import at_round
from tests.engine.table import Table, options
from tests.games import random_options, sizes


def tables_of(slug: str, seats: int) -> Iterator[Table]:
    """Some tables of a game, dealt: one with each preset, and some with options by chance.

    Where one round is played at the forehead it is among them.
    """
    variant = game.find_variant(slug)
    assert variant is not None
    rng = random.Random(f"{slug} {seats}")
    presets = (make_options(variant, seats, name, {}) for name in variant.presets or (None,))
    drawn = (random_options(variant, rng, 0.3, seats) for _ in range(3))
    for made in (*presets, *drawn):
        if isinstance(made, Options):
            table = Table.start(made, rng.randrange(1 << 30), slug, seats)
            table.deal()
            yield table
    if slug in {"chappe", "hae"}:
        yield at_round(slug, seats, 1)


def swapped(table: Table, seat: Seat | None, rng: random.Random) -> list[Card]:
    """Another deck that this seat, or who only watches, cannot tell from the real one."""
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


def told_again(table: Table, seat: Seat | None, rng: random.Random) -> Table:
    """The same entries over another hidden deal, with other hidden numbers of the others."""
    setup = table.state.setup
    other = Table.start(setup.options, 0, setup.slug, setup.seats)
    other.state = table.state.origin or table.state
    other.deck = swapped(table, seat, rng)
    for entry in table.state.history:
        other.repeat(entry)
    # What it has sealed itself a seat knows in both.
    other.faces = [
        Faces({}, faces.numbers if at == seat else dict.fromkeys(faces.numbers, 7))
        for at, faces in enumerate(table.faces)
    ]
    other.look()
    return other


@pytest.mark.parametrize(("slug", "seats"), sizes())
def test_two_deals_equal_in_what_a_seat_sees_give_it_equal_views(slug: str, seats: int) -> None:
    """The same entries over another hidden deal: equal view, candidates and device's acts.

    For every seat, and for who only watches.
    """
    rng = random.Random(f"{seats} {slug}")
    compared = 0
    for table in tables_of(slug, seats):
        for _ in range(3):
            for _ in range(rng.randrange(14)):
                if table.state.asked:
                    table.step(unasked=0.02)
            for seat in (None, *(Seat(number) for number in range(seats))):
                other = told_again(table, seat, rng)
                compared += other.deck != table.deck
                mine, theirs = (
                    game.view(each.state, Faces() if seat is None else each.faces[seat], seat)
                    for each in (table, other)
                )
                assert mine == theirs
                assert repr(mine) == repr(theirs)
                assert game.legal(mine) == game.legal(theirs)
                assert game.unasked(mine) == game.unasked(theirs)
                assert game.automatic(mine) == game.automatic(theirs)
    assert compared > 3 * seats


def test_a_difference_in_the_own_hand_is_seen() -> None:
    """The control: swapping two own cards changes the view."""
    table = Table.start(options(), 1)
    table.deal()
    own = [slot for slot, owner in enumerate(table.state.owners) if owner == 0]
    before = table.view(0)
    table.deck[own[0]], table.deck[own[1]] = table.deck[own[1]], table.deck[own[0]]
    table.look()
    assert table.view(0) != before


@pytest.mark.parametrize(("slug", "seats"), sizes())
def test_1_0_10_invariant_5_a_view_holds_only_what_the_seat_may_see(slug: str, seats: int) -> None:
    """Own dealt cards but not the forehead card, what lies open, and a card it passed on."""
    for table in tables_of(slug, seats):
        dealt, sights = table.state.owners, game.sights(table.state)
        own = [
            (Seat(owner), sight)
            for owner, sight in zip(dealt, sights, strict=True)
            if owner is not None
        ]
        forehead = all(owner not in sight for owner, sight in own)
        while table.state.asked:
            for seat in range(seats):
                view = table.view(seat)
                sights = game.sights(table.state)
                for slot, card in enumerate(table.deck):
                    opened = table.state.opened[slot] is not None
                    known = view.card_at(Slot(slot))
                    assert known == (card if opened or seat in sights[slot] else None)
                    mine = seat in (dealt[slot], table.state.owners[slot])
                    others = dealt[slot] not in (None, seat)
                    assert known is None or opened or (others if forehead else mine)
            spectator = game.view(table.state, table.faces[0], None)
            assert (spectator.faces, spectator.hand) == (NO_FACES, ())
            assert not any(spectator.others_cards)
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
