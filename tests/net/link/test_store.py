"""A home on a real disk: what is kept survives crashes, and nothing is given up silently."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from net.core.clean import clean_name
from net.core.limits import KNOWN_DEVICES
from net.errors import LocalError
from net.link.records import RecordFile, saved_logs
from net.link.store import Home, Secrets, default_home, read_identity, read_known

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
NOT_ROOT = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere"
)
TABLE = b"\x07" * 16


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_the_identity_is_made_once(tmp_path: Path) -> None:
    """The same 32 secret bytes at every start, another home another identity."""
    with Home.open(tmp_path / "a") as home:
        first = home.identity()
        assert len(first) == 32
        assert home.identity() == first
    with Home.open(tmp_path / "a") as home:
        assert home.identity() == first
    with Home.open(tmp_path / "b") as home:
        assert home.identity() != first


@POSIX
def test_secrets_are_for_the_owner_alone(tmp_path: Path) -> None:
    """Identity, known people and secrets have mode 0600, even after a copy opened them."""
    with Home.open(tmp_path / "home") as home:
        home.identity()
        home.remember(b"k" * 32, "Ueli")
        secrets = home.open_secrets(TABLE)
        secrets.put({b"a": b"1", b"b": b"2"})
        secrets.forget(b"a")
        secrets.close()
        for name in ("identity", "known.toml", f"tables/{TABLE.hex()}.secret"):
            assert mode(home.path / name) == 0o600
        (home.path / "identity").chmod(0o644)
        home.identity()
        assert mode(home.path / "identity") == 0o600


@pytest.mark.parametrize("text", ["", "zz", "00" * 31, "0" * 63 + "g"])
def test_a_damaged_identity_is_never_replaced(tmp_path: Path, text: str) -> None:
    """A new key would make this player a stranger, so the user decides."""
    with Home.open(tmp_path) as home:
        (tmp_path / "identity").write_text(text)
        with pytest.raises(LocalError) as caught:
            home.identity()
        assert caught.value.code == "damaged_identity"
        assert (tmp_path / "identity").read_text() == text


@pytest.mark.timeout(60)
@pytest.mark.parametrize("what", ["letters", "bytes", "short", "long", "pipe", "zeros"])
def test_an_identity_is_read_in_one_way(tmp_path: Path, what: str) -> None:
    """With the lock or without, whatever lies there is one error, at once; None is no file."""
    with Home.open(tmp_path) as home:
        assert read_identity(tmp_path) is None
        made = home.identity()
        assert read_identity(tmp_path) == made
        path = tmp_path / "identity"
        path.unlink()
        match what:
            case "pipe":
                os.mkfifo(path)
            case "zeros":
                path.symlink_to("/dev/zero")
            case _:
                texts = {"letters": b"z" * 64, "bytes": b"\xff" * 64, "short": b"abc"}
                path.write_bytes(texts.get(what, b"0" * 1000))
        for read in (home.identity, lambda: read_identity(tmp_path)):
            with pytest.raises(LocalError) as caught:
                read()
            assert caught.value.code == "damaged_identity"
            assert caught.value.facts == {"path": str(path)}


def test_people_are_remembered(tmp_path: Path) -> None:
    """The name follows the last meeting, and is cleaned."""
    with Home.open(tmp_path) as home:
        assert home.known() == {}
        home.remember(b"a" * 32, 'Zoé "[/]" \\')
        home.remember(b"b" * 32, "字\x7f\x1bx")
        assert home.known() == {b"a" * 32: 'Zoé "[/]" \\', b"b" * 32: "字x"}
        home.remember(b"a" * 32, "Zoé")
        assert home.known() == {b"a" * 32: "Zoé", b"b" * 32: "字x"}


def test_an_older_list_of_people_is_read(tmp_path: Path) -> None:
    """Its rows also had an address, and said whether the word was compared: only that counts."""
    rows = (("aa", "Ueli", "true"), ("bb", "Reto", "false"))
    with Home.open(tmp_path) as home:
        (tmp_path / "known.toml").write_text(
            "".join(
                f'[{key * 32}]\nname = "{name}"\nverified = {said}\naddress = "10.0.0.1:5277"\n\n'
                for key, name, said in rows
            )
        )
        assert home.known() == {b"\xaa" * 32: "Ueli"}
        home.remember(b"\xbb" * 32, "Reto")
        assert home.known() == {b"\xaa" * 32: "Ueli", b"\xbb" * 32: "Reto"}


def test_quotes_and_backslashes_in_names_survive(tmp_path: Path) -> None:
    """Whatever a clean name holds is read back as it was written."""
    with Home.open(tmp_path) as home:
        for name in ('"', "\\", "''' #", "[x]", "a = 1", "é字🃏"):
            home.remember(b"a" * 32, name)
            assert home.known()[b"a" * 32] == name


def test_whoever_was_met_longest_ago_is_forgotten_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the bound; whoever is met again is among the newest."""
    monkeypatch.setattr("net.link.store.KNOWN_DEVICES", 3)
    with Home.open(tmp_path) as home:
        for key in (b"f", b"1", b"2", b"f", b"3"):
            home.remember(key * 32, "?")
        assert list(home.known()) == [b"2" * 32, b"f" * 32, b"3" * 32]


