"""`jass league` and its page, over logs of tables that were really played."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from net import session
from net.session import League, LeftOut, Standing
from tests.evenings import evening
from tests.tui.person import shown
from tui.app import JassApp
from tui.commands import run
from tui.league import league_lines
from tui.present.canvas import width_of
from tui.screens.league import LeagueScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.texts import LANGUAGES, Lang, speaker

HEADS = {"de": "Rangliste", "en": "League", "fr": "Classement", "it": "Classifica"}


async def play(root: Path) -> Path:
    """Lara and Ueli at two games; Lara's home."""
    lara, ueli = root / "lara", root / "ueli"
    for game, seats in (("schieber", 4), ("differenzler", 3)):
        await evening([(lara, "Lara"), (ueli, "Ueli")], game, seats, laenge="1")
    return lara


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Played once for all tests, which do not change it."""
    return asyncio.run(play(tmp_path_factory.mktemp("league")))


@pytest.fixture
def home(played: Path, tmp_path: Path) -> Path:
    """Lara's home, to be changed."""
    return shutil.copytree(played, tmp_path / "lara")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_prints_who_leads(
    lang: Lang, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table over all games and one for each, with everybody's numbers, in every language."""
    assert run(["league", "--home", str(played), "--lang", lang]) == 0
    out = capsys.readouterr().out
    say = speaker(lang)

    assert "league." not in out
    assert "{" not in out
    blocks = out.split("\n\n")
    heads = [block.split("\n")[0] for block in blocks[:3]]
    assert heads[0] == say("league.all")
    assert sorted(head.split("   ")[0] for head in heads[1:]) == sorted(
        say(f"game.{game}") for game in ("schieber", "differenzler")
    )
    found = session.league(played)
    for table, block in zip(found.games, blocks[1:3], strict=True):
        rows = block.split("\n")[2:]
        for standing, row in zip(table.standings, rows, strict=True):
            assert row.split()[1:] == [
                standing.name,
                str(standing.played),
                str(standing.won),
                str(standing.points),
                f"{standing.difference:+d}",
                str(standing.broken),
                f"{standing.fair}/{standing.hands}",
            ]
    assert {s.name for s in found.people} == {"Lara", "Ueli"}


def test_one_game_alone(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By any of its names; a game nobody played says so; one that does not exist is exit 2."""
    assert run(["league", "dreier", "--home", str(played), "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Differenzler")
    assert "Schieber" not in out
    assert run(["league", "hae", "--home", str(played), "--lang", "en"]) == 0
    assert "No Partie" in capsys.readouterr().out
    assert run(["league", "schibr", "--home", str(played), "--lang", "en"]) == 2
    assert "«schieber»" in capsys.readouterr().err


def test_a_damaged_log_is_named(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With its place; the other game stands as before, and the exit code is that of a result."""
    found = session.league(home)
    path = max((home / "tables").glob("*.jass"), key=lambda log: log.stat().st_mtime_ns)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    (home / "tables" / "ff.jass").write_bytes(b"no log")

    assert run(["league", "--home", str(home), "--lang", "de"]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert [line.split("   ")[0] for line in lines if "Partien: 1" in line] == ["Schieber"]
    told = " ".join(lines)
    assert f"Zählt nicht: {path.name}. BESCHÄDIGT bei Eintrag" in told
    assert "Zählt nicht: ff.jass. Das ist keine gespeicherte Partie" in told
    assert len(found.games) == 2


def test_a_fresh_home_has_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit 0 and one sentence; no folder and no book are made for it."""
    nowhere = tmp_path / "nowhere"
    for home, named in ((nowhere, []), (tmp_path, ["--home", str(tmp_path)])):
        monkeypatch.setenv("JASS_HOME", str(home))
        assert run(["league", *named, "--lang", "de"]) == 0
        assert capsys.readouterr().out == f"{speaker('de')('league.none')}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_home_that_is_not_there_is_said(
    lang: Lang, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slip in `--home`, or a file in its place, is exit 2 with its path, not an empty league."""
    file = tmp_path / "file"
    file.touch()
    for home in (tmp_path / "nowhere", file):
        assert run(["league", "--home", str(home), "--lang", lang]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert str(home) in told.err
    monkeypatch.setenv("JASS_HOME", str(file))
    assert run(["league", "--lang", lang]) == 2
    assert str(file) in capsys.readouterr().err


def test_a_broken_book_is_one_sentence(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, with what to do; nothing is lost by it."""
    (home / "jass.db").write_bytes(b"this is no database at all, " * 100)
    assert run(["league", "--home", str(home), "--lang", "en"]) == 2
    assert "move it away" in capsys.readouterr().err


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (40, 10)])
async def test_the_title_leads_to_it(lang: Lang, size: tuple[int, int], played: Path) -> None:
    """6 on the title screen; the same lines as the command's, checked beside the screen; Esc."""
    app = JassApp(StartRequest("title", played, Settings(player="Lara", lang=lang)))
    async with app.run_test(size=size) as pilot:
        await pilot.press("6")
        await pilot.pause()
        assert isinstance(app.screen, LeagueScreen)
        while "Ueli" not in shown(app):
            await pilot.pause(0.02)
        assert HEADS[lang] in shown(app)
        for line, _ in league_lines(speaker(lang), session.league(played), size[0] - 2)[:5]:
            assert line in shown(app)
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, LeagueScreen)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [36, 60, 78, 118])
def test_no_line_is_wider_than_the_screen(lang: Lang, width: int) -> None:
    """With long names, big numbers, marks and what was left out."""
    people = tuple(
        Standing(
            bytes(32), "Maximiliane von Bern (0a1b)", 1234, 999, 123456, -98765, 20000, 12, 3, n
        )
        for n in range(3)
    )
    facts = {"entry": "12", "offset": "1234", "fault": "entry_signature"}
    tables = tuple(
        session.GameTable(game, 1234, people) for game in ("schieber", "plus_minus", "hae")
    )
    left = (LeftOut(Path("ab" * 32 + ".jass"), "damaged", facts),)
    lines = league_lines(speaker(lang), League(tables, left, 7, people), width)

    assert [line for line, _ in lines if width_of(line) > width and " " in line.strip()] == []
    assert any("Maxi" in line for line, _ in lines)
