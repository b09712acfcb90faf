"""Rules 1.0.11 and 1.0.5 step 6: what the audit proves, and what it costs."""

from __future__ import annotations

import pytest

from engine import game
from engine.actions import MeldFact, Play, ShowWeis
from engine.errors import Reason
from engine.events import HandAnnulled, HandForfeited
from engine.seats import Seat
from engine.state import Step
from tests.engine.table import Table, hands_with, options

FAR = {"ziel": "5000"}


def revoke(table: Table) -> int:
    """Seat 1 does not follow although it could; the index of that entry."""
    table.play("Ro6")
    slot, card = table.opening("Si7")[0]
    table.force(1, Play(slot, card))
    return len(table.state.history) - 1


def revoking(**settings: str) -> tuple[Table, int]:
    """A hand played out with a revoke of seat 1 in trick 1."""
    hands = hands_with("Ro6 EiK EiO", "RoA Si7")
    table = Table.seated(options(weis="aus", **{**FAR, **settings}), hands, "Ei")
    index = revoke(table)
    while table.state.asked:
        table.settle_automatic()
        if table.state.asked:
            table.act(table.state.asked[0], table.offered_any())
    return table, index


def test_1_0_11_the_audit_names_the_first_illegal_card() -> None:
    """Seat, entry and row of the first revoke; an honest hand has none."""
    table, index = revoking()
    offence = game.audit(table.state, table.deck)
    assert offence is not None
    assert (offence.seat, offence.index) == (1, index)
    assert offence.reason is Reason.MUST_FOLLOW_SUIT
    honest = Table.seated(options(**FAR), hands_with(), "Ei")
    honest.play_hand()
    assert game.audit(honest.state, honest.deck) is None


def test_1_0_11_spiel_verloren() -> None:
    """The offender's side writes 0, the other 157 and its Stöck times the factor, or more."""
    table, _ = revoking(faktoren="3-3-3-3-3-3")
    booked = [0, 0]
    for item in table.state.bookings:
        booked[item.side] += item.points
    table.count()
    result = table.state.results[-1]
    assert result.note == "forfeited"
    assert result.written == (max((157 + 20) * 3, booked[0]), 0)
    assert table.state.step is Step.DEAL
    assert any(isinstance(event, HandForfeited) for event in table.events)
    assert table.state.next_dealer == 0


def test_1_0_11_annulliert() -> None:
    """With the option the hand is void and the same dealer deals again."""
    table, _ = revoking(strafe="annulliert")
    table.count()
    assert table.state.results[-1].note == "annulled"
    assert table.state.score == (0, 0)
    assert table.state.next_dealer == table.state.dealer == 3
    assert any(isinstance(event, HandAnnulled) for event in table.events)


def test_1_0_11_a_win_inside_the_hand_is_undone_by_an_offence() -> None:
    """The Partie is never won by a hand with a proven offence of the winner's side."""
    hands = hands_with("Ro6 EiK EiO", "RoA Si7")
    table = Table.seated(options(weis="aus"), hands, "Ei", score=(300, 995))
    revoke(table)
    while table.state.asked:
        table.settle_automatic()
        if table.state.asked:
            table.act(table.state.asked[0], table.offered_any())
    assert table.state.ended is not None
    table.count()
    assert table.state.outcome is None or table.state.outcome.sides == (0,)
    assert table.state.results[-1].written[1] == 0


def test_1_0_11_the_lost_hand_can_end_the_partie() -> None:
    """157 for the others bring them to the target."""
    table = Table.seated(
        options(weis="aus"), hands_with("Ro6 EiK EiO", "RoA Si7"), "Ei", score=(850, 100)
    )
    revoke(table)
    while table.state.asked:
        table.settle_automatic()
        if table.state.asked:
            table.act(table.state.asked[0], table.offered_any())
    table.count()
    assert table.state.step is Step.OVER
    assert table.state.outcome.sides == (0,)


