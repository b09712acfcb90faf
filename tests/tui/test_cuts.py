"""What is cut off for want of room is a name and nothing else, in every game and language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.tui.test_games_pictures import ENDS, GOLDEN_SIZES, SCENES, found, over, table_text
from tui.present.ends import draw_game_end, draw_hand_end
from tui.present.known import Known
from tui.present.look import Look
from tui.present.slate import draw_board
from tui.settings import Settings
from tui.texts import LANGUAGES

LONG = (
    "Annemarie", "Maximilian", "Franziska", "Ueli", "Annebäbi", "Sepp", "Trudi", "Heidi", "Hausi",
    "Vreneli",
)  # fmt: skip
CUT = re.compile(r"([^\s+…]*)…")


def renamed(known: Known, *, people: bool) -> Known:
    """The same table with long names, all of them people or all but me bots."""
    seats = tuple(
        replace(info, name=LONG[info.seat], bot=None if people else info.bot)
        for info in known.seats
    )
    return replace(known, seats=seats)


def not_names(text: str) -> list[str]:
    """The lines in which something else is cut."""
    return [
        line
        for line in text.split("\n")
        for part in CUT.findall(line)
        if not part or not any(name.lower().startswith(part.lower()) for name in LONG)
    ]


def drawn(known: Known, look: Look, size: tuple[int, int], *, ends: bool) -> Iterator[str]:
    """What is on the screen: the table with its question, or the end of the hand and the board."""
    if not ends:
        yield table_text(known, look, size)
        return
    assert known.view is not None
    assert known.hand is not None
    yield draw_hand_end(look, known, known.view, known.hand, False, 12).text()
    yield draw_board(look, known, known.view, 0).text()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("people", [True, False], ids=["people", "bots"])
def test_only_names_are_cut(people: bool, lang: str) -> None:
    """At 80 and 120 cells, at every moment that only some games have."""
    for ends, scenes in ((False, SCENES), (True, ENDS)):
        for name, (slug, seats, wanted, settings) in scenes.items():
            known = renamed(found(slug, seats, wanted, tuple(settings.items())), people=people)
            for size in GOLDEN_SIZES:
                look = Look(*size, Settings(player="Lara", lang=lang))  # type: ignore[arg-type]
                for text in drawn(known, look, size, ends=ends):
                    assert not not_names(text), f"{name} {size}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("slug", "seats"), [("differenzler", 4), ("hae", 10), ("mittlere", 3)])
def test_only_names_are_cut_when_all_is_over(slug: str, seats: int, lang: str) -> None:
    """Who won, and how to have it checked."""
    known = renamed(found(slug, seats, over), people=True)
    assert known.view is not None
    assert known.game is not None
    for size in GOLDEN_SIZES:
        look = Look(*size, Settings(player="Lara", lang=lang))  # type: ignore[arg-type]
        text = draw_game_end(look, known, known.view, known.game, False).text()
        assert not not_names(text)
