"""From the command `jass` to its first frame, against an empty Textual app in the same run."""

from __future__ import annotations

import statistics
import sys
import tempfile

from bench.row import Figure, Row, Sample, Scale
from bench.terminal import Terminal, environment, jass

EMPTY_APP = """
from textual.app import App
from textual.widgets import Static

class Empty(App):
    def compose(self):
        yield Static("Jass")

Empty().run()
"""

LATE = ("click", "msgspec", "cryptography", "zeroconf")
"""What may not be imported before the first frame."""

PROBE = """
import os, sys
from textual.drivers.linux_driver import LinuxDriver
write = LinuxDriver.write
def watch(self, data):
    write(self, data)
    if "jass" in data.lower():
        early = ",".join(name for name in {late!r} if name in sys.modules)
        os.write(1, ("early[" + early + "]").encode())
        os._exit(0)
LinuxDriver.write = watch
sys.argv = ["jass"]
from tui.__main__ import main
main()
"""


def first_frame(command: list[str], marker: bytes) -> float:
    """Seconds from fork to the marker, and no farther."""
    with tempfile.TemporaryDirectory() as home, Terminal(command, environment(home)) as screen:
        return screen.until(marker, 20.0)


def too_early() -> list[str]:
    """Names of late modules that are imported when the first frame is written."""
    command = [sys.executable, "-c", PROBE.format(late=LATE)]
    with tempfile.TemporaryDirectory() as home, Terminal(command, environment(home)) as screen:
        screen.until(b"early[", 20.0)
        screen.until(b"]", 1.0)
        inside = bytes(screen.seen).split(b"early[")[1].split(b"]")[0].decode()
    return [name for name in inside.split(",") if name]


def measure(scale: Scale) -> list[Figure]:
    empty, ours = Sample(), Sample()
    for _ in range(scale.of(10, 1)):  # in turns, so that both meet the same machine
        empty.add(first_frame([sys.executable, "-c", EMPTY_APP], b"Jass"))
        ours.add(first_frame(jass(), b"JASS" if _shouts() else b"Jass"))
    early = too_early()
    ratios = [one / other for one, other in zip(ours.values, empty.values, strict=True)]
    return [
        Figure("empty Textual app, first frame", empty.median * 1000, "ms"),
        Figure("jass, first frame", ours.median * 1000, "ms"),
        Figure("ratio", statistics.median(ratios), "×", 1.3),
        Figure(f"of {', '.join(LATE)} imported before", len(early), "", 0),
    ]


def _shouts() -> bool:
    """Whether the first frame says JASS instead of Jass; both are allowed."""
    with tempfile.TemporaryDirectory() as home, Terminal(jass(), environment(home)) as screen:
        for _ in range(100):
            screen.read(0.2)
            if b"Jass" in screen.seen:
                return False
            if b"JASS" in screen.seen:
                return True
    return False


ROW = Row("startup", "`jass` to its first frame", measure)
