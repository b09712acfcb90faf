"""Nothing in the program names another group than the curve: no option, no file, no peer can."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from net.core.group import CURVE
from net.core.honest import DeckFacts
from net.core.peer import Peer
from net.core.replica import Replica

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(p for folder in ("engine", "net", "tui") for p in ROOT.glob(f"{folder}/**/*.py"))


def other_groups(source: str) -> Iterator[str]:
    """What in a module could bring in another group: a class that is one, or an argument."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            names = {n.name for n in ast.walk(node) if isinstance(n, ast.FunctionDef)}
            names |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
            if "first_foreign" in names:
                yield node.name
        elif isinstance(node, ast.keyword) and node.arg == "group":
            # A group may only be handed down by who was given it. (Textual calls a word a group.)
            if ast.unparse(node.value) != "self._group" and not isinstance(
                node.value, ast.Constant
            ):
                yield ast.unparse(node.value)
        elif isinstance(node, ast.ImportFrom) and node.module == "net.core.group":
            yield from (alias.name for alias in node.names if alias.name not in {"CURVE", "Group"})


def test_one_group() -> None:
    """The shipped code has the curve and nothing else, and hands down what it was given."""
    found = {
        path.relative_to(ROOT).as_posix(): names
        for path in SHIPPED
        if (names := list(other_groups(path.read_text(encoding="utf-8"))))
    }

    assert found == {"net/core/group.py": ["Group", "Curve25519"]}


@pytest.mark.parametrize(
    "planted",
    [
        "class Toy:\n    def first_foreign(self, points): ...",
        "class Toy:\n    first_foreign = staticmethod(print)",
        "Peer(identity, name, group=GROUPS[options.group])",
        "from net.core.group import Curve25519",
    ],
)
def test_a_planted_group_is_seen(planted: str) -> None:
    """The test above can fail."""
    assert list(other_groups(planted))


def test_only_the_core_knows_groups() -> None:
    """Session, shell, links and screen do not even import the module."""
    knowing = {
        path.relative_to(ROOT).parts[:2]
        for path in SHIPPED
        if "net.core.group" in path.read_text(encoding="utf-8")
    }

    assert knowing == {("net", "core")}


@pytest.mark.parametrize("made", [Peer, Replica, DeckFacts])
def test_the_curve_where_nothing_is_said(made: type) -> None:
    """Whoever is given no group takes the curve."""
    assert inspect.signature(made).parameters["group"].default is CURVE
