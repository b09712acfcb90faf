"""The command `jass`: what it understands, and how everything that goes wrong becomes a sentence.

Exit codes: 0 done, 1 it went wrong, 2 wrong use or unreadable input, 130 interrupted, 143 and 129
ended by SIGTERM or SIGHUP at a table, 141 when nobody reads what is written; those of `verify` are
listed with `net.core.verify.VerifyReport`. Every error is one plain sentence on standard error in
the user's language; none shows a traceback.
"""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module

import click

from net.errors import JassError
from net.release import release
from tui.commands.common import (
    MisuseError,
    chair,
    check_home,
    early_home,
    early_lang,
    nearest,
    person_options,
    printable,
)
from tui.commands.usage import Once, TwiceError, Whole, spoken
from tui.faults import UNREAD, as_error
from tui.lines import readable
from tui.settings import load_settings, unusable
from tui.texts import Say, error_text, speaker

__all__ = ["group", "run", "sentence"]

_MODULES = {
    "host": "tables",
    "join": "tables",
    "play": "tables",
    "verify": "logs",
    "replay": "logs",
    "rules": "rules",
    "league": "league",
    "doctor": "doctor",
}
"""Which module makes each command; only the one that is asked for is imported."""

INTERRUPTED = 130
"""The exit code of a program that was stopped by its user, as shells count it."""

_ALSO_MISUSE = {
    "several_tables",
    "bad_name",
    "damaged_log",
    "damaged_file",
    "damaged_identity",
    "damaged_known",
    "file_too_long",
    "secrets_lost",
}
"""Errors found later that are wrong use or unreadable input all the same (exit code 2)."""


class _Commands(Once, click.Group):
    """Commands made when they are needed, in the user's language."""

    def __init__(self, say: Say) -> None:
        super().__init__(
            "jass",
            help=say("cli.help"),
            invoke_without_command=True,
            callback=_title_screen,
            subcommand_metavar=f"[{say('cli.meta.command')}]",
        )
        self.say = say

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order somebody meets them."""
        del ctx
        return list(_MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name.

        Raises:
            MisuseError: there is none; with the nearest name, if one is near.
        """
        del ctx
        if cmd_name not in _MODULES:
            near = nearest(cmd_name, _MODULES)
            raise MisuseError(
                "no_command_near" if near else "no_command", command=cmd_name, near=near or ""
            )
        module = import_module(f"tui.commands.{_MODULES[cmd_name]}")
        make: Callable[[Say], click.Command] = getattr(module, f"{cmd_name}_command")
        return spoken(make(self.say), self.say)


def _title_screen(**options: object) -> int | None:
    """`jass` without a command: the title screen, for the person that the options describe."""
    if click.get_current_context().invoked_subcommand is not None:
        return None
    seat = chair(options)
    check_home(seat.home)
    seat.keep_name()
    # Whoever has no name yet is asked for it there, as by `jass` without any option.
    player = seat.player if seat.named else load_settings(seat.home).player
    from tui.start import StartRequest
    from tui.start import run as run_screen

    return run_screen(StartRequest("title", seat.home, replace(seat.settings, player=player)))


def group(say: Say) -> click.Group:
    """The whole command line, with help in the language of `say`."""
    commands = spoken(_Commands(say), say)
    version = click.version_option(release(), message="jass %(version)s", help=say("cli.version"))
    commands = version(person_options(say)(commands))
    commands.params.reverse()  # what describes the person first, the version and the help last
    return commands


def run(arguments: Sequence[str]) -> int:
    """Runs one command line and returns its exit code."""
    lang = early_lang(arguments)
    say = speaker(lang)
    if sys.stdout is None:
        return _fail(say("error.no_output"), 2)
    ignored = unusable(early_home(arguments), lang)
    if ignored is not None:
        print(printable(ignored), file=sys.stderr)
    try:
        result = group(say).main(list(arguments), prog_name="jass", standalone_mode=False)
    except MisuseError as error:
        return _fail(sentence(say, error), 2)
    except JassError as error:
        return _fail(sentence(say, error), 2 if error.code in _ALSO_MISUSE else 1)
    except click.UsageError as error:
        return _fail(sentence(say, _misuse(error)), 2)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # click makes the second of the first
        # Whoever read our output has gone; Python must not try to flush the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    except Exception as error:
        # A fault of ours. Its traceback helps whoever mends it, not whoever wanted to play.
        if os.environ.get("JASS_DEBUG") and not isinstance(error, OSError):
            raise
        return _fail(sentence(say, as_error(error)), 1)
    return result if isinstance(result, int) else 0


def sentence(say: Say, error: JassError) -> str:
    """The sentence of an error in the user's language, or its own English one."""
    return error_text(say, error.code, error.facts, error.sentence)


def _fail(text: str, code: int) -> int:
    print(readable(printable(text), sys.stderr), file=sys.stderr)
    return code


def _misuse(error: click.UsageError) -> MisuseError:
    """What click found wrong, as one of our sentences."""
    match error:
        case click.NoSuchOption():
            near = error.possibilities[0] if error.possibilities else ""
            code = "no_option_near" if near else "no_option"
            return MisuseError(code, option=error.option_name, near=near)
        case TwiceError():
            return MisuseError("option_twice", option=error.option)
        case click.BadOptionUsage():
            return MisuseError("option_needs_value", option=error.option_name)
        case click.MissingParameter():
            return MisuseError("argument_missing", argument=_shown(error))
        case click.BadParameter(param=click.Parameter(type=click.Choice() as choice)):
            choices = ", ".join(map(str, choice.choices))
            return MisuseError("option_choices", option=_shown(error), choices=choices)
        case click.BadParameter(param=click.Parameter(type=Whole() as span)):
            return MisuseError(
                "option_range", option=_shown(error), low=str(span.low), high=str(span.high)
            )
        case _:
            # The one thing left is more arguments than the command takes; click names them last.
            what = error.format_message().rpartition("(")[2].rstrip(")")
            return MisuseError("arguments_not_understood", what=what)


def _shown(error: click.BadParameter) -> str:
    """How the user wrote, or would write, the option or argument an error is about."""
    param = error.param
    if param is None:
        return str(error.param_hint or "")
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.human_readable_name.removesuffix("...")
