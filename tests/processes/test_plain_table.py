"""Two people in the line mode at one table, each a real process at a pipe: from knock to thanks."""

from __future__ import annotations

import re
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Self

import pytest

from tests.processes.seats import JASS, environment, jass, logs

pytestmark = [pytest.mark.processes, pytest.mark.timeout(240), pytest.mark.xdist_group("processes")]


class Talker:
    """One process, what it has said so far, and how far somebody has listened."""

    def __init__(self, *arguments: str, home: Path) -> None:
        self.heard, self._at = "", 0
        self.process = subprocess.Popen(
            [*JASS, *arguments, "--plain", "--bind", "127.0.0.1", "--lang", "de"],
            env=environment(home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.heard += line.decode()

    def type(self, line: str) -> None:
        """A line and Enter."""
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def hear(self, pattern: str, seconds: float = 40.0) -> re.Match[str]:
        """The next place where this is said; where a line is broken does not matter."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = re.search(pattern.replace(" ", r"\s+"), self.heard[self._at :])
            if found:
                self._at += found.end()
                return found
            time.sleep(0.02)
        raise AssertionError(f"«{pattern}» was not said: {self.heard[self._at :][-600:]}")


def play_to_the_end(talkers: tuple[Talker, ...], seconds: float = 150.0) -> None:
    """The first answer to every question; the tip is asked for once, and each Enter is given."""
    end, done, tips = time.monotonic() + seconds, set[int](), 0
    while len(done) < len(talkers):
        assert time.monotonic() < end, [talker.heard[-600:] for talker in talkers]
        for number, talker in enumerate(talkers):
            new = talker.heard[talker._at :]
            asked = re.search(r"Du bist dran: [^\n]*\n(.*\n)*?.*\b1(: |\n)|Zahl tippen: ", new)
            if "n und Enter: Revanche" in new:
                done.add(number)
            elif asked:
                talker._at += asked.end()
                if not tips:
                    talker.type("d")
                    talker.hear("Tipp: .* – ")
                    tips += 1
                talker.type("1")
        time.sleep(0.02)
    assert tips


def test_two_people_play_by_lines(tmp_path: Path) -> None:
    """Knock, chat, word, pause, every card, and the proof of it; nobody needs to see anything."""
    homes = [tmp_path / name for name in ("Lara", "Reto")]
    game = ("--game", "differenzler", "--players", "2", "--set", "laenge=1")
    with Talker(
        "host", *game, "--port", "0", "--no-mdns", "--player", "Lara", home=homes[0]
    ) as lara:
        address = lara.hear(r"127\.0\.0\.1:\d+").group()
        lara.hear("Platz 1: Lara, das bist du")
        lara.hear("Freie Plätze: 2")
        with Talker("join", address, "--player", "Reto", home=homes[1]) as reto:
            reto.hear("Du hast angeklopft")
            lara.hear("Reto möchte an den Tisch. a und Enter")
            lara.type("a")
            lara.hear("Platz 2: Reto")
            reto.hear("Platz 2: Reto, das bist du")
            reto.type("c Grüezi")
            lara.hear("Reto schreibt: «Grüezi»")
            reto.type("s")
            reto.hear("Das darf nur der Gastgeber")
            lara.type("o")
            lara.hear("Differenzler: .* Regeln")
            lara.type("s")
            word = lara.hear(r"Das Wort dieses Tisches: ([^.]*)\.").group(1)
            reto.hear("Tippe i und die vier Karten")
            reto.type(f"i {' '.join(word.split())}")
            reto.hear("Das Wort stimmt")
            reto.type("f")
            lara.hear("Pause: Reto")
            lara.type("f")
            reto.hear("Lara macht weiter")
            play_to_the_end((lara, reto))
            for talker in (lara, reto):
                assert "Geprüft und fair" in talker.heard
                assert not re.search(r"Traceback|\{|\bNone\b", talker.heard)
                talker.type("")
            assert lara.process.wait(30) == 0
            assert reto.process.wait(30) == 0
    for log, home in zip(logs(homes), homes, strict=True):
        assert jass("verify", str(log), home=home).returncode == 0


def test_a_new_table_by_lines(tmp_path: Path) -> None:
    """After a Partie against a bot, a table where somebody else sits down; Ctrl-C leaves that one.

    The rules are changed there first, and the guest reads which they are.
    """
    game = ("--game", "differenzler", "--players", "2", "--set", "laenge=1", "--bots", "1")
    door = ("--open", "--port", "0", "--no-mdns", "--name", "Znüni", "--player", "Lara")
    with Talker("host", *game, *door, home=tmp_path / "Lara") as lara:
        lara.hear("s und Enter beginnt")
        lara.type("s")
        play_to_the_end((lara,))
        lara.type("e")
        lara.hear("Einen neuen Tisch «Znüni 2»")
        lara.type("e")
        address = lara.hear(r"Tisch «Znüni 2», Adresse (127\.0\.0\.1:\d+)").group(1)
        lara.hear("Platz 2: .*, Bot bei Lara")
        lara.type("b 2")
        lara.hear("Freie Plätze: 2")
        lara.type("o laenge=3")
        lara.hear("Neue Regeln")
        with Talker("join", address, "--player", "Reto", home=tmp_path / "Reto") as reto:
            reto.hear("Platz 2: Reto, das bist du")
            reto.type("o")
            reto.hear("Runden: 3")
            lara.process.send_signal(signal.SIGINT)
            assert lara.process.wait(30) == 130
    assert not re.search(r"Traceback|\{|\bNone\b", lara.heard + reto.heard)
