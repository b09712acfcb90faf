"""Patched programs among honest ones: named on every other screen, proven by the log alone."""

from pathlib import Path

import pytest

from tests.processes import patched
from tests.processes.seats import play_on
from tests.processes.tables import NAMES, check_proven, network, seated

pytestmark = [pytest.mark.processes, pytest.mark.timeout(240), pytest.mark.xdist_group("processes")]

GUEST, HOST = 1, 0


@pytest.mark.parametrize(
    ("cheat", "reason"),
    [
        ("revoke", None),
        ("another_card", "wrong_card"),
        ("false_weis", "weis_untrue"),
        ("second_deck", "two_bodies"),
    ],
)
def test_a_patched_guest_is_named(tmp_path: Path, cheat: str, reason: str | None) -> None:
    """Whatever it did, all others name its seat and nobody else's, and the file alone proves it."""
    programs = {GUEST: [*patched.JASS, cheat]}
    options = ("--set", "laenge=2", "--grace", "3")
    with (
        network() as lan,
        seated(tmp_path, "Falsch", *options, lan=lan, programs=programs) as seats,
    ):
        honest = [seat for place, seat in enumerate(seats) if place != GUEST]
        play_on(honest)
        assert [seat.wait() for seat in honest] == [0, 0, 0]
        assert "cheated" in seats[GUEST].errors
        said = check_proven(tmp_path, honest, code=1)
    faults = [line for line in said if line.startswith("Offence")]
    assert faults
    assert all(f"{NAMES[GUEST]} (seat {GUEST + 1}), hand 1," in line for line in faults), said
    for seat in honest:
        told = [one for hand in seat.of("hand") for one in hand["offences"]]
        assert {one["seat"] for one in (*told, *seat.of("offence"))} == {GUEST}
        assert not seat.of("hand")[0]["fair"]
        assert all(hand["fair"] for hand in seat.of("hand")[1:])
        assert NAMES[GUEST] in told[0]["text"]
        assert reason in (None, told[0]["reason"])


def test_a_host_that_tells_two_histories_is_named_and_loses_the_table(tmp_path: Path) -> None:
    """Its guests compare heads, go on under another device, and the proof stands in their logs."""
    programs = {HOST: [*patched.JASS, "two_histories"]}
    options = ("--set", "laenge=2")
    with (
        network() as lan,
        seated(tmp_path, "Doppelt", *options, lan=lan, programs=programs) as seats,
    ):
        honest = seats[1:]
        for seat in honest:
            told = seat.until("offence", 60)
            assert (told["seat"], told["reason"]) == (HOST, "two_orders")
            assert NAMES[HOST] in told["text"]
        play_on(honest)
        assert [seat.wait() for seat in honest] == [0, 0, 0]
        assert "cheated" in seats[HOST].errors
        said = check_proven(tmp_path, honest, code=1)
    faults = [line for line in said if line.startswith("Offence")]
    assert faults
    assert all(f"{NAMES[HOST]} (seat {HOST + 1})" in line for line in faults), said
    for seat in honest:
        orderers = [e["seat"] for e in seat.of("event") if e["event"] == "orderer"]
        assert orderers
        assert HOST not in orderers


def test_a_host_that_withholds_a_card_no_longer_orders(tmp_path: Path) -> None:
    """It answers, but one seat's cards get no number: the others hear of it and vote it out."""
    programs = {HOST: [*patched.JASS, "withhold"]}
    options = ("--set", "laenge=2")
    with network() as lan, seated(tmp_path, "Sieb", *options, lan=lan, programs=programs) as seats:
        for seat in seats[1:]:
            told = seat.until("event", 60, event="orderer")
            assert told["seat"] != HOST
            assert told["epoch"] >= 2
        play_on(seats)
        assert [seat.wait() for seat in seats] == [0] * 4
        assert "cheated" in seats[HOST].errors
        check_proven(tmp_path, seats)
