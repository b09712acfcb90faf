"""Whole Partien in real processes: found by multicast, played, saved, proven.

Everything here is what a user would do: the command, its lines, its files.
"""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes.networks import Bridge, Proxy, allowed
from tests.processes.seats import Seat, jass, logs, play_on

pytestmark = [pytest.mark.processes, pytest.mark.timeout(240), pytest.mark.xdist_group("processes")]

LOOPBACK = ("--bind", "127.0.0.1")
NAMES = ("Lara", "Ueli", "Noemie", "Marco")


@contextlib.contextmanager
def table(
    folder: Path,
    name: str,
    *,
    prefixes: list[list[str]] | None = None,
    options: tuple[str, ...] = (),
) -> Iterator[list[Seat]]:
    """Four processes at one table: a host, and three that find it by name."""
    where = LOOPBACK if prefixes is None else ()
    before = prefixes or [[]] * 4
    with contextlib.ExitStack() as stack:
        host = stack.enter_context(
            Seat(
                *("host", "--name", name, "--open", "--port", "0", "--player", NAMES[0]),
                *("--autoplay", "normal", *where, *options),
                home=folder / NAMES[0],
                prefix=before[0],
            )
        )
        host.until("table")
        seats = [host]
        for player, prefix in zip(NAMES[1:], before[1:], strict=True):
            seats.append(
                stack.enter_context(
                    Seat(
                        *("join", name[:5], "--player", player, "--autoplay", "normal", *where),
                        home=folder / player,
                        prefix=prefix,
                    )
                )
            )
        yield seats


def check_saved(seats: list[Seat], games: list[dict[str, object]]) -> list[Path]:
    """All ended well, with one result, and one log that `jass verify` proves."""
    assert [seat.wait() for seat in seats] == [0, 0, 0, 0]
    for game in games[1:]:
        assert (game["score"], game["winners"]) == (games[0]["score"], games[0]["winners"])
    saved = logs([seat.home for seat in seats])
    assert len({log.read_bytes() for log in saved}) == 1
    for log in saved:
        done = jass("verify", str(log), home=log.parent.parent)
        assert done.returncode == 0, done.stdout + done.stderr
    return saved


def check_score(seat: Seat, target: int) -> None:
    """Points add up hand by hand, every hand was fair, and the Partie ended at its target."""
    hands, (game,) = seat.of("hand"), seat.of("game")
    total = [0, 0]
    for hand in hands:
        total = [sum(pair) for pair in zip(total, hand["points"], strict=True)]
        assert hand["score"] == total
        assert hand["fair"] is True
        assert hand["verdicts"] == ["ok"] * 4
    assert game["score"] == total
    assert max(total) >= target
    assert game["winners"] in ([0, 2], [1, 3])
    assert game["winners"] == [0, 2] if total[0] > total[1] else [1, 3]


def test_practice_plays_a_whole_partie(tmp_path: Path) -> None:
    """`jass play --headless --autoplay` needs no input and leaves a log that verifies."""
    home = tmp_path / "Lara"
    with Seat("play", "--autoplay", "normal", "--player", "Lara", home=home) as seat:
        play_on([seat])
        assert seat.wait() == 0
    check_score(seat, 1000)
    (log,) = logs([home])
    assert seat.of("game")[0]["log"] == str(log)
    assert jass("verify", str(log), home=home).returncode == 0


def test_a_script_plays_by_choosing_the_first(tmp_path: Path) -> None:
    """Answering every question with `{"choose":0}` plays a Partie; nothing is refused."""
    with Seat("play", "--set", "ziel=500", "--player", "Skript", home=tmp_path / "Skript") as seat:
        while (record := seat.next()) is not None:
            if record["type"] == "turn":
                assert record["actions"]
                seat.send({"choose": 0})
            if record["type"] == "game":
                break
        assert seat.wait() == 0
    assert seat.of("refused") == []
    check_score(seat, 500)


