"""What people write can be read, whole, wherever it is shown or answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.seats import Seat
from net.commands import SayText
from net.updates import Said, ViewChanged
from tests.tui.person import at_table, flat, seated, shown
from tests.tui.scenes import Partie, find, my_turn
from tui.present.canvas import width_of
from tui.present.chat import said_lines
from tui.present.known import Known
from tui.screens.dialog import Ask, Decide
from tui.screens.ends import GameEndScreen, HandEndScreen
from tui.texts import LANGUAGES, Lang, text

LONG = (
    "Am Mittag um zwölf im dritten Stock, wer zu spät kommt zahlt das Znüni, "
    "und der Reto bringt diesmal die Kreide mit, sonst schreiben wir wieder mit dem Zeigfinger"
)
SIZES = ((80, 24), (120, 40))


def booked(partie: Partie) -> bool:
    """A hand is written."""
    return partie.known.hand is not None and partie.known.game is None


@pytest.mark.parametrize("size", SIZES)
async def test_a_long_line_is_whole_behind_its_key(
    size: tuple[int, int], tmp_path: Path, awake: None
) -> None:
    """During a hand `c` shows every word of the last messages beside the phrases."""
    partie = find(my_turn)
    for name, words in (("Ueli", LONG), ("Noémie", "ja")):
        partie.tell(Said(name, Seat(1), words))
    app = seated(tmp_path, partie)
    async with app.run_test(size=size) as pilot:
        await at_table(app, pilot)
        await pilot.press("escape", "c")
        assert LONG in flat(app)
        assert "Noémie  ja" in shown(app)


@pytest.mark.parametrize("size", [*SIZES, (40, 10)])
async def test_a_sentence_during_a_hand_sends_nothing_and_presses_no_key(
    size: tuple[int, int], tmp_path: Path, awake: None
) -> None:
    """Nothing goes out unasked and nothing is opened below; one dim line says when words go."""
    app = seated(tmp_path, find(my_turn))
    later = text("de", "chat.later")[:30]
    async with app.run_test(size=size) as pilot:
        await at_table(app, pilot)
        await pilot.press("escape", "c")
        phrases = app.screen
        assert later not in shown(app)
        await pilot.press("space", "s", "o", "f", "q", "space", "r", "enter")
        await pilot.pause()
        assert app.screen is phrases
        assert later in shown(app)
        await pilot.press("2")
        assert later not in shown(app)
        await pilot.press("m", "enter")
        assert (app.screen, app.sent) == (phrases, [])
        await pilot.press("down", "enter")
        await pilot.pause()
        assert app.screen is not phrases
        await pilot.press("c", "1")
    stock = [text("de", f"chat.stock.{number}") for number in (3, 1)]
    assert app.sent == [SayText(said) for said in stock]


async def test_a_sentence_at_the_table_says_yes_to_nothing(tmp_path: Path, awake: None) -> None:
    """Space answers no question that cannot be taken back, and picks nothing that others feel."""
    app = seated(tmp_path, find(my_turn))
    async with app.run_test(size=SIZES[0]) as pilot:
        await at_table(app, pilot)
        await pilot.press("escape", "q", "space", "s")
        await pilot.pause()
        assert isinstance(app.screen, Ask)
        await pilot.press("escape", "m", "enter", "space", "o", "f")
        await pilot.pause()
        assert isinstance(app.screen, Decide)
    assert app.sent == []


@pytest.mark.parametrize("size", SIZES)
async def test_a_long_line_is_whole_at_the_end_of_a_hand(
    size: tuple[int, int], tmp_path: Path, awake: None
) -> None:
    """Where free talk is invited it is also read: on the result, whole above the line to type."""
    partie = find(booked)
    partie.tell(Said("Ueli", Seat(2), LONG))
    app = seated(tmp_path, partie)
    async with app.run_test(size=size) as pilot:
        await at_table(app, pilot)
        assert partie.known.hand is not None
        app.push_screen(HandEndScreen(partie.known.hand))
        await pilot.pause()
        assert LONG[:140] in flat(app)
        assert LONG in flat(app) or "…" in shown(app)
        await pilot.press("c")
        assert LONG in flat(app)
        partie.tell(Said("Marco", Seat(3), "und ich den Kaffee"))
        app.screen.told(Said("Marco", Seat(3), "und ich den Kaffee"))
        assert "Marco  und ich den Kaffee" in shown(app)


async def test_a_wish_that_was_granted_is_not_at_the_next_result(
    tmp_path: Path, awake: None
) -> None:
    """«Revanche?» from the end of a Partie stands at no result of the one that was asked for."""
    partie = find(lambda one: one.known.game is not None, settings={"ziel": "500"})
    known = partie.known
    partie.tell(Said("Ueli", Seat(2), "Revanche?"))
    app = seated(tmp_path, partie)
    async with app.run_test(size=SIZES[0]) as pilot:
        await at_table(app, pilot)
        app.push_screen(GameEndScreen(known.game))
        await pilot.pause()
        assert "Ueli  Revanche?" in shown(app)
        again = find(booked, seed=2)
        last, view = again.known.hand, again.known.view
        for update in (again.known.lobby, ViewChanged(view, (), again.known.seats), last):
            partie.tell(update)
        partie.tell(Said("Noémie", Seat(1), "das war knapp"))
        assert known.game is None
        app.push_screen(HandEndScreen(last))
        await pilot.pause()
        assert "Noémie  das war knapp" in shown(app)
        assert "Revanche?" not in shown(app)
        await pilot.press("c")
        assert "Ueli  Revanche?" in shown(app)


async def test_the_panel_goes_on_in_the_next_line(tmp_path: Path, awake: None) -> None:
    """At 120 columns the panel shows such a message whole, at 80 its beginning and «…»."""
    partie = find(my_turn)
    partie.tell(Said("Ueli", Seat(2), LONG))
    app = seated(tmp_path, partie)
    async with app.run_test(size=SIZES[1]) as pilot:
        await at_table(app, pilot)
        await pilot.press("escape")
        panel = " ".join(line.partition("│ ")[2].strip() for line in shown(app).split("\n")[2:28])
        assert LONG in " ".join(panel.split())
        await pilot.resize_terminal(*SIZES[0])
        await pilot.pause()
        panel = " ".join(line.partition("│ ")[2].strip() for line in shown(app).split("\n")[2:16])
        assert LONG[:50] in panel
        assert "…" in panel


def test_no_line_is_wider_than_its_place() -> None:
    """Words without blanks and wide letters are broken; without room nothing is said."""
    known = Known()
    known.chat += [Said("Reto", Seat(1), "x" * 90), Said("Köbi", Seat(2), "饕" * 30)]
    lines = said_lines(known.chat, 20, 50)
    assert all(width_of(f"{name}  {words}" if name else f" {words}") <= 20 for name, words in lines)
    assert "".join(words for _, words in lines) == "x" * 90 + "饕" * 30
    assert said_lines(known.chat, 20, 0) == []
    (cut,) = said_lines(known.chat, 20, 1)
    assert cut[0] == "Köbi"
    assert cut[1].endswith("…")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_answers_a_key_that_did_nothing_has_room(lang: Lang) -> None:
    """One line each, to its end: on the usual screen, and of what must be read fast on any."""
    assert width_of(text(lang, "chat.later")) <= 78
    assert width_of(text(lang, "key.again")) <= 38
    assert width_of(text(lang, "choose.type")) <= 34
