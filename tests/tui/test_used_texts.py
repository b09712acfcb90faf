"""No catalogue has a text that nobody says."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tui.texts import LANGUAGES, catalogue

ROOT = Path(__file__).parents[2]
SOURCES = [
    file
    for package in ("engine", "net", "tui")
    for file in (ROOT / package).rglob("*.py")
    if file.parent.name != "texts" or file.name == "__init__.py"
]
CODES = sorted({code for lang in LANGUAGES for code in catalogue(lang)})

VALUES = {"True", "False"}
"""What is put into a code without standing in the source as text; and numbers."""

LISTED = (re.compile(r"offence\.(.+)"),)
"""Families whose beginning is put in too: `offence_text` looks in two places."""


@cache
def written() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """The strings of the source, and what an f-string makes that can be a code."""
    plain: set[str] = set()
    made: set[str] = set()
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Constant(value=str(text)):
                    plain.add(text)
                case ast.JoinedStr(values=parts):
                    fixed = [part.value for part in parts if isinstance(part, ast.Constant)]
                    if re.fullmatch(r"[a-z_.]{2,}", "".join(map(str, fixed))):
                        made.add(
                            "".join(
                                re.escape(str(part.value))
                                if isinstance(part, ast.Constant)
                                else "(.+)"
                                for part in parts
                            )
                        )
    return frozenset(plain), (*map(re.compile, sorted(made)), *LISTED)


def is_said(code: str) -> bool:
    """Whether the source has this code, or makes it of pieces that it has."""
    plain, families = written()
    if code in plain or code in VALUES or code.isdigit():
        return True
    matches = (family.fullmatch(code) for family in families)
    return any(found and all(map(is_said, found.groups())) for found in matches)


@pytest.mark.parametrize("code", CODES)
def test_every_text_is_said(code: str) -> None:
    """A text that no source asks for is written, translated and read by nobody."""
    assert is_said(code)


def test_a_text_that_nobody_says_is_found() -> None:
    """Also where its family is spoken: nothing fills in the rest."""
    assert is_said("board.hand")
    assert not is_said("board.sumtotal")
    assert not is_said("weis.run")
