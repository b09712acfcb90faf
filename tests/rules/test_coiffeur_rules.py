"""Rules 1.4: Coiffeur, every column once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import game
from engine.actions import Choose, ClaimRest, Play, Push, ShowWeis
from engine.cards import Card
from engine.contracts import Contract
from engine.errors import Reason
from engine.events import HandAnnulled
from engine.phases.columns import COLUMN, open_columns
from engine.state import HandResult, Step
from engine.variant import OptionFault
from tests.engine.table import Table, deal_of, game_options, hands_with, options

EI, RO, SI, SE, OBEN, UNTEN, JOKER_1, JOKER_2 = range(8)
"""The columns of the usual profile."""

SWEEP = deal_of(
    "EiK EiO EiA EiU Ei9 Ei10 Ei8 Ei7 Ei6",
    "Ro6 Ro7 Ro8 Ro9 Ro10 RoU RoO RoK RoA",
    "Se6 Se7 Se8 Se9 Se10 SeU SeO SeK SeA",
    "Si6 Si7 Si8 Si9 Si10 SiU SiO SiK SiA",
)
"""Seat 0 holds all Eichel."""


def seated(
    hands: list[list[Card]] | None = None,
    filled: tuple[tuple[int, int], ...] = (),
    seats: int = 4,
    **settings: str,
) -> Table:
    """Seat 0 is Vorhand; the (side, column) in `filled` were played before."""
    table = Table.start(options(None, "coiffeur", seats, **settings), 0, "coiffeur", seats)
    sides = len(table.state.setup.sides)
    results = tuple(result(sides, side, column) for side, column in filled)
    table.state = replace(table.state, next_dealer=seats - 1, results=results)
    table.deal(hands)
    return table


def result(sides: int, side: int, column: int) -> HandResult:
    """A hand that filled a column."""
    zero = (0,) * sides
    filled = tuple(column if at == side else -1 for at in range(sides))
    return HandResult(
        1, 1, Contract.EICHEL, side, zero, zero, zero, zero, zero, 1, zero, zero, zero,
        extra=((COLUMN, filled),),
    )  # fmt: skip


def every(side: int) -> tuple[tuple[int, int], ...]:
    """All columns of a side."""
    return tuple((side, column) for column in range(8))


def offered(table: Table) -> set[tuple[int | None, str]]:
    """(column, contract) that the asked seat may name."""
    found = game.legal(table.view(table.state.asked[0]))
    return {(item.column, item.contract.value) for item in found if isinstance(item, Choose)}


def may_push(table: Table) -> bool:
    """Whether the asked seat may pass it on."""
    return Push() in game.legal(table.view(table.state.asked[0]))


def play_out(table: Table) -> None:
    """To the end of the hand, each the first card offered."""
    while table.state.asked:
        table.settle_automatic()
        if table.state.asked:
            table.act(table.state.asked[0], table.offered_any())


# -- columns ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "columns"),
    [
        ({}, "Ei1 Ro2 Si3 Se4 obenabe5 undenufe6 joker17 joker28"),
        (
            {"faktor_blatt": "franzoesisch"},
            "Ei3 Ro4 Si1 Se2 obenabe5 undenufe6 joker17 joker28",
        ),
        (
            {"coiffeur_profil": "coiffeur10"},
            "Ei1 Ro2 Si3 Se4 obenabe5 undenufe6 slalom7 guschti8 joker19 joker210",
        ),
        ({"coiffeur_profil": "coiffeur6"}, "Ei1 Ro1 Si1 Se1 obenabe3 undenufe4"),
        (
            {"coiffeur_profil": "coiffeur6", "faktor_blatt": "franzoesisch"},
            "Ei3 Ro2 Si1 Se1 obenabe3 undenufe4",
        ),
        (
            {"coiffeur_profil": "coiffeur_einzel"},
            "Ei3 Ro2 Si2 Se3 obenabe5 undenufe6 joker17 joker28",
        ),
        (
            {"coiffeur_profil": "coiffeur_einzel", "faktor_blatt": "franzoesisch"},
            "Ei3 Ro2 Si2 Se3 obenabe5 undenufe6 joker17 joker28",
        ),
    ],
)
def test_1_4_profiles(settings: dict[str, str], columns: str) -> None:
    """Columns and factors of each profile, for both decks."""
    table = Table.start(options(None, "coiffeur", **settings), 0, "coiffeur")
    rules = game.rules_of(table.state.setup)
    found = [f"{column.name}{column.factor}" for column in rules.choosing.columns]
    assert found == columns.split()


@pytest.mark.parametrize(
    ("profile", "seats", "hands"),
    [
        ("coiffeur8", 4, 16),
        ("coiffeur10", 4, 20),
        ("coiffeur6", 4, 12),
        ("coiffeur_einzel", 4, 32),
        ("coiffeur_einzel", 3, 24),
    ],
)
def test_1_4_every_side_plays_every_column_once(profile: str, seats: int, hands: int) -> None:
    """So many hands, in which each side fills each column exactly once."""
    chosen = options(None, "coiffeur", seats, coiffeur_profil=profile)
    table = Table.start(chosen, 3, "coiffeur", seats)
    table.play_out()
    results = table.state.results
    assert len(results) == hands
    sides = len(table.state.setup.sides)
    columns = len(game.rules_of(table.state.setup).choosing.columns)
    filled = [(side, item.get(COLUMN)[side]) for item in results for side in range(sides)]
    played = sorted(pair for pair in filled if pair[1] >= 0)
    assert played == [(side, column) for side in range(sides) for column in range(columns)]


def test_1_4_three_play_everybody_alone() -> None:
    """Twelve cards and twelve tricks; the other profiles need four players."""
    table = seated(seats=3)
    assert table.view(0).sides == ((0,), (1,), (2,))
    assert table.view(0).counts == (12, 12, 12)
    assert table.state.length == 12
    fault = game_options("coiffeur", None, {"coiffeur_profil": "coiffeur8"}, 3)
    assert isinstance(fault, OptionFault)
    assert fault.code == "coiffeur_profil_requires_players"


def test_1_4_a_joker_is_any_contract_of_the_profile() -> None:
    """Any suit, Obenabe or Undenufe; Slalom and Guschti only where they are columns."""
    six = {"Ei", "Ro", "Se", "Si", "obenabe", "undenufe"}
    assert {name for column, name in offered(seated()) if column == JOKER_1} == six
    ten = offered(seated(coiffeur_profil="coiffeur10"))
    turning = {"slalom_oben", "slalom_unten", "guschti_oben", "guschti_unten"}
    assert {name for column, name in ten if column == 8} == six | turning
    assert {name for column, name in ten if column == 6} == {"slalom_oben", "slalom_unten"}


def test_1_4_a_column_once_used_is_locked() -> None:
    """For its side only, in whatever hand it was filled."""
    table = seated(filled=((0, EI), (0, JOKER_2), (1, RO)))
    assert {column for column, _ in offered(table)} == {RO, SI, SE, OBEN, UNTEN, JOKER_1}
    assert table.refused(0, Choose(Contract.EICHEL, EI)) is Reason.COLUMN_NOT_OPEN
    assert table.refused(0, Choose(Contract.EICHEL, JOKER_2), public=True) is Reason.COLUMN_NOT_OPEN
    assert table.refused(0, Choose(Contract.EICHEL, RO)) is Reason.CONTRACT_NOT_OFFERED
    assert table.refused(0, Choose(Contract.EICHEL)) is Reason.COLUMN_NOT_OPEN
    assert table.refused(0, Choose(Contract.EICHEL, 8)) is Reason.COLUMN_NOT_OPEN
    table.act(0, Push())
    assert {column for column, _ in offered(table)} == {EI, SI, SE, OBEN, UNTEN, JOKER_1, JOKER_2}


# -- who names ----------------------------------------------------------------------------------


def test_1_4_passing_goes_to_the_next_seat_and_vorhand_must_at_last() -> None:
    """Not to the partner; after four passes Vorhand names («im Zwang»)."""
    table = seated()
    for seat in range(4):
        assert table.state.asked == (seat,)
        table.act(seat, Push())
    assert table.state.asked == (0,)
    assert table.refused(0, Push()) is Reason.MUST_CHOOSE
    assert not may_push(table)
    assert table.view(1).pushed_by == (0, 1, 2, 3)


def test_1_4_a_finished_side_passes_by_itself() -> None:
    """Seats of a side without columns are not asked; the first of the others must at last."""
    table = seated(filled=every(0))
    assert table.state.asked == (1,)
    table.act(1, Push())
    assert table.state.asked == (3,)
    table.act(3, Push())
    assert table.state.asked == (1,)
    assert not may_push(table)


def test_1_4_who_is_left_alone_must_name() -> None:
    """Everybody alone and only one with columns left: there is nobody to pass it to."""
    filled = every(0) + every(1) + every(3)
    table = seated(filled=filled, coiffeur_profil="coiffeur_einzel")
    assert table.state.asked == (2,)
    assert not may_push(table)


def test_1_4_the_announcer_leads() -> None:
    """Not Vorhand, unlike in the Schieber."""
    table = seated()
    table.act(0, Push())
    table.act(1, Push())
    table.act(2, Choose(Contract.SCHELLEN, SE))
    assert (table.state.asked, table.state.factor) == ((2,), 4)
    assert table.state.announcer == 2


# -- writing ------------------------------------------------------------------------------------


def test_1_4_only_the_announcing_side_writes() -> None:
    """Its points times the factor of the column."""
    hands = hands_with("EiU EiA Ei9", "RoA RoK", seed=2)
    table = seated(hands)
    table.act(0, Choose(Contract.EICHEL, JOKER_1))
    play_out(table)
    table.count()
    last = table.state.results[-1]
    made = last.cards[0] + last.last_trick[0]
    assert 0 < made < 157
    assert last.written == (7 * made, 0)
    assert last.get(COLUMN) == (JOKER_1, -1)
    rules = game.rules_of(table.state.setup)
    assert JOKER_1 not in open_columns(rules, table.state, 0)
    assert JOKER_1 in open_columns(rules, table.state, 1)


@pytest.mark.parametrize(("match", "points"), [("100", 257), ("0", 157)])
def test_1_4_a_match_is_multiplied(match: str, points: int) -> None:
    """(157 + 100) times 8; without the bonus 157 times 8."""
    table = seated(SWEEP, match=match)
    table.act(0, Choose(Contract.EICHEL, JOKER_2))
    play_out(table)
    table.count()
    assert table.state.results[-1].written == (8 * points, 0)


def test_1_4_a_kontermatch_writes_nothing_for_anybody() -> None:
    """The others make all tricks: the announcer's column holds 0."""
    table = seated([SWEEP[1], SWEEP[0], SWEEP[2], SWEEP[3]])
    table.act(0, Choose(Contract.EICHEL, EI))
    play_out(table)
    table.count()
    last = table.state.results[-1]
    assert (last.tricks, last.written) == ((0, 9), (0, 0))
    assert last.get(COLUMN) == (EI, -1)


