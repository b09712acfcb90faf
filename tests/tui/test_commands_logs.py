"""`jass verify` and `jass replay` on a log that was really played."""

import asyncio
import os
import re
import shlex
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

import tui.start
from engine.seats import Seat, Side
from engine.state import Outcome
from net import session
from net.commands import LocalConfig
from net.core.limits import FILE_BYTES
from net.core.log import RULES
from net.updates import GameFinished
from tui.app import JassApp
from tui.commands import logs, run
from tui.commands.common import chair
from tui.present.ends import _what_to_type
from tui.present.look import Look
from tui.saved import command_for
from tui.settings import Settings
from tui.start import StartRequest
from tui.texts import LANGUAGES, text
from tui.widgets.sheet import Sheet


async def play(home: Path) -> Path:
    """One hand between bots; the path of its log."""
    config = LocalConfig(
        home=home,
        player="Lara",
        settings={"laenge": "1"},
        autoplay="easy",
        bot_level="easy",
        fast=True,
        seed=b"logs",
    )
    there = await session.local(config)
    log = home
    async for update in there.updates():
        if isinstance(update, GameFinished):
            log = update.log
            break
    await there.close()
    return log


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game of one hand."""
    return asyncio.run(play(tmp_path_factory.mktemp("home")))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty home: a log is checked with nothing but its file."""
    monkeypatch.setenv("JASS_HOME", str(tmp_path / "empty"))


def pieces(data: bytes) -> list[int]:
    """Where each record of a log ends."""
    ends, place = [], 0
    while place < len(data):
        place += 4 + int.from_bytes(data[place : place + 4], "big")
        ends.append(place)
    return ends


