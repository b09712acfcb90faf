"""What goes wrong between real processes: one plain sentence, the documented exit code, no harm."""

import asyncio
import contextlib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from net import session
from tests.processes.seats import JASS, Seat, environment, jass

pytestmark = [pytest.mark.processes, pytest.mark.timeout(120), pytest.mark.xdist_group("processes")]

LOOPBACK = ("--bind", "127.0.0.1")

OTHER_RULES = """
import sys
import net.core.log
net.core.log.RULES = 4711
from tui.__main__ import main
sys.exit(main())
"""


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Seat]:
    """An open table in its lobby: the host and two bots, one seat free."""
    arguments = (
        "host",
        "--name",
        "Offen",
        "--open",
        "--bots",
        "2",
        "--port",
        "0",
        "--player",
        "Lara",
    )
    with Seat(*arguments, *LOOPBACK, home=tmp_path / "Lara") as seat:
        seat.until("table")
        yield seat


def address(host: Seat) -> str:
    """Where a table is."""
    return str(host.of("table")[0]["address"])


def fails(done: subprocess.CompletedProcess[str], code: int, part: str) -> None:
    """One sentence with `part` in it, and that exit code."""
    assert done.returncode == code, done.stdout + done.stderr
    assert part in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def undisturbed(host: Seat) -> None:
    """The table goes on: somebody sits down and plays."""
    guest_home = host.home.parent / "Gast"
    with Seat(
        "join", address(host), "--autoplay", "easy", "--player", "Gast", *LOOPBACK, home=guest_home
    ) as guest:
        guest.until("event", event="hand_started")
        host.until("event", event="hand_started")


def test_a_port_in_use(tmp_path: Path) -> None:
    """The sentence names the port and what to do; a script gets the code as well."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = jass("host", "--headless", "--port", port, *LOOPBACK, home=tmp_path / "Lara")

    fails(done, 1, f"Port {port} ist schon besetzt")
    assert '"error":"port_in_use"' in done.stdout


def test_an_address_where_nobody_answers(tmp_path: Path) -> None:
    """First contact gives up after ten seconds."""
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    started = time.monotonic()
    done = jass("join", f"127.0.0.1:{port}", "--headless", *LOOPBACK, home=tmp_path / "Lara")

    fails(done, 1, "antwortet niemand")
    assert time.monotonic() - started < 20


def greet_as_another_program(server: socket.socket) -> None:
    """Says to everybody who comes what a mail server says, until it is closed."""
    with contextlib.suppress(OSError):
        while True:
            caller, _ = server.accept()
            with caller:
                caller.sendall(b"220 mail.example ESMTP\r\n")


@pytest.mark.parametrize(
    ("speaks", "code", "sentence"),
    [
        (False, "no_answer", "antwortet niemand: prüfe die Adresse"),
        (True, "not_jass", "Was dort antwortet, ist kein Jass"),
    ],
    ids=["silent", "another program"],
)
def test_something_that_is_no_jass(tmp_path: Path, speaks: bool, code: str, sentence: str) -> None:
    """A program that says nothing, or not what a table says, is named for what it is."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        if speaks:
            threading.Thread(target=greet_as_another_program, args=(server,), daemon=True).start()
        port = server.getsockname()[1]
        done = jass("join", f"127.0.0.1:{port}", "--headless", *LOOPBACK, home=tmp_path / "Lara")
        if speaks:  # wakes the thread, which waits in `accept`
            server.shutdown(socket.SHUT_RDWR)

    fails(done, 1, sentence)
    assert f'"error":"{code}"' in done.stdout


def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    """No table of that name: exit 1 after ten seconds, with the way out."""
    done = jass("join", "Nirgends", "--headless", *LOOPBACK, home=tmp_path / "Lara")

    # Tables of other tests that run at the time are named, if there are any.
    fails(done, 1, "Kein Tisch ")
    assert "«Nirgends» hat geantwortet" in done.stderr
    assert "jass join ADRESSE" in done.stderr
    assert '"error":"no_table"' in done.stdout


