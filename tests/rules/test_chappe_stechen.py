"""Rules 1.10: Stechen, draws from the stock, the nearly empty stock, jokers, twins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import game
from engine.actions import Play
from engine.cards import FrenchRank, card_text, parse_card
from engine.errors import Reason
from engine.events import Drawn, Tied
from engine.phases.draws import stock, tossed_draws
from engine.state import State, Step, Tossed
from tests.engine.rounds import at_round, last_trick, order_of, play, turn_over
from tests.engine.table import Table


def test_1_10_the_tied_play_first_then_the_others() -> None:
    """Cards of those who are out do not count, however high; the winner leads."""
    hands = ("Ro6 RoA Ro9", "SeK SeU Se9", "Ro8 SiO Si9", "EiK Ei9 Ei8")
    table = at_round("chappe", 4, 3, *hands, dealer=0, bids=())
    play(table, "Ro6 SeK Ro8 EiK")
    assert table.events[-1] == Tied((1, 3), 2)
    assert table.state.asked == (1,)
    play(table, "SeU Ei9 RoA SiO")
    trick = last_trick(table)
    assert order_of(trick)[4:] == ["1:SeU", "3:Ei9", "0:RoA", "2:SiO"]
    assert (trick.winner, trick.counts, table.state.asked) == (1, 2, (1,))


def test_1_10_who_drops_out_of_the_stechen_never_returns() -> None:
    """Three tie, then two; the third one's Ass does not bring him back."""
    hands = ("EiK Ei9 Ei8 Ei7", "RoK Ro9 Ro8 Ro7", "SeK Se7 SeA Se6")
    table = at_round("chappe", 3, 4, *hands, dealer=0, bids=())
    play(table, "EiK RoK SeK")
    assert table.events[-1] == Tied((0, 1, 2), 2)
    play(table, "Ei9 Ro9 Se7")
    assert table.events[-1] == Tied((0, 1), 3)
    play(table, "Ei8 Ro7 SeA")
    assert (last_trick(table).winner, last_trick(table).counts) == (0, 3)


# -- draws ----------------------------------------------------------------------------------------


def test_1_10_who_ties_with_the_last_card_draws() -> None:
    """In the order of the trick, face up, the next cards of the stock; one more trick."""
    table = at_round(
        "chappe", 3, 2, "Ei6 EiK", "Ro7 RoK", "Se8 Se9", stock="Si6 Si7 SiA", dealer=2, bids=()
    )
    play(table, "Se8 Ei6 Ro7 Se9")
    turn_over(table)
    trick = last_trick(table)
    assert order_of(trick) == ["2:Se9", "0:EiK", "1:RoK", "0:Si6", "1:Si7"]
    assert (trick.winner, trick.counts) == (1, 2)
    assert table.events.index(Tied((0, 1), 2)) < table.events.index(Drawn(0, parse_card("Si6")))
    assert game.hand_over(table.state)
    assert sum(item.counts for item in table.state.tricks) == 3
    for text in ("Si6", "Si7"):
        assert game.sights(table.state)[table.slot(text)] == {0, 1, 2}
    assert table.state.opened[table.slot("SiA")] is None


def test_1_10_a_tie_of_drawn_cards_is_drawn_for_again() -> None:
    """Each round of draws is one trick more, not each card."""
    table = at_round(
        "chappe", 3, 1, "EiA", "RoA", "SeA", stock="Ei8 Ro8 Se7 SeK Si10", dealer=0, bids=()
    )
    turn_over(table)
    trick = last_trick(table)
    assert order_of(trick)[3:] == ["0:Ei8", "1:Ro8", "2:Se7", "0:SeK", "1:Si10"]
    assert (trick.winner, trick.counts) == (0, 3)
    table.count()
    assert table.state.results[-1].tricks == (3, 0, 0)


def almost_empty(**settings: str) -> Table:
    """Seven players with five cards: one card is not dealt, and the last trick is a tie of two."""
    hands = [
        "Ei6 Ro6 Se6 Si6 EiA",
        "Ei7 Ro7 Se7 Si7 RoA",
        "Ei8 Ro8 Se8 Si8 Si9",
        "EiK RoK SeK SiK SeO",
        "Ei9 Ro9 Se9 EiU RoU",
        "Ei10 Ro10 Se10 Si10 SiU",
        "EiO RoO SiO SeU SeA",
    ]
    table = at_round("chappe", 7, 5, *hands, stock="SiA", dealer=0, bids=(), **settings)
    for number in range(4):
        low = ["Ei", "Ro", "Se", "Si"][number]
        lead = table.state.asked[0]
        row = {
            0: f"{low}6",
            1: f"{low}7",
            2: f"{low}8",
            3: f"{low}K",
            4: ["Ei9", "Ro9", "Se9", "EiU"][number],
            5: f"{low}10",
            6: ["EiO", "RoO", "SiO", "SeU"][number],
        }
        play(table, " ".join(row[(lead + step) % 7] for step in range(7)))
    assert len(table.state.tricks) == 4
    return table


