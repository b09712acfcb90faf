"""Draws ``docs/table.svg``: the table as the program shows it. Run ``python -m bench.picture``."""

from __future__ import annotations

import asyncio
import re
import tempfile
from functools import partial
from pathlib import Path

from engine.seats import Seat
from net.updates import Said
from tests.tui.scenes import find, my_turn_with
from tui.app import JassApp
from tui.screens.table import TableScreen
from tui.settings import Settings
from tui.start import StartRequest

PICTURE = Path(__file__).parent.parent / "docs" / "table.svg"


async def draw(settings: Settings, size: tuple[int, int]) -> str:
    """The table in the middle of a hand, one card chosen."""
    partie = find(
        partial(my_turn_with, trick=4, lying=2, hand=3), 7, preset="schieber_2500", people=False
    )
    partie.tell(Said("Noémie", Seat(1), "Guete Jass!"))
    partie.tell(Said("Ueli", Seat(2), "Nume nid jufle."))
    with tempfile.TemporaryDirectory() as home:
        app = JassApp(StartRequest("table", Path(home), settings))
        app.known = partie.known
        async with app.run_test(size=size) as pilot:
            app.push_screen(TableScreen())
            await pilot.pause()
            await pilot.press("right")
            await pilot.pause()
            return app.export_screenshot(title="jass")


def offline(svg: str) -> str:
    """Without the fonts that the picture would fetch from elsewhere."""
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


def main() -> None:
    """Writes the picture."""
    svg = asyncio.run(draw(Settings(player="Lara"), (80, 24)))
    PICTURE.write_text(offline(svg) + "\n", encoding="utf-8")
    print(PICTURE.name)


if __name__ == "__main__":
    main()
