"""Pages to read: what their keys turn to, and help that names only what its screen can do."""

from __future__ import annotations

from pathlib import Path

from engine.game import all_variants
from engine.seats import Seat
from net.updates import Said
from tests.tui.person import at_table, seated, shown
from tests.tui.scenes import find, my_turn, others_turn
from tui.app import JassApp
from tui.present.look import Look
from tui.present.table import draw_table
from tui.present.ui import TableUi
from tui.screens.pages import HistoryScreen, RulesScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.texts import text


async def test_the_rules_of_all_games_are_turned_through(tmp_path: Path) -> None:
    """Right and left go from game to game and around, each from its first line."""
    games = [text("de", f"game.{variant.slug}") for variant in all_variants()]
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(RulesScreen(all_variants()[0].slug))
        await pilot.pause()
        for game in [*games, games[0]]:
            title, _, first = shown(app).split("\n")[:3]
            assert title.rstrip().endswith(game)
            assert first.strip()
            await pilot.press("down", "down", "right")
        await pilot.press("left", "left")
        assert shown(app).split("\n")[0].rstrip().endswith(games[-1])


async def test_help_names_what_the_screen_can_do(tmp_path: Path, awake: None) -> None:
    """The history can be scrolled, but keeps no favourite and has no strokes."""
    app = seated(tmp_path, find(my_turn))
    async with app.run_test(size=(80, 40)) as pilot:
        await at_table(app, pilot)
        await pilot.press("question_mark")
        assert text("de", "do.last") in shown(app)
        await pilot.press("escape", "h")
        assert isinstance(app.screen, HistoryScreen)
        await pilot.press("question_mark")
        page = shown(app)
        assert text("de", "do.page") in page
        for code in ("do.favourite", "do.numbers", "do.last"):
            assert text("de", code) not in page


async def test_the_history_says_that_it_is_my_turn(tmp_path: Path, awake: None) -> None:
    """Whoever reads there sees that the others wait."""
    for wanted in (my_turn, others_turn):
        app = seated(tmp_path, find(wanted))
        async with app.run_test(size=(80, 24)) as pilot:
            await at_table(app, pilot)
            await pilot.press("h")
            await pilot.pause()
            assert isinstance(app.screen, HistoryScreen)
            assert ("DU BIST DRAN" in shown(app)) is (wanted is my_turn)


def test_what_was_said_leaves_the_table_after_a_hand() -> None:
    """Beside the cards lies only what belongs to this hand or the last; the chat has it all."""
    look = Look(80, 24, Settings(lang="de"))
    partie = find(my_turn)

    def said() -> bool:
        page = draw_table(look, partie.known, TableUi(), ()).text()
        return "Revanche?" in page

    def on(hand: int) -> None:
        partie.until(lambda one: one.state.hand_no == hand and my_turn(one))

    first = partie.state.hand_no
    partie.tell(Said("Ueli", Seat(2), "Revanche?"))
    assert said()
    on(first + 1)
    assert said()
    on(first + 2)
    assert not said()
    assert [one.text for one in partie.known.chat] == ["Revanche?"]


async def test_before_the_first_trick_there_is_none_to_look_at(tmp_path: Path, awake: None) -> None:
    """That no trick lies yet is not a rule of the table."""
    app = seated(tmp_path, find(lambda partie: my_turn(partie) and not partie.state.tricks))
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        await pilot.press("l")
        assert text("de", "table.no_trick_yet") in shown(app)
