"""Tables on the disk: which can be continued, and by whom."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path

import pytest

from net.commands import HostConfig, JoinConfig, LocalConfig, Quit, Rematch
from net.session import Saved, UnfinishedTable
from tests.tui.person import shown
from tui.app import JassApp
from tui.present.canvas import width_of
from tui.present.look import Look
from tui.present.short import result_text
from tui.screens import records, title
from tui.screens.dialog import TypeLine
from tui.screens.records import RecordsScreen
from tui.screens.replay import ReplayScreen
from tui.settings import Settings, home_folder
from tui.start import StartRequest, way_back


@pytest.mark.timeout(120)
async def test_only_an_unfinished_table_can_be_continued(tmp_path: Path) -> None:
    """The lists name table, people, score and date; finished and broken tables are no way back."""
    from net import session
    from net.updates import GameFinished, TurnCame

    config = LocalConfig(
        home=tmp_path,
        player="Lara",
        fast=True,
        autoplay="easy",
        settings={"laenge": "1"},
        seed=b"records",
    )
    table = await session.local(config)
    async for update in table.updates():
        if isinstance(update, GameFinished):
            break
    await table.close()
    begun = await session.local(replace(config, autoplay=None, seed=b"begun"))
    async for update in begun.updates():
        if isinstance(update, TurnCame):
            break
    await begun.close()
    left = await session.local(replace(config, autoplay=None, settings={}, seed=b"left"))
    async for update in left.updates():
        if isinstance(update, TurnCame):
            await left.act(Quit())
            break
    await left.close()
    (tmp_path / "tables" / "ff.jass").write_bytes(b"no log")
    states = sorted(session.saved(path).state for path in (tmp_path / "tables").glob("*.jass"))
    assert states == ["damaged", "finished", "left", "running"]
    picked: list[Saved] = []
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    async with app.run_test(size=(100, 24)) as pilot:
        for what, count in (("continue", 2), ("replays", 3)):
            screen = RecordsScreen(what, lambda path, record, partie: picked.append(record))
            app.push_screen(screen)
            await pilot.pause()
            while "gelesen" in shown(app):
                await pilot.pause(0.02)
            lines = [line for line in shown(app).split("\n") if "Lara" in line]
            assert len(lines) == count
            assert all(time.strftime("%d.%m.%y") in line for line in lines)
            await pilot.press("enter")
            app.pop_screen()
    assert [one.state for one in picked] == ["left", "left"], "the newest comes first"


async def test_ones_own_table_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """My own table is taken up from its log; to somebody else's I go, or open it in their place."""
    from tui.screens import flows, records

    path = tmp_path / f"{'ab' * 32}.jass"
    mine = Saved("Znüni", "schieber", ("Lara",) * 4, ((0, 2), (1, 3)), (3, 4), 1, "running", b"me")
    monkeypatch.setattr(flows, "_identity", lambda home: b"me")
    monkeypatch.setattr(records.RecordsScreen, "on_mount", lambda self: None)
    app = JassApp(StartRequest("title", tmp_path, Settings()))
    opened: list[object] = []
    monkeypatch.setattr(app, "open_table", opened.append)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("4")
        app.screen._picked(path, mine, 1)
        await pilot.pause()
        assert isinstance(app.screen, TypeLine), "without a name it is asked for first"
        await pilot.press("L", "enter")
        (config,) = opened
        assert isinstance(config, HostConfig)
        assert config.resume == b"\xab" * 32
        records_screen = app.screen
        for key, kind in (("1", JoinConfig), ("2", HostConfig)):
            records_screen._picked(path, replace(mine, orderer=b"other"), 1)
            await pilot.pause()
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(opened[-1], kind)
            assert opened[-1].table == "Znüni"


@pytest.mark.timeout(120)
async def test_a_revanche_is_a_row_of_its_own(tmp_path: Path) -> None:
    """Each Partie of a table stands there with its own result, and is replayed from its deal."""
    from net import session
    from net.updates import GameFinished

    table = await session.local(
        LocalConfig(
            home=tmp_path,
            player="Lara",
            fast=True,
            autoplay="easy",
            settings={"laenge": "1"},
            seed=b"revanche",
        )
    )
    ended: list[tuple[int, ...]] = []
    async for update in table.updates():
        if isinstance(update, GameFinished):
            ended.append(update.outcome.score)
            if len(ended) == 2:
                break
            await table.act(Rematch())
    await table.close()
    (path,) = (tmp_path / "tables").glob("*.jass")
    record = session.saved(path)
    assert tuple(partie.score for partie in record.partien) == tuple(ended)
    assert record.score == ended[-1]
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("5")
        await pilot.pause()
        while "gelesen" in shown(app):
            await pilot.pause(0.02)
        lines = [
            line for line in shown(app).split("\n") if "Partie 1" in line or "Partie 2" in line
        ]
        assert ["Partie 2" in line for line in lines] == [True, False]
        for line, totals in zip(lines, reversed(ended), strict=True):
            assert all(f" {points} " in f"{line} " for points in totals), "no number is cut"
        for key, partie in (("1", 2), ("2", 1)):
            await pilot.press(key)
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, ReplayScreen)
            assert screen._steps[screen._at].partie == partie
            await pilot.press("q")
            await pilot.pause()


@pytest.mark.parametrize("what", ["continue", "replays"])
def test_a_saved_table_names_its_game(tmp_path: Path, what: str) -> None:
    """In a line of its list, and on the title, also where long names have to give way."""
    path = tmp_path / "a.jass"
    path.touch()
    names = ("Annemarie", "Maximilian", "Franziska", "Annebäbi")
    sides = tuple((seat,) for seat in range(4))
    record = Saved("Tisch von Root", "differenzler", names, sides, (192, 7, 47, 26), 1, "running")
    look = Look(80, 24, Settings(lang="de"))
    row = records._Row(path, record, 1)
    line = records._record_line(look, row, 52, state=what == "replays")
    assert "Differenzler" in line.note
    assert ("angefangen" in line.note) is (what == "replays")
    assert width_of(line.note) <= 52
    table = UnfinishedTable(bytes(32), "Znüni", "differenzler", names, (192, 7, 47, 26))
    for room in (40, 52, 90):
        told = title._open_text(look, table, room)
        assert told.startswith("Differenzler, Znüni")
        assert "192:7:47:26" in told
        assert width_of(told) <= room


def test_the_way_back_names_the_home_where_it_is_not_the_usual_one(tmp_path: Path) -> None:
    """What is printed can be typed as it is."""
    home = tmp_path / "my home"
    assert way_back("de", home, guest=True).endswith(f"jass join --home '{home}'")
    assert way_back("de", home, guest=False).endswith(f"jass host --resume --home '{home}'")
    assert "--home" not in way_back("de", home_folder(None), guest=True)


def test_names_give_way_and_numbers_never_do() -> None:
    """A result is as long as there is room: whole names, cut ones with a mark, numbers alone."""
    sides, score = (("Vreni", "Reto"), ("Sepp", "Vreneli")), (31, 1126)
    whole = "Vreni, Reto 31 : Sepp, Vreneli 1126"
    assert result_text(sides, score, len(whole)) == whole
    for room in range(len(whole) - 1, 8, -1):
        text = result_text(sides, score, room)
        assert text is not None
        assert width_of(text) <= room
        assert re.findall(r"\d+", text) == ["31", "1126"]
        assert "…" in text or not re.search("[a-z]", text)
    assert result_text(sides, score, 6) is None
