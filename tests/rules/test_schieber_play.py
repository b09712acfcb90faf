"""Rules 1.0.4 and 1.0.9 at the table: what is refused where, Rest, and looking at tricks."""

from __future__ import annotations

import pytest

from engine import game
from engine.actions import ClaimRest, Play
from engine.errors import IllegalAction, Reason
from engine.state import Step
from tests.engine.table import Table, deal_of, hands_with, options

PLAIN = {"weis": "aus", "stoeck": "aus", "ziel": "5000"}


def attempt(table: Table, seat: int, card: str, *, public: bool) -> Reason | None:
    """What happens when a seat plays this card."""
    slot, which = table.opening(card)[0]
    return table.refused(seat, Play(slot, which), public=public)


def test_1_0_4_at_home_every_rule_is_known_elsewhere_only_what_open_cards_prove() -> None:
    """A revoke is refused with its row at home; elsewhere the card stands, as hands are hidden."""
    table = Table.seated(options(**PLAIN), hands_with("Ro6", "RoA Si7"), "Ei")
    table.play("Ro6")
    assert attempt(table, 1, "Si7", public=False) is Reason.MUST_FOLLOW_SUIT
    assert Reason.MUST_FOLLOW_SUIT.row == 6
    assert attempt(table, 1, "Si7", public=True) is None


