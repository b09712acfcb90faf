"""Wrong use of the command line: one plain sentence that helps, exit code 2, and no traceback."""

from pathlib import Path

import pytest

from tui.commands import run
from tui.texts import LANGUAGES

MISUSE = [
    (["hots"], "Meinst du «jass host»?"),
    (["tanzen"], "jass --help"),
    (["host", "--bot", "3"], "Meinst du --bots?"),
    (["host", "--bots"], "--bots"),
    (["host", "--bots", "4"], "höchstens 3 Bots"),
    (["host", "--port", "99999"], "0 bis 65535"),
    (["host", "--port", "viele"], "0 bis 65535"),
    (["host", "--deck", "tarot"], "german, french, ascii"),
    (["host", "--bot-level", "genial"], "easy, normal, strong"),
    (["host", "--bind", "zuhause"], "keine IP-Adresse"),
    (["host", "--game", "schiber"], "Meinst du «schieber»?"),
    (["host", "--game", "poker"], "gibt es nicht"),
    (["host", "--players", "3"], "so vielen Plätzen: 4"),
    (["host", "--preset", "schieber_100"], "Meinst du «schieber_1000»?"),
    (["host", "--preset", "dorf"], "schieber_2500"),
    (["host", "--preset", "schieber3000"], "Meinst du «schieber_3000»?"),
    (["host", "--preset", "favorit"], "noch keinen Favoriten"),
    (["host", "--game", "chappe", "--players", "8", "--set", "blatt=36"], "Plätzen: 2..7"),
    (["host", "--set", "ziel"], "NAME=WERT"),
    (["host", "--set", "zil=500"], "Meinst du «ziel»?"),
    (["host", "--set", "fussball=1"], "jass rules schieber"),
    (["host", "--set", "ziel=12"], "500..5000"),
    (["host", "--set", "ende=irgendwann"], "bedanken_auto"),
    (["host", "--set", "laenge=12", "--set", "ziel=500"], "laenge"),
    (["host", "--set", "weis=aus", "--set", "kreuzweis=aus"], "weis"),
    (["host", "--player", "An\x1b[31mna"], "Steuerzeichen"),
    (["host", "--player", "An\u202ena"], "Steuerzeichen"),
    (["host", "--player", "  "], "nicht leer"),
    *(([command, "--player", "x" * 200], "höchstens 12") for command in ("host", "join", "play")),
    (["--player", "Ä" * 40], "höchstens 12"),
    (["play", "--player", "Lara 漢字漢字漢字"], "höchstens 12"),
    (["host", "--name", ""], "nicht leer"),
    (["host", "--name", "x" * 25], "höchstens 24"),
    (["join", "x" * 25], "höchstens 24"),
    (["join", ""], "nicht leer"),
    (["doctor", "--bind", "foo"], "keine IP-Adresse"),
    (["host", "--name", "Zn\x9b31muni"], "Steuerzeichen"),
    (["play", "--headless", "--plain"], "--headless und --plain gehen nicht zusammen"),
    (["play", "jetzt", "sofort"], "jetzt sofort"),
    (["join", "--watch", "--autoplay", "easy"], "--watch und --autoplay gehen nicht zusammen"),
    (["join", "--watch", "--seat", "2"], "Option --seat gibt es hier nicht"),
    (["play", "--open"], "Option --open gibt es hier nicht"),
    (["host", "--port", "1", "--port", "2"], "--port steht zweimal da"),
    (["host", "--resume", "A", "--resume", "B"], "--resume steht zweimal da"),
    (["doctor", "--bind", "::1", "--bind", "::1"], "--bind steht zweimal da"),
    (["replay", "--seat", "1", "--seat", "2"], "--seat steht zweimal da"),
    (["--player", "A", "--player", "B"], "--player steht zweimal da"),
    (["--player", "A", "host", "--player", "B"], "--player steht zweimal da"),
    (["host", "--set", "ziel=500", "--set", "ziel=1000"], "«ziel» steht zweimal da"),
    (["host", "--set", "frist=30", "--grace", "20"], "--grace und --set frist gehen nicht"),
    (["play", "--game", "coiffeur", "--set", "ziel=500"], "coiffeur kennt keine Regel «ziel»"),
    (["play", "--autoplay", "gut"], "easy, normal, strong"),
    (["join", "a", "b"], "zu viel: b"),
    (["verify"], "Hier ist noch keine Partie gespeichert"),
    (["verify", "gibt-es-nicht.jass"], "gibt-es-nicht.jass"),
    (["replay", "gibt-es-nicht.jass", "--text"], "gibt-es-nicht.jass"),
    (["rules", "poker"], "gibt es nicht"),
]


OF_ITS_OWN = {
    "--game": ["coiffeur"],
    "--players": ["4"],
    "--preset": ["schieber_1000"],
    "--set": ["ziel=500"],
    "--grace": ["30"],
    "--name": ["Beta"],
    "--bots": ["0"],
    "--bot-level": ["normal"],
}
"""What a saved table brings with it: to say it again would change nothing, so it is refused."""