def test_1_4_the_higher_total_wins_and_equal_totals_are_a_draw() -> None:
    """After the last column."""
    filled = tuple(pair for pair in every(0) + every(1) if pair != (0, EI))
    table = seated(SWEEP, filled=filled)
    table.state = replace(table.state, score=(0, 257))
    table.act(0, Choose(Contract.EICHEL, EI))
    play_out(table)
    table.count()
    assert table.state.step is Step.OVER
    assert table.state.outcome.sides == (0, 1)
    assert table.state.outcome.winners == (0, 1, 2, 3)


# -- Weis and Stöck -----------------------------------------------------------------------------


def weising(announcer: int, column: int, **settings: str) -> Table:
    """Side 0 has 50 and Stöck, side 1 has 100; trick 1 is played."""
    hands = hands_with("Si6 Si7 Si8 Si9 EiK EiO", "Se6 Se7 Se8 Se9 Se10")
    table = seated(hands, coiffeur_weis="on", **settings)
    for seat in range(announcer):
        table.act(seat, Push())
    table.act(announcer, Choose(Contract.EICHEL, column))
    for _ in range(4):
        table.act(table.state.asked[0], table.offered_any())
    table.settle_automatic()
    return table


def test_1_4_no_weis_without_the_option() -> None:
    """Nothing is shown or called."""
    table = seated(SWEEP)
    table.act(0, Choose(Contract.EICHEL, EI))
    play_out(table)
    assert table.state.weise == ()
    assert table.state.stoeck is None
    assert table.refused(0, ShowWeis(())) is Reason.WRONG_PHASE


