"""What the commands share: their common options, whose seat it is, and what is wrong use."""

from __future__ import annotations

import ipaddress
import stat
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from engine.game import all_variants, find_variant
from engine.variant import OptionFault, Variant, make_options
from net.core.clean import cells, clean_name
from net.core.limits import NAME_CELLS
from net.errors import JassError, LocalError
from tui.faults import as_error
from tui.login import login_name
from tui.present.tablerules import kept_last
from tui.settings import (
    FAVOURITE,
    PLAYERS,
    Settings,
    home_folder,
    keep_name,
    load_settings,
    read_favourite,
)
from tui.skins.decks import DECK_LOOKS
from tui.texts import LANGUAGES, Lang, Say, echoed

__all__ = [
    "LEVELS",
    "Chair",
    "MisuseError",
    "chair",
    "chair_language",
    "chair_options",
    "check_home",
    "check_name",
    "check_options",
    "early_home",
    "early_lang",
    "exclude",
    "fault_sentence",
    "given",
    "home_of",
    "language_options",
    "liked",
    "local_address",
    "named_home",
    "nearest",
    "person_options",
    "printable",
    "reading",
    "settings_of",
    "variant_of",
    "with_favourite",
]

LEVELS = ("easy", "normal", "strong")
"""How well a bot plays."""

_Command = TypeVar("_Command", bound=Callable[..., object])


class MisuseError(LocalError):
    """The command was used wrongly: exit code 2."""

    def __init__(self, code: str, **facts: str) -> None:
        super().__init__(code, code.replace("_", " "), **facts)


@dataclass(frozen=True, slots=True)
class Chair:
    """Whose seat it is and how this person, or script, sits on it; `named`: by ``--player``."""

    home: Path
    settings: Settings
    named: bool
    headless: bool
    plain: bool
    autoplay: str | None

    @property
    def player(self) -> str:
        """The name shown to the others."""
        return self.settings.player

    def keep_name(self) -> None:
        """A name that was given is that of this home from now on, unless it has one."""
        if self.named:
            keep_name(self.home, clean_name(self.player))


def early_lang(arguments: Sequence[str]) -> Lang:
    """The language to complain in, before the arguments are understood."""
    wanted = _early(arguments, "--lang")
    lang = next((known for known in LANGUAGES if known == wanted), None)
    return lang or load_settings(early_home(arguments)).lang


def early_home(arguments: Sequence[str]) -> Path:
    """The home that is meant, before the arguments are understood."""
    return home_folder(_early(arguments, "--home"))


