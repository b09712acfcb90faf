"""A table that is taken up from several disks at once: it is one table, and it ends once."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes.seats import Seat, jass, logs, play_on, same_log
from tests.processes.tables import LOOPBACK, NAMES, seated

pytestmark = [pytest.mark.processes, pytest.mark.xdist_group("processes")]

HANDS = 4


@contextlib.contextmanager
def interrupted(folder: Path, people: int, again: int) -> Iterator[list[Seat]]:
    """A table all of whose devices lost their power, and of which so many are taken up again.

    The ports are others now: nobody is where the log says. Those who do not take it up join it.
    """
    options = ("--set", f"laenge={HANDS}", "--bots", str(4 - people))
    with seated(folder, "Alpha", *options, people=people) as seats:
        for seat in seats:
            seat.until("hand", 90)
    with contextlib.ExitStack() as stack:
        seats = []
        for place in range(people):
            resumes = ("host", "--resume", "Alpha", "--open", "--port", "0")
            line = resumes if place < again else ("join", "Alpha")
            seat = Seat(*line, "--autoplay", "easy", *LOOPBACK, home=folder / NAMES[place])
            seats.append(stack.enter_context(seat))
        yield seats


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("people", "again"), [(2, 2), (3, 2), (3, 3)])
def test_devices_that_take_up_one_table_find_each_other(
    tmp_path: Path, people: int, again: int
) -> None:
    """Whoever takes it up and whoever joins: all play one Partie to its one end, with one log."""
    with interrupted(tmp_path, people, again) as seats:
        scores = [game["score"] for game in play_on(seats, 200)]
        codes = [seat.wait(60) for seat in seats]

    assert scores == scores[:1] * people
    assert codes == [0] * people
    saved = logs([seat.home for seat in seats])
    assert same_log(saved)
    done = jass("verify", str(saved[0]), "--lang", "en", home=tmp_path / "v")
    assert done.returncode == 0
    assert f"Hands played: {HANDS}." in done.stdout.splitlines()[-1]


@pytest.mark.timeout(120)
def test_a_partie_that_was_taken_up_is_not_followed_by_another(tmp_path: Path) -> None:
    """A script's host starts a full table by itself, but no second Partie after the first."""
    home = tmp_path / "Lara"
    options = ("host", "--name", "Alpha", "--bots", "3", "--set", f"laenge={HANDS}", "--port", "0")
    with Seat(*options, "--autoplay", "easy", *LOOPBACK, home=home) as seat:
        seat.until("hand")
    with Seat("host", "--resume", "Alpha", "--port", "0", *LOOPBACK, home=home) as seat:
        while (record := seat.next(60)) is not None:
            if record["type"] == "turn":
                seat.send({"choose": 0})
        assert seat.process.wait(30) == 0

    assert len(seat.of("game")) == 1
    assert {hand["partie"] for hand in seat.of("hand")} == {1}
    told = [hand["hand"] for one in seat.of("earlier_hands") for hand in one["hands"]]
    assert told, "what was booked before is told, and told once"
    assert [*told, *(hand["hand"] for hand in seat.of("hand"))] == list(range(1, HANDS + 1))
