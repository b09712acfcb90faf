"""The keys of every screen: each that is bound is in its help, and each in its help is bound."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import tui.screens
from tests.tui.person import at_table, seated, shown
from tests.tui.scenes import find, lobby, my_turn
from tui.app import JassApp
from tui.keymap import KEYS, rows_of
from tui.present.keys import key_lines
from tui.present.look import Look
from tui.screens.base import JassScreen
from tui.screens.dialog import TypeLine
from tui.screens.failed import SavingScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.pages import BossScreen, HelpScreen
from tui.screens.word import WordScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.texts import LANGUAGES, catalogue, text

KEYLESS = (BossScreen, SavingScreen)
"""Any key comes back from the one; the other waits for nothing but the disk."""

PRINTED = {
    "Esc": "escape",
    "?": "question_mark",
    "↑": "up",
    "↓": "down",
    "←": "left",
    "→": "right",
    "PgUp": "pageup",
    "PgDn": "pagedown",
}


def screens() -> list[type[JassScreen[object]]]:
    """Every screen of the program, found by looking into its folder."""
    for module in iter_modules(tui.screens.__path__):
        import_module(f"tui.screens.{module.name}")
    found: list[type[JassScreen[object]]] = [JassScreen]
    for screen in found:  # grows while it is read
        found += screen.__subclasses__()
    return [one for one in found[1:] if one.__module__.startswith("tui.screens")]


def bound(screen: type[JassScreen[object]]) -> dict[str, str]:
    """Every key of a screen, those of the whole app included, with its action."""
    ours = [one for one in screen.__mro__ if one.__module__.startswith("tui.")]
    rows = [row for one in (*ours, JassApp) for row in vars(one).get("BINDINGS", ())]
    return {key: row.action.partition("(")[0] for row in rows for key in row.key.split(",")}


def unprinted(printed: str, space: str) -> set[str]:
    """The keys behind a line of the help, such as ``6-9 0 u`` or ``Enter Space``."""
    keys: set[str] = set()
    for part in printed.split(" "):
        if len(part) == 3 and part[1] == "-":
            keys |= {str(number) for number in range(int(part[0]), int(part[2]) + 1)}
        else:
            keys.add("space" if part == space else PRINTED.get(part, part.lower()))
    return keys


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("screen", screens(), ids=lambda one: one.__name__)
def test_the_help_lists_exactly_the_keys_that_are_bound(
    screen: type[JassScreen[object]], lang: str
) -> None:
    """No key is missing, none is listed that does nothing, none is listed twice."""
    if issubclass(screen, KEYLESS):
        assert not screen.scopes
        return
    look, space = Look(80, 24, Settings(lang=lang)), text(lang, "key_name.space")
    listed = [
        key
        for printed, _ in key_lines(look, screen.scopes)
        for key in sorted(unprinted(printed, space))
    ]
    keys = bound(screen)
    assert sorted(listed) == sorted(keys)
    assert screen.scopes
    for key, action in keys.items():
        owner = screen if hasattr(screen, f"action_{action}") else JassApp
        assert hasattr(owner, f"action_{action}"), (key, action)


def test_every_key_is_explained_in_every_language() -> None:
    """Its own screen's text, or the usual one, is in each catalogue itself; no text is unused."""
    told = set()
    for row in KEYS:
        own = f"do.{row.scope}.{row.text}"
        code = own if own in catalogue("de") else f"do.{row.text}"
        told.add(code)
        for lang in LANGUAGES:
            assert code in catalogue(lang), (lang, row.id)
    assert told == {code for code in catalogue("de") if code.startswith("do.")}
    assert len({row.id for row in KEYS}) == len(KEYS)


def test_moved_keys_are_listed_where_they_are_now() -> None:
    """A player who has moved a key reads the own one."""
    look = Look(80, 24, Settings(keys={"table.last": "z,f7"}))
    lines = {does: printed for printed, does in key_lines(look, ("table",))}
    assert lines[text("de", "do.last")] == "z F7"


def test_where_one_types_only_other_keys_are_listed() -> None:
    """A question mark is a letter there; Enter and Esc are not."""
    lines = key_lines(Look(80, 24, Settings()), TypeLine.scopes, typing=TypeLine.typing)
    printed = " ".join(keys for keys, _ in lines).split()
    assert "?" not in printed
    assert {"F1", "Enter", "Esc"} <= set(printed)


async def test_help_speaks_of_the_screen_below(tmp_path: Path, awake: None) -> None:
    """On the word screen of its suits and ranks, in the lobby of sitting down on its seats."""
    app = seated(tmp_path, find(my_turn))
    async with app.run_test(size=(80, 40)) as pilot:
        await at_table(app, pilot)
        app.push_screen(WordScreen())
        await pilot.pause()
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        page = shown(app)
        assert "6-9 0 u o k a" in page
        assert text("de", "do.suit") in page
        for code in ("do.page", "do.numbers", "do.favourite", "do.table.digit"):
            assert text("de", code) not in page
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    app.known = lobby()
    async with app.run_test(size=(80, 40)) as pilot:
        app.push_screen(LobbyScreen())
        await pilot.pause()
        await pilot.press("question_mark")
        page = shown(app)
        assert text("de", "do.lobby.choose") in " ".join(page.split())
        assert "1-4 " in page
        assert "1-9" not in page


async def test_any_key_comes_back_from_work(tmp_path: Path, awake: None) -> None:
    """Whatever is pressed, the table is there again."""
    app = seated(tmp_path, find(my_turn))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await at_table(app, pilot)
        for key in ("z", "question_mark", "f10", "1"):
            await pilot.press("k")
            assert isinstance(app.screen, BossScreen)
            await pilot.press(key)
            assert app.screen is table


def test_a_screen_has_no_key_twice() -> None:
    """What one scope binds no other of the same screen does."""
    for screen in screens():
        keys = [key for row in rows_of("app", *screen.scopes) for key in row.keys.split(",")]
        assert len(keys) == len(set(keys)), screen
