"""Every error that can be raised has a sentence in every language that is written."""

import ast
import re
import string
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from net.core.faults import FaultReason
from net.core.lobby import NetReason
from net.core.log import FaultCode
from net.core.wire import Bye
from net.link.hello import _REFUSALS
from tui.texts import LANGUAGES

CATALOGUES: dict[str, dict[str, str]] = {
    lang: import_module(f"tui.texts.commands_{lang}").TEXTS for lang in LANGUAGES
}
ROOT = Path(__file__).parents[2]
ERRORS = {
    "LocalError",
    "PeerError",
    "VersionError",
    "MisuseError",
    "BadInputError",
    "Failed",
    "CommandRefused",
    "Refused",
    "distrust",
    "fail",
    "tell_not_done",
    "_fail",
}
GOODBYES = {
    "quit",
    "full",
    "refused",
    "started",
    "replaced",
    "bad_log",
    "given",
    "kicked",
    "over",
    "crowded",
    "seated",
}
"""What a host can end a link with (net.core.wire.Bye); the guest is told `host_` and this."""


def callee(call: ast.Call) -> str:
    """The last name of what is called."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def literals(node: ast.expr) -> Iterator[str]:
    """The texts a first argument can be, through a conditional expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def chosen(file: Path) -> Iterator[tuple[str, int]]:
    """Codes that are chosen before they are raised: ``code, sentence = "disk_full", "The …"``."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(node, ast.Assign):
            continue
        names, values = (
            each.elts if isinstance(each, ast.Tuple) else [each]
            for each in (node.targets[0], node.value)
        )
        for name, value in zip(names, values, strict=False):
            if isinstance(name, ast.Name) and name.id == "code":
                yield from ((code, node.lineno) for code in literals(value))


def raised(*parts: str) -> dict[str, str]:
    """Codes of all errors raised in these parts of the source, with a place of each."""
    found = {f"host_{code}": "net/core/wire.py" for code in GOODBYES}
    found |= {reason.value: "net/core/lobby.py" for reason in NetReason}
    found |= dict.fromkeys(_REFUSALS, "net/link/hello.py")
    for file in sorted((ROOT / "net").rglob("*.py")):
        if "LocalError(code" in file.read_text("utf-8"):
            for code, line in chosen(file):
                found[code] = f"{file.relative_to(ROOT)}:{line}"
    for part in parts:
        for file in sorted((ROOT / part).rglob("*.py")) or [ROOT / part]:
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and callee(node) in ERRORS and node.args:
                    for code in literals(node.args[0]):
                        found[code] = f"{file.relative_to(ROOT)}:{node.lineno}"
    return found


@pytest.mark.parametrize("catalogue", CATALOGUES.values(), ids=CATALOGUES)
def test_every_raised_error_has_a_sentence(catalogue: dict[str, str]) -> None:
    """No user ever reads a code, or English in a German terminal."""
    assert set(get_args(get_type_hints(Bye)["code"])) == GOODBYES
    missing = {
        code: at for code, at in raised("net", "tui").items() if f"error.{code}" not in catalogue
    }

    assert missing == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_languages_have_the_same_texts_with_the_same_facts(lang: str) -> None:
    """A translation neither forgets a text nor a fact in it."""

    def facts(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    german, other = CATALOGUES["de"], CATALOGUES[lang]
    assert german.keys() == other.keys()
    for code, text in german.items():
        assert facts(text) == facts(other[code]), code


def test_every_error_is_one_plain_sentence() -> None:
    """Sentences end, have one line, and name no internals."""
    for catalogue in CATALOGUES.values():
        for code, text in catalogue.items():
            if code.startswith("error.") and text != "{reason}":
                assert "\n" not in text
                assert text.rstrip()[-1] in ".?", code


@pytest.mark.parametrize("catalogue", CATALOGUES.values(), ids=CATALOGUES)
def test_every_damage_and_every_blame_has_words(catalogue: dict[str, str]) -> None:
    """`jass verify` never answers with a code."""
    codes = [f"damage.{code.value}" for code in FaultCode]
    codes += [f"offence.{reason.value}" for reason in FaultReason if reason.blames]

    assert [code for code in codes if code not in catalogue] == []


def test_a_key_that_one_language_names_all_name() -> None:
    """What to press about a mistake, as in «(m)», is told to everybody: no sentence is behind."""
    key = re.compile(r"\((\w)\)")
    for code, said in CATALOGUES["de"].items():
        named = {lang: key.findall(texts[code]) for lang, texts in CATALOGUES.items()}
        assert all(keys == key.findall(said) for keys in named.values()), (code, named)
