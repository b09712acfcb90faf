"""One small player per `kind` of golden example: given and options in, the expected value out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine import game
from engine.actions import Choose, Play, Push
from engine.cards import Card, card_text, parse_card
from engine.cardset import cards_of, mask_of
from engine.contracts import Contract, ContractRow, row_of
from engine.phases.draft import Draft
from engine.phases.ledger import book
from engine.phases.offsuit import table_weis
from engine.rules.ausmachen import (
    Ausmachregel,
    FirstTrick,
    ausmachen,
    bedanken_holds,
    winner_at_hand_end,
)
from engine.rules.columns import who_names
from engine.rules.dealing import cut_bounds, cutter, packets
from engine.rules.follow import FollowRules, legal
from engine.rules.melds import MeldRules, WeisProfile, contest, find_weise
from engine.rules.penalty import dealer_credit, penalty
from engine.rules.schreiben import strokes
from engine.rules.standing import SIEG_STRICHE
from engine.rules.stoeck import STOECK_POINTS
from engine.rules.tricks import pile_points, winning_place
from engine.seats import Seat, Side
from engine.state import Ended, Step
from engine.variant import make_options
from engine.variants import mittlere, plus_minus
from tests.engine.hands import FULL_36
from tests.engine.offsuit import fill, play_out, seated, suits_apart
from tests.engine.table import Table, deal_of, hands_with
from tests.engine.table import options as table_options
from tests.engine.written import counted_hand
from tests.golden.trick_kinds import KINDS as TRICK_KINDS

Given = Mapping[str, Any]
Options = Mapping[str, Any]
"""The options of the example; besides, under `game`, the game."""

HINDERSI_GAMES = {"differenzler", "molotow", "plus_minus", "mittlere"}
"""Games for few points: row 11 in place of row 10."""

DEFAULT_TARGET = 1000
SIDES = (0, 1, 0, 1)


def cards(texts: list[str]) -> list[Card]:
    return [parse_card(text) for text in texts]


def row(given: Given, options: Options) -> ContractRow:
    name = given["contract"]
    return row_of(
        None if name is None else Contract(name),
        undenufe_ass_11=options.get("undenufe_ass_11", False),
    )


def follow_rules(options: Options) -> FollowRules:
    return FollowRules(
        hindersi=options["game"] in HINDERSI_GAMES,
        overtrump_s004=options.get("uebertrumpfzwang_s004", False),
        trump_only_when_void=options.get("stechen_nur_ohne_farbe", False),
    )


def meld_rules(options: Options) -> MeldRules:
    return MeldRules(
        profile=WeisProfile(options.get("weis_profil", "modern")),
        split=options.get("weis_teilen", False),
        cross=options.get("kreuzweis", "an") == "an",
        fours_first=options.get("vier_gleiche_vor_folge", False),
        order_s004=options.get("weisordnung_s004", False),
        undenufe_normal=options.get("undenufe_weis_normal", False),
        trump_first=not options.get("trumpf_ohne_vorrang", False),
    )


def target(options: Options) -> int:
    return int(options.get("ziel", DEFAULT_TARGET))


def play_legal(given: Given, options: Options) -> list[str]:
    trick, hand = cards(given["trick"]), mask_of(cards(given["hand"]))
    allowed = legal(row(given, options), hand, trick, follow_rules(options))
    return sorted(card_text(card) for card in cards_of(allowed))


def play_winner(given: Given, options: Options) -> int:
    place = winning_place(row(given, options), cards(given["trick"]), given.get("trick_no", 1))
    return place + 1


def play_points(given: Given, options: Options) -> int:
    contract = row(given, options)
    pile = FULL_36 if given["cards"] == "all" else mask_of(cards(given["cards"]))
    if options.get("slalom_wert") == "je_stich":
        return pile_points(contract, pile, contract.direction(given["trick_no"]))
    return pile_points(contract, pile)


def play_hand(given: Given, options: Options) -> list[int]:
    """The whole hand, every card as its own device and the table check it."""
    tricks = [(leader, cards(played)) for leader, played in given["tricks"]]
    dealt: list[list[Card]] = [[] for _ in range(4)]
    for leader, played in tricks:
        for place, card in enumerate(played):
            dealt[(leader + place) % 4].append(card)
    table = named(given, options, dealt)
    laid = [card for _, played in tricks for card in played]
    while table.state.asked:
        table.settle_automatic()  # the cards of the last trick among it
        if table.state.asked:
            done = 4 * len(table.state.tricks) + len(table.state.trick)
            table.act(table.state.asked[0], table.offered(card_text(laid[done])))
    assert tricks == [
        (trick.leader, [play.card for play in trick.plays]) for trick in table.state.tricks
    ]
    table.count()
    return list(table.state.results[-1].written)


def named(given: Given, options: Options, dealt: list[list[Card]]) -> Table:
    """A table with this deal where seat 0 is Vorhand and has named the contract."""
    assert given.get("vorhand", 0) == given.get("announcer", 0) == 0
    chosen = table_options(None, options["game"], **settings_of(options))
    return Table.seated(chosen, dealt, given["contract"])


def play_weis_values(given: Given, options: Options) -> list[int]:
    hand = mask_of(cards(given["hand"]))
    return [weis.points for weis in find_weise(hand, meld_rules(options))]


def play_weis_contest(given: Given, options: Options) -> dict[str, int] | None:
    contract, rules = row(given, options), meld_rules(options)
    held = [find_weise(mask_of(cards(hand)), rules, contract) for hand in given["hands"]]
    order = [(given["vorhand"] + place) % 4 for place in range(4)]
    best = contest(held, order, SIDES, contract, rules)
    return None if best is None else {"side": best.side, "points": best.points}


def play_stoeck(given: Given, options: Options) -> dict[str, int | None]:
    """A real hand in which a seat plays two of its cards when the example says so."""
    seat, shown = given["seat"], given["shown"]
    due = {number: parse_card(card) for number, card in given["plays"]}
    kept = sorted({*shown, *(card for _, card in given["plays"])})
    table = named(given, options, hands_with(*[""] * seat, " ".join(kept)))
    while table.state.asked:
        table.settle_automatic()
        if not table.state.asked:
            break
        who, number = table.state.asked[0], len(table.state.tricks) + 1
        cards_due = [due[number]] if who == seat and number in due else []
        later = {card for at, card in due.items() if who == seat and at > number}
        left = [item.card for item in table.view(who).hand if item.card not in later]
        plays = {
            action.card: action
            for action in game.legal(table.view(who))
            if isinstance(action, Play) and action.card in (cards_due or left)
        }
        table.act(who, plays[min(plays)])
    weis = [item.raw for item in table.state.bookings if item.kind == "weis"]
    stoeck = [item for item in table.state.bookings if item.kind == "stoeck"]
    assert len(stoeck) <= 1
    return {
        "trick": stoeck[0].trick if stoeck else None,
        "stoeck": sum(item.raw for item in stoeck),
        "weis": sum(weis),
    }


def play_ausmachen(given: Given, options: Options) -> int | None:
    holder = given["stoeck"]
    shown = tuple(STOECK_POINTS if side == holder else 0 for side in range(len(given["score"])))
    first = FirstTrick(tuple(given["score"]), shown, tuple(given["weis"]), tuple(given["trick"]))
    rule = Ausmachregel(options.get("ausmachregel", "stoeck_wys_stich"))
    through = ausmachen(first, target(options), rule)
    return None if through is None else through.side


def play_schneider(given: Given, options: Options) -> dict[str, Any]:
    """A Partie that is the only one ends with the first trick of a hand, at this score."""
    variant = game.find_variant(options["game"])
    assert variant is not None
    chosen = table_options(None, options["game"], **settings_of(options), partien="1")
    state = game.start(variant, chosen, 4)
    state, _ = game.deal(state, bytes(32))
    over = Ended(Side(0), "trick")
    state = replace(state, step=Step.AUDIT, score=tuple(given["final"]), ended=over)
    outcome = game.settle(state, None)[0].outcome
    assert outcome is not None
    return {
        "loser": outcome.score[1],
        "schneider": outcome.schneider == (1,),
        "striche": outcome.striche[0] - SIEG_STRICHE,
    }


def play_bedanken(given: Given, options: Options) -> dict[str, int]:
    claim, table = given["claim"], given["table"]
    lying = table["points"] if table["complete"] and table["side"] == claim else 0
    true = bedanken_holds(given["score"][claim], given["booked"][claim], lying, target(options))
    return {"winner": claim if true else 1 - claim}


def play_partie_end(given: Given, options: Options) -> dict[str, int | None]:
    assert options["ende"] == "hand_zu_ende"
    return {"winner": winner_at_hand_end(given["score"], target(options))}


def play_score(given: Given, options: Options) -> list[int]:
    """What a real hand writes of which these sums are told."""
    return list(counted_hand(options["game"], **given, **settings_of(options)).written)


def play_lead(given: Given, options: Options) -> int:
    """Who leads when this seat has named, the others before it having passed."""
    table = Table.start(table_options(None, options["game"]), 0, options["game"])
    table.state = replace(table.state, next_dealer=Seat((given["vorhand"] - 1) % 4))
    table.deal()
    while table.state.asked != (given["announcer"],):
        table.act(table.state.asked[0], Push())
    contract = Contract(given["contract"])
    named = next(
        action
        for action in game.legal(table.view(given["announcer"]))
        if isinstance(action, Choose) and action.contract is contract
    )
    table.act(given["announcer"], named)
    return table.state.asked[0]


def play_choose(given: Given, options: Options) -> dict[str, Any]:
    """Who must name, with these columns left to the sides."""
    sides = given["open"]
    order = [Seat((given["vorhand"] + place) % 4) for place in range(4)]
    able = {seat for seat in order if sides[seat % len(sides)]}
    seat, may_pass = who_names(order, given["passed"], able)
    assert not may_pass
    return {"seat": seat, "columns": sides[seat % len(sides)]}


def play_trump_fix(given: Given, options: Options) -> dict[str, Any]:
    """These cards as the first trick of a hand."""
    trick = given["trick"]
    settings = settings_of(options)
    table = seated(options["game"], fill(len(trick), 36 // len(trick), *trick), **settings)
    for seat, card in enumerate(trick):
        table.force(seat, Play(*table.opening(card)[0]))
    # Seat 0 has led, so a seat is a place.
    return {"trump": table.state.contract.value, "winner": table.state.tricks[0].winner + 1}


def play_tischweis(given: Given, options: Options) -> dict[str, int]:
    lying, contract = cards(given["trick"]), Contract(given["contract"])
    return {
        "winner": winning_place(row_of(contract), lying) + 1,
        "points": table_weis(lying, contract, meld_rules(options)),
    }


def play_hand_total(given: Given, options: Options) -> int:
    """What one player writes who has booked all this."""
    variant = game.find_variant(options["game"])
    made = make_options(variant, 4, None, settings_of(options))
    rules = variant.rules(made, 4)
    draft = Draft(game.start(variant, made, 4), rules)
    book(draft, Side(0), "trick", given["cards"])
    book(draft, Side(0), "tischweis", given["tischweis"])
    book(draft, Side(0), "weis", rules.own.sign * given["weis"])
    if given["stoeck"]:
        book(draft, Side(0), "stoeck", rules.stoeck.points)
    return rules.counting.written(draft)[0][0]


def play_annul(given: Given, options: Options) -> dict[str, bool]:
    """A hand to its end in which everybody could always follow."""
    assert given["trump"] is None
    table = seated(options["game"], deal_of(*suits_apart(3)))
    dealer = table.state.dealer
    play_out(table)
    assert len(table.state.tricks) == given["tricks_played"]
    return {
        "annulled": table.state.results[-1].note == "annulled",
        "same_dealer": table.state.next_dealer == dealer,
    }


def play_striche(given: Given, options: Options) -> list[list[int]]:
    strokes = {"plus_minus": plus_minus.strokes, "mittlere": mittlere.strokes}[options["game"]]
    points = given["points"]
    return [list(one) for one in strokes(points, given.get("tricks", [1] * len(points)))]


def play_schreiben(given: Given, options: Options) -> dict[str, int]:
    board = strokes(given["points"])
    return {
        "hundreds": board.hundreds,
        "fifties": board.fifties,
        "twenties": board.twenties,
        "rest": board.rest,
    }


def play_directions(given: Given, options: Options) -> list[str]:
    return [direction.value for direction in row(given, options).directions[:9]]


def play_penalty(given: Given, options: Options) -> list[int]:
    tricks = given.get("tricks", [1] * len(given["points"]))
    return [
        penalty(*one, bonus=options.get("bonus_exakt", False))
        for one in zip(given["predictions"], given["points"], tricks, strict=True)
    ]


def play_credit(given: Given, options: Options) -> int:
    assert options["geber_gutschrift"]
    return dealer_credit(given["predictions"])


def play_deal(given: Given, options: Options) -> dict[str, Any]:
    players = given["players"]
    if isinstance(players, list):
        return {"cards": [deal_facts(seats, options)["cards"] for seats in players]}
    return deal_facts(players, options)


def deal_facts(seats: int, options: Options) -> dict[str, Any]:
    """A real first deal of this game, and what its plan says."""
    variant = game.find_variant(options["game"])
    made = make_options(variant, seats, None, settings_of(options))
    state = game.start(variant, made, seats)
    plan = game.rules_of(state.setup).dealing.plan(state)
    dealt, _ = game.deal(state, bytes(32))
    counts = {dealt.owners.count(seat) for seat in range(seats)}
    assert counts == {plan.cards}
    turned = sum(place >= plan.cards * seats for place in plan.turned)
    return {
        "cards": plan.cards,
        "packets": list(plan.packets or packets(plan.cards)),
        "turned": turned,
        "undealt": dealt.owners.count(None) - turned,
    }


def settings_of(options: Options) -> dict[str, str]:
    """The options of an example as they are typed."""
    return {name: text_of(value) for name, value in options.items() if name != "game"}


def text_of(value: Any) -> str:
    """An option of an example as it is typed."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(value) if isinstance(value, list) else str(value)


def play_cut(given: Given, options: Options) -> dict[str, int]:
    fewest, most = cut_bounds(given["deck"])
    right = options.get("abheben_rechts", False)
    seat = cutter(given["dealer"], given["players"], right=right)
    return {"min": fewest, "max": most, "cutter": seat}


KINDS: Mapping[str, Callable[[Given, Options], Any]] = {
    "legal": play_legal,
    "winner": play_winner,
    "points": play_points,
    "hand": play_hand,
    "weis_values": play_weis_values,
    "weis_contest": play_weis_contest,
    "stoeck": play_stoeck,
    "ausmachen": play_ausmachen,
    "schneider": play_schneider,
    "bedanken": play_bedanken,
    "partie_end": play_partie_end,
    "score": play_score,
    "schreiben": play_schreiben,
    "directions": play_directions,
    "cut": play_cut,
    "penalty": play_penalty,
    "credit": play_credit,
    **TRICK_KINDS,
    "deal": play_deal,
    "lead": play_lead,
    "trump_fix": play_trump_fix,
    "tischweis": play_tischweis,
    "hand_total": play_hand_total,
    "annul": play_annul,
    "striche": play_striche,
    "choose": play_choose,
}