MISUSE += [
    (["host", old, "Alpha", option, *value], f"{old} und {option} gehen nicht zusammen")
    for old in ("--resume", "--score-of")
    for option, value in OF_ITS_OWN.items()
]
MISUSE += [
    (["host", *both], "--resume und --score-of gehen nicht zusammen")
    for both in (["--resume", "--score-of"], ["--score-of", "A", "--headless", "--resume", "B"])
]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home, so that nobody's settings change what is tested."""
    monkeypatch.setenv("JASS_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(("arguments", "part"), MISUSE, ids=[" ".join(row[0]) for row in MISUSE])
def test_wrong_use_is_one_helpful_sentence(
    arguments: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence names what is wrong or what was meant; nothing goes to standard output."""
    code = run(arguments)
    told = capsys.readouterr()

    assert code == 2
    assert part in told.err
    assert told.err.count("\n") == 1
    assert "Traceback" not in told.err
    assert told.out == ""


@pytest.mark.parametrize("old", ["--resume", "--score-of"])
@pytest.mark.parametrize("mode", ["--headless", "--plain"])
def test_who_sits_and_how_others_come_goes_with_a_saved_table(
    old: str, mode: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All of that together is understood; only the table is not there."""
    options = f"--home {home} --lang en --player Lara --deck french {mode} --autoplay easy"
    door = "--open --port 0 --bind 127.0.0.1 --no-mdns"

    assert run(["host", old, "Alpha", *options.split(), *door.split()]) == 2
    assert capsys.readouterr().err == "There is no interrupted table here to go on with.\n"


def test_sentences_come_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """`--lang` counts even where the rest is not understood."""
    assert run(["host", "--lang", "en", "--bot", "3"]) == 2
    assert "Did you mean --bots?" in capsys.readouterr().err
    assert run(["--lang", "en", "host", "--bot", "3"]) == 2
    assert "Did you mean --bots?" in capsys.readouterr().err


def test_the_language_kept_at_home_is_used(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Settings decide where no option does."""
    (home / "settings.toml").write_text('lang = "en"\n', "utf-8")

    assert run(["hots"]) == 2
    assert "Did you mean" in capsys.readouterr().err


def test_markup_in_what_was_typed_is_ordinary_text(capsys: pytest.CaptureFixture[str]) -> None:
    """Brackets and braces are shown as they were typed."""
    assert run(["host", "--game", "[/]{near}"]) == 2
    assert "«[/]{near}»" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["rules", "{}"], ["host", "--set", "{}=1"], ["join", "{}"], ["{}"]]
)
def test_what_was_typed_does_nothing_to_the_terminal(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A sentence that repeats an argument repeats no control character of it."""
    assert run([argument.replace("{}", "a\x1b[31m\x9b\u202eb") for argument in arguments]) == 2
    assert capsys.readouterr().err.rstrip("\n").isprintable()


COMMANDS = ["", "host", "join", "play", "verify", "replay", "rules", "doctor"]

HEADINGS = {
    "de": ("Aufruf:", "Optionen:", "Befehle:"),
    "en": ("Usage:", "Options:", "Commands:"),
    "fr": ("Usage:", "Options:", "Commandes:"),
    "it": ("Uso:", "Opzioni:", "Comandi:"),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_is_written_in_one_language(
    lang: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Help is no error; headings and placeholders are the user's, no sentence is cut short."""
    assert run([*filter(None, [command]), "--lang", lang, "--help"]) == 0
    page = capsys.readouterr().out

    usage, options, commands = HEADINGS[lang]
    lines = page.splitlines()
    assert lines[0].startswith(f"{usage} jass {command}".rstrip())
    assert options in lines
    assert (commands in lines) == (command == "")
    foreign = {word for words in HEADINGS.values() for word in words} - set(HEADINGS[lang])
    assert not foreign & {lines[0].split()[0], *lines}
    assert "RANGE" not in page
    assert "<=" not in page
    assert all(not line.endswith("...") for line in lines[1:])


def test_a_home_decides_the_language_of_help(capsys: pytest.CaptureFixture[str]) -> None:
    """Without `--lang` help is German where the home is German."""
    assert run(["host", "--help"]) == 0
    assert "Zeigt diese Hilfe." in capsys.readouterr().out


def test_version_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """`jass --version` names the program and its release."""
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("jass 0.")


def test_options_may_stand_before_the_command(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`jass --home DIR --lang en rules` means the same as with the options behind."""
    assert run(["--home", str(home), "--lang", "en", "rules"]) == 0
    before = capsys.readouterr().out
    assert run(["rules", "--home", str(home), "--lang", "en"]) == 0
    assert capsys.readouterr().out == before
    assert "Choosing trump" in before


def test_without_a_terminal_there_is_no_title_screen(capsys: pytest.CaptureFixture[str]) -> None:
    """`jass --lang en` opens the title screen; where there is no terminal it says so."""
    assert run(["--lang", "en"]) == 2
    told = capsys.readouterr()
    assert len((told.out + told.err).splitlines()) == 1


@pytest.mark.parametrize("command", ["verify", "replay", "league"])
def test_a_home_that_cannot_be_read_is_not_an_empty_one(
    command: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A slip in `--home` and a folder that is a file are said with their path.

    Never with exit 1, which says of `verify` that somebody cheated.
    """
    (home / "tables").touch()

    assert run([command, "--home", f"{home}/nowhere", "--lang", "en"]) == 2
    assert f"There is no folder {home}/nowhere" in capsys.readouterr().err
    assert run([command, "--home", str(home), "--lang", "en"]) == 2
    assert f"{home}/tables cannot be used" in capsys.readouterr().err