def test_1_4_coiffeur_weis_counts_for_the_announcing_side() -> None:
    """Its own Weise times the factor, although the others hold a better one."""
    table = weising(0, EI)
    assert {item.seat for item in table.state.weise} == {0}
    assert [(item.side, item.raw) for item in table.state.bookings if item.kind == "weis"] == [
        (0, 50)
    ]
    play_out(table)
    table.count()
    last = table.state.results[-1]
    assert (last.weis, last.stoeck) == ((50, 0), (20, 0))
    assert last.written[0] == last.cards[0] + last.last_trick[0] + last.match[0] + 70


def test_1_4_coiffeur_weis_not_for_the_others() -> None:
    """Side 1 names: its 100 count, Stöck of side 0 do not."""
    table = weising(1, EI)
    assert {item.seat for item in table.state.weise} == {1}
    play_out(table)
    assert table.state.stoeck is None


def test_1_4_coiffeur_weis_not_in_a_joker() -> None:
    """Neither Weise nor Stöck."""
    table = weising(0, JOKER_1)
    assert table.state.weise == ()
    play_out(table)
    assert table.state.stoeck is None
    stoeck = [item for item in table.state.bookings if item.kind in {"weis", "stoeck"}]
    assert stoeck == []


def test_1_4_weis_ohne_faktor() -> None:
    """With the option the Weis alone is not multiplied."""
    table = weising(0, EI, faktor_blatt="franzoesisch", weis_ohne_faktor="on")
    play_out(table)
    table.count()
    last = table.state.results[-1]
    cards = last.cards[0] + last.last_trick[0] + last.match[0]
    assert last.written[0] == 3 * (cards + 20) + 50


