"""Nothing is lost: hosts that die, links that break, laptops that sleep, networks that tear.

Real processes, each in a network namespace of its own. docs/reliability.md says in plain words what
happens in each case.
"""

import contextlib
import signal
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.processes.networks import Bridge, allowed
from tests.processes.seats import Seat, play_on
from tests.processes.tables import LOOPBACK, NAMES, check_proven, guest, network, resumed, seated

pytestmark = [
    pytest.mark.processes,
    pytest.mark.timeout(300),
    pytest.mark.xdist_group("processes"),
]
CABLES = pytest.mark.skipif(not allowed(), reason="network namespaces are refused here")

SHORT = ("--set", "laenge=4")


def reaches(seat: Seat, hand: int, cards: int = 5) -> None:
    """Reads on until so many cards of a hand lie on the table of this seat."""
    seat.until("event", 90, event="hand_started", hand=hand)
    for _ in range(cards):
        seat.until("event", 30, event="played")


def ends(folder: Path, seats: Sequence[Seat], seconds: float = 150) -> list[dict[str, object]]:
    """Everybody plays to the same end, leaves well, and all logs are proven."""
    games = play_on(seats, seconds)
    assert [seat.wait() for seat in seats] == [0] * len(seats)
    assert len({str(game["score"]) for game in games}) == 1
    check_proven(folder, seats)
    return games


def scores(seat: Seat) -> dict[int, list[int]]:
    """The score after each hand, as this seat was told it last."""
    return {hand["hand"]: hand["score"] for hand in seat.of("hand")}


def test_the_host_is_killed_in_the_third_hand(tmp_path: Path) -> None:
    """SIGKILL: within ten seconds another device orders, and the Partie ends under it.

    With `--grace 3` the three others play the next hand right away, a bot on the empty seat.
    """
    with network() as lan, seated(tmp_path, "Furka", *SHORT, "--grace", "3", lan=lan) as seats:
        reaches(seats[1], 3)
        seats[0].kill()
        killed = time.monotonic()
        for seat in seats[1:]:
            told = seat.until("event", 10, event="orderer")
            assert (told["seat"], told["epoch"] >= 2) == (1, True)
        print("another device orders after", time.monotonic() - killed)
        seats[1].until("event", 30, event="hand_started", hand=4)
        print("the next hand is dealt after", time.monotonic() - killed)
        ends(tmp_path, seats[1:])


@pytest.mark.campaign
def test_the_killed_host_comes_back_as_a_guest(tmp_path: Path) -> None:
    """It takes its table up again and finds that another device orders; its seat is its own."""
    with network() as lan, seated(tmp_path, "Susten", *SHORT, lan=lan) as seats:
        reaches(seats[1], 3)
        seats[0].kill()
        for seat in seats[1:]:
            seat.until("event", 10, event="orderer")
        restarted = time.monotonic()
        with resumed(seats[0].home, lan=lan) as host:
            told = host.until("event", 15, event="orderer")
            assert (told["seat"], told["you"]) == (1, False)
            host.until("event", 10, event="played")
            print("back at the table after", time.monotonic() - restarted)
            ends(tmp_path, [host, *seats[1:]])


@pytest.mark.campaign
def test_the_killed_host_joins_its_own_table(tmp_path: Path) -> None:
    """`jass join` with the name of the table does as well: the network knows where it is now."""
    with network() as lan, seated(tmp_path, "Klausen", *SHORT, lan=lan) as seats:
        reaches(seats[1], 3)
        seats[0].kill()
        seats[1].until("event", 10, event="orderer")
        with guest(seats[0].home, "Klau", lan) as host:
            host.until("event", 30, event="played")
            ends(tmp_path, [host, *seats[1:]])


@CABLES
@pytest.mark.parametrize(
    "seconds", [10, pytest.param(90, marks=[pytest.mark.campaign, pytest.mark.timeout(600)])]
)
def test_the_link_of_a_guest_is_down(tmp_path: Path, seconds: int) -> None:
    """The cable is out and in again: the others hear whom they wait for, the guest finds back."""
    grace = ("--grace", "600")
    with Bridge(4) as lan, seated(tmp_path, "Grimsel", *SHORT, *grace, lan=lan) as seats:
        reaches(seats[2], 2)
        lan.unplug(2)
        out(seats, 2, seconds)
        lan.plug(2)
        back(seats, 2, 30)
        ends(tmp_path, seats)


def out(seats: Sequence[Seat], gone: int, seconds: float) -> None:
    """For so long the others do without that seat, and are told at once who is gone."""
    end = time.monotonic() + seconds
    for place, seat in enumerate(seats):
        if place != gone:
            seat.until("link", 20, name=NAMES[gone], state="down")
    time.sleep(max(0.0, end - time.monotonic()))


def back(seats: Sequence[Seat], gone: int, seconds: float) -> None:
    """Within so many seconds the others are linked to that seat again."""
    for place, seat in enumerate(seats):
        if place != gone:
            seat.until("link", seconds, name=NAMES[gone], state="up")


