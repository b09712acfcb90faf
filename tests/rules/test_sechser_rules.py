"""Rules 1.9: the Schieber for six."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import game
from engine.actions import Choose, ClaimRest, Play, Push
from engine.cards import CARDS_36, Card, card_text
from engine.contracts import Contract, Direction
from engine.errors import Reason
from engine.rules.ausmachen import Ausmachregel, FirstTrick, ausmachen
from engine.state import Step
from engine.variant import OptionFault
from tests.engine.offsuit import play_out
from tests.engine.table import Table, deal_of, game_options, options

FAR = {"ziel": "5000"}
QUIET = {**FAR, "weis": "aus", "stoeck": "aus"}

SWEEP = deal_of(
    "EiK EiO EiA EiU Ei9 Ei10",
    "Ro6 Ro7 Ro8 Ro9 Ro10 RoU",
    "Se6 Se7 Se8 Se9 Se10 SeU",
    "Si6 Si7 Si8 Si9 Si10 SiU",
    "RoO RoK RoA SeO SeK SeA",
    "Ei8 Ei7 Ei6 SiO SiK SiA",
)
"""Seat 0 makes every trick if Eichel are trump and it leads."""


def fill(*parts: str) -> list[list[Card]]:
    """Six hands that hold these cards; the rest is given out one by one, from the Aces down."""
    given = deal_of(*parts, *[""] * (6 - len(parts)))
    rest = [card for card in CARDS_36 if all(card not in hand for hand in given)]
    rest.sort(key=lambda card: (card % 9, card))
    while rest:
        for hand in given:
            if len(hand) < 6:
                hand.append(rest.pop())
    return given


def seated(
    hands: list[list[Card]],
    contract: str | None = "Ei",
    score: tuple[int, ...] | None = None,
    **settings: str,
) -> Table:
    """Seat 0 is Vorhand and has named the contract."""
    table = Table.start(options(None, "sechser", **settings), 0, "sechser")
    known = score or table.state.score
    table.state = replace(table.state, next_dealer=5, score=known)
    table.deal(hands)
    if contract is not None:
        table.act(0, Choose(Contract(contract)))
    return table


# -- cards and sides ----------------------------------------------------------------------------


def test_1_9_six_cards_each_and_nothing_left() -> None:
    """36 cards, six each."""
    table = seated(SWEEP)
    assert table.view(0).counts == (6,) * 6
    assert None not in table.state.owners
    assert table.state.length == 6


@pytest.mark.parametrize(
    ("parteien", "sides"),
    [("3x2", ((0, 3), (1, 4), (2, 5))), ("2x3", ((0, 2, 4), (1, 3, 5)))],
)
def test_1_9_parteien(parteien: str, sides: tuple[tuple[int, ...], ...]) -> None:
    """Three sides whose partners sit opposite, or two of every other seat."""
    table = seated(SWEEP, parteien=parteien)
    assert table.view(0).sides == sides
    assert len(table.state.score) == len(sides)


# -- naming -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("parteien", "partner"), [("3x2", 3), ("2x3", 2)])
def test_1_9_after_a_push_the_next_of_the_side_must_name(parteien: str, partner: int) -> None:
    """Opposite, or two seats on; Vorhand leads all the same."""
    table = seated(SWEEP, None, parteien=parteien)
    table.act(0, Push())
    assert table.state.asked == (partner,)
    assert table.refused(partner, Push()) is Reason.MUST_CHOOSE
    table.act(partner, Choose(Contract.ROSEN))
    assert (table.state.announcer, table.state.asked) == (partner, (0,))


def test_1_9_weiterschieben() -> None:
    """With the option the second of the side may push on to the third, who must name."""
    table = seated(SWEEP, None, parteien="2x3", weiterschieben="on")
    table.act(0, Push())
    assert Push() in game.legal(table.view(2))
    table.act(2, Push())
    assert table.state.asked == (4,)
    assert table.refused(4, Push()) is Reason.MUST_CHOOSE
    table.act(4, Choose(Contract.UNDENUFE))
    assert table.view(0).pushed_by == (0, 2)
    assert (table.state.announcer, table.state.asked) == (4, (0,))


def test_1_9_weiterschieben_needs_three_of_a_side() -> None:
    """With two of a side there is nobody to push on to."""
    fault = game_options("sechser", None, {"weiterschieben": "on"})
    assert isinstance(fault, OptionFault)
    assert fault.code == "weiterschieben_requires_parteien"


def test_1_9_guschti_turns_in_the_middle() -> None:
    """Six tricks: three one way, three the other."""
    table = seated(SWEEP, "guschti_oben", vertraege="guschti")
    oben, unten = Direction.OBEN, Direction.UNTEN
    assert table.view(0).directions == (oben, oben, oben, unten, unten, unten)


# -- points -------------------------------------------------------------------------------------


def test_1_9_a_match_takes_all_six_tricks() -> None:
    """152 + 5 + 100 for the side that named, nothing for the two others."""
    table = play_out(seated(SWEEP, **QUIET))
    result = table.state.results[-1]
    assert result.tricks == (6, 0, 0)
    assert (result.cards, result.last_trick) == ((152, 0, 0), (5, 0, 0))
    assert result.written == (257, 0, 0)


@pytest.mark.parametrize(("doubled", "written"), [("off", 257), ("on", 514)])
def test_1_9_kontermatch(doubled: str, written: int) -> None:
    """Another side takes all six tricks: as a match, or 514 with the option."""
    hands = [SWEEP[1], SWEEP[0], *SWEEP[2:]]
    table = play_out(seated(hands, "Ei", kontermatch_doppelt=doubled, **QUIET))
    assert table.state.results[-1].tricks == (0, 6, 0)
    assert table.state.results[-1].written == (0, written, 0)


def test_1_9_tricks_shared_by_two_sides_are_no_match() -> None:
    """Two of three sides take tricks: no bonus for anybody."""
    hands = fill("Ro6 Ro7", "RoA RoK")
    table = play_out(seated(hands, "Ro", **QUIET))
    result = table.state.results[-1]
    assert sum(count > 0 for count in result.tricks) > 1
    assert sum(result.written) == 157


def test_1_9_the_side_of_the_best_weis_writes_all_of_its_weise() -> None:
    """Seat 0 has 50, seat 1 and its partner 20 and 100: 120 for that side, 0 for the others."""
    hands = fill("Ei6 Ei7 Ei8 Ei9", "Ro6 Ro7 Ro8", "", "", "Se6 Se7 Se8 Se9 Se10")
    table = seated(hands, "Si", stoeck="aus", **FAR)
    table.lowest(6)
    table.settle_automatic()
    assert table.state.weis_seat == 4
    assert {weis.seat for weis in table.state.weise} == {1, 4}
    assert table.view(0).booked[1] >= 120
    weis = [(item.side, item.raw) for item in table.state.bookings if item.kind == "weis"]
    assert weis == [(1, 120)]


def test_1_9_stoeck_belong_to_one_side() -> None:
    """King and Ober of trump at seat 5: its side writes 20."""
    hands = fill("Ei6 Ro6", "", "", "", "", "EiK EiO")
    table = seated(hands, "Ei", weis="aus", **FAR)
    play_out(table)
    assert table.state.results[-1].stoeck == (0, 0, 20)


# -- the end ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "winner"),
    [
        (Ausmachregel.STOECK_WYS_STICH, 2),
        (Ausmachregel.STOECK_STICH_WYS, 2),
        (Ausmachregel.SEQUENZIELL, 2),
    ],
)
def test_1_9_ausmachregel_with_three_sides(rule: Ausmachregel, winner: int) -> None:
    """Side 0 gets there by its trick, side 1 by its Weis, side 2 by Stöck: Stöck come first."""
    first = FirstTrick((980, 950, 985), (0, 0, 20), (0, 50, 0), (25, 0, 0))
    through = ausmachen(first, 1000, rule)
    assert through is not None
    assert through.side == winner
    without = replace(first, stoeck=(0, 0, 0))
    sides = {
        Ausmachregel.STOECK_WYS_STICH: 1,
        Ausmachregel.STOECK_STICH_WYS: 0,
        Ausmachregel.SEQUENZIELL: 1,
    }
    through = ausmachen(without, 1000, rule)
    assert through is not None
    assert through.side == sides[rule]


def test_1_9_the_weis_comes_before_the_trick() -> None:
    """Side 0 is through with trick 1, side 1 with its Weis: side 1 wins, side 0 writes nothing."""
    hands = fill("RoA", "Se6 Se7 Se8 Se9", "Ro6 EiO", "Ro7 EiK", "Si6 Si8 Ro9 RoU Ei6 Ei8")
    table = seated(hands, "Ei", score=(990, 950, 500))
    table.play("RoA")
    table.lowest(5)
    assert table.state.step is Step.AUDIT
    assert (table.state.ended.side, table.state.ended.by) == (1, "weis")
    table.count()
    assert table.state.outcome.winners == (1, 4)
    assert table.state.outcome.score == (990, 1000, 500)


def test_1_9_bergpreis_is_taken_once_by_the_first_of_three() -> None:
    """The first side at half has it; the others get none."""
    table = seated(SWEEP, score=(480, 400, 490), ziel="1000", weis="aus", bergpreis="on")
    play_out(table)
    assert table.state.berg == 0


def test_1_9_every_side_below_half_is_schneider() -> None:
    """Two losers below half are both Schneider; one at half is not."""
    below = play_out(seated(SWEEP, score=(990, 499, 100), weis="aus", stoeck="aus", schneider="on"))
    assert below.state.outcome.sides == (0,)
    assert below.state.outcome.schneider == (1, 2)
    one = play_out(seated(SWEEP, score=(990, 500, 100), weis="aus", stoeck="aus", schneider="on"))
    assert one.state.outcome.schneider == (2,)


# -- offences and rest --------------------------------------------------------------------------


def revoked(**settings: str) -> Table:
    """Seat 1 could follow in trick 1 and does not; the hand is played out."""
    hands = fill("RoA", "Ro6 Si6", "RoK EiK")
    table = seated(hands, "obenabe", **{**QUIET, **settings})
    table.play("RoA")
    table.force(1, Play(*table.opening("Si6")[0]))
    while table.state.asked:
        table.act(table.state.asked[0], table.offered_any())
    return table


def test_1_0_11_with_three_sides_the_others_keep_what_they_had() -> None:
    """The offender's side writes nothing."""
    table = revoked()
    had = [0, 0, 0]
    for item in table.state.bookings:
        had[item.side] += item.points
    table.count()
    result = table.state.results[-1]
    assert result.note == "forfeited"
    assert result.offence.seat == 1
    assert result.written == (had[0], 0, had[2])


