"""The saved tables of a home: found by the beginning of their name, named by it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Final

from net.errors import JassError
from tui.settings import home_folder

__all__ = ["command_for", "saved_tables", "tables_named"]

SHORT: Final = 8
"""Letters of a table's name that are shown: of thousands of tables no two share so many."""

_NAME: Final = re.compile("[0-9a-f]{64}")


def saved_tables(home: Path) -> list[Path]:
    """The files of logs in this home, the newest first; none where the folder cannot be read."""
    try:
        return tables_named(home, "")
    except JassError:
        return []


def tables_named(home: Path, beginning: str) -> list[Path]:
    """The logs in this home whose names begin so, the newest first; all for "".

    Raises:
        LocalError: the folder cannot be read.
    """
    from net.session import saved_logs  # cryptography comes with it

    wanted = beginning.lower().removesuffix(".jass")
    logs = (path for _, path in saved_logs(home))
    return [path for path in logs if path.stem.startswith(wanted) and path.is_file()]


def command_for(verb: str, log: Path | None, home: Path | None = None) -> str:
    """What to type to have a saved table checked or shown, as short as it can be.

    Args:
        verb: the command, ``verify`` or ``replay``.
        log: which table; None is the newest.
        home: where the newest is; None is the usual home. A log tells its home by its place.
    """
    words = ["jass", verb]
    if log is not None:
        named = _NAME.fullmatch(log.stem) is not None
        home = log.parent.parent if named else None
        words.append(log.stem[:SHORT] if named else shlex.quote(str(log)))
    if home is not None and home != home_folder(None):
        words += ["--home", shlex.quote(str(home))]
    return " ".join(words)
