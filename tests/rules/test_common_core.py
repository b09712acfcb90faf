"""Rules 1.0 where they hold for every game alike, the overview of games, and the tips."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine import game
from engine.actions import Bedanken, Bid, Cut, Pass, Play, ShowWeis
from engine.advice import Tip
from engine.bots import hints
from engine.errors import Reason
from engine.faces import NO_FACES
from engine.notation import Settled
from engine.options import Options
from engine.rules.dealing import packets
from engine.seats import Seat
from engine.state import Step
from engine.variant import make_options
from tests.engine.rounds import at_round, play
from tests.engine.table import Table, game_options, hands_with, options
from tests.games import sizes, with_what_it_needs

DECIDING = {"rosen7_vorhand": "Ro7", "rosen10_vorhand": "Ro10"}
TABLES = sizes()


def table_of(slug: str, seats: int, **settings: str) -> Table | None:
    """A table of any game before its first deal, None if it cannot have these settings."""
    variant = game.find_variant(slug)
    assert variant is not None
    needed = with_what_it_needs(variant, seats, settings)
    if needed is None:
        return None
    made = make_options(variant, seats, None, needed)
    assert isinstance(made, Options)
    return Table.start(made, 3, slug, seats)


# -- 1.0.2 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", DECIDING)
@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_1_0_2_the_holder_is_vorhand_in_every_game(slug: str, seats: int, option: str) -> None:
    """Where every card is dealt the holder declares before anything else and is Vorhand."""
    fields = {field.name: field for field in game.find_variant(slug).fields}
    table = table_of(slug, seats, erster_geber=option)
    every_card = {"schieber", "coiffeur", "mittlere", "molotow", "plus_minus", "sechser"}
    assert (table is not None) == (
        slug in every_card or (slug, seats > 2) == ("differenzler", True)
    )
    if table is None:
        assert option not in fields["erster_geber"].choices or slug == "differenzler"
        return
    table.deal()
    assert table.state.step is Step.DECLARE
    holder = table.state.owners[table.slot(DECIDING[option])]
    while table.state.step is Step.DECLARE:
        assert table.automatic()
    assert table.state.vorhand == holder
    assert table.state.dealer == (holder - 1) % seats


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_1_0_2_the_cut_of_every_deck(slug: str, seats: int) -> None:
    """The cutter lifts 3 to all but one; the first card after the cut goes to Vorhand."""
    table = table_of(slug, seats, echtes_abheben="on")
    assert table is not None
    table.state = replace(table.state, next_dealer=Seat(0))
    table.state, _ = game.deal(table.state, bytes(32))
    size = len(game.deck_of(table.state).cards)
    cutter = Seat(seats - 1)
    assert table.state.asked == (cutter,)
    offered = game.legal(game.view(table.state, NO_FACES, cutter))
    assert offered == tuple(Cut(count) for count in range(3, size))
    for count in (2, size):
        assert game.check(table.state, cutter, Cut(count), None) is Reason.CUT_OUT_OF_RANGE
    table.force(cutter, Cut(5))
    assert table.state.cut == 5
    assert table.state.owners[5] == table.state.vorhand


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_1_0_2_the_deal_moves_on_and_a_void_hand_is_dealt_again(slug: str, seats: int) -> None:
    """To the next seat in playing order, in the Chappe-Jass against it; a void hand not at all."""
    table = table_of(slug, seats)
    assert table is not None
    table.deal()
    first = table.state.dealer
    assert first is not None
    table.state, _ = game.annul(table.state)
    table.deal()
    assert table.state.dealer == first
    table.play_hand()
    table.count()
    if table.state.results[-1].note == "annulled":
        return  # nobody was ever void
    table.deal()
    step = -1 if slug == "chappe" else 1
    assert table.state.dealer == (first + step) % seats


def test_1_0_2_a_card_that_is_not_the_deciding_one_declares_nothing() -> None:
    """Only the card the table agreed on makes its holder Vorhand."""
    table = Table.start(options(erster_geber="rosen7_vorhand"), 3)
    table.deal()
    seat = next(seat for seat in range(4) if game.legal(table.view(seat)) == (Pass(),))
    held = table.view(seat).hand[0]
    declared = type(declaration(table))(held.slot, held.card)
    assert table.refused(seat, declared) is Reason.NOT_THE_DECIDING_CARD


def declaration(table: Table) -> object:
    """What the holder declares."""
    found = [game.automatic(table.view(seat)) for seat in range(4)]
    return next(action for action in found if action is not None and action != Pass())


# -- 1.0.5, 1.0.7 ---------------------------------------------------------------------------------


@pytest.mark.parametrize("weisen", ["auto", "manuell"])
def test_1_0_5_secrecy_of_losing_and_silent_weise(weisen: str) -> None:
    """What lost, or was never announced, is in no view of another seat and in no result."""
    hands = hands_with("EiA EiK EiO EiU", "Se6 Se7 Se8", "Ro8 Ro9 Ro10", "Si10 SiU SiO")
    table = Table.seated(options(weisen=weisen, ziel="5000"), hands, "Ro")
    while len(table.state.tricks) < 2 and table.state.asked:
        offered = game.legal(table.view(table.state.asked[0]))
        table.act(table.state.asked[0], offered[-1])
    assert table.state.weis_seat == 0
    shown = {weis.seat for weis in table.state.weise}
    assert shown <= {0, 2}
    losing = [table.slot(text) for text in ("Se6", "Se7", "Se8", "Si10", "SiU", "SiO")]
    played = [slot for slot in losing if table.state.played >> slot & 1]
    for slot in set(losing) - set(played):
        assert table.state.opened[slot] is None
        owner = table.state.owners[slot]
        assert all(table.view(s).card_at(slot) is None for s in range(4) if s != owner)
    acts = [entry.action for entry in table.state.history if isinstance(entry.action, ShowWeis)]
    told = {slot for act in acts for weis in act.weise for slot, _ in weis}
    assert told.isdisjoint(losing)


def test_1_0_7_bedanken_manuell_shows_no_points_of_the_running_hand() -> None:
    """Nobody counts for the players; after the hand the points are there."""
    table = Table.seated(options(ende="bedanken_manuell"), hands_with(), "Ei")
    table.lowest(8)
    assert table.view(0).booked == ()
    assert Table.seated(options(), hands_with(), "Ei").view(0).booked == (0, 0)


def test_1_0_7_nothing_is_done_after_the_end() -> None:
    """When everything is over every act is refused as such."""
    table = Table.start(options("turnier_12", laenge="1"), 1)
    table.play_out()
    assert table.state.step is Step.OVER
    slot, card = 0, table.deck[0]
    for action in (Play(slot, card), Pass()):
        assert game.check(table.state, Seat(0), action, None) is Reason.GAME_OVER
    assert game.check(table.state, Seat(0), Bedanken(), None) is not None


# -- 1.0.10 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_1_0_10_invariant_2_something_is_always_legal(slug: str, seats: int) -> None:
    """Whoever is asked to play may play at least one of his own cards, and nothing else."""
    table = table_of(slug, seats)
    assert table is not None
    table.deal()
    while table.state.asked:
        for seat in table.state.asked:
            view = table.view(seat)
            plays = [action for action in game.legal(view) if isinstance(action, Play)]
            assert {action.card for action in plays} <= {item.card for item in view.hand}
            assert game.legal(view)
        table.step()


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_1_0_11_a_hand_that_breaks_off_is_lost_or_void(slug: str, seats: int) -> None:
    """A seat gone costs its side something and nobody else; a void hand costs nothing."""
    table = table_of(slug, seats)
    assert table is not None
    table.deal()
    lost, _ = game.forfeit(table.state, Seat(1))
    result = lost.results[-1]
    side = table.view(0).side_of(Seat(1))
    gained = [points for at, points in enumerate(result.written) if at != side]
    if slug == "coiffeur":
        assert set(result.written) == {0}  # no contract yet: annulled
    elif slug in {"plus_minus", "mittlere"}:
        # Where only Striche count the three Nuller of the Plus-Minus cost nothing.
        assert (result.written[side], set(gained)) == (-2 if slug == "mittlere" else 0, {1})
    elif lost.setup.lower_wins:
        plan = game.rules_of(table.state.setup).dealing.plan(table.state)
        cost = plan.cards if slug in {"chappe", "hae"} else 157
        assert (result.written[side], set(gained)) == (cost, {0})
    else:
        assert result.written[side] == 0
        assert gained == ([157] if len(lost.setup.sides) == 2 else [0, 0])
    void, _ = game.annul(table.state)
    assert set(void.results[-1].written) == {0}


# -- 1.1 ------------------------------------------------------------------------------------------


def test_1_1_turnier_12_without_weis_stoeck_and_match_is_1884() -> None:
    """Twelve hands of 157 points, whoever makes them."""
    chosen = options("turnier_12", weis="aus", stoeck="aus", match="0")
    table = Table.start(chosen, 5)
    table.play_out()
    assert len(table.state.results) == 12
    assert sum(table.state.score) == 12 * 157 == 1884
    assert all(line == Settled(None) for line in table.log if isinstance(line, Settled))


# -- 1.12 -----------------------------------------------------------------------------------------

OVERVIEW = """
schieber 4 | 9 | partners | first to the target
differenzler 4 | 9 | alone | lowest
differenzler 2 | 12 | alone | lowest
differenzler 3 | 12 | alone | lowest
differenzler 5 | 7 | alone | lowest
coiffeur 4 | 9 | partners | highest
molotow 3 | 12 | alone | lowest
molotow 4 | 9 | alone | lowest
molotow 5 | 7 | alone | lowest
molotow 6 | 6 | alone | lowest
plus_minus 4 | 9 | alone | highest
mittlere 3 | 12 | alone | highest
sidi 2 | 8 | alone | first to the target
sechser 6 | 6 | partners | first to the target
chappe 2 | 5 | alone | lowest
chappe 7 | 5 | alone | lowest
chappe 10 | 5 | alone | lowest
hae 2 | 10 | alone | lowest
hae 10 | 5 | alone | lowest
"""


@pytest.mark.parametrize("line", OVERVIEW.strip().splitlines())
def test_1_12_overview(line: str) -> None:
    """Players, cards, partners and who wins, as the lobby tells it."""
    name, cards, partners, winner = (part.strip() for part in line.split("|"))
    slug, seats = name.split()[0], int(name.split()[1])
    table = table_of(slug, seats)
    assert table is not None
    rules = game.rules_of(table.state.setup)
    assert rules.dealing.plan(table.state).cards == int(cards)
    assert (len(table.state.setup.sides) < seats) == (partners == "partners")
    assert table.state.setup.lower_wins == (winner == "lowest")
    assert (rules.ending.target is not None) == (winner == "first to the target")


def test_1_12_packets_of_every_game() -> None:
    """As rules 1.0.2 and the page of each game give them."""
    given = {12: (4, 4, 4), 10: (5, 5), 9: (3, 3, 3), 8: (4, 4), 7: (4, 3), 6: (3, 3)}
    for slug, seats in TABLES:
        table = table_of(slug, seats)
        assert table is not None
        plan = game.rules_of(table.state.setup).dealing.plan(table.state)
        if plan.cards in given:
            assert (plan.packets or packets(plan.cards)) == given[plan.cards], slug


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_1_12_no_other_number_of_players(slug: str, seats: int) -> None:
    """Every number that is not named is refused."""
    named = {count for name, count in TABLES if name == slug}
    assert seats in named
    for count in range(1, 12):
        assert isinstance(game_options(slug, None, {}, count), Options) == (count in named)


# -- 1.13 -----------------------------------------------------------------------------------------


def named(contract: str | None, hand: str, **settings: str) -> Table:
    """A Schieber where seat 0 holds this hand and is asked."""
    return Table.seated(options(**settings), hands_with(hand, seed=1), contract)


def after_the_first_stoeck_card() -> Table:
    """The King of trump has taken the first trick; the Ober is still in hand."""
    hands = hands_with("EiK EiO EiU Ei9 RoA RoK Ro10 SeA SiA", seed=1)
    table = Table.seated(options(weis="aus"), hands, "Ei")
    table.play("EiK")
    while table.state.asked != (0,):
        table.act(table.state.asked[0], table.offered_any())
    return table


def in_a_tie() -> Table:
    """Nine cards each, and seat 0 has tied at the top."""
    settings = {"start_karten": "9", "blatt": "2x36"}
    hands = ("EiA RoA", "EiA Ei6", "Ei7 Ro7")
    table = at_round("chappe", 3, 9, *hands, dealer=0, bids=(0, 0, 3), **settings)
    play(table, "EiA EiA Ei7")
    return table


def before_the_dealer_speaks() -> Table:
    """Two have announced; one number is forbidden to the dealer."""
    table = at_round("chappe", 3, 5)
    for _ in range(2):
        table.act(table.state.asked[0], Bid(2))
    return table


NINE: list[tuple[Tip, Callable[[], Table]]] = [
    (Tip.LOW_TRUMP, lambda: named("Ei", "EiU Ei9 Ei8 Ei7 Ei6 RoA RoK Se6 Si8", weis="aus")),
    (Tip.EARLY_STOECK, after_the_first_stoeck_card),
    (Tip.ACE_FOR_TEN, lambda: named("obenabe", "RoA Ro10 Ro7 Se6 Se7 Se9 Si6 Si8 Si9", weis="aus")),
    (Tip.CHOOSE_YOURSELF, lambda: named(None, "EiU Ei9 EiA EiK Ei8 Ei7 RoA SeA Si6")),
    (Tip.WITHOUT_TRUMP, lambda: named(None, "EiA Ei10 RoA Ro10 SeA Se10 SiA SiK Si10")),
    (Tip.ANNOUNCE_WEIS, lambda: named("Ei", "Ro6 Ro7 Ro8 Ro9 EiA SeA Si6 Si8 Ei6")),
    (Tip.AIM_AT_DUEL, in_a_tie),
    (Tip.DEALERS_NUMBER, before_the_dealer_speaks),
    (Tip.LOW_JOKER, lambda: at_round("hae", 3, 2, "Jo1 C2", bids=(0, 0, 0))),
]
"""The tips of rules 1.13, in its order, each with a table at which it is given."""


@pytest.mark.parametrize(("tip", "table"), NINE, ids=[tip.value for tip, _ in NINE])
def test_1_13_tips_are_given_where_they_help(tip: Tip, table: Callable[[], Table]) -> None:
    """Each of the nine is the reason of some advice at a table made for it."""
    at = table()
    assert tip in [item.reason for item in hints(at.view(at.state.asked[0]))]


def test_1_13_the_nine_codes() -> None:
    """The codes are those of the rules, in their order, and no tip is missing."""
    codes = (
        "trumpf_tief stoeck_frueh ass_fuer_zehn selber_ansagen ohne_trumpf weis_melden "
        "chappe_stechen chappe_geber hae_joker_tief"
    )
    assert [tip.value for tip, _ in NINE] == [f"tipp_{code}" for code in codes.split()]
    assert [tip for tip, _ in NINE] == list(Tip)[:9]
