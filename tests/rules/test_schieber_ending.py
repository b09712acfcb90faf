"""Rules 1.0.7: the order of winning, inside the hand and after it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import game
from engine.actions import AnswerStoeck, Bedanken, Pass, Play, ShowStoeck
from engine.errors import Reason
from engine.events import Bedankt, Bergpreis, StoeckAsked
from engine.seats import Seat
from engine.state import Step
from tests.engine.table import Table, deal_of, hands_with, options

SWEEP = deal_of(
    "EiK EiO EiA EiU Ei9 Ei10 Ei8 Ei7 Ei6",
    "Ro6 Ro7 Ro8 Ro9 Ro10 RoU RoO RoK RoA",
    "Se6 Se7 Se8 Se9 Se10 SeU SeO SeK SeA",
    "Si6 Si7 Si8 Si9 Si10 SiU SiO SiK SiA",
)
"""Seat 0 holds all Eichel and makes every trick."""


def bookings(table: Table) -> list[tuple[int, str, int]]:
    """What was written, in order."""
    return [(item.side, item.kind, item.points) for item in table.state.bookings]


# -- at once ------------------------------------------------------------------------------------


def test_1_0_7_bedanken_auto_ends_with_the_trick_that_reaches_the_target() -> None:
    """The Partie ends inside the hand, and no match is added any more."""
    table = Table.seated(options(weis="aus", stoeck="aus"), SWEEP, score=(970, 0))
    table.play("EiU")
    table.lowest(3)
    assert table.state.step is Step.PLAY
    table.play("Ei9")
    table.lowest(3)
    assert table.state.step is Step.AUDIT
    assert table.state.ended.by == "trick"
    table.count()
    assert table.state.step is Step.OVER
    assert table.state.outcome.winners == (0, 2)
    assert table.state.score[0] == 970 + sum(item.points for item in table.state.bookings)
    assert table.state.results[-1].match == (0, 0)


def test_1_0_7_running_tricks_do_not_count() -> None:
    """Ten points short, the Ace on the table wins nothing before its trick is complete."""
    table = Table.seated(options(weis="aus", stoeck="aus"), SWEEP, score=(990, 0))
    table.play("EiA")
    table.lowest(2)
    assert table.state.step is Step.PLAY
    table.lowest(1)
    assert table.state.step is Step.AUDIT


def test_1_0_7_order_of_bookings() -> None:
    """Stöck, then Weis, then the trick; the match last."""
    table = Table.seated(options(ziel="5000"), SWEEP)
    table.play_hand()
    kinds = [kind for _, kind, _ in bookings(table)]
    assert kinds[:3] == ["stoeck", "weis", "trick"]
    assert kinds[-1] == "match"
    assert "match" not in kinds[:-1]


def test_1_0_7_preshown_stoeck_end_the_partie_at_once() -> None:
    """The device shows them at the first moment they reach the target."""
    table = Table.seated(options(), hands_with("", "EiK EiO"), score=(0, 980))
    seat, action = 1, ShowStoeck(table.opening("EiO", "EiK"))
    assert game.automatic(table.view(1)) == action
    assert game.unasked(table.view(1)) == (action,)
    assert game.unasked(table.view(0)) == ()
    table.act(seat, action)
    assert table.state.step is Step.AUDIT
    assert table.state.ended.side == 1
    table.count()
    assert table.state.outcome.winners == (1, 3)
    assert table.state.outcome.by == "stoeck"
    assert table.state.outcome.score == (0, 1000)


def test_1_0_7_stoeck_may_not_be_preshown_in_vain() -> None:
    """Below the target it is refused, and so is a part of the pair, or another's cards."""
    table = Table.seated(options(), hands_with("", "EiK EiO"), score=(0, 979))
    both = table.opening("EiO", "EiK")
    assert table.refused(1, ShowStoeck(both)) is Reason.STOECK_NOT_ALLOWED
    table = Table.seated(options(), hands_with("", "EiK EiO"), score=(990, 990))
    both = table.opening("EiO", "EiK")
    assert table.refused(1, ShowStoeck(both[:1]), public=True) is Reason.STOECK_NOT_COMPLETE
    assert table.refused(0, ShowStoeck(both), public=True) is Reason.WRONG_SLOT


