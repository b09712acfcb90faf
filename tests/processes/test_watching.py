"""People who look on, as real processes: beside a table of scripts, and in a real terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.processes.seats import GAME_SECONDS, Seat, jass, logs, play_on, same_log
from tests.processes.terminals import MISSING, Terminal, installed

pytestmark = [pytest.mark.processes, pytest.mark.timeout(240), pytest.mark.xdist_group("processes")]

LOOPBACK = ("--bind", "127.0.0.1")


def host(folder: Path, *more: str, bots: int = 2) -> Seat:
    """A table with two bots, whose own seat a bot plays as well, and one free seat."""
    arguments = ("host", "--name", "Schaufenster", "--port", "0", "--player", "Lara")
    options = ("--bots", str(bots), "--no-mdns", "--set", "laenge=4", *LOOPBACK, *more)
    return Seat(*arguments, *options, home=folder / "Lara")


def guest(folder: Path, address: str, name: str, *more: str) -> Seat:
    """Somebody who knows the address."""
    return Seat("join", address, "--player", name, *LOOPBACK, *more, home=folder / name)


def test_to_the_end_of_a_game(tmp_path: Path) -> None:
    """One comes in the lobby, one in the middle: both see the end, and their logs are fair."""
    folder = tmp_path
    with host(folder, "--open", "--autoplay", "normal") as lara:
        address = lara.until("table")["address"]
        with guest(folder, address, "Reto", "--watch") as reto:
            table = reto.until("table")
            assert table["watching"] is True
            lara.until("gallery", names=["Reto"])
            with guest(folder, address, "Ueli", "--autoplay", "normal") as ueli:
                first = reto.until("view")
                assert (first["seat"], first["view"]["hand"]) == (None, [])
                reto.until("event", event="played")
                with guest(folder, address, "Vreni", "--watch") as vreni:
                    middle = vreni.until("view")
                    assert middle["view"]["seat"] is None
                    lara.until("gallery", names=["Reto", "Vreni"])
                    games = play_on((lara, ueli, reto, vreni), GAME_SECONDS)
                    assert len({str((game["score"], game["winners"])) for game in games}) == 1
                    hands = reto.of("hand")
                    assert len(hands) == 4
                    assert all(hand["fair"] and hand["verdicts"] == ["ok"] * 4 for hand in hands)
                    assert not [one for one in (*reto.said, *vreni.said) if one["type"] == "turn"]
                    assert [seat.wait(30) for seat in (lara, ueli, reto, vreni)] == [0] * 4
    saved = logs([folder / name for name in ("Lara", "Ueli", "Reto", "Vreni")])
    assert same_log(saved)
    done = jass("verify", str(saved[2]), "--lang", "en", home=folder / "verifier")
    assert done.returncode == 0, done.stdout + done.stderr
    shown = jass("replay", "--text", str(saved[3]), home=folder / "verifier")
    assert shown.returncode == 0, shown.stdout + shown.stderr


def test_the_host_is_asked(tmp_path: Path) -> None:
    """`knock` says that somebody only wants to look on; no is a sentence, yes is a chair."""
    with host(tmp_path) as lara:
        address = lara.until("table")["address"]
        with guest(tmp_path, address, "Reto", "--watch") as reto:
            knock = lara.until("knock")
            assert (knock["name"], knock["watches"]) == ("Reto", True)
            assert reto.until("waiting")["why"] == "admission"
            lara.send({"admit": False})
            assert reto.until("error")["error"] == "host_refused"
            assert reto.wait() == 1
        with guest(tmp_path, address, "Reto", "--watch") as reto:
            lara.until("knock")
            lara.send({"admit": True})
            reto.until("lobby")
            assert lara.until("gallery")["names"] == ["Reto"]
            reto.send({"say": "Grüezi"})
            assert reto.until("error")["error"] == "watching"
            reto.send({"leave": True})
            assert reto.wait() == 0
            assert lara.until("gallery")["names"] == []


def test_a_killed_host_is_followed(tmp_path: Path) -> None:
    """The host dies in the middle; who looks on sees the Partie end under another one."""
    # One bot less: three people, of whom two are more than half.
    with host(tmp_path, "--open", "--autoplay", "normal", "--grace", "3", bots=1) as lara:
        address = lara.until("table")["address"]
        with (
            guest(tmp_path, address, "Reto", "--watch") as reto,
            guest(tmp_path, address, "Ueli", "--autoplay", "normal") as ueli,
            guest(tmp_path, address, "Marco", "--autoplay", "normal") as marco,
        ):
            for seat in (ueli, marco):  # whoever orders next has to know who looked on
                seat.until("gallery", 60, names=["Reto"])
            reto.until("event", 60, event="played")
            lara.process.kill()
            reto.until("event", 60, event="orderer")
            play_on((ueli, marco, reto), GAME_SECONDS)
            assert [seat.wait(30) for seat in (ueli, marco, reto)] == [0] * 3
    saved = logs([tmp_path / name for name in ("Ueli", "Marco", "Reto")])
    assert same_log(saved)
    assert jass("verify", str(saved[2]), home=tmp_path / "verifier").returncode == 0


@pytest.mark.skipif(not installed(), reason=MISSING)
def test_in_a_terminal(tmp_path: Path) -> None:
    """At 80×24: the trick, no hand, the result with its proof; `q` leaves without harm."""
    with host(tmp_path, "--open") as lara:
        address = lara.until("table")["address"]
        arguments = ("join", address, "--watch", "--player", "Reto", "--lang", "de", *LOOPBACK)
        with (
            Terminal(*arguments, home=tmp_path / "Reto") as reto,
            guest(tmp_path, address, "Ueli", "--autoplay", "normal"),
        ):
            lara.send({"ready": False})  # the result stays until it was looked at
            lara.until("turn", 60)
            screen = reto.until("Es schauen zu: Reto", 60)
            assert "Du schaust zu" in screen
            assert "Enter" not in screen
            record: dict[str, object] | None = {"type": "turn"}
            while record is not None and record["type"] != "hand":
                if record["type"] == "turn":
                    lara.send({"choose": 0})
                record = lara.next()
            screen = reto.until("FAIR", 60)
            assert "Am Tisch bereit?" in screen
            reto.press("q")
            reto.until("Nicht mehr zuschauen?")
            reto.press("Enter")
            assert lara.until("gallery", 60)["names"] == []


def test_looking_on_and_playing_exclude_each_other(tmp_path: Path) -> None:
    """`--watch` with `--autoplay` is wrong use: exit 2 and one sentence."""
    done = jass("join", "--watch", "--autoplay", "easy", home=tmp_path / "Reto")
    assert done.returncode == 2
    assert "--watch" in done.stderr
