"""The app: one process, one player, at most one table. Screens ask it, the bridge tells it."""

from __future__ import annotations

import asyncio
import contextlib
import io
import sys
import time
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from textual import constants
from textual.app import App, SystemCommand
from textual.screen import Screen

from net.commands import Admit, Command
from net.updates import Failed, Said, TurnCame, Update, ViewChanged
from tui.afresh import GOING_ON_SECONDS
from tui.bridge import Bridge, Opener, Told
from tui.hangup import HUNG_UP, heed_signals, last_word, watch_terminal
from tui.keymap import bindings
from tui.opening import TableConfig, open_anywhere, open_session
from tui.present.known import Known
from tui.present.moved import left_over
from tui.screens.base import JassScreen
from tui.settings import load_settings, save_settings
from tui.skins.decks import DECK_LOOKS
from tui.start import StartRequest
from tui.texts import text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.driver import Driver

    from engine.actions import Action
    from net.session import Session

__all__ = ["JassApp"]

INTERRUPTED = 130

LEAVING_SECONDS = 0.8
"""How long the screen waits for the others to have the last entry."""

HEARING_SECONDS = 10.0
"""How long they may go on getting it behind the title screen; after that from each other."""


class JassApp(App[int]):
    """The Textual app. Its result is the exit code."""

    TITLE = "Jass"
    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "f2"
    CSS = """
    Screen { background: #121212; overflow: hidden; layers: base; }
    .hell Screen, Screen.hell { background: #ffffff; }
    """
    BINDINGS = bindings("app")

    def __init__(self, start: StartRequest) -> None:
        super().__init__()
        self.start_request = start
        self.settings = start.settings
        self.home = start.home
        self.known = Known(home=start.home)
        self.bridge: Bridge | None = None
        self.waiting_screen: Screen[Any] | None = None
        self.config = start.config
        """How the table of this session is, or was, opened."""
        self.left_log: Path | None = None
        """The record of the Partie that was left last."""
        self.left_open = False
        """That Partie goes on: there is a way back to it."""
        self._last_session: asyncio.Task[None] | None = None
        self._ending = False
        self.set_keymap(dict(start.settings.keys))

    # --- start ---

    def get_driver_class(self) -> type[Driver]:
        """What reads the keys."""
        if sys.platform == "win32" or constants.DRIVER is not None:
            return super().get_driver_class()
        from tui.driver import TerminalDriver

        return TerminalDriver

    def get_default_screen(self) -> Screen[Any]:
        """The first screen is the first thing painted: nothing waits for the network."""
        match self.start_request.kind:
            case "title":
                from tui.screens.title import TitleScreen

                return TitleScreen()
            case "replay":
                from tui.screens.replay import ReplayScreen

                return ReplayScreen(self.start_request.replay)
            case "tables":
                from tui.screens.tables import TablesScreen

                return TablesScreen()
            case "table":
                from tui.screens.lobby import LobbyScreen

                return LobbyScreen()

    def on_mount(self) -> None:
        """After the first paint the session is opened."""
        self.theme = "textual-light" if self.settings.theme == "hell" else "textual-dark"
        self._heed_signals()
        config = self.start_request.config
        if config is not None and self.start_request.kind == "table":
            self.call_after_refresh(self._begin, partial(open_session, config))

    def _heed_signals(self) -> None:
        """Whoever ends the program from outside finds the terminal as it was."""
        # A signal comes in the middle of anything: as a message it is heard where Textual knows
        # which app is running, as the timers of a screen that is opened then have to.
        heed_signals(partial(self.call_later, self.quit))
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            watch_terminal(lambda: loop.call_soon_threadsafe(self.call_later, self.quit, HUNG_UP))

    # --- the session ---

    def _begin(self, opener: Opener) -> None:
        self.known = Known(home=self.home)
        self.bridge = Bridge(self, self._after_the_last(opener))
        self.bridge.start()

    def _after_the_last(self, opener: Opener) -> Opener:
        closing = self._last_session
        if closing is None or closing.done():
            return opener

        async def opened() -> Session:
            await asyncio.wait({closing})  # one home, one session
            return await opener()

        return opened

    def open_table(self, config: TableConfig) -> None:
        """Opens or joins a table from another screen."""
        from tui.screens.lobby import LobbyScreen

        self.known = Known(home=self.home)
        self.config = config
        self.push_screen(LobbyScreen())
        self._begin(partial(open_anywhere, config))

    def open_instead(self, config: TableConfig, last: Command) -> None:
        """Opens another table and keeps the seat at this one, whose last word is ``last``."""
        bridge, self.bridge = self.bridge, None
        if bridge is not None:
            self._last_session = asyncio.create_task(bridge.close(GOING_ON_SECONDS, last))
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.open_table(config)

    def act(self, command: Command) -> None:
        """Sends a command to the session."""
        if self.bridge is not None:
            self.bridge.act(command)

    def unasked_now(self) -> tuple[Action, ...]:
        """What my seat may do although it is not asked; the engine says it."""
        from engine.game import unasked

        return () if self.known.view is None else unasked(self.known.view)

    def on_told(self, message: Told) -> None:
        """The session told something."""
        if message.bridge is not self.bridge:
            return
        update = message.update
        self.known.apply(update, time.monotonic())
        if isinstance(update, (ViewChanged, TurnCame)):
            self._show_table()
        if isinstance(update, Failed):
            self._show_failure(update)
            return
        if isinstance(update, Said) and self.settings.bell:
            self.bell()
        self._tell_screens(update)

    def _tell_screens(self, update: Update) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, JassScreen):
                screen.told(update)

    def _shows_end(self) -> bool:
        from tui.screens.ends import GameEndScreen, HandEndScreen

        ends = (GameEndScreen, HandEndScreen)
        return any(isinstance(one, ends) for one in (*self.screen_stack, self.waiting_screen))

    def _show_table(self) -> None:
        from tui.screens.table import TableScreen

        if not any(isinstance(screen, TableScreen) for screen in self.screen_stack):
            self.push_screen(TableScreen())

    def show_over_table(self, screen: Screen[Any]) -> None:
        """Puts the end of a hand or of the Partie over the table.

        Somebody who writes a line or reads a page is not interrupted: it comes when the table is
        seen again.
        """
        from tui.screens.ends import HandEndScreen
        from tui.screens.table import TableScreen

        if isinstance(self.screen, TableScreen | HandEndScreen):
            self.push_screen(screen)
        else:
            self.waiting_screen = screen

    def show_what_waited(self) -> None:
        """The table is seen again."""
        screen, self.waiting_screen = self.waiting_screen, None
        if screen is not None:
            self.push_screen(screen)

    def _show_failure(self, failed: Failed) -> None:
        from tui.screens.failed import FailedScreen

        if left_over(self.known) and self._shows_end():
            self._tell_screens(failed)  # the result stays, with the way to the other table
            return
        self.push_screen(FailedScreen(failed), lambda _: self._table_left(1))

    def leave_table(self) -> None:
        """Asks, saying what it costs, then leaves the table on purpose."""
        from tui.screens.dialog import Ask

        def answered(yes: bool | None) -> None:
            if yes:
                self._table_left(0)

        self.push_screen(Ask(self._leaving_costs()), answered)

    def _leaving_costs(self) -> str:
        from tui.present.look import Look
        from tui.present.told import leaving_costs

        return leaving_costs(Look(80, 24, self.settings), self.known)

    def _table_left(self, code: int) -> None:
        from tui.screens.failed import SavingScreen

        known = self.known
        if known.game is not None:
            self.left_log = known.game.log
        elif known.view is not None and known.table is not None:
            self.left_log = known.table.log
        online = known.table is not None and bool(known.table.address)
        mine = online and not known.watching
        self.left_open = mine and known.view is not None and known.game is None
        bridge, self.bridge = self.bridge, None  # from here on it has no word on the screen
        self.waiting_screen = None
        self.push_screen(SavingScreen())
        self.run_worker(self._close_session(bridge, code), name="leave", exit_on_error=False)

    async def _close_session(self, bridge: Bridge | None, code: int) -> None:
        back = self.start_request.kind in ("title", "tables") and not self._ending
        if bridge is not None:
            patience = HEARING_SECONDS if back else LEAVING_SECONDS
            closing = bridge.close(patience, last_word(code))
            self._last_session = asyncio.create_task(closing)
            await asyncio.wait({self._last_session}, timeout=LEAVING_SECONDS if back else None)
        if back:
            while len(self.screen_stack) > 1:
                self.pop_screen()
            self.known = Known(home=self.home)
        else:
            self.exit(code)

    def quit(self, code: int) -> None:
        """Ends the program, leaving a table first."""
        if self.bridge is None:
            self.exit(code)
        else:
            self._ending = True
            self._table_left(code)

    # --- what screens ask for ---

    def from_title(self, what: str) -> None:
        """An entry of the title screen."""
        from tui.screens.flows import open_entry

        open_entry(self, what)

    def chat(self) -> None:
        """A line of chat; during a hand only phrases; from beside the table only reading."""
        from tui.screens.chat import ask_for_line

        if self.known.lobby is not None:  # else nobody is there yet
            ask_for_line(self)

    def answer_knock(self, *, yes: bool) -> None:
        """Lets in, or sends away, whoever knocks first; others may still be waiting behind."""
        if self.known.knocks:
            knock = self.known.knocks[0]
            self.act(Admit(knock.identity_hex, yes))
            self.known.knock_answered(knock.identity_hex)

    @property
    def game(self) -> str:
        """The slug of the game at the table, or of the one that is proposed."""
        from engine.game import all_variants

        return self.known.lobby.game if self.known.lobby is not None else all_variants()[0].slug

    def show(self, screen: Screen[Any]) -> None:
        """Lays a page over what is there."""
        self.push_screen(screen)

    def clean_name(self, name: str) -> str:
        """A name as others may see it."""
        from net.core.clean import clean_name

        return clean_name(name)

    def next_deck(self) -> None:
        """The other deck, on this screen only."""
        place = DECK_LOOKS.index(self.settings.deck)
        self.change_settings(deck=DECK_LOOKS[(place + 1) % 2])

    def change_settings(self, **changes: Any) -> None:
        """Changes settings for this run."""
        self.settings = replace(self.settings, **changes)
        if isinstance(self.screen, JassScreen):
            self.screen.repaint()

    def keep_settings(self, **changes: Any) -> None:
        """Changes settings and keeps these on disk; what else holds for this run is not kept."""
        self.settings = replace(self.settings, **changes)
        self.theme = "textual-light" if self.settings.theme == "hell" else "textual-dark"
        try:
            save_settings(self.home, replace(load_settings(self.home), **changes))
        except OSError as error:
            said = text(self.settings.lang, "error.system", what=str(error))
            self.notify(said, severity="error", markup=False)

    def keep_favourite(self, game: str, players: int, options: Mapping[str, object]) -> str:
        """Keeps rules as the player's own favourite of a game; returns what to say then.

        The last of them is what a table is opened with when nothing else is asked for.
        """
        from tui.present.tablerules import favourite_of

        others = {slug: own for slug, own in self.settings.favourites.items() if slug != game}
        favourites = {**others, game: favourite_of(game, players, options)}
        self.keep_settings(favourites=favourites)
        lang = self.settings.lang
        return text(lang, "options.kept", game=text(lang, f"game.{game}"))

    def _handle_exception(self, error: Exception) -> None:
        """A fault of ours ends in one sentence; what happened is kept in a file."""
        if self.is_headless:  # a test wants to see it
            super()._handle_exception(error)
        else:
            self._crash("".join(traceback.format_exception(error)))

    def panic(self, *renderables: RenderableType) -> None:
        """The same for what a thread of Textual's raised, which would end with 0 and all of it."""
        if self.is_headless:
            super().panic(*renderables)
            return
        plain = Console(file=io.StringIO(), no_color=True, width=100)
        with plain.capture() as found:
            plain.print(*renderables)
        self._crash(found.get())

    def _crash(self, details: str) -> None:
        file = self.home / "crash.txt"
        with contextlib.suppress(OSError):
            self.home.mkdir(parents=True, exist_ok=True)
            file.write_text(details, encoding="utf-8")
        self.exit(1, 1, text(self.settings.lang, "error.crash", file=file))

    # --- keys that work everywhere ---

    def action_command_palette(self) -> None:
        """The palette, whose page keys go to its ends."""
        from tui.screens.palette import Palette

        if not isinstance(self.screen, Palette):
            ask = text(self.settings.lang, "palette.search")
            self.push_screen(Palette(placeholder=ask, id="--command-palette"))

    def action_help(self) -> None:
        """Help for the screen on top."""
        from tui.screens.pages import HelpScreen

        screen = self.screen
        if isinstance(screen, JassScreen) and not isinstance(screen, HelpScreen):
            self.push_screen(HelpScreen(screen))

    def action_boss(self) -> None:
        """Work."""
        from tui.screens.pages import BossScreen

        if not isinstance(self.screen, BossScreen):
            self.push_screen(BossScreen())

    def action_interrupt(self) -> None:
        """Ctrl+C: ask once; the second time it means it."""
        from tui.screens.dialog import Ask

        if isinstance(self.screen, Ask) or self.bridge is None:
            self.quit(INTERRUPTED)
        else:
            self.action_ask_quit()

    def action_ask_quit(self) -> None:
        """Ctrl+Q: asks when a table would be left."""
        if self.bridge is None:
            self.quit(0)
        else:
            self._ask_end(self._leaving_costs())

    def ask_end(self) -> None:
        """Esc on the first screen: asks before the program ends."""
        self._ask_end(text(self.settings.lang, "table.quit_ask"))

    def _ask_end(self, question: str) -> None:
        from tui.screens.dialog import Ask

        def answered(yes: bool | None) -> None:
            if yes:
                self.quit(0)

        self.push_screen(Ask(question), answered)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The palette: what the keys do, by its name."""
        from tui.screens.palette import commands

        del screen
        return commands(self)
