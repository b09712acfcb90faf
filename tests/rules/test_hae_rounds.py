"""Rules 1.11: rounds, dealer, bids, who leads, what is written, the forehead card."""

from __future__ import annotations

import pytest

from engine import game
from engine.actions import Bid, Play, PlayFor
from engine.cards import card_text
from engine.errors import Reason
from engine.state import Offence, Step
from engine.variant import OptionFault
from tests.engine.rounds import at_round, bid, last_trick, order_of, play, turn_over
from tests.engine.table import Table, game_options, options

SIZES = {2: 10, 3: 10, 4: 10, 5: 10, 6: 9, 7: 7, 8: 6, 9: 6, 10: 5}


@pytest.mark.parametrize("seats", SIZES)
def test_1_11_one_card_fewer_every_round(seats: int) -> None:
    """From the first size down to one card; then the lowest total has won."""
    table = Table.start(options(None, "hae", seats), seats, "hae", seats)
    cards, dealers = [], []
    while table.state.step is not Step.OVER:
        table.play_hand()
        cards.append(table.state.length)
        dealers.append(table.state.dealer)
        assert sum(trick.counts for trick in table.state.tricks) == table.state.length
        table.count()
    assert cards == list(range(SIZES[seats], 0, -1))
    assert dealers == [(dealers[0] + step) % seats for step in range(len(dealers))]
    outcome = table.state.outcome
    assert outcome is not None
    low = min(table.state.score)
    assert outcome.winners == tuple(s for s in range(seats) if table.state.score[s] == low)


def test_1_11_the_first_dealer_comes_by_lot() -> None:
    """No cards are drawn for it; the highest or lowest card decides only if the table says so."""
    table = Table.start(options(None, "hae"), 3, "hae")
    table.deal()
    assert next(e for e in table.events if type(e).__name__ == "DealerDrawn").rounds == ()
    drawn = Table.start(options(None, "hae", erster_geber="hoechste_karte"), 3, "hae")
    drawn.deal()
    assert next(e for e in drawn.events if type(e).__name__ == "DealerDrawn").rounds


def test_1_11_an_annulled_round_is_dealt_again_in_its_size() -> None:
    """Same dealer, same number of cards."""
    table = at_round("hae", 3, 7, bids=())
    dealer = table.state.dealer
    table.state, _ = game.annul(table.state)
    table.deal()
    assert (table.state.dealer, table.state.length) == (dealer, 7)


def test_1_11_bids_begin_right_of_the_dealer_and_may_not_come_out_even() -> None:
    """0 to the number of cards; the dealer is last and not offered the forbidden number."""
    table = at_round("hae", 3, 4)
    assert (table.state.dealer, table.state.asked) == (2, (0,))
    assert table.refused(0, Bid(5)) is Reason.BID_OUT_OF_RANGE
    assert table.refused(1, Bid(0)) is Reason.NOT_YOUR_TURN
    table.act(0, Bid(4))
    table.act(1, Bid(0))
    assert table.refused(2, Bid(0)) is Reason.BID_FORBIDDEN
    assert table.refused(2, Bid(0), public=True) is Reason.BID_FORBIDDEN
    table.act(2, Bid(3))
    assert table.view(1).predictions == (4, 0, 3)
    assert table.state.step is Step.PLAY


def test_1_11_in_the_last_round_the_sum_is_free() -> None:
    """With one card each the dealer may say what he likes."""
    table = at_round("hae", 3, 1)
    for number in (1, 0, 0):
        assert table.refused(table.state.asked[0], Bid(number)) is None
        table.act(table.state.asked[0], Bid(number))


def test_1_11_right_of_the_dealer_leads_then_the_winner() -> None:
    """Suits don't matter, Ass is high, the two is low."""
    table = at_round("hae", 3, 3, "C2 C3 C4", "DA D5 D6", "HK H7 H8", bids=())
    assert table.state.asked == (0,)
    play(table, "C2 DA HK")
    assert (last_trick(table).winner, table.state.asked) == (1, (1,))
    play(table, "D5 H7 C3")
    assert table.state.asked == (2,)


def test_1_11_rechts_vom_geber_jeder_stich() -> None:
    """The other reading: every trick begins right of the dealer."""
    settings = {"rechts_vom_geber_jeder_stich": "on"}
    table = at_round("hae", 3, 3, "C2 C3 C4", "DA D5 D6", "HK H7 H8", bids=(), **settings)
    play(table, "C2 DA HK")
    assert (last_trick(table).winner, table.state.asked) == (1, (0,))
    play(table, "C3 D5 H7")
    assert table.state.asked == (0,)


def test_1_11_haerpfl_are_the_difference() -> None:
    """Announced and made, each alone; the board keeps both."""
    table = at_round("hae", 3, 2, "CA CK", "D2 D3", "H4 H5", bids=(2, 1, 1))
    play(table, "CA D2 H4")
    turn_over(table)
    assert game.hand_over(table.state)
    table.count()
    result = table.state.results[-1]
    assert result.get("bid") == (2, 1, 1)
    assert result.tricks == (2, 0, 0)
    assert result.written == table.state.score == (0, 1, 1)
    assert table.state.setup.lower_wins


# -- the forehead card ----------------------------------------------------------------------------


