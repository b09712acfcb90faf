"""Every game in the line mode to its end, and told again from its file, in nothing but words."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import game
from tests.processes.keyboard import RAW
from tests.processes.seats import jass, logs
from tests.processes.test_every_game import as_options, short
from tui.texts import LANGUAGES, text

pytestmark = [
    pytest.mark.campaign,
    pytest.mark.processes,
    pytest.mark.timeout(400),
    pytest.mark.xdist_group("processes"),
]


def words(lines: str) -> list[str]:
    """The lines; each can be read aloud. A path is one."""
    told = lines.splitlines()
    for line in told:
        assert line.isprintable(), line
        raw = None if ".jass" in line else RAW.search(line)
        assert raw is None, f"«{raw.group()}» in: {line}"
    return told


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("variant", game.all_variants(), ids=lambda variant: variant.slug)
def test_a_game_in_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variant: game.Variant, lang: str
) -> None:
    """Everything that happens has words in every language; the replay tells the same Partie."""
    monkeypatch.setenv("COLUMNS", "10000")  # sentences are compared, not lines
    home, seats = tmp_path / "Lara", variant.seats[0]
    options = as_options(short(variant, seats, None, {}))
    arguments = ("play", "--plain", "--autoplay", "normal", "--lang", lang, "--player", "Lara")
    done = jass(*arguments, "--game", variant.slug, *options, home=home, seconds=300)
    assert done.returncode == 0, done.stderr
    told = words(done.stdout)
    (log,) = logs([home])

    verified = jass("verify", "--lang", lang, str(log), home=home)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    words(verified.stdout)
    replayed = jass("replay", "--text", "--lang", lang, str(log), home=home)
    assert replayed.returncode == 0, replayed.stderr
    again = words(replayed.stdout)
    written = text(lang, "plain.hand_done").partition("{")[0]
    ends = {line for line in told if line.startswith(written) and line.count(":") > 1}
    assert ends
    assert ends <= set(again)
