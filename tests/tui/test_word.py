"""The four cards that are compared aloud, on the screen."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from engine.seats import Seat
from net.commands import GiveWord
from net.updates import WordResult, WordShown
from tests.tui.person import at_table, seated, shown
from tests.tui.scenes import find, my_turn_with
from tui.screens.word import WordScreen


async def test_the_word_is_in_sight_until_it_is_compared(tmp_path: Path, awake: None) -> None:
    """Cards to read and the key stand at the table, at every size, until the word was right."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    cards = (Seat(0), Seat(10), Seat(20), Seat(30))
    partie.tell(WordShown(cards))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(app, pilot)
        for size in ((80, 24), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            for card in cards:
                assert screen.look.skin.card(card) in shown(app), size
            assert "i Wort" in shown(app)
        await pilot.press("i")
        assert isinstance(app.screen, WordScreen)
        mine = [screen.look.skin.card(card) for card in cards]
        assert not all(card in shown(app) for card in mine), "what one sees is not what one hears"
        await pilot.press("1", "6", "2", "6", "3", "6", "4", "6")
        assert isinstance(app.sent[-1], GiveWord)
        tell = app.screen.told
        partie.tell(WordResult(False, 2))
        tell(WordResult(False, 2))
        assert "FALSCH" in shown(app)
        assert "2 Versuche" in shown(app)
        await pilot.press("1", "6", "2", "6", "3", "6", "4", "6")
        partie.tell(WordResult(True, 2))
        tell(WordResult(True, 2))
        assert "RICHTIG" in shown(app)
        await pilot.press("enter")
        assert app.screen is screen
        assert "vorlesen" not in shown(app)
        assert "i Wort" not in shown(app)


async def test_three_wrong_words_are_the_end_of_trying(tmp_path: Path, awake: None) -> None:
    """After the last try the screen says what that means and takes no more cards."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    partie.tell(WordShown((Seat(0), Seat(10), Seat(20), Seat(30))))
    partie.tell(WordResult(False, 0))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        assert "WORT FALSCH" in shown(app).splitlines()[0]
        assert "vorlesen" not in shown(app)
        assert "i Wort" not in shown(app)
        await pilot.press("i")
        assert "Kein Versuch mehr" in shown(app)
        await pilot.press("1", "6", "2", "6", "3", "6", "4", "6")
        assert app.sent == []


async def test_without_a_word_the_table_says_when_it_comes(tmp_path: Path, awake: None) -> None:
    """In a running Partie nobody is told to wait for its beginning."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        await pilot.press("i")
        assert "ungeprüft" in shown(app)
        assert "Noch kein Wort: es kommt, sobald alle Geräte da sind." in shown(app)
