"""The head of the table: whatever its name is, the scores and the target are there."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from tests.tui.scenes import find, my_turn_with
from tui.present.canvas import width_of
from tui.present.look import Look
from tui.present.status import stage, title_line
from tui.settings import Settings
from tui.texts import LANGUAGES, Lang


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["Znüni", "Tisch von Maximilian", ""])
def test_the_name_gives_way_to_the_scores(name: str, lang: Lang) -> None:
    """At 80 cells nothing else is left out; a name is cut, or gone when too little is left."""
    known = find(partial(my_turn_with, trick=4, lying=2, hand=3), 7, preset="schieber_2500").known
    assert known.view is not None
    assert known.table is not None
    view = known.view
    high = replace(view, state=replace(view.state, score=(1246, 1933)))
    named = replace(known, table=replace(known.table, table=name))
    look = Look(80, 24, Settings(player="Lara", lang=lang))

    left, right = title_line(look, named, high)

    assert left.startswith("JASS ")
    assert stage(look, high) in left
    assert all(text in right for text in ("1246", "1933", look.say("table.target", target=2500)))
    assert width_of(left) + width_of(right) + 3 <= 80
    shown = left.removeprefix("JASS").split("   ")[0].strip()
    assert shown in ("", name) or shown.endswith("…")
