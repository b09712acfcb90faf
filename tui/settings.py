"""What one player likes: name, language, deck, colours, keys. Kept in ``settings.toml`` at home.

Nothing here changes a rule: two people with different settings see the same game.
"""

import os
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Literal, cast

import platformdirs

from tui.skins.decks import DECK_LOOKS, DeckLook
from tui.texts import LANGUAGES, Lang

__all__ = [
    "CHOICES",
    "FAVOURITE",
    "PLAYERS",
    "Settings",
    "home_folder",
    "load_settings",
    "read_favourite",
    "save_settings",
]

FILE = "settings.toml"

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
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


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
    try:
        found = tomllib.loads((home / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Settings()
    known = {entry.name for entry in fields(Settings)}
    usable = {key: value for key, value in found.items() if key in known and _accepted(key, value)}
    return replace(Settings(), **cast("dict[str, object]", usable))  # type: ignore[arg-type]


def save_settings(home: Path, settings: Settings) -> None:
    """Writes the settings to ``home``, whole or not at all.

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
    Path(name).replace(home / FILE)


def _table(name: str, texts: dict[str, str]) -> list[str]:
    return ["", f"[{name}]", *(f"{_toml(key)} = {_toml(text)}" for key, text in texts.items())]


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
