"""How ``--help`` reads: click's own words in the user's language, and its placeholders too."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from tui.texts import Say

__all__ = ["Once", "TwiceError", "Whole", "number_option", "spoken"]

if TYPE_CHECKING:
    _Number = click.ParamType[int]
else:
    _Number = click.ParamType  # not every release of click can be asked for its type

_Command = TypeVar("_Command", bound=Callable[..., object])

_Any = TypeVar("_Any", bound=click.Command)

_HEADINGS: Final = {"Options": "cli.options", "Commands": "cli.commands"}
"""What click writes over the parts of a help page, and our text for it."""


class Whole(_Number):
    """A whole number from `low` to `high`; the help says so in words, not in a formula."""

    name = "number"

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """The number.

        Raises:
            BadParameter: it is none, or too small or too large.
        """
        try:
            number = int(str(value))
        except ValueError:
            number = self.low - 1
        if not self.low <= number <= self.high:
            self.fail(f"{self.low} to {self.high}", param, ctx)
        return number


class TwiceError(click.UsageError):
    """An option with a value was given twice; `option` as it is typed."""

    def __init__(self, option: str) -> None:
        super().__init__(option)
        self.option = option


class Once(click.Command):
    """A command whose options say one thing: click would take the last and drop the others."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """See click.

        Raises:
            TwiceError: an option that takes one value was given two.
        """
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        for place, param in enumerate(order):
            single = isinstance(param, click.Option) and not (param.multiple or param.is_flag)
            if single and param in order[:place]:
                raise TwiceError(max(param.opts, key=len))
        return super().parse_args(ctx, args)


def number_option(
    say: Say, name: str, low: int, high: int, *, text: str, metavar: str = "number", **more: Any
) -> Callable[[_Command], _Command]:
    """An option that takes a number; `text` and `metavar` are codes, as ``cli.…``."""
    return click.option(
        name,
        type=Whole(low, high),
        metavar=say(f"cli.meta.{metavar}"),
        help=f"{say(f'cli.{text}').rstrip('.')} {say('cli.span', low=low, high=high)}.",
        **more,
    )


class _Page(click.HelpFormatter):
    """A help page in one language."""

    say: Say

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The first line."""
        super().write_usage(prog, args, f"{self.say('cli.usage')} " if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """The line over a part."""
        code = _HEADINGS.get(heading)
        super().write_heading(heading if code is None else self.say(code))


def spoken(command: _Any, say: Say) -> _Any:
    """The command with its help in the language of `say`, its one sentence never cut short."""

    class Spoken(click.Context):
        def make_formatter(self) -> click.HelpFormatter:
            page = _Page(width=self.terminal_width, max_width=self.max_content_width)
            page.say = say
            return page

    command.context_class = Spoken
    command.options_metavar = say("cli.meta.options")
    command.short_help = command.help
    return command