def false_weis() -> Table:
    """Seat 0 announces 150 with nothing in hand; seat 1 has a Dreiblatt, seat 3 another."""
    hands = hands_with("Ro6", "Se6 Se7 Se8", "", "SiO SiK SiA")
    table = Table.seated(options(stoeck="aus", **FAR), hands, "Ei")
    slot, card = table.opening("Ro6")[0]
    assert table.refused(0, Play(slot, card, 150)) is Reason.WEIS_UNTRUE
    assert table.refused(0, Play(slot, card, 150), public=True) is None
    table.force(0, Play(slot, card, 150))
    for _ in range(3):
        table.act(table.state.asked[0], table.offered_any())
    return table


def test_1_0_5_step_6_a_false_announcement_scores_for_the_others() -> None:
    """The others' true Weise score, whatever their size, and the hand is lost."""
    table = false_weis()
    assert table.state.step is Step.SHOW
    assert table.state.asked == (0,)
    table.force(0, ShowWeis(()))
    table.play_hand()
    offence = game.audit(table.state, table.deck)
    assert offence is not None
    assert (offence.seat, offence.index, offence.reason) == (0, 1, Reason.WEIS_UNTRUE)
    assert offence.weis == (0, 40)
    booked = sum(item.points for item in table.state.bookings if item.side == 1)
    table.count()
    assert table.state.results[-1].written == (0, max(157 + 40, booked))


def test_1_0_5_step_6_a_false_fact_is_an_offence() -> None:
    """A lie about the top card is found, and named at its entry."""
    hands = hands_with("RoO RoK RoA", "Se10 SeU SeO")
    table = Table.seated(options(stoeck="aus", **FAR), hands, "obenabe")
    for _ in range(4):
        table.act(table.state.asked[0], table.offered_any())
    assert table.state.step is Step.MELD
    table.act(0, MeldFact("size", 3))
    table.act(1, MeldFact("size", 3))
    table.act(0, MeldFact("top", 8))
    lie = MeldFact("top", 8)
    assert table.refused(1, lie) is Reason.FACT_UNTRUE
    assert table.refused(1, lie, public=True) is None
    table.force(1, lie)
    index = len(table.state.history) - 1
    table.play_hand()
    offence = game.audit(table.state, table.deck)
    assert offence is not None
    assert (offence.seat, offence.index, offence.reason) == (1, index, Reason.FACT_UNTRUE)
    assert offence.weis == (20, 20)
    table.count()
    assert table.state.results[-1].written[0] >= 157 + 20


def test_1_0_5_step_6_showing_nothing_after_a_true_announcement() -> None:
    """It scores nothing for now, and the audit names it."""
    table = Table.seated(options(stoeck="aus", **FAR), hands_with("Ro6 Ro7 Ro8"), "Ei")
    for _ in range(4):
        table.act(table.state.asked[0], table.offered_any())
    assert table.refused(0, ShowWeis(())) is Reason.WEIS_NOT_SHOWN
    table.force(0, ShowWeis(()))
    assert table.state.weise == ()
    table.play_hand()
    offence = game.audit(table.state, table.deck)
    assert offence is not None
    assert offence.reason is Reason.WEIS_NOT_SHOWN


def test_1_0_11_unproven_seats_mark_the_hand() -> None:
    """A missing reveal leaves the score as played."""
    table = Table.seated(options(**FAR), hands_with(), "Ei")
    table.play_hand()
    state, _ = game.settle(table.state, None, frozenset({Seat(2), Seat(1)}))
    assert state.results[-1].unproven == (1, 2)
    assert sum(state.results[-1].written) >= 157


@pytest.mark.parametrize("before", [True, False])
def test_1_0_11_forfeit_and_annul_of_a_broken_hand(before: bool) -> None:
    """A seat that is gone loses the hand for its side; before a contract the factor is 1."""
    table = Table.seated(
        options(faktoren="2-2-2-2-2-2", weis="aus", stoeck="aus", **FAR),
        hands_with(),
        None if before else "Ei",
    )
    state, _ = game.forfeit(table.state, Seat(3))
    assert state.results[-1].written == ((157, 0) if before else (314, 0))
    assert state.next_dealer == 0
    state, _ = game.annul(table.state)
    assert state.results[-1].written == (0, 0)
    assert state.next_dealer == 3
    with pytest.raises(ValueError, match="no hand runs"):
        game.annul(state)
