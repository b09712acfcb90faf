"""After a Partie somebody who has come can play too: at a new table with the same rules."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from net.commands import (
    DEFAULT_PORT,
    Command,
    HostConfig,
    Invitation,
    InviteTo,
    JoinConfig,
    Quit,
)
from net.updates import Failed, Invited, OtherTable, SeatInfo, TableOpened, Update
from tests.tui.person import flat, shown
from tests.tui.scenes import find, lobby
from tui import plain
from tui.afresh import GOING_ON_SECONDS, afresh, after
from tui.app import JassApp
from tui.bridge import Bridge, Told
from tui.opening import open_anywhere
from tui.present.known import Known
from tui.present.look import Look
from tui.present.missing import rematch_lines
from tui.present.moved import Move, move_of, next_name
from tui.reader import Reader
from tui.screens.dialog import Ask
from tui.screens.ends import GameEndScreen
from tui.screens.lobby import LobbyScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.teller import Teller
from tui.texts import LANGUAGES, Lang, text


def over(*, people: bool = True) -> Known:
    """A Partie with other rules than usual, played to its end."""
    settings = {"ziel": "500", "bergpreis": "on"}
    return find(lambda p: p.known.game is not None, settings=settings, people=people).known


@pytest.mark.parametrize("config_of", [HostConfig, JoinConfig])
async def test_a_new_table_has_the_same_rules_and_bots_that_give_way(
    tmp_path: Path, awake: None, config_of: type[HostConfig | JoinConfig]
) -> None:
    """One key and a yes: whoever had the old table, game, rules and bots are as they were."""
    config = config_of(home=tmp_path, player="Lara", table="Znüni", bind="127.0.0.1")
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Root"), config=config))
    app.known = over()
    opened: list[tuple[HostConfig, InviteTo]] = []
    app.open_instead = lambda *what: opened.append(what)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(GameEndScreen(app.known.game))
        await pilot.pause()
        assert f"e {text('de', 'key.new_table')}" in shown(app)
        await pilot.press("e")
        assert isinstance(app.screen, Ask)
        assert "Znüni 2" in flat(app)
        await pilot.press("escape")
        assert opened == []
        await pilot.press("e", "enter")
    ((table, last),) = opened
    assert (table.table, table.player, table.game) == ("Znüni 2", "Lara", "schieber")
    assert (table.players, table.bots) == (4, 1)
    assert table.settings.items() >= {"ziel": "500", "bergpreis": "on"}.items()
    assert table.bind == "127.0.0.1"
    assert last == InviteTo("Znüni 2")


async def test_alone_against_bots_nothing_is_opened(tmp_path: Path, awake: None) -> None:
    """Nobody can come to a table without a network."""
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    app.known = over(people=False)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(GameEndScreen(app.known.game))
        await pilot.pause()
        await pilot.press("e")
        assert isinstance(app.screen, GameEndScreen)


def test_the_new_name_is_another_and_not_too_long() -> None:
    """It counts on, within the cells a table's name has."""
    assert next_name("Znüni") == "Znüni 2"
    assert next_name("Znüni 9") == "Znüni 10"
    assert next_name("2") == "2 2"
    assert next_name("Die vom dritten Stock Ost") == "Die vom dritten Stock… 2"


WAYS = ("10.0.0.3:40123", f"10.0.0.3:{DEFAULT_PORT}")
"""Where the table of an invitation may be: at the port that device had, or at the usual one."""


def moved() -> tuple[Known, SeatInfo]:
    """Noémie opened a new table after the Partie, told the others, and is gone."""
    known = over()
    opener = replace(known.seats[1], address=WAYS[0])
    known.seats = (known.seats[0], opener, *known.seats[2:])
    known.apply(Invited(opener.name, opener.seat, "Znüni 2"), 0.0)
    gone = tuple(replace(one, connected=one.connected and one != opener) for one in known.seats)
    assert known.lobby is not None
    known.apply(replace(known.lobby, seats=gone, started=False), 0.0)
    return known, opener


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_opened_a_new_table_is_not_waited_for(lang: Lang) -> None:
    """The others read where that is and which key goes there, in their own language."""
    look = Look(80, 24, Settings(lang=lang))
    known, opener = moved()
    (line,) = [line for line, _ in rematch_lines(look, known, wished=False)]
    assert line.startswith(text(lang, "afresh.moved", name=opener.name, table="Znüni 2"))
    assert line.endswith(text(lang, "afresh.go"))
    # Who is back at this table waits here: nobody is sent away from it.
    assert known.lobby is not None
    here = tuple(replace(one, connected=True) for one in known.seats)
    known.apply(replace(known.lobby, seats=here), 0.0)
    assert rematch_lines(look, known, wished=False) == []


