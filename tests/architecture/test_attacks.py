"""What docs/attacks.md and docs/reliability.md say about tests is so."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.cheats.kinds import CHEATS

ROOT = Path(__file__).parents[2]
PAGES = ("attacks.md", "reliability.md")

FILE = re.compile(r"`(?:[a-z_]+/)*(test_[a-z0-9_]+\.py)`")
NAME = re.compile(r"`((?:test|Test)[A-Za-z0-9_]+)`")
CHEAT = re.compile(r"`cheat: ([^`]+)`")


def files() -> set[str]:
    return {path.name for path in (ROOT / "tests").rglob("test_*.py")}


def names() -> set[str]:
    """Every test function and class of tests."""
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        found |= {node.name for node in ast.walk(tree) if isinstance(node, kinds)}
    return found


def text(page: str) -> str:
    return (ROOT / "docs" / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_test_that_a_page_names_exists(page: str) -> None:
    """Whoever looks one up finds it."""
    found = text(page)

    assert set(FILE.findall(found)) <= files()
    assert set(NAME.findall(found)) <= names()
    assert FILE.findall(found) or NAME.findall(found)


def test_every_cheat_is_listed_and_every_listed_cheat_exists() -> None:
    """The page and the programs that cheat are one list."""
    assert set(CHEAT.findall(text("attacks.md"))) == set(CHEATS)


def test_every_attack_on_deal_play_and_host_names_a_test() -> None:
    """No row of these tables is only a claim."""
    page = text("attacks.md")
    for title in ("## The deal", "## Play", "## The host", "## Strangers"):
        section = page.partition(title)[2].partition("\n## ")[0]
        rows = [line for line in section.splitlines() if line.startswith("| ")][1:]
        assert rows
        for row in rows:
            last = row.strip("| ").split(" | ")[-1]
            assert FILE.search(last) or NAME.search(last) or CHEAT.search(last), row