@pytest.mark.parametrize("gone", [2, 0], ids=["guest", "host"])
@pytest.mark.parametrize(
    "seconds", [12, pytest.param(90, marks=[pytest.mark.campaign, pytest.mark.timeout(600)])]
)
def test_a_laptop_sleeps(tmp_path: Path, gone: int, seconds: int) -> None:
    """SIGSTOP and SIGCONT: half-open links are noticed, and the sleeper is back in its seat."""
    grace = ("--grace", "600")
    with network() as lan, seated(tmp_path, "Albula", *SHORT, *grace, lan=lan) as seats:
        reaches(seats[gone], 2)
        seats[gone].process.send_signal(signal.SIGSTOP)
        out(seats, gone, seconds)
        if gone == 0:
            seats[1].until("event", 5, event="orderer", seat=1)
        seats[gone].process.send_signal(signal.SIGCONT)
        back(seats, gone, 30)
        ends(tmp_path, seats)


def test_all_four_are_killed_and_go_on_from_their_disks(tmp_path: Path) -> None:
    """A power cut in the third hand: totals are kept, and the hand goes on from its next card."""
    with network() as lan:
        with seated(tmp_path, "Julier", *SHORT, lan=lan) as seats:
            reaches(seats[3], 3)
            for seat in seats:
                seat.kill()
            written = scores(seats[3])
        with contextlib.ExitStack() as stack:
            again = [stack.enter_context(resumed(tmp_path / NAMES[2], "Jul", lan, 2))]
            again[0].until("table")
            for place in (3, 1, 0):
                home = tmp_path / NAMES[place]
                again.append(stack.enter_context(guest(home, "Julier", lan, place)))
            ends(tmp_path, again)
    told = scores(again[0])
    assert set(told) == {3, 4}
    before = written[2]
    assert all(now >= then for now, then in zip(told[3], before, strict=True))
    plays = [e for e in again[0].of("event") if e["event"] == "played"]
    assert len(plays) < 2 * 36


@CABLES
def test_a_guest_gets_another_address(tmp_path: Path) -> None:
    """From Wi-Fi to cable: the old address is gone, the guest dials from the new one."""
    with Bridge(4) as lan, seated(tmp_path, "Flüela", *SHORT, "--grace", "600", lan=lan) as seats:
        reaches(seats[2], 2)
        lan.move_to(2, 33)
        ends(tmp_path, seats)


@CABLES
@pytest.mark.campaign
def test_the_host_gets_another_address(tmp_path: Path) -> None:
    """The same for the host: the others go on under another device or find it again."""
    with Bridge(4) as lan, seated(tmp_path, "Ofen", *SHORT, "--grace", "600", lan=lan) as seats:
        reaches(seats[0], 2)
        lan.move_to(0, 33)
        ends(tmp_path, seats)


@CABLES
def test_a_network_torn_in_two_halves_waits(tmp_path: Path) -> None:
    """Two and two: nobody has a majority, all four say that they wait, and go on when it heals."""
    with Bridge(4) as lan, seated(tmp_path, "Lukmanier", *SHORT, lan=lan) as seats:
        reaches(seats[3], 2)
        lan.tear(2, 3)
        for place, seat in enumerate(seats):
            told = seat.until("waiting", 30, why="majority")
            assert told["seats"] == ([2, 3] if place < 2 else [0, 1])
        time.sleep(10)
        lan.mend()
        ends(tmp_path, seats)
    assert all(e["epoch"] < 2 for e in seats[2].of("event") if e["event"] == "orderer")


@CABLES
@pytest.mark.campaign
def test_three_go_on_without_the_fourth_in_a_torn_network(tmp_path: Path) -> None:
    """Three and one: the three play on, the fourth waits and is back when the network heals."""
    with Bridge(4) as lan, seated(tmp_path, "Nufenen", *SHORT, "--grace", "3", lan=lan) as seats:
        reaches(seats[1], 2)
        lan.tear(0)
        for seat in seats[1:]:
            seat.until("event", 12, event="orderer", seat=1)
        assert seats[0].until("waiting", 30, why="majority")["seats"] == [1, 2, 3]
        seats[1].until("event", 40, event="hand_started", hand=3)
        lan.mend()
        ends(tmp_path, seats)


def test_whoever_was_alone_finds_the_table_again(tmp_path: Path) -> None:
    """The only person leaves and takes the table up again: «Bereit» deals the next hand."""
    home = tmp_path / NAMES[0]
    table = ("--player", NAMES[0], "--port", "0", "--no-mdns", *LOOPBACK)
    with Seat("host", "--bots", "3", "--name", "Allein", *table, home=home) as seat:
        seat.until("event", event="dealt")
        seat.send({"leave": True})
        assert seat.wait() == 0
    with Seat("host", "--resume=", *table, home=home) as seat:
        seat.send({"ready": False})
        seat.until("waiting", 60, why="ready", seats=[0])
        seat.send({"ready": True})
        seat.until("event", 60, event="dealt")
