"""The commands that sit down at a table: `host`, `join`, `play`."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from engine.game import all_variants
from net.commands import DEFAULT_PORT, HostConfig, JoinConfig, LocalConfig
from net.core.limits import TABLE_NAME_CELLS
from tui.commands.common import (
    LEVELS,
    Chair,
    MisuseError,
    chair,
    chair_options,
    check_home,
    check_name,
    check_options,
    exclude,
    liked,
    local_address,
    settings_of,
    variant_of,
    with_favourite,
)
from tui.commands.usage import Once, number_option
from tui.hangup import Hold, stoppable
from tui.opening import TableConfig, open_session
from tui.texts import Say, speaker

if TYPE_CHECKING:
    from net.session import Session

__all__ = ["host_command", "join_command", "play_command"]

_Command = Callable[..., object]

FRIST = "frist"
"""The rule that says how many seconds somebody who is gone is waited for."""

_OF_ITS_OWN = ("game", "players", "preset", "settings", "grace", "name", "bots", "bot_level")
"""What a table that goes on, or starts from the score of one, has of that one and is not asked."""


def _game_options(say: Say) -> Callable[[_Command], _Command]:
    games = ", ".join(variant.slug for variant in all_variants())

    def add(command: _Command) -> _Command:
        for option in (
            click.option(
                "--bot-level",
                type=click.Choice(LEVELS),
                default="normal",
                help=say("cli.bot_level"),
            ),
            click.option(
                "--set",
                "settings",
                metavar=say("cli.meta.rule"),
                multiple=True,
                help=say("cli.set"),
            ),
            click.option("--preset", metavar=say("cli.meta.preset"), help=say("cli.preset")),
            number_option(say, "--players", 2, 10, text="players"),
            click.option("--game", metavar=say("cli.meta.game"), help=say("cli.game", games=games)),
        ):
            command = option(command)
        return command

    return add


def _game(options: dict[str, Any]) -> dict[str, Any]:
    """The part of a configuration that says what is played, checked."""
    say = speaker(chair(options).settings.lang)
    variant = variant_of(options["game"])
    options = {**options, "settings": _rules(options)}
    options = with_favourite(variant, options, chair(options).settings)
    players = options["players"]
    if players is None and options["game"] is not None:
        named = variant.seats_for(options["game"])
        players = named if named != variant.seats[0] else None
    if players is not None and players not in variant.seats:
        allowed = ", ".join(map(str, variant.seats))
        raise MisuseError("players_number", game=variant.slug, allowed=allowed)
    settings = options["settings"]
    check_options(say, variant, players, options["preset"], settings)
    usual = None if settings else next(iter(variant.presets), None)
    return {
        "game": variant.slug,
        "players": players,
        "preset": variant.preset_called(options["preset"]) if options["preset"] else usual,
        "settings": settings,
        "bot_level": options["bot_level"],
    }


def _rules(options: dict[str, Any]) -> dict[str, str]:
    """The rules that were set, one by one; ``--grace`` is another word for one of them."""
    rules = settings_of(options["settings"])
    grace = options.get("grace")
    if grace is not None:
        if FRIST in rules:
            raise MisuseError("options_exclude", first="--grace", second=f"--set {FRIST}")
        rules[FRIST] = str(grace)
    return rules


def _sitting(seat: Chair) -> dict[str, Any]:
    """The part of a configuration that says who sits down, and whether anybody watches."""
    return {
        "home": seat.home,
        "player": seat.player,
        "autoplay": seat.autoplay,
        "fast": _unwatched(seat),
    }


def _unwatched(seat: Chair) -> bool:
    """Whether nobody has to be given time to see what happens."""
    return seat.headless or seat.autoplay is not None


def _door(seat: Chair, options: dict[str, Any]) -> dict[str, Any]:
    """The part of a configuration that says how the others come to a table of one's own."""
    return {
        "open": options["open_"],
        "port": options["port"],
        "bind": local_address(options["bind"]),
        "mdns": not options["no_mdns"],
        "start_full": _unwatched(seat),
    }


def play_command(say: Say) -> click.Command:
    """`jass play`: alone against bots."""

    @click.command("play", cls=Once, help=say("cli.help_play"))
    @_game_options(say)
    @chair_options(say)
    def play(**options: Any) -> int:
        seat = chair(options)
        config = LocalConfig(**_sitting(seat), **_game(options))
        return sit_down(seat, lambda: config)

    return play