def test_1_0_7_preshowing_after_one_of_the_two_was_played() -> None:
    """Only the missing card is shown, as soon as a trick has brought them within reach."""
    table = Table.seated(options(weis="aus"), SWEEP, score=(940, 0))
    for card in ("EiK", "EiU", "Ei9"):
        table.play(card)
        table.lowest(3)
    assert table.state.step is Step.PLAY
    table.play("EiA")
    table.lowest(3)
    shown = table.state.history[-1].action
    assert shown == ShowStoeck(table.opening("EiO"))
    assert table.state.ended.by == "stoeck"
    table.count()
    assert table.state.score == (940 + 4 + 20 + 14 + 11 + 20, 0)


# -- the end of trick 1 -------------------------------------------------------------------------

WEIS_AGAINST_TRICK = hands_with("Ro6 Ro7 Ro8 Ro9 Si6", "SiA", "Si7", "SiK")
"""Side 0 has 50 for its Weis, side 1 makes 15 with trick 1."""


@pytest.mark.parametrize(
    ("rule", "winner", "by", "score"),
    [
        ("stoeck_wys_stich", (0, 2), "weis", (1010, 990)),
        ("stoeck_stich_wys", (1, 3), "trick", (960, 1005)),
        ("sequenziell", (0, 2), "weis", (1010, 990)),
    ],
)
def test_1_0_7_ausmachregel_weis_against_trick(
    rule: str, winner: tuple[int, int], by: str, score: tuple[int, int]
) -> None:
    """Both reach the target with trick 1: the rule decides, and the loser writes no more."""
    table = Table.seated(
        options(ausmachregel=rule), WEIS_AGAINST_TRICK, "obenabe", score=(960, 990)
    )
    table.play("Si6 SiA Si7 SiK")
    assert table.state.step is Step.AUDIT
    table.count()
    outcome = table.state.outcome
    assert (outcome.winners, outcome.by, outcome.score) == (winner, by, score)
    assert len(outcome.order) == 3


STOECK_AGAINST_WEIS = hands_with("EiK EiO SiA", "Ro6 Ro7 Ro8 Ro9 Si6", "SiK", "Si7")
"""Side 0 has Stöck and makes 15 with trick 1, side 1 has 50 for its Weis."""


def test_1_0_7_ausmachregel_stoeck_before_weis() -> None:
    """970 + 15 + Stöck against 960 + 50: asked «Stöck?», shown, and the Weis is not written."""
    table = Table.seated(options(), STOECK_AGAINST_WEIS, "Ei", score=(970, 960))
    table.play("SiA Si6 SiK Si7")
    asked = [event.seats for event in table.events if isinstance(event, StoeckAsked)]
    assert asked == [(0, 2)], "every player of a side that only Stöck carry over"
    assert bookings(table) == [(0, "stoeck", 20), (0, "trick", 15)]
    table.count()
    assert table.state.outcome.winners == (0, 2)
    assert table.state.outcome.by == "stoeck"
    assert table.state.score == (1005, 960)


def test_1_0_7_ausmachregel_sequenziell_adds_one_after_the_other() -> None:
    """970 + Stöck does not reach, 960 + Weis does: the first that crosses wins."""
    table = Table.seated(
        options(ausmachregel="sequenziell"), STOECK_AGAINST_WEIS, "Ei", score=(970, 960)
    )
    table.play("SiA Si6 SiK Si7")
    table.count()
    assert table.state.outcome.winners == (1, 3)
    assert table.state.score == (990, 1010)


def test_1_0_7_stoeck_question_by_hand() -> None:
    """With `bedanken_manuell` the players answer themselves, and «no» is an answer."""
    chosen = options(ende="bedanken_manuell")
    table = Table.seated(chosen, STOECK_AGAINST_WEIS, "Ei", score=(970, 960))
    table.play("SiA Si6 SiK Si7")
    assert table.state.step is Step.STOECK
    assert sorted(table.state.asked) == [0, 2]
    pair = AnswerStoeck(table.opening("EiO", "EiK"))
    assert game.legal(table.view(0)) == (AnswerStoeck(()), pair)
    assert game.legal(table.view(2)) == (AnswerStoeck(()),)
    turn = table.state.turn
    table.act(2, AnswerStoeck(()))
    assert (table.state.asked, table.state.turn) == ((0,), turn)
    table.act(0, pair)
    assert table.state.step is Step.PLAY
    table.act(3, Bedanken())
    assert table.state.ended.side == 0, "the order of saying thanks is irrelevant in trick 1"


def test_1_0_7_nobody_is_asked_whose_stoeck_would_change_nothing() -> None:
    """Far from the target no question is put."""
    table = Table.seated(options(), STOECK_AGAINST_WEIS, "Ei", score=(900, 300))
    table.play("SiA Si6 SiK Si7")
    assert not any(isinstance(event, StoeckAsked) for event in table.events)
    assert table.state.step is Step.PLAY


