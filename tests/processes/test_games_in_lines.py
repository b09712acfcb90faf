"""Every game in the line mode to its end, and told again from its file, in nothing but words."""

from __future__ import annotations

import re
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


def hands_in(lang: str, told: list[str]) -> set[str]:
    """What each hand has written, as it was said; a pipe is eighty cells wide."""
    assert max((len(line) for line in told if ".jass" not in line), default=0) <= 80
    first, *parts = map(re.escape, re.split(r"\{\w+\}", text(lang, "plain.hand_done")))
    return set(re.findall(rf"{first}\d+" + "[^.]+?".join(parts), " ".join(told)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("variant", game.all_variants(), ids=lambda variant: variant.slug)
def test_a_game_in_lines(tmp_path: Path, variant: game.Variant, lang: str) -> None:
    """Everything that happens has words in every language; the replay tells the same Partie."""
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
    ends = hands_in(lang, told)
    assert ends
    assert ends <= hands_in(lang, again)
