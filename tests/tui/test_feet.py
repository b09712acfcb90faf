"""The last line of every screen: each key that stands there does something there."""

from __future__ import annotations

import re

import pytest
from textual.binding import Binding

from tests.tui.test_pictures import GOLDEN, SCENES
from tui.app import JassApp

NAMES = {
    "Enter": ["enter"],
    "Esc": ["escape"],
    "?": ["question_mark"],
    "↑↓": ["up", "down"],
    "←→": ["left", "right"],
    "F2": ["f2"],
    "F4": ["f4"],
}
"""Textual's names of the keys that are written otherwise."""

UNFOOTED = {"ask", "boss", "word"}
"""Screens without such a line: two questions in a box, and one that looks like work."""


def keys_of(printed: str) -> list[str]:
    """The keys behind what is printed, such as ``1-9`` or ``t``."""
    span = re.fullmatch(r"(\d)-(\d)", printed)
    if span is not None:
        return [str(number) for number in range(int(span[1]), int(span[2]) + 1)]
    return NAMES.get(printed, [printed])


def bound(screen: type) -> dict[str, str]:
    """The action of every key on a screen, those of the whole app included."""
    app = [*JassApp.BINDINGS, Binding("f2", "command_palette")]
    rows = [*app, *screen.BINDINGS]  # type: ignore[attr-defined]
    return {key: row.action for row in rows for key in row.key.split(",")}


@pytest.mark.parametrize("scene", sorted(set(SCENES) - UNFOOTED))
def test_every_key_at_the_foot_does_something(scene: str) -> None:
    """It is bound on that screen, to an action which that screen, or the app, has."""
    screen = type(SCENES[scene]()[0])
    foot = (GOLDEN / f"{scene}_120x40.txt").read_text("utf-8").rstrip("\n").split("\n")[-1]
    printed = [part.split(" ")[0] for part in re.split(r" {3,}", foot.strip())]
    assert printed[-1] == "?" or scene in ("failed", "help")
    actions = bound(screen)
    for key in (key for part in printed for key in keys_of(part)):
        assert key in actions, (key, foot)
        method = f"action_{actions[key].partition('(')[0]}"
        assert hasattr(screen, method) or hasattr(JassApp, method), (key, method)