# -- Bergpreis and Schneider --------------------------------------------------------------------


def test_1_0_7_bergpreis_goes_to_the_first_at_half() -> None:
    """Taken once, in the order of bookings; display only without more options."""
    chosen = options(bergpreis="on", weis="aus", stoeck="aus")
    table = Table.seated(chosen, SWEEP, score=(480, 0))
    table.play("EiU")
    table.lowest(3)
    assert table.state.berg == 0
    assert [event.side for event in table.events if isinstance(event, Bergpreis)] == [0]
    table.play_hand()
    table.count()
    table.play_out()
    assert sum(isinstance(event, Bergpreis) for event in table.events) == 1


def test_1_0_7_bergpreis_in_trick_1_by_the_ausmachregel() -> None:
    """Both reach half with trick 1: the Weis comes before the trick."""
    table = Table.seated(
        options(bergpreis="on", bergpreis_punkte="30"),
        WEIS_AGAINST_TRICK,
        "obenabe",
        score=(460, 490),
    )
    table.play("Si6 SiA Si7 SiK")
    assert table.state.berg == 0
    assert bookings(table) == [(0, "berg", 30), (0, "weis", 50), (1, "trick", 15)]


def test_1_0_7_bergpreis_points_can_end_the_partie() -> None:
    """They are written without factor and count for the target."""
    chosen = options(
        bergpreis="on", bergpreis_punkte="500", faktoren="3-3-3-3-3-3", weis="aus", stoeck="aus"
    )
    table = Table.seated(chosen, SWEEP, score=(460, 0))
    table.play("EiU")
    table.lowest(3)
    assert (0, "berg", 500) in bookings(table)
    assert table.state.ended.side == 0


def test_1_0_7_stoeck_may_be_preshown_for_the_bergpreis() -> None:
    """With the Bergpreis open half the target is reason enough."""
    table = Table.seated(options(bergpreis="on"), hands_with("", "EiK EiO"), score=(0, 480))
    table.settle_automatic()
    assert table.state.berg == 1
    assert table.state.step is Step.PLAY
    assert bookings(table) == [(1, "stoeck", 20)]


@pytest.mark.parametrize(
    ("setting", "loser", "schneider"),
    [("halb", 499, True), ("halb", 500, False), ("21", 20, True), ("21", 21, False)],
)
def test_1_0_7_schneider(setting: str, loser: int, schneider: bool) -> None:
    """Below half the target, or below the table's own threshold."""
    table = Table.seated(
        options(schneider="on", schneider_punkte=setting, weis="aus", stoeck="aus"),
        SWEEP,
        score=(990, loser),
    )
    table.play_hand()
    table.count()
    assert table.state.outcome.schneider == ((1,) if schneider else ())


def test_1_0_7_a_loser_may_preshow_stoeck_to_escape_schneider() -> None:
    """With the option half the target is reason enough too; he may, his device does not."""
    table = Table.seated(options(schneider="on"), hands_with("", "EiK EiO"), score=(900, 480))
    table.settle_automatic()
    assert bookings(table) == []
    (shown,) = game.unasked(table.view(1))
    assert shown == ShowStoeck(table.opening("EiO", "EiK"))
    table.act(1, shown)
    assert bookings(table) == [(1, "stoeck", 20)]


# -- by hand ------------------------------------------------------------------------------------

BY_HAND = {"ende": "bedanken_manuell", "weis": "aus", "stoeck": "aus"}


def test_1_0_7_bedanken_manuell_right_and_false_claims() -> None:
    """Nothing ends by itself; a true claim wins, a false one loses, and binds the partner."""
    table = Table.seated(options(**BY_HAND), SWEEP, score=(990, 700))
    assert table.view(0).booked == (), "the screen shows no points of the running hand"
    table.play("EiU")
    table.lowest(3)
    assert table.state.step is Step.PLAY
    true = Table(table.state, table.rng, table.faces, table.deck)
    true.act(2, Bedanken())
    assert true.state.ended.side == 0
    table.act(1, Bedanken())
    assert (table.state.ended.side, table.state.ended.by) == (0, "false_bedanken")
    assert [event.right for event in table.events if isinstance(event, Bedankt)] == [False]
    table.count()
    assert table.state.outcome.winners == (0, 2)


def test_1_0_7_bedanken_is_refused_where_the_partie_ends_by_itself() -> None:
    """There is nothing to claim then."""
    table = Table.seated(options(), SWEEP, score=(990, 700))
    assert table.refused(0, Bedanken()) is Reason.BEDANKEN_NOT_ALLOWED


