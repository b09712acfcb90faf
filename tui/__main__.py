"""The command `jass`. Alone it is the title screen; that way must start fast.

Before the first frame neither click nor anything of the network is imported, so the case without
arguments is told apart by hand.
"""

import sys

__all__ = ["main"]


def main() -> int:
    """Runs the command line of this process; returns the exit code."""
    if len(sys.argv) > 1:
        from tui.commands import run

        return run(sys.argv[1:])
    from tui.app import run_title

    return run_title()


if __name__ == "__main__":
    sys.exit(main())