async def both_announced(home: Path) -> None:
    """Multicast takes a moment: waits until two tables of the name have been found."""
    browser = session.tables(home, "127.0.0.1")
    try:
        async with asyncio.timeout(20):
            async for found in browser.changes():
                if [table.name for table in found].count("Offen") == 2:
                    return
    finally:
        await browser.close()


def test_two_tables_of_one_name(tmp_path: Path, host: Seat) -> None:
    """Both are listed with their addresses, exit 2."""
    arguments = ("host", "--name", "Offen", "--open", "--port", "0", "--player", "Ueli", *LOOPBACK)
    with Seat(*arguments, home=tmp_path / "Ueli") as other:
        other.until("table")
        asyncio.run(both_announced(tmp_path / "Sucher"))
        # On a busy machine the second answer can be too late: then one table is taken, and left.
        for _ in range(3):
            done = jass("join", "offen", "--headless", *LOOPBACK, home=tmp_path / "Gast")
            if done.returncode == 2:
                break

        fails(done, 2, address(other))
    assert address(host) in done.stderr


def test_a_second_process_on_the_same_home(host: Seat) -> None:
    """Exit 1 with the way out; the first one is not disturbed."""
    done = jass("play", "--headless", home=host.home)

    fails(done, 1, "Hier läuft schon ein Jass")
    undisturbed(host)


def test_a_table_that_is_already_playing(tmp_path: Path, host: Seat) -> None:
    """Somebody who comes too late is told so, and the others play on."""
    undisturbed_home = tmp_path / "Gast"
    with Seat(
        *("join", address(host), "--player", "Gast", *LOOPBACK), home=undisturbed_home
    ) as guest:
        guest.until("event", event="hand_started")
        late = ("join", address(host), "--headless", "--autoplay", "easy", *LOOPBACK)
        done = jass(*late, home=tmp_path / "Spät")

        fails(done, 1, "spielt schon")
        assert '"error":"host_started"' in done.stdout
        assert guest.process.poll() is None


def test_a_peer_whose_rules_are_other_ones(tmp_path: Path, host: Seat) -> None:
    """One sentence that says which release both need; the table is not disturbed."""
    done = subprocess.run(
        [
            *(sys.executable, "-c", OTHER_RULES, "join", address(host)),
            *("--headless", "--player", "Neu", *LOOPBACK),
        ],
        env=environment(tmp_path / "Neu"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    fails(done, 1, "beide brauchen Jass")
    undisturbed(host)


def test_garbage_on_the_port(host: Seat) -> None:
    """Bytes that are nothing at all do not disturb a table."""
    place, _, port = address(host).rpartition(":")
    for garbage in (b"", b"\x00" * 4096, b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 65536):
        with socket.create_connection((place, int(port)), 5) as link:
            link.sendall(garbage)
    undisturbed(host)


def test_markup_in_a_name_is_ordinary_text(tmp_path: Path, host: Seat) -> None:
    """`[/]` is a name like another."""
    with Seat(
        *("join", address(host), "--player", "[/]", "--autoplay", "easy", *LOOPBACK),
        home=tmp_path / "Klammer",
    ) as guest:
        guest.until("event", event="hand_started")
        names = [seat["name"] for seat in guest.of("lobby")[-1]["seats"]]

    assert "[/]" in names


def test_an_interrupted_seat_says_goodbye(tmp_path: Path) -> None:
    """Ctrl+C: exit 130, and no traceback."""
    with Seat("play", "--player", "Lara", home=tmp_path / "Lara") as seat:
        seat.until("turn")
        seat.process.send_signal(2)
        assert seat.process.wait(60) == 130
        assert "Traceback" not in seat.errors


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    """A closed pipe ends the process quietly, with an exit code of its own; no task complains."""
    home = tmp_path / "Lara"
    process = subprocess.Popen(
        [*JASS, "play", "--headless", "--autoplay", "easy"],
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()

    assert process.wait(60) == 141
    assert process.stderr.read() == b""
    process.stderr.close()
