"""Bots that announce tricks: chances of heights, the playout, and that they beat chance."""

from __future__ import annotations

import random

import pytest

from engine import game
from engine.actions import Action, Bid, Give, Play
from engine.advice import Tip
from engine.bots import choose, hints
from engine.bots.announcing import _thinking
from engine.bots.showdown import JOKER, UNIT, Hand, Rule
from engine.bots.stream import Stream
from engine.bots.trickcount import ONE, Unseen, miss, spread
from engine.cards import FrenchRank, card_text
from engine.seats import Seat
from engine.state import Step
from engine.view import View
from tests.engine.rounds import at_round, bid, play
from tests.engine.table import Table, options


def rule(*, others_first: bool = True, draws: bool = False) -> Rule:
    """Thirteen heights, a card wins the more the higher it is."""
    wins = {height: height * UNIT // 12 for height in range(13)} | {JOKER: UNIT}
    return Rule(12, others_first, False, draws, wins, wins)


def test_the_chance_of_a_height() -> None:
    """Against one card: how many lie below, ties half; against several: all of them."""
    unseen = Unseen.of([0, 1, 2, 2, 3], 3)
    assert unseen.above(2) == 3 * ONE // 5
    assert unseen.above(9) == unseen.above(3)
    assert unseen.wins(3, 2) == (9 * ONE // 10) ** 2 // ONE
    assert Unseen.of([], 3).above(0) == ONE


def test_how_many_tricks_a_hand_makes() -> None:
    """Certain and impossible cards move the number, an even chance splits it."""
    assert spread([ONE, 0, ONE]) == [0, 0, ONE, 0]
    assert spread([ONE // 2, ONE // 2]) == [ONE // 4, ONE // 2, ONE // 4]
    assert miss([0, 0, ONE], 0) == 2 * ONE
    assert miss([ONE // 2, 0, ONE // 2], 1) == ONE


def test_a_playout_ends_and_every_trick_is_counted() -> None:
    """All cards go; what is missed adds up with the tricks there are."""
    rng = random.Random(1)
    for _ in range(200):
        players, cards = rng.randrange(2, 6), rng.randrange(1, 6)
        deck = [height for height in range(13) for _ in range(4)] + [JOKER, JOKER]
        rng.shuffle(deck)
        hands = [[deck.pop() for _ in range(cards)] for _ in range(players)]
        hand = Hand(rule(), hands, [0] * players, deck, 0, (), 0, ())
        made = hand.finish()
        assert not any(hand.cards)
        assert sum(made) == cards


def test_what_others_announced_tells_what_they_hold() -> None:
    """Of the hands that are tried, who announced more has the higher ones."""
    table = Table.start(options(None, "chappe"), 2, "chappe")
    table.deal()
    high, low = (Bid(4), Bid(0))
    sums = {high: 0, low: 0}
    said: dict[Seat, Bid] = {}

    def answer(view: View, offered: tuple[Action, ...]) -> Action:
        wish = (high, low)[len(said)] if len(said) < 2 else offered[0]
        if isinstance(offered[0], Bid) and view.seat is not None and wish in (high, low):
            said.setdefault(view.seat, wish)
        return wish if wish in offered else offered[0]

    while len(said) < 2:
        table.step(answer)
    me = table.state.asked[0]
    view = table.view(me)
    rules = game.rules_of(view.state.setup)
    thinking = _thinking(rules, view, me)
    stream = Stream(b"hands", "deals")
    for _ in range(100):
        hands, _pool = thinking._likely(stream, thinking._rule())
        for seat, hand in zip(view.players, hands, strict=True):
            if seat in said:
                sums[said[seat]] += sum(min(height, thinking.top) for height in hand)
    assert sums[high] > sums[low] * 6 // 5


def test_a_playout_can_begin_in_a_tie() -> None:
    """Who is out lays first here, then the rivals; the higher of them takes both tricks."""
    hand = Hand(rule(), [[5], [9], [2]], [2, 0, 0], [], 0, (0, 1), 1, ())
    assert hand.queue == [2, 0, 1]
    assert hand.finish() == [2, 2, 0]
    drawn = Hand(rule(others_first=False, draws=True), [[], []], [2, 0], [3, 8], 0, (), 0, ())
    assert drawn.queue == [0, 1]


def test_the_bid_is_near_what_the_hand_makes() -> None:
    """Asses and Könige promise tricks, twos and threes none; the forbidden number is left out."""
    table = at_round("hae", 4, 3, "CA DA HA", "C2 D2 H2")
    assert hints(table.view(0))[0].action == Bid(3)
    table.act(0, Bid(3))
    assert hints(table.view(1))[0].action == Bid(0)
    table.act(1, Bid(0))
    table.act(2, Bid(0))
    advice = hints(table.view(3))
    assert Bid(0) not in [item.action for item in advice]
    assert advice[0].reason is Tip.DEALERS_NUMBER


@pytest.mark.parametrize(("shown", "said"), [(("C2", "D3"), 1), (("CA", "D3"), 0)])
def test_at_the_forehead_the_others_cards_tell(shown: tuple[str, ...], said: int) -> None:
    """Low cards all around: the own one is probably higher."""
    table = at_round("hae", 3, 1, "", *shown)
    assert hints(table.view(0))[0].action == Bid(said)


def test_who_has_enough_gets_rid_of_what_could_win() -> None:
    """Last to play with nothing wanted: the highest card that loses."""
    table = at_round("hae", 3, 3, "CK", "DQ", "HA H4 HJ", bids=(0, 0, 0))
    play(table, "CK DQ")
    assert card_text(hints(table.view(2))[0].action.card) == "HJ"


def test_who_needs_the_trick_takes_it() -> None:
    """Last to play, all wanted: a card that wins."""
    table = at_round("hae", 3, 3, "C9", "DQ", "HA HK HJ", bids=(1, 0, 3))
    play(table, "C9 DQ")
    best = hints(table.view(2))[0]
    assert card_text(best.action.card) in {"HA", "HK"}
    assert best.reason is Tip.TAKE


def test_a_joker_is_said_low_to_lose() -> None:
    """With nothing wanted and high cards otherwise."""
    table = at_round("hae", 2, 2, "C9 CA", "Jo1 Jo2", bids=(0, 0))
    play(table, "C9")
    best = hints(table.view(1))[0]
    assert isinstance(best.action, Play)
    assert best.action.rank is not None
    assert best.action.rank < FrenchRank.NINE
    assert best.reason is Tip.LOW_JOKER


def test_a_card_of_the_middle_is_given_away() -> None:
    """Neither the Ass nor the Six."""
    hand = "EiA RoA Se6 Si6 Ro10"
    table = at_round("chappe", 2, 5, hand, karten_tauschen="rechts")
    best = hints(table.view(0))[0]
    assert isinstance(best.action, Give)
    assert card_text(best.action.card) == "Ro10"


@pytest.mark.parametrize("level", ["easy", "normal", "strong"])
def test_every_level_plays_a_game_to_its_end(level: str) -> None:
    """With jokers, exchange, draws and the forehead round; the same bytes, the same game."""
    scores = []
    for _ in range(2):
        more = {"start_karten": "3"} if level == "strong" else {"karten_tauschen": "rechts"}
        settings = {"blatt": "55", "nur_abwaerts": "on", **more}
        table = Table.start(options(None, "chappe", 3, **settings), 5, "chappe", 3)
        table.play_out(lambda view, _: choose(view, level, bytes(32)))
        scores.append(table.state.score)
    assert scores[0] == scores[1]


@pytest.mark.parametrize(("slug", "seats"), [("hae", 4), ("hae", 9), ("chappe", 2), ("chappe", 7)])
def test_bots_beat_chance(slug: str, seats: int) -> None:
    """Every second seat a bot: far fewer points than the others, over a few games."""
    rng = random.Random(slug)
    bots = others = 0
    for seed in range(3):
        table = Table.start(options(None, slug, seats), seed, slug, seats)

        def player(view: View, offered: tuple[object, ...]) -> object:
            return rng.choice(offered) if view.seat % 2 else choose(view, "normal", bytes(32))

        table.play_out(player)
        mine = [points for seat, points in enumerate(table.state.score) if not seat % 2]
        theirs = [points for seat, points in enumerate(table.state.score) if seat % 2]
        bots += sum(mine) * 100 // len(mine)
        others += sum(theirs) * 100 // len(theirs)
    assert 2 * bots < others


def test_a_decision_reads_only_the_view() -> None:
    """Two tables that differ in what this seat cannot see get the same advice."""
    tables = [at_round("hae", 3, 4, "C3 D9 HK SA", seed=seed) for seed in (1, 2)]
    assert tables[0].deck != tables[1].deck
    for level in ("normal", "strong"):
        one, other = (choose(table.view(0), level, b"x") for table in tables)
        assert one == other
    for table in tables:
        bid(table, 1)
    one, other = (choose(table.view(0), "strong", b"x") for table in tables)
    assert card_text(one.card) == card_text(other.card)


def test_two_at_the_sidi_table_beat_chance() -> None:
    """Whatever the stock; all that is asked is answered."""
    rng = random.Random(3)
    for stock in ("tot", "nachziehen", "bodensee"):
        lead = 0
        for seed in range(16):
            chosen = options(None, "sidi", 2, stock=stock, rauben="off", ziel="5000")
            table = Table.start(chosen, seed, "sidi", 2)

            def player(view: View, offered: tuple[object, ...], bot: int = seed % 2) -> object:
                return (
                    choose(view, "normal", bytes(32)) if view.seat == bot else rng.choice(offered)
                )

            table.play_hand(player)
            table.count()
            lead += table.state.score[seed % 2] - table.state.score[1 - seed % 2]
        assert lead > 0, stock


def test_a_bot_robs() -> None:
    """A trump for a Six."""
    for seed in range(60):
        table = Table.start(options(None, "sidi", 2, rauben="on"), seed, "sidi", 2)
        table.deal()
        for seat in table.state.asked if table.state.step is Step.ROB else ():
            offered = game.legal(table.view(seat))
            if len(offered) > 1:
                assert choose(table.view(seat), "normal", bytes(32)) == offered[1]
                return
    raise AssertionError("nobody could")
