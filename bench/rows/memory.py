"""Memory of one peer with its screen: a guest at a table hosted by another process."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

from bench.row import Figure, Row, Scale, Skip
from bench.terminal import Terminal, environment, jass


def measure(scale: Scale) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        hosting = jass(
            "host", "--headless", "--autoplay", "normal", "--bots", "2", "--open", "--no-mdns",
            "--port", "0", "--bind", "127.0.0.1", "--player", "Host",
        )  # fmt: skip
        with subprocess.Popen(
            hosting,
            env=environment(str(Path(folder, "host"))),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as host:
            try:
                assert host.stdout is not None
                address = json.loads(host.stdout.readline())["address"]
                command = jass("join", address, "--autoplay", "normal", "--player", "Gast")
                with Terminal(command, environment(str(Path(folder, "guest")))) as guest:
                    guest.settle(scale.of(20, 3), scale.of(25, 4))
                    if not guest.alive():
                        raise Skip("the guest has gone")
                    used = guest.resident_kilobytes() / 1000
            finally:
                host.kill()
    return [Figure("one guest with its screen, at its peak", used, "MB", 120)]


ROW = Row("memory", "memory of one peer with its screen", measure)
