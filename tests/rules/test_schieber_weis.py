"""Rules 1.0.5: Weise are announced, settled, shown and corrected by those who hold them."""

from __future__ import annotations

import pytest

from engine import game
from engine.actions import CorrectWeis, MeldFact, Pass, Play, ShowWeis
from engine.cards import card_text
from engine.errors import Reason
from engine.state import Step
from tests.engine.table import Table, deal_of, hands_with, options

FAR = {"ziel": "5000"}


def said(table: Table) -> tuple[int | None, ...]:
    """What each seat announced."""
    return table.view(0).announced


def shown(table: Table) -> list[tuple[int, str, int]]:
    """Shown Weise as seat, cards, points."""
    return [
        (weis.seat, " ".join(card_text(card) for _, card in weis.cards), weis.points)
        for weis in table.state.weise
    ]


def first_trick(table: Table, *cards: str) -> None:
    """Play trick 1; devices do the rest."""
    for card in cards:
        table.settle_automatic()
        table.act(table.state.asked[0], table.offered(card))
    table.settle_automatic()


def test_1_0_5_step_1_announcing_is_automatic_and_never_below_what_was_said() -> None:
    """A number is said with the first card when it is at least the highest so far."""
    hands = hands_with("Ro6 Ro7 Ro8 Si6", "Se6 Se7 Se8 Se9 Si7", "Si10 SiU SiO", "Ei10 EiU EiO EiK")
    table = Table.seated(options(**FAR), hands, "obenabe")
    first_trick(table, "Si6", "Si7")
    assert said(table)[:2] == (20, 50)
    offered = table.offered("Si10")
    assert offered.weis is None, "20 is less than 50, so he keeps silent"
    high = Play(offered.slot, offered.card, 20)
    assert table.refused(2, high) is Reason.WEIS_TOO_LOW
    assert table.refused(2, high, public=True) is Reason.WEIS_TOO_LOW
    table.act(2, offered)
    table.lowest(1)
    assert said(table) == (20, 50, None, 50), "equal means «gut»"


def test_1_0_5_automatic_cannot_be_left_out_but_silence_is_no_offence() -> None:
    """At home the announcement is part of the card; elsewhere silence is accepted."""
    table = Table.seated(options(**FAR), hands_with("Ro6 Ro7 Ro8"), "obenabe")
    slot, card = table.opening("Ro6")[0]
    assert table.refused(0, Play(slot, card)) is Reason.WEIS_IS_AUTOMATIC
    table.force(0, Play(slot, card))
    table.play_hand()
    assert game.audit(table.state, table.deck) is None
    assert table.state.weise == ()


def test_1_0_5_who_scores() -> None:
    """The side of the best Weis scores all Weise of all its players, the other side none."""
    hands = hands_with("Ro6 Ro7 Ro8 Si6", "Se6 Se7 Se8 Se9 Si7", "EiO EiK EiA", "SiO SiK SiA")
    table = Table.seated(options(**FAR), hands, "obenabe")
    table.lowest(4)
    assert shown(table) == [(1, "Se6 Se7 Se8 Se9", 50), (3, "SiO SiK SiA", 20)]
    assert table.view(2).side_of(table.state.weis_seat) == 1
    table.play_hand()
    table.count()
    assert table.state.results[-1].weis == (0, 70)


def test_1_0_5_step_2_number_of_cards_first() -> None:
    """100 against 100: the Fünfblatt has more cards than the four Aces."""
    hands = deal_of(
        "EiA RoA SeA SiA Ei6 Ro6 Se7 Si7 Si8",
        "Ei7 Ei8 Ei9 Ei10 EiU Ro8 Ro9 Se10 SeU",
        "Ro10 RoU Se8 Se9 Si9 Si10 SiO Ro7 SeK",
        "EiO EiK RoO RoK SeO Si6 SiU SiK Se6",
    )
    table = Table.seated(options(**FAR), hands, "Ro")
    for card in ("Ei6", "Ei7", "Si9", "EiO"):
        table.act(table.state.asked[0], table.offered(card))
    assert table.state.step is Step.MELD
    assert said(table)[:2] == (100, 100)
    asked = []
    while table.state.step is Step.MELD:
        seat = table.state.asked[0]
        action = game.automatic(table.view(seat))
        assert isinstance(action, MeldFact)
        assert game.legal(table.view(seat)) == (action,)
        lie = MeldFact(action.fact, action.value + 1)
        assert table.refused(seat, lie) is Reason.FACT_UNTRUE
        asked.append((seat, action.fact, action.value))
        table.act(seat, action)
    assert asked == [(0, "size", 4), (1, "size", 5)], "only until one side is left"
    table.settle_automatic()
    assert shown(table)[0] == (1, "Ei7 Ei8 Ei9 Ei10 EiU", 100)