@pytest.mark.parametrize(
    "text",
    [
        "[",
        "x = 1",
        '["abcd"]\nname = "A"',
        "[" + "ab" * 32 + "]\nname = 1",
        "[" + "ab" * 32 + ']\nname = "A"\nverified = 1',
    ],
)
def test_a_damaged_list_of_people_is_not_forgotten(tmp_path: Path, text: str) -> None:
    """An error with a way out; the file is left for repair."""
    with Home.open(tmp_path) as home:
        (tmp_path / "known.toml").write_text(text)
        for act in (home.known, lambda: home.remember(b"a" * 32, "Ueli")):
            with pytest.raises(LocalError) as caught:
                act()
            assert caught.value.code == "damaged_known"
        assert (tmp_path / "known.toml").read_text() == text


@pytest.mark.timeout(60)
@pytest.mark.parametrize("what", ["dotted", "nested", "rows", "pipe", "zeros"])
def test_no_list_of_people_takes_seconds(tmp_path: Path, what: str) -> None:
    """What is not ours is damaged, at once: one long key, brackets, too many rows, no file."""
    path = tmp_path / "known.toml"
    match what:
        case "dotted":
            path.write_text(".".join("a" * 20_000) + " = 1")
        case "nested":
            path.write_text("x = " + "[\n" * 20_000)
        case "rows":
            path.write_text("# nobody\n" * 100_000)
        case "pipe":
            os.mkfifo(path)
        case _:
            path.symlink_to("/dev/zero")
    begun = time.process_time()
    with pytest.raises(LocalError) as caught:
        read_known(tmp_path)

    assert caught.value.code == "damaged_known"
    assert time.process_time() - begun < 2


def test_as_many_people_as_are_kept_have_room(tmp_path: Path) -> None:
    """With the longest names there are; they are written one by one elsewhere."""
    longest = clean_name('\U0001f0cf\u0301"' * 64)
    keys = [number.to_bytes(32, "big") for number in range(KNOWN_DEVICES)]
    with Home.open(tmp_path) as home:
        home.remember(keys[0], longest)
        row = (tmp_path / "known.toml").read_text()
        rows = (row.replace(keys[0].hex(), key.hex()) for key in keys)
        (tmp_path / "known.toml").write_text("".join(rows))
        home.remember(keys[0], longest)

        assert len(home.known()) == KNOWN_DEVICES
        assert home.known()[keys[-1]] == longest


def test_one_home_one_jass(tmp_path: Path) -> None:
    """A second one on the same home is refused until the first closes."""
    with Home.open(tmp_path):
        with pytest.raises(LocalError) as caught:
            Home.open(tmp_path)
        assert caught.value.code == "home_busy"
        assert "--home" in str(caught.value)
    Home.open(tmp_path).close()


def test_a_lock_that_is_a_pipe_holds_nobody(tmp_path: Path) -> None:
    """It is an error, at once."""
    os.mkfifo(tmp_path / "lock")
    with pytest.raises(LocalError) as caught:
        Home.open(tmp_path)
    assert caught.value.code == "disk_error"