def test_1_0_6_stoeck_in_a_shown_weis_are_credited_with_it() -> None:
    """A run of trump with König and Ober brings both."""
    hands = hands_with("EiU EiO EiK")
    table = seated(hands, coiffeur_weis="on")
    table.act(0, Choose(Contract.EICHEL, EI))
    table.lowest(4)
    table.settle_automatic()
    assert table.state.stoeck == 0
    kinds = [(item.kind, item.raw) for item in table.state.bookings if item.kind != "trick"]
    assert kinds == [("weis", 20), ("stoeck", 20)]


def test_1_0_9_no_rest_before_the_weise_are_shown() -> None:
    """With `coiffeur_weis` nobody claims in trick 1, without it he may."""
    shown = tuple((slot, card) for slot, card in seated_cards(seated(SWEEP)))
    table = seated(SWEEP, coiffeur_weis="on")
    table.act(0, Choose(Contract.EICHEL, EI))
    assert not any(isinstance(item, ClaimRest) for item in game.legal(table.view(0)))
    assert table.refused(0, ClaimRest(shown)) is Reason.REST_NOT_ALLOWED
    table = seated(SWEEP)
    table.act(0, Choose(Contract.EICHEL, EI))
    assert any(isinstance(item, ClaimRest) for item in game.legal(table.view(0)))