@pytest.mark.parametrize(
    ("contract", "facts", "winner"),
    [
        ("obenabe", [(0, "size", 3), (1, "size", 3), (0, "top", 8), (1, "top", 6)], 0),
        ("undenufe", [(0, "size", 3), (1, "size", 3), (0, "top", 6), (1, "top", 4)], 1),
    ],
)
def test_1_0_5_step_2_top_card_reversed_in_undenufe(
    contract: str, facts: list[tuple[int, str, int]], winner: int
) -> None:
    """The higher top card wins; in Undenufe the lowest card is the top card."""
    hands = hands_with("RoO RoK RoA", "Se10 SeU SeO")
    table = Table.seated(options(**FAR), hands, contract)
    table.lowest(3)
    seat = table.state.asked[0]
    table.act(seat, game.legal(table.view(seat))[0])
    told = []
    while table.state.step is Step.MELD:
        seat = table.state.asked[0]
        action = game.automatic(table.view(seat))
        told.append((seat, action.fact, action.value))
        table.act(seat, action)
    assert told == facts
    table.settle_automatic()
    assert table.state.weis_seat == winner


@pytest.mark.parametrize(
    ("settings", "winner", "questions"),
    [({}, 1, 6), ({"trumpf_ohne_vorrang": "on"}, 0, 4)],
)
def test_1_0_5_step_2_trump_then_the_earlier_seat(
    settings: dict[str, str], winner: int, questions: int
) -> None:
    """Equal runs: the trump run wins; without that rule the earlier seat."""
    hands = hands_with("Ro6 Ro7 Ro8 Si9", "Se6 Se7 Se8 Si10")
    table = Table.seated(options(**FAR, **settings), hands, "Se")
    table.lowest(4)
    facts = [entry.action for entry in table.state.history if isinstance(entry.action, MeldFact)]
    assert len(facts) == questions
    assert table.state.weis_seat == winner


def test_1_0_5_step_3_the_winning_side_shows_and_silent_partners_too() -> None:
    """A partner who kept silent in trick 1 still shows and scores; losers show nothing."""
    hands = hands_with("Ro6 Ro7 Ro8 Ro9 Si6", "Se6 Se7 Se8 Si7", "SiO SiK SiA Ei6")
    table = Table.seated(options(**FAR), hands, "Ei")
    table.lowest(4)
    assert said(table)[2] is None
    assert shown(table) == [(0, "Ro6 Ro7 Ro8 Ro9", 50), (2, "SiO SiK SiA", 20)]
    assert all(table.state.opened[table.slot(text)] is None for text in ("Se7", "Se8"))


def test_1_0_5_manual_announcing_is_a_choice() -> None:
    """By hand a player may say any number up to his best, or nothing."""
    hands = hands_with("Ro6 Ro7 Ro8 Ro9 Si6")
    table = Table.seated(options(weisen="manuell", **FAR), hands, "Ei")
    slot, card = table.opening("Si6")[0]
    offered = [a.weis for a in game.legal(table.view(0)) if isinstance(a, Play) and a.card == card]
    assert offered == [None, 20, 50]
    assert table.refused(0, Play(slot, card, 100)) is Reason.WEIS_UNTRUE
    assert table.refused(0, Play(slot, card, 30), public=True) is Reason.WEIS_NOT_ALLOWED


def test_1_0_5_step_4_too_low_an_announcement_writes_only_what_was_said() -> None:
    """Announcing too little is no offence; only the announced points of that Weis are written."""
    hands = hands_with("Ro6 Ro7 Ro8 Ro9 Si6")
    table = Table.seated(options(weisen="manuell", **FAR), hands, "Ei")
    slot, card = table.opening("Si6")[0]
    table.act(0, Play(slot, card, 20))
    table.lowest(3)
    while table.state.step is Step.CORRECT:
        table.act(table.state.asked[0], Pass())
    assert table.state.step is Step.SHOW
    table.act(0, game.legal(table.view(0))[0])
    assert shown(table) == [(0, "Ro6 Ro7 Ro8 Ro9", 20)]
    table.act(2, ShowWeis(()))
    first = table.state.bookings[0]
    assert (first.kind, first.raw) == ("weis", 20)
    table.play_hand()
    assert game.audit(table.state, table.deck) is None


def test_1_0_5_step_4_correcting_until_the_next_card() -> None:
    """Who has just played may correct; after the next card it is too late."""
    hands = hands_with("Ro6 Ro7 Ro8 Ro9 Si6")
    table = Table.seated(options(weisen="manuell", **FAR), hands, "Ei")
    table.act(0, table.offered("Si6"))
    assert game.unasked(table.view(0)) == (CorrectWeis(20), CorrectWeis(50))
    assert table.refused(1, CorrectWeis(20)) is Reason.WRONG_PHASE
    table.act(0, CorrectWeis(50))
    assert said(table)[0] == 50
    table.lowest(1)
    assert table.refused(0, CorrectWeis(None)) is Reason.WRONG_PHASE