def test_1_0_7_a_counted_hand_lets_the_target_sides_claim_in_playing_order() -> None:
    """After a hand without a claim the seats at the target are asked from Vorhand on."""
    table = Table.seated(options(**BY_HAND), SWEEP, score=(990, 1000))
    table.play_hand(lambda _, offered: next(a for a in offered if isinstance(a, Play)))
    table.count()
    assert table.state.step is Step.THANKS
    assert table.state.asked == (0,)
    assert game.legal(table.view(0)) == (Pass(), Bedanken())
    table.act(0, Pass())
    assert table.state.asked == (1,)
    table.act(1, Bedanken())
    assert table.state.step is Step.OVER
    assert table.state.outcome.winners == (1, 3)


def test_1_0_7_waiting_goes_on_and_a_later_hand_may_begin_with_the_claim() -> None:
    """Who waits plays on; the claim stands open from then on."""
    table = Table.seated(options(**BY_HAND), SWEEP, score=(990, 0))
    table.play_hand(lambda _, offered: next(a for a in offered if isinstance(a, Play)))
    table.count()
    table.act(0, Pass())
    table.act(2, Pass())
    assert game.needs_deal(table.state)
    table.deal()
    table.act(2, Bedanken())
    assert table.state.ended.side == 0


def test_1_0_7_bedanken_im_stich() -> None:
    """The lying cards count for who has just played a card that no unseen card can beat."""
    for option, right in (("off", False), ("on", True)):
        table = Table.seated(options(bedanken_im_stich=option, **BY_HAND), SWEEP, score=(985, 0))
        table.play("EiU")
        table.act(0, Bedanken())
        assert (table.state.ended.side == 0) is right
    table = Table.seated(options(bedanken_im_stich="on", **BY_HAND), SWEEP, score=(985, 0))
    table.play("EiU Ro6")
    table.act(0, Bedanken())
    assert table.state.ended.side == 1, "another has played since"


def test_1_0_7_bedanken_im_stich_own_cards_are_no_threat() -> None:
    """Unseen is what is neither played nor in the claimer's hand; what others fear he shows."""
    table = Table.seated(options(bedanken_im_stich="on", **BY_HAND), SWEEP, score=(986, 0))
    table.play("Ei9")
    (claim,) = game.unasked(table.view(0))
    assert claim == Bedanken(table.opening("EiU"))
    assert table.refused(0, Bedanken()) is Reason.BEDANKEN_NOT_ALLOWED
    assert table.refused(0, Bedanken(table.opening("Ei6")), public=True) is not None
    assert table.refused(0, Bedanken(table.opening("Ro6")), public=True) is Reason.WRONG_SLOT
    table.act(0, claim)
    assert table.state.ended.side == 0
    assert game.audit(table.state, table.deck) is None
    table.count()
    assert table.state.outcome.winners == (0, 2)


def test_1_0_7_bedanken_im_stich_shows_nothing_that_does_not_help() -> None:
    """No card is shown with a claim that is true or false without it."""
    chosen = options(bedanken_im_stich="on", **BY_HAND)
    for score in (985, 1000):
        table = Table.seated(chosen, SWEEP, score=(score, 0))
        table.play("Ei9")
        assert game.unasked(table.view(0)) == (Bedanken(),)
    table = Table.seated(
        chosen,
        deal_of(
            "Ei9 " + " ".join(f"Ro{r}" for r in ["6", "7", "8", "9", "10", "U", "O", "K"]),
            "EiU EiK EiO EiA Ei10 Ei8 Ei7 Ei6 RoA",
            "Se6 Se7 Se8 Se9 Se10 SeU SeO SeK SeA",
            "Si6 Si7 Si8 Si9 Si10 SiU SiO SiK SiA",
        ),
        score=(990, 0),
    )
    table.play("Ei9")
    table.act(0, Bedanken())
    assert table.state.ended.by == "false_bedanken", "the Under is not his"


# -- after the hand -----------------------------------------------------------------------------


def test_1_0_7_hand_zu_ende() -> None:
    """The hand is played out; then the higher total wins."""
    table = Table.seated(options(ende="hand_zu_ende", weis="aus"), SWEEP, score=(990, 1200))
    table.play_hand()
    table.count()
    assert len(table.state.results[-1].match) == 2
    assert table.state.outcome.winners == (0, 2)
    assert table.state.score[0] == 990 + 257 + 20