def test_a_played_game_is_proven(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 0, a line per hand, and the verdict last."""
    assert run(["verify", str(log)]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert "Lara" in lines[0]
    assert lines[1].startswith("Runde 1: ")
    assert lines[-1].startswith("FAIR: ")


def test_the_verdict_comes_in_the_users_language(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--lang en` speaks English."""
    assert run(["verify", str(log), "--lang", "en"]) == 0
    assert "everything is proven" in capsys.readouterr().out


def test_any_changed_byte_is_found_with_its_place(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1 or 2, one sentence with a place, whichever byte it was."""
    whole = log.read_bytes()
    broken = tmp_path / "broken.jass"
    for place in [*range(0, len(whole), len(whole) // 24), len(whole) - 1]:
        changed = bytearray(whole)
        changed[place] ^= 0x01
        broken.write_bytes(changed)

        assert run(["verify", str(broken)]) in (1, 2), f"byte {place}"
        told = capsys.readouterr().out.splitlines()[-1]
        assert re.search(r"\bByte \d", told), told
        assert "{" not in told


def test_a_game_that_stops_early_is_unfinished(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cut between two records: all is well so far, exit 3. Cut inside one: damaged, exit 2."""
    whole = log.read_bytes()
    ends = pieces(whole)
    short = tmp_path / "short.jass"
    short.write_bytes(whole[: ends[len(ends) // 2]])
    assert run(["verify", str(short)]) == 3
    assert "nicht fertig" in capsys.readouterr().out
    short.write_bytes(whole[: ends[len(ends) // 2] - 5])
    assert run(["verify", str(short)]) == 2
    assert "BESCHÄDIGT" in capsys.readouterr().out


@pytest.mark.parametrize("data", [b"", b"\x00" * 400, b"no log at all", b"\x00\x00\x00\x05hello"])
def test_something_else_is_no_log(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2 and a sentence, never a traceback."""
    other = tmp_path / "other.jass"
    other.write_bytes(data)

    assert run(["verify", str(other)]) == 2
    assert "keine gespeicherte Partie (Byte " in capsys.readouterr().out


def test_the_worst_of_several_logs_decides(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each line names its file; one bad log among good ones is not lost."""
    other = tmp_path / "other.jass"
    other.write_bytes(b"nothing")

    assert run(["verify", str(log), str(other)]) == 2
    out = capsys.readouterr().out
    assert f"{log}: FAIR" in out
    assert f"{other}: " in out


def test_a_replay_as_text_tells_the_whole_game(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All 36 cards are played in it, and the end is told; it is plain text."""
    assert run(["replay", str(log), "--text"]) == 0
    text = capsys.readouterr().out

    assert text.count(" spielt ") == 36 or "«Rest»" in text
    assert "Geprüft und fair" in text
    assert text.replace("\n", "").isprintable()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("mode", [[], ["--text"], ["--plain"], ["--notation"]])
def test_a_replay_without_a_hand_says_so(
    mode: list[str], lang: str, log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wherever the log ends before the first card, there is one sentence, and no empty screen."""
    whole = log.read_bytes()
    short = tmp_path / "short.jass"
    for end in pieces(whole)[:4]:
        short.write_bytes(whole[:end])
        assert run(["replay", str(short), "--lang", lang, *mode]) == 0
        assert capsys.readouterr().out == f"{text(lang, 'replay.no_hand')}\n"


async def test_a_replay_on_the_screen_without_a_hand_says_so(log: Path, tmp_path: Path) -> None:
    """Nothing is damaged there, so that is not said."""
    recorded = replace(session.replay(log), steps=())
    app = JassApp(StartRequest("replay", tmp_path, Settings(), replay=recorded))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = " ".join(app.screen.query_one(Sheet).text.split())
    assert text("de", "replay.no_hand") in shown
    assert text("de", "title.damaged") not in shown


def test_a_replay_shows_the_cards_of_whoever_looks(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those of this home's person, of the seat that is named, of the first for a stranger."""
    others = session.replay(log).players
    assert others[0] == "Lara"
    for arguments, name in (
        (["--home", str(log.parent.parent)], "Lara"),
        (["--seat", "3"], others[2]),
        ([], "Lara"),
    ):
        assert run(["replay", str(log), "--text", *arguments]) == 0
        assert f"Karten von {name}: " in capsys.readouterr().out
    assert run(["replay", str(log), "--text", "--seat", "7"]) == 2
    assert "Diesen Platz gibt es nicht" in capsys.readouterr().err


async def test_a_key_puts_the_cards_of_the_next_seat_in_front(log: Path, tmp_path: Path) -> None:
    """Round the table and back, at the same step."""
    recorded = session.replay(log)
    app = JassApp(StartRequest("replay", tmp_path, Settings(), replay=recorded))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*["right"] * 12)
        fronts = []
        for _ in range(5):
            await pilot.pause()
            text = app.screen.query_one(Sheet).text
            fronts.append(next(name for name in recorded.players if f"Karten: {name}" in text))
            assert "Schritt 13/" in text
            assert "s Karten" in text
            await pilot.press("s")
    assert fronts == [*recorded.players, recorded.players[0]]


def test_a_saved_table_is_named_by_the_beginning_of_its_name(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the end of the Partie prints it; nothing is the newest, and too few letters are asked."""
    home = tmp_path / "home"
    (home / "tables").mkdir(parents=True)
    for name, age in (("ab" * 32, 20), ("ac" * 32, 10)):
        path = home / "tables" / f"{name}.jass"
        path.write_bytes(log.read_bytes() if name == "ab" * 32 else b"no log")
        os.utime(path, ns=(10**18 - age * 10**9,) * 2)
    where = ["--home", str(home)]
    for arguments, code in (
        (["verify", "ab"], 0),
        (["verify", f"{'ab' * 32}.jass"], 0),
        (["verify"], 2),
        (["verify", "a"], 2),
        (["replay", "abab", "--text"], 0),
    ):
        assert run([*arguments, *where]) == code, arguments
    told = capsys.readouterr()
    assert "«a» ist der Anfang von 2 gespeicherten Partien" in told.err
    assert "keine gespeicherte Partie (Byte" in told.out


def test_what_is_printed_to_be_typed_works_as_it_stands(
    log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line at 80 columns, with the home where that is not the usual one."""
    for home in (log.parent.parent, Path("/other")):
        monkeypatch.setenv("JASS_HOME", str(home))
        for verb, more in (("verify", []), ("replay", ["--text"])):
            jass, *words = shlex.split(command_for(verb, log))
            assert jass == "jass"
            assert ("--home" in words) == (home == Path("/other"))
            assert run([*words, *more]) == 0
    capsys.readouterr()
    monkeypatch.setenv("JASS_HOME", str(log.parent.parent))
    for lang in LANGUAGES:
        look = Look(80, 24, Settings(lang=lang))
        (line,) = _what_to_type(look, GameFinished(finished(), log))
        assert command_for("verify", log) in line
        assert command_for("replay", log) in line


def finished() -> Outcome:
    """How some Partie ended."""
    return Outcome((Seat(0), Seat(2)), (Side(0),), (1000, 200))


def test_a_replay_of_a_damaged_log_says_so(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is sound is told; where it ends is said, exit 2."""
    whole = log.read_bytes()
    broken = tmp_path / "broken.jass"
    broken.write_bytes(whole[: len(whole) - 7])

    assert run(["replay", str(broken), "--text"]) == 2
    told = capsys.readouterr()
    assert " spielt " in told.out
    assert "BESCHÄDIGT" in told.err


def test_a_replay_on_the_screen_says_where_the_damage_is(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the last step that makes sense, and when the screen is gone; exit 2 as for text."""
    whole = log.read_bytes()
    broken = tmp_path / "broken.jass"
    broken.write_bytes(whole[: len(whole) - 7])
    seen: list[str] = []

    def run_replay(home: Path, settings: Settings, recorded: session.Replay) -> int:
        app = JassApp(StartRequest("replay", home, settings, replay=recorded))
        asyncio.run(_to_the_end(app, seen))
        return 0

    monkeypatch.setattr(tui.start, "run_replay", run_replay)
    # As at a terminal, which a test does not have.
    monkeypatch.setattr(logs, "chair", lambda options: replace(chair(options), plain=False))
    assert run(["replay", str(broken)]) == 2
    assert "BESCHÄDIGT" in capsys.readouterr().err
    assert ["beschädigt" in text for text in seen] == [False, True]


async def _to_the_end(app: JassApp, seen: list[str]) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        seen.append(app.screen.query_one(Sheet).text)
        await pilot.press("end")
        await pilot.pause()
        seen.append(app.screen.query_one(Sheet).text)


@pytest.mark.parametrize("arguments", [["verify"], ["replay", "--text"]])
def test_a_game_of_other_rules_and_other_files_are_told_alike(
    log: Path, tmp_path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is damaged there: another version plays it, and a text is no saved game."""
    whole = log.read_bytes()
    monkey = tmp_path / "other.jass"
    body = msgspec.msgpack.decode(whole[4 : pieces(whole)[0]])
    body[2] = RULES + 4000
    genesis = msgspec.msgpack.encode(body)
    monkey.write_bytes(len(genesis).to_bytes(4, "big") + genesis)
    assert run([*arguments, str(monkey)]) == 2
    told = capsys.readouterr()
    assert f"Regeln {RULES + 4000}" in told.out + told.err
    assert "BESCHÄDIGT" not in told.out + told.err

    monkey.write_text("Das ist ein Brief an die Tante.\n" * 9, "utf-8")
    assert run([*arguments, str(monkey)]) == 2
    told = capsys.readouterr()
    assert "keine gespeicherte Partie" in told.out + told.err


@pytest.mark.parametrize("arguments", [["verify"], ["replay", "--text"]])
def test_a_file_longer_than_any_log_is_not_read(
    tmp_path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A hole on the disk of a gigabyte, or a device without end, fills no memory."""
    long = tmp_path / "long.jass"
    with long.open("wb") as file:
        file.truncate(FILE_BYTES + 1)

    assert run([*arguments, str(long)]) == 2
    told = capsys.readouterr()
    assert "too large" in told.out or "zu lang" in told.err
