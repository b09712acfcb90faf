"""Keys that come faster than screens can change: what is gone takes none, and nothing crashes."""

from pathlib import Path

import pytest
from textual.events import Key
from textual.pilot import Pilot

from tui.app import JassApp
from tui.screens.dialog import Ask, Pick, TypeLine
from tui.screens.title import TitleScreen
from tui.settings import Settings
from tui.start import StartRequest


def title(home: Path) -> JassApp:
    """The app at its title screen."""
    return JassApp(StartRequest("title", home, Settings(player="Lara")))


async def at_once(pilot: Pilot[int], key: str, times: int) -> None:
    """Presses a key several times in one read of the terminal."""
    for _ in range(times):
        pilot.app.post_message(Key(key, "\r" if key == "enter" else None))
    await pilot.pause()
    await pilot.pause()


@pytest.mark.parametrize("times", [2, 3, 4, 6])
@pytest.mark.parametrize("key", ["enter", "escape"])
@pytest.mark.parametrize("kind", ["line", "question", "list"])
async def test_a_key_pressed_often_answers_once(
    tmp_path: Path, kind: str, key: str, times: int
) -> None:
    """One answer is given, and the screen below is still there."""
    answers: list[object] = []
    app = title(tmp_path)
    async with app.run_test() as pilot:
        screen = {"line": TypeLine("", "?"), "question": Ask("?"), "list": Pick("", [])}[kind]
        app.push_screen(screen, answers.append)  # type: ignore[call-overload]
        await pilot.pause()
        await at_once(pilot, key, times)

        assert len(answers) == 1
        assert isinstance(app.screen_stack[0], TitleScreen)


@pytest.mark.parametrize("size", [(80, 24), (10, 3)])
async def test_the_page_keys_of_the_palette(tmp_path: Path, size: tuple[int, int]) -> None:
    """They go to the ends of the list, also while it is filtered and where it hardly fits."""
    app = title(tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.press("f2", "pagedown", "pagedown", "z", "pagedown", "pageup", "pagedown")
        await pilot.press("z", "pageup", "backspace", "pagedown", "escape", "escape", "escape")
        await pilot.pause()

        assert app.is_running
