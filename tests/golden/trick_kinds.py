"""Golden examples of the games in which tricks are announced, played at a real table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import game
from engine.actions import Bid
from engine.cards import card_text
from engine.rules.bidding import difference, reached
from engine.rules.standing import leading
from tests.engine.rounds import at_round, last_trick, play, played_hands, turn_over
from tests.engine.table import Table
from tests.engine.table import options as table_options

Given = Mapping[str, Any]
Options = Mapping[str, Any]


def settings(options: Options) -> dict[str, str]:
    """The options as people type them."""
    return {
        name: "on" if value is True else str(value)
        for name, value in options.items()
        if name != "game"
    }


def play_bid(given: Given, options: Options) -> dict[str, list[int]]:
    """What the dealer is not offered."""
    table = at_round(options["game"], given["players"], given["cards"], **settings(options))
    for number in given["bids"]:
        table.act(table.state.asked[0], Bid(number))
    dealer = table.state.asked[0]
    assert dealer == table.state.dealer
    offered = {action.number for action in game.legal(table.view(dealer))}
    return {"forbidden": [n for n in range(given["cards"] + 1) if n not in offered]}


def play_trick(given: Given, options: Options) -> dict[str, int]:
    """One trick with all its rounds, in a hand that has cards left or ends with it."""
    rounds, draws = given["plays"], given.get("draws", [])
    seats = given["players"]
    hands = [
        " ".join(move[1] for turn in rounds for move in turn if move[0] == seat)
        for seat in range(seats)
    ]
    stock = " ".join(card for turn in draws for _, card in turn)
    ends = bool(draws) or given.get("hands_empty", False)
    leads_last = options["game"] == "chappe"
    cards = len(rounds) if ends else max(2, len(rounds) + 1)
    dealer = rounds[0][0][0] if leads_last else (rounds[0][0][0] - 1) % seats
    table = at_round(options["game"], seats, cards, *hands, dealer=dealer, stock=stock, bids=())
    for turn in rounds:
        if cards == 1:
            turn_over(table)
            break
        for _, card, *rank in turn:
            play(table, f"{card}={rank[0]}" if rank else card)
    expected = [tuple(move[:2]) for turn in (*rounds, *draws) for move in turn]
    trick = last_trick(table)
    assert [(item.seat, card_text(item.card)) for item in trick.plays] == expected
    return {"winner": trick.winner, "tricks": trick.counts}


def play_forehead(given: Given, options: Options) -> dict[str, int]:
    """The round with one card, turned over."""
    cards = given["cards"]
    table = at_round(options["game"], given["players"], 1, *cards, dealer=given["dealer"], bids=())
    turn_over(table)
    trick = last_trick(table)
    return {"winner": trick.winner, "tricks": trick.counts}


def play_round_points(given: Given, options: Options) -> list[int]:
    """Differences; the factor is that of the round with one card."""
    factor = options.get("chappe_faktor", 1) if given.get("cards") == 1 else 1
    return [difference(bid, tricks, factor) for bid, tricks in given["cases"]]


def play_standing(given: Given, options: Options) -> dict[str, object]:
    """Who is out, or who has lost and won."""
    totals = given["totals"]
    if "ausscheiden" in options:
        out = reached(totals, options["ausscheiden"])
        return {"over": len(totals) - len(out) < 2, "out": list(out)}
    losers = reached(totals, options["limite"])
    return {
        "over": bool(losers),
        "losers": list(losers),
        "winners": list(leading(totals, lower_wins=True)),
    }


def start(options: Options, seats: int) -> Table:
    """A table before its first deal."""
    slug = options["game"]
    return Table.start(table_options(None, slug, seats, **settings(options)), 1, slug, seats)


def play_round_sizes(given: Given, options: Options) -> list[int]:
    """Cards in each round, up to the end."""
    table = start(options, given["players"])
    rules = game.rules_of(table.state.setup)
    hands = range(rules.ending.hands or 0)
    return [rules.dealing.plan(played_hands(table.state, hand)).cards for hand in hands]


KINDS = {
    "bid": play_bid,
    "trick": play_trick,
    "forehead": play_forehead,
    "round_points": play_round_points,
    "standing": play_standing,
    "round_sizes": play_round_sizes,
}
