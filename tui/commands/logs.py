"""The commands that read a saved game: `verify` and `replay`."""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tui.commands.common import (
    MisuseError,
    chair,
    chair_language,
    language_options,
    named_home,
    person_options,
    printable,
    reading,
)
from tui.commands.usage import Once, number_option
from tui.lines import readable
from tui.present.report import report_sentence, report_sentences
from tui.saved import tables_named
from tui.texts import Say, speaker

if TYPE_CHECKING:
    from net.session import Replay

__all__ = ["replay_command", "verify_command"]

SEATS = 10
"""The largest table there is."""

_WORST = (1, 2, 3, 0)
"""Of several logs the exit code is the worst: cheating, unreadable, unfinished, proven."""


def verify_command(say: Say) -> click.Command:
    """`jass verify`: checks whole saved games with nothing but their files."""

    @click.command("verify", cls=Once, help=say("cli.help_verify"))
    @click.argument("logs", metavar=f"{say('cli.meta.log')}...", nargs=-1)
    @language_options(say)
    def verify(logs: tuple[str, ...], **options: Any) -> int:
        words = speaker(chair_language(options))
        home = named_home(options)
        with reading():
            paths = [_found(home, log) for log in logs or ("",)]
            return min((_check(words, path, len(logs) > 1) for path in paths), key=_WORST.index)

    return verify


def _check(say: Say, path: Path, several: bool) -> int:
    """Prints what a log proves, beside its name where there are several; the exit code."""
    from net import session  # cryptography comes with it

    report = session.verify(path)
    for line in report_sentences(say, report.sentences, len(report.partien)):
        click.echo(readable(f"{printable(str(path))}: {line}" if several else line, sys.stdout))
    return report.exit_code


def replay_command(say: Say) -> click.Command:
    """`jass replay`: goes through a saved game."""

    @click.command("replay", cls=Once, help=say("cli.help_replay"))
    @click.argument("log", metavar=say("cli.meta.log"), default="")
    @click.option("--text", is_flag=True, help=say("cli.text"))
    @click.option("--notation", is_flag=True, help=say("cli.notation"))
    @click.option("--plain", is_flag=True, help=say("cli.plain"))
    @number_option(say, "--seat", 1, SEATS, text="replay_seat")
    @person_options(say)
    def replay(log: str, text: bool, notation: bool, seat: int | None, **options: Any) -> int:
        mine = chair(options)
        home = named_home(options)
        words = speaker(mine.settings.lang)
        with reading():
            path = _found(home, log)
            recorded, said = _recorded(words, path)
            recorded = _turned(recorded, home, seat)
        done = 0
        if notation and any(step.view.state.owners for step in recorded.steps):
            click.echo(_noted(path) or readable(words("replay.no_notation"), sys.stdout))
        elif text or mine.plain or not recorded.steps:
            from tui.plain import replay_lines

            lines = list(replay_lines(recorded, mine.settings))
            if not (lines or said):
                lines = [readable(words("replay.no_hand"), sys.stdout)]
            for line in lines:
                click.echo(line)
        else:
            from tui.start import run_replay

            done = run_replay(home, mine.settings, recorded)
        if said:
            click.echo(said, err=True)
            return 2
        return done

    return replay


def _noted(path: Path) -> str:
    """A saved game in notation, "" when none of it can be told so."""
    from net import session  # cryptography comes with it

    return session.notation(path).rstrip("\n")


def _recorded(say: Say, path: Path) -> tuple[Replay, str]:
    """A saved game as far as it is sound, and the sentence that says where it is damaged, if so.

    Raises:
        MisuseError: it cannot be read.
    """
    from net import session  # cryptography comes with it

    try:
        recorded = session.replay(path)
    except OSError as error:
        code = "file_too_long" if error.errno == errno.EFBIG else "log_missing"
        raise MisuseError(code, path=str(path), file=str(path)) from None
    if recorded.fault is None:
        return recorded, ""
    return recorded, report_sentence(say, *session.verify(path).sentences[-1])


def _turned(recorded: Replay, home: Path, seat: int | None) -> Replay:
    """With the cards in front of the seat that was named, else of the person of this home.

    Raises:
        MisuseError: there is no such seat.
        LocalError: the identity of this home is damaged.
    """
    from net import session

    if seat is None:
        return recorded.seen_by(session.identity_of(home))
    if seat > len(recorded.players):
        raise MisuseError("no_such_seat")
    return recorded.seen_from(seat - 1)


def _found(home: Path, log: str) -> Path:
    """The file somebody named: by its path or the beginning of a saved table's name; "" the newest.

    Raises:
        MisuseError: it is not there, or may not be read; or the beginning fits several.
        LocalError: the saved tables cannot be read.
    """
    path = Path(log)
    if not log or not _is_there(path):
        fitting = tables_named(home, log)
        if not log and not fitting:
            raise MisuseError("log_none")
        if log and len(fitting) > 1:
            raise MisuseError("log_several", file=log, count=str(len(fitting)))
        path = next(iter(fitting), path)
    try:
        if path.is_file():  # opening a pipe would wait for ever
            with path.open("rb"):
                return path
    except (OSError, ValueError):
        pass
    raise MisuseError("log_missing", file=log or path.name)


def _is_there(path: Path) -> bool:
    """Whether there is something; what is no path at all, such as a name too long, is not there."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
