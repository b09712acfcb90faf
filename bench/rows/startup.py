"""From the command `jass` to its first frame, against an empty Textual app in the same run."""

from __future__ import annotations

import statistics
import subprocess
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
import sys
sys.argv = ["jass"]
from textual.app import App
def stop(self, *arguments, **options):
    print(" ".join(name for name in {late!r} if name in sys.modules))
    raise SystemExit(0)
App.run = stop
from tui.__main__ import main
main()
"""


def first_frame(command: list[str], marker: bytes) -> float:
    """Seconds from fork to the marker, and no farther."""
    with tempfile.TemporaryDirectory() as home, Terminal(command, environment(home)) as screen:
        return screen.until(marker, 20.0)


def too_early() -> list[str]:
    """Names of late modules that are there when the app is about to run."""
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [sys.executable, "-c", PROBE.format(late=LATE)],
            env=environment(home),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return done.stdout.split()


def measure(scale: Scale) -> list[Figure]:
    empty, ours = Sample(), Sample()
    for _ in range(scale.of(10, 1)):  # in turns, so that both meet the same machine
        empty.add(first_frame([sys.executable, "-c", EMPTY_APP], b"Jass"))
        ours.add(first_frame(jass(), b"JASS" if _shouts() else b"Jass"))
    ratios = [one / other for one, other in zip(ours.values, empty.values, strict=True)]
    return [
        Figure("empty Textual app, first frame", empty.median * 1000, "ms"),
        Figure("jass, first frame", ours.median * 1000, "ms"),
        Figure("ratio", statistics.median(ratios), "×", 1.3),
        Figure("modules imported too early", len(too_early()), "", 0),
    ]


def _shouts() -> bool:
    """Whether the first frame says JASS instead of Jass; both are allowed (design 5)."""
    with tempfile.TemporaryDirectory() as home, Terminal(jass(), environment(home)) as screen:
        for _ in range(100):
            screen.read(0.2)
            if b"Jass" in screen.seen:
                return False
            if b"JASS" in screen.seen:
                return True
    return False


ROW = Row("startup", "`jass` to its first frame", measure)
