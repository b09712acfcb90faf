"""One word for each thing: screens, command line and rules pages of a language say it alike."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from tui.texts import catalogue

OTHER_WORDS = {
    "de": {  # the other words are those of Skat
        "Farbe geben, farben": r"\bbedien",
        "stechen": r"\b(trumpfen|trumpfst|trumpft|getrumpft)\b",
    },
    "fr": {
        "pli": r"\blevées?\b",
        "donne": r"\bmanches?\b",
        "annonce": r"\bWeis\b",
        "trait, zéro": r"\b(Striche?|Nuller)\b",
        "le stöck": r"\b(les|des|aux) stöck\b",
    },
    "it": {
        "atout": r"\bbriscol[ae]\b",
        "presa": r"\bbazz[ae]\b",
        "annuncio": r"\bWeis\b",
        "tratto, zero": r"\b(Striche?|Nuller)\b",
        "duello": r"\bspareggi",
        "jolly": r"\bJokers?\b",
        "lo stöck": r"\b(gli|degli|agli) stöck\b",
        "surtagliare": r"\bsopratt?agli",
    },
}
"""What somebody might say as well, by the word we keep: another word is another thing to a reader.

Names in brackets or «» say what a thing is called elsewhere, and stay.
"""

ASIDE = re.compile(r"\{[^}]*\}|\([^)]*\)|«[^»]*»|`[^`]*`")


@pytest.mark.parametrize("lang", OTHER_WORDS)
def test_a_thing_has_one_name(lang: str) -> None:
    """No text of the program and no page of the rules uses one of the other words."""
    texts = dict(catalogue(lang))
    folder = files("tui") / "texts" / "rules"
    pages = [page for page in folder.iterdir() if page.name.endswith(f".{lang}.md")]
    assert pages
    texts |= {page.name: page.read_text(encoding="utf-8") for page in pages}
    found = [
        (code, kept)
        for code, text in texts.items()
        for kept, other in OTHER_WORDS[lang].items()
        if re.search(other, ASIDE.sub("", text), re.IGNORECASE)
    ]
    assert found == []


def test_no_french_word_before_a_name_would_need_an_apostrophe() -> None:
    """Anna and Ueli sit at tables too: «de Anna» is wrong, and nobody knows the name before."""
    wrong = re.compile(r"\b(de|que|jusque)\s+\{(name|names|before|player|by|device|side|sides)\}")
    assert [code for code, text in catalogue("fr").items() if wrong.search(text)] == []
