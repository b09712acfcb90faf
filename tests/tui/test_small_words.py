"""Sentences that were missing, stale, or for somebody else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.events import DealerDrawn
from engine.seats import Seat
from net.updates import HandFinished, ViewChanged, Waiting, WaitingFor
from tests.tui.person import at_table, flat, seated, shown
from tests.tui.scenes import find, lobby, my_turn
from tui.present.ends import draw_hand_end
from tui.present.lobby import draw_lobby
from tui.present.look import Look
from tui.settings import Settings
from tui.teller import Teller
from tui.texts import text


def test_who_knocks_reads_so_in_the_line_mode() -> None:
    """Silence at a door looks like a hang."""
    lines = list(Teller(Settings()).told(Waiting((), 0, WaitingFor.ADMISSION), 0.0))
    assert lines == [text("de", "lobby.knocked")]


async def test_who_dealt_first_is_no_news_in_the_next_hand(tmp_path: Path, awake: None) -> None:
    """The line goes with the hand it is about."""
    partie = find(my_turn)
    drawn = next(one for _, one in partie.known.events if isinstance(one, DealerDrawn))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(app, pilot)
        assert partie.known.view is not None
        screen.told(ViewChanged(partie.known.view, (drawn,), ()))
        assert "gibt zuerst" in shown(app)
        ended = find(lambda other: other.known.hand is not None).known.hand
        assert isinstance(ended, HandFinished)
        screen.told(ended)
        screen._fresh_hand()
        screen.repaint()
        assert "gibt zuerst" not in shown(app)


async def test_who_runs_the_table_reads_what_becomes_of_it(tmp_path: Path, awake: None) -> None:
    """Before leaving: another device takes it over. A guest reads nothing of that."""
    partie = find(my_turn)
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        assert partie.known.lobby is not None
        for host, code in ((True, "table.leave_ask_host"), (False, "table.leave_ask")):
            partie.known.lobby = replace(partie.known.lobby, host=host)
            await pilot.press("q")
            await pilot.pause()
            assert text("de", code, costs=text("de", "table.leave_lost")) in flat(app)
            await pilot.press("escape")


def test_what_was_not_proven_has_no_title_that_says_so() -> None:
    """Over «UNVOLLSTÄNDIG» nothing says that the shuffle was checked."""
    known = find(lambda p: p.known.hand is not None).known
    look = Look(80, 24, Settings(lang="de"))
    assert known.view is not None
    assert known.hand is not None
    checked = text("de", "fair.title")
    assert checked in draw_hand_end(look, known, known.view, known.hand, False, None).text()
    lost = replace(known.hand, fair=False, unproven=(Seat(1),), silent=("Noémie",))
    shown_then = draw_hand_end(look, known, known.view, lost, False, None).text()
    assert checked not in shown_then
    assert text("de", "proof.title") in shown_then


def test_whoever_looks_on_reads_each_name_once() -> None:
    """The sides have no «we» and «they» there, so their heads are the names already."""
    known = find(lambda p: p.known.hand is not None).known
    assert known.view is not None
    assert known.hand is not None
    known.view = replace(known.view, seat=None)
    look = Look(80, 24, Settings(lang="de"))
    rows = draw_hand_end(look, known, known.view, known.hand, False, None).text().split("\n")
    assert len([row for row in rows if "Lara, U" in row or "LARA, U" in row]) == 1


def test_ten_seats_are_set_apart_in_the_lobby() -> None:
    """The tenth number and the tenth word have a digit more; nothing touches."""
    known = lobby(free=None)
    assert known.lobby is not None
    ten = tuple(replace(known.seats[3], seat=Seat(place)) for place in range(10))
    known.apply(replace(known.lobby, seats=ten), 0.0)
    drawn = draw_lobby(Look(80, 24, Settings(lang="de")), known, 0, None, "").text()
    (row,) = [row for row in drawn.split("\n") if "Platz 10" in row]
    assert row.split()[:5] == ["10", "Platz", "10", "BOT", "Marco"]
