"""Somebody at a keyboard who plays by what is on the screen, and looks at every screen."""

from __future__ import annotations

import random
import re
import time

from tests.processes.terminals import Terminal

OVER = "PARTIE FERTIG"
TURN = "DU BIST DRAN"

_KEY_ROW = re.compile(r"\s*(?:[\d·←]\s+)*[\d·←]\s*")
"""The keys under the cards: a digit, a dot if a card may not be played, an arrow beyond ten."""

_TYPED = re.compile(r"Zahl tippen: (\d+) bis (\d+)")
_FORBIDDEN = re.compile(r"(\d+): die Summe")
_ANSWER = re.compile(r"(?:\s{2}|▶\s*)(\d)(?=\s)")

RAW = re.compile(r"[{}]|Traceback|\bNone\b|\b[a-z]+[._][a-z]+[._a-z]*\b|\b[A-Z][a-z]+[A-Z]\w*")
"""What stands in no sentence: a code, a name of the program, a fact that nobody filled in."""


class Player:
    """Answers every question and plays every card by keys, until the Partie is over.

    Args:
        terminal: with a running table.
        seed: of what is chosen where there is a choice.
    """

    def __init__(self, terminal: Terminal, seed: int) -> None:
        self._terminal = terminal
        self._chance = random.Random(seed)
        self.turns = 0
        """Screens on which something was to be done."""

    def play(self, seconds: float) -> None:
        """Plays to the end.

        Raises:
            AssertionError: it does not come, or a screen shows what is no sentence, or my turn
                without a key to press.
        """
        end = time.monotonic() + seconds
        helpless = 0
        while OVER not in (screen := self._terminal.screen):
            assert time.monotonic() < end, f"no end within {seconds:.0f} s:\n{screen}"
            raw = RAW.search(screen)
            assert raw is None, f"«{raw.group()}» on the screen:\n{screen}"
            keys = self._keys(screen)
            # The line may be ahead of the cards for one look.
            helpless = helpless + 1 if TURN in screen and not keys else 0
            assert helpless < 25, f"my turn, and no key to press:\n{screen}"
            if keys:
                self.turns += 1
                self._terminal.press(*keys)
                time.sleep(0.1)
                self._terminal.press("Enter")
            elif "Enter bereit" in screen or "Enter weiter" in screen:
                self._terminal.press("Enter")
            time.sleep(0.2)

    def _keys(self, screen: str) -> list[str]:
        lines = screen.rstrip().split("\n")
        box = [line for line in lines if "║" in line and "╔" not in line]
        if any("╔═ " in line for line in lines):
            return self._answer("\n".join(line[line.index("║") + 1 :] for line in box))
        row = next((line for line in lines[-7:-1] if _KEY_ROW.fullmatch(line)), "")
        digits = re.findall(r"\d", row)
        if digits:
            return [self._chance.choice(digits)]
        return ["Left"] if "←" in row else []

    def _answer(self, box: str) -> list[str]:
        typed = _TYPED.search(box)
        if typed is not None:
            low, high = map(int, typed.groups())
            locked = set(map(int, _FORBIDDEN.findall(box)))
            free = [n for n in range(low, min(high, low + 40) + 1) if n not in locked]
            return [*["BSpace"] * 3, *str(self._chance.choice(free))]
        found = [
            digit
            for line in box.split("\n")
            if "geht nicht" not in line
            for digit in _ANSWER.findall(line)
        ]
        return [self._chance.choice(found)] if found else []
