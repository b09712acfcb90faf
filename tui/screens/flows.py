"""What the entries of the title screen lead to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from net.commands import HostConfig, JoinConfig, LocalConfig
from net.core.limits import NAME_CELLS, TABLE_NAME_CELLS
from net.errors import JassError
from tui.login import login_name
from tui.present.menu import MenuLine
from tui.present.tablerules import kept_last
from tui.screens.dialog import Pick, TypeLine
from tui.settings import read_favourite
from tui.texts import speaker, text

if TYPE_CHECKING:
    from net.session import Replay, Saved
    from tui.app import JassApp

__all__ = ["open_entry"]


def open_entry(app: JassApp, what: str) -> None:
    """Opens an entry of the title screen."""
    match what:
        case "host":
            _named(app, lambda: _host(app))
        case "join":
            from tui.screens.tables import TablesScreen

            _named(app, lambda: app.push_screen(TablesScreen()))
        case "practise":
            _named(app, lambda: _practise(app))
        case "continue":
            _continue(app)
        case "replays":
            _replays(app)
        case "league":
            from tui.screens.league import LeagueScreen

            app.push_screen(LeagueScreen())
        case "rules":
            from engine.game import all_variants
            from tui.screens.pages import RulesScreen

            app.push_screen(RulesScreen(all_variants()[0].slug))
        case _:
            from tui.screens.pages import SettingsScreen

            app.push_screen(SettingsScreen())


def _named(app: JassApp, then: Callable[[], object]) -> None:
    """Asks for the name once, then goes on."""
    if app.settings.player:
        then()
        return
    say = speaker(app.settings.lang)

    def typed(name: str | None) -> None:
        clean = app.clean_name(name or "")
        if clean:
            # The first that is kept here: the language it was asked in is meant to stay as well.
            app.keep_settings(player=clean, lang=app.settings.lang, deck=app.settings.deck)
            then()

    app.push_screen(TypeLine("JASS", say("title.name"), login_name(), longest=NAME_CELLS), typed)


def _practise(app: JassApp) -> None:
    """Which game; by the rules this player keeps as a favourite, else the usual ones."""
    from engine.game import all_variants
    from engine.variant import OptionFault, make_options

    say, variants = speaker(app.settings.lang), all_variants()
    tables: list[LocalConfig] = []
    lines = []
    for variant in variants:
        own = app.settings.favourites.get(variant.slug, {})
        players, settings = read_favourite(own)
        seats = players or variant.seats[0]
        if not own or isinstance(make_options(variant, seats, None, settings), OptionFault):
            own, seats, settings = {}, variant.seats[0], {}
        note = say("title.players", count=seats)
        lines.append(
            MenuLine(
                say(f"game.{variant.slug}"), f"{note}   {say('preset.favorit')}" if own else note
            )
        )
        tables.append(
            LocalConfig(
                home=app.home,
                player=app.settings.player,
                game=variant.slug,
                players=seats,
                settings=settings,
            )
        )

    def picked(place: int | None) -> None:
        if place is not None:
            app.open_table(tables[place])

    app.push_screen(Pick(f"JASS   {say('title.practise')}", lines, pick="key.play"), picked)


def _host(app: JassApp) -> None:
    say = speaker(app.settings.lang)

    def typed(name: str | None) -> None:
        from net.core.clean import clean_table_name

        clean = clean_table_name(name or "")
        if clean:
            config = HostConfig(home=app.home, player=app.settings.player, table=clean)
            liked = kept_last(app.settings)
            if liked is not None:
                game, players, rules = liked
                config = replace(config, game=game, players=players, settings=rules)
            app.open_table(config)

    proposal = say("cli.default_table", player=app.settings.player)
    ask = TypeLine("JASS", say("title.table_name"), proposal, longest=TABLE_NAME_CELLS)
    app.push_screen(ask, typed)


def _continue(app: JassApp) -> None:
    from tui.screens.records import RecordsScreen

    say = speaker(app.settings.lang)

    def picked(path: Path, record: Saved, partie: int) -> None:
        del partie  # a table is gone back to where it stands
        if record.orderer == _identity(app.home):
            _named(app, lambda: _reopen(app, path, record))
            return
        lines = [
            MenuLine(say("continue.join"), say("continue.join.note")),
            MenuLine(say("continue.reopen"), say("continue.reopen.note")),
        ]

        def chosen(place: int | None) -> None:
            if place == 0:
                _named(app, lambda: _go_back(app, record))
            elif place == 1:
                _named(app, lambda: _reopen(app, path, record))

        app.push_screen(Pick(f"JASS   {record.table}", lines), chosen)

    app.push_screen(RecordsScreen("continue", picked))


def _reopen(app: JassApp, path: Path, record: Saved) -> None:
    """The table is taken up again on this device; it goes on when most of the others are back."""
    app.open_table(
        HostConfig(
            home=app.home,
            player=app.settings.player,
            table=record.table,
            resume=bytes.fromhex(path.stem),
        )
    )


def _go_back(app: JassApp, record: Saved) -> None:
    app.open_table(JoinConfig(home=app.home, player=app.settings.player, table=record.table))


def _identity(home: Path) -> bytes:
    """The public key of this home, empty when it cannot be read now."""
    from net import session

    try:
        return session.identity_of(home)
    except (JassError, OSError):
        return b""


def _read(app: JassApp, path: Path) -> Replay | None:
    """A saved game, or None after a sentence why it cannot be read."""
    from net import session

    try:
        recorded = session.replay(path)
    except (JassError, OSError) as error:
        app.notify(str(error), severity="error", markup=False)
        return None
    if not recorded.table:
        app.notify(text(app.settings.lang, "title.damaged"), severity="error", markup=False)
        return None
    return recorded


def _replays(app: JassApp) -> None:
    from tui.screens.records import RecordsScreen

    def picked(path: Path, record: Saved, partie: int) -> None:
        del record
        recorded = _read(app, path)
        if recorded is not None:
            from tui.screens.replay import ReplayScreen

            app.push_screen(ReplayScreen(recorded.seen_by(_identity(app.home)), partie))

    app.push_screen(RecordsScreen("replays", picked))
