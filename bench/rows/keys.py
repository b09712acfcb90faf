"""From a key press to the first painted byte, at a real table of 80×24 in a real terminal."""

from __future__ import annotations

import sys
import tempfile
import time

from bench.row import Figure, Row, Sample, Scale, Skip
from bench.terminal import Terminal, environment, jass

MY_TURN, A_CARD = "DU BIST DRAN", "wählen  Enter spielen"
"""What stands on the screen when a card may be played."""

RIGHT, LEFT = b"\x1b[C", b"\x1b[D"


SMALLEST = """
from textual.app import App
from textual.widgets import Static

class Smallest(App):
    count = 0
    def compose(self):
        yield Static("Jass")
    def on_key(self):
        self.count += 1
        self.query_one(Static).update(str(self.count))

Smallest().run()
"""
"""An app of one line that repaints at every key: what the machine and the toolkit allow today."""


def smallest(presses: int) -> Sample:
    """The same keys at the smallest app, in milliseconds."""
    times = Sample()
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-c", SMALLEST]
        with Terminal(command, environment(home)) as screen:
            screen.until(b"Jass", 20)
            screen.settle(0.5, 3)
            for number in range(presses):
                elapsed, size = screen.key(RIGHT if number % 2 else LEFT)
                if size:
                    times.add(elapsed * 1000)
    return times


def to_my_turn(screen: Terminal) -> None:
    """Wait until a card may be played; name the first contract if that is asked before."""
    deadline = time.perf_counter() + 30
    while time.perf_counter() < deadline:
        screen.settle(0.5, 2)
        text = screen.text()
        if MY_TURN in text and A_CARD in text:
            return
        if "Trumpf machen" in text:
            screen.key(b"1")
            screen.key(b"\r")
    raise Skip("no card could be played within 30 s")


def measure(scale: Scale) -> list[Figure]:
    times, sizes = Sample(), Sample()
    missed = 0
    with tempfile.TemporaryDirectory() as home:
        command = jass("play", "--player", "Bench", "--lang", "de")
        with Terminal(command, environment(home)) as screen:
            to_my_turn(screen)
            for _ in range(8):
                if screen.key(RIGHT)[1] and screen.key(LEFT)[1]:
                    break
                screen.key(b"\r")  # a single card may be played: the mark has nowhere to go
                to_my_turn(screen)
            for number in range(scale.of(300, 10)):
                elapsed, size = screen.key(RIGHT if number % 2 else LEFT)
                if not size:  # while somebody else's move is shown; a few of these prove nothing
                    missed += 1
                    if missed > 3:
                        raise Skip(f"keys paint nothing:\n{screen.text()}")
                    continue
                times.add(elapsed * 1000)
                sizes.add(size)
    least = smallest(scale.of(300, 10))
    return [
        Figure("key to first byte, median", times.median, "ms", 8),
        Figure("key to first byte, p95", times.p95, "ms", 15),
        Figure("an app of one line in the same run, median", least.median, "ms"),
        Figure("an app of one line in the same run, p95", least.p95, "ms"),
        Figure("bytes per key, median", sizes.median, "B", 1500),
        Figure("bytes per key, p95", sizes.p95, "B"),
    ]


ROW = Row("keys", "key press to first painted byte at 80×24", measure)
