"""The lobby, and the rules of a table in words."""

from __future__ import annotations

import socket
import time
from dataclasses import replace
from pathlib import Path

import pytest

from net.commands import HostConfig, JoinConfig
from net.updates import Waiting, WaitingFor
from tests.tui.person import shown
from tests.tui.scenes import lobby
from tui.app import JassApp
from tui.present.look import Look
from tui.present.tablerules import (
    allowed_words,
    option_value,
    preset_name,
    usual_options,
    value_of,
)
from tui.screens.dialog import TypeLine
from tui.screens.lobby import LobbyScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.texts import LANGUAGES, text


async def test_a_table_from_the_title_takes_any_port(tmp_path: Path) -> None:
    """Whoever opens it there has named no port, and finds one where the usual one is taken."""
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        config = HostConfig(
            home=tmp_path, player="Lara", table="Znüni", port=port, bind="127.0.0.1", mdns=False
        )
        async with app.run_test(size=(80, 24)) as pilot:
            app.open_table(config)
            deadline = time.monotonic() + 20
            while app.known.table is None:
                assert time.monotonic() < deadline
                assert isinstance(app.screen, LobbyScreen)
                await pilot.pause(0.02)
            host, _, own = app.known.table.address.rpartition(":")
            assert host == "127.0.0.1"
            assert int(own) != port
            await pilot.press("q", "enter")
            while app.bridge is not None:
                await pilot.pause(0.02)


async def test_who_knocks_is_told_so(tmp_path: Path) -> None:
    """A guest who waits for the host's yes reads that, not that a table is being opened."""
    config = JoinConfig(home=tmp_path, player="Beat", address="10.20.4.17")
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Beat"), config=config))
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(LobbyScreen())
        await pilot.pause()
        assert "10.20.4.17" in shown(app)
        app.known.apply(Waiting((), 0, WaitingFor.ADMISSION), 0.0)
        app.screen.told(Waiting((), 0, WaitingFor.ADMISSION))
        assert "angeklopft" in shown(app)


async def test_the_lobby_offers_the_word_only_when_there_is_one(tmp_path: Path) -> None:
    """No key for what does not exist; and the answer to a key makes room again."""
    known = lobby(free=None)
    known.word = None
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    app.known = known
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(LobbyScreen())
        await pilot.pause()
        assert "w Wort" not in shown(app)
        await pilot.press("w")
        assert "noch kein Wort" in shown(app)
        app.screen._noted_at -= 10
        app.screen._tick()
        assert "noch kein Wort" not in shown(app)
        await pilot.press("1", "b")
        assert "sitzt du selber" in shown(app)


def test_a_table_is_called_by_the_rules_it_has() -> None:
    """The usual table is Schieber 1000, and a changed one says how much was changed."""
    look = Look(80, 24, Settings())
    usual = dict(usual_options("schieber", 4, None))
    assert preset_name(look, "schieber", 4, usual, None) == "Schieber 1000"
    changed = {**usual, "stich_ansehen": "keiner", "bergpreis": "on"}
    name = preset_name(look, "schieber", 4, changed, "schieber_1000")
    assert name == "Schieber 1000, 2 Regeln geändert"
    one = {**usual, "bergpreis": "on"}
    assert preset_name(look, "schieber", 4, one, None) == "Schieber 1000, eine Regel geändert"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_value_is_told_in_the_words_of_the_program(lang: str) -> None:
    """What may be typed for an option is named in words, and those words are understood."""
    from engine.game import all_variants

    look = Look(80, 24, Settings(lang=lang))
    for variant in all_variants():
        for field in variant.fields:
            words = allowed_words(look, field)
            assert "|" not in words
            assert ".." not in words
            for choice in field.choices:
                typed = option_value(look, choice, field.name)
                read = field.read(value_of(look, field, typed.upper()))
                assert read == field.read(choice), (field.name, choice)
    assert value_of(look, variant.fields[0], text(lang, "option.off")) in ("off", "aus")


async def test_a_digit_without_a_seat_says_so(tmp_path: Path) -> None:
    """Four seats have four digits; the others are answered like everywhere."""
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    app.known = lobby()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(LobbyScreen())
        await pilot.pause()
        await pilot.press("7")
        assert text("de", "choose.no_digit", digit=7) in shown(app)


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_what_is_typed_has_its_two_keys_in_sight(tmp_path: Path, lang: str) -> None:
    """Enter and Esc stand beside the question, or below it where it is long."""
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara", lang=lang)))
    async with app.run_test(size=(80, 24)) as pilot:
        for prompt in ("Ziel", "Möglich: " + ", ".join(["uri", "seed", "1-1-2-2-3-3"] * 5)):
            for size in ((80, 24), (60, 18), (40, 10)):
                await pilot.resize_terminal(*size)
                app.push_screen(TypeLine("JASS", prompt))
                await pilot.pause()
                page = shown(app)
                assert f"Enter {text(lang, 'key.confirm')}  Esc {text(lang, 'key.back')}" in page
                assert " ".join(prompt.split()) in " ".join(page.split())
                await pilot.press("escape")
                await pilot.pause()


@pytest.mark.parametrize("hosts", [True, False])
async def test_on_the_seat_of_a_bot_it_says_whom_to_ask(hosts: bool, tmp_path: Path) -> None:
    """Enter there names the host and the key; the host reads the key."""
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    app.known = lobby(free=None, host=hosts)
    bot = next(info for info in app.known.seats if info.bot is not None)
    host = next(info for info in app.known.seats if info.name and info.bot is None)
    app.known.seats = tuple(replace(info, hosts=info == host) for info in app.known.seats)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(LobbyScreen())
        await pilot.pause()
        await pilot.press(str(bot.seat + 1), "enter")
        told = text("de", "lobby.bot_here_host")
        assert (told if hosts else text("de", "lobby.bot_here", name=host.name)) in shown(app)


async def test_who_is_sent_away_does_not_vanish_in_silence(tmp_path: Path) -> None:
    """The others in the lobby read that somebody is gone; a bot that makes room is no news."""
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    app.known = lobby(free=None)
    update = app.known.lobby
    assert update is not None
    seats = update.seats
    person = next(info for info in seats if info.bot is None and not info.you)
    bot = next(info for info in seats if info.bot is not None)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(LobbyScreen())
        await pilot.pause()
        for freed, said in ((None, False), (bot, False), (person, True)):
            left = tuple(
                replace(info, name="", bot=None, device="", identity_hex="")
                if info == freed
                else info
                for info in seats
            )
            now = replace(update, seats=left)
            app.known.apply(now, 0.0)
            app.screen.told(now)
            assert (f"{person.name} ist nicht mehr da." in shown(app)) == said
