"""Rules 1.0.8: what the written points are multiplied with."""

from __future__ import annotations

import pytest

from engine.contracts import Contract
from engine.rules.factors import FACTOR_PROFILES, FRENCH_PROFILES, factor, factor_vector

COLUMNS = (
    Contract.EICHEL,
    Contract.ROSEN,
    Contract.SCHILTEN,
    Contract.SCHELLEN,
    Contract.OBENABE,
    Contract.UNDENUFE,
)


def row(profile: str, *, french: bool = False) -> list[int]:
    vector = factor_vector(profile, french=french)
    return [factor(contract, vector) for contract in COLUMNS]


@pytest.mark.parametrize(
    ("profile", "expected"),
    [
        ("einfach", [1, 1, 1, 1, 1, 1]),
        ("1-1-2-2-3-3", [1, 1, 2, 2, 3, 3]),
        ("1-1-2-2-3-4", [1, 1, 2, 2, 3, 4]),
        ("uri", [1, 1, 2, 2, 2, 2]),
        ("seed004", [1, 1, 1, 1, 3, 4]),
        ("1-2-3-4", [1, 2, 3, 4, 5, 6]),
    ],
)
def test_1_0_8_row_profiles(profile: str, expected: list[int]) -> None:
    """Each profile line by line: Eichel Rosen Schilten Schellen Obenabe Undenufe."""
    assert row(profile) == expected


def test_1_0_8_french_vectors() -> None:
    """`faktor_blatt=franzoesisch` changes the two profiles whose sources give both decks."""
    assert row("seed004", french=True) == [3, 2, 1, 1, 3, 4]
    assert row("1-2-3-4", french=True) == [3, 4, 1, 2, 5, 6]
    for profile in FACTOR_PROFILES.keys() - FRENCH_PROFILES.keys():
        assert row(profile, french=True) == row(profile)


def test_1_0_8_six_own_numbers() -> None:
    """Six numbers 1..10 make a profile, in the order of the table."""
    assert row("1-2-4-3-10-7") == [1, 2, 4, 3, 10, 7]


@pytest.mark.parametrize(
    "profile",
    ["", "1-2-3", "1-1-1-1-1-11", "0-1-1-1-1-1", "1-1-1-1-1-x", "1-1-1-1-1--1", "01-1-1-1-1-1"],
)
def test_1_0_8_no_other_text_is_a_profile(profile: str) -> None:
    """Five, seven, zero, eleven or words are refused."""
    with pytest.raises(ValueError, match="no profile"):
        factor_vector(profile)


@pytest.mark.parametrize("contract", [one for one in Contract if one not in COLUMNS])
def test_1_0_8_other_contracts_take_the_undenufe_factor(contract: Contract) -> None:
    """Slalom, Guschti and Gumpf."""
    assert factor(contract, factor_vector("1-1-2-2-3-4")) == 4