def test_four_devices_find_each_other_and_play_to_1000(tmp_path: Path) -> None:
    """One host and three that find it by multicast play to 1000; all four hold one proven log."""
    with table(tmp_path, "Znüni") as seats:
        games = play_on(seats)
        saved = check_saved(seats, games)
    for seat in seats:
        check_score(seat, 1000)
    check_damage(saved[0], tmp_path / "damage")


def check_damage(log: Path, folder: Path) -> None:
    """Changing any byte is found: exit 1 or 2, and the sentence names a place."""
    folder.mkdir()
    whole = log.read_bytes()
    broken = folder / "broken.jass"
    for place in (0, 5, 40, len(whole) // 3, len(whole) // 2, len(whole) - 1):
        changed = bytearray(whole)
        changed[place] ^= 0x20
        broken.write_bytes(changed)
        done = jass("verify", str(broken), home=folder)
        assert done.returncode in (1, 2), f"byte {place}: {done.returncode} {done.stdout}"
        assert re.search(r"\bByte \d", done.stdout + done.stderr), done
        assert "Traceback" not in done.stderr
    broken.write_bytes(whole[: len(whole) // 2])
    assert jass("verify", str(broken), home=folder).returncode in (2, 3)


def test_a_killed_player_comes_back_into_the_same_hand(tmp_path: Path) -> None:
    """SIGKILL in the middle of a hand: the same `jass join` takes the seat again, on it goes."""
    with table(tmp_path, "Zvieri") as seats:
        victim = seats[2]
        for _ in range(13):
            victim.until("event", 60, event="played")
        broken_off = len(victim.of("hand")) + 1
        victim.kill()
        again = Seat(
            *("join", "Zvie", "--player", NAMES[2], "--autoplay", "normal", *LOOPBACK),
            home=victim.home,
        )
        with again:
            seats[2] = again
            games = play_on(seats)
            check_saved(seats, games)
    assert broken_off in [hand["hand"] for hand in again.of("hand")]
    assert [hand["hand"] for hand in seats[0].of("hand")] == list(
        range(1, len(seats[0].of("hand")) + 1)
    )
    check_score(seats[0], 1000)


@pytest.mark.skipif(not allowed(), reason="network namespaces are refused here")
def test_four_namespaces_on_a_bridge(tmp_path: Path) -> None:
    """Four network namespaces on a bridge: found by multicast over a real link, played to 1000."""
    with Bridge(4) as lan, table(tmp_path, "Brugg", prefixes=lan.prefixes) as seats:
        games = play_on(seats)
        check_saved(seats, games)
    check_score(seats[0], 1000)
    assert seats[1].of("table")[0]["address"].startswith("10.77.0.1:")


@pytest.mark.campaign
@pytest.mark.timeout(900)
def test_through_a_slow_network_that_cuts_links(tmp_path: Path) -> None:
    """30 ± 10 ms and links that are cut by chance: slower, and the same proven end."""
    with contextlib.ExitStack() as stack:
        host = stack.enter_context(
            Seat(
                *("host", "--name", "Wald", "--open", "--port", "0", "--player", NAMES[0]),
                *("--autoplay", "normal", "--no-mdns", *LOOPBACK),
                home=tmp_path / NAMES[0],
            )
        )
        port = int(host.until("table")["address"].rpartition(":")[2])
        seats, proxies = [host], []
        for seed, player in enumerate(NAMES[1:], 1):
            proxies.append(stack.enter_context(Proxy(port, seed)))
            address = f"127.0.0.1:{proxies[-1].port}"
            seats.append(
                stack.enter_context(
                    Seat(
                        *("join", address, "--player", player, "--autoplay", "normal", *LOOPBACK),
                        home=tmp_path / player,
                    )
                )
            )
        games = play_on(seats, 800)
        check_saved(seats, games)
    check_score(host, 1000)
    assert sum(proxy.cuts for proxy in proxies) > 0
