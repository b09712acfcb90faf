"""When no majority comes back: a new table that starts from the score of the old one."""

import contextlib
from pathlib import Path

import pytest

from tests.processes.seats import Seat, jass, play_on
from tests.processes.tables import LOOPBACK, NAMES, guest, seated

pytestmark = [pytest.mark.processes, pytest.mark.timeout(240), pytest.mark.xdist_group("processes")]


def test_two_of_four_go_on_from_the_old_score(tmp_path: Path) -> None:
    """Their old seats, the old score, the next dealer; `jass verify` says where it comes from."""
    with seated(tmp_path, "Furka", "--set", "ziel=500") as seats:
        seats[1].until("event", 60, event="hand_started", hand=3)
        seats[1].until("event", 30, event="played")
        for seat in seats:
            seat.kill()
        before = seats[1].of("hand")[-1]["score"]
    command = ("host", "--score-of", "Fur", "--port", "0", "--open", "--player", NAMES[1])
    with contextlib.ExitStack() as stack:
        host = stack.enter_context(
            Seat(*command, "--autoplay", "normal", *LOOPBACK, home=tmp_path / NAMES[1])
        )
        address = host.until("table")["address"]
        while not host.until("lobby")["seats"][1]["you"]:
            pass
        again = stack.enter_context(guest(tmp_path / NAMES[3], address))
        again.until("lobby", 20)
        for seat in (0, 2):
            host.send({"bot": "normal", "at": seat})
        games = play_on([host, again])
        assert [seat.wait() for seat in (host, again)] == [0, 0]
    sides = again.of("lobby")[0]["before"]
    assert [side["points"] for side in sides] == before, "before anybody plays, it is there to see"
    assert [side["seats"] for side in sides] == [[0, 2], [1, 3]]
    assert again.of("lobby")[-1]["before"] == []
    first = host.of("hand")[0]
    assert first["hand"] == 3
    assert [now - new for now, new in zip(first["score"], first["points"], strict=True)] == before
    assert games[0]["score"] == games[1]["score"]
    lobby = again.of("lobby")[-1]["seats"]
    assert [info["name"] for info in lobby if not info["bot"]] == [NAMES[1], NAMES[3]]
    assert lobby[3]["you"]
    done = jass("verify", games[0]["log"], "--lang", "en", home=tmp_path / "verifier")
    assert done.returncode == 0, done.stdout
    assert f"Begins with the score {before[0]}:{before[1]}" in done.stdout


def test_of_two_devices_the_other_one_waits_and_says_so(tmp_path: Path) -> None:
    """Nobody can take over at a table of two; what is left to do is a new table from its score."""
    with seated(tmp_path, "Zwei", "--set", "ziel=500", "--bots", "2", people=2) as (host, other):
        other.until("event", 60, event="hand_started", hand=2)
        host.kill()
        waiting = other.until("waiting", 20, why="majority")
        assert waiting["seats"] == [0]
        assert not [event for event in other.of("event") if event["event"] == "orderer"]
    command = ("host", "--score-of", "--port", "0", "--player", NAMES[1], "--autoplay", "normal")
    with Seat(*command, "--no-mdns", *LOOPBACK, home=tmp_path / NAMES[1]) as alone:
        alone.until("table")
        for seat in (0, 2, 3):
            alone.send({"bot": "normal", "at": seat})
        play_on([alone])
        assert alone.wait() == 0
    assert alone.of("hand")[0]["hand"] == 2
