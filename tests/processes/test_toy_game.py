"""Adding a game is one file: dropped into the folder it is dealt, played, saved and proven."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from tests.processes.seats import environment

pytestmark = [pytest.mark.processes, pytest.mark.timeout(120), pytest.mark.xdist_group("processes")]

ROOT = Path(engine.__file__).parent.parent
TESTS = Path(__file__).parent.parent.parent
TOY = TESTS / "tests" / "toy.py"

MESH = """
from tests.mesh import Mesh, Trouble
from tests.campaign import check
mesh = Mesh(7, people=2, bots=1, slug="toy", trouble=Trouble(cuts=2, crashes=2, delays=3))
mesh.play(hands=2)
mesh.agree()
check(mesh)
print(min(len(node.hands) for node in mesh.nodes))
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with one file more."""
    folder = tmp_path_factory.mktemp("program")
    for name in ("engine", "net", "tui"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(TOY, folder / "engine" / "variants" / "toy.py")
    return folder


def run(program: Path, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in that folder: its program comes before the one under development."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=program,
        env={**environment(home), "PYTHONPATH": os.pathsep.join((str(program), str(TESTS)))},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_it_is_played_to_its_end_and_proven(program: Path, tmp_path: Path) -> None:
    """`jass play --game toy`, by another of its names and with its preset; `verify` says fair."""
    home = tmp_path / "Lara"
    game = ("play", "--game", "spielzeug", "--preset", "kurz", "--players", "4")
    done = run(program, home, "-m", "tui", *game, "--headless", "--autoplay", "normal")
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    hands = [record for record in told if record["type"] == "hand"]
    assert len(hands) == 2
    assert all(hand["fair"] and hand["verdicts"] == ["ok"] * 4 for hand in hands)
    log = told[-1]["log"]

    verified = run(program, home, "-m", "tui", "verify", log)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    replayed = run(program, home, "-m", "tui", "replay", "--text", log)
    assert replayed.returncode == 0, replayed.stderr
    assert replayed.stdout.count("\n") > 40


def test_its_rules_are_listed_although_nobody_wrote_them_down(
    program: Path, tmp_path: Path
) -> None:
    """A wrong option of it is refused like those of any other game."""
    done = run(program, tmp_path / "Lara", "-m", "tui", "play", "--game", "toy", "--set", "farbe=1")
    assert done.returncode == 2
    assert "toy" in done.stderr
    assert "Traceback" not in done.stderr


def test_it_is_played_over_the_mesh_with_trouble(program: Path, tmp_path: Path) -> None:
    """Peers with cut links and lost power come to the same verdicts; nobody is blamed."""
    done = run(program, tmp_path / "Lara", "-c", MESH)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 2


def test_without_the_file_there_is_no_such_game(tmp_path: Path) -> None:
    """The control: the program as it is does not know it."""
    done = run(ROOT, tmp_path / "Lara", "-m", "tui", "play", "--game", "toy", "--headless")
    assert done.returncode == 2
    assert "toy" in done.stderr
