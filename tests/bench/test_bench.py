"""The benchmarks run; what they measure is looked at by people, not by tests."""

import pytest

from bench.row import Figure, Row, Scale
from bench.run import ORDER, all_rows, describe, main

PURE = ("deal", "seven", "hands", "rejoin", "mesh", "ready", "bots")
"""Rows that need neither a terminal nor another package when they are quick."""

ROWS = {row.name: row for row in all_rows()}


def test_every_line_of_the_table_has_a_row() -> None:
    """Design section 6, in its order, and the strength of the bots."""
    assert tuple(ROWS) == ORDER


@pytest.mark.parametrize("name", PURE)
def test_a_quick_row_gives_numbers(name: str) -> None:
    """Tiny sizes, the real thing."""
    row: Row = ROWS[name]
    figures = row.measure(Scale(quick=True))
    assert figures
    assert all(isinstance(figure.value, int | float) for figure in figures)


def test_the_command_prints_target_number_and_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m bench --quick hands` ends with 0 and names what it measured."""
    assert main(["--quick", "hands"]) == 0
    assert "hands a second" in capsys.readouterr().out


def test_an_unknown_row_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong use ends with 2 and lists the rows there are."""
    with pytest.raises(SystemExit) as ended:
        main(["nonsense"])
    assert ended.value.code == 2
    assert "deal" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("figure", "word"),
    [
        (Figure("a", 5, "ms", 5), "reached"),
        (Figure("a", 5.1, "ms", 5), "MISSED"),
        (Figure("a", 6, "×", 6, at_least=True), "reached"),
        (Figure("a", 5.9, "×", 6, at_least=True), "MISSED"),
    ],
)
def test_a_limit_is_kept_or_missed(figure: Figure, word: str) -> None:
    """At the limit counts as reached, whichever way it points."""
    assert describe(figure).endswith(word)


def test_a_number_without_limit_has_no_verdict() -> None:
    """Information is not judged."""
    assert not describe(Figure("a", 5, "ms")).rstrip().endswith(("reached", "MISSED"))
