"""`jass replay --notation`: a saved game as text that can be played again."""

import asyncio
from pathlib import Path

import pytest

from engine.notation import read_game, replay
from engine.state import Step
from net import session
from tests.evenings import practice
from tui.commands import run
from tui.texts import LANGUAGES, text


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Partie of two hands, played to its end."""
    return asyncio.run(practice((tmp_path_factory.mktemp("home"), "Anna"), laenge="2"))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own home is read."""
    monkeypatch.setenv("JASS_HOME", str(tmp_path / "own"))


def test_what_is_printed_is_the_game(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Played again from the text alone it ends as it ended."""
    assert run(["replay", str(log), "--notation"]) == 0
    *_, (state, _) = replay(read_game(capsys.readouterr().out))
    last = session.replay(log).steps[-1].view.state
    assert state.step is Step.OVER
    assert (state.score, state.outcome) == (last.score, last.outcome)


def test_of_a_damaged_file_the_sound_part_is_printed(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And one sentence says where it is damaged, with the exit code of that."""
    whole = log.read_bytes()
    torn = tmp_path / "torn.jass"
    torn.write_bytes(whole[: len(whole) * 4 // 5] + b"\0" * 100)
    assert run(["replay", str(torn), "--notation"]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert read_game(told.out).lines


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_told_so_is_said(
    lang: str, log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game that goes on from the score of another table has no beginning to write."""
    monkeypatch.setattr(session, "notation", lambda _: "")
    assert run(["replay", str(log), "--notation", "--lang", lang]) == 0
    assert capsys.readouterr().out == f"{text(lang, 'replay.no_notation')}\n"