def test_1_10_a_nearly_empty_stock_is_a_toss() -> None:
    """Two must draw and one card lies there: it, and the cards of the finished tricks, are lots."""
    for seed in range(40):
        table = almost_empty()
        table.rng.seed(seed)
        play(table, "SeO RoU SiU")
        while table.state.step is Step.PLAY and len(table.state.trick) < 6:
            table.settle_automatic()
            if table.state.asked:
                play(table, {6: "SeA", 0: "EiA", 1: "RoA", 2: "Si9"}[table.state.asked[0]])
        tosses = [entry for entry in table.state.history if isinstance(entry.action, Tossed)]
        assert tosses
        trick = last_trick(table)
        assert trick.counts >= 2
        drawn = trick.plays[7:]
        assert drawn[0].seat == 6
        known = [play.card for item in table.state.tricks[:-1] for play in item.plays]
        for item in drawn:
            assert item.card in known or card_text(item.card) == "SiA"
        assert game.hand_over(table.state)
        assert game.audit(table.state, table.deck) is None
        if any(card_text(item.card) == "SiA" for item in drawn):
            return
    raise AssertionError("the stock was never hit")


def test_1_10_each_lot_comes_once_in_a_round_of_draws() -> None:
    """Two never draw the same card; all of the stock and the finished tricks can come."""
    table = almost_empty()
    dealt = sum(1 << at for at, owner in enumerate(table.state.owners) if owner is not None)
    table.state = replace(table.state, played=dealt)
    seen = set()
    for seed in range(400):
        draws = tossed_draws(table.state, (6, 0, 1), seed.to_bytes(32, "big"))
        assert list(draws) == [6, 0, 1]
        assert len(set(draws.values())) == 3
        seen |= set(draws.values())
    finished = {play.slot for trick in table.state.tricks for play in trick.plays}
    assert seen == finished | set(stock(table.state))
    assert len(seen) == 29


def test_1_10_without_any_lot_the_last_card_wins() -> None:
    """All cards are dealt, the whole round is one Stechen: nothing is left to draw."""
    hands = ["EiA EiK EiO", "RoA RoK RoO"]
    table = at_round("chappe", 2, 3, *hands, dealer=0, bids=(), start_karten="3")
    table.state = empty_stock(table)
    play(table, "EiA RoA EiK RoK EiO")
    turn_over(table)
    trick = last_trick(table)
    assert (trick.winner, trick.counts) == (1, 3)
    assert not any(isinstance(entry.action, Tossed) for entry in table.state.history)


def empty_stock(table: Table) -> State:
    """The same hand with all undealt cards out of the game."""
    known = tuple(
        card if owner is None else None
        for owner, card in zip(table.state.owners, table.deck, strict=True)
    )
    return replace(table.state, opened=known)


# -- jokers and twins -----------------------------------------------------------------------------


def test_1_10_a_joker_is_the_rank_its_player_says() -> None:
    """It ties like a card of that rank; who is out of the Stechen says nothing."""
    table = at_round(
        "chappe", 3, 3, "Jo1 C3 C4", "DK DA D5", "H5 Jo2 H6", dealer=0, bids=(), blatt="55"
    )
    joker = parse_card("Jo1")
    offered = [a for a in game.legal(table.view(0)) if isinstance(a, Play) and a.card == joker]
    assert [action.rank for action in offered] == list(FrenchRank)
    assert table.refused(0, Play(table.slot("Jo1"), joker)) is Reason.JOKER_NEEDS_RANK
    play(table, "Jo1=K DK H5")
    assert table.events[-1] == Tied((0, 1), 2)
    play(table, "C3 DA Jo2")
    assert (last_trick(table).winner, last_trick(table).counts) == (1, 2)


def test_1_10_an_unseen_joker_is_an_ass() -> None:
    """On the forehead, and drawn: nobody can choose."""
    table = at_round(
        "chappe", 3, 1, "Jo1", "DA", "H5", dealer=0, stock="Jo2 CK", bids=(), blatt="55"
    )
    turn_over(table)
    trick = last_trick(table)
    assert order_of(trick) == ["0:Jo1", "1:DA", "2:H5", "0:Jo2", "1:CK"]
    assert [item.rank for item in trick.plays if card_text(item.card).startswith("Jo")] == [
        FrenchRank.ACE,
        FrenchRank.ACE,
    ]
    assert (trick.winner, trick.counts) == (0, 2)


def test_1_10_twins_of_two_packs_tie() -> None:
    """Same text, same height, two cards."""
    table = at_round("chappe", 3, 3, "EiA Ei7", "EiA Ei8", "Ei6", dealer=0, bids=(), blatt="2x36")
    play(table, "EiA EiA Ei6")
    assert table.events[-1] == Tied((0, 1), 2)
    cards = [item.card for item in table.state.trick]
    assert cards[0] != cards[1]
    assert card_text(cards[0]) == card_text(cards[1])


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_1_0_10_tricks_of_a_round(seats: int) -> None:
    """As many as cards, and one more for each round of draws; never fewer."""
    table = at_round("chappe", seats, 3, bids=(), seed=seats)
    while table.state.asked:
        table.step()
    draws = [trick.counts for trick in table.state.tricks]
    extra = sum(isinstance(event, Tied) for event in table.events)
    assert sum(draws) >= 3
    assert sum(draws) <= 3 + extra