def test_1_0_5_step_4_the_last_player_until_the_trick_is_turned() -> None:
    """The last player is asked before trick 1 is settled."""
    hands = hands_with("", "", "", "Ro6 Ro7 Ro8 Si6")
    table = Table.seated(options(weisen="manuell", **FAR), hands, "Ei")
    table.lowest(4)
    assert table.state.step is Step.CORRECT
    assert table.state.asked == (3,)
    assert game.legal(table.view(3)) == (Pass(), CorrectWeis(20))
    table.act(3, CorrectWeis(20))
    assert table.state.step is Step.SHOW
    assert table.state.asked == (3,)


def test_1_0_5_step_3_manual_further_weise_until_the_declarer_plays_to_trick_2() -> None:
    """A further Weis may be shown late, until the declarer's own card to trick 2."""
    hands = hands_with("RoU RoO RoK RoA Si6", "Si7", "Se6 Se7 Se8 Si8", "Si9")
    table = Table.seated(options(weisen="manuell", **FAR), hands, "obenabe")
    slot, card = table.opening("Si6")[0]
    table.act(0, Play(slot, card, 50))
    table.play("Si7 Si8 Si9")
    assert Reason.WEIS_NOT_SHOWN is table.refused(0, ShowWeis(()))
    table.act(0, game.legal(table.view(0))[0])
    table.act(2, ShowWeis(()))
    assert table.state.step is Step.PLAY
    leader = table.state.asked[0]
    assert leader == 3
    late = ShowWeis((table.opening("Se6", "Se7", "Se8"),))
    assert late in game.unasked(table.view(2))
    assert table.refused(1, ShowWeis(())) is Reason.WRONG_PHASE
    table.lowest(1)
    table.act(2, late)
    assert [item.raw for item in table.state.bookings if item.kind == "weis"] == [50, 20]
    table.lowest(1)
    assert table.refused(2, late) is Reason.WRONG_PHASE


def test_1_0_5_weis_nur_mit_stich() -> None:
    """The Weis is written when the side takes its first trick, not before, else never."""
    hands = hands_with("Ro6 Ro7 Ro8 Si6", "SiA")
    for seed in range(20):
        table = Table.seated(options(weis_nur_mit_stich="on", **FAR), hands, "obenabe")
        table.rng.seed(seed)
        table.play("Si6 SiA")
        table.lowest(2)
        assert shown(table) == [(0, "Ro6 Ro7 Ro8", 20)]
        assert not any(item.kind == "weis" for item in table.state.bookings)
        table.play_hand()
        first = next((t.number for t in table.state.tricks if t.winner in (0, 2)), None)
        written = [item.trick for item in table.state.bookings if item.kind == "weis"]
        assert written == ([] if first is None else [first])


def test_1_0_5_weisordnung_s004_announces_classes() -> None:
    """A run of five beats four Unders; what is said is the class, what is written the points."""
    hands = hands_with("EiU RoU SeU SiU", "Ei6 Ei7 Ei8 Ei9 Ei10")
    chosen = options(weisordnung_s004="on", weis_profil="seed004", **FAR)
    table = Table.seated(chosen, hands, "Ro")
    table.lowest(4)
    assert said(table)[:2] == (3, 4)
    assert shown(table) == [(1, "Ei6 Ei7 Ei8 Ei9 Ei10", 100)]


def test_1_0_5_weis_aus() -> None:
    """Without Weis nothing is announced and nothing asked."""
    table = Table.seated(options(weis="aus", **FAR), hands_with("Ro6 Ro7 Ro8"), "Ei")
    slot, card = table.opening("Ro6")[0]
    assert table.refused(0, Play(slot, card, 20), public=True) is Reason.WEIS_NOT_ALLOWED
    table.lowest(4)
    assert table.state.step is Step.PLAY
    assert len(table.state.tricks) == 1


def test_1_0_5_shown_cards_must_be_weise_that_may_stand_together() -> None:
    """What is no Weis, belongs to another, or is written another way is refused everywhere."""
    hands = hands_with("Ro6 Ro7 Ro8 Ro9 Si6", "Se6 Se7 Se8")
    table = Table.seated(options(**FAR), hands, "Ei")
    for _ in range(4):
        table.act(table.state.asked[0], table.offered_any())
    assert table.state.step is Step.SHOW
    good = table.opening("Ro6", "Ro7", "Ro8", "Ro9")
    assert table.refused(0, ShowWeis((good,)), public=True) is None
    bad = {
        (good[:2],): Reason.NO_WEIS,
        (good[::-1],): Reason.NO_WEIS,
        (good[:3],): Reason.WEIS_TOO_LOW,
        (table.opening("Se6", "Se7", "Se8"),): Reason.WRONG_SLOT,
    }
    for weise, reason in bad.items():
        assert table.refused(0, ShowWeis(weise), public=True) is reason
    assert table.refused(0, ShowWeis(()), public=True) is None, "«nothing» is always an answer"
