"""Rules 1.5: Molotow."""

from __future__ import annotations

import pytest

from engine import game
from engine.actions import ClaimRest, Play, ShowWeis
from engine.cards import parse_card
from engine.contracts import Contract
from engine.errors import Reason
from engine.events import HandAnnulled, TrumpFixed
from engine.phases.offsuit import table_weis
from engine.rules.melds import MeldRules, WeisProfile
from engine.seats import Seat
from engine.state import Step
from engine.variant import OptionFault
from tests.engine.offsuit import booked, fill, offered, play_out, seated, suits_apart
from tests.engine.table import Table, deal_of, game_options, options

FOUR = deal_of(
    "RoA RoK RoO Si7 Si9 EiA Ei9 SeA Se10",
    "Ro6 Ro9 RoU Si8 SiU EiU Ei8 SeK Se8",
    "Ei6 EiK EiO Se6 Se9 SeU Si6 Si10 SiO",
    "Ro7 Ro8 Ro10 SiA SiK Ei7 Ei10 SeO Se7",
)
"""Seat 2 has no Rosen."""


def molotow(hands: list[list[int]] = FOUR, **settings: str) -> Table:
    """A table of Molotow where seat 0 leads."""
    return seated("molotow", hands, **settings)


# -- dealing and length -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "cards", "deck", "hands"),
    [(3, 12, "36", 6), (4, 9, "36", 8), (5, 7, "35-Ei7", 10), (6, 6, "36", 12)],
)
def test_1_5_cards_and_length(seats: int, cards: int, deck: str, hands: int) -> None:
    """12, 9, 7 or 6 cards; five play without Ei7; two deals each."""
    chosen = options(None, "molotow", seats)
    table = Table.start(chosen, 1, "molotow", seats)
    assert game.deck_kind(table.state) == deck
    assert chosen.laenge == hands
    table.deal()
    assert table.view(0).counts == (cards,) * seats
    assert None not in table.state.owners
    table.play_out()
    counted = [item for item in table.state.results if item.note is None]
    assert len(counted) == hands
    assert all(sum(item.cards) + sum(item.last_trick) == 157 for item in counted)


def test_1_5_everybody_alone_and_fewest_points_win() -> None:
    """One seat a side; equal totals share the win."""
    table = molotow(laenge="1")
    assert table.view(0).sides == ((0,), (1,), (2,), (3,))
    assert table.view(0).lower_wins
    play_out(table)
    score = table.state.score
    assert table.state.outcome.sides == tuple(
        side for side in range(4) if score[side] == min(score)
    )


# -- how trump comes up -------------------------------------------------------------------------


def test_1_5_before_trump_is_known_suit_must_be_followed() -> None:
    """Obenabe ranking and row 1."""
    table = molotow()
    assert table.state.contract is None
    table.play("RoA")
    assert offered(table) == {"Ro6", "Ro9", "RoU"}
    slot, card = table.opening("Si8")[0]
    assert table.refused(1, Play(slot, card)) is Reason.MUST_FOLLOW_WITHOUT_TRUMP
    table.play("RoU")
    assert offered(table) == {"Ei6", "EiK", "EiO", "Se6", "Se9", "SeU", "Si6", "Si10", "SiO"}


@pytest.mark.parametrize(("how", "winner"), [("sofort", 2), ("ab_naechstem_stich", 0)])
def test_1_5_the_first_card_that_does_not_follow_makes_trump(how: str, winner: int) -> None:
    """Its suit is trump from then on; it takes the running trick, or not yet."""
    table = molotow(trumpf_wirkt=how)
    table.play("RoA Ro6 Ei6")
    assert table.state.contract is Contract.EICHEL
    assert TrumpFixed(Contract.EICHEL, Seat(2)) in table.events
    table.play("Ro8")
    assert table.state.tricks[0].winner == winner
    assert table.state.contract is Contract.EICHEL


def test_1_5_ab_naechstem_stich_finishes_the_trick_without_trump() -> None:
    """Who can follow must, and may trump only if the new trump acts at once."""
    now = molotow()
    now.play("RoA Ro6 Ei6")
    assert offered(now) == {"Ro7", "Ro8", "Ro10", "Ei7", "Ei10"}
    later = molotow(trumpf_wirkt="ab_naechstem_stich")
    later.play("RoA Ro6 Ei6")
    assert offered(later) == {"Ro7", "Ro8", "Ro10"}
    later.play("Ro7 RoK Ro9")
    # In the next trick it does: seat 2 trumps and takes it.
    later.play("EiK Ro8")
    assert later.state.tricks[1].winner == 2