def host_command(say: Say) -> click.Command:
    """`jass host`: opens a table."""

    @click.command("host", cls=Once, help=say("cli.help_host"))
    @_game_options(say)
    @click.option("--name", metavar=say("cli.meta.table"), help=say("cli.name"))
    @number_option(say, "--bots", 0, 9, text="bots", default=0)
    @click.option("--open", "open_", is_flag=True, help=say("cli.open"))
    @number_option(say, "--port", 0, 65535, text="port_any", default=DEFAULT_PORT)
    @click.option("--bind", metavar=say("cli.meta.address"), help=say("cli.bind"))
    @click.option("--no-mdns", is_flag=True, help=say("cli.no_mdns"))
    @number_option(say, "--grace", 2, 600, text="grace", metavar="seconds")
    @click.option(
        "--resume",
        metavar=f"[{say('cli.meta.table')}]",
        is_flag=False,
        flag_value="",
        help=say("cli.resume"),
    )
    @click.option(
        "--score-of",
        metavar=f"[{say('cli.meta.table')}]",
        is_flag=False,
        flag_value="",
        help=say("cli.score_of"),
    )
    @chair_options(say)
    def host(**options: Any) -> int:
        seat = chair(options)
        exclude("resume", "score_of", *_OF_ITS_OWN)
        exclude("score_of", *_OF_ITS_OWN)
        if options["resume"] is not None or options["score_of"] is not None:
            door = _door(seat, options)
            return sit_down(seat, lambda: _resumed(seat, options, door))
        options = liked(options, seat.settings)
        game = _game(options)
        variant = variant_of(options["game"])
        seats = game["players"] or variant.seats[0]
        if options["bots"] >= seats:
            raise MisuseError("too_many_bots", seats=str(seats), most=str(seats - 1))
        words = speaker(seat.settings.lang)
        name = options["name"]
        if name is None:
            name = words("cli.default_table", player=seat.player)
        check_name(name, TABLE_NAME_CELLS)
        config = HostConfig(
            table=name, bots=options["bots"], **_door(seat, options), **_sitting(seat), **game
        )
        return sit_down(seat, lambda: config)

    return host


def _resumed(seat: Chair, options: dict[str, Any], door: dict[str, Any]) -> HostConfig:
    """The table that is meant, to be taken up again or to start from: the newest that fits.

    Raises:
        MisuseError: there is none.
        LocalError: the home cannot be read.
    """
    from net.session import unfinished

    again = options["resume"] is not None
    meant = options["resume"] if again else options["score_of"]
    table = next(unfinished(seat.home, meant), None)
    if table is None:
        raise MisuseError("no_saved_table", table=meant)
    return HostConfig(
        table=table.name,
        resume=table.table if again else None,
        score_of=None if again else table.table,
        **door,
        **_sitting(seat),
    )


def join_command(say: Say) -> click.Command:
    """`jass join`: sits down at somebody's table."""

    @click.command("join", cls=Once, help=say("cli.help_join"))
    @click.argument("where", metavar=say("cli.meta.where"), required=False)
    @click.option("--watch", is_flag=True, help=say("cli.watch"))
    @click.option("--bind", metavar=say("cli.meta.address"), help=say("cli.bind"))
    @chair_options(say)
    def join(where: str | None, **options: Any) -> int:
        seat = chair(options)
        exclude("watch", "autoplay")
        by_address = where is not None and is_address(where)
        if where is not None:
            check_name(where, None if by_address else TABLE_NAME_CELLS)
        config = JoinConfig(
            address=where if by_address else None,
            table=None if by_address else where,
            bind=local_address(options["bind"]),
            watch=options["watch"],
            **_sitting(seat),
        )
        return sit_down(seat, lambda: config, watching=options["watch"])

    return join


def is_address(where: str) -> bool:
    """Whether `where` is an address: it contains a colon or is an IP literal; else it is a name."""
    if ":" in where:
        return True
    try:
        ipaddress.ip_address(where)
    except ValueError:
        return False
    return True


def sit_down(seat: Chair, find: Callable[[], TableConfig], *, watching: bool = False) -> int:
    """Plays the session in the way the seat asks for and returns the exit code.

    Args:
        seat: whose it is.
        find: what to open, once the arguments are understood: a script is told why that fails.
        watching: whether there is no seat.
    """
    say, autoplay = speaker(seat.settings.lang), seat.autoplay is not None

    def found() -> TableConfig:
        check_home(seat.home)
        config = find()
        seat.keep_name()
        return config

    async def opened() -> Session:
        return await open_session(found())

    if seat.headless:
        from tui import headless

        async def script(hold: Hold) -> int:
            return await headless.run(hold(opened()), say, autoplay=autoplay, watching=watching)

        return asyncio.run(stoppable(script))
    config = found()
    if seat.plain:
        from tui import plain

        async def lines(hold: Hold) -> int:
            opening = hold(open_session(config))
            return await plain.run(
                opening,
                seat.settings,
                autoplay=autoplay,
                watching=watching,
                config=config,
                hold=hold,
            )

        return asyncio.run(stoppable(lines))
    from tui.start import run_app

    return run_app(seat.home, seat.settings, config)
