"""What a keyboard can send besides keys, in a real terminal; and what of it raises all the same."""

from __future__ import annotations

import contextlib
import os
import pty
import random
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.tui.test_standard_files import read

FILE = random.Random(5).randbytes(20_000).replace(b"\x1b", b" ")
"""More than is read at once. Escape characters do not come out of a terminal when it pastes."""

JUNK = {
    "not UTF-8": b"\x8a",
    "another encoding": "ü".encode("latin-1"),
    "half a letter": "ü".encode()[:1],
    "a key beyond Unicode": b"\x1b[1114112u",
    "a key beyond all numbers": b"\x1b[99999999999u",
    "half of a pair of UTF-16": b"\x1b[55296;;55296u",
    "a pasted file": b"\x1b[200~" + FILE + b"\x1b[201~",
}

RAISES = """
import sys
from textual._xterm_parser import XTermParser
def feed(self, data):
    raise LookupError("nine men's morris")
XTermParser.feed = feed
from tui.__main__ import main
sys.exit(main())
"""


@contextmanager
def terminal(home: Path, *program: str) -> Iterator[tuple[int, int]]:
    """The process of a game of one's own and the terminal that it has, once there are cards."""
    child, ours = pty.fork()
    if child == 0:
        os.environ |= {"JASS_HOME": str(home), "TERM": "xterm-256color"}
        os.execv(sys.executable, [sys.executable, *program, "play", "--lang", "en"])
    try:
        read(ours, until=b"Anna|You|JASS")
        yield child, ours
    finally:
        os.close(ours)


def ended(child: int, ours: int) -> tuple[int, bytes]:
    """The exit code, and what the terminal has shown until then."""
    seen = read(ours, until=b"")
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), seen


def works(ours: int) -> bytes:
    """What the terminal shows until F10 has an effect; a key may come before it is read."""
    for _ in range(30):
        os.write(ours, b"\x1b[21~")
        with contextlib.suppress(TimeoutError):
            return read(ours, until=b"quarterly_figures", seconds=1)
    raise TimeoutError


@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK)
def test_the_game_goes_on_whatever_is_typed(junk: bytes, tmp_path: Path) -> None:
    """Keys have an effect after it."""
    with terminal(tmp_path, "-m", "tui") as (child, ours):
        write(ours, junk)
        assert b"quarterly_figures" in works(ours)
        os.kill(child, signal.SIGTERM)
        code, seen = ended(child, ours)

    assert code == 143
    assert b"Traceback" not in seen
    assert not (tmp_path / "crash.txt").exists()


def test_what_a_thread_of_the_screen_raises_is_a_fault_of_ours(tmp_path: Path) -> None:
    """One sentence and 1 as for every other; what happened is in the file that it names."""
    with terminal(tmp_path, "-c", RAISES) as (child, ours):
        with contextlib.suppress(OSError):  # an answer of the terminal may have raised it before
            os.write(ours, b"x")
        code, seen = ended(child, ours)

    assert code == 1
    assert b"Something went wrong in the program" in seen
    assert b"Traceback" not in seen
    told = (tmp_path / "crash.txt").read_text()
    assert "nine men's morris" in told
    assert "\x1b" not in told


def write(ours: int, data: bytes) -> None:
    """Types it in pieces as a terminal takes them."""
    while data:
        data = data[os.write(ours, data[:1024]) :]
