"""Who is at the door, who is gone and waited for, who wants to go on: beside the score."""

from __future__ import annotations

from net.updates import SeatInfo, WaitingFor
from tui.present.known import Known
from tui.present.lobby import knock_text
from tui.present.look import Look

__all__ = ["absence_text", "deserted", "rematch_lines"]

Line = tuple[str, str]
"""A text and its ink."""


def absence_text(look: Look, known: Known, seconds: int) -> str:
    """Who is gone so that nothing goes on, and since when; empty if nobody is."""
    waiting, say = known.waiting, look.say
    if waiting is None or waiting.why not in (WaitingFor.RECONNECT, WaitingFor.MAJORITY):
        return ""
    names = _names([info for info in known.seats if info.seat in waiting.for_seats])
    code = f"table.waiting.{waiting.why.value}"
    if waiting.why is WaitingFor.MAJORITY:
        people = sum(bool(info.name) and info.bot is None for info in known.seats)
        code = "table.waiting.two" if people == 2 else code
    since = say("table.since", seconds=seconds) if seconds >= 3 else ""
    return f"{say(code, names=names)}   {since}".rstrip()


def _names(seats: list[SeatInfo]) -> str:
    return ", ".join(info.name or f"#{info.seat + 1}" for info in seats)


def deserted(known: Known) -> tuple[list[SeatInfo], list[SeatInfo]]:
    """After a Partie: the seats whose people have left it, and of those who are only gone."""
    lobby = known.lobby
    if lobby is None or lobby.started:
        return [], []
    free = {info.seat for info in lobby.seats if not info.name}
    left = [info for info in known.seats if info.seat in free]
    gone = [
        info
        for info in known.seats
        if info.seat not in free and info.bot is None and not info.connected and not info.you
    ]
    return left, gone


def rematch_lines(look: Look, known: Known, *, wished: bool) -> list[Line]:
    """What a Revanche waits for, and what one can do about it; first what has to be answered."""
    say = look.say
    lines: list[Line] = [(knock_text(look, known), "turn")] if known.knocks else []
    left, gone = deserted(known)
    bot = "" if known.watching else f"   {say('game.bot')}"
    if left:
        lines.append((say("game.left", names=_names(left)) + bot, "strong"))
    if gone:
        hosts = known.lobby is not None and known.lobby.host
        text = say("table.waiting.reconnect", names=_names(gone))
        lines.append((text + bot if hosts else text, "strong"))
    people = [info for info in known.seats if info.name and info.bot is None]
    people = [info for info in people if info not in left and info not in gone]
    ready = {seat for seat, willing in enumerate(known.ready) if willing}
    if wished:
        others = [info for info in people if info.seat not in ready and not info.you]
        if others and known.ready:
            lines.append((say("game.rematch_waits", names=_names(others)), "title"))
        elif not left and not gone:
            lines.append((say("game.rematch_sent"), "title"))
        else:
            lines.append((say("game.rematch_alone"), "title"))
    elif any(info.seat in ready for info in people):
        willing = [info for info in people if info.seat in ready]
        lines.append((say("game.rematch_wanted", names=_names(willing)), "title"))
    return lines
