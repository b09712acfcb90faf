"""What one player likes, kept on the disk: whatever lies there, one can play."""

import io
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.game import all_variants
from tui.app import JassApp
from tui.commands import run
from tui.keymap import KEYS
from tui.login import login_name
from tui.settings import FILE, FILE_BYTES, Settings, load_settings, save_settings
from tui.start import StartRequest
from tui.texts import LANGUAGES


def test_settings_survive_the_disk(tmp_path: Path) -> None:
    """What is saved is read again, whatever is in a name."""
    kept = Settings(player='A"\\[/]ü', lang="en", deck="french", one_key=True, keys={"a.b": "x"})
    save_settings(tmp_path, kept)
    assert load_settings(tmp_path) == kept


@pytest.mark.parametrize("content", ["", "[[", "lang = 7", 'deck = "tarot"', "linger_ms = true"])
def test_damaged_settings_are_defaults(content: str, tmp_path: Path) -> None:
    """A damaged file never stops anybody from playing."""
    (tmp_path / "settings.toml").write_text(content, encoding="utf-8")
    assert load_settings(tmp_path) == Settings()


def test_settings_nested_too_deep_are_no_reason_not_to_play(tmp_path: Path) -> None:
    """The reader gives up on twenty thousand brackets; the defaults are left."""
    (tmp_path / "settings.toml").write_text("x = " + "[" * 20_000, encoding="utf-8")

    assert load_settings(tmp_path) == Settings()


def test_all_that_can_be_wished_has_room(tmp_path: Path) -> None:
    """Every key one's own, and in the favourite of every game every rule with its longest value."""
    rules = {
        game.slug: {
            "players": "10",
            **{rule.name: max(rule.choices, key=len, default="bedanken") for rule in game.fields},
        }
        for game in all_variants()
    }
    keys = {binding.id: "shift+up" for binding in KEYS}
    kept = Settings(player="Ä" * 200, keys=keys, favourites=rules)
    save_settings(tmp_path, kept)

    assert load_settings(tmp_path) == kept


def dotted(path: Path) -> None:
    """A key of forty thousand letters that takes seconds to understand."""
    path.write_text(".".join("a" * 20_000) + " = 1")


def padded(path: Path) -> None:
    """One byte too many, and else sound."""
    path.write_text('lang = "en"\n'.ljust(FILE_BYTES + 1))


def endless(path: Path) -> None:
    """A device that never ends."""
    path.symlink_to("/dev/zero")


def pipe(path: Path) -> None:
    """A pipe into which nobody writes."""
    os.mkfifo(path)


def latin(path: Path) -> None:
    """An old encoding."""
    path.write_bytes('player = "Zoë"'.encode("latin-1"))


@pytest.mark.timeout(60)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lay", [dotted, padded, endless, pipe, latin])
def test_settings_that_are_of_no_use_are_named(
    lay: Callable[[Path], None], lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """At once, with the path, in one sentence beside what was asked for; the defaults hold."""
    lay(tmp_path / FILE)
    begun = time.process_time()

    assert load_settings(tmp_path) == Settings()
    assert run(["rules", "--home", str(tmp_path), "--lang", lang]) == 0
    assert time.process_time() - begun < 2
    said = capsys.readouterr().err
    assert said.startswith(f"{tmp_path / FILE} ")
    assert said.count("\n") == 1


def test_what_is_of_no_use_is_put_aside_and_not_lost(tmp_path: Path) -> None:
    """New settings do not overwrite what somebody may want to mend; sound ones they do."""
    (tmp_path / FILE).write_text('player = "Lara')
    save_settings(tmp_path, Settings(lang="fr"))
    save_settings(tmp_path, Settings(lang="it"))

    assert (tmp_path / f"{FILE}.old").read_text() == 'player = "Lara'
    assert load_settings(tmp_path) == Settings(lang="it")
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE, f"{FILE}.old"]


def sit(home: Path, *options: str) -> tuple[str, str]:
    """Sits down at a practice table and leaves; the name at the table, and the one that is kept."""
    seen: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tui.commands.common.login_name", lambda: "Root")
        patch.setattr("tui.start.run", lambda start: seen.append(start.settings.player) or 0)
        patch.setattr("sys.stdin", Screen())
        patch.setattr("sys.stdout", Screen())
        assert run([*options, "--home", str(home)]) == 0
    return seen[0], load_settings(home).player


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


@pytest.mark.parametrize("command", [("play",), ("join",), ()])
def test_a_name_that_was_given_is_remembered(command: tuple[str, ...], tmp_path: Path) -> None:
    """The first one is the name from then on; a later one holds for its run."""
    assert sit(tmp_path, "play") == ("Root", "")
    assert sit(tmp_path, *command, "--player", "Zoë", "--deck", "french") == ("Zoë", "Zoë")
    assert load_settings(tmp_path) == Settings(player="Zoë")
    assert sit(tmp_path, *command) == ("Zoë", "Zoë")
    assert sit(tmp_path, *command, "--player", "Ueli") == ("Ueli", "Zoë")


def test_the_title_asks_for_a_name_that_nobody_gave(tmp_path: Path) -> None:
    """With a home named as without: the login is proposed there, not taken."""
    assert sit(tmp_path) == ("", "")


def test_a_kept_name_of_any_length_leaves_the_head_its_room(tmp_path: Path) -> None:
    """Somebody may have written into the file: what others would see of it is the name."""
    (tmp_path / FILE).write_text(f'player = "{"x" * 200}"', encoding="utf-8")
    assert sit(tmp_path, "play")[0] == "x" * 12


@pytest.mark.parametrize(
    ("account", "offered"),
    [
        ("lara", "Lara"),
        ("christoph.mustermann", "Christoph.mu"),
        ("root", ""),
        ("Administrator", ""),
        ("admin", ""),
        ("User", ""),
    ],
)
def test_only_an_account_that_is_somebodys_name_is_offered(
    account: str, offered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is called like the superuser or like every machine's usual account."""
    monkeypatch.setattr("getpass.getuser", lambda: account)
    assert login_name() == offered


def test_a_name_leaves_a_damaged_file_alone(tmp_path: Path) -> None:
    """Somebody may want to mend it: only what is changed on purpose puts it aside."""
    (tmp_path / FILE).write_text("[[", encoding="utf-8")
    assert sit(tmp_path, "play", "--player", "Zoë") == ("Zoë", "")
    assert (tmp_path / FILE).read_text(encoding="utf-8") == "[["


async def test_what_holds_for_one_run_is_not_kept_with_something_else(tmp_path: Path) -> None:
    """A favourite that is kept under another name leaves the name at home as it was."""
    save_settings(tmp_path, Settings(player="Zoë"))
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Ueli", lang="fr")))
    async with app.run_test(size=(80, 24)):
        app.keep_favourite("schieber", 4, {"ziel": "500"})
    kept = load_settings(tmp_path)
    assert (kept.player, kept.lang) == ("Zoë", "de")
    assert list(kept.favourites) == ["schieber"]
