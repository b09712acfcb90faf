"""Letters and digits under a screen are those that do something there."""

from __future__ import annotations

import unicodedata
from functools import partial
from pathlib import Path

import pytest

from engine.contracts import Contract
from tests.tui.person import at_table, seated, shown
from tests.tui.scenes import choosing, find, my_turn
from tui.keymap import rows_of
from tui.present.look import Look
from tui.present.numbers import letter_of
from tui.present.words import contract_name
from tui.settings import Settings
from tui.skins.decks import DECK_LOOKS
from tui.texts import LANGUAGES, text

TAKEN = set("sdciqvxamgw")
"""Letters that must go on doing what they do while a contract is chosen."""


def bare(name: str) -> str:
    """Small letters without accents."""
    return unicodedata.normalize("NFD", name.replace("œ", "oe")).casefold()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("deck", DECK_LOOKS)
def test_a_contract_has_a_letter_of_its_name(lang: str, deck: str) -> None:
    """No letter belongs to another suit, or to no key, whatever language and cards are shown."""
    look = Look(80, 24, Settings(lang=lang, deck=deck))
    keys = {key for row in rows_of("table") for key in row.keys.split(",")}
    suits = (Contract.EICHEL, Contract.ROSEN, Contract.SCHELLEN, Contract.SCHILTEN)
    letters = []
    for contract in (*suits, Contract.OBENABE, Contract.UNDENUFE):
        letter = letter_of(look, contract)
        if letter:
            assert letter in bare(contract_name(look, contract))
            assert letter in keys
            assert letter not in TAKEN
            letters.append(letter)
    assert len(set(letters)) == len(letters) >= 5


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_picture_has_the_first_letter_of_its_name(lang: str) -> None:
    """What a joker is to be is answered by the letters of the cards as they are called here."""
    keys = {key for row in rows_of("table") for key in row.keys.split(",")}
    for place, letter in enumerate(text(lang, "letters.ranks")):
        assert bare(text(lang, f"rank_word.french.{5 + place}")).startswith(letter)
        assert letter in keys


async def test_the_foot_names_the_digits_there_are(tmp_path: Path, awake: None) -> None:
    """After a push there is no 0, with nine cards no tenth; a digit beyond says so."""
    app = seated(tmp_path, find(partial(choosing, pushed=True)))
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        assert "1-6 wählen" in shown(app)
    app = seated(tmp_path, find(partial(choosing, pushed=False)))
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        assert "0-6 wählen" in shown(app)
    app = seated(tmp_path, find(my_turn))
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        await pilot.press("escape")
        held = len(app.known.view.hand)
        assert f"1-{held} wählen" in shown(app)
        await pilot.press("0")
        assert "0 gibt es hier nicht" in shown(app)
