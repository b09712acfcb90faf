"""The last line of every screen: each key that stands there does something there."""

from __future__ import annotations

import re

import pytest

from tests.tui.test_pictures import GOLDEN, SCENES
from tui.app import JassApp

NAMES = {
    "Enter": ["enter"],
    "Esc": ["escape"],
    "?": ["question_mark"],
    "↑↓": ["up", "down"],
    "←→": ["left", "right"],
    "Backspace": ["backspace"],
    "F2": ["f2"],
    "F4": ["f4"],
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
    printed = [
        key
        for part in re.split(r" {3,}", foot.strip())
        for key in (part.split(" ")[:-1] if scene == "word" else part.split(" ")[:1])
    ]
    assert printed[-1] == "?" or scene in ("failed", "help")
    actions = bound(screen)
    for key in (key for part in printed for key in keys_of(part)):
        assert key in actions, (key, foot)
        method = f"action_{actions[key].partition('(')[0]}"
        assert hasattr(screen, method) or hasattr(JassApp, method), (key, method)
