"""What one player likes: name, language, deck, colours, keys. Kept in ``settings.toml`` at home.

Nothing here changes a rule: two people with different settings see the same game.
"""

import contextlib
import errno
import os
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Final, Literal

import platformdirs

from tui.skins.decks import DECK_LOOKS, DeckLook
from tui.texts import LANGUAGES, Lang, text

__all__ = [
    "CHOICES",
    "FAVOURITE",
    "PLAYERS",
    "Settings",
    "home_folder",
    "keep_name",
    "load_settings",
    "read_favourite",
    "save_settings",
    "unusable",
]

FILE = "settings.toml"

FILE_BYTES: Final = 16 * 1024
"""What is longer is not read: every rule of every game and every key together are some 14 KB, and
one dotted key of 40 KB keeps Python's reader busy for seconds (its time grows with the square)."""

FAVOURITE = "favorit"
"""The preset that is a player's own."""

PLAYERS = "players"
"""What the number of players is called beside the options of a favourite."""


@dataclass(frozen=True, slots=True)
class Settings:
    """One player's settings.

    Attributes:
        player: the name shown to the others; empty when none was chosen yet.
        lang: the language of the screens.
        deck: the look of the cards, on this screen only.
        colours: four suit colours or two.
        theme: dark or light ground.
        one_key: a digit plays its card at once, without Enter.
        bell: ring when it becomes my turn.
        linger_ms: how long a finished trick stays on the table, in milliseconds.
        board: the Jasstafel in strokes (``z``) or numbers (``zahlen``).
        keys: own keys by binding id, such as ``{"table.last": "x"}``.
        favourites: by game, the rules this player likes best: ``players`` and options that are
            not usual, as texts.
    """

    player: str = ""
    lang: Lang = "de"
    deck: DeckLook = "german"
    colours: Literal["vier", "zwei"] = "vier"
    theme: Literal["dunkel", "hell"] = "dunkel"
    one_key: bool = False
    bell: bool = False
    linger_ms: int = 1500
    board: Literal["z", "zahlen"] = "z"
    keys: dict[str, str] = field(default_factory=dict)
    favourites: dict[str, dict[str, str]] = field(default_factory=dict)


CHOICES: dict[str, tuple[object, ...]] = {
    "lang": LANGUAGES,
    "deck": DECK_LOOKS,
    "colours": ("vier", "zwei"),
    "theme": ("dunkel", "hell"),
    "one_key": (False, True),
    "bell": (False, True),
    "linger_ms": (500, 1000, 1500, 2500, 4000),
    "board": ("z", "zahlen"),
}
"""The settings with a closed list of values, in the order of the settings screen."""


def _texts(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(one, str) for one in value.values())


def _accepted(name: str, value: object) -> bool:
    match name:
        case "player":
            return isinstance(value, str)
        case "linger_ms":
            return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 10_000
        case "keys":
            return _texts(value)
        case "favourites":
            return isinstance(value, dict) and all(map(_texts, value.values()))
        case _:
            return value in CHOICES[name] and type(value) is type(CHOICES[name][0])


def read_favourite(own: Mapping[str, str]) -> tuple[int | None, dict[str, str]]:
    """The number of players and the settings that were kept; None if there is no such number."""
    settings = {name: value for name, value in own.items() if name != PLAYERS}
    players = own.get(PLAYERS, "")
    return (int(players) if players.isdecimal() and len(players) < 3 else None), settings


def home_folder(option: str | None) -> Path:
    """Where identity, tables and settings are: ``--home``, ``JASS_HOME``, the system's custom."""
    chosen = option or os.environ.get("JASS_HOME")
    return Path(chosen) if chosen else platformdirs.user_data_path("jass", appauthor=False)


def load_settings(home: Path) -> Settings:
    """The settings kept in ``home``; what is missing or makes no sense takes its default.

    A damaged file is no reason not to play: everything in it has a default.
    """
    found = _read(home / FILE)
    if isinstance(found, str):
        return Settings()
    known = {entry.name for entry in fields(Settings)}
    usable = {key: value for key, value in found.items() if key in known and _accepted(key, value)}
    return replace(Settings(), **usable)  # type: ignore[arg-type]


def unusable(home: Path, lang: Lang) -> str | None:
    """The sentence why nothing in the settings of ``home`` counts, if so."""
    found = _read(home / FILE)
    return text(lang, f"error.{found}", path=home / FILE) if isinstance(found, str) else None


def _read(path: Path) -> dict[str, object] | str:
    """What the file says, or the code of why it is of no use."""
    try:
        if not path.is_file():  # a pipe or a device would never end
            return "settings_damaged" if path.exists() else {}
        with path.open("rb") as file:
            data = file.read(FILE_BYTES + 1)
    except OSError as error:
        # Nothing can be under a name that is too long; whose name it is says so by itself.
        return {} if error.errno == errno.ENAMETOOLONG else "settings_unreadable"
    except ValueError:  # a NUL in the name
        return {}
    if len(data) > FILE_BYTES:
        return "settings_too_long"
    try:
        return tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return "settings_damaged"


def save_settings(home: Path, settings: Settings) -> None:
    """Writes the settings to ``home``, whole or not at all.

    A file that is of no use is put aside: somebody may want to mend it.

    Raises:
        OSError: the folder cannot be written.
    """
    values = asdict(settings)
    del values["keys"], values["favourites"]
    lines = [f"{name} = {_toml(value)}" for name, value in values.items()]
    lines += _table("keys", settings.keys)
    for game, rules in settings.favourites.items():
        lines += _table(f"favourites.{_toml(game)}", rules)
    home.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=home, prefix="settings")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    if isinstance(_read(home / FILE), str):
        (home / FILE).replace(home / f"{FILE}.old")
    Path(name).replace(home / FILE)


def keep_name(home: Path, name: str) -> None:
    """Keeps a name that was given for one run, where none is kept yet: it is asked for no more.

    A file that is of no use is left as it is, and so is a folder that cannot be written.
    """
    kept = load_settings(home)
    if name and not kept.player and not isinstance(_read(home / FILE), str):
        with contextlib.suppress(OSError):
            save_settings(home, replace(kept, player=name))


def _table(name: str, texts: dict[str, str]) -> list[str]:
    return ["", f"[{name}]", *(f"{_toml(key)} = {_toml(value)}" for key, value in texts.items())]


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    escaped = "".join(
        f"\\u{ord(char):04x}" if char in '"\\' or char < " " or char == "\x7f" else char
        for char in str(value)
    )
    return f'"{escaped}"'
