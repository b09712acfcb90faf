"""The line mode against a real session: everything in words, every choice a number."""

import asyncio
import contextlib
import os
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from engine.actions import Bid, Predict, Push
from engine.state import Step
from net import session
from net.commands import LocalConfig, Perform, Quit, SayText
from net.updates import TurnCame
from tests.tui.scenes import Partie, choosing, find, my_turn_with
from tui.plain import run
from tui.reader import Reader
from tui.settings import Settings
from tui.teller import Teller


def practice(home: Path, **settings: str) -> LocalConfig:
    """A practice game of one hand, all nine tricks of it: nobody may say «Rest»."""
    return LocalConfig(
        home=home,
        player="Lara",
        game="schieber",
        settings={"laenge": "1", "rest": "aus", **settings},
        bot_level="easy",
        fast=True,
        seed=b"plain",
    )


def reader_of(teller: Teller) -> Reader:
    """Who types, knowing what was told."""
    return Reader(teller.look, teller.known)


def at(partie: Partie, **settings: str) -> tuple[Teller, Reader]:
    """Somebody in the line mode who knows what ``partie`` told."""
    teller = Teller(Settings(player="Lara", **settings))  # type: ignore[arg-type]
    teller.known = partie.known
    return teller, reader_of(teller)


async def play(home: Path, settings: Settings, answer: str) -> tuple[int, list[str]]:
    """Plays a hand by typing `answer` whenever a choice is offered; exit code and all lines."""
    source, keyboard = os.pipe()
    lines: list[str] = []
    ask = Teller(settings).look.say("plain.asked", what="")
    ready = Teller(settings).look.say("plain.ready")
    again = Teller(settings).look.say("plain.again")

    def heard(line: str) -> None:
        lines.append(line)
        if line.startswith(ask):
            # The choices follow in the same breath; a person answers after reading them.
            asyncio.get_running_loop().call_later(0.01, type_, answer)
        if line in (ready, again):
            type_("")

    def type_(text: str) -> None:
        with contextlib.suppress(OSError):
            os.write(keyboard, text.encode() + b"\n")

    code = await asyncio.wait_for(
        run(session.local(practice(home)), settings, autoplay=False, source=source, write=heard), 90
    )
    os.close(keyboard)
    return code, lines


async def test_a_whole_hand_is_played_with_numbers(tmp_path: Path) -> None:
    """Typing 1 whenever asked and Enter when ready plays to the end; every line is plain text."""
    code, lines = await play(tmp_path, Settings(player="Lara"), "1")
    text = "\n".join(lines)

    assert code == 0
    assert text.count("Du bist dran:") >= 8
    assert "Deine Karten: " in text
    assert "Geprüft und fair" in text
    assert "Partie fertig. Gewonnen: " in text
    assert all(line.isprintable() for line in lines)
    assert "{" not in text


async def test_a_long_search_is_no_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody sees a cursor wait: what takes its time says so, once, and then goes on."""
    monkeypatch.setattr("tui.plain.PATIENCE_S", 0.01)
    lines: list[str] = []

    async def slowly() -> session.Session:
        await asyncio.sleep(0.1)
        return await session.local(replace(practice(tmp_path), autoplay="easy"))

    settings = Settings(player="Lara")
    nothing, keyboard = os.pipe()
    os.close(keyboard)
    code = await run(slowly(), settings, autoplay=True, source=nothing, write=lines.append)
    os.close(nothing)
    assert code == 0
    assert lines[0] == "Einen Moment: der Tisch wird gesucht."
    assert lines.count(lines[0]) == 1
    assert any("Partie fertig" in line for line in lines)


async def test_the_same_in_english_with_french_cards(tmp_path: Path) -> None:
    """Language and deck are the player's own."""
    code, lines = await play(tmp_path, Settings(player="Lara", lang="en", deck="french"), "1")
    text = "\n".join(lines)

    assert code == 0
    assert "It is your turn:" in text
    assert "Checked and fair" in text
    assert any(suit in text for suit in ("Diamonds", "Hearts", "Clubs", "Spades"))
    assert not any(sign in text for sign in "♦♥♣♠")


async def test_typing_is_understood_or_answered(tmp_path: Path) -> None:
    """Help, hand and score are told again; nonsense gets the range; quitting asks once."""
    teller = await turn_of(practice(tmp_path))
    typed = reader_of(teller)

    assert typed.read("?")[1][0].startswith("Zahl und Enter")
    assert typed.read("k")[1][-1].startswith("Deine Karten")
    assert typed.read("t")[1][0].startswith("Stand: ")
    for wrong in ("tanzen", "99", "1 2", "٣"):
        answer = typed.read(wrong)[1][0]  # another one where only one card is allowed
        assert "Bitte eine Zahl von " in answer or "Es gibt nur die 1" in answer
    command, answers = typed.read("q")
    assert command is None
    assert answers
    assert typed.read("q")[0] == Quit()


def test_lines_are_as_quiet_as_the_screen() -> None:
    """During a hand only phrases are said, in the line mode too; pushing is 0 as on the screen."""
    _, typed = at(find(partial(my_turn_with, trick=2, lying=1)))
    command, answers = typed.read("c hallo zusammen")
    assert command is None
    assert "nicht geredet" in answers[0]
    assert typed.read("c 2")[0] == SayText("Merci!")
    _, between = at(find(lambda p: bool(p.known.hands) and p.state.step is Step.DEAL))
    assert between.read("c hallo")[0] == SayText("hallo")


def test_pushing_has_one_number() -> None:
    """`0` pushes in the line mode as on the screen."""
    partie = find(partial(choosing, pushed=False))
    teller, typed = at(partie)
    lines = list(teller.told(partie.known.turn, 0.0))
    assert "0: schieben" in lines
    assert typed.read("0")[0] == Perform(Push())


async def turn_of(config: LocalConfig) -> Teller:
    """Somebody in the line mode whose first question in a practice game stands."""
    there = await session.local(config)
    teller = Teller(Settings(player="Lara"))
    async for update in there.updates():
        lines = list(teller.told(update, 0.0))
        if isinstance(update, TurnCame):
            break
    await there.close()
    assert len(lines) < 20, "a hundred choices are no list to read"
    return teller


def a_game(home: Path, game: str) -> LocalConfig:
    """A practice game of any kind."""
    return LocalConfig(home=home, player="Lara", game=game, fast=True, seed=b"numbers")


async def test_a_number_is_said_as_it_is_typed(tmp_path: Path) -> None:
    """40 is forty points, not the fortieth choice; a number out of range goes to the rules."""
    teller = await turn_of(a_game(tmp_path, "differenzler"))
    typed, turn = reader_of(teller), teller.known.turn
    assert "0 bis 157" in typed.read("viel")[1][0]
    assert typed.read("40")[0] == Perform(Predict(40))
    teller.known.turn = turn
    assert typed.read("158")[0] == Perform(Predict(158))


async def test_tricks_are_announced_by_their_number(tmp_path: Path) -> None:
    """0 is none and 2 is two, also where the list has another order."""
    teller = await turn_of(a_game(tmp_path, "chappe"))
    typed, turn = reader_of(teller), teller.known.turn
    for number in (0, 2):
        teller.known.turn = turn
        assert typed.read(str(number))[0] == Perform(Bid(number))
