"""The ways into the screen: the title, a table, the list of tables, a replay."""

from __future__ import annotations

import contextlib
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from net.commands import JoinConfig
from tui.opening import TableConfig
from tui.saved import command_for
from tui.settings import Settings, home_folder, load_settings, unusable
from tui.texts import Lang, text

if TYPE_CHECKING:
    from net.session import Replay
    from tui.app import JassApp

__all__ = ["StartRequest", "run", "run_app", "run_replay", "run_title", "way_back"]


@dataclass(frozen=True, slots=True)
class StartRequest:
    """How the app starts.

    Attributes:
        kind: the title screen, a table (``config``), the tables on the network, or a ``replay``.
        home: the player's folder.
        settings: as they hold for this run; only the settings screen writes them to disk.
    """

    kind: Literal["title", "table", "tables", "replay"]
    home: Path
    settings: Settings
    config: TableConfig | None = None
    replay: Replay | None = None


def run(start: StartRequest) -> int:
    """Runs the screen until it ends; returns the exit code."""
    stderr = sys.__stderr__
    if sys.platform != "win32" and not (stderr is not None and stderr.isatty()):
        # Textual draws on standard error: redirected, the screen would stay empty.
        out = sys.stdout if sys.stdout is not None and sys.stdout.isatty() else sys.stderr
        print(text(start.settings.lang, "error.no_terminal"), file=out)
        return 2
    from tui.app import JassApp  # Textual comes with it

    app = JassApp(start)
    result = app.run(mouse=False)
    with contextlib.suppress(OSError):  # nobody reads it in a window that was closed
        _tell_of_log(app)
    return app.return_code or 0 if result is None else result


def _tell_of_log(app: JassApp) -> None:
    """Where the log of the table is that was left last, and the way back to that table."""
    if app.left_log is not None:
        check, show = (command_for(verb, app.left_log) for verb in ("verify", "replay"))
        log = app.left_log.absolute()
        print(text(app.settings.lang, "game.left_log", log=log, check=check, show=show))
        if app.left_open:
            guest = isinstance(app.config, JoinConfig)
            print(way_back(app.settings.lang, app.home, guest=guest))


def way_back(lang: Lang, home: Path, *, guest: bool) -> str:
    """What to type to sit at the table again; the title screen knows only the usual home."""
    if home == home_folder(None):
        return text(lang, "game.way_back")
    verb = "join" if guest else "host --resume"
    command = f"jass {verb} --home {shlex.quote(str(home))}"
    return text(lang, "game.way_back_home", command=command)


def run_title() -> int:
    """`jass` without arguments."""
    home = home_folder(None)
    settings = load_settings(home)
    ignored = unusable(home, settings.lang)
    if ignored is not None:
        print(ignored, file=sys.stderr)
    return run(StartRequest("title", home, settings))


def run_app(home: Path, settings: Settings, config: TableConfig) -> int:
    """`jass host`, `join`, `play`: straight to the table; join without a name shows the list."""
    if isinstance(config, JoinConfig) and config.address is None and config.table is None:
        return run(StartRequest("tables", home, settings, config=config))
    return run(StartRequest("table", home, settings, config=config))


def run_replay(home: Path, settings: Settings, replay: Replay) -> int:
    """`jass replay`."""
    return run(StartRequest("replay", home, settings, replay=replay))