@pytest.mark.parametrize("address", [None, "10.0.0.1"])
async def test_the_key_goes_to_that_table(address: str | None, tmp_path: Path, awake: None) -> None:
    """After a question, by name or by the address that was typed; no second table is opened."""
    table = None if address else "Zn"
    config = JoinConfig(home=tmp_path, player="Lara", table=table, address=address)
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara"), config=config))
    app.known, _ = moved()
    opened: list[object] = []
    app.open_instead = lambda *what: opened.append(what)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(GameEndScreen(app.known.game))
        await pilot.pause()
        assert text("de", "afresh.go") in shown(app)
        await pilot.press("e")
        assert isinstance(app.screen, Ask)
        assert "Znüni 2" in flat(app)
        await pilot.press("enter")
    _, opener = moved()
    invited = Invitation(opener.identity_hex, WAYS)
    assert opened == [(replace(config, table="Znüni 2", invited=invited), Quit())]
    hosted = HostConfig(home=tmp_path, player="Lara", table="Znüni")
    there = JoinConfig(home=tmp_path, player="Lara", table="Znüni 2", invited=invited)
    assert after(Move(opener, "Znüni 2"), tmp_path, hosted) == there


def test_the_line_mode_goes_there_too(tmp_path: Path) -> None:
    """`e`, the question, `e`."""
    teller = Teller(Settings(player="Lara"))
    teller.known, _ = moved()
    config = JoinConfig(home=tmp_path, player="Lara", table="Znüni")
    reader = Reader(teller.look, teller.known, config)
    command, answers = reader.read("e")
    assert command is None
    assert "Znüni 2" in answers[0]
    assert reader.read("e") == (Quit(), ())
    assert reader.following is not None
    assert reader.following.table == "Znüni 2"


def test_the_new_table_is_where_the_others_look_for_it(tmp_path: Path) -> None:
    """At the port of the old one, even where any was taken; a guest has the usual or its own."""
    known = over()
    known.seats = (replace(known.seats[0], address="10.0.0.1:40001"), *known.seats[1:])
    hosted = HostConfig(home=tmp_path, player="Lara", table="Znüni", port=0)
    there = afresh(known, tmp_path, hosted)
    assert there is not None
    assert there.port == 40001
    guest = afresh(known, tmp_path, JoinConfig(home=tmp_path, player="Lara"))
    assert guest is not None
    assert (guest.port, guest.spare) == (DEFAULT_PORT, 40001)
    assert [mate.host for mate in guest.mates] == [info.identity_hex for info in known.people]