def test_1_0_7_hand_zu_ende_tie_plays_one_more_hand() -> None:
    """An exact tie is no end."""
    table = Table.seated(
        options(ende="hand_zu_ende", weis="aus", stoeck="aus"), SWEEP, score=(900, 1157)
    )
    table.play_hand()
    table.count()
    assert table.state.score == (1157, 1157)
    assert game.needs_deal(table.state)


def test_1_1_laenge_counts_hands_and_shares_a_tie() -> None:
    """N hands, highest total wins; void hands do not count."""
    chosen = options("turnier_12", laenge="2", weis="aus", stoeck="aus")
    table = Table.start(chosen, 1)
    table.play_hand()
    table.count()
    table.deal()
    table.state, _ = game.annul(table.state)
    assert game.needs_deal(table.state)
    table.state = replace(table.state, score=(0, 257), next_dealer=Seat(3))
    table.deal(SWEEP)
    table.play_hand(_names_eichel)
    table.count()
    assert table.state.outcome.score == (257, 257)
    assert table.state.outcome.winners == (0, 1, 2, 3)


def _names_eichel(view: object, offered: tuple[object, ...]) -> object:
    return offered[0]


def test_1_0_7_kontermatch_doppelt() -> None:
    """The side that did not announce makes all tricks: 514 with the option."""
    hands = [SWEEP[1], SWEEP[0], SWEEP[2], SWEEP[3]]
    for option, points in (("off", 257), ("on", 514)):
        table = Table.seated(
            options(kontermatch_doppelt=option, weis="aus", stoeck="aus", ziel="5000"),
            hands,
            "Ei",
        )
        table.play_hand()
        table.count()
        assert table.state.results[-1].written == (0, points)


def test_1_1_match_0_writes_no_bonus() -> None:
    """With `match=0` all tricks are 157."""
    table = Table.seated(options(match="0", weis="aus", stoeck="aus"), SWEEP)
    table.play_hand()
    table.count()
    assert table.state.results[-1].written == (157, 0)


# -- Striche and rounds -------------------------------------------------------------------------


def test_1_0_7_wertung_striche_over_several_partien() -> None:
    """Berg 1, Sieg 2, Match 1, Schneider 2; the score begins anew with each Partie."""
    chosen = options(
        wertung="striche",
        partien="2",
        ziel="500",
        bergpreis="on",
        schneider="on",
        weis="aus",
        stoeck="aus",
        rest="aus",
    )
    table = Table.seated(chosen, SWEEP)
    table.play_hand()
    table.count()
    assert table.state.score == (257, 0)
    assert table.state.striche == (0, 0), "written when the Partie is over"
    table.state = replace(table.state, next_dealer=Seat(3))
    table.deal(SWEEP)
    table.play_hand(_names_eichel)
    assert table.state.ended is not None
    table.count()
    assert table.state.striche == (1 + 2 + 2 * 1 + 2, 0), "two matches"
    assert table.state.partie == 2
    assert table.state.score == (0, 0)
    assert table.state.step is Step.DEAL
    table.play_out()
    assert table.state.outcome.striche == table.state.striche
    assert table.state.partie == 2


@pytest.mark.parametrize(
    ("option", "value"), [("kontermatch_striche", 1), ("schneider_striche", 1)]
)
def test_1_0_7_strich_values(option: str, value: int) -> None:
    """Kontermatch and Schneider count 2 or, by option, 1."""
    base = {"wertung": "striche", "partien": "1", "ziel": "500", "weis": "aus", "stoeck": "aus"}
    hands = [SWEEP[1], SWEEP[0], SWEEP[2], SWEEP[3]]
    written = {}
    for amount in (2, value):
        chosen = options(schneider="on", **base, **{option: str(amount)})
        table = Table.seated(chosen, hands, "Ei", score=(0, 243))
        table.play_hand()
        table.count()
        written[amount] = table.state.striche
    assert written[2] == (0, 2 + 2 + 2)
    assert written[value] == (0, 2 + 2 + 1)


def test_1_0_7_wertung_zwei_runden() -> None:
    """The higher hand wins the round; two rounds win; a drawn hand is played again."""
    chosen = options(wertung="zwei_runden", weis="aus", stoeck="aus", rest="aus")
    table = Table.seated(chosen, SWEEP)
    table.play_hand()
    table.count()
    assert game.needs_deal(table.state)
    table.state = replace(table.state, next_dealer=Seat(3))
    table.deal(SWEEP)
    table.play_hand(_names_eichel)
    table.count()
    assert table.state.outcome.winners == (0, 2)
    assert [result.written for result in table.state.results] == [(257, 0)] * 2
