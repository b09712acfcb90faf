"""Who cheated stands long enough to be read, also where no key holds the result on the screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.events import HandStarted
from engine.seats import Seat
from net.commands import LocalConfig
from net.updates import Offended, TableOpened, ViewChanged
from tests.tui.person import at_table, flat, seated
from tests.tui.scenes import Partie, find, seats
from tui.bridge import Told
from tui.present.words import offended_text
from tui.screens import table as screens
from tui.screens.ends import HandEndScreen


def _ended(partie: Partie) -> bool:
    return bool(partie.state.results)


@pytest.mark.parametrize("who", ["autoplay", "looks on", "plays"])
async def test_the_next_hand_says_who_cheated(
    who: str, tmp_path: Path, awake: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To a bot's owner and to who looks on: the result leaves without them. Not for ever."""
    monkeypatch.setattr(screens, "OFFENCE_SECONDS", 2.0)
    partie = find(_ended)
    known = partie.known
    assert isinstance(known.table, TableOpened)
    assert known.hand is not None
    known.table = replace(known.table, watching=who == "looks on")
    app = seated(tmp_path, partie)
    autoplay = "normal" if who == "autoplay" else None
    app.config = LocalConfig(home=tmp_path, player="Lara", autoplay=autoplay)
    offence = Offended(Seat(1), known.name(1), "revoke", 99)
    finished = replace(known.hand, fair=False, offences=(offence,))
    view = partie.view(partie.me)
    begins = HandStarted(view.hand_no + 1, Seat(0))
    fair = known.hand
    async with app.run_test(size=(80, 24)) as pilot:
        table = await at_table(app, pilot)
        sentence = offended_text(table.look, offence)
        for hand in (finished, fair):  # bots among themselves play a hand in less than that
            app.on_told(Told(hand, None))
            await pilot.pause(0.1)
            assert isinstance(app.screen, HandEndScreen)
            app.on_told(Told(ViewChanged(view, (begins,), seats()), None))
            await pilot.pause(0.1)
            assert app.screen is table
            assert (sentence in flat(app)) is (who != "plays")
        await pilot.pause(2.1)
        table._tick()
        await pilot.pause(0.05)
        assert sentence not in flat(app)
