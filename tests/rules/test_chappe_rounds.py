"""Rules 1.10: rounds, dealer, bids, the Chappe-Rundi, what is written, who is out and who loses."""

from __future__ import annotations

import random

import pytest

from engine import game
from engine.actions import Bid, Give, GiveSealed, OpenNumber, Play, PlayFor
from engine.cards import card_text
from engine.errors import Reason
from engine.events import CardGiven, Exchanged, SeatOut
from engine.state import Offence, State, Step
from engine.variant import OptionFault, Options
from tests.engine.rounds import at_round, bid, last_trick, order_of, play, played_hands, turn_over
from tests.engine.table import Table, game_options, options, sealed


def sizes(table: Table, hands: int) -> list[int]:
    """Cards in the first so many rounds."""
    plan = game.rules_of(table.state.setup).dealing.plan
    return [plan(played_hands(table.state, hand)).cards for hand in range(hands)]


def start(seats: int = 4, **settings: str) -> Table:
    """A table before its first deal."""
    return Table.start(options(None, "chappe", seats, **settings), 1, "chappe", seats)


@pytest.mark.parametrize(
    ("settings", "cards"),
    [
        ({}, [5, 4, 3, 2, 1, 2, 3, 4, 5]),
        ({"start_karten": "6"}, [6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6]),
        ({"start_karten": "2"}, [2, 1, 2]),
        ({"nur_abwaerts": "on"}, [5, 4, 3, 2, 1]),
        ({"start_karten": "9"}, [9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ],
)
def test_1_10_rounds_down_and_up(settings: dict[str, str], cards: list[int]) -> None:
    """The last round is the last of the list; then the lowest total has won."""
    table = start(**settings)
    played, dealers = [], []
    while table.state.step is not Step.OVER:
        table.play_hand()
        played.append(table.state.length)
        dealers.append(table.state.dealer)
        table.count()
    assert played == cards
    assert dealers == [(dealers[0] - step) % 4 for step in range(len(cards))]
    low = min(table.state.score)
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.winners == tuple(s for s in range(4) if table.state.score[s] == low)
    assert outcome.losers == ()


@pytest.mark.parametrize("settings", [{"limite": "99"}, {"ausscheiden": "99"}])
def test_1_10_sizes_go_on_without_a_fixed_end(settings: dict[str, str]) -> None:
    """5 to 1 to 5, then 4 and so on."""
    assert sizes(start(**settings), 18) == [5, 4, 3, 2, 1, 2, 3, 4, 5, 4, 3, 2, 1, 2, 3, 4, 5, 4]


def test_1_10_the_lowest_card_deals_and_the_deal_goes_clockwise() -> None:
    """S000 literally: against the order of play, or with it (`geber_gegen_uhr`)."""
    table = start()
    table.deal()
    drawn = next(e for e in table.events if type(e).__name__ == "DealerDrawn").rounds
    lowest = min(card % 9 for _, card in drawn[0])
    assert table.state.dealer in [seat for seat, card in drawn[0] if card % 9 == lowest]
    for settings, step in (({}, -1), ({"geber_gegen_uhr": "on"}, 1)):
        table = at_round("chappe", 4, 3, dealer=2, bids=(), **settings)
        while table.state.asked:
            table.step()
        table.count()
        assert table.state.next_dealer == 2 + step


def test_1_10_the_dealer_bids_last_and_leads() -> None:
    """Bids go round from his right; then he plays the first card."""
    table = at_round("chappe", 4, 3, dealer=1)
    asked = []
    while table.state.step is Step.BID:
        asked.append(table.state.asked[0])
        table.act(table.state.asked[0], Bid(0))
    assert asked == [2, 3, 0, 1]
    assert table.state.asked == (1,)


def test_1_10_the_sum_rule_holds_with_one_card_too() -> None:
    """The dealer may not let it come out even; he is free if the others said more."""
    table = at_round("chappe", 3, 1)
    table.act(0, Bid(0))
    table.act(1, Bid(1))
    assert table.refused(2, Bid(0)) is Reason.BID_FORBIDDEN
    assert table.refused(2, Bid(1)) is None
    table = at_round("chappe", 3, 1)
    table.act(0, Bid(1))
    table.act(1, Bid(1))
    assert table.refused(2, Bid(0)) is None
    assert table.refused(2, Bid(2)) is Reason.BID_OUT_OF_RANGE


def test_1_10_ansage_frei() -> None:
    """More than the cards, by half of what was not dealt."""
    table = at_round("chappe", 4, 5, ansage_frei="on")
    assert table.refused(0, Bid(5 + (36 - 20) // 2)) is None
    assert table.refused(0, Bid(14)) is Reason.BID_OUT_OF_RANGE
    table.act(0, Bid(13))
    table.act(1, Bid(0))
    table.act(2, Bid(0))
    assert table.refused(3, Bid(5)) is None
    plain = at_round("chappe", 4, 5)
    assert plain.refused(0, Bid(6)) is Reason.BID_OUT_OF_RANGE


def test_1_10_the_highest_rank_wins_and_suits_do_not_matter() -> None:
    """No following, no trump."""
    table = at_round("chappe", 4, 2, "SeA Se6", "Ro7 Ei8", "RoK Ei9", "Ro6 Ei7", bids=())
    assert table.state.asked == (3,)
    play(table, "Ro6 SeA Ro7 RoK")
    assert (last_trick(table).winner, last_trick(table).leader) == (0, 3)
    assert table.state.asked == (0,)


def test_1_10_points_are_the_difference() -> None:
    """Two announced and none made are two points."""
    table = at_round("chappe", 3, 2, "EiA RoA", "Ei6 Ro7", "Se8 Si9", bids=(0, 2, 2))
    while table.state.asked:
        table.step()
    table.count()
    assert table.state.score == (2, 2, 2)
    result = table.state.results[-1]
    assert result.get("bid") == (0, 2, 2)
    assert result.get("cards") == (2, 2, 2)


# -- the Chappe-Rundi -----------------------------------------------------------------------------


def test_1_10_everybody_sees_the_chappe_card_but_its_owner() -> None:
    """It is shown to all others and turned over in order from the dealer."""
    table = at_round("chappe", 3, 1, "EiA", "Ro7", "Se9", bids=(0, 0))
    assert table.view(0).hand == ()
    seen = [[card_text(c.card) for c in cards] for cards in table.view(0).others_cards]
    assert seen == [[], ["Ro7"], ["Se9"]]
    assert table.state.asked == (0,)
    slot, card = table.opening("Se9")[0]
    assert game.automatic(table.view(0)) == PlayFor(2, slot, card)
    turn_over(table)
    assert order_of(last_trick(table)) == ["2:Se9", "0:EiA", "1:Ro7"]
    assert last_trick(table).winner == 0


@pytest.mark.parametrize("factor", [1, 2, 3])
def test_1_10_chappe_faktor(factor: int) -> None:
    """Only the one-card round is multiplied, a lost one too."""
    settings = {"chappe_faktor": str(factor)}
    table = at_round("chappe", 3, 1, "EiA", "Ro7", "Se9", bids=(0, 1, 1), **settings)
    turn_over(table)
    table.count()
    assert table.state.score == (factor, factor, factor)
    gone, _ = game.forfeit(at_round("chappe", 3, 1, bids=(), **settings).state, 1)
    assert gone.score == (0, factor, 0)
    more, _ = game.forfeit(at_round("chappe", 3, 4, bids=(), **settings).state, 1)
    assert more.score == (0, 4, 0)


# -- out, limit -----------------------------------------------------------------------------------


def settled(table: Table, seat: int) -> State:
    """The round is lost by this seat: as many points as cards."""
    while table.state.asked:
        table.step()
    state, events = game.settle(table.state, Offence(seat, 0, Reason.NOT_IN_HAND))
    table.state = state
    table.events.extend(events)
    return state


def test_1_10_ausscheiden() -> None:
    """Who reaches the limit is out at the end of the round: no cards, no bid, no deal."""
    table = at_round("chappe", 4, 5, score=(3, 0, 0, 2), dealer=2, bids=(), ausscheiden="7")
    state = settled(table, 0)
    assert SeatOut(0) in table.events
    assert state.step is Step.DEAL
    table.deal()
    assert table.state.players == (2, 3, 1)
    assert table.view(0).counts == (0, 4, 4, 4)
    bid(table)
    while table.state.asked:
        assert table.state.asked != (0,)
        table.step()
    table.count()
    assert table.state.results[-1].get("cards") == (0, 4, 4, 4)
    assert table.state.next_dealer == 3, "seat 0 is passed over"


def test_1_10_the_last_one_left_wins() -> None:
    """Whatever the totals of those who went before."""
    table = at_round("chappe", 3, 5, score=(8, 3, 6), dealer=1, bids=(), ausscheiden="8")
    assert table.state.players == (2, 1)
    state = settled(table, 1)
    assert state.outcome is not None
    assert state.outcome.winners == (2,)


@pytest.mark.parametrize(("scores", "winners"), [((9, 5, 6), (1, 2)), ((9, 6, 6), (2,))])
def test_1_10_all_out_at_once(scores: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """The lowest of them wins, equal totals share; who went before has no part in it."""
    table = at_round(
        "chappe",
        3,
        5,
        "",
        "EiA EiK RoA RoK SeA",
        "Ei6 Ei7 Ro6 Ro7 Se6",
        score=scores,
        dealer=1,
        bids=(4, 0),
        ausscheiden="8",
    )
    while table.state.asked:
        seat = table.state.asked[0]
        table.act(seat, game.legal(table.view(seat))[0])
    table.count()
    assert table.state.score == (9, scores[1] + 5, scores[2] + 4)
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.winners == winners


def test_1_10_limite() -> None:
    """The round in which somebody reaches it is the last: he loses, the lowest wins."""
    table = at_round("chappe", 4, 5, score=(5, 4, 6, 2), bids=(), limite="9")
    state = settled(table, 0)
    assert state.outcome is not None
    assert (state.outcome.losers, state.outcome.winners) == ((0,), (3,))
    table = at_round("chappe", 4, 4, score=(4, 4, 6, 2), bids=(), limite="9")
    assert settled(table, 0).outcome is None


@pytest.mark.parametrize("seed", range(4))
def test_1_10_games_with_a_limit_end(seed: int) -> None:
    """Both kinds, played out at random."""
    chance = random.Random(seed)
    for name in ("limite", "ausscheiden"):
        seats = chance.randrange(2, 8)
        chosen = options(None, "chappe", seats, **{name: "5"})
        table = Table.start(chosen, seed, "chappe", seats)
        table.play_out()
        outcome = table.state.outcome
        assert outcome is not None
        assert outcome.winners


# -- exchange -------------------------------------------------------------------------------------


def exchanged(table: Table, cards: str) -> None:
    """Seat s gives the card of this list away."""
    for seat, text in enumerate(cards.split()):
        slot, card = table.opening(text)[0]
        table.act(seat, Give(slot, card))
    table.settle_automatic()


HANDS = ("EiA Ei6 Ei7 Ei8 Ei9", "RoA Ro6 Ro7 Ro8 Ro9", "SeA Se6 Se7 Se8 Se9", "SiA Si6 Si7 Si8 Si9")


@pytest.mark.parametrize(
    ("how", "seats", "to"),
    [
        ("visavis", 4, (2, 3, 0, 1)),
        ("rechts", 4, (1, 2, 3, 0)),
        ("visavis", 3, (1, 2, 0)),
        ("visavis", 2, (1, 0)),
    ],
)
def test_1_10_karten_tauschen(how: str, seats: int, to: tuple[int, ...]) -> None:
    """In five-card rounds everybody gives one card face down, all at once, before bidding."""
    table = at_round("chappe", seats, 5, *HANDS[:seats], karten_tauschen=how)
    assert (table.state.step, table.state.asked) == (Step.GIVE, tuple(table.state.players))
    aces = ["EiA", "RoA", "SeA", "SiA"][:seats]
    exchanged(table, " ".join(aces))
    assert table.state.step is Step.BID
    for seat in range(seats):
        assert CardGiven(seat) in table.events
        assert Exchanged(seat, to[seat]) in table.events
        held = [card_text(item.card) for item in table.view(to[seat]).hand]
        assert aces[seat] in held
        assert len(held) == 5
        own, card = table.opening(aces[seat])[0]
        assert table.state.owners[own] == to[seat]
        bid(table)
        assert table.refused(seat, Play(own, card)) is not None


def test_1_10_what_is_given_stays_hidden() -> None:
    """The public sees that a card went, and the receiver alone learns which; the giver knows it."""
    table = at_round("chappe", 4, 5, *HANDS, karten_tauschen="rechts")
    slot, card = table.opening("EiA")[0]
    table.act(0, Give(slot, card))
    assert table.state.history[-1].action == GiveSealed()
    assert table.refused(0, Give(slot, card)) is Reason.NOT_YOUR_TURN
    assert table.refused(1, Give(slot, card)) is Reason.WRONG_SLOT
    assert table.refused(1, Give(*table.opening("Ro6")[0]), public=True) is Reason.WRONG_PHASE
    table = at_round("chappe", 4, 5, *HANDS, karten_tauschen="rechts")
    exchanged(table, "EiA RoA SeA SiA")
    assert table.state.opened.count(None) == 36
    assert game.sights(table.state)[slot] == {0, 1}
    assert table.view(2).card_at(slot) is None
    assert [card_text(c.card) for c in table.view(0).others_cards[1]] == ["EiA"]


def test_1_10_no_exchange_in_other_rounds() -> None:
    """Only with five cards, whatever the first round has."""
    assert at_round("chappe", 3, 4, karten_tauschen="rechts").state.step is Step.BID
    big = {"karten_tauschen": "rechts", "start_karten": "6"}
    assert at_round("chappe", 3, 6, **big).state.step is Step.BID
    assert at_round("chappe", 3, 5, **big).state.step is Step.GIVE


def test_1_0_11_a_card_of_another_cannot_be_given() -> None:
    """The hand goes on, and the audit names who sealed a slot that is not his."""
    table = at_round("chappe", 3, 5, *HANDS[:3], karten_tauschen="rechts")
    table.force(0, GiveSealed())
    table.faces[0] = sealed(table.faces[0], 0, table.slot("RoA"))
    for seat, text in ((1, "RoA"), (2, "SeA")):
        table.act(seat, Give(*table.opening(text)[0]))
    table.force(0, OpenNumber(0, table.slot("RoA")))
    table.settle_automatic()
    assert table.state.step is Step.BID
    while table.state.asked:
        table.step()
    offence = game.audit(table.state, table.deck)
    assert offence is not None
    assert (offence.seat, offence.reason) == (0, Reason.NOT_IN_HAND)


# -- options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pack", "first", "most"),
    [
        ("36", 5, 7),
        ("36", 6, 6),
        ("36", 9, 4),
        ("55", 5, 10),
        ("55", 9, 6),
        ("2x36", 5, 10),
        ("2x36", 9, 8),
    ],
)
def test_1_10_as_many_players_as_the_deck_feeds(pack: str, first: int, most: int) -> None:
    """One more is refused."""
    settings = {"blatt": pack, "start_karten": str(first)}
    assert isinstance(game_options("chappe", None, settings, most), Options)
    if most < 10:
        fault = game_options("chappe", None, settings, most + 1)
        assert isinstance(fault, OptionFault)
        assert (fault.option in settings, fault.facts["other"]) == (True, "players")
        assert fault.facts["values"] == f"2..{most}"


def test_1_10_eight_and_more_get_the_larger_deck_by_themselves() -> None:
    """36 cards do not feed them."""
    chosen = game_options("chappe", None, {}, 8)
    assert isinstance(chosen, Options)
    assert (chosen.blatt, chosen.start_karten) == ("55", 5)


def test_1_10_preset_neun_karten() -> None:
    """Nine cards from the deck that leaves something to draw; not for more than it feeds."""
    chosen = game_options("chappe", "neun_karten", {}, 6)
    assert isinstance(chosen, Options)
    assert (chosen.blatt, chosen.start_karten) == ("55", 9)
    fault = game_options("chappe", "neun_karten", {}, 7)
    assert isinstance(fault, OptionFault)
    assert fault.facts["values"] == "2..6"
    more = game_options("chappe", "neun_karten", {"blatt": "2x36"}, 8)
    assert isinstance(more, Options)


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"nur_abwaerts": "on", "limite": "9"}, "nur_abwaerts_excludes_limite"),
        ({"nur_abwaerts": "on", "ausscheiden": "9"}, "nur_abwaerts_excludes_ausscheiden"),
        ({"ausscheiden": "7", "limite": "9"}, "ausscheiden_excludes_limite"),
        (
            {"karten_tauschen": "rechts", "start_karten": "4"},
            "karten_tauschen_requires_start_karten",
        ),
        ({"rest": "aus"}, "unknown_option"),
        ({"richtung": "uhr"}, "unknown_option"),
        ({"erster_geber": "rosen7_vorhand"}, "bad_value"),
        ({"chappe_faktor": "4"}, "bad_value"),
        ({"start_karten": "1"}, "bad_value"),
    ],
)
def test_2_6_what_does_not_fit_is_refused(settings: dict[str, str], code: str) -> None:
    """With the reason."""
    fault = game_options("chappe", None, settings)
    assert isinstance(fault, OptionFault)
    assert fault.code == code
