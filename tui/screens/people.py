"""The other people at the table: pausing with them, muting one, wanting one to leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.commands import KickSeat, Mute, PauseTable
from net.updates import SeatInfo
from tui.present.gallery import gallery_names
from tui.present.look import Look
from tui.present.menu import MenuLine
from tui.present.people import person_text
from tui.screens.dialog import Ask, Decide, Pick

if TYPE_CHECKING:
    from tui.app import JassApp

__all__ = ["pause_or_go_on", "show_people"]


def pause_or_go_on(app: JassApp) -> None:
    """«Pause», or on with it."""
    app.act(PauseTable(on=not app.known.paused))


def show_people(app: JassApp) -> None:
    """Whom to mute or to send away; a list of the others, then of what to do."""
    look = Look(80, 24, app.settings)
    people = app.known.others

    def picked(place: int | None) -> None:
        if place is not None:
            _ask_what(app, look, people[place])

    lines = [MenuLine(person_text(look, info)) for info in people]
    title = f"JASS   {look.say('people.title')}"
    note = gallery_names(look, app.known) or ("" if people else look.say("people.nobody"))
    app.push_screen(Pick(title, lines, note, at_once=False), picked)


def _ask_what(app: JassApp, look: Look, info: SeatInfo) -> None:
    running = app.known.lobby is not None and app.known.lobby.started
    kick = look.say("people.kick" if running else "people.kick_lobby", name=info.name)
    ask = look.say("people.kick_ask", name=info.name) if running else f"{kick}?"
    mute = look.say("people.unmute" if info.muted else "people.mute", name=info.name)

    def sure(yes: bool | None) -> None:
        if yes:
            app.act(KickSeat(info.seat))

    def picked(place: int | None) -> None:
        if place == 0:
            app.act(Mute(info.identity_hex, on=not info.muted))
        elif place == 1:
            app.push_screen(Ask(ask), sure)

    lines = [MenuLine(mute), MenuLine(kick)]
    title = f"JASS   {info.name}"
    app.push_screen(Decide(title, lines, pick="key.confirm", at_once=False), picked)
