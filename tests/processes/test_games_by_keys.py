"""Every game in a real terminal by keys alone, from the command to its very end."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from engine import game
from tests.processes.keyboard import OVER, RAW, Player
from tests.processes.seats import jass, logs
from tests.processes.terminals import MISSING, Terminal, installed

pytestmark = [
    pytest.mark.campaign,
    pytest.mark.processes,
    pytest.mark.timeout(1500),
    pytest.mark.xdist_group("processes"),
    pytest.mark.skipif(not installed(), reason=MISSING),
]

SMALL, LARGE = (80, 24), (120, 40)

TABLES: list[tuple[str, tuple[int, int], tuple[str, ...]]] = [
    ("schieber", SMALL, ("ziel=500", "weisen=manuell", "stoeck_manuell=on")),
    ("differenzler", SMALL, ("laenge=3",)),
    ("differenzler", LARGE, ("laenge=3", "ansage=offen")),
    ("coiffeur", SMALL, ()),
    ("coiffeur", LARGE, ("coiffeur_profil=coiffeur10",)),
    ("molotow", LARGE, ("laenge=3",)),
    ("plus_minus", SMALL, ()),
    ("mittlere", SMALL, ("laenge=3",)),
    ("sidi", LARGE, ("ziel=500",)),
    ("sidi", SMALL, ("ziel=500", "stock=nachziehen")),
    ("sidi", SMALL, ("ziel=500", "stock=bodensee")),
    ("sidi", SMALL, ("ziel=500", "rauben=on")),
    ("sechser", LARGE, ("ziel=500",)),
    ("sechser", SMALL, ("ziel=500", "parteien=2x3")),
    ("chappe", SMALL, ("karten_tauschen=rechts",)),
    ("chappe", LARGE, ("blatt=55", "start_karten=9")),
    ("hae", SMALL, ()),
    ("hae", SMALL, ("players=10",)),
    ("chappe", LARGE, ("players=10", "start_karten=2")),
    ("molotow", SMALL, ("players=6", "laenge=2")),
    ("coiffeur", SMALL, ("players=3",)),
    ("differenzler", SMALL, ("players=2", "laenge=2")),
]
"""Game, size of the terminal, options and the number of players."""


@pytest.mark.parametrize(
    ("slug", "size", "settings"), TABLES, ids=[" ".join((t[0], *t[2])) for t in TABLES]
)
def test_a_game_is_played_to_its_end(
    tmp_path: Path, slug: str, size: tuple[int, int], settings: tuple[str, ...]
) -> None:
    """It is always said what to do and with which key; nothing but words; the log is fair."""
    options = []
    for setting in settings:
        name, _, value = setting.partition("=")
        options += ("--players", value) if name == "players" else ("--set", setting)
    arguments = ("play", "--game", slug, "--player", "Lara", *options)
    with Terminal(*arguments, home=tmp_path / "Lara", size=size) as terminal:
        terminal.until(lambda screen: "JASS" in screen)
        player = Player(terminal, seed=len(slug))
        player.play(1400)
        assert player.turns > 5
        assert OVER in terminal.screen
        assert "FAIR" in terminal.screen
        terminal.press("t")
        terminal.until("JASSTAFEL")
        terminal.press("Escape")
        terminal.until(OVER)
        terminal.press("q")
        terminal.press("Enter")
        terminal.until(lambda _: terminal.exit_code is not None)
        assert terminal.exit_code == 0
    (log,) = logs([tmp_path / "Lara"])
    verified = jass("verify", str(log), home=tmp_path / "Lara")
    assert verified.returncode == 0, verified.stdout + verified.stderr
    watch_again(log, tmp_path / "again", size)


def watch_again(log: Path, home: Path, size: tuple[int, int]) -> None:
    """The saved game on the screen, forwards and to its end, in nothing but words."""
    with Terminal("replay", str(log), "--player", "Lara", home=home, size=size) as terminal:
        terminal.until("AUFZEICHNUNG", 60)
        for key in ("Down", *["Right"] * 40, "Down", *["Right"] * 20, "Up", "End"):
            terminal.press(key)
            time.sleep(0.1)
            raw = RAW.search(terminal.screen)
            assert raw is None, f"«{raw.group()}» on the screen:\n{terminal.screen}"
        terminal.press("q")
        terminal.until(lambda _: terminal.exit_code is not None)
        assert terminal.exit_code == 0


def test_every_game_has_a_table() -> None:
    """No game is left out."""
    assert {table[0] for table in TABLES} == {variant.slug for variant in game.all_variants()}