def test_1_0_11_with_two_sides_the_other_writes_157() -> None:
    """Or what it had, if that is more."""
    table = revoked(parteien="2x3")
    had = sum(item.points for item in table.state.bookings if item.side == 0)
    table.count()
    assert table.state.results[-1].written == (max(157, had), 0)


def test_1_0_9_a_false_rest_goes_to_the_next_players_side() -> None:
    """With `riskant` and a beatable card the tricks that are left are not his."""
    hands = fill("Ei6 Ei7 Ro6")
    table = seated(hands, "Ei", rest="riskant", **QUIET)
    shown = tuple((item.slot, item.card) for item in table.view(0).hand)
    table.act(0, ClaimRest(shown))
    table.settle_automatic()
    table.count()
    assert table.state.results[-1].written == (0, 257, 0)


def test_1_0_4_no_duty_to_go_over_the_partner_opposite() -> None:
    """With `uebertrumpfzwang_s004` seat 4 must trump the trick of seat 0, seat 3 need not."""
    hands = fill("RoA", "Ro7", "Ro8", "EiA EiU Si6 Si7 Si8 SeA", "Ei9 EiK Si9 Si10 SiU SiO")
    table = seated(hands, "Ei", uebertrumpfzwang_s004="on", **QUIET)
    table.play("RoA Ro7 Ro8")
    assert offered(table) == {"EiA", "EiU", "Si6", "Si7", "Si8", "SeA"}
    table.play("Si6")
    assert offered(table) == {"Ei9", "EiK"}


def offered(table: Table) -> set[str]:
    """The cards the asked seat may play."""
    actions = game.legal(table.view(table.state.asked[0]))
    return {card_text(action.card) for action in actions if isinstance(action, Play)}