def seated_cards(table: Table) -> list[tuple[int, int]]:
    """The hand of seat 0 with its slots."""
    return [(item.slot, item.card) for item in table.view(0).hand]


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"weis_profil": "pagat"}, "weis_profil_requires_coiffeur_weis"),
        ({"kreuzweis": "aus"}, "kreuzweis_requires_coiffeur_weis"),
        ({"weis_ohne_faktor": "on"}, "weis_ohne_faktor_requires_coiffeur_weis"),
        (
            {"coiffeur_weis": "on", "weis_teilen": "on"},
            "weis_teilen_requires_weis_profil",
        ),
        ({"slalom_wert": "je_stich"}, "slalom_wert_requires_coiffeur_profil"),
        ({"ziel": "1000"}, "unknown_option"),
        ({"weisen": "manuell"}, "unknown_option"),
    ],
)
def test_2_6_conflicts(settings: dict[str, str], code: str) -> None:
    """Each combination of the last column is refused with its own code."""
    fault = game_options("coiffeur", None, settings)
    assert isinstance(fault, OptionFault)
    assert fault.code == code


# -- lost hands and false claims ----------------------------------------------------------------


def revoked(**settings: str) -> Table:
    """Seat 0 has named; seat 1 does not follow in trick 1 although it could."""
    table = seated(hands_with("RoA RoK", "Ro6 Si6", seed=5), **settings)
    table.act(0, Choose(Contract.OBENABE, OBEN))
    table.play("RoA")
    table.force(1, Play(*table.opening("Si6")[0]))
    play_out(table)
    return table


def test_1_0_11_the_other_side_offends() -> None:
    """The announcer writes 157 times the factor, or what it made, if that is more."""
    table = revoked()
    made = sum(item.points for item in table.state.bookings if item.side == 0)
    table.count()
    last = table.state.results[-1]
    assert last.note == "forfeited"
    assert last.written == (max(5 * 157, made), 0)
    assert last.get(COLUMN) == (OBEN, -1)


def test_1_0_11_the_announcing_side_offends() -> None:
    """Its column is filled with 0."""
    table = seated()
    for seat in range(3):
        table.act(seat, Push())
    table.act(3, Choose(Contract.OBENABE, OBEN))
    state = game.forfeit(table.state, 1)[0]
    assert state.results[-1].written == (0, 0)
    assert state.results[-1].get(COLUMN) == (-1, OBEN)
    assert state.results[-1].note == "forfeited"


def test_1_0_11_before_a_column_is_named_the_hand_is_void() -> None:
    """Who is gone then costs nobody anything; the same dealer deals again."""
    table = seated(hands_with())
    state, events = game.forfeit(table.state, 2)
    assert state.results[-1].note == "annulled"
    assert (state.score, state.next_dealer) == ((0, 0), 3)
    assert any(isinstance(event, HandAnnulled) for event in events)
    assert len(open_columns(game.rules_of(state.setup), state, 0)) == 8


def test_1_0_11_annulliert_leaves_the_column_open() -> None:
    """With the option nothing is written or filled."""
    table = revoked(strafe="annulliert")
    table.count()
    assert table.state.results[-1].note == "annulled"
    assert len(open_columns(game.rules_of(table.state.setup), table.state, 0)) == 8


def test_1_0_9_a_false_rest_of_a_defender_goes_to_the_announcer() -> None:
    """Everybody alone, `riskant`: not to another defender, who writes nothing anyway."""
    hands = hands_with("SiA Si7", "Si6 RoA RoK", "Si8", "Si10")
    table = seated(hands, rest="riskant", coiffeur_profil="coiffeur_einzel")
    table.act(0, Choose(Contract.UNDENUFE, UNTEN))
    table.play("SiA Si6 Si8 Si10")
    assert table.state.asked == (1,)
    shown = tuple((item.slot, item.card) for item in table.view(1).hand)
    table.act(1, ClaimRest(shown))
    table.settle_automatic()
    assert [item.side for item in table.state.bookings if item.kind == "rest"] == [0]