async def test_where_the_usual_port_is_taken_the_one_of_before_is_used(tmp_path: Path) -> None:
    """Of two players at one machine the host has the usual one; the others look at both."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        with socket.create_server(("127.0.0.1", 0)) as before:
            spare = before.getsockname()[1]
        config = HostConfig(
            home=tmp_path,
            player="Lara",
            table="Znüni 2",
            port=taken.getsockname()[1],
            spare=spare,
            bind="127.0.0.1",
            mdns=False,
        )
        session = await open_anywhere(config)
        first = await anext(aiter(session.updates()))
        await session.close()
    assert isinstance(first, TableOpened)
    assert first.address == f"127.0.0.1:{spare}"


async def test_who_is_second_to_open_a_table_follows_the_first(tmp_path: Path, awake: None) -> None:
    """Somebody opens one while the question stands on this screen: there are not two of them."""
    config = JoinConfig(home=tmp_path, player="Lara", table="Znüni")
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara"), config=config))
    app.known = over()
    opener = app.known.seats[1]
    opened: list[object] = []
    app.open_instead = lambda *what: opened.append(what)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(GameEndScreen(app.known.game))
        await pilot.pause()
        await pilot.press("e")
        app.known.apply(Invited(opener.name, opener.seat, "Znüni 2"), 0.0)
        await pilot.press("enter")
    assert opened == [(after(Move(opener, "Znüni 2"), tmp_path, config), Quit())]


async def test_an_invitation_outlives_the_table(tmp_path: Path, awake: None) -> None:
    """The old table ends by itself: the result stays, with who went where, and so does the key."""
    config = JoinConfig(home=tmp_path, player="Lara", table="Znüni")
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara"), config=config))
    app.known, opener = moved()
    opened: list[object] = []
    app.open_instead = lambda *what: opened.append(what)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(GameEndScreen(app.known.game))
        await pilot.pause()
        app.on_told(Told(Failed("other_table", {}), None))  # type: ignore[arg-type]
        await pilot.pause()
        assert isinstance(app.screen, GameEndScreen)
        assert text("de", "afresh.go") in shown(app)
        assert text("de", "error.other_table") not in flat(app)
        assert text("de", "key.rematch") not in shown(app)
        assert text("de", "game.newcomers")[:20] not in flat(app)
        await pilot.press("n", "c")  # nobody would hear it
        assert isinstance(app.screen, GameEndScreen)
        await pilot.press("e", "enter")
    assert opened == [(after(Move(opener, "Znüni 2"), tmp_path, config), Quit())]


def test_an_invitation_is_told_once(tmp_path: Path) -> None:
    """Not again as news of what the next Partie waits for."""
    teller = Teller(Settings(player="Lara"))
    teller.known = over()
    opener = teller.known.seats[1]
    (line,) = teller.told(Invited(opener.name, opener.seat, "Znüni 2"), 0.0)
    assert line.endswith(text("de", "afresh.go"))
    assert line not in [again for _ in range(4) for again in teller.rested()]


def test_in_the_line_mode_too_it_outlives_the_table(tmp_path: Path) -> None:
    """Who went where is said again, and `e` is still understood; without that it is over."""
    teller = Teller(Settings(player="Lara"))
    teller.known, opener = moved()
    line = list(teller.told(Failed("other_table", {}), 0.0))[-1]
    assert line.startswith(text("de", "afresh.moved", name=opener.name, table="Znüni 2"))
    assert not teller.over
    reader = Reader(teller.look, teller.known, JoinConfig(home=tmp_path, player="Lara"))
    reader.read("e")
    assert reader.read("e") == (Quit(), ())
    alone = Teller(Settings(player="Lara"))
    alone.known = over()
    assert text("de", "error.other_table") in alone.told(Failed("other_table", {}), 0.0)
    assert alone.over
    assert alone.failed


def test_an_invitation_counts_before_its_author_is_gone() -> None:
    """And after: also when the old table has given the seat to somebody else by then."""
    known = over()
    opener = known.seats[1]
    known.apply(Invited(opener.name, opener.seat, "Znüni 2"), 0.0)
    assert move_of(known) == Move(opener, "Znüni 2")
    assert known.lobby is not None
    other = replace(known.seats[1], name="Rosa", identity_hex="ee" * 32)
    seats = (known.seats[0], other, *known.seats[2:])
    known.apply(replace(known.lobby, seats=seats), 0.0)
    assert move_of(known) == Move(opener, "Znüni 2")


def beside(*, yields: bool) -> OtherTable:
    """Noémie has opened the same table at the same moment."""
    return OtherTable("Noémie", "Znüni 2", "ab" * 32, "10.0.0.3:5277", yields)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_who_waits_alone_beside_the_other_table_is_asked_there(
    size: tuple[int, int], tmp_path: Path, awake: None
) -> None:
    """By itself, once; Esc is no, and the sentence stays while nobody else sits here."""
    config = HostConfig(home=tmp_path, player="Lara", table="Znüni 2")
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara"), config=config))
    opened: list[object] = []
    app.open_instead = lambda *what: opened.append(what)
    async with app.run_test(size=size) as pilot:
        app.known = alone()
        app.push_screen(LobbyScreen())
        await pilot.pause()
        app.known.apply(beside(yields=True), 0.0)
        async with asyncio.timeout(20):
            while not isinstance(app.screen, Ask):
                await pilot.pause(0.1)
        assert "Znüni 2" in flat(app)
        await pilot.press("escape")
        await pilot.pause(1.5)
        assert isinstance(app.screen, LobbyScreen)
        assert "Noémie hat zugleich" in flat(app)
        app.known.apply(replace(beside(yields=True), address="10.0.0.4:5277"), 0.0)
        async with asyncio.timeout(20):
            while not isinstance(app.screen, Ask):
                await pilot.pause(0.1)
        await pilot.press("enter")
    invited = Invitation("ab" * 32, ("10.0.0.4:5277",))
    there = JoinConfig(home=tmp_path, player="Lara", table="Znüni 2", invited=invited)
    assert opened == [(there, Quit())]


def alone() -> Known:
    """A lobby of one's own in which nobody else sits."""
    known = lobby(host=True)
    known.knocks.clear()
    free = [replace(info, name="", bot=None, identity_hex="") for info in known.seats[1:]]
    known.seats = (known.seats[0], *free)
    assert known.lobby is not None
    known.apply(replace(known.lobby, seats=known.seats), 0.0)
    return known


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("yields", [True, False])
def test_in_the_line_mode_both_read_which_table_goes_on(
    lang: Lang, yields: bool, tmp_path: Path
) -> None:
    """A sentence in their own language; `e` goes to the other table only where that is said."""
    teller = Teller(Settings(player="Lara", lang=lang))
    teller.known = alone()
    other = beside(yields=yields)
    (line,) = teller.told(other, 0.0)
    code = "afresh.there" if yields else "afresh.here"
    assert line.startswith(text(lang, code, name="Noémie", table="Znüni 2"))
    assert line.endswith(text(lang, "afresh.go")) is yields
    config = HostConfig(home=tmp_path, player="Lara", table="Znüni 2")
    reader = Reader(teller.look, teller.known, config)
    command, answers = reader.read("e")
    if yields:
        assert command == Quit()
        assert isinstance(reader.following, JoinConfig)
        assert reader.following.invited == Invitation("ab" * 32, ("10.0.0.3:5277",))
    else:
        assert (command, answers) == (None, (line,))
        assert reader.following is None


