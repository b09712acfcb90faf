"""The command `jass`. Alone it is the title screen; that way must start fast.

Before the first frame neither click nor anything of the network is imported, so the case without
arguments is told apart by hand.
"""

import io
import os
import sys

__all__ = ["main"]


def main() -> int:
    """Runs the command line of this process; returns the exit code."""
    _open_closed_files()
    if len(sys.argv) > 1:
        from tui.commands import run

        return _flushed(run(sys.argv[1:]))
    from tui.start import run_title

    return _flushed(run_title())


def _open_closed_files() -> None:
    """Stands in for standard files that were closed, and lets no letter be unprintable.

    Else the next file that is opened, a socket or a log, would get their number.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
            if number != 1:  # where nothing can be written to, a command says so
                setattr(sys, name, os.fdopen(number, "r" if number == 0 else "w"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _flushed(code: int) -> int:
    """The exit code, once everything is written: what cannot be must not be tried again at exit."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        from tui.faults import UNREAD

        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return code or (UNREAD if isinstance(error, BrokenPipeError) else 1)
    return code


if __name__ == "__main__":
    sys.exit(main())
