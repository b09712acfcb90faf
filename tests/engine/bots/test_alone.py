"""Bots of games in which trump comes up by itself: playouts, knowledge, and beating chance."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import game
from engine.bots import choose, hints
from engine.bots.alone import count_with_trump_maker
from engine.bots.offsuit import NO_TRUMP, Position, playout
from engine.bots.strength import NO_CARD
from engine.cards import card_text
from engine.cardset import mask_of
from engine.rules.melds import MeldRules
from engine.seats import Seat
from tests.engine.offsuit import seated
from tests.engine.table import Table, deal_of, options

FOUR = (
    "RoA RoK RoO Si7 Si9 EiA Ei9 SeA Se10",
    "Ro6 Ro9 RoU Si8 SiU EiU Ei8 SeK Se8",
    "Ei6 EiK EiO Se6 Se9 SeU Si6 Si10 SiO",
    "Ro7 Ro8 Ro10 SiA SiK Ei7 Ei10 SeO Se7",
)


def position(hands: tuple[str, ...] = FOUR, **more: object) -> Position:
    """Seat 0 leads, nothing is played."""
    seats = len(hands)
    zero = (0,) * seats
    fields = {
        "hands": tuple(mask_of(hand) for hand in deal_of(*hands)),
        "leader": 0,
        "trick": (),
        "trump": NO_TRUMP,
        "acting": NO_TRUMP,
        "late": False,
        "piles": zero,
        "tricks": zero,
        "lying": zero,
        "collects": (False,) * seats,
    }
    return Position(**{**fields, **more})


def card(text: str) -> int:
    """A card as number."""
    return int(deal_of(text)[0][0])


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("collects", [(False,) * 4, (True,) * 4, (True, False, False, True)])
def test_a_playout_counts_the_whole_hand(late: bool, collects: tuple[bool, ...]) -> None:
    """157 points and nine tricks, whoever wants what."""
    made = playout(position(late=late, collects=collects), NO_CARD)
    assert made.trump
    assert sum(made.points) == 157
    assert sum(made.tricks) == 9
    assert made.lying == (0, 0, 0, 0)


def test_a_playout_knows_that_trump_comes_up() -> None:
    """Rosen are led, seat 2 has none: its card is trump and takes the trick, or not yet."""
    one = ("RoA", "Ro6", "Ei6", "Ro7")
    now = playout(position(one), NO_CARD)
    assert now.tricks == (0, 0, 1, 0)
    assert now.points == (0, 0, 11 + 5, 0)
    later = playout(position(one, late=True), NO_CARD)
    assert later.tricks == (1, 0, 0, 0)


def test_a_playout_without_trump_says_so() -> None:
    """Everybody could follow."""
    assert not playout(position(("RoA", "Ro6", "Ro8", "Ro7")), NO_CARD).trump


def test_a_playout_counts_what_lies_in_a_trick() -> None:
    """A run of three is 20 for who takes it."""
    made = playout(position(("Ro7", "Ro8", "Ro9", "Ro6"), melds=MeldRules()), NO_CARD)
    assert made.lying == (0, 0, 50, 0)


def test_the_machine_counts_the_same_as_the_playout() -> None:
    """A playout of the last trick agrees with the hand as it is written."""
    rng = random.Random(4)
    for number in range(20):
        table = Table.start(options(None, "plus_minus", rest="aus"), number, "plus_minus")
        table.deal()
        while len(table.state.tricks) < 8:
            seat = table.state.asked[0]
            table.act(seat, rng.choice(game.legal(table.view(seat))))
        if table.state.contract is None or table.state.trick:
            continue
        hands = [0] * 4
        for slot, owner in enumerate(table.state.owners):
            if not table.state.played >> slot & 1:
                hands[owner] |= 1 << table.deck[slot]
        piles = [0] * 4
        for trick in table.state.tricks:
            piles[trick.winner] |= mask_of([play.card for play in trick.plays])
        trump = ("Ei", "Ro", "Se", "Si").index(table.state.contract.value)
        start = position(leader=int(table.state.leader), trump=trump, acting=trump)
        made = playout(replace(start, hands=tuple(hands), piles=tuple(piles)), NO_CARD)
        table.settle_automatic()
        while table.state.asked:
            table.act(table.state.asked[0], table.offered_any())
        table.count()
        last = table.state.results[-1]
        assert made.points == tuple(
            sum(pair) for pair in zip(last.cards, last.last_trick, strict=True)
        )


def test_a_dear_trick_is_not_taken() -> None:
    """Fewest points: last to play to 16 points, a bot does not take them with the Ace."""
    hands = deal_of(
        "RoK Ro7 EiA SeA SiA Ei8 Se8 Si8 SiU",
        "Ro10 Ro8 Ei6 Ei7 Se6 Se7 Si6 Si7 SiO",
        "RoU Ro9 Ei9 Ei10 Se9 Se10 Si9 Si10 SiK",
        "RoA Ro6 RoO EiU EiO EiK SeU SeO SeK",
    )
    table = seated("molotow", hands)
    table.play("RoK Ro10 RoU")
    for level in ("normal", "strong"):
        assert card_text(choose(table.view(3), level, bytes(32)).card) in {"Ro6", "RoO"}


def test_who_made_trump_is_known_to_be_void() -> None:
    """Seat 2 had no Rosen; no sampled deal gives it one."""
    table = seated("molotow", deal_of(*FOUR))
    table.play("RoA Ro6 Ei6 Ro7")
    table.settle_automatic()
    seat = table.state.asked[0]
    assert seat == 2
    table.play("Se6")
    count = count_with_trump_maker(game.rules_of(table.state.setup), table.view(3), Seat(3))
    assert count.possible[2] & mask_of(deal_of("RoK RoO Ro9 RoU")[0]) == 0
    assert count.possible[1] & mask_of(deal_of("RoK RoO Ro9 RoU")[0]) != 0


@pytest.mark.parametrize(
    ("slug", "seats"), [("molotow", 3), ("molotow", 6), ("plus_minus", 4), ("mittlere", 3)]
)
@pytest.mark.parametrize("level", ["easy", "normal", "strong"])
def test_every_level_answers_with_a_legal_act(slug: str, seats: int, level: str) -> None:
    """The same for the same view and bytes; every legal act has its place among the hints."""
    table = Table.start(options(None, slug, seats), 5, slug, seats)
    table.deal()
    for _ in range(seats + 2):
        table.settle_automatic()
        seat = table.state.asked[0]
        view = table.view(seat)
        action = choose(view, level, bytes(32))
        assert action in game.legal(view)
        assert action == choose(view, level, bytes(32))
        assert {advice.action for advice in hints(view)} <= set(game.legal(view))
        table.act(seat, action)


@pytest.mark.parametrize(
    ("slug", "settings", "sign", "least", "deals"),
    [
        ("molotow", {}, -1, 15.0, 6),
        ("plus_minus", {"wertung": "nuller"}, 1, 0.1, 20),
        ("mittlere", {}, 1, 0.2, 12),
    ],
)
def test_normal_beats_chance(
    slug: str, settings: dict[str, str], sign: int, least: float, deals: int
) -> None:
    """One bot among random players, on every seat of the same deal in turn."""
    variant = game.find_variant(slug)
    seats = variant.seats[0]
    total, hands = 0.0, 0
    for seed in range(deals):
        for bot in range(seats):
            table = Table.start(options(None, slug, **settings), seed, slug)
            rng = random.Random(seed)

            def player(view, offered, bot=bot, rng=rng):  # type: ignore[no-untyped-def]
                return (
                    choose(view, "normal", bytes(32)) if view.seat == bot else rng.choice(offered)
                )

            table.play_hand(player)
            table.count()
            last = table.state.results[-1]
            if last.note is None:
                others = (sum(last.written) - last.written[bot]) / (seats - 1)
                total += sign * (last.written[bot] - others)
                hands += 1
    assert total / hands > least
