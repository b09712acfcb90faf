"""Beside the score it says who is gone, who knocks and who wants to go on, with the keys for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.seats import Seat
from net.commands import Admit, SetBot
from net.updates import (
    Knocked,
    LobbyChanged,
    ReadyChanged,
    SeatGiven,
    Waiting,
    WaitingFor,
)
from tests.tui.person import shown
from tests.tui.scenes import find
from tui.app import JassApp
from tui.present.canvas import Canvas
from tui.present.ends import draw_game_end, draw_hand_end
from tui.present.known import Known
from tui.present.lobby import draw_lobby
from tui.present.look import Look
from tui.screens.ends import GameEndScreen, HandEndScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.teller import Teller

EVA = Knocked("Eva", "ee" * 32, known=False)
LOOK = Look(80, 24, Settings(player="Lara", lang="de"))


def written(canvas: Canvas) -> str:
    """All of a screen in one line."""
    return canvas.text()


def changed(known: Known, change: Callable[[Any], Any], **more: Any) -> Known:
    """The seats as somebody comes and goes."""
    lobby = known.lobby
    assert lobby is not None
    seats = tuple(change(info) for info in known.seats)
    known.apply(replace(lobby, seats=seats, **more), 0.0)
    return known


def booked() -> Known:
    """A hand is booked, the Partie goes on."""
    return find(lambda p: p.known.hand is not None).known


def over() -> Known:
    """A Partie is over."""
    return find(lambda p: p.known.game is not None, settings={"ziel": "500"}).known


def hand_end(known: Known, waited: int = 0) -> str:
    """The screen after a hand."""
    assert known.view is not None
    assert known.hand is not None
    return written(draw_hand_end(LOOK, known, known.view, known.hand, True, 9, waited=waited))


def game_end(known: Known, *, wished: bool = False) -> str:
    """The screen after a Partie."""
    assert known.view is not None
    assert known.game is not None
    return written(draw_game_end(LOOK, known, known.view, known.game, wished))


def gone(seat: int) -> Callable[[Any], Any]:
    """Nobody hears this seat's device."""
    return lambda info: replace(info, connected=False) if info.seat == seat else info


def test_the_end_of_a_hand_says_who_is_gone_and_who_is_ready() -> None:
    """Each «ja» of the others stands there as soon as it is told."""
    known = changed(booked(), gone(1))
    assert "ist weg" not in hand_end(known)
    known.apply(Waiting((Seat(1),), 0, WaitingFor.RECONNECT), 0.0)
    known.apply(ReadyChanged((False, False, True, True)), 0.0)
    text = hand_end(known, 16)
    assert "Noémie ist weg" in text
    assert "Noémie nicht da" in text
    assert "Ueli ja" in text


async def test_who_knocks_at_the_end_of_a_hand_or_partie_is_answered(
    tmp_path: Path, awake: None
) -> None:
    """The question stands there with its keys, and they answer it."""
    for known, screen in ((booked(), "hand"), (over(), "game")):
        known.apply(EVA, 0.0)
        app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara", lang="de")))
        app.known, sent = known, []
        app.act = sent.append  # type: ignore[method-assign]
        async with app.run_test(size=(80, 24)) as pilot:
            assert known.hand is not None
            end = HandEndScreen(known.hand) if screen == "hand" else GameEndScreen(known.game)  # type: ignore[arg-type]
            app.push_screen(end)
            await pilot.pause()
            assert "Eva klopft an" in shown(app)
            await pilot.press("a")
            assert sent == [Admit(EVA.identity_hex, yes=True)]
            assert "Eva klopft an" not in shown(app)


def test_after_a_partie_it_says_who_left_and_who_wants_the_revanche() -> None:
    """First what one can do something about."""
    known = over()
    known.apply(ReadyChanged((False, False, True, True)), 0.0)
    assert "Revanche möchten: Ueli" in changed_end(known)
    known.apply(ReadyChanged((True, False, True, True)), 0.0)
    assert "Warten auf Noémie" in game_end(known, wished=True)
    known = changed(known, lambda i: replace(i, name="") if i.seat == 1 else i, started=False)
    text = game_end(known, wished=True)
    assert "Noémie ist nicht mehr da.   b  ein Bot" in text
    assert "Es fehlt noch jemand" in text


