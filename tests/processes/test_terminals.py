"""Real terminals, from the command to the last card, with nothing but keys."""

import contextlib
from pathlib import Path

import pytest

from tests.processes.networks import Bridge, allowed
from tests.processes.seats import jass, logs, same_log
from tests.processes.terminals import MISSING, Terminal, installed, play_by_keys

pytestmark = [
    pytest.mark.processes,
    pytest.mark.xdist_group("processes"),
    pytest.mark.skipif(not installed(), reason=MISSING),
]

OVER = "PARTIE FERTIG"
NAMES = ("Lara", "Ueli", "Noemie", "Marco")


@pytest.mark.timeout(200)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_newcomer_gets_from_the_command_to_the_first_card(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """The README's first command, the key it names, and a whole hand by keys."""
    arguments = ("host", "--bots", "3", "--port", "0", "--set", "laenge=1", "--bind", "127.0.0.1")
    with Terminal(*arguments, "--player", "Lara", home=tmp_path / "Lara", size=size) as terminal:
        terminal.until(lambda screen: "JASS" in screen or "Jass" in screen)
        terminal.until("127.0.0.1")
        terminal.press("s")
        play_by_keys([terminal], OVER, 150)
        (log,) = logs([terminal.home])
        assert jass("verify", str(log), home=tmp_path / "other").returncode == 0
        terminal.press("q")
        terminal.press("Enter")
        terminal.until(lambda _: terminal.exit_code is not None)
        assert terminal.exit_code == 0


def test_a_tiny_terminal_is_told_so(tmp_path: Path) -> None:
    """30×6 is not enough for a table; it says what is, and does not fall over."""
    # A game without a question before the first card: that would lie over the table.
    game = ("play", "--game", "molotow")
    with Terminal(*game, home=tmp_path / "Lara", size=(30, 6)) as terminal:
        terminal.until("40×10")
        assert "Fenster zu klein" in terminal.screen
        terminal.press("C-c")
        terminal.press("C-c")
        terminal.until(lambda _: terminal.exit_code is not None)
        assert terminal.exit_code == 130


@pytest.mark.campaign
@pytest.mark.timeout(1800)
@pytest.mark.skipif(not allowed(), reason="network namespaces are refused here")
def test_four_terminals_in_four_networks_play_to_1000(tmp_path: Path) -> None:
    """Four people, four namespaces, four terminals, nothing but keys: a Partie to 1000."""
    with contextlib.ExitStack() as stack:
        prefixes = stack.enter_context(Bridge(4)).prefixes
        host = stack.enter_context(
            Terminal(
                *("host", "--name", "Brugg", "--open", "--player", NAMES[0]),
                home=tmp_path / NAMES[0],
                prefix=prefixes[0],
            )
        )
        host.until("10.77.0.1")
        terminals = [host]
        for name, prefix in zip(NAMES[1:], prefixes[1:], strict=True):
            terminals.append(
                stack.enter_context(
                    Terminal(
                        *("join", "Brugg", "--player", name), home=tmp_path / name, prefix=prefix
                    )
                )
            )
            host.until(name)
        host.press("s")
        play_by_keys(terminals, OVER, 1500)
        saved = logs([terminal.home for terminal in terminals])
        assert same_log(saved)
        for log in saved:
            assert jass("verify", str(log), home=tmp_path / "other").returncode == 0
