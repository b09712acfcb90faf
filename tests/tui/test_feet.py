"""The last line of every screen: each key that stands there does something there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tui.person import shown
from tests.tui.test_pictures import GOLDEN, SCENES
from tui.app import JassApp
from tui.present.menu import MenuLine
from tui.screens.dialog import Pick, TypeLine
from tui.screens.ends import ProofScreen
from tui.screens.league import LeagueScreen
from tui.screens.pages import DoctorScreen, HistoryScreen
from tui.screens.records import RecordsScreen
from tui.screens.replay import ReplayScreen
from tui.settings import Settings
from tui.start import StartRequest

NAMES = {
    "Enter": ["enter"],
    "Esc": ["escape"],
    "?": ["question_mark"],
    "↑↓": ["up", "down"],
    "←→": ["left", "right"],
    "Backspace": ["backspace"],
    "F2": ["f2"],
    "F4": ["f4"],
    "Home": ["home"],
    "End": ["end"],
    "1-8": [str(number) for number in range(1, 9)],
}
"""Textual's names of the keys that are written otherwise."""

UNFOOTED = {"ask", "boss"}
"""Screens without such a line: a question in a box, and one that looks like work."""


def keys_of(printed: str) -> list[str]:
    """The keys behind what is printed, such as ``1-9`` or ``t``."""
    span = re.fullmatch(r"(\d)-(\d)", printed)
    if span is not None:
        low, high = int(span[1]), int(span[2]) or 10
        return [str(number % 10) for number in range(low, high + 1)]
    return NAMES.get(printed, [printed])


def bound(screen: type) -> dict[str, str]:
    """The action of every key on a screen, those of the whole app included."""
    ours = [one for one in screen.__mro__ if one.__module__.startswith(("tui.", "tests."))]
    rows = [row for one in (*ours, JassApp) for row in vars(one).get("BINDINGS", ())]
    return {key: row.action for row in rows for key in row.key.split(",")}


@pytest.mark.parametrize("scene", sorted(set(SCENES) - UNFOOTED))
def test_every_key_at_the_foot_does_something(scene: str) -> None:
    """It is bound on that screen, to an action which that screen, or the app, has."""
    screen = type(SCENES[scene]()[0])
    foot = (GOLDEN / f"{scene}_120x40.txt").read_text("utf-8").rstrip("\n").split("\n")[-1]
    printed = check_foot(screen, foot)
    assert printed[-1] == "?" or scene in ("failed", "help")


def check_foot(screen: type, foot: str) -> list[str]:
    """Checks what a foot prints against what is bound; returns the printed keys."""
    printed = [key for part in re.split(r" {3,}", foot.strip()) for key in printed_keys(part)]
    actions = bound(screen)
    for key in (key for part in printed for key in keys_of(part)):
        assert key in actions, (key, foot)
        method = f"action_{actions[key].partition('(')[0]}"
        assert hasattr(screen, method) or hasattr(JassApp, method), (key, method)
    return printed


def printed_keys(part: str) -> list[str]:
    """The keys before a label: one mostly, or such as ``1-8 Enter`` and ``6-0 u o k a``."""
    keys = part.split(" ")
    while len(keys) > 1 and not (len(keys[-1]) == 1 or keys[-1] in NAMES):
        keys.pop()
    return keys


OTHERS = {
    "records": lambda: RecordsScreen("replays", lambda path, record, partie: None),
    "replay": lambda: ReplayScreen(None),
    "league": LeagueScreen,
    "doctor": lambda: DoctorScreen(Path("nowhere"), "127.0.0.1"),
    "pick": lambda: Pick("JASS", [MenuLine("eins"), MenuLine("zwei")]),
    "history": HistoryScreen,
    "proof": ProofScreen,
    "line": lambda: TypeLine("JASS", "Wie heisst du?"),
}
"""Screens of which there is no picture."""


@pytest.mark.parametrize("name", OTHERS)
async def test_every_key_at_the_foot_of_the_others_does_something(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same on the screens of which there is no picture."""
    monkeypatch.setattr(DoctorScreen, "_look_around", lambda self: None)
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    async with app.run_test(size=(120, 40)) as pilot:
        screen = OTHERS[name]()
        app.push_screen(screen)
        await pilot.pause()
        lines = shown(app).split("\n")
        beside = lines[-2].partition("?")[2].replace("  ", "   ")  # of a question to type at
        assert check_foot(type(screen), beside if name == "line" else lines[-1])