def changed_end(known: Known) -> str:
    """The screen of a Partie that is over for the lobby too."""
    return game_end(changed(known, lambda info: info, started=False))


async def test_one_key_seats_bots_for_those_who_left(tmp_path: Path, awake: None) -> None:
    """Anybody for whoever left; for whoever is only gone it takes the host."""
    known = changed(over(), lambda i: replace(i, name="") if i.seat == 1 else i, started=False)
    changed(known, gone(2), started=False)
    lobby = known.lobby
    assert lobby is not None
    for hosts, seats in ((False, [1]), (True, [1, 2])):
        free = tuple(replace(i, name="") if i.seat == 1 else gone(2)(i) for i in lobby.seats)
        known.apply(LobbyChanged(free, lobby.game, None, lobby.options, hosts, False), 0.0)
        app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
        app.known, sent = known, []
        app.act = sent.append  # type: ignore[method-assign]
        async with app.run_test(size=(80, 24)) as pilot:
            app.push_screen(GameEndScreen(known.game))  # type: ignore[arg-type]
            await pilot.pause()
            await pilot.press("b")
        assert sent == [SetBot(Seat(seat), "normal") for seat in seats]


def test_a_new_person_is_not_told_to_have_won_what_others_played() -> None:
    """Who won is who sat there then; and the old word is not offered for the new person."""
    known = over()
    me = known.me
    assert me is not None
    known.hands[-1] = replace(known.hands[-1], people=("Gabi", "Noémie", "Ueli", "Marco"))
    text = game_end(known)
    assert "Gabi" in text
    assert "Verloren" not in text
    assert "Gewonnen" not in text
    known.apply(SeatGiven(Seat(1), "Eva", "Noémie", you=False), 0.0)
    assert not known.word_open


def test_the_lobby_names_a_host_who_is_silent() -> None:
    """It is not said that the host starts while nobody hears it."""
    known = find(lambda p: p.known.hand is None).known
    known = changed(known, lambda i: replace(i, hosts=i.seat == 1), started=False, host=False)
    assert "Der Gastgeber startet" in written(draw_lobby(LOOK, known, 0, None))
    changed(known, gone(1))
    text = written(draw_lobby(LOOK, known, 0, None))
    assert "Der Gastgeber startet" not in text
    assert "Noémie ist weg" in text


def looks(teller: Teller) -> list[str]:
    """What is told in some seconds in which nothing happens."""
    return [line for _ in range(4) for line in teller.rested()]


def test_the_line_mode_says_what_the_revanche_waits_for_once() -> None:
    """Who wants it, and who has left: each when it is news, with the letters that answer."""
    teller = Teller(LOOK.settings)
    teller.known = over()
    seats = teller.known.lobby
    assert seats is not None
    teller.known.apply(replace(seats, started=False), 0.0)
    ready = ReadyChanged((False, False, True, True))
    assert list(teller.told(ready, 0.0)) == []
    assert looks(teller) == ["Revanche möchten: Ueli   n  du auch"]
    assert looks(teller) == []
    left = tuple(replace(info, name="") if info.seat == 1 else info for info in seats.seats)
    told = list(teller.told(replace(seats, seats=left, started=False), 0.0))
    told += looks(teller)
    assert "Noémie ist nicht mehr da.   b  ein Bot" in told


def test_a_newcomer_hears_nothing_of_what_is_over_already() -> None:
    """Nobody is linked to it yet, and its seat was a bot's a moment ago: neither is news."""
    teller = Teller(LOOK.settings)
    teller.known = over()
    now = teller.known.lobby
    assert now is not None
    alone = tuple(replace(info, connected=info.you) for info in now.seats)
    free = tuple(replace(info, name="") if info.seat == 3 else info for info in alone)
    sits = tuple(replace(info, name="Emil", bot=None) if info.seat == 3 else info for info in alone)
    here = tuple(replace(info, connected=True) for info in sits)
    told = []
    for seats in (alone, free, sits, here):
        told += teller.told(replace(now, seats=seats, started=False), 0.0)
        told += teller.rested()
    told += [*teller.settled(), *looks(teller)]
    assert not [line for line in told if "weg" in line or "nicht mehr da" in line]
