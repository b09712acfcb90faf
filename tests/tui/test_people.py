"""Pausing, muting and sending away: by key, by line and by object, and what is said of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from engine.seats import Seat
from net.commands import Command, KickSeat, Mute, PauseTable
from net.updates import (
    Failed,
    KickWished,
    Knocked,
    LobbyChanged,
    Paused,
    SeatGiven,
    SeatInfo,
    Update,
    Waiting,
    WaitingFor,
)
from tests.tui.person import at_table, flat, seated, shown
from tests.tui.scenes import Partie, find, my_turn_with, others_turn
from tui.app import JassApp
from tui.present.ends import draw_game_end
from tui.present.lobby import knock_text
from tui.present.look import Look
from tui.present.people import clock_text, people_text
from tui.present.told import history_lines
from tui.reader import Reader
from tui.screens.dialog import Ask, Pick
from tui.screens.failed import FailedScreen
from tui.screens.table import TableScreen
from tui.script import Script
from tui.settings import Settings
from tui.start import StartRequest
from tui.teller import Teller
from tui.texts import LANGUAGES, Lang, speaker, text

NOON = 1_796_000_000

ON = Paused(True, Seat(1), "Beat", NOON)


def people(*, muted: bool = False) -> LobbyChanged:
    """I, two people and a bot."""
    seats = tuple(
        SeatInfo(
            Seat(n), name, bot, "", True, n == 0, f"{n}{n}" * 32, False, None, muted and n == 1
        )
        for n, (name, bot) in enumerate(
            [("Lara", None), ("Beat", None), ("Köbi", "normal"), ("Anna", None)]
        )
    )
    return LobbyChanged(seats, "schieber", None, {}, host=True, started=True)


def kick(done: str = "no", *, you: bool = False) -> KickWished:
    return KickWished(Seat(3), "Anna", "Beat", 1, 2, done, you)  # type: ignore[arg-type]


UPDATES: list[Update] = [
    ON,
    Paused(False, Seat(0), "Lara", NOON),
    Paused(False, None, "", NOON),
    SeatGiven(Seat(1), "Marco", "Beat", you=False),
    SeatGiven(Seat(1), "Marco", "Beat", you=True),
    kick(),
    kick(you=True),
    kick("after_hand"),
    kick("now"),
    kick("after_hand", you=True),
    kick("now", you=True),
]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_people_do_is_said_in_every_language(lang: str) -> None:
    """One line each, all different, with the names and no hole in it."""
    look = Look(80, 24, Settings(lang=lang))

    lines = [people_text(look, update) for update in UPDATES]  # type: ignore[arg-type]

    assert len(set(lines)) == len(lines)
    assert not any("{" in line or "." not in line for line in lines)
    assert "Beat" in lines[0]
    assert clock_text(NOON) in lines[0]


@pytest.mark.parametrize("moment", [-1, 2**31, 2**32 - 1, 10**18])
def test_a_false_time_of_another_device_is_no_harm(moment: int) -> None:
    """A time of day, or none; never an exception."""
    assert len(clock_text(moment)) == 5


# --- scripts


def script() -> Script:
    told = Script(speaker("de"), autoplay=False)
    list(told.told(people()))
    return told


@pytest.mark.parametrize(
    ("line", "command"),
    [
        (b'{"pause":true}', PauseTable(on=True)),
        (b'{"pause":false}', PauseTable(on=False)),
        (b'{"kick":3}', KickSeat(Seat(3))),
        (b'{"mute":1}', Mute("11" * 32, on=True)),
        (b'{"mute":1,"on":false}', Mute("11" * 32, on=False)),
        (b'{"mute":9}', Mute("", on=True)),
    ],
)
def test_a_script_pauses_kicks_and_mutes(line: bytes, command: Command) -> None:
    """By seat; whom the session does not find it refuses."""
    assert script().read(line) == command


def test_a_script_hears_what_people_do() -> None:
    """Each with its event and the seat."""
    records = [record for update in UPDATES for record in script().told(update)]

    assert [(record["type"], record["event"]) for record in records] == [
        ("event", "paused"),
        ("event", "resumed"),
        ("event", "resumed"),
        ("event", "seat_given"),
        ("event", "seat_given"),
        *[("event", "kick")] * 6,
    ]
    (knock,) = script().told(Knocked("Marco", "ff" * 32, known=False, seat=Seat(1)))
    assert knock["seat"] == 1


# --- lines


def teller() -> tuple[Teller, Reader]:
    told = Teller(Settings(player="Lara"))
    list(told.told(people(), 0.0))
    return told, Reader(told.look, told.known)


def test_f_pauses_and_goes_on_in_the_line_mode() -> None:
    """The same letter as on the screen."""
    told, typed = teller()
    assert typed.read("f") == (PauseTable(on=True), ())
    assert "Beat" in "".join(told.told(ON, 0.0))
    assert typed.read("f") == (PauseTable(on=False), ())


def test_m_lists_mutes_and_sends_away_in_the_line_mode() -> None:
    """Only other people: neither oneself nor a bot."""
    told, typed = teller()
    command, lines = typed.read("m")
    assert command is None
    assert [line for line in lines if "Beat" in line or "Anna" in line] == list(lines[:2])
    assert typed.read("m 2") == (Mute("11" * 32, on=True), ("Beat (stumm)",))
    assert typed.read("m 4 x") == (KickSeat(Seat(3)), ())
    assert typed.read("m 3")[0] is None
    list(told.told(people(muted=True), 0.0))
    assert "stumm" in typed.read("m")[1][0]
    assert typed.read("m 2") == (Mute("11" * 32, on=False), ("Beat",))


def test_who_knocks_for_a_seat_is_told_with_whose_seat_it_is() -> None:
    """The host decides about that."""
    told, _ = teller()
    *_, line = told.told(Knocked("Marco", "ff" * 32, known=True, seat=Seat(1)), 0.0)

    assert "Marco" in line
    assert "Beat" in line


# --- the screen


def at_seats(partie: Partie) -> Partie:
    """A Partie with people, as the lobby told of them."""
    partie.known.apply(people(), 0.0)
    return partie


async def test_f_pauses_at_the_table_and_the_status_says_who_did(
    tmp_path: Path, awake: None
) -> None:
    """Also while it is my turn: the question goes away and comes again."""
    app = seated(tmp_path, at_seats(find(partial(my_turn_with, trick=3, lying=1))))
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        asked: list[Command] = app.sent  # type: ignore[attr-defined]
        await pilot.press("f")
        assert asked == [PauseTable(on=True)]
        app.known.apply(ON, 0.0)
        app.screen.told(ON)  # type: ignore[attr-defined]
        await pilot.pause()
        assert f"Pause: Beat ist seit {clock_text(NOON)} weg" in shown(app)
        assert app.known.turn is None
        await pilot.press("f")
        assert asked[-1] == PauseTable(on=False)


async def test_m_mutes_or_sends_away_somebody(tmp_path: Path, awake: None) -> None:
    """A list of the others, then what to do; sending away asks once more."""
    app = seated(tmp_path, at_seats(find(others_turn)))
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        asked: list[Command] = app.sent  # type: ignore[attr-defined]
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, Pick)
        assert "Beat" in flat(app)
        assert "Köbi" not in flat(app)
        for key in ("1", "enter", "1"):
            await pilot.press(key)
            await pilot.pause()
        assert asked == []  # a digit only goes there
        await pilot.press("enter")
        await pilot.pause()
        assert asked == [Mute("11" * 32, on=True)]
        for key in ("m", "2", "enter", "2", "enter"):
            await pilot.press(key)
            await pilot.pause()
        assert isinstance(app.screen, Ask)
        await pilot.press("enter")
        await pilot.pause()
        assert asked[1:] == [KickSeat(Seat(3))]


def test_a_wish_says_who_has_it_how_many_it_takes_and_how_to_agree() -> None:
    """The key is for who has not said so, not for who has, is meant, or looks on."""
    known = find(others_turn).known
    look = Look(80, 24, Settings(lang="de"))

    def told(by: str, votes: int, *, you: bool = False) -> str:
        wish = KickWished(Seat(3), "Marco", by, votes, 3, "no", you)
        known.apply(wish, 0.0)
        return people_text(look, wish, known)

    assert told("Ueli", 1) == "Marco wegschicken? Dafür: Ueli, 1 von 3 nötigen. Auch dafür: m"
    assert "Dafür: Ueli, Noémie, 2 von 3" in told("Noémie", 2)
    assert ": m" not in told("Lara", 3)
    assert told("Ueli", 1, you=True) == "Dich wegschicken? Dafür: Ueli, 1 von 3 nötigen."
    assert known.table is not None
    known.table = replace(known.table, watching=True)
    known.seats = tuple(replace(info, you=False) for info in known.seats)
    assert ": m" not in told("Ueli", 1)


def test_the_story_tells_who_was_sent_away_and_who_came() -> None:
    """In the hand in which it happened; to whom it happens in words to that person."""
    known = find(others_turn).known
    look = Look(80, 24, Settings(lang="de"))
    known.apply(kick(), 0.0)
    known.apply(kick("after_hand"), 0.0)
    known.apply(kick("now"), 0.0)
    known.apply(SeatGiven(Seat(3), "Marco", "Anna", you=False), 0.0)
    lines = [line for line, _ in history_lines(look, known)]
    assert lines[-2:] == [
        "Anna ist weggeschickt worden.",
        "Marco hat ab der nächsten Runde den Platz von Anna.",
    ]
    assert "wegschicken?" not in " ".join(lines)
    assert people_text(look, kick("now", you=True)) == "Du bist weggeschickt worden."


async def test_who_goes_on_and_is_gone_then_is_only_gone(tmp_path: Path, awake: None) -> None:
    """The end of a pause is no news any more beside a person who is waited for."""
    partie = find(others_turn)
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        table = app.screen
        assert isinstance(table, TableScreen)
        known = app.known
        off = Paused(False, Seat(1), known.name(1), NOON)
        known.apply(off, 0.0)
        table.told(off)
        await pilot.pause()
        assert "macht weiter" in shown(app)
        known.seats = tuple(replace(i, connected=i.seat != 1) for i in known.seats)
        gone = Waiting((Seat(1),), 3_000, WaitingFor.RECONNECT)
        known.apply(gone, 0.0)
        table.told(gone)
        await pilot.pause()
        assert "macht weiter" not in shown(app)


async def test_who_was_sent_away_reads_so_in_the_title(tmp_path: Path, awake: None) -> None:
    """The table is not over, only for that person."""
    app = seated(tmp_path, find(others_turn))
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        app.push_screen(FailedScreen(Failed("kicked", {})))
        await pilot.pause()
        assert "weggeschickt" in shown(app).splitlines()[0]
        assert "zu Ende" not in shown(app)


def test_a_muted_person_is_marked_and_a_seat_of_nobody_is_no_person() -> None:
    """What stands in the list."""
    told = teller()[0].known
    assert [info.name for info in told.people] == ["Beat", "Anna"]
    told.apply(replace(people(), seats=()), 0.0)
    assert told.people == ()


def test_after_a_partie_the_table_says_when_a_bot_gives_way() -> None:
    """Who comes between two Partien gets no bot's seat: that is said where a Revanche is asked."""
    for people in (True, False):
        partie = find(lambda p: p.known.game is not None, people=people)
        for lang in LANGUAGES:
            look = Look(80, 24, Settings(lang=lang))
            known = partie.known
            page = draw_game_end(look, known, known.view, known.game, wished=False).text()
            first = text(lang, "game.newcomers").split(" ")[0]
            assert (first in page) is people


