"""A fault of our own at a table: a sentence and an exit code, never a table that just stops."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from net.commands import Command, LocalConfig, SayText
from net.core.peer import Peer
from tests.tui.person import flat
from tui.app import JassApp
from tui.screens.failed import FailedScreen
from tui.settings import Settings
from tui.start import StartRequest

SLOW_S = 60


async def test_a_core_that_raises_ends_in_a_sentence_and_in_1(
    tmp_path: Path, awake: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else nothing that is done afterwards would have an effect, and nobody would know why."""
    command = Peer.command

    def raises(self: Peer, said: Command, now: int) -> None:
        if isinstance(said, SayText):
            raise ZeroDivisionError("nine men's morris")
        command(self, said, now)

    monkeypatch.setattr(Peer, "command", raises)
    config = LocalConfig(home=tmp_path, player="Lara", game="schieber", players=4)
    app = JassApp(StartRequest("table", tmp_path, Settings(player="Lara"), config=config))
    async with app.run_test(size=(80, 24)) as pilot, asyncio.timeout(SLOW_S):
        while app.known.table is None:
            await pilot.pause(0.02)
        app.act(SayText("Grüezi"))
        while not isinstance(app.screen, FailedScreen):
            await pilot.pause(0.02)
        await pilot.pause()  # the screen is there before it is drawn
        assert "ZeroDivisionError: nine men's morris" in flat(app)
        assert "Fehler von Jass" in flat(app)
        while app.return_value is None:
            await pilot.press("enter")
            await pilot.pause(0.02)
    assert app.return_value == 1
