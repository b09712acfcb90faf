"""Rules 1.0.11, line of the Schieber, Sidi and the six-handed game: what an offence costs."""

from __future__ import annotations

from engine.rules.tally import TallyRules, lost_hand

PLAIN = TallyRules()


def test_1_0_11_two_sides_the_other_writes_157() -> None:
    """The offender's side writes 0, the other 157 times the factor."""
    assert lost_hand(0, (60, 40), (0, 0), (False, False), 1, PLAIN) == (0, 157)
    assert lost_hand(1, (60, 40), (0, 0), (False, False), 3, PLAIN) == (471, 0)


def test_1_0_11_its_weis_and_stoeck_come_on_top() -> None:
    """Valid Weis and Stöck of the other side, both times the factor; the offender's do not."""
    assert lost_hand(0, (0, 0), (100, 0), (True, False), 2, PLAIN) == (0, 314)
    assert lost_hand(0, (0, 0), (0, 50), (False, True), 2, PLAIN) == (0, 454)
    no_factor = TallyRules(weis_without_factor=True)
    assert lost_hand(0, (0, 0), (0, 50), (False, True), 2, no_factor) == (0, 404)


def test_1_0_11_or_what_it_had_booked_if_more() -> None:
    """A side that had more than that keeps it."""
    assert lost_hand(0, (0, 277), (0, 20), (False, False), 1, PLAIN) == (0, 277)


def test_1_0_11_three_sides_keep_what_they_had_booked() -> None:
    """With three sides the others keep what they had."""
    booked = (30, 44, 12)
    nobody = (False, False, False)
    assert lost_hand(1, booked, (0, 0, 20), nobody, 1, PLAIN) == (30, 0, 12)