class Deaf:
    """A session whose last word nobody confirms, as when who orders is the first to be gone."""

    def __init__(self) -> None:
        self.patience: list[float] = []
        self.done = asyncio.Event()

    async def act(self, command: Command) -> None:
        """Nothing comes of it."""

    async def updates(self) -> AsyncIterator[Update]:
        """Nothing is told until the end."""
        await self.done.wait()
        return
        yield

    async def close(self, patience_s: float = 10.0) -> None:
        """The end."""
        self.patience.append(patience_s)
        self.done.set()


async def test_the_new_table_does_not_wait_for_the_old_one(tmp_path: Path) -> None:
    """The device that would confirm the leaving has left first: nobody waits for it for long."""
    old, config = Deaf(), JoinConfig(home=tmp_path, player="Lara", address="127.0.0.1:9")
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara"), config=config))

    async def opening() -> Deaf:
        return old

    async with app.run_test(size=(80, 24)) as pilot:
        app.bridge = Bridge(app, opening)
        app.bridge.start()
        await pilot.pause()
        app.open_instead(config, Quit())
        await asyncio.wait_for(old.done.wait(), 20)
    assert old.patience == [GOING_ON_SECONDS]
    assert GOING_ON_SECONDS <= 2


async def test_the_line_mode_does_not_wait_for_it_either(tmp_path: Path) -> None:
    """The same for who types `e` twice."""
    old, teller = Deaf(), Teller(Settings(player="Lara"))
    teller.known, _ = moved()
    reader = Reader(teller.look, teller.known, JoinConfig(home=tmp_path, player="Lara"))

    async def typed() -> AsyncIterator[bytes]:
        for line in (b"e", b"e"):
            yield line

    await plain._read(old, reader, typed(), lambda line: None, stays=False)
    assert old.patience[0] == GOING_ON_SECONDS


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_question_names_the_key_that_brings_the_others_there(lang: Lang) -> None:
    """No command that a box would break in two: nobody has to type one."""
    words = text(lang, "afresh.ask", table="Tisch von Anna 2")
    assert " e " in words or words.endswith(" e.")
    assert "jass join" not in words
