"""Pages to read: what their keys turn to, and help that names only what its screen can do."""

from __future__ import annotations

from pathlib import Path

from engine.game import all_variants
from tests.tui.person import at_table, seated, shown
from tests.tui.scenes import find, my_turn
from tui.app import JassApp
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


async def test_before_the_first_trick_there_is_none_to_look_at(tmp_path: Path, awake: None) -> None:
    """That no trick lies yet is not a rule of the table."""
    app = seated(tmp_path, find(lambda partie: my_turn(partie) and not partie.state.tricks))
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        await pilot.press("l")
        assert text("de", "table.no_trick_yet") in shown(app)
