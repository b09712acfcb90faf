"""Rules 1.8: deal, trump, Weis, Stöck, robbing, the three kinds of stock, and the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import game
from engine.actions import Choose, ClaimRest, Pass, Play, Rob
from engine.cards import Card, card_text, parse_card
from engine.contracts import Contract
from engine.errors import Reason
from engine.events import Booked, Drawn, Robbed, StoeckCalled, Turned
from engine.phases.rob import turned_card
from engine.state import Step
from engine.variant import OptionFault, Options
from tests.engine.table import Table, game_options, options


def cards(text: str) -> list[Card]:
    """The cards written."""
    return [parse_card(word) for word in text.split()]


def table_of(
    *hands: str, turned: str = "", draws: str = "", seed: int = 1, **settings: str
) -> Table:
    """Dealt; seat 0 is Vorhand. The cards named lie where they should, the others anywhere."""
    chosen = options(None, "sidi", 2, **settings)
    table = Table.start(chosen, seed, "sidi", 2)
    table.state = replace(table.state, next_dealer=1)
    before = table.state
    chance = table.rng.randbytes(32)
    table.deal(chance=chance)
    order = [Card(0)] * 36
    cut = table.state.cut or 0
    given = [cards(hand) for hand in hands] + [[]] * (2 - len(hands))
    wanted = [*given[0], *given[1], *cards(turned), *cards(draws)]
    pool = [card for card in table.deck if card not in wanted]
    up, first = cards(turned), cards(draws)
    dealt, _ = game.deal(before, chance)
    for number in range(36):
        slot = (cut + number) % 36
        owner = dealt.owners[slot]
        source = given[owner] if owner is not None else up if number == 16 else first
        order[slot] = source.pop(0) if source else pool.pop()
    table.state, table.events, table.log, table.faces = dealt, [], [], []
    table.deck = order
    table.look()
    table.happen()
    return table


def held(table: Table, seat: int) -> list[str]:
    """The hand of a seat."""
    return [card_text(item.card) for item in table.view(seat).hand]


def pass_all(table: Table) -> None:
    """Nobody robs."""
    while table.state.step is Step.ROB:
        table.act(table.state.asked[0], Pass())


# -- deal and lead --------------------------------------------------------------------------------


def test_1_8_eight_each_and_the_seventeenth_card_is_trump() -> None:
    """It lies open and belongs to nobody; 19 cards stay face down."""
    table = table_of(turned="RoK")
    assert table.state.contract is Contract.ROSEN
    assert Turned(None, parse_card("RoK")) in table.events
    assert [len(held(table, seat)) for seat in (0, 1)] == [8, 8]
    assert [card_text(c.card) for c in table.view(0).turned] == ["RoK"]
    assert sum(not seats for seats in table.state.sights) == 19
    assert table.state.asked == (0,), "who does not deal leads"


def test_1_8_the_lowest_card_deals_then_in_turn() -> None:
    """And the other one is Vorhand."""
    table = Table.start(options(None, "sidi", 2), 5, "sidi", 2)
    dealers = []
    for _ in range(3):
        table.play_hand()
        dealers.append(table.state.dealer)
        table.count()
    assert dealers == [dealers[0], 1 - dealers[0], dealers[0]]
    drawn = next(e for e in table.events if type(e).__name__ == "DealerDrawn").rounds[-1]
    lowest = min(drawn, key=lambda item: item[1] % 9)
    assert lowest[0] == dealers[0]


def test_1_8_a_dead_stock_has_eight_tricks_and_no_match() -> None:
    """The last trick is worth five, all tricks nothing more."""
    mine = "EiU Ei9 EiA RoA SeA SiA EiK Ei10"
    table = table_of(mine, "Ro6 Ro7 Se6 Se7 Si6 Si7 Ei7 Ei8", turned="Ei6", ziel="5000")
    table.play("EiU Ei7 Ei9 Ei8 EiA Ro6 EiK Ro7 Ei10 Se6 RoA Se7 SeA Si6")
    table.settle_automatic()
    assert game.hand_over(table.state)
    table.count()
    result = table.state.results[-1]
    assert result.tricks == (8, 0)
    assert result.cards == (20 + 14 + 11 + 11 + 11 + 11 + 4 + 10, 0)
    assert (result.last_trick, result.match) == ((5, 0), (0, 0))
    assert table.state.outcome is None


def test_1_8_the_example_on_the_page() -> None:
    """Anna and Beat: 72 to 69."""
    anna = "RoK RoO Ro6 EiA Ei10 Se9 Se8 Se7"
    beat = "RoA Ro9 EiK EiO SiA SiK Si10 SeA"
    table = table_of(anna, beat, turned="Ro10")
    table.play("EiA EiO RoK RoA SiA Ro6 Se9 SeA EiK RoO Ei10 Ro9 SiK Se7")
    table.settle_automatic()
    table.count()
    assert table.state.score == (72, 69)


# -- Weis and Stöck -------------------------------------------------------------------------------


def test_1_8_weis_as_in_the_schieber() -> None:
    """The contest of two in trick 1."""
    table = table_of(
        "Ei6 Ei7 Ei8 RoA Se6 SeO Si6 Si9", "EiO EiK EiA Ei10 Ro6 Ro8 Se8 Si8", turned="SiU"
    )
    table.play("Ei6 EiA")
    assert table.view(0).weise[0].points == 20
    assert table.state.weis_seat == 1


def test_1_8_stoeck_with_a_robbed_card() -> None:
    """King turned up, Ober and Six in the hand: robbed, they are Stöck."""
    mine = "EiO Ei6 RoA Ro7 SeA Se7 Si7 SiA"
    table = table_of(mine, "Ro6 Ro8 Se6 Se8 Si6 Si8 Ei7 Ei8", turned="EiK", rauben="on")
    table.act(0, Rob(*table.opening("Ei6")[0]))
    assert Robbed(0, parse_card("EiK")) in table.events
    table.play("EiK Ei7 EiO Ei8")
    assert StoeckCalled(0) in table.events


# -- robbing --------------------------------------------------------------------------------------


def test_1_8_rauben() -> None:
    """The Six of trump for the turned card, before the first card; the Six lies there then."""
    mine = "Ei6 RoA Ro7 SeA Se7 Si7 SiA Ei7"
    table = table_of(mine, turned="EiA", rauben="on")
    assert (table.state.step, table.state.asked) == (Step.ROB, (0, 1))
    six, other = table.opening("Ei6")[0], table.opening("Ei7")[0]
    assert table.refused(0, Rob(*other)) is Reason.ROB_NOT_ALLOWED
    assert table.refused(1, Rob(*six)) is Reason.WRONG_SLOT
    assert game.automatic(table.view(0)) is None
    assert game.automatic(table.view(1)) == Pass()
    table.act(0, Rob(*six))
    assert "EiA" in held(table, 0)
    assert "Ei6" not in held(table, 0)
    assert turned_card(table.state) == six
    assert (table.state.step, table.state.asked) == (Step.PLAY, (0,))
    assert table.refused(0, Rob(*six)) is Reason.WRONG_PHASE


def test_1_8_nobody_has_to_rob() -> None:
    """Saying no is possible with the Six too, and no offence."""
    table = table_of("Ei6", turned="EiA", rauben="on")
    table.act(0, Pass())
    table.act(1, Pass())
    assert table.state.step is Step.PLAY
    table.play_hand()
    assert game.audit(table.state, table.deck) is None


def test_1_8_without_rauben_or_with_the_six_turned_nobody_is_asked() -> None:
    """Nothing to swap."""
    assert table_of("Ei6", turned="EiA").state.step is Step.PLAY
    assert table_of(turned="Ei6", rauben="on").state.step is Step.PLAY


# -- drawing --------------------------------------------------------------------------------------


DRAWING = {"stock": "nachziehen", "weis": "aus", "ziel": "5000"}


def test_1_8_the_winner_draws_first_then_the_other() -> None:
    """Face down, each sees only his own card."""
    table = table_of("EiA", "Ro6", turned="Se6", draws="Si6 Si7", **DRAWING)
    table.play("EiA Ro6")
    assert table.events[-2:] == [Drawn(0, None), Drawn(1, None)]
    assert "Si6" in held(table, 0)
    assert "Si7" in held(table, 1)
    assert game.sights(table.state)[table.slot("Si6")] == {0}
    assert table.view(1).card_at(table.slot("Si6")) is None


def test_1_8_ten_tricks_are_free_and_eight_are_strict() -> None:
    """While there is a stock anything goes; the turned card is drawn last."""
    for seed in range(6):
        table = table_of(seed=seed, turned="Se9", **DRAWING)
        while table.state.step is Step.PLAY:
            seat = table.state.asked[0]
            offered = [a.card for a in game.legal(table.view(seat)) if isinstance(a, Play)]
            own = [item.card for item in table.view(seat).hand]
            if len(table.state.tricks) < 10:
                assert offered == own
                assert len(own) == 8 - (len(table.state.trick) and seat == table.state.leader)
            table.act(seat, table.offered_any())
            if len(table.state.tricks) == 10 and not table.state.trick:
                last = [e for e in table.events if isinstance(e, Drawn)][-1]
                assert (last.card, last.seat) == (parse_card("Se9"), 1 - table.state.leader)
                assert turned_card(table.state) is None
        assert len(table.state.tricks) == 18
        table.count()
        result = table.state.results[-1]
        assert sum(result.cards) + sum(result.last_trick) == 157


@pytest.mark.parametrize(
    ("led", "hand", "allowed"),
    [
        ("Ro6", "RoA Ei6 Se6", {"RoA"}),
        ("Ro6", "SeA Ei6 EiA", {"Ei6", "EiA"}),
        ("Ro6", "SeA EiU Se6", {"SeA", "EiU", "Se6"}),
        ("Ro6", "SeA EiU Ei6", {"EiU", "Ei6"}),
        ("Ro6", "SeA Se6 Si6", {"SeA", "Se6", "Si6"}),
        ("EiA", "Ei6 SeA RoA", {"Ei6"}),
        ("EiA", "EiU SeA RoA", {"EiU", "SeA", "RoA"}),
    ],
)
def test_1_8_strict_follow_then_trump(led: str, hand: str, allowed: set[str]) -> None:
    """Follow suit; trump only when void, and then one must, except with the Puur."""
    table = table_of(led, hand, turned="Ei10", **DRAWING)
    keep = {table.slot(text) for text in (led, *hand.split())}
    played = sum(1 << slot for slot in range(36) if slot not in keep)
    owners = tuple(0 if owner is None else owner for owner in table.state.owners)
    table.state = replace(table.state, played=played, owners=owners)
    table.act(0, table.offered(led))
    offered = {card_text(a.card) for a in game.legal(table.view(1)) if isinstance(a, Play)}
    assert offered == allowed


def test_1_8_a_trump_kept_back_is_refused_with_its_reason() -> None:
    """Everywhere, as soon as an open card proves it."""
    table = table_of("Ro6", "SeA Ei6", turned="Ei10", **DRAWING)
    owners = tuple(0 if owner is None else owner for owner in table.state.owners)
    keep = {table.slot(text) for text in ("Ro6", "SeA", "Ei6")}
    played = sum(1 << slot for slot in range(36) if slot not in keep)
    table.state = replace(table.state, played=played, owners=owners)
    table.act(0, table.offered("Ro6"))
    wrong = Play(*table.opening("SeA")[0])
    assert table.refused(1, wrong) is Reason.MUST_TRUMP_WHEN_VOID
    assert table.refused(1, wrong, public=True) is None


def test_1_8_all_tricks_after_the_stock_are_worth_100() -> None:
    """Whoever took the tricks before."""
    found = set()
    for seed in range(60):
        table = table_of("EiU Ei9 EiA EiK EiO Ei10 Ei8 RoA", turned="Ei7", seed=seed, **DRAWING)
        high_first(table)
        table.count()
        result = table.state.results[-1]
        late = {trick.winner for trick in table.state.tricks[10:]}
        expected = [100 if late == {seat} else 0 for seat in (0, 1)]
        assert list(result.match) == expected
        found.add(max(expected))
        if found == {0, 100}:
            return
    raise AssertionError(f"only {found}")


def high_first(table: Table) -> None:
    """Seat 0 keeps its trumps for the end, seat 1 plays anything."""
    while table.state.step is Step.PLAY:
        table.settle_automatic()
        if table.state.step is not Step.PLAY:
            return
        seat = table.state.asked[0]
        offered = [a for a in game.legal(table.view(seat)) if isinstance(a, Play)]
        side = [a for a in offered if a.card >= 9]
        if seat == 0 and len(table.state.tricks) < 10:
            offered = side or offered
        if seat == 0 and len(table.state.tricks) >= 10:
            offered = [max(offered, key=lambda a: (a.card < 9, a.card % 9 in (3, 5), a.card))]
        table.act(seat, offered[0])


@pytest.mark.parametrize("other", ["drawn later", "held together"])
def test_1_8_stoeck_need_both_cards_in_hand_at_the_same_time(other: str) -> None:
    """A drawn card counts, but not for a King that was gone when it came."""
    settings = {**DRAWING, "stock": "nachziehen"}
    table = table_of("EiK EiA", "Ro6 Ro7", turned="Ei6", draws="EiO Si6 Si7 Si8", **settings)
    table.play("EiK Ro6" if other == "drawn later" else "EiA Ro6")
    assert "EiO" in held(table, 0)
    table.play(f"EiO {held(table, 1)[0]}")
    if other == "held together":
        assert StoeckCalled(0) not in table.events
        table.play("EiK") if table.state.asked == (0,) else table.play(f"{held(table, 1)[0]} EiK")
    assert (StoeckCalled(0) in table.events) == (other == "held together")
    assert (Booked(0, "stoeck", 20) in table.events) == (other == "held together")


def test_1_8_false_stoeck_of_cards_not_held_together_are_an_offence() -> None:
    """A patched client that calls them is refused by everybody: the cards lie open."""
    table = table_of("EiK EiA", "Ro6 Ro7", turned="Ei6", draws="EiO Si6", **DRAWING)
    table.play("EiK Ro6")
    slot, card = table.opening("EiO")[0]
    assert table.refused(0, Play(slot, card, None, True)) is Reason.NO_STOECK
    table.force(0, Play(slot, card, None, True))
    while table.state.asked:
        table.step()
    offence = game.audit(table.state, table.deck)
    assert offence is not None
    assert (offence.seat, offence.reason) == (0, Reason.NO_STOECK)


def test_1_8_no_rest_while_there_is_a_stock() -> None:
    """Nobody knows what he will hold."""
    table = table_of(
        "EiU Ei9 EiA EiK EiO Ei10 Ei8 Ei7", turned="Ei6", **{**DRAWING, "rest": "riskant"}
    )
    table.play(f"EiU {held(table, 1)[0]}")
    assert not any(isinstance(a, ClaimRest) for a in game.legal(table.view(0)))
    while len(table.state.tricks) < 10:
        table.act(table.state.asked[0], table.offered_any())
    seat = table.state.asked[0]
    assert any(isinstance(a, ClaimRest) for a in game.legal(table.view(seat)))


# -- stacks ---------------------------------------------------------------------------------------


def stacks(contract: str = "Ei", seed: int = 3, **more: str) -> Table:
    """A table with stacks; seat 0 has named the contract."""
    table = table_of(seed=seed, **{"stock": "bodensee", "ziel": "5000", **more})
    table.act(0, Choose(Contract(contract)))
    return table


def test_1_8_six_cards_and_six_stacks_each() -> None:
    """Six to hold, six to see, six that nobody sees; who does not deal names and leads."""
    table = table_of(stock="bodensee")
    for seat in (0, 1):
        view = table.view(seat)
        assert len(view.hand) == 12
        assert [len(shown) for shown in view.open_cards] == [6, 6]
        assert view.counts == (18, 18)
    covered = [seats for seats in game.sights(table.state) if not seats]
    assert len(covered) == 12
    assert (table.state.step, table.state.asked) == (Step.CHOOSE, (0,))
    named = [a.contract.value for a in game.legal(table.view(0)) if isinstance(a, Choose)]
    assert named == [
        "Ei",
        "Ro",
        "Se",
        "Si",
        "obenabe",
        "undenufe",
        "slalom_oben",
        "slalom_unten",
        "guschti_oben",
        "guschti_unten",
    ]
    table.act(0, Choose(Contract.UNDENUFE))
    assert (table.state.step, table.state.asked, table.state.factor) == (Step.PLAY, (0,), 1)


def test_1_8_a_stack_card_played_uncovers_the_one_below() -> None:
    """At once and for all; a hand card uncovers nothing."""
    table = stacks("obenabe")
    shown = table.view(0).open_cards[0]
    place = (shown[0].slot - (table.state.cut or 0)) % 36
    below = (shown[0].slot - 24) % 36
    assert 24 <= place < 30
    assert table.view(0).card_at(below) is None
    table.act(0, Play(shown[0].slot, shown[0].card))
    assert table.state.opened[below] == table.deck[below]
    assert table.state.owners[below] == 0
    assert table.state.asked == (1,)
    assert Turned(0, table.deck[below]) in table.events


def test_1_8_the_follow_rules_look_at_hand_and_open_cards() -> None:
    """A suit that lies open has to be followed, and everybody can see it."""
    for seed in range(40):
        table = stacks("obenabe", seed)
        led = table.offered_any()
        table.act(0, led)
        view = table.view(1)
        suit = led.card // 9
        follow = [item for item in view.hand if item.card // 9 == suit]
        shown = [item for item in view.open_cards[1] if item.card // 9 == suit]
        other = [item for item in view.hand if item.card // 9 != suit]
        if not shown or not other:
            continue
        offered = [a.card for a in game.legal(view) if isinstance(a, Play)]
        assert offered == [item.card for item in follow]
        wrong = Play(other[0].slot, other[0].card)
        assert table.refused(1, wrong, public=True) is Reason.MUST_FOLLOW_WITHOUT_TRUMP
        return
    raise AssertionError("no such deal")


def test_1_8_a_covered_card_binds_nobody() -> None:
    """What its owner could not see is no offence when the hand is opened."""
    for seed in range(12):
        table = stacks("Ro", seed)
        table.play_hand()
        assert game.audit(table.state, table.deck) is None


@pytest.mark.parametrize("seed", range(3))
def test_1_8_stacks_have_eighteen_tricks_and_157_points(seed: int) -> None:
    """257 with all tricks; neither Weis nor Stöck."""
    table = stacks("Se", seed, rest="aus")
    table.play_hand()
    assert len(table.state.tricks) == 18
    table.count()
    result = table.state.results[-1]
    assert sum(result.cards) + sum(result.last_trick) == 157
    assert (result.weis, result.stoeck) == ((0, 0), (0, 0))
    match = tuple(100 if count == 18 else 0 for count in result.tricks)
    assert result.match == match


def test_1_8_guschti_turns_after_nine_of_eighteen() -> None:
    """Half one way, half the other."""
    table = stacks("guschti_oben")
    assert [way.value for way in table.view(0).directions] == ["O"] * 9 + ["U"] * 9


def test_1_8_no_rest_with_covered_cards() -> None:
    """He could not show all he has."""
    table = stacks("obenabe", rest="riskant")
    while table.state.step is Step.PLAY:
        seat = table.state.asked[0]
        offered = game.legal(table.view(seat))
        own = [at for at, owner in enumerate(table.state.owners) if owner == seat]
        covered = [at for at in own if not table.state.sights[at]]
        claims = [a for a in offered if isinstance(a, ClaimRest)]
        assert not (claims and covered)
        if claims:
            table.act(seat, claims[0])
            assert game.hand_over(table.state)
            return
        table.act(seat, table.offered_any())
    raise AssertionError("nobody could claim")


# -- end, options ---------------------------------------------------------------------------------


@pytest.mark.parametrize("stock", ["tot", "nachziehen", "bodensee"])
def test_1_8_the_first_to_500(stock: str) -> None:
    """Rules 1.0.7 apply; nothing is multiplied."""
    table = Table.start(options(None, "sidi", 2, stock=stock), 2, "sidi", 2)
    table.play_out()
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.score[outcome.sides[0]] >= 500
    assert {result.factor for result in table.state.results} == {1}


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"stock": "bodensee", "rauben": "on"}, "rauben_excludes_stock"),
        ({"stock": "bodensee", "weis": "an"}, "weis_excludes_stock"),
        ({"stock": "bodensee", "stoeck": "an"}, "stoeck_excludes_stock"),
        ({"stock": "bodensee", "kreuzweis": "aus"}, "kreuzweis_excludes_stock"),
        ({"stock": "bodensee", "stoeck_welsch": "on"}, "stoeck_welsch_excludes_stock"),
        ({"undenufe_ass_11": "on"}, "undenufe_ass_11_requires_stock"),
        (
            {"stock": "nachziehen", "uebertrumpfzwang_s004": "on"},
            "uebertrumpfzwang_s004_excludes_stock",
        ),
        (
            {"stock": "nachziehen", "stechen_nur_ohne_farbe": "on"},
            "stechen_nur_ohne_farbe_excludes_stock",
        ),
        ({"match": "0"}, "unknown_option"),
        ({"faktoren": "uri"}, "unknown_option"),
        ({"kontermatch_doppelt": "on"}, "unknown_option"),
        ({"erster_geber": "rosen7_vorhand"}, "bad_value"),
    ],
)
def test_2_6_what_does_not_fit_is_refused(settings: dict[str, str], code: str) -> None:
    """With the reason."""
    fault = game_options("sidi", None, settings)
    assert isinstance(fault, OptionFault)
    assert fault.code == code


def test_2_6_to_say_that_stacks_have_no_weis_is_no_contradiction() -> None:
    """`aus` is what holds there anyway."""
    chosen = game_options("sidi", None, {"stock": "bodensee", "weis": "aus", "stoeck": "aus"})
    assert isinstance(chosen, Options)
    plain = game_options("sidi", None, {"stock": "bodensee"})
    assert isinstance(plain, Options)
    assert "kreuzweis" not in plain.to_dict()


def test_1_0_11_the_other_writes_157() -> None:
    """As in the Schieber; who is gone loses the hand."""
    state, _ = game.forfeit(table_of(turned="EiK").state, 0)
    assert state.score == (0, 157)
