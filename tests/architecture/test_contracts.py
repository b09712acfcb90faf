"""Every direction of docs/architecture.md is enforced: a planted violation is caught, by name.

A contract that nothing can break proves nothing (a misspelt module name is enough), so each gets a
violation planted into a copy of the source.
"""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

ORDER = "The screen knows the network, the network knows the rules, never the other way round"
LAYERS = "The engine is built in layers"
VARIANTS = "Variants never import each other"
PURE = "The engine is pure: standard library only, no clock, no chance, no I/O"
SANS_IO = "The protocol cores are sans-IO: no sockets, no clocks, no chance"
CRYPTO = "Only net.core.crypto touches cryptography"
NET = "The network is built in layers"
CORE = "The protocol core is built in layers"
SESSION = "The screen reaches the network through its session alone"
TEXTUAL = "Only the screen knows Textual and click"
SCRIPTS = "Scripts and the line mode run without Textual"

PLANTED = [
    (ORDER, "engine/seats.py", "import net.errors"),
    (ORDER, "engine/seats.py", "import tui"),
    (ORDER, "net/errors.py", "import tui"),
    (LAYERS, "engine/cards.py", "import engine.seats"),
    (LAYERS, "engine/seats.py", "import engine.actions"),
    (LAYERS, "engine/actions.py", "import engine.state"),
    (LAYERS, "engine/state.py", "import engine.view"),
    (LAYERS, "engine/view.py", "import engine.rules"),
    (LAYERS, "engine/rules/planted.py", "import engine.phases"),
    (LAYERS, "engine/phases/planted.py", "import engine.variant"),
    (LAYERS, "engine/variant.py", "import engine.game"),
    (LAYERS, "engine/variant.py", "import engine.bots"),
    (LAYERS, "engine/game.py", "import engine.variants"),
    (LAYERS, "engine/bots/planted.py", "import engine.variants"),
    (LAYERS, "engine/variants/planted.py", "import engine.notation"),
    (VARIANTS, "engine/variants/planted.py", "import engine.variants.planted_too"),
    (PURE, "engine/cards.py", "import random"),
    (PURE, "engine/cards.py", "import time"),
    (PURE, "engine/cards.py", "import os"),
    (PURE, "engine/cards.py", "import msgspec"),
    (SANS_IO, "net/core/planted.py", "import asyncio"),
    (SANS_IO, "net/core/planted.py", "import socket"),
    (SANS_IO, "net/core/planted.py", "import ssl"),
    (SANS_IO, "net/core/planted.py", "import time"),
    (SANS_IO, "net/core/planted.py", "import random"),
    (SANS_IO, "net/core/planted.py", "import os"),
    (SANS_IO, "net/core/planted.py", "import secrets"),
    (CRYPTO, "net/core/planted.py", "import cryptography"),
    (CRYPTO, "net/link/planted.py", "import cryptography"),
    (CRYPTO, "tui/planted.py", "import cryptography"),
    (NET, "net/core/planted.py", "import net.link"),
    (NET, "net/link/planted.py", "import net.session"),
    (NET, "net/link/planted.py", "import net.shell"),
    (NET, "net/errors.py", "import net.core"),
    (NET, "net/files.py", "import net.shell"),
    (NET, "net/shell.py", "import net.road"),
    (NET, "net/road.py", "import net.arrival"),
    (CORE, "net/core/limits.py", "import net.core.log"),
    (CORE, "net/core/lobby.py", "import net.core.log"),
    (CORE, "net/core/faces.py", "import net.core.hand"),
    (CORE, "net/core/course.py", "import net.core.replica"),
    (CORE, "net/core/replica.py", "import net.core.scribe"),
    (CORE, "net/core/scribe.py", "import net.core.gate"),
    (CORE, "net/core/gate.py", "import net.core.desk"),
    (SESSION, "tui/planted.py", "import net.arrival"),
    (SESSION, "tui/planted.py", "import net.core.log"),
    (SESSION, "tui/planted.py", "import net.link"),
    (SESSION, "tui/planted.py", "import net.shell"),
    (TEXTUAL, "net/core/planted.py", "import textual"),
    (TEXTUAL, "net/link/planted.py", "import click"),
    (SCRIPTS, "tui/headless.py", "import textual"),
    (SCRIPTS, "tui/plain.py", "import textual"),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source tree on its own, so that nothing planted is ever seen by another test."""
    place = tmp_path_factory.mktemp("contracts")
    for folder in ("engine", "net", "tui"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, place / folder, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", place)
    return place


def lint(place: Path) -> tuple[int, str]:
    """Exit code and output of import-linter over the tree at `place`, lines unwrapped."""
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", code, "--no-cache"],
        cwd=place,
        env={"PYTHONPATH": str(place), "COLUMNS": "300", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_the_tree_keeps_every_contract(copy: Path) -> None:
    """The source as it is breaks no contract, and every contract named here exists."""
    code, output = lint(copy)

    assert code == 0, output
    for name in {row[0] for row in PLANTED}:
        assert f"{name} KEPT" in output


def test_every_contract_has_a_planted_violation() -> None:
    """No contract of pyproject.toml is left without a row above."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = config["tool"]["importlinter"]["contracts"]

    assert {contract["name"] for contract in contracts} == {row[0] for row in PLANTED}


@pytest.mark.parametrize(("contract", "path", "line"), PLANTED)
def test_a_planted_violation_is_caught(copy: Path, contract: str, path: str, line: str) -> None:
    """import-linter fails and names the contract whose direction the planted line breaks."""
    target = copy / line.removeprefix("import ").replace(".", "/")
    files = {copy / path: f"\n{line}\n"}
    if line.startswith(("import engine", "import net", "import tui")) and not target.is_dir():
        files[target.with_suffix(".py")] = ""  # the module may not be written yet
    before = {file: file.read_bytes() if file.exists() else None for file in files}
    for file, text in files.items():
        file.write_bytes((before[file] or b"") + text.encode())

    try:
        code, output = lint(copy)
    finally:
        for file, content in before.items():
            file.unlink() if content is None else file.write_bytes(content)

    assert code != 0, f"«{line}» in {path} went unnoticed"
    assert f"{contract} BROKEN" in output
