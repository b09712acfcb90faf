"""Text from elsewhere is harmless, as wide as it says, and stays itself when it already was."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.core.clean import cells, clean_chat, clean_name, is_clean_name

ANY_TEXT = st.text(st.characters(codec=None), max_size=60) | st.text(
    st.sampled_from("aé e\u0301\u0302\u0303\u202e\u200d\x1b\x07\n\u3000字ｗ각각\u0334[]/\ud800"),
    max_size=60,
)


@given(ANY_TEXT)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    """A name that was cleaned on arrival is a clean name at the next peer as well."""
    once = clean_name(text)
    assert clean_name(once) == once
    assert is_clean_name(once) == (once != "")


@given(ANY_TEXT)
def test_nothing_active_or_invisible_is_left(text: str) -> None:
    """No control, format, bidi, surrogate or line-break character reaches a terminal."""
    for cleaned in (clean_name(text), clean_chat(text)):
        assert not {unicodedata.category(c) for c in cleaned} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
        assert unicodedata.is_normalized("NFC", cleaned)
        assert cleaned == cleaned.strip()


@given(ANY_TEXT)
def test_a_name_fits_twelve_cells_and_a_line_two_hundred(text: str) -> None:
    """12 cells for a name, so that it fits beside a hand of cards; 200 for a line of chat."""
    assert cells(clean_name(text)) <= 12
    assert cells(clean_chat(text * 40)) <= 200


@given(ANY_TEXT)
def test_marks_do_not_pile_up(text: str) -> None:
    """At most two combining marks follow one another, and none stands first."""
    run = 0
    for index, char in enumerate(clean_chat(text)):
        run = run + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        assert run <= 2
        assert index or not run


@pytest.mark.parametrize(
    "name", ["Ueli", "Zoé", "Jürg-Peter", "Anna 2", "[/]", "[red]Hans", "字字字字字字", "🃏 Lara"]
)
def test_ordinary_names_stay(name: str) -> None:
    """Accents, wide letters, an emoji and markup characters are ordinary text."""
    assert clean_name(name) == name
    assert is_clean_name(name)


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("\x1b]0;PWNED\x07", "]0;PWNED"),
        ("  Ueli\t\n Meier ", "Ueli Meier"),
        ("Ue\u202eli", "Ueli"),
        ("e\u0301", "é"),
        ("a" + "\u0301" * 20, "á\u0301\u0301"),
        ("Maximiliane-Josephine", "Maximiliane-"),
        ("字字字字字字字", "字字字字字字"),
        ("a字字字字字字", "a字字字字字"),
        ("\u0301Anna", "Anna"),
        ("\u3164\u2800", ""),
        ("", ""),
    ],
)
def test_what_is_taken_out(raw: str, cleaned: str) -> None:
    """Escape sequences, bidi overrides, mark towers, fillers and length are all cut."""
    assert clean_name(raw) == cleaned
    assert not is_clean_name(raw)


def test_a_long_line_of_chat_is_cut_and_a_short_one_stays() -> None:
    """200 cells are kept of a longer line."""
    assert clean_chat("Guete Jass! [/] 😀") == "Guete Jass! [/] 😀"
    assert clean_chat("x" * 10_000) == "x" * 200
