"""Ends from outside: Ctrl-C leaves as `q` does, any other end keeps the seat; nothing is lost."""

import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.processes.seats import JASS, Seat, environment, jass, logs
from tests.processes.tables import LOOPBACK, guest, seated

pytestmark = [pytest.mark.processes, pytest.mark.xdist_group("processes")]

SIGNALS = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]


def has_bot(lobby: dict[str, Any], name: str) -> bool:
    """Whether a bot plays on the seat of this person."""
    return any(seat["bot"] for seat in lobby["seats"] if seat["name"] == name)


def stop(seat: Seat, number: int) -> int:
    """Sends a signal and returns the exit code."""
    os.kill(seat.process.pid, number)
    return seat.wait(60)


@pytest.mark.timeout(240)
def test_a_guest_that_presses_ctrl_c_says_goodbye(tmp_path: Path) -> None:
    """In the middle of a hand: a bot has the seat at once, and every log is sound to its end."""
    with seated(tmp_path, "Alpha", "--set", "ziel=5000", "--bots", "1", people=3) as seats:
        host, leaver, other = seats
        for seat in seats:
            seat.until("event", 90, event="played")

        assert stop(leaver, signal.SIGINT) == 130
        assert leaver.errors == ""
        for seat in (host, other):
            while not has_bot(seat.until("lobby", 60), "Ueli"):
                pass
    for log in logs([seat.home for seat in seats]):
        assert jass("verify", str(log), home=tmp_path / "v").returncode == 3, "sound, unfinished"


@pytest.mark.timeout(240)
@pytest.mark.parametrize(("number", "code"), SIGNALS[1:])
def test_a_guest_whose_window_is_closed_keeps_its_seat(
    tmp_path: Path, number: int, code: int
) -> None:
    """In the middle of a hand: it is waited for, comes back, and plays that hand on itself."""
    with seated(tmp_path, "Alpha", "--set", "ziel=5000", "--bots", "1", people=3) as seats:
        host, gone, other = seats
        address = host.of("table")[0]["address"]
        for seat in seats:
            seat.until("event", 90, event="played")
        # Whoever comes first sits first, and guests may come together.
        chairs = host.of("lobby")[-1]["seats"]
        place = next(chair["seat"] for chair in chairs if chair["name"] == "Ueli")

        assert stop(gone, number) == code
        assert gone.errors == ""
        for seat in (host, other):
            seat.until("waiting", 60, why="reconnect", seats=[place])
        with guest(gone.home, address) as back:
            back.until("event", 30, event="played", seat=place)
            back.until("hand", 90)
        assert not any(has_bot(lobby, "Ueli") for lobby in (*host.of("lobby"), *other.of("lobby")))
    for log in logs([seat.home for seat in seats]):
        assert jass("verify", str(log), home=tmp_path / "v").returncode == 3, "sound, unfinished"


@pytest.mark.timeout(240)
def test_a_host_that_is_stopped_hands_the_table_on(tmp_path: Path) -> None:
    """The others play on, without waiting for its return."""
    with seated(tmp_path, "Alpha", "--set", "ziel=5000", "--bots", "1", people=3) as seats:
        host, *others = seats
        for seat in seats:
            seat.until("event", 90, event="played")

        assert stop(host, signal.SIGTERM) == 143
        for seat in others:
            seat.until("event", 60, event="orderer")
            seat.until("hand", 90)
    for log in logs([seat.home for seat in seats]):
        assert jass("verify", str(log), home=tmp_path / "v").returncode == 3


@pytest.mark.timeout(120)
@pytest.mark.parametrize("mode", ["--headless", "--plain"])
@pytest.mark.parametrize(("number", "code"), SIGNALS)
def test_a_host_that_is_stopped_closes_its_lobby(
    tmp_path: Path, number: int, code: int, mode: str
) -> None:
    """Whoever sat there is told so, and does not look for the table; the home is free again."""
    home = tmp_path / "Lara"
    line = ("host", "--open", "--port", "0", "--name", "Alpha", mode, "--lang", "en", *LOOPBACK)
    with subprocess.Popen(
        [*JASS, *line],
        env=environment(home),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as host:
        assert host.stdout is not None
        address = ""
        while not address:
            told = host.stdout.readline()
            assert told, "the table was never opened"
            at = told.find("127.0.0.1:")
            address = "" if at < 0 else told[at:].split('"')[0].split()[0].rstrip(".,;)")
        with Seat("join", address, home=tmp_path / "Ueli") as guest:
            guest.until("lobby")
            host.send_signal(number)
            _, errors = host.communicate(timeout=60)

            assert (host.returncode, errors) == (code, "")
            assert guest.until("error", 60)["error"] == "host_quit"
    assert jass("play", "--headless", home=home).returncode == 0


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("number", "code"), SIGNALS)
def test_who_still_looks_for_a_table_can_be_stopped(tmp_path: Path, number: int, code: int) -> None:
    """Before there is any session: at once, without a word, and the home is free again."""
    with Seat("join", "127.0.0.1:9", home=tmp_path / "Lara") as guest:
        while not (tmp_path / "Lara" / "identity").exists():
            time.sleep(0.05)
        time.sleep(0.5)

        assert stop(guest, number) == code
        assert (guest.said, guest.errors) == ([], "")
    assert jass("play", "--headless", home=tmp_path / "Lara").returncode == 0


@pytest.mark.timeout(120)
def test_a_signal_that_was_to_be_ignored_is_ignored(tmp_path: Path) -> None:
    """`nohup` keeps a table open when the window is closed that it was started from."""
    arguments = ("host", "--port", "0", "--name", "Alpha", *LOOPBACK)
    with Seat(*arguments, home=tmp_path / "Lara", prefix=("nohup",)) as host:
        host.until("lobby")
        os.kill(host.process.pid, signal.SIGHUP)
        host.send({"bot": "easy", "at": 1})

        while not host.until("lobby")["seats"][1]["bot"]:
            pass
        assert stop(host, signal.SIGTERM) == 143


@pytest.mark.timeout(120)
def test_a_disk_that_does_not_answer_holds_nobody(tmp_path: Path) -> None:
    """A program that hangs in the system is ended by one signal all the same, a little later."""
    hang = "import asyncio, os, sys; from tui.hangup import heed_signals\n"
    hang += "async def main(): heed_signals(print); print(1, flush=True); os.open(sys.argv[1], 0)\n"
    os.mkfifo(tmp_path / "pipe")  # opening it waits for somebody who writes
    with subprocess.Popen(
        [JASS[0], "-c", f"{hang}asyncio.run(main())", str(tmp_path / "pipe")],
        stdout=subprocess.PIPE,
    ) as program:
        assert program.stdout is not None
        program.stdout.readline()
        time.sleep(0.5)
        program.send_signal(signal.SIGTERM)
        assert program.wait(60) == 143
