"""What another player's screen of 80×24 says when somebody cheats, vanishes, or nobody is left."""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import patched
from tests.processes.networks import Bridge, allowed
from tests.processes.seats import Seat
from tests.processes.tables import NAMES, network, prefix, seated, where
from tests.processes.terminals import MISSING, Terminal, installed

pytestmark = [
    pytest.mark.processes,
    pytest.mark.campaign,
    pytest.mark.timeout(240),
    pytest.mark.xdist_group("processes"),
    pytest.mark.skipif(not installed(), reason=MISSING),
]


@contextlib.contextmanager
def screened(
    folder: Path, lan: Bridge | None, *options: str, cheat: str = "", cheater: int = 1
) -> Iterator[tuple[list[Seat], Terminal]]:
    """Three seats without a screen and a fourth with one, which plays by itself."""
    programs = {cheater: [*patched.JASS, cheat]} if cheat else {}
    with seated(folder, "Schirm", *options, lan=lan, people=3, programs=programs) as seats:
        address = seats[0].of("table")[0]["address"]
        arguments = ("join", address, "--player", NAMES[3], "--autoplay", "normal", *where(lan))
        home = folder / NAMES[3]
        with Terminal(*arguments, home=home, prefix=prefix(lan, 3)) as terminal:
            terminal.until(lambda screen: bool(re.search(r"Stich [2-9]/9", screen)), 60)
            yield seats, terminal


@pytest.mark.parametrize(
    ("cheat", "cheater", "words"),
    [
        ("revoke", 1, "Verstoss von Ueli: "),
        ("another_card", 1, "Verstoss von Ueli: die Karte ist nicht die, die dort lag."),
        ("false_weis", 1, "Verstoss von Ueli: ein Weis, den es nicht gab."),
        ("second_deck", 1, "Verstoss von Ueli: zwei verschiedene Antworten auf eine Frage."),
        ("two_histories", 0, "Verstoss von Lara: zwei verschiedene Spielverläufe"),
    ],
)
def test_a_cheat_is_named(tmp_path: Path, cheat: str, cheater: int, words: str) -> None:
    """In one sentence, whatever else is on the screen at that moment."""
    options = ("--set", "laenge=4", "--grace", "3")
    with (
        network() as lan,
        screened(tmp_path, lan, *options, cheat=cheat, cheater=cheater) as (_, terminal),
    ):
        terminal.until(words, 90)


def test_who_takes_the_table_over_is_said(tmp_path: Path) -> None:
    """The host is killed: one line, and the game goes on."""
    with network() as lan, screened(tmp_path, lan, "--set", "laenge=6") as (seats, terminal):
        seats[0].kill()
        terminal.until("führt jetzt den Tisch", 20)


@pytest.mark.skipif(not allowed(), reason="network namespaces are refused here")
def test_who_is_gone_and_since_when(tmp_path: Path) -> None:
    """The status line: who is waited for, since when; no majority; and the way on after a while."""
    options = ("--set", "laenge=12", "--grace", "600")
    with Bridge(4) as lan, screened(tmp_path, lan, *options) as (_, terminal):
        lan.unplug(2)
        terminal.until("Noemie ist weg: noch ", 40)
        lan.plug(2)
        terminal.until(lambda screen: "ist weg" not in screen, 40)
        lan.tear(2, 3)
        torn = terminal.until("sind weg: keine Mehrheit da   seit", 40)
        offered = terminal.until("neuer Tisch mit diesem Stand", 40)
    assert torn.count("nicht da") == 2
    assert " n neuer Tisch " in offered


def test_the_title_offers_the_interrupted_table(tmp_path: Path) -> None:
    """`jass` alone names it, with people and score, and Enter leads to it."""
    home = tmp_path / NAMES[0]
    table = ("--player", NAMES[0], "--port", "0", "--no-mdns", "--bind", "127.0.0.1")
    with Seat("host", "--bots", "3", "--name", "Allein", *table, home=home) as seat:
        seat.until("event", event="dealt")
        seat.kill()
    with Terminal(home=home) as terminal:
        offered = terminal.until(f"Allein: {NAMES[0]}", 20)
        assert "▶ 4 Weiterspielen" in offered
        terminal.press("Enter")
        terminal.until(lambda screen: "▶ 1 Allein" in screen and "Angefangene" in screen, 20)
