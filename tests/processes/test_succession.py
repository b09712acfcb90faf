"""The host goes, the Partie stays: real processes that are killed without a word."""

import contextlib
import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from net.session import verify
from tests.processes.seats import Seat, jass, logs, play_on

pytestmark = [pytest.mark.processes, pytest.mark.timeout(240), pytest.mark.xdist_group("processes")]

LOOPBACK = ("--bind", "127.0.0.1")
NAMES = ("Lara", "Ueli", "Noemie", "Marco")


@contextlib.contextmanager
def table(folder: Path, name: str) -> Iterator[list[Seat]]:
    """Four processes at one table that is found by its address."""
    with contextlib.ExitStack() as stack:
        host = stack.enter_context(
            Seat(
                *("host", "--name", name, "--open", "--port", "0", "--player", NAMES[0]),
                *("--autoplay", "normal", "--set", "ziel=500", *LOOPBACK),
                home=folder / NAMES[0],
            )
        )
        address = host.until("table")["address"]
        seats = [host]
        for player in NAMES[1:]:
            seats.append(stack.enter_context(guest(folder / player, address)))
            host.until("lobby")
        yield seats


def guest(home: Path, where: str) -> Seat:
    """Somebody who sits down, or comes back."""
    return Seat(
        *("join", where, "--player", home.name, "--autoplay", "normal", *LOOPBACK), home=home
    )


def resumed(home: Path, name: str = "") -> Seat:
    """Somebody who takes the table up again from its log."""
    return Seat(
        *("host", f"--resume={name}", "--port", "0", "--player", home.name),
        *("--autoplay", "normal", *LOOPBACK),
        home=home,
    )


def check_saved(seats: list[Seat]) -> list[Path]:
    """One log in every home, to the byte, that `jass verify` proves."""
    assert [seat.wait() for seat in seats] == [0] * len(seats)
    saved = logs([seat.home for seat in seats])
    assert len({log.read_bytes() for log in saved}) == 1
    for log in saved:
        done = jass("verify", str(log), home=log.parent.parent)
        assert done.returncode == 0, done.stdout + done.stderr
    return saved


def test_the_host_is_killed_and_the_partie_ends_under_another(tmp_path: Path) -> None:
    """SIGKILL in the middle of a hand: another device orders within ten seconds.

    The old host comes back, as a guest, and all four end with one proven log.
    """
    with table(tmp_path, "Gotthard") as seats:
        host = seats[0]
        for _ in range(13):
            host.until("event", 60, event="played")
        host.kill()
        for seat in seats[1:]:
            told = seat.until("event", 10, event="orderer")
            assert told["epoch"] >= 2
            assert told["seat"] == 1
        with resumed(host.home) as again:
            seats[0] = again
            told = again.until("event", 30, event="orderer")
            assert told["seat"] == 1
            games = play_on(seats)
            saved = check_saved(seats)
    assert len({json.dumps(game["score"]) for game in games}) == 1
    assert verify(saved[0]).faults == ()


def test_all_four_are_killed_and_go_on_from_their_disks(tmp_path: Path) -> None:
    """Power cut: one of the guests takes the table up again, the others come back to it by name."""
    with table(tmp_path, "Furka") as seats:
        for _ in range(13):
            seats[0].until("event", 60, event="played")
        for seat in seats:
            seat.kill()
    with contextlib.ExitStack() as stack:
        again = [stack.enter_context(resumed(tmp_path / NAMES[2], "Fur"))]
        again[0].until("table")
        for player in (NAMES[3], NAMES[1], NAMES[0]):
            again.append(stack.enter_context(guest(tmp_path / player, "Furka")))
        games = play_on(again)
        check_saved(again)
    assert len({json.dumps(game["score"]) for game in games}) == 1


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no SIGSTOP here")
def test_a_host_that_falls_asleep_wakes_up_as_a_guest(tmp_path: Path) -> None:
    """The lid is closed in a hand: the others go on after six seconds, and it finds back."""
    with table(tmp_path, "Susten") as seats:
        host = seats[0]
        for _ in range(9):
            host.until("event", 60, event="played")
        host.process.send_signal(signal.SIGSTOP)
        for seat in seats[1:]:
            seat.until("event", 15, event="orderer")
        host.process.send_signal(signal.SIGCONT)
        assert host.until("event", 30, event="orderer")["you"] is False
        play_on(seats)
        check_saved(seats)
