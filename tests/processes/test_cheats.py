"""Patched programs among honest ones: named on every other screen, proven by the log alone."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import patched
from tests.processes.networks import Bridge, allowed
from tests.processes.seats import Seat, play_on
from tests.processes.tables import NAMES, check_proven, seated

pytestmark = [pytest.mark.processes, pytest.mark.timeout(240), pytest.mark.xdist_group("processes")]

GUEST, HOST = 1, 0


@contextlib.contextmanager
def network() -> Iterator[Bridge | None]:
    """Four namespaces on a bridge where the system allows it, else loopback."""
    if allowed():
        with Bridge(4) as lan:
            yield lan
    else:
        yield None


def accused(seat: Seat) -> list[dict[str, object]]:
    """The hands that this seat was told not to be fair, with who did what."""
    return [hand for hand in seat.of("hand") if not hand["fair"]]


@pytest.mark.parametrize("cheat", ["revoke", "another_card", "false_weis", "second_deck"])
def test_a_patched_guest_is_named(tmp_path: Path, cheat: str) -> None:
    """Whatever it did, all others name its seat and nobody else's, and the file alone proves it."""
    programs = {GUEST: [*patched.JASS, cheat]}
    options = ("--set", "laenge=4", "--grace", "3")
    with (
        network() as lan,
        seated(tmp_path, "Falsch", *options, lan=lan, programs=programs) as seats,
    ):
        honest = [seats[0], *seats[2:]]
        play_on(honest)
        assert [seat.wait() for seat in honest] == [0, 0, 0]
        assert "cheated" in seats[GUEST].errors
        for seat in honest:
            print(json.dumps(accused(seat)), seat.of("offence"))
        said = check_proven(tmp_path, honest, code=1)
    faults = [line for line in said if line.startswith("Offence")]
    print("\n".join(said))
    assert faults
    assert all(NAMES[GUEST] in line for line in faults)