def test_1_11_everybody_sees_the_forehead_card_but_its_owner() -> None:
    """The own card is the only one that is hidden."""
    table = at_round("hae", 4, 1, "C2", "D3", "H4", "S5")
    for seat in range(4):
        view = table.view(seat)
        assert view.hand == ()
        seen = {s: [card_text(c.card) for c in cards] for s, cards in enumerate(view.others_cards)}
        expected = {0: ["C2"], 1: ["D3"], 2: ["H4"], 3: ["S5"]}
        assert seen == {**expected, seat: []}
    assert table.view(0).counts == (1, 1, 1, 1)


def test_1_11_the_next_player_turns_the_forehead_card_over() -> None:
    """A non-owner proves it; the owner can do nothing with it, and nobody has to decide."""
    table = at_round("hae", 3, 1, "C2", "D3", "H4", bids=(0, 0, 0))
    slot, card = table.opening("C2")[0]
    assert table.state.asked == (1,)
    assert table.refused(0, Play(slot, card)) is Reason.NOT_YOUR_TURN
    assert table.refused(1, Play(slot, card)) is Reason.WRONG_PHASE
    own, mine = table.opening("D3")[0]
    assert table.refused(1, Play(own, mine)) is Reason.WRONG_PHASE
    assert table.refused(1, PlayFor(1, own, mine)) is Reason.WRONG_PHASE
    assert table.refused(1, PlayFor(0, own, mine)) is Reason.WRONG_SLOT
    assert game.automatic(table.view(1)) == PlayFor(0, slot, card)
    turn_over(table)
    assert order_of(last_trick(table)) == ["0:C2", "1:D3", "2:H4"]
    assert game.hand_over(table.state)


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (("C2", "DA", "HA"), 2),
        (("CA", "DA", "H3"), 1),
        (("Jo1", "DA", "HA"), 0),
        (("Jo2", "Jo1", "HA"), 1),
        (("C5", "D5", "H5"), 2),
    ],
)
def test_1_11_on_the_forehead_the_later_of_equal_cards_wins(
    cards: tuple[str, ...], winner: int
) -> None:
    """No duel; a joker beats everything without a word, and of two the later one."""
    table = at_round("hae", 3, 1, *cards, bids=(0, 0, 0))
    turn_over(table)
    trick = last_trick(table)
    assert (trick.winner, trick.counts) == (winner, 1)
    assert all(item.rank is None for item in trick.plays)


# -- offences and options -------------------------------------------------------------------------


def test_1_0_11_an_offender_writes_all_his_cards() -> None:
    """Which card of a hand may be played is free, so the offence is one of the deal."""
    table = at_round("hae", 3, 2, bids=())
    while not game.hand_over(table.state):
        table.step()
    offence = Offence(1, 0, Reason.NOT_IN_HAND)
    state, _ = game.settle(table.state, offence)
    assert state.score == (0, 2, 0)
    assert state.results[-1].note == "forfeited"
    gone, _ = game.forfeit(at_round("hae", 3, 4, bids=()).state, 2)
    assert gone.score == (0, 0, 4)


def test_1_0_11_strafe_annulliert() -> None:
    """The round is dealt again by the same dealer."""
    table = at_round("hae", 3, 2, bids=(), strafe="annulliert")
    while not game.hand_over(table.state):
        table.step()
    state, _ = game.settle(table.state, Offence(1, 0, Reason.NOT_IN_HAND))
    assert (state.score, state.next_dealer) == ((0, 0, 0), table.state.dealer)
    assert state.results[-1].note == "annulled"


def test_1_0_11_a_card_one_does_not_hold_is_found_by_the_audit() -> None:
    """Who opens another card than was dealt is named."""
    table = at_round("hae", 2, 2, "C2 C3", "D4 D5", bids=())
    slot = table.slot("C2")
    table.force(0, Play(slot, table.deck[table.slot("C3")]))
    while table.state.asked and not game.hand_over(table.state):
        seat = table.state.asked[0]
        item = table.view(seat).hand[-1]
        if table.state.played >> item.slot & 1 or item.card in table.state.opened:
            break
        table.force(seat, Play(item.slot, item.card))
    found = game.audit(table.state, table.deck)
    assert found is not None
    assert (found.seat, found.reason) == (0, Reason.NOT_IN_HAND)


@pytest.mark.parametrize(
    ("name", "value"),
    [("rest", "aus"), ("richtung", "uhr"), ("ziel", "500"), ("erster_geber", "rosen7_vorhand")],
)
def test_2_6_options_of_other_games_are_refused(name: str, value: str) -> None:
    """HAE has the table's options and one of its own."""
    assert isinstance(game_options("hae", None, {name: value}), OptionFault)


@pytest.mark.parametrize("seats", [1, 11])
def test_2_6_two_to_ten_players(seats: int) -> None:
    """Fewer or more are refused."""
    fault = game_options("hae", None, {}, seats)
    assert isinstance(fault, OptionFault)
    assert fault.code == "wrong_seats"


def test_1_11_a_hand_ends_when_all_have_spoken_and_played() -> None:
    """Everybody announces before the first card."""
    table = at_round("hae", 2, 2)
    slot, card = table.view(0).hand[0].slot, table.view(0).hand[0].card
    assert table.refused(0, Play(slot, card)) is Reason.WRONG_PHASE
    bid(table)
    assert table.refused(0, Play(slot, card)) is None
