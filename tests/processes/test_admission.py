"""Who may come in, and the word: the host's person answers, as scripts do."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.processes.seats import Seat

pytestmark = [pytest.mark.processes, pytest.mark.timeout(120), pytest.mark.xdist_group("processes")]

LOOPBACK = ("--bind", "127.0.0.1")


def host(folder: Path) -> Seat:
    """A table that asks about everybody new: the host, two bots and one free seat."""
    arguments = ("host", "--name", "Frage", "--bots", "2", "--port", "0", "--player", "Lara")
    return Seat(*arguments, "--no-mdns", *LOOPBACK, home=folder / "Lara")


def guest(folder: Path, address: str, name: str = "Ueli") -> Seat:
    """Somebody who knows the address."""
    return Seat("join", address, "--player", name, *LOOPBACK, home=folder / name)


def said_within(seat: Seat, seconds: float) -> Iterator[dict[str, Any]]:
    """What a process says in so many seconds, up to its end."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            line = seat.next(left)
        except AssertionError:
            return
        if line is None:
            return
        yield line


def test_the_host_lets_somebody_in(tmp_path: Path) -> None:
    """`knock` names who wants in; `{"admit":true}` opens; both then sit at one table."""
    with host(tmp_path) as lara:
        address = lara.until("table")["address"]
        with guest(tmp_path, address) as ueli:
            knock = lara.until("knock")
            assert (knock["name"], knock["known"]) == ("Ueli", False)
            waiting = ueli.until("waiting")
            assert waiting["why"] == "admission"
            lara.send({"admit": True})
            table = ueli.until("table")
            assert table["table"] == "Frage"
            assert knock["identity"] == table["identity"]
            ueli.until("event", event="hand_started")
            names = [seat["name"] for seat in ueli.of("lobby")[-1]["seats"]]
            assert {"Lara", "Ueli"} < set(names)


def test_the_host_sends_somebody_away(tmp_path: Path) -> None:
    """`{"admit":false}`: the guest is told in one sentence, exit code 1."""
    with host(tmp_path) as lara:
        address = lara.until("table")["address"]
        with guest(tmp_path, address) as ueli:
            told = False
            while not told:  # if the link breaks before the answer is there, it knocks again
                lara.until("knock")
                lara.send({"admit": False})
                told = any(line["type"] == "error" for line in said_within(ueli, 12))
            assert ueli.of("error")[-1]["error"] == "host_refused"
            assert ueli.wait() == 1
            assert "nicht hereingelassen" in ueli.errors


def test_the_word_is_shown_and_compared(tmp_path: Path) -> None:
    """Both are shown the same four cards; who taps them right pins the other."""
    with host(tmp_path) as lara:
        address = lara.until("table")["address"]
        with guest(tmp_path, address) as ueli:
            lara.until("knock")
            lara.send({"admit": True})
            words = [seat.until("word")["cards"] for seat in (lara, ueli)]
            assert words[0] == words[1]
            assert len(set(words[0])) == 4
            ueli.send({"word": words[0]})
            assert ueli.until("word_result")["ok"] is True


def test_chat_reaches_the_other_seat(tmp_path: Path) -> None:
    """`say` here is `said` there, as text."""
    with host(tmp_path) as lara:
        address = lara.until("table")["address"]
        with guest(tmp_path, address) as ueli:
            lara.until("knock")
            lara.send({"admit": True})
            ueli.until("lobby")
            ueli.send({"say": "Guete [/] Jass! \u202e"})
            said = lara.until("said")
            assert (said["name"], said["text"]) == ("Ueli", "Guete [/] Jass!")


def test_a_known_name_with_another_key_is_said_loudly(tmp_path: Path) -> None:
    """Somebody calls himself Ueli, and is not the Ueli with whom Lara has compared the word."""
    home = tmp_path / "Lara"
    home.mkdir()
    row = f'[{"ab" * 32}]\nname = "Ueli"\nverified = true\naddress = ""\n'
    (home / "known.toml").write_text(row, "utf-8")
    with host(tmp_path) as lara:
        address = lara.until("table")["address"]
        with guest(tmp_path, address, "ueli") as other:
            told = lara.until("other_key")
            assert told["name"] == "ueli"
            knock = lara.until("knock", name="ueli")
            assert told["identity"] == knock["identity"]
            assert not knock["known"]
            lara.send({"admit": True})
            other.until("lobby")
