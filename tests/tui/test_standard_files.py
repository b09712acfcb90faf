"""Standard files that are closed, full or of another encoding, and signals from outside."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

JASS = (sys.executable, "-m", "tui")


def shell(line: str, home: Path, **more: str) -> subprocess.CompletedProcess[bytes]:
    """A shell line; in it `jass` is the program."""
    command = line.replace("jass", " ".join(JASS), 1)
    environment = {**os.environ, "JASS_HOME": str(home), **more}
    return subprocess.run(  # a shell is what closes files
        command, shell=True, capture_output=True, timeout=60, env=environment, check=False
    )


@pytest.mark.parametrize("mode", ["--headless", "--plain"])
def test_input_that_is_closed_has_ended(mode: str, tmp_path: Path) -> None:
    """The seat leaves, as it does at the end of the input."""
    done = shell(f"jass play {mode} --lang en <&-", tmp_path)

    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("command", ["play --headless", "play --plain", "rules", "--version"])
def test_output_that_is_closed_is_said(command: str, tmp_path: Path) -> None:
    """Nobody would see anything: wrong use, in one sentence."""
    done = shell(f"jass {command} --lang en >&-", tmp_path)

    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        "Standard output is closed: there is nowhere to write."
    ]


@pytest.mark.parametrize("command", ["rules", "play --headless --autoplay easy", ""])
def test_a_full_disk_behind_the_output_is_one_sentence(command: str, tmp_path: Path) -> None:
    """No traceback, not even while the program ends."""
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    done = shell(f"jass {command} </dev/null >/dev/full", tmp_path)

    assert done.returncode in (1, 2)
    assert len(done.stderr.splitlines()) == 1
    assert b"Traceback" not in done.stderr


def test_objects_are_utf8_whatever_the_system_says(tmp_path: Path) -> None:
    """A name beyond ASCII, on a system that knows no more."""
    line = "jass play --headless --player Zoë --lang en </dev/null"
    done = shell(line, tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="1")
    told = [json.loads(text) for text in done.stdout.decode().splitlines()]
    names = {
        seat["name"]
        for record in told
        for seat in record.get("seats", ())
        if record["type"] == "lobby"
    }

    assert (done.returncode, done.stderr) == (0, b"")
    assert "Zoë" in names


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_leaves_the_terminal_as_it_was(number: int, code: int, tmp_path: Path) -> None:
    """The screen is put back, the cursor shown, and the exit code names the signal."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ |= {"JASS_HOME": str(tmp_path), "TERM": "xterm-256color"}
        os.execv(JASS[0], [*JASS, "play", "--lang", "en"])
    seen = read(terminal, until=b"Anna|You|JASS")
    os.kill(child, number)
    seen += read(terminal, until=b"")
    _, status = os.waitpid(child, 0)
    os.close(terminal)

    assert os.waitstatus_to_exitcode(status) == code
    assert seen.rindex(b"\x1b[?1049l") > seen.index(b"\x1b[?1049h")
    assert seen.rindex(b"\x1b[?25h") > seen.rindex(b"\x1b[?25l")


def test_a_closed_window_ends_the_program(tmp_path: Path) -> None:
    """Nobody hears SIGHUP here, and still no process is left behind that holds the home."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "JASS_HOME": str(tmp_path), "TERM": "xterm-256color"}
    command = [*JASS, "play", "--lang", "en"]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as program:
        os.close(theirs)
        read(ours, until=b"Anna|You|JASS")
        os.close(ours)

        assert program.wait(timeout=20) == 129


def read(terminal: int, until: bytes, seconds: float = 30) -> bytes:
    """What a terminal shows until it shows one of these words, or until the program has ended."""
    seen, end = b"", time.monotonic() + seconds
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 0.1)[0]:
            continue
        try:
            chunk = os.read(terminal, 65536)
        except OSError:  # the other end is closed
            return seen
        if not chunk:
            return seen
        seen += chunk
        if until and any(word in seen for word in until.split(b"|")):
            return seen
    raise TimeoutError(seen[-400:])