def test_1_0_4_open_cards_prove_a_revoke_at_once() -> None:
    """Who has shown a card of the suit led must play it, and everybody can refuse him."""
    hands = hands_with("Si6 Ro6", "Si7 RoO RoK RoA", "Si8", "Si9 Ro9")
    table = Table.seated(options(ziel="5000"), hands, "Ei")
    table.play("Si6 Si7 Si8 Si9")
    assert table.state.opened[table.slot("RoA")] is not None
    assert table.state.asked == (3,)
    table.play("Ro9 Ro6")
    seat = 1
    other = next(item for item in table.view(seat).hand if item.card // 9 not in (0, 1))
    bad = Play(other.slot, other.card)
    assert table.refused(seat, bad, public=True) is Reason.MUST_FOLLOW_SUIT
    with pytest.raises(IllegalAction) as caught:
        game.apply(table.state, table.state.asked[0], bad)
    assert caught.value.reason is Reason.MUST_FOLLOW_SUIT


def test_3_slots_and_cards_are_checked_everywhere() -> None:
    """Another's slot, a played one, an open card, what is no card, a turn that is not yours."""
    table = Table.seated(options(**PLAIN), hands_with("Ro6 Ro7", "RoA"), "Ei")
    slot, card = table.opening("Ro6")[0]
    other, ace = table.opening("RoA")[0]
    assert table.refused(0, Play(other, ace), public=True) is Reason.WRONG_SLOT
    assert table.refused(1, Play(other, ace), public=True) is Reason.NOT_YOUR_TURN
    assert table.refused(0, Play(slot, ace)) is Reason.NOT_IN_HAND
    assert table.refused(0, Play(99, card), public=True) is Reason.WRONG_SLOT
    assert table.refused(0, Play(slot, 77), public=True) is Reason.NOT_A_CARD
    table.play("Ro6")
    table.lowest(3)
    while table.state.asked != (0,):
        table.lowest(1)
    assert table.refused(0, Play(slot, card), public=True) is Reason.ALREADY_PLAYED
    seven, _ = table.opening("Ro7")[0]
    assert table.refused(0, Play(seven, card), public=True) is Reason.ALREADY_OPEN


@pytest.mark.parametrize(
    ("option", "trick", "hand", "refused", "reason"),
    [
        (
            "uebertrumpfzwang_s004",
            "Ro6 Ei8",
            "Ei7 Ei9 Se6",
            "Se6",
            Reason.MUST_OVERTRUMP_S004,
        ),
        ("uebertrumpfzwang_s004", "Ro6", "Ei7 Se6", "Se6", Reason.MUST_TRUMP_S004),
        ("stechen_nur_ohne_farbe", "Ro6", "Ro8 Ei7", "Ei7", Reason.TRUMP_ONLY_WHEN_VOID),
    ],
)
def test_1_0_4_options_of_the_table(
    option: str, trick: str, hand: str, refused: str, reason: Reason
) -> None:
    """What is free by default is refused with the option."""
    led, *others = trick.split()
    hands = [""] * 4
    hands[0] = led
    for seat, card in enumerate(others, start=1):
        hands[seat] = card
    actor = len(others) + 1
    hands[actor] = hand
    # Nobody but the leader, and the actor where it says so, holds the suit led.
    suit = led[:2]
    rest = [f"{suit}{rank}" for rank in ["6", "7", "8", "9", "10", "U", "O", "K", "A"]]
    given = " ".join(hands).split()
    hands[0] += " " + " ".join(card for card in rest if card not in given)
    for value, expected in (("off", None), ("on", reason)):
        table = Table.seated(options(**PLAIN, **{option: value}), hands_with(*hands), "Ei")
        table.play(trick)
        assert table.state.asked == (actor,)
        assert attempt(table, actor, refused, public=False) is expected


# -- Rest ---------------------------------------------------------------------------------------

TRUMPS = deal_of(
    "EiU Ei9 EiA EiK EiO Ei10 Ei8 RoA Ro6",
    "Ei7 Ro7 Ro8 Ro9 Ro10 RoU RoO RoK Se6",
    "Ei6 Se7 Se8 Se9 Se10 SeU SeO SeK SeA",
    "Si6 Si7 Si8 Si9 Si10 SiU SiO SiK SiA",
)


def rest_of(table: Table, seat: int) -> ClaimRest:
    """The claim with all cards still held."""
    return ClaimRest(tuple((item.slot, item.card) for item in table.view(seat).hand))


def test_1_0_9_rest_sicher() -> None:
    """Safe when every card left beats every unseen one; all tricks go to the claimer."""
    table = Table.seated(options(**PLAIN), TRUMPS, "Ei")
    assert table.refused(0, rest_of(table, 0)) is Reason.REST_NOT_SAFE, "the Ro6 is beatable"
    assert rest_of(table, 0) not in game.legal(table.view(0))
    hands = deal_of(
        "EiU Ei9 EiA EiK EiO Ei10 Ei8 RoA RoK",
        "Ei7 Ro7 Ro8 Ro9 Ro10 RoU RoO Ro6 Se6",
        "Ei6 Se7 Se8 Se9 Se10 SeU SeO SeK SeA",
        "Si6 Si7 Si8 Si9 Si10 SiU SiO SiK SiA",
    )
    table = Table.seated(options(**PLAIN), hands, "Ei")
    claim = rest_of(table, 0)
    assert claim in game.legal(table.view(0))
    assert table.refused(0, claim, public=True) is None, "everybody can check it"
    part = ClaimRest(claim.cards[:-1])
    assert table.refused(0, part, public=True) is Reason.REST_NOT_ALLOWED
    table.play("EiU")
    table.lowest(3)
    table.act(0, rest_of(table, 0))
    assert table.state.step is Step.AUDIT
    table.count()
    result = table.state.results[-1]
    assert result.written == (257, 0)
    assert result.tricks == (9, 0)
    assert result.last_trick == (5, 0)


def test_1_0_9_rest_riskant_costs_all_remaining_tricks() -> None:
    """With a beatable card everything left goes to the others."""
    table = Table.seated(options(rest="riskant", **PLAIN), TRUMPS, "Ei")
    table.play("EiU")
    table.lowest(3)
    assert rest_of(table, 0) in game.legal(table.view(0))
    table.act(0, rest_of(table, 0))
    table.count()
    assert table.state.results[-1].written == (20, 137)
    assert table.state.results[-1].match == (0, 0)
    laid = Table.seated(options(rest="riskant", **PLAIN), TRUMPS, "Ei")
    laid.act(0, rest_of(laid, 0))
    laid.count()
    assert laid.state.results[-1].written == (0, 257), "a laid-down match becomes a Kontermatch"


def test_1_0_9_rest_aus_and_where_it_is_not_safe_by_kind() -> None:
    """Off it is refused; never in Slalom; never before the Weise of trick 1 are settled."""
    hands = deal_of(
        "EiU Ei9 EiA EiK EiO Ei10 Ei8 Ei7 Ei6",
        "Ro6 Ro7 Ro8 Ro9 Ro10 RoU RoO RoK RoA",
        "Se6 Se7 Se8 Se9 Se10 SeU SeO SeK SeA",
        "Si6 Si7 Si8 Si9 Si10 SiU SiO SiK SiA",
    )
    for settings, contract in (
        ({"rest": "aus"}, "Ei"),
        ({"vertraege": "slalom"}, "slalom_oben"),
        ({"weis": "an"}, "Ei"),
    ):
        table = Table.seated(options(**{**PLAIN, **settings}), hands, contract)
        assert table.refused(0, rest_of(table, 0), public=True) is Reason.REST_NOT_ALLOWED


def test_1_0_9_after_a_claim_the_others_are_asked_for_stoeck() -> None:
    """Who can no longer play the second card is asked; it is written before the rest."""
    hands = deal_of(
        "EiU Ei9 EiA RoA RoK RoO RoU Ro10 Ro9",
        "EiO EiK Ro7 Ro8 Ro6 Si9 Se6 Se7 Se8",
        "Ei6 Ei7 Se9 Se10 SeU SeO SeK SeA Si10",
        "Ei8 Ei10 Si6 Si7 Si8 SiU SiO SiK SiA",
    )
    settings = {**PLAIN, "stoeck": "an"}
    table = Table.seated(options(rest="riskant", **settings), hands, "Ei")
    table.act(0, rest_of(table, 0))
    assert table.state.step is Step.STOECK
    assert table.state.asked == (1, 2, 3), "the claimer has shown everything"
    table.settle_automatic()
    kinds = [(item.side, item.kind) for item in table.state.bookings]
    assert kinds[0] == (1, "stoeck")
    assert kinds[1][1] == "rest"


# -- looking ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "running"),
    [("keiner", []), ("letzter", [3]), ("erster", [1]), ("alle_eigenen", None)],
)
def test_1_0_9_stich_ansehen(option: str, running: list[int] | None) -> None:
    """While a trick runs only what the table allows; a trick just completed lies open."""
    table = Table.seated(options(stich_ansehen=option, **PLAIN), TRUMPS, "Ei")
    table.lowest(12)
    assert table.view(1).last_trick is not None
    assert table.view(1).last_trick.number == 3
    table.lowest(1)
    for seat in range(4):
        seen = [trick.number for trick in table.view(seat).seen_tricks]
        own = [trick.number for trick in table.state.tricks if trick.winner == seat]
        assert seen == (own if running is None else running)
    table.play_hand()
    assert len(table.view(1).seen_tricks) == len(table.state.tricks)


def test_1_0_3_slalom_wert() -> None:
    """By the announced direction the hand stays at 157; per trick it need not."""
    totals = {}
    for value in ("startrichtung", "je_stich"):
        chosen = options(vertraege="slalom", slalom_wert=value, **PLAIN)
        sums = set()
        for seed in range(8):
            table = Table.seated(chosen, hands_with(seed=seed), "slalom_oben")
            table.rng.seed(seed)
            table.play_hand()
            table.count()
            result = table.state.results[-1]
            sums.add(sum(result.cards) + sum(result.last_trick))
        totals[value] = sums
    assert totals["startrichtung"] == {157}
    assert len(totals["je_stich"]) > 1


def test_1_0_3_undenufe_ass_11() -> None:
    """The Ace counts 11 and the Six nothing in Undenufe, with the option."""
    hands = hands_with("Ro6", "RoA")
    for option, points in (("off", 11), ("on", 11)):
        table = Table.seated(options(undenufe_ass_11=option, **PLAIN), hands, "undenufe")
        table.play("Ro6 RoA")
        values = game.rules_of(table.state.setup).row(table.state).values
        assert values[9] + values[17] == points
        assert (values[9], values[17]) == ((11, 0) if option == "off" else (0, 11))
