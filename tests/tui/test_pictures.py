"""Every screen as text at four sizes, compared with reviewed files in ``tests/tui/golden``.

Run with ``JASS_GOLDEN=1`` to write them anew; read the difference before committing it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from textual.screen import Screen

from engine.faces import Faces, Slot
from engine.game import view
from engine.seats import Seat
from net.updates import Failed, GalleryChanged, HandFinished, Knocked, Said, ViewChanged
from tests.tui.scenes import (
    Partie,
    choosing,
    find,
    lobby,
    my_turn_with,
    others_turn,
    seats,
    weis_offered,
)
from tui.app import JassApp
from tui.present.canvas import width_of
from tui.present.known import Known
from tui.present.lobby import TableRow
from tui.present.tablerules import usual_options
from tui.screens.dialog import Ask
from tui.screens.ends import BoardScreen, GameEndScreen, HandEndScreen, ProofScreen
from tui.screens.failed import FailedScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.options import OptionsScreen
from tui.screens.pages import BossScreen, HelpScreen, HistoryScreen, RulesScreen, SettingsScreen
from tui.screens.table import TableScreen
from tui.screens.tables import TablesScreen
from tui.screens.title import TitleScreen
from tui.screens.word import WordScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.widgets.sheet import Sheet

pytestmark = pytest.mark.usefixtures("still_clock")

GOLDEN = Path(__file__).parent / "golden"
SIZES = ((80, 24), (120, 40), (60, 18), (40, 10))

Scene = Callable[[], tuple[Screen[object], Known]]


class _Quiet(TablesScreen):
    """The list of tables without a network, so that the picture is always the same."""

    def __init__(self, rows: tuple[TableRow, ...]) -> None:
        super().__init__()
        self._rows = rows

    def _search(self) -> None:
        """No search: the rows are given."""


def _table(partie: Partie) -> tuple[TableScreen, Known]:
    return TableScreen(), partie.known


def title() -> tuple[Screen[None], Known]:
    """What can be done."""
    return TitleScreen(), Known()


def tables() -> tuple[Screen[None], Known]:
    """Found tables; one host is gone."""
    rows = (
        TableRow(
            *("Znüni 3. Stock", "Ueli", "schieber", 3, 4, 4, "waiting", True, "10.20.4.17:5277"),
            options={**usual_options("schieber", 4, "schieber_2500"), "rest": "riskant"},
        ),
        TableRow(
            "Support-Pause", "Noémie", "schieber", 4, 4, 6, "playing", False, "10.20.4.9:5277"
        ),
        TableRow("Testtisch", "", "schieber", 1, 4, None, "silent", False, "10.20.4.31:5277"),
    )
    return _Quiet(rows), Known()


def lobby_host() -> tuple[Screen[None], Known]:
    """A seat is free, somebody knocks, the word waits."""
    return LobbyScreen(), lobby()


def choose() -> tuple[Screen[None], Known]:
    """I am Vorhand with nine cards; factors beside the suits."""
    partie = find(partial(choosing, pushed=False), 5, preset="schieber_2500")
    return _table(partie)


def chosen_for_partner() -> tuple[Screen[None], Known]:
    """My partner pushed: I must name something."""
    more = {"vertraege": "slalom,guschti"}
    partie = find(partial(choosing, pushed=True), 6, preset="schieber_2500", settings=more)
    return _table(partie)


def trick() -> tuple[Screen[None], Known]:
    """Fourth trick, two cards lie, some of mine are not allowed."""
    wanted = partial(my_turn_with, trick=4, lying=2, hand=3)
    partie = find(wanted, 7, preset="schieber_2500")
    partie.tell(Said("Noémie", Seat(1), "Guete Jass!"))
    partie.tell(Said("Ueli", Seat(2), "nume nid jufle [/] ;-)"))
    return _table(partie)


def waiting() -> tuple[Screen[None], Known]:
    """Somebody else thinks."""
    partie = find(others_turn, 8)
    return _table(partie)


def weis_by_hand() -> tuple[Screen[None], Known]:
    """Announcing by hand: the number or silence."""
    partie = find(weis_offered, 9, settings={"weisen": "manuell"})
    return _table(partie)


def _scored() -> Partie:
    def four_hands(partie: Partie) -> bool:
        return len(partie.state.results) == 4 and len(partie.known.hands) == 4

    return find(four_hands, 10, preset="schieber_2500", settings={"bergpreis": "on"})


def board() -> tuple[Screen[None], Known]:
    """The Jasstafel in strokes."""
    return BoardScreen(), _scored().known


def hand_end() -> tuple[Screen[None], Known]:
    """A fair hand."""
    known = _scored().known
    assert known.hand is not None
    return HandEndScreen(known.hand), known


def hand_end_incomplete() -> tuple[Screen[None], Known]:
    """Somebody did not open the shuffle."""
    known = _scored().known
    assert known.hand is not None
    known.hand = HandFinished(known.hand.result, False, ("ok", "missing", "ok", "ok"), (Seat(1),))
    return HandEndScreen(known.hand), known


def game_end() -> tuple[Screen[None], Known]:
    """The Partie is over."""
    known = find(lambda p: p.known.game is not None, 11).known
    assert known.game is not None
    return GameEndScreen(known.game), known


def _from_beside(partie: Partie) -> Known:
    """The same table as somebody sees it who has no seat, with two others beside."""
    known, table = partie.known, partie.known.table
    assert table is not None
    public = Faces(
        {Slot(s): card for s, card in enumerate(partie.state.opened) if card is not None}
    )
    known.turn = None
    partie.tell(replace(table, watching=True))
    partie.tell(ViewChanged(view(partie.state, public, None), (), seats(-1)))
    partie.tell(GalleryChanged(("Reto", "Vreni", "Lara")))
    return known


def watch() -> tuple[Screen[None], Known]:
    """The fourth trick, from beside the table: no hand, who is waited for, who else looks on."""
    partie = find(partial(my_turn_with, trick=4, lying=2, hand=3), 7, preset="schieber_2500")
    return TableScreen(), _from_beside(partie)


def watch_hand_end() -> tuple[Screen[None], Known]:
    """The end of a hand for somebody who is not asked whether they are ready."""
    known = _from_beside(_scored())
    assert known.hand is not None
    return HandEndScreen(known.hand), known


def watched() -> tuple[Screen[None], Known]:
    """Three look on at my table, and one more would like to."""
    partie = find(partial(my_turn_with, trick=4, lying=2, hand=3), 7, preset="schieber_2500")
    partie.tell(GalleryChanged(("Reto", "Vreni", "Lara")))
    partie.tell(Knocked("Jan", "cd" * 32, False, watches=True))
    return _table(partie)


def history() -> tuple[Screen[None], Known]:
    """The course in the third trick: the first is turned and not to be looked at."""
    return HistoryScreen(), find(partial(my_turn_with, trick=3, lying=1), 12).known


def proof() -> tuple[Screen[None], Known]:
    """What was checked."""
    return ProofScreen(), _scored().known


def options() -> tuple[Screen[object], Known]:
    """The rules of the table."""
    return OptionsScreen(), lobby()


def word() -> tuple[Screen[None], Known]:
    """Tapping the four cards."""
    return WordScreen(), lobby()


def failed() -> tuple[Screen[None], Known]:
    """The host cannot be reached."""
    return FailedScreen(
        Failed("no_answer", {"address": "10.20.4.31:5277", "sentence": "x"})
    ), Known()


def simple(make: Callable[[], Screen[object]]) -> Scene:
    """A screen that needs no table."""
    return lambda: (make(), Known())


SCENES: dict[str, Callable[[], tuple[Screen[object], Known]]] = {
    "title": title,
    "tables": tables,
    "lobby": lobby_host,
    "choose": choose,
    "choose_pushed": chosen_for_partner,
    "trick": trick,
    "waiting": waiting,
    "weis_by_hand": weis_by_hand,
    "board": board,
    "hand_end": hand_end,
    "hand_end_incomplete": hand_end_incomplete,
    "game_end": game_end,
    "watch": watch,
    "watch_hand_end": watch_hand_end,
    "watched": watched,
    "history": history,
    "proof": proof,
    "options": options,
    "word": word,
    "failed": failed,
    "ask": simple(lambda: Ask("Die Partie läuft. Wirklich vom Tisch gehen?")),
    "help": simple(lambda: HelpScreen(TableScreen())),
    "rules": simple(lambda: RulesScreen("schieber")),
    "settings": simple(SettingsScreen),
    "boss": simple(BossScreen),
}


def new_app(tmp_path: Path, settings: Settings, known: Known) -> JassApp:
    """An app that opens no session and shows the lobby below everything."""
    app = JassApp(StartRequest("table", tmp_path, settings))
    app.known = known
    return app


async def picture(
    tmp_path: Path, scene: str, settings: Settings, sizes: tuple[tuple[int, int], ...]
) -> list[str]:
    """A scene at some sizes; every line is exactly as wide as the screen."""
    screen, known = SCENES[scene]()
    app = new_app(tmp_path, settings, known)
    texts = []
    async with app.run_test(size=sizes[0]) as pilot:
        app.push_screen(screen)
        await pilot.pause()
        for size in sizes:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            text = screen.query_one(Sheet).text
            lines = text.split("\n")
            assert len(lines) == size[1]
            assert {width_of(line) for line in lines} == {size[0]}
            assert screen.max_scroll_x == 0
            texts.append(text)
    return texts


def compare(name: str, text: str) -> None:
    """With the reviewed file."""
    path = GOLDEN / f"{name}.txt"
    kept = "\n".join(line.rstrip() for line in text.split("\n")) + "\n"
    if os.environ.get("JASS_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(kept, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == kept


@pytest.mark.parametrize("scene", SCENES)
async def test_picture(scene: str, tmp_path: Path) -> None:
    """Each screen looks as reviewed, at every size, without a line too wide or too long."""
    settings = Settings(player="Lara")
    for size, text in zip(SIZES, await picture(tmp_path, scene, settings, SIZES), strict=True):
        compare(f"{scene}_{size[0]}x{size[1]}", text)


@pytest.mark.parametrize("deck", ["french", "ascii"])
async def test_picture_of_other_decks(deck: str, tmp_path: Path) -> None:
    """The same table with French cards keeps each suit's factor; ASCII draws with ASCII signs."""
    settings = Settings(player="Lara", deck=deck)
    for scene in ("choose", "trick"):
        for size, text in zip(
            SIZES[:2], await picture(tmp_path, scene, settings, SIZES[:2]), strict=True
        ):
            compare(f"{scene}_{deck}_{size[0]}x{size[1]}", text)


@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene != "boss"])
async def test_every_screen_says_what_program_it_is(scene: str, tmp_path: Path) -> None:
    """«Jass» stands in one run of text on every screen but the one that hides it."""
    (text,) = await picture(tmp_path, scene, Settings(player="Lara"), SIZES[:1])
    assert "JASS" in text or "Jass" in text


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
@pytest.mark.parametrize("scene", SCENES)
async def test_picture_in_another_language(scene: str, lang: str, tmp_path: Path) -> None:
    """Every language fits the same screens and leaves no text code on them."""
    settings = Settings(player="Lara", lang=lang)
    for text in await picture(tmp_path, scene, settings, SIZES):
        assert "table." not in text.replace("table.jass", "")
        assert "{" not in text