def test_1_5_hindersi_rows_once_trump_is_known() -> None:
    """Undertrumping is allowed when void; the Puur need not follow when it is the only trump."""
    hands = fill(
        4,
        9,
        "RoA RoK Ei7 Ei8 Ei10 Si6 Si7 Si8 Si9",
        "Ro6 Ro7 EiU Se6 Se7 Se8 Si10 SiU SiO",
        "Ei9 Ei6 Se9 Se10 SeU SeO SeK SeA SiA",
        "Ro8 Ro9 Ro10 RoU RoO EiO EiK EiA SiK",
    )
    table = molotow(hands)
    table.play("RoA Ro6 Ei6 Ro8")
    assert table.state.contract is Contract.EICHEL
    table.play("Se9")
    # Seat 3 has no Schellen, seat 0 neither: after the Ace of trump a lower one may be thrown in.
    table.play("EiA")
    assert {"Ei7", "Ei8", "Ei10"} <= offered(table)
    table.play("Ei7 Se6")
    assert table.state.asked == (3,)
    table.play("EiK")
    table.play("Ei8")
    # Trump is led and the Puur is seat 1's only one.
    assert "SiU" in offered(table)


# -- counting backwards -------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "points"), [("Ei6", 3 + 11), ("Si6", 14 + 3 + 11)])
def test_1_5_tricks_taken_before_are_valued_by_the_trump(card: str, points: int) -> None:
    """Nothing is written before; then every earlier trick, by its own number."""
    table = molotow()
    table.play("Si9 Si8 SiO SiA")
    assert table.state.tricks[0].points == 0
    assert booked(table, "trick") == []
    table.play(f"Ro7 RoK Ro6 {card}")
    assert table.state.tricks[0].points == points
    assert booked(table, "trick")[0] == (3, "trick", points, 1)
    assert booked(table, "trick")[1][3] == 2


def test_1_5_a_puur_taken_before_counts_20() -> None:
    """The golden example M-23 on a real table: an Under captured in trick 1, trump known later."""
    hands = fill(
        4,
        9,
        "EiA RoA Ro9",
        "EiU Ro6 Ro7",
        "Ei7 Ei10 Se6 Se7 Se8 Se9 SeU SeO SeK",
        "Ei8 Ro8",
    )
    table = molotow(hands)
    table.play("EiA EiU Ei7 Ei8")
    assert table.state.tricks[0].points == 0
    table.play("RoA Ro6 Ei10")
    assert table.state.contract is Contract.EICHEL
    assert table.state.tricks[0].points == 11 + 20
    assert (0, "trick", 31, 1) in booked(table)


def test_1_5_nobody_ever_void() -> None:
    """No trump: annulled with all its Weise, and the same dealer deals again."""
    table = seated("molotow", deal_of(*suits_apart(3)))
    dealer = table.state.dealer
    while table.state.asked:
        table.settle_automatic()
        if table.state.asked:
            table.act(table.state.asked[0], table.offered_any())
    assert table.state.contract is None
    assert booked(table, "weis") != []
    table.count()
    last = table.state.results[-1]
    assert (last.note, last.written) == ("annulled", (0, 0, 0))
    assert table.state.score == (0, 0, 0)
    assert table.state.next_dealer == dealer
    assert any(isinstance(event, HandAnnulled) for event in table.events)


# -- Tischweis, Weis, Stöck ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "trump", "points"),
    [
        ("Ro7 Ro8 Ro9 Ei6", Contract.SCHELLEN, 20),
        ("Ro7 Ro9 Ro8 Ro6", None, 50),
        ("RoU EiU SiU SeU", Contract.EICHEL, 200),
        ("EiK EiO Ro6 Ro8", Contract.EICHEL, 20),
        ("EiK EiO Ro6 Ro8", Contract.ROSEN, 0),
        ("EiK EiO Ro6 Ro8", None, 0),
        ("EiU EiO EiK Ro8", Contract.EICHEL, 40),
        ("Ro7 Ro8 Ro9 Ei6 Ei7 Ei8", Contract.SCHELLEN, 40),
        ("Ro7 Ro9 RoU Ei6", Contract.SCHELLEN, 0),
    ],
)
def test_1_5_tischweis(cards: str, trump: Contract | None, points: int) -> None:
    """Runs and fours in a trick; König and Ober of a trump that is known: 20."""
    trick = [parse_card(text) for text in cards.split()]
    assert table_weis(trick, trump, MeldRules()) == points


def test_1_5_tischweis_by_the_tables_values() -> None:
    """Four sixes are nothing in an older profile."""
    trick = [parse_card(text) for text in ("Ei6", "Ro6", "Se6", "Si6")]
    assert table_weis(trick, None, MeldRules()) == 100
    assert table_weis(trick, None, MeldRules(profile=WeisProfile.PAGAT)) == 0