def _early(arguments: Sequence[str], name: str) -> str | None:
    for index, argument in enumerate(arguments):
        if argument == name and index + 1 < len(arguments):
            return arguments[index + 1]
        if argument.startswith(f"{name}="):
            return argument.partition("=")[2]
    return None


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The one of `known` that somebody who typed `word` most likely meant."""
    matches = get_close_matches(word.lower(), list(known), n=1, cutoff=0.6)
    return matches[0] if matches else None


def language_options(say: Say) -> Callable[[_Command], _Command]:
    """The options every command has: where its home is and which language it speaks."""

    def add(command: _Command) -> _Command:
        for option in (
            click.help_option("--help", help=say("cli.help_option")),
            click.option("--home", metavar=say("cli.meta.folder"), help=say("cli.home")),
            click.option("--lang", type=click.Choice(LANGUAGES), help=say("cli.lang")),
        ):
            command = option(command)
        return command

    return add


def person_options(say: Say) -> Callable[[_Command], _Command]:
    """Who it is and what they like to see; also `jass` alone has them."""

    def add(command: _Command) -> _Command:
        command = language_options(say)(command)
        for option in (
            click.option("--deck", type=click.Choice(DECK_LOOKS), help=say("cli.deck")),
            click.option("--player", metavar=say("cli.meta.name"), help=say("cli.player")),
        ):
            command = option(command)
        return command

    return add


def chair_options(say: Say) -> Callable[[_Command], _Command]:
    """The options of every command that sits down at a table."""

    def add(command: _Command) -> _Command:
        command = person_options(say)(command)
        level = say("cli.meta.level")
        for option in (
            click.option(
                "--autoplay", metavar=level, type=click.Choice(LEVELS), help=say("cli.autoplay")
            ),
            click.option("--plain", is_flag=True, help=say("cli.plain")),
            click.option("--headless", is_flag=True, help=say("cli.headless")),
        ):
            command = option(command)
        return command

    return add


def given(options: Mapping[str, Any], name: str) -> Any:
    """An option as given to the command or before it: ``jass --lang en host``.

    Raises:
        MisuseError: both.
    """
    context = click.get_current_context()
    value, before = options.get(name), context.find_root().params.get(name)
    if context.parent is not None and value is not None and before is not None:
        raise MisuseError("option_twice", option=f"--{name}")
    return before if value is None else value


def exclude(first: str, *others: str) -> None:
    """Refuses every one of `others` that was typed beside `first`, all as their function has them.

    Raises:
        MisuseError: ``options_exclude``, with both as they are typed.
    """
    context = click.get_current_context()
    shown = {param.name: max(param.opts, key=len) for param in context.command.params}
    typed = [
        name
        for name in (first, *others)
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    ]
    if typed[:1] == [first] and len(typed) > 1:
        raise MisuseError("options_exclude", first=shown[first], second=shown[typed[1]])


def home_of(options: Mapping[str, Any]) -> Path:
    """The home that was named, else the usual one.

    Raises:
        MisuseError: ``home_empty``: nothing stands after ``--home``, as when a script's variable
            is empty; the usual home is hardly meant.
    """
    named = given(options, "home")
    if named is not None and not named.strip():
        raise MisuseError("home_empty")
    return home_folder(named)


def check_home(home: Path, *, new: bool = True) -> None:
    """Refuses a home that is no folder and cannot become one.

    A name that is too long, a file or a circle of links on the way, a NUL in it: all are slips.

    Args:
        home: where it is to be.
        new: whether it may be missing.

    Raises:
        MisuseError: ``no_home``.
    """
    try:
        fine = stat.S_ISDIR(home.stat().st_mode)
    except FileNotFoundError:
        fine = new
    except PermissionError:
        fine = True  # whoever opens it says that one may not
    except (OSError, ValueError):
        fine = False
    if not fine:
        raise MisuseError("no_home", path=str(home))


def named_home(options: Mapping[str, Any]) -> Path:
    """The home of a command that only reads: a slip in ``--home`` is no empty home.

    Raises:
        MisuseError: ``no_home``: it is no folder, or was named and is not there; see `home_of`.
    """
    home = home_of(options)
    check_home(home, new=given(options, "home") is None)
    return home


@contextmanager
def reading() -> Iterator[None]:
    """For commands that only read: whatever cannot be read is unreadable input, exit code 2.

    That of `verify` is 1 only where somebody cheated.

    Raises:
        MisuseError: in the place of any other `JassError` or `OSError`.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except (JassError, OSError) as error:
        told = as_error(error)
        raise MisuseError(told.code, **told.facts) from None


def chair_language(options: Mapping[str, Any]) -> Lang:
    """The language the options ask for, else the one kept at home.

    Raises:
        MisuseError: the home that was named cannot be one; see `home_of` and `check_home`.
    """
    home, lang = home_of(options), given(options, "lang")
    if given(options, "home") is not None:
        check_home(home)
    return lang or load_settings(home).lang


def chair(options: Mapping[str, Any]) -> Chair:
    """The seat that the common options describe; without them, as it is kept at home.

    Raises:
        MisuseError: the name is none, see `check_name`; two modes were asked for; see also
            `home_of`.
    """
    headless, plain = options.get("headless", False), options.get("plain", False)
    exclude("headless", "plain")
    home = home_of(options)
    settings = load_settings(home)
    changes = {key: value for key in ("lang", "deck") if (value := given(options, key)) is not None}
    player = given(options, "player")
    named = player is not None
    if named:
        check_name(player, NAME_CELLS)
    else:
        player = clean_name(settings.player) or login_name() or "Jasser"
    screenless = not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))
    return Chair(
        home=home,
        settings=replace(settings, player=player, **changes),
        named=named,
        headless=headless,
        plain=plain or (screenless and not headless),
        autoplay=options.get("autoplay"),
    )


def check_name(name: str, longest: int | None) -> None:
    """Refuses a name of a player or a table that others would not see as it was typed.

    Args:
        name: what was typed.
        longest: the most cells that it may take; None for an address, which nobody sees.

    Raises:
        MisuseError: it has control or format characters, or nothing that shows, or is too long:
            cut off it would be somebody else's, and nobody would be told.
    """
    if not _is_printable(name):
        raise MisuseError("name_not_printable")
    if longest is not None and cells(" ".join(name.split())) > longest:
        raise MisuseError("name_too_long", longest=str(longest))


