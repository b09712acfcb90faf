"""A way on when no majority comes back: a new table that starts from the score of this one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.commands import HostConfig, SayText
from tui.present.status import is_stranded
from tui.screens.dialog import Ask

if TYPE_CHECKING:
    from tui.screens.table import TableScreen

__all__ = ["offer_anew"]


def offer_anew(table: TableScreen) -> None:
    """Asks, tells whoever is still linked, and opens the new table in place of this one."""
    app, known, say = table.jass, table.known, table.say
    record = known.table.log if known.table is not None else None
    if not is_stranded(known, table.ui) or known.table is None or record is None:
        table.tell(say("anew.no"), "dim")
        return
    name = known.table.table
    config = HostConfig(
        home=app.home,
        player=app.settings.player,
        table=name,
        score_of=bytes.fromhex(record.stem),
        bind=app.config.bind if isinstance(app.config, HostConfig) else None,
        port=app.config.port if isinstance(app.config, HostConfig) else 0,
    )

    def answered(yes: bool | None) -> None:
        if yes:
            app.open_instead(config, SayText(say("anew.said", table=name)))

    app.push_screen(Ask(say("anew.ask", table=name)), answered)
