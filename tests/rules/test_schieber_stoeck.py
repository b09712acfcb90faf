"""Rules 1.0.6: Stöck are called with a card, shown, or lost."""

from __future__ import annotations

from engine import game
from engine.actions import CallStoeck, Pass, Play
from engine.errors import Reason
from engine.events import StoeckCalled
from engine.state import Step
from tests.engine.table import Table, deal_of, hands_with, options

FAR = {"ziel": "5000", "weis": "aus"}


def stoeck(table: Table) -> list[tuple[int, int, int]]:
    """Stöck as booked: side, points, trick."""
    return [(b.side, b.points, b.trick) for b in table.state.bookings if b.kind == "stoeck"]


def test_1_0_6_credited_with_the_second_card_before_the_next_covers_it() -> None:
    """20 times the factor, the moment the second of King and Ober is played."""
    chosen = options(faktoren="3-3-3-3-3-3", **FAR)
    table = Table.seated(chosen, hands_with("EiK EiO EiA EiU"))
    table.play("EiU")
    table.lowest(3)
    assert not table.offered("EiK").stoeck
    table.play("EiK")
    table.lowest(3)
    while table.state.asked[0] != 0:
        table.lowest(1)
    offered = table.offered("EiO")
    assert offered.stoeck
    silent = Play(offered.slot, offered.card)
    assert table.refused(0, silent) is Reason.STOECK_IS_AUTOMATIC
    assert table.refused(0, silent, public=True) is None
    table.act(0, offered)
    assert stoeck(table)[0][:2] == (0, 60)


def test_1_0_6_no_stoeck_without_trump_and_not_with_one_card() -> None:
    """Calling with another card, too early, or in Obenabe is refused everywhere."""
    table = Table.seated(options(**FAR), hands_with("EiK EiO EiA"), "obenabe")
    slot, card = table.opening("EiK")[0]
    called = Play(slot, card, None, True)
    assert table.refused(0, called, public=True) is Reason.STOECK_NOT_ALLOWED
    table = Table.seated(options(**FAR), hands_with("EiK EiO EiA"), "Ei")
    slot, card = table.opening("EiK")[0]
    called = Play(slot, card, None, True)
    assert table.refused(0, called, public=True) is Reason.STOECK_TOO_EARLY


def test_1_0_6_with_a_valid_weis_credited_at_once_and_not_called_again() -> None:
    """Both cards in the shown Weis: booked at the end of trick 1, before the Weis."""
    table = Table.seated(options(ziel="5000"), hands_with("EiO EiK EiA Si6"), "Ei")
    table.play("Si6")
    table.lowest(3)
    kinds = [(b.kind, b.points, b.trick) for b in table.state.bookings]
    assert kinds[:2] == [("stoeck", 20, 1), ("weis", 20, 1)]
    table.play_hand()
    assert len(stoeck(table)) == 1
    assert sum(isinstance(event, StoeckCalled) for event in table.events) == 1
    assert not any(play.stoeck for trick in table.state.tricks for play in trick.plays)


def test_1_0_6_stoeck_aus() -> None:
    """Without Stöck nobody can call."""
    table = Table.seated(options(stoeck="aus", **FAR), hands_with("EiK EiO"), "Ei")
    table.play_hand()
    assert stoeck(table) == []


def test_1_0_6_stoeck_welsch_with_the_first_card() -> None:
    """Called with the first; the second card cannot call; a false call is found by the audit."""
    table = Table.seated(options(stoeck_welsch="on", **FAR), hands_with("EiK EiO EiA"), "Ei")
    assert table.offered("EiK").stoeck
    table.play("EiK")
    assert stoeck(table) == [(0, 20, 1)]
    table.play_hand()
    assert len(stoeck(table)) == 1
    liar = Table.seated(options(stoeck_welsch="on", **FAR), hands_with("EiK EiA", "EiO"), "Ei")
    slot, card = liar.opening("EiK")[0]
    false = Play(slot, card, None, True)
    assert liar.refused(0, false) is Reason.NO_STOECK
    liar.force(0, false)
    liar.play_hand()
    offence = game.audit(liar.state, liar.deck)
    assert offence is not None
    assert (offence.seat, offence.reason) == (0, Reason.NO_STOECK)


def test_1_0_6_stoeck_manuell_is_lost_when_not_called() -> None:
    """By hand both ways of playing the second card are offered; silence costs the points."""
    table = Table.seated(options(stoeck_manuell="on", **FAR), hands_with("EiK EiO EiA EiU"), "Ei")
    table.play("EiU")
    table.lowest(3)
    table.play("EiK")
    table.lowest(3)
    while table.state.asked[0] != 0:
        table.lowest(1)
    slot, card = table.opening("EiO")[0]
    both = [a for a in game.legal(table.view(0)) if isinstance(a, Play) and a.card == card]
    assert both == [Play(slot, card), Play(slot, card, None, True)]
    table.act(0, both[0])
    table.play_hand(lambda _, offered: next(a for a in offered if isinstance(a, Play)))
    assert stoeck(table) == []
    assert table.refused(0, CallStoeck()) is Reason.STOECK_NOT_ALLOWED


def test_1_0_6_stoeck_manuell_on_the_last_card_until_the_hand_is_counted() -> None:
    """When the second card is the last of the hand the call may follow."""
    hands = deal_of(
        "EiK EiO EiA EiU Ei9 Ei10 Ei8 Ei7 Ei6",
        "Ro6 Ro7 Ro8 Ro9 Ro10 RoU RoO RoK RoA",
        "Se6 Se7 Se8 Se9 Se10 SeU SeO SeK SeA",
        "Si6 Si7 Si8 Si9 Si10 SiU SiO SiK SiA",
    )
    chosen = options(stoeck_manuell="on", rest="aus", **FAR)
    table = Table.seated(chosen, hands, "Ei")
    for card in ("EiU", "Ei9", "EiA", "EiK", "Ei10", "Ei8", "Ei7", "Ei6"):
        table.play(card)
        table.lowest(3)
    slot, card = table.opening("EiO")[0]
    assert table.state.step is Step.PLAY
    table.act(0, Play(slot, card))
    table.settle_automatic()
    assert (table.state.step, table.state.asked) == (Step.CALL, (0,))
    assert game.legal(table.view(0)) == (Pass(), CallStoeck())
    assert game.unasked(table.view(1)) == ()
    assert table.refused(1, CallStoeck()) is Reason.STOECK_NOT_ALLOWED
    silent = Table(table.state, table.rng, table.faces, table.deck)
    silent.act(0, Pass())
    assert (stoeck(silent), silent.state.step) == ([], Step.AUDIT)
    table.act(0, CallStoeck())
    assert stoeck(table) == [(0, 20, 9)]
    assert table.state.step is Step.AUDIT
    table.count()
    assert table.state.results[-1].written == (277, 0)