def _is_printable(name: str) -> bool:
    """Whether a name shows, and does nothing else: no control or format characters."""
    return bool(name.strip()) and not any(unicodedata.category(char)[0] == "C" for char in name)


def printable(text: str) -> str:
    """A text that may hold what somebody typed, without what would do something to a terminal."""
    return "".join("�" if unicodedata.category(char)[0] == "C" else char for char in text)


def local_address(address: str | None) -> str | None:
    """An address of this device to listen on, as given.

    Raises:
        MisuseError: it is not an IP address.
    """
    if address is not None:
        try:
            ipaddress.ip_address(address)
        except ValueError:
            raise MisuseError("bind_no_address", address=address) from None
    return address


def variant_of(slug: str | None) -> Variant:
    """The game somebody named by its slug or another of its names; None is the usual one.

    Raises:
        MisuseError: there is no such game; with the nearest name.
    """
    if slug is None:
        return all_variants()[0]
    found = find_variant(slug)
    if found is None:
        known = [variant.slug for variant in all_variants()]
        near = nearest(slug, known)
        raise MisuseError(
            "no_game_near" if near else "no_game",
            game=slug,
            near=near or "",
            games=", ".join(known),
        )
    return found


def liked(options: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """The options of a command; where they say nothing of what is played, the last favourite."""
    kept = kept_last(settings)
    if kept is None or any(options[name] for name in ("game", "preset", "players", "settings")):
        return options
    return {**options, "game": kept[0], "preset": FAVOURITE}


def with_favourite(
    variant: Variant, options: Mapping[str, Any], settings: Settings
) -> dict[str, Any]:
    """The options of a command, where the player's own favourite stands for what it means.

    Raises:
        MisuseError: no favourite of this game was kept.
    """
    if options["preset"] != FAVOURITE:
        return dict(options)
    own = settings.favourites.get(variant.slug)
    if own is None:
        raise MisuseError("no_favourite", game=variant.slug)
    players, kept = read_favourite(own)
    return {
        **options,
        "preset": None,
        "players": options["players"] or players,
        "settings": {**kept, **options["settings"]},
    }


def settings_of(settings: Sequence[str]) -> dict[str, str]:
    """The rules that were set, by name.

    Raises:
        MisuseError: one has another form, or stands there twice.
    """
    found: dict[str, str] = {}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not (name and equals):
            raise MisuseError("setting_form", setting=setting)
        if name in found:
            raise MisuseError("setting_twice", setting=name)
        found[name] = value
    return found


def check_options(
    say: Say,
    variant: Variant,
    players: int | None,
    preset: str | None,
    settings: Mapping[str, str],
) -> None:
    """Refuses a table that cannot be set up so.

    Raises:
        MisuseError: a rule or value is unknown, or two of them exclude each other.
    """
    known = [field.name for field in variant.fields]
    for name in settings:
        if name not in known:
            near = nearest(name, known)
            raise MisuseError(
                "no_setting_near" if near else "no_setting",
                setting=name,
                near=near or "",
                game=variant.slug,
            )
    seats = players if players is not None else variant.seats[0]
    if preset is not None and variant.preset_called(preset) is None:
        near = nearest(preset, variant.preset_words)
        raise MisuseError(
            "no_preset_near" if near else "no_preset",
            preset=preset,
            near=near or "",
            game=variant.slug,
            presets=", ".join(variant.preset_words),
        )
    options = make_options(variant, seats, preset, settings)
    if isinstance(options, OptionFault):
        raise MisuseError("option_fault", reason=fault_sentence(say, options))


def fault_sentence(say: Say, fault: OptionFault) -> str:
    """Why a table cannot be set up so, in one sentence."""
    code = next(
        (kind for kind in ("requires", "excludes") if f"_{kind}_" in fault.code), fault.code
    )
    facts = echoed(fault.facts)
    if fault.code.endswith(f"_requires_{PLAYERS}"):
        return say("fault.requires_players", option=fault.option, **facts)
    other = facts.get("other", "")
    facts["other"] = other if facts.get("values", "on") == "on" else f"{other}={facts['values']}"
    return say(f"fault.{code}", option=fault.option, **facts)
