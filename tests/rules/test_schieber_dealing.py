"""Rules 1.0.2: first dealer, cut, packets, and who deals next."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine import game
from engine.actions import Choose, Cut, Pass
from engine.cards import height_of, parse_card
from engine.contracts import Contract
from engine.errors import Reason
from engine.events import DealerDrawn
from engine.faces import NO_FACES
from engine.seats import Seat, places
from engine.state import Step
from tests.engine.table import Table, options


def drawn(table: Table) -> DealerDrawn:
    """How the first dealer was found."""
    return next(event for event in table.events if isinstance(event, DealerDrawn))


@pytest.mark.parametrize(("option", "best"), [("hoechste_karte", max), ("tiefste_karte", min)])
def test_1_0_2_first_dealer_by_drawn_cards(option: str, best: object) -> None:
    """The deciding rank deals; ties among the decisive cards are drawn again by the tied seats."""
    ties = 0
    for seed in range(120):
        table = Table.start(options(erster_geber=option), seed)
        table.deal()
        event = drawn(table)
        tied = [Seat(seat) for seat in range(4)]
        for cards in event.rounds:
            assert [seat for seat, _ in cards] == tied
            assert len({card for _, card in cards}) == len(cards)
            heights = [height_of(card) for _, card in cards]
            deciding = best(heights)  # type: ignore[operator]
            tied = [seat for seat, card in cards if height_of(card) == deciding]
        assert tied == [event.seat] == [table.state.dealer]
        ties += len(event.rounds) > 1
    assert ties > 5


def test_1_0_2_zufall_is_a_seat_by_toss() -> None:
    """Every seat can be first dealer, and no cards are drawn."""
    seats = Counter()
    for seed in range(80):
        table = Table.start(options(erster_geber="zufall"), seed)
        table.deal()
        assert drawn(table).rounds == ()
        seats[table.state.dealer] += 1
    assert sorted(seats) == [0, 1, 2, 3]
    assert min(seats.values()) >= 8


@pytest.mark.parametrize(
    ("option", "card"), [("rosen7_vorhand", "Ro7"), ("rosen10_vorhand", "Ro10")]
)
def test_1_0_2_the_holder_of_the_card_is_vorhand(option: str, card: str) -> None:
    """All are asked at once; the holder's own device declares, and the seat before him dealt."""
    table = Table.start(options(erster_geber=option), 3)
    table.deal()
    assert table.state.step is Step.DECLARE
    assert sorted(table.state.asked) == [0, 1, 2, 3]
    holder = table.state.owners[table.slot(card)]
    table.settle_automatic()
    assert table.state.vorhand == holder
    assert table.state.asked == (holder,)
    assert table.state.opened[table.slot(card)] == parse_card(card)
    table.play_hand()
    table.count()
    table.deal()
    assert table.state.step is Step.CHOOSE
    assert table.state.vorhand == (holder + 1) % 4


def test_1_0_2_hiding_the_card_is_an_offence() -> None:
    """Saying «nothing» with the card in hand is refused at home and found by the audit."""
    table = Table.start(options(erster_geber="rosen7_vorhand"), 4)
    table.deal()
    holder = table.state.owners[table.slot("Ro7")]
    assert table.refused(holder, Pass()) is Reason.MUST_DECLARE
    for seat in range(4):
        table.force(seat, Pass())
    assert table.state.step is Step.CHOOSE
    offence = game.audit(table.state, table.deck)
    assert offence is not None
    assert (offence.seat, offence.reason) == (holder, Reason.MUST_DECLARE)


def test_1_0_2_cut_by_toss_and_packets() -> None:
    """3 to 35 cards are lifted; three packets of three go round, the first to Vorhand."""
    counts = set()
    for seed in range(150):
        table = Table.start(options(), seed)
        table.deal()
        state = table.state
        assert state.cut is not None
        assert state.vorhand is not None
        counts.add(state.cut)
        owners = [state.owners[(state.cut + place) % 36] for place in range(36)]
        expected = [
            (state.vorhand + turn) % 4 for _ in range(3) for turn in range(4) for _ in range(3)
        ]
        assert owners == expected
        assert state.sights == tuple((owner,) for owner in state.owners)
    assert min(counts) >= 3
    assert max(counts) <= 35
    assert len(counts) > 25


@pytest.mark.parametrize(("right", "offset"), [("off", -1), ("on", 1)])
def test_1_0_2_own_cut(right: str, offset: int) -> None:
    """The player behind the dealer names the number; nobody may see a card before."""
    table = Table.start(options(echtes_abheben="on", abheben_rechts=right))
    table.state = replace(table.state, next_dealer=Seat(2))
    table.state, _ = game.deal(table.state, bytes(32))
    cutter = Seat((2 + offset) % 4)
    assert table.state.step is Step.CUT
    assert table.state.asked == (cutter,)
    assert game.sights(table.state) == ()
    offered = game.legal(game.view(table.state, NO_FACES, cutter))
    assert offered == tuple(Cut(count) for count in range(3, 36))
    for count in (2, 36):
        assert game.check(table.state, cutter, Cut(count), None) is Reason.CUT_OUT_OF_RANGE
    table.force(cutter, Cut(20))
    assert table.state.cut == 20
    assert table.state.owners[20] == 3
    assert len(game.sights(table.state)) == 36


def test_1_0_2_next_dealer_and_redeal_by_the_same() -> None:
    """After a hand the next seat deals; after a void hand the same one."""
    table = Table.start(options())
    table.play_hand()
    first = table.state.dealer
    table.count()
    table.deal()
    assert table.state.dealer == (first + 1) % 4
    table.state, _ = game.annul(table.state)
    hands = table.state.hand_no
    table.deal()
    assert table.state.dealer == (first + 1) % 4
    assert table.state.hand_no == hands + 1


@pytest.mark.parametrize("option", ["rotation", "sieger", "verlierer"])
def test_1_0_2_first_dealer_of_a_new_partie(option: str) -> None:
    """By rotation, or of the winners or losers the player next in rotation."""
    seen = set()
    for seed in range(12):
        table = Table.start(options(neue_partie_geber=option, ziel="500"), seed)
        table.play_out()
        last, outcome = table.state.dealer, table.state.outcome
        assert last is not None
        assert outcome is not None
        rotation = [(last + step) % 4 for step in (1, 2, 3, 4)]
        wanted = {
            "rotation": rotation,
            "sieger": [seat for seat in rotation if seat in outcome.winners],
            "verlierer": [seat for seat in rotation if seat not in outcome.winners],
        }[option]
        again = game.new_partie(table.state)
        assert again.score == (0, 0)
        assert again.partie == 2
        state, _ = game.deal(again, bytes(32))
        assert state.dealer == wanted[0]
        assert state.hand_no == table.state.hand_no + 1
        seen.add((state.dealer - last) % 4)
    assert len(seen) == (1 if option == "rotation" else 2)


def test_1_0_1_places_around_a_viewer() -> None:
    """Seat i + 1 sits to the right; with `richtung=uhr` to the left."""
    assert places(Seat(1), 4) == (1, 2, 3, 0)
    assert places(Seat(1), 4, clockwise=True) == (1, 0, 3, 2)


def test_1_0_2_nothing_may_be_done_before_the_deal() -> None:
    """While the deck is made every act is refused, and a second deal is an error."""
    table = Table.start(options())
    assert game.check(table.state, Seat(0), Choose(Contract.EICHEL), None) is Reason.WRONG_PHASE
    table.deal()
    with pytest.raises(ValueError, match="no deck is due"):
        game.deal(table.state, bytes(32))
