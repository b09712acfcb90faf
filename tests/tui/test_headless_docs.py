"""docs/headless.md is a public interface: whatever can come out or go in stands there."""

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from engine import actions, events, forms
from engine.errors import Reason
from engine.state import Step
from net.updates import VerdictCode, WaitingFor
from tests.tui.test_commands_texts import raised
from tui import headless, records, script

ELSEWHERE = {
    # Of links: the session looks for another way and says nothing, or says `no_answer`.
    "bad_frame",
    "link_lost",
    "no_hello",
    "not_reading",
    "other_identity",
    "too_many_links",
    # `jass league` alone opens that book.
    "ledger_broken",
    "ledger_newer",
    # Of entries that no line of a script makes as such: a device says them by itself.
    "bad_evidence",
    "not_asked",
    "not_dealt",
    "not_missing",
    "not_supported",
    "two_bodies",
    "unknown_action",
    "wrong_keys",
    "wrong_turn",
    # A script says what is played on the command line, where that is checked.
    "bad_options",
    "unknown_game",
}
"""Errors that no script is told."""

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "headless.md").read_text("utf-8")
WORDS = set(re.findall(r"[a-z_0-9]+", "".join(re.findall(r"`[^`]*`|```[^`]*```", PAGE))))


def listed() -> list[str]:
    """The codes in the tables of errors."""
    _, *tables = PAGE.split("| `error` | what is wrong |\n")
    rows = [row for table in tables for row in table.split("\n\n")[0].splitlines()[1:]]
    return [code for row in rows for code in re.findall("`([a-z_]+)`", row.split("|")[1])]


def strings(module: object) -> set[str]:
    """Every string constant in the source of a module that is a plain word."""
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))  # type: ignore[attr-defined]
    found = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {word for word in found if isinstance(word, str) and re.fullmatch(r"[a-z_]+", word)}


def snake(name: str) -> str:
    """``WeisShown`` as ``weis_shown``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def test_every_event_and_its_keys_are_documented() -> None:
    """Names and keys of all events; keys are the fields of the engine's events."""
    for event in get_args(events.Event):
        assert snake(event.__name__) in WORDS, event
        for key in event.__slots__:
            assert key in WORDS, (event, key)


def test_every_action_word_is_documented() -> None:
    """Whatever `action` can be."""
    assert len(forms.KINDS) == len(get_args(actions.Action))
    assert set(forms.KINDS) <= WORDS


@pytest.mark.parametrize("module", [headless, records, script])
def test_every_type_and_key_is_documented(module: object) -> None:
    """Every word that these modules write or read, import names aside."""
    exported = set(module.__all__)  # type: ignore[attr-defined]

    assert strings(module) - exported - WORDS == {"_"} & strings(module)


def test_every_value_of_a_closed_list_is_documented() -> None:
    """Steps that ask, reasons to wait, verdicts, kinds of points, refusals by row."""
    steps = {step.value for step in Step} - {"deal", "audit", "over"}
    rows = {reason.value for reason in Reason if reason.row is not None}
    lists = [
        steps,
        {why.value for why in WaitingFor},
        set(get_args(VerdictCode)),
        set(get_args(events.BookingKind)),
        rows,
    ]

    for values in lists:
        assert values - WORDS == set()


def test_every_error_is_in_a_table_and_every_row_is_an_error() -> None:
    """Whatever an `error` object can say, once; a new code is documented or told to nobody."""
    told = {"no_home", *raised("net", "tui/script.py", "tui/faults.py")} - ELSEWHERE

    assert sorted(listed()) == sorted(told)
