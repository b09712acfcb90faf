"""Rules 1.11: the Gipfelduell, last cards, and what a joker is."""

from __future__ import annotations

from engine import game
from engine.actions import Play
from engine.cards import FrenchRank, parse_card
from engine.errors import Reason
from engine.events import Played, Tied, TrickTaken
from engine.rules.duels import chain_of
from engine.state import PlayedCard
from tests.engine.rounds import at_round, forms, last_trick, order_of, play, turn_over


def test_1_11_others_burn_first_then_the_tied_play_on() -> None:
    """Two tricks for the winner of the duel, who leads next."""
    table = at_round("hae", 4, 4, "CK C10 C2", "DK DA D3", "H5 H6 H2", "S9 S2 S3", bids=())
    play(table, "CK DK H5 S9")
    assert table.events[-1] == Tied((0, 1), 2)
    assert table.state.asked == (2,)
    play(table, "H6 S2 C10 DA")
    trick = last_trick(table)
    assert (trick.winner, trick.counts) == (1, 2)
    assert order_of(trick)[4:] == ["2:H6", "3:S2", "0:C10", "1:DA"]
    assert table.events[-1] == TrickTaken(1, 1, 0, 2)
    assert table.state.asked == (1,)


def test_1_11_who_drops_out_burns_from_then_on() -> None:
    """Three tie, one falls out with the second card and cannot come back with an Ass."""
    hands = ("C9 CK C7", "D9 DK D8", "H9 H5 HA")
    table = at_round("hae", 3, 4, *hands, bids=())
    play(table, "C9 D9 H9")
    play(table, "CK DK H5")
    assert table.events[-1] == Tied((0, 1), 3)
    assert table.state.asked == (2,)
    play(table, "HA C7 D8")
    trick = last_trick(table)
    assert (trick.winner, trick.counts) == (1, 3)


def test_1_11_a_tie_below_the_top_means_nothing() -> None:
    """Only the highest cards fight."""
    table = at_round("hae", 3, 3, "C5", "D5", "HK", bids=())
    play(table, "C5 D5 HK")
    assert (last_trick(table).winner, last_trick(table).counts) == (2, 1)


def test_1_11_without_cards_the_later_of_the_tied_takes_all() -> None:
    """In the last trick, and in a duel that runs out of cards; tricks always add up to n."""
    table = at_round("hae", 3, 2, "CA C4", "D3 D4", "H2 H4", bids=())
    play(table, "CA D3 H2")
    turn_over(table)
    assert (last_trick(table).winner, last_trick(table).counts) == (2, 1)
    table = at_round("hae", 3, 2, "CQ C7", "DQ D7", "H5 HA", bids=())
    play(table, "CQ DQ H5")
    turn_over(table)
    trick = last_trick(table)
    assert order_of(trick) == ["0:CQ", "1:DQ", "2:H5", "2:HA", "0:C7", "1:D7"]
    assert (trick.winner, trick.counts) == (1, 2)
    assert game.hand_over(table.state)


def test_1_11_the_order_of_the_trick_decides_who_is_later() -> None:
    """Led by the last seat, the first seat comes later."""
    table = at_round("hae", 3, 2, "C3 C8", "D2 D8", "HA H8", bids=())
    play(table, "C3 D2 HA")
    turn_over(table)
    assert [item.seat for item in last_trick(table).plays] == [2, 0, 1]
    assert last_trick(table).winner == 1


# -- jokers ---------------------------------------------------------------------------------------


def test_1_11_a_joker_is_the_rank_its_player_says() -> None:
    """Any of thirteen; said with the card and binding; nothing else may be declared."""
    table = at_round("hae", 3, 3, "Jo1 C3", "DK D4", "H5 H6", bids=())
    slot = table.slot("Jo1")
    joker = parse_card("Jo1")
    offered = [a for a in forms(table) if isinstance(a, Play) and a.card == joker]
    assert [action.rank for action in offered] == list(FrenchRank)
    assert table.refused(0, Play(slot, joker)) is Reason.JOKER_NEEDS_RANK
    other = table.slot("C3")
    wrong = Play(other, parse_card("C3"), rank=FrenchRank.ACE)
    assert table.refused(0, wrong) is Reason.ONLY_JOKERS_HAVE_RANK
    assert table.refused(0, wrong, public=True) is Reason.ONLY_JOKERS_HAVE_RANK
    play(table, "Jo1=2")
    assert Played(0, joker, FrenchRank.TWO) in table.events
    play(table, "DK H5")
    assert last_trick(table).winner == 1


def test_1_11_a_joker_is_not_above_the_card_it_stands_for() -> None:
    """Joker as König against König is a duel, and the joker may win it."""
    table = at_round("hae", 3, 4, "Jo1 Jo2", "DK DA", "H5 H2", bids=())
    play(table, "Jo1=K DK H5")
    assert table.events[-1] == Tied((0, 1), 2)
    play(table, "H2 Jo2=A DA")
    assert table.events[-1] == Tied((0, 1), 3)


def test_1_11_both_jokers_in_one_trick_tie() -> None:
    """Equal declarations are equal cards."""
    table = at_round("hae", 3, 3, "Jo1", "Jo2", "HA", bids=())
    play(table, "Jo1=K Jo2=K HA")
    assert (last_trick(table).winner, last_trick(table).counts) == (2, 1)
    table = at_round("hae", 3, 3, "Jo1", "Jo2", "H3", bids=())
    play(table, "Jo1=K Jo2=K H3")
    assert table.events[-1] == Tied((0, 1), 2)


def test_1_11_a_burned_joker_is_declared_as_nothing() -> None:
    """Who is not in the duel just lays it down."""
    table = at_round("hae", 3, 4, "CK C4", "DK D5", "H5 Jo1", bids=())
    play(table, "CK DK H5")
    joker = parse_card("Jo1")
    slot = table.slot("Jo1")
    assert table.state.asked == (2,)
    declared = Play(slot, joker, rank=FrenchRank.ACE)
    assert table.refused(2, declared) is Reason.JOKER_IS_BURNED
    play(table, "Jo1 C4 D5")
    assert (last_trick(table).winner, last_trick(table).counts) == (1, 2)


def test_1_11_a_joker_as_last_card_keeps_its_declared_rank() -> None:
    """It is still asked for its rank, and a tie goes to the later card."""
    table = at_round("hae", 3, 2, "CA Jo1", "D3 DK", "H2 H4", bids=())
    play(table, "CA D3 H2")
    assert game.automatic(table.view(0)) is None
    play(table, "Jo1=K")
    turn_over(table)
    assert (last_trick(table).winner, last_trick(table).counts) == (1, 1)


def test_1_11_chains_by_themselves() -> None:
    """Who is still in, how many tricks it is about, and what lies, after each card."""
    plays = [
        PlayedCard(seat, slot, parse_card(text))
        for slot, (seat, text) in enumerate(
            [(1, "CK"), (2, "D3"), (0, "HK"), (2, "SA"), (1, "C4"), (0, "D9")]
        )
    ]
    seen = [chain_of(plays[:count], 3, 3) for count in range(7)]
    assert [item.rivals for item in seen] == [(), (), (), (1, 0), (1, 0), (1, 0), (0,)]
    assert [item.rounds for item in seen] == [0, 0, 0, 1, 1, 1, 2]
    assert [len(item.lying) for item in seen] == [0, 1, 2, 0, 1, 2, 0]
    assert [item.counts(2) for item in seen] == [True, True, True, False, False, False, False]