def test_1_5_tischweis_is_written_to_who_takes_the_trick() -> None:
    """Plus points, also while trump is not known."""
    table = molotow()
    table.play("Si9 Si8 Si10 SiA")
    assert booked(table, "tischweis") == [(3, "tischweis", 20, 1)]
    play_out(table)
    assert table.state.results[-1].get("tischweis")[3] >= 20


def test_1_5_the_trick_that_makes_trump_counts_its_king_and_ober() -> None:
    """König and Ober of Eichel: the König makes trump, the Ober lies in the same trick."""
    hands = fill(
        4,
        9,
        "RoA",
        "Ro6 Ro7",
        "EiK Se6 Se7 Se8 Se9 SeU SeO SeK SeA",
        "EiO Si6 Si7 Si8 Si9 SiU SiO SiK SiA",
    )
    table = molotow(hands)
    table.play("RoA Ro6 EiK EiO")
    assert booked(table, "tischweis") == [(2, "tischweis", 20, 1)]


def test_1_5_everybody_books_the_weise_of_his_hand() -> None:
    """Minus points for all, no contest, after trick 1; all are shown."""
    hands = deal_of(
        "Ei6 Ei7 Ei8 Ei9 RoA RoK Se10 Si6 Si10",
        "Se6 Se7 Se8 Ro6 Ro7 EiU SeO Si7 SiA",
        "Ro9 RoU EiK EiA Se9 SeU SeA Si8 Ei10",
        "Ro8 Ro10 RoO SiU SiO SiK EiO SeK Si9",
    )
    table = molotow(hands)
    table.play("RoA Ro6 Ro9 Ro8")
    assert table.state.step is Step.PLAY
    weis = {item.seat: item.points for item in table.state.weise}
    assert {weis[0], weis[1], weis[3]} >= {50, 20}
    written = {side: raw for side, _, raw, _ in booked(table, "weis")}
    assert written == {
        seat: -sum(item.points for item in table.state.weise if item.seat == seat) for seat in weis
    }
    assert all(raw < 0 for raw in written.values())


def test_1_5_the_own_device_shows_all_and_nothing_else() -> None:
    """Less is refused there, and elsewhere is no offence: it costs only the player."""
    hands = fill(4, 9, "Ei6 Ei7 Ei8 Ei9 RoA", "Se6 Se7 Se8 Ro6", "Ro9", "Ro8")
    table = molotow(hands)
    for card in ("RoA", "Ro6", "Ro9", "Ro8"):
        table.act(table.state.asked[0], table.offered(card))
    assert table.state.step is Step.SHOW
    assert table.state.asked == (0, 1, 2, 3)
    assert table.refused(0, ShowWeis(())) is Reason.WEIS_IS_AUTOMATIC
    assert table.refused(0, ShowWeis(()), public=True) is None
    wrong = ShowWeis((table.opening("Ei6", "Ei7", "Se8"),))
    assert table.refused(0, wrong, public=True) is Reason.WRONG_SLOT
    table.force(0, ShowWeis(()))
    play_out(table)
    assert table.state.results[-1].offence is None
    assert table.state.results[-1].weis[0] == 0


STOECK = fill(
    4,
    9,
    "RoA RoK Si6 Si7 Si8 Si9 Si10 SiU SiO",
    "Ro6 Ro7",
    "EiK EiO Ei6 Se6 Se7 Se8 Se9 SeU SeO",
    "Ro8 Ro9",
)
"""Seat 2 has no Rosen, and König and Ober of Eichel."""


def test_1_5_stoeck_take_20_away() -> None:
    """With the second of the two, if both were held when trump was known."""
    table = molotow(STOECK)
    table.play("RoA Ro6 Ei6 Ro8")
    assert (table.state.contract, table.state.asked) == (Contract.EICHEL, (2,))
    table.play("EiK")
    while table.state.asked != (2,) or table.state.trick:
        table.lowest(1)
    assert booked(table, "stoeck") == []
    assert table.offered("EiO").stoeck
    table.play("EiO")
    assert [(side, raw) for side, _, raw, _ in booked(table, "stoeck")] == [(2, -20)]


def test_1_5_no_stoeck_with_the_card_that_makes_trump() -> None:
    """Who makes trump with the König no longer holds both when trump is known."""
    table = molotow(STOECK)
    table.play("RoA Ro6 EiK Ro8")
    play_out(table)
    assert table.state.stoeck is None
    assert table.state.results[-1].stoeck == (0, 0, 0, 0)


# -- length, rest, lost hands -------------------------------------------------------------------