@pytest.mark.processes
def test_the_lock_dies_with_its_process(tmp_path: Path) -> None:
    """A process killed without warning leaves a home that opens, with all it had written."""
    script = textwrap.dedent("""
        import sys, time
        from pathlib import Path
        from net.link.store import Home
        home = Home.open(Path(sys.argv[1]))
        log = home.open_log(b"t")
        log.append(b"one", b"two")
        print("ready", flush=True)
        time.sleep(60)
    """)
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        with pytest.raises(LocalError) as caught:
            Home.open(tmp_path)
        assert caught.value.code == "home_busy"
        process.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
    with Home.open(tmp_path) as home:
        log = home.open_log(b"t")
        assert log.found == (b"one", b"two")
        log.close()


def test_the_first_word_of_a_guard_counts(tmp_path: Path) -> None:
    """Asked again, also after a crash, the same body is given; never a second one."""
    path = tmp_path / "t.secret"
    secrets = Secrets(path)
    assert secrets.keep(b"key", b"first") == b"first"
    assert secrets.keep(b"key", b"second") == b"first"
    secrets.close()
    secrets = Secrets(path)
    assert secrets.keep(b"key", b"third") == b"first"
    assert dict(secrets) == {b"key": b"first"}
    secrets.close()


def test_a_decks_secrets_are_gone_from_the_file(tmp_path: Path) -> None:
    """After the verdict S and the bodies leave the disk; votes stay."""
    path = tmp_path / "t.secret"
    secrets = Secrets(path)
    secrets.put({b"deck 1 S": b"SECRET-ONE", b"vote 1": b"yes", b"deck 2 S": b"SECRET-TWO"})
    secrets.put({b"deck 1 body": b"BODY-ONE"})
    secrets.forget(b"deck 1", b"deck 9")
    assert b"ONE" not in path.read_bytes()
    assert dict(secrets) == {b"vote 1": b"yes", b"deck 2 S": b"SECRET-TWO"}
    secrets.put({b"deck 3 S": b"SECRET-THREE"})
    secrets.close()
    again = Secrets(path)
    assert dict(again) == {
        b"vote 1": b"yes",
        b"deck 2 S": b"SECRET-TWO",
        b"deck 3 S": b"SECRET-THREE",
    }
    again.close()
    assert {entry.name for entry in tmp_path.iterdir()} == {"t.secret"}


def test_a_file_of_secrets_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    """A guard that forgot could be made to speak twice, so it does not start."""
    path = tmp_path / "t.secret"
    log = RecordFile(path)
    log.append(b"not a pair")
    log.close()
    with pytest.raises(LocalError) as caught:
        Secrets(path)
    assert caught.value.code == "damaged_file"


@POSIX
@NOT_ROOT
def test_a_home_that_may_not_be_written_is_one_sentence(tmp_path: Path) -> None:
    """No permission: no traceback, and the path is named."""
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(LocalError) as caught:
            Home.open(tmp_path / "home")
        assert caught.value.code == "no_permission"
        assert str(tmp_path) in str(caught.value)
    finally:
        tmp_path.chmod(0o700)


def test_a_home_that_is_a_file_is_one_sentence(tmp_path: Path) -> None:
    """Somebody typed --home with the name of a file."""
    (tmp_path / "home").touch()
    with pytest.raises(LocalError) as caught:
        Home.open(tmp_path / "home")
    assert caught.value.code == "disk_error"


def test_the_default_home_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It ends in the program's name and lies where the system keeps a user's data."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_home().name == "jass"
    if sys.platform.startswith("linux"):
        assert default_home() == tmp_path / "jass"


def test_what_is_no_file_hides_no_log(tmp_path: Path) -> None:
    """A link to nothing, one to itself and a pipe are in the list, for whoever names them.

    A log that a full disk did not let begin is not: nobody played there.
    """
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "good.jass").write_bytes(b"x")
    (folder / "never_begun.jass").touch()
    os.utime(folder / "good.jass", (1, 1))
    (folder / "dead.jass").symlink_to("nothing")
    (folder / "loop.jass").symlink_to("loop.jass")
    os.mkfifo(folder / "pipe.jass")

    names = [log.name for _, log in saved_logs(tmp_path)]
    assert names[-1] == "good.jass", "the newest first"
    assert set(names) == {"good.jass", "dead.jass", "loop.jass", "pipe.jass"}
    assert saved_logs(tmp_path / "no such home") == []
