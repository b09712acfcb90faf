"""What the lobby says of several at the door, of a swap under way, and of a word that failed."""

from __future__ import annotations

from net.updates import Knocked, WordResult
from tests.tui.scenes import lobby
from tui.present.lobby import draw_lobby, knock_text
from tui.present.look import Look
from tui.settings import Settings

LOOK = Look(80, 24, Settings(lang="de"))


def test_of_several_who_knock_it_says_how_many() -> None:
    """The first is asked about; the others wait behind."""
    known = lobby()
    assert knock_text(LOOK, known).startswith("Jan klopft")
    known.apply(Knocked("Eva", "ef" * 32, known=False), 0.0)
    assert knock_text(LOOK, known).startswith("1/2  Jan klopft")


def test_the_foot_names_the_second_step_of_a_swap() -> None:
    """After t there are a seat to choose, Enter and a way back, and nothing that does not fit."""
    known = lobby()
    foot = draw_lobby(LOOK, known, 1, 0).text().splitlines()[-1]
    assert "1-4 Platz" in foot
    assert "Enter tauschen" in foot
    assert "Esc zurück" in foot
    assert "Bot" not in foot


def test_a_word_that_was_wrong_too_often_is_not_read_aloud_again() -> None:
    """The lobby says what it means, and does not say that the word is right."""
    known = lobby()
    known.apply(WordResult(ok=False, tries_left=0), 0.0)
    page = draw_lobby(LOOK, known, 0, None).text()
    assert "FALSCH" in page
    assert "vorlesen" not in page
    assert "Das Wort stimmt" not in page
