"""The command `league`: who leads, over all saved games of this device."""

from __future__ import annotations

import shutil
import sys
from typing import Any

import click

from tui.commands.common import (
    chair_language,
    language_options,
    named_home,
    printable,
    reading,
    variant_of,
)
from tui.commands.usage import Once
from tui.texts import Say, speaker

__all__ = ["league_command"]


def league_command(say: Say) -> click.Command:
    """`jass league`: checks all saved games and prints who leads, in every game or in one."""

    @click.command("league", cls=Once, help=say("cli.help_league"))
    @click.argument("slug", metavar=f"[{say('cli.meta.game')}]", required=False)
    @language_options(say)
    def league(slug: str | None, **options: Any) -> int:
        words = speaker(chair_language(options))
        game = variant_of(slug).slug if slug is not None else None
        home = named_home(options)
        from net import session  # cryptography comes with it
        from tui.league import league_lines

        with reading():
            found = session.league(home, _progress(words))
            width = shutil.get_terminal_size().columns
            for line, _ in league_lines(words, found, width, game):
                click.echo(printable(line))
        return 0

    return league


def _progress(say: Say) -> Any:
    """Tells somebody who waits at a terminal how far it is; a file gets only the result."""

    def told(done: int, of: int) -> None:
        if sys.stderr is None or not sys.stderr.isatty():
            return
        text = say("league.reading", done=done, count=of)
        # Over itself, and gone at the end: the table is what somebody wants to see.
        click.echo(f"\r{text}" if done < of else f"\r{' ' * len(text)}\r", nl=False, err=True)

    return told
