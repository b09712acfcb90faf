"""What goes wrong once the arguments are understood: what a script is told, and the exit code."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from net import session
from tui.commands import run
from tui.commands.common import printable
from tui.texts import ECHOED, LANGUAGES, text

SITTING = [
    ["host", "--port", "0", "--bind", "127.0.0.1", "--no-mdns"],
    ["host", "--resume"],
    ["host", "--score-of"],
    ["join", "Nirgends"],
    ["join", "127.0.0.1:1"],
    ["join", "--watch", "127.0.0.1:1"],
    ["play"],
]
"""Every way to sit down, or to look on."""

READING = [["verify"], ["replay", "--text"], ["league"]]
"""Every command that only reads what is saved."""

LONG = "a" * 6000

NO_PATHS = ["a" * 300, "file", "file/x", "loop", "nul\0"]
"""Under a folder with a file and a link to itself: what cannot be a home, whatever is done."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home, beside a file and a link that leads nowhere."""
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("JASS_HOME", str(home))
    return home


def told_to_a_script(
    arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> dict[str, str]:
    """The one object on standard output; its sentence stands on standard error too."""
    exit_code = run([*arguments, "--headless"])
    out, err = capsys.readouterr()
    (record,) = map(json.loads, out.splitlines())

    assert exit_code == 2
    assert (record["type"], record["error"]) == ("error", code)
    assert err == f"{printable(record['text'])}\n"
    return {str(key): str(value) for key, value in record.items()}


@pytest.mark.parametrize("arguments", SITTING, ids=" ".join)
def test_a_damaged_identity_is_one_object(
    arguments: list[str], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """However one sits down, a script reads which file it is."""
    (home / "identity").write_text("not a key")

    told = told_to_a_script(arguments, "damaged_identity", capsys)
    assert told["path"] == str(home / "identity")


@pytest.mark.parametrize("arguments", SITTING, ids=" ".join)
@pytest.mark.parametrize("place", NO_PATHS)
def test_a_home_that_cannot_be_one_is_one_object(
    place: str, arguments: list[str], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wrong use, whatever the system says about the path."""
    path = str(home.parent / place)

    assert told_to_a_script([*arguments, "--home", path], "no_home", capsys)["path"] == path


@pytest.mark.parametrize("old", ["--resume", "--score-of"])
def test_nothing_saved_is_one_object(old: str, capsys: pytest.CaptureFixture[str]) -> None:
    """There is no table to go on with, or to start from."""
    told_to_a_script(["host", old], "no_saved_table", capsys)
    told_to_a_script(["host", old, "Znüni"], "no_saved_table", capsys)


@pytest.mark.parametrize("address", ["[::1", "::1]", "[::1]x", "[]:1", ":5277", "1.2.3.4:99999"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_address_that_is_none_is_named(
    lang: str, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """As it was typed, so that somebody sees the slip."""
    assert run(["join", address, "--headless", "--lang", lang]) == 1
    out, err = capsys.readouterr()

    assert json.loads(out)["address"] == address
    assert err == f"{text(lang, 'error.bad_address', address=address)}\n"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("arguments", [*SITTING, *READING, ["rules"], ["doctor"], []], ids=" ".join)
def test_nothing_after_home_is_refused(
    lang: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """As a script with an empty variable writes it: the usual home is not meant."""
    for empty in ("", "  "):
        assert run([*arguments, "--home", empty, "--lang", lang]) == 2
        assert capsys.readouterr() == ("", f"{text(lang, 'error.home_empty')}\n")


@pytest.mark.parametrize("arguments", [*READING, ["rules"], ["doctor"], []], ids=" ".join)
@pytest.mark.parametrize("place", NO_PATHS)
def test_a_home_that_cannot_be_one_is_wrong_use(
    place: str, arguments: list[str], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For every command that needs no seat too; never exit 1, the word of a cheat in `verify`."""
    assert run([*arguments, "--home", str(home.parent / place)]) == 2
    out, err = capsys.readouterr()

    assert (out, err.count("\n")) == ("", 1)
    assert "JASS_HOME" in err


@pytest.mark.parametrize("command", [["verify"], ["replay"], ["replay", "--text"]], ids=" ".join)
@pytest.mark.parametrize("place", [*NO_PATHS, "home", "nowhere"])
def test_a_log_that_cannot_be_one_is_wrong_use(
    place: str, command: list[str], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Too long, a folder, a circle, a file on the way: exit 2 and the name."""
    for log in (place, str(home.parent / place)):
        if log == "home":
            continue
        code = run([*command, log])
        out, err = capsys.readouterr()
        assert code == 2
        assert (out + err).count("\n") == 1
        assert "Traceback" not in out + err


@pytest.mark.parametrize(
    "arguments",
    [
        [LONG],
        ["rules", LONG],
        ["league", LONG],
        ["verify", LONG],
        ["replay", LONG],
        ["play", LONG],
        ["play", f"--{LONG}"],
        ["play", "--game", LONG],
        ["play", "--preset", LONG],
        ["play", "--set", LONG],
        ["play", "--set", f"{LONG}=1"],
        ["play", "--set", f"ziel={LONG}"],
        ["play", "--set", f"ziel={'9' * 6000}"],
        ["play", "--set", f"faktoren={LONG}"],
        ["play", "--set", f"{LONG}=1", "--set", f"{LONG}=2"],
        ["play", "--home", LONG, "--plain"],
        ["host", "--bind", LONG],
        ["host", "--port", "9" * 6000],
        ["host", "--lang", LONG],
        ["join", f"{LONG}:1", "--plain"],
        ["join", f"1.2.3.4:{'9' * 6000}", "--plain"],
    ],
    ids=lambda arguments: " ".join(arguments).replace(LONG, "…")[:40],
)
def test_what_was_typed_is_repeated_in_short(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Of six thousand letters the sentence shows the ends, and can still be read."""
    assert run(arguments) in (1, 2)
    out, err = capsys.readouterr()

    assert out == ""
    assert 10 < len(err) < ECHOED + 250
    assert err.endswith((".\n", "?\n"))


@contextmanager
def nobodys() -> Iterator[Path]:
    """A folder in which this process may write nothing, the superuser's too."""
    folder = Path(tempfile.mkdtemp())
    try:
        yield folder
    finally:
        folder.chmod(0o700)
        shutil.rmtree(folder)


@contextmanager
def as_nobody(folder: Path) -> Iterator[None]:
    """For the superuser no folder is read-only: so it is not, for so long."""
    folder.chmod(0o555)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        if user == 0:
            os.seteuid(user)


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="another kind of rights")
def test_the_league_needs_no_home_that_can_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    """It only reads: the same table comes from a home that only may be read."""
    with nobodys() as home:
        (home / "tables").mkdir()
        (home / "tables" / "ab.jass").write_bytes(b"no log")
        assert run(["league", "--home", str(home)]) == 0
        first = capsys.readouterr().out
        for book in (True, False):
            if not book:
                (home / "jass.db").unlink()
            with as_nobody(home):
                session.league(home)
                assert run(["league", "--home", str(home)]) == 0
            assert capsys.readouterr().out == first
        assert "ab.jass" in first