async def test_whose_seat_a_bot_plays_can_be_muted_too(tmp_path: Path) -> None:
    """They write to the table all the same; a bot that is nobody's seat is not in the list."""
    lobby = people()
    away = replace(lobby.seats[1], bot="normal", away=True)
    lobby = replace(lobby, seats=(lobby.seats[0], away, *lobby.seats[2:]))
    teller = Teller(Settings(player="Lara"))
    teller.known.apply(lobby, 0.0)
    command, answers = Reader(teller.look, teller.known).read("m")
    assert command is None
    assert [line for line in answers if "Beat" in line]
    assert not [line for line in answers if "Köbi" in line]
    assert Reader(teller.look, teller.known).read("m 2")[0] == Mute("11" * 32, on=True)

    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    app.known = find(others_turn).known
    app.known.apply(lobby, 0.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, Pick)
        assert "Beat" in shown(app)
        assert "Köbi" not in shown(app)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_looks_on_and_was_compared_is_no_new_person(lang: Lang) -> None:
    """The question of the host says so, as for whoever wants a seat."""
    look, known = Look(80, 24, Settings(lang=lang)), find(others_turn).known
    new, met = (Knocked("Jan", "cd" * 32, known, watches=True) for known in (False, True))
    texts = []
    for knock in (new, met):
        known.knocks = [knock]
        texts.append(knock_text(look, known))
    assert texts == [text(lang, code, name="Jan") for code in ("lobby.watch", "lobby.watch_known")]
    assert texts[0] != texts[1]


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_sending_away_asks_in_a_sentence_of_its_own(
    lang: Lang, tmp_path: Path, awake: None
) -> None:
    """What the wish counts for is no part of the question; the line to choose is none at all."""
    app = seated(tmp_path, at_seats(find(others_turn)), lang=lang)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        for key in ("m", "1", "enter", "2", "enter"):
            await pilot.press(key)
            await pilot.pause()
        assert isinstance(app.screen, Ask)
        asked = text(lang, "people.kick_ask", name="Beat")
        assert asked in flat(app)
    assert asked.count("?") == 1
    assert asked.endswith(".")
    assert ":" not in asked
