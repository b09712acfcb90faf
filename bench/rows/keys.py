"""From a key press to the first painted byte, at a real table of 80×24 in a real terminal."""

from __future__ import annotations

import tempfile
import time

from bench.row import Figure, Row, Sample, Scale, Skip
from bench.terminal import Terminal, environment, jass

MY_TURN, A_CARD = "DU BIST DRAN", "wählen  Enter spielen"
"""What stands on the screen when a card may be played."""

RIGHT, LEFT = b"\x1b[C", b"\x1b[D"


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
    with tempfile.TemporaryDirectory() as home:
        command = jass("play", "--player", "Bench", "--lang", "de")
        with Terminal(command, environment(home)) as screen:
            to_my_turn(screen)
            for number in range(scale.of(300, 10)):
                elapsed, size = screen.key(RIGHT if number % 2 else LEFT)
                if not size:
                    raise Skip("a key painted nothing")
                times.add(elapsed * 1000)
                sizes.add(size)
    return [
        Figure("key to first byte, median", times.median, "ms", 8),
        Figure("key to first byte, p95", times.p95, "ms", 15),
        Figure("bytes per key, median", sizes.median, "B", 1500),
        Figure("bytes per key, p95", sizes.p95, "B"),
    ]


ROW = Row("keys", "key press to first painted byte at 80×24", measure)
