"""In the line mode too: other rules before the first card, and a new table after the last."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from net import session
from net.commands import HostConfig, InviteTo, Quit, SetGame
from net.updates import LobbyChanged
from tests.tui.scenes import find, lobby
from tui.plain import run
from tui.reader import Reader
from tui.settings import Settings
from tui.teller import Teller
from tui.texts import LANGUAGES, Lang, text


def reader(teller: Teller, config: HostConfig | None = None) -> Reader:
    """Who types there."""
    return Reader(teller.look, teller.known, config)


def in_lobby(*, host: bool = True, lang: Lang = "de") -> Teller:
    """Before the first Partie."""
    teller = Teller(Settings(player="Lara", lang=lang))
    teller.known = lobby(host=host)
    return teller


@pytest.mark.parametrize(
    ("typed", "wished"),
    [
        ("o ziel=500", ("schieber", {"ziel": "500"})),
        ("o ziel=500 weis=aus", ("schieber", {"ziel": "500", "weis": "aus"})),
        ("o stoeck_manuell=an", ("schieber", {"stoeck_manuell": "on"})),
        ("o schieber_1000", ("schieber", {})),
        ("o schieber_1000 ziel=2000", ("schieber", {"ziel": "2000"})),
        ("o coiffeur", ("coiffeur", {})),
        ("o chappe players=6", ("chappe", {})),
    ],
)
def test_the_host_changes_the_rules(typed: str, wished: tuple[str, dict[str, str]]) -> None:
    """A rule, a preset, another game, in the words of the list or of the command line."""
    game, settings = wished
    command, answers = reader(in_lobby()).read(typed)
    assert isinstance(command, SetGame), answers
    assert command.game == game
    assert command.settings.items() >= settings.items()
    assert command.players == (6 if "players" in typed else 4)
    assert command.preset == ("schieber_1000" if "1000" in typed else command.preset)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "typed", ["o zil=500", "o ziel=12", "o quatsch", "o players=9", "o ziel=" + "9" * 6000, "o ="]
)
def test_what_is_no_rule_is_one_sentence(typed: str, lang: Lang) -> None:
    """Nothing is sent, and what is wrong is said."""
    command, answers = reader(in_lobby(lang=lang)).read(typed)
    assert command is None
    (line,) = answers
    assert 20 < len(line) < 400
    assert "option." not in line
    assert "{" not in line


@pytest.mark.parametrize("lang", LANGUAGES)
def test_how_rules_are_changed_is_told_to_who_may(lang: Lang) -> None:
    """The host reads it below the rules; a guest is told who may, and later what to do instead."""
    how = text(lang, "plain.rules_how")
    assert reader(in_lobby(lang=lang)).read("o")[1][-1] == how
    guest = reader(in_lobby(host=False, lang=lang))
    assert how not in guest.read("o")[1]
    assert guest.read("o ziel=500") == (None, (text(lang, "error.not_host"),))
    over = Teller(Settings(player="Lara", lang=lang))
    over.known = find(lambda p: p.known.game is not None).known
    assert reader(over).read("o ziel=500") == (None, (text(lang, "plain.rules_later"),))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everybody_hears_that_the_rules_are_others(lang: Lang) -> None:
    """Once, when they change, and never for what was there from the beginning."""
    teller = in_lobby(host=False, lang=lang)
    now = teller.known.lobby
    assert now is not None
    other = LobbyChanged(
        now.seats, now.game, now.preset, {**now.options, "ziel": "500"}, False, False
    )
    begin = text(lang, "plain.rules_now").split("{")[0]
    told = [
        [line for line in teller.told(update, 0.0) if line.startswith(begin)]
        for update in (now, other, other, now)
    ]
    assert [len(lines) for lines in told] == [0, 1, 0, 1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_new_table_is_asked_about_and_then_opened(lang: Lang, tmp_path: Path) -> None:
    """`e`, a question, `e` again; anything between takes it back. The others read its name."""
    teller = Teller(Settings(player="Lara", lang=lang))
    settings = {"ziel": "500", "bergpreis": "on"}
    teller.known = find(lambda p: p.known.game is not None, settings=settings).known
    config = HostConfig(home=tmp_path, player="Lara", table="Znüni", bind="127.0.0.1", open=True)
    typed = reader(teller, config)
    for between in ("t", "?", "k"):
        command, answers = typed.read("e")
        assert command is None
        assert "Znüni 2" in answers[0]
        assert answers[1] == text(lang, "plain.afresh_sure")
        typed.read(between)
        assert typed.following is None
    typed.read("e")
    assert typed.read("e") == (Quit(), ())
    table = typed.following
    assert table is not None
    assert (table.table, table.open, table.bind) == ("Znüni 2", True, "127.0.0.1")
    assert table.settings.items() >= settings.items()
    assert typed.last == InviteTo("Znüni 2")


def test_alone_against_bots_there_is_no_new_table(tmp_path: Path) -> None:
    """Nobody could come to it, and before the end there is none either."""
    teller = Teller(Settings(player="Lara"))
    config = HostConfig(home=tmp_path, player="Lara", table="Znüni")
    teller.known = find(lambda p: p.known.game is not None, people=False).known
    assert reader(teller, config).read("e") == (None, (text("de", "plain.unknown"),))
    before = reader(in_lobby(), config)
    before.read("e")
    before.read("e")
    assert before.following is None


async def test_one_person_goes_on_at_the_new_table(tmp_path: Path) -> None:
    """The old session is closed, another opened, and what is typed goes there."""
    source, keyboard = os.pipe()
    lines: list[str] = []
    config = HostConfig(
        home=tmp_path,
        player="Lara",
        table="Znüni",
        settings={"laenge": "1", "rest": "aus"},
        bots=3,
        port=0,
        bind="127.0.0.1",
        mdns=False,
        open=True,
        fast=True,
    )
    say = Teller(Settings(player="Lara")).look.say
    ask, ready, again = say("plain.asked", what=""), say("plain.ready"), say("plain.again")
    changed = say("plain.rules_now").split("{")[0]
    loop = asyncio.get_running_loop()

    def type_(line: str) -> None:
        loop.call_later(0.02, os.write, keyboard, line.encode() + b"\n")

    def heard(line: str) -> None:
        lines.append(line)
        if line == say("plain.start"):
            type_("o weis=aus" if "Znüni 2" in "".join(lines) else "s")
        elif line.startswith(ask):
            type_("1")
        elif line == ready:
            type_("")
        elif line in (again, say("plain.afresh_sure")):
            type_("e")
        elif line.startswith(changed):
            type_("q")
            type_("q")

    opening = session.host(config)
    settings = Settings(player="Lara")
    playing = run(opening, settings, autoplay=False, source=source, write=heard, config=config)
    assert await asyncio.wait_for(playing, 90) == 0
    os.close(keyboard)
    assert any(say("plain.afresh_sure") == line for line in lines)
    assert any("Tisch «Znüni 2»" in line for line in lines), lines[-8:]
    assert any(line.startswith(changed) for line in lines)
