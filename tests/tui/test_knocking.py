"""What a person sees between the key that joins a table and the table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from net.commands import JoinConfig
from net.updates import LinkChanged, Waiting, WaitingFor
from tests.net.test_arrival import silent
from tests.tui.person import shown
from tests.tui.test_pictures import new_app
from tui.present.known import Known
from tui.present.lobby import draw_lobby
from tui.present.look import Look
from tui.settings import Settings
from tui.widgets.sheet import Sheet

LARA, MARCO = "Lara", "Marco"


def says(known: Known, waited: int = 0, lang: str = "de") -> str:
    """The sentence on the screen of who joins at an address."""
    look = Look(80, 24, Settings(player="Kari", lang=lang))
    text = draw_lobby(look, known, 0, None, "", "10.1.2.3", waited).text()
    return " ".join("".join(line.ljust(80) for line in text.split("\n")[2:-2]).split())


@pytest.mark.parametrize("lang", ["de", "en", "fr", "it"])
def test_a_long_wait_is_counted(lang: str) -> None:
    """After three seconds the screen moves: it is no hang."""
    look = Look(80, 24, Settings(lang=lang))
    assert says(Known(), 2, lang) == look.say("tables.joining", address="10.1.2.3")
    assert says(Known(), 7, lang).endswith(look.say("table.since", seconds=7))


@pytest.mark.parametrize("lang", ["de", "en", "fr", "it"])
async def test_who_joins_by_a_name_reads_that_it_is_looked_for(
    lang: str, tmp_path: Path, awake: None
) -> None:
    """A name is nothing to connect to: it may be wrong, and that takes its time to be sure of."""
    app = new_app(tmp_path, Settings(player="Kari", lang=lang), Known())
    look = Look(80, 24, app.settings)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_table(
            JoinConfig(home=tmp_path / "home", player="Kari", table="Nixda", bind="127.0.0.1")
        )
        wanted = look.say("lobby.seeking", table="Nixda")
        async with asyncio.timeout(8):  # it is given up after ten
            while not app.screen.query(Sheet) or wanted not in shown(app):
                await pilot.pause(0.1)


def test_who_is_tried_is_named() -> None:
    """At the door of somebody who is lost, or on the way to who runs the table now."""
    known = Known()
    known.apply(LinkChanged(LARA, "up", None), 0.0)
    known.apply(Waiting((), 0, WaitingFor.ADMISSION), 0.0)
    knocked = says(known)
    known.apply(LinkChanged(LARA, "reconnecting", None), 0.0)
    assert says(known) == f"Verbinde mit {LARA} …"
    known.apply(LinkChanged(MARCO, "reconnecting", None), 0.0)
    assert says(known) == f"Verbinde mit {MARCO} …"
    known.apply(LinkChanged(MARCO, "up", None), 0.0)
    assert says(known) == knocked


async def test_the_screen_counts_by_itself(
    tmp_path: Path, awake: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody presses a key and nothing is told: the seconds come all the same."""
    monkeypatch.setattr("tui.present.lobby.LONG_S", 1)
    app = new_app(tmp_path, Settings(player="Kari"), Known())
    async with silent() as address, app.run_test(size=(80, 24)) as pilot:
        app.open_table(JoinConfig(home=tmp_path / "home", player="Kari", address=address))
        async with asyncio.timeout(20):
            while not app.screen.query(Sheet) or "seit 2 s" not in shown(app):
                await pilot.pause(0.1)
        assert f"Verbinde mit {address} …" in shown(app)