def test_1_5_letzte_runde_doppelt() -> None:
    """The last hand counts twice, with everything in it; no other does."""
    table = molotow(laenge="2", letzte_runde_doppelt="on")
    play_out(table)
    first = table.state.results[-1]
    assert first.factor == 1
    table.play_hand()
    table.count()
    last = table.state.results[-1]
    raw = [
        cards + five + weis + stoeck
        for cards, five, weis, stoeck in zip(
            last.cards, last.last_trick, last.weis, last.stoeck, strict=True
        )
    ]
    lying = last.get("tischweis")
    assert last.factor == 2
    assert last.written == tuple(2 * raw[seat] + lying[seat] for seat in range(4))
    assert table.state.step is Step.OVER


def test_1_0_11_lost_hand() -> None:
    """The offender 157, the others nothing, whatever Weise there were."""
    table = molotow()
    table.play("RoA")
    table.force(1, Play(*table.opening("Si8")[0]))
    play_out(table)
    last = table.state.results[-1]
    assert (last.note, last.written) == ("forfeited", (0, 157, 0, 0))
    assert (last.weis, last.stoeck) == ((0,) * 4, (0,) * 4)
    assert last.offence.reason is Reason.MUST_FOLLOW_WITHOUT_TRUMP


def test_1_0_11_a_seat_that_is_gone() -> None:
    """Booked by the same line."""
    state = game.forfeit(molotow().state, Seat(3))[0]
    assert state.results[-1].written == (0, 0, 0, 157)


def test_1_0_9_a_false_rest_loses_the_hand() -> None:
    """`riskant`: giving the tricks away would help who claimed; without trump no rest is safe."""
    table = molotow(rest="riskant")
    table.play("Si9 Si8 Si10 SiA")
    seat = table.state.asked[0]
    shown = tuple((item.slot, item.card) for item in table.view(seat).hand)
    table.act(seat, ClaimRest(shown))
    table.settle_automatic()
    table.count()
    assert table.state.results[-1].note == "forfeited"
    assert table.state.results[-1].written[seat] == 157
    careful = molotow()
    careful.play("Si9 Si8 Si10 SiA")
    assert not any(
        isinstance(action, ClaimRest) for action in game.legal(careful.view(careful.state.asked[0]))
    )


def test_1_0_9_a_safe_rest_takes_all_that_is_left() -> None:
    """Once trump is known and nothing can be beaten."""
    hands = deal_of(
        "SiA EiU Ei9 EiA EiK Ei10 Ei8 Ei7 Ei6",
        "Si6 Si7 Si8 Si9 Si10 SiU SiO SiK Se6",
        "EiO Ro6 Ro7 Ro8 Ro9 Ro10 RoU RoO RoK",
        "RoA SeA SeK SeO SeU Se10 Se9 Se8 Se7",
    )
    table = molotow(hands)
    table.play("SiA Si6 EiO Se7 Ro6 RoA EiU Si7")
    assert table.state.asked == (0,)
    claim = next(a for a in game.legal(table.view(0)) if isinstance(a, ClaimRest))
    table.act(0, claim)
    table.settle_automatic()
    table.count()
    last = table.state.results[-1]
    assert last.note is None
    assert (last.cards, last.last_trick) == ((152 - 14, 0, 14, 0), (5, 0, 0, 0))


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"weis_teilen": "on"}, "weis_teilen_requires_weis_profil"),
        ({"weis": "aus"}, "unknown_option"),
        ({"match": "0"}, "unknown_option"),
        ({"uebertrumpfzwang_s004": "on"}, "unknown_option"),
        ({"laenge": "0"}, "bad_value"),
    ],
)
def test_2_6_what_does_not_fit_is_refused(settings: dict[str, str], code: str) -> None:
    """With its own code."""
    fault = game_options("molotow", None, settings)
    assert isinstance(fault, OptionFault)
    assert fault.code == code


def test_1_5_the_hand_score_adds_up() -> None:
    """Cards and Tischweise less own Weise and Stöck, for everybody, in many hands."""
    table = Table.start(options(None, "molotow"), 5, "molotow")
    for _ in range(8):
        table.play_hand()
        table.count()
        last = table.state.results[-1]
        if last.note is not None:
            continue
        total = [
            sum(parts)
            for parts in zip(
                last.cards,
                last.last_trick,
                last.get("tischweis"),
                last.weis,
                last.stoeck,
                strict=True,
            )
        ]
        assert tuple(total) == last.written
        assert all(points <= 0 for points in (*last.weis, *last.stoeck))


def test_1_5_before_trump_a_view_knows_no_contract_and_no_points() -> None:
    """What a screen shows then."""
    view = molotow().view(1)
    assert view.contract is None
    assert view.directions == ()
    assert view.booked == (0, 0, 0, 0)
