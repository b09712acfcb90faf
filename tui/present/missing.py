"""Who is at the door, who is gone and waited for, who wants to go on: beside the score."""

from __future__ import annotations

from collections.abc import Sequence

from engine.state import Step
from net.updates import Failed, SeatInfo, WaitingFor
from tui.present.canvas import width_of
from tui.present.known import Known
from tui.present.layout import lines_of
from tui.present.lobby import knock_text
from tui.present.look import Look
from tui.present.moved import move_of
from tui.present.short import names_text
from tui.texts import error_text

__all__ = ["absence_text", "deserted", "gone_text", "is_gone", "reaches_nobody", "rematch_lines"]

Line = tuple[str, str]
"""A text and its ink."""

_DESERTED = ("host_quit", "moved", "no_answer", "other_table")
"""How a session fails where nobody is left at the table: who reads where they are knows why."""


def absence_text(look: Look, known: Known, seconds: int) -> str:
    """Who is gone so that nothing goes on, and since when; empty if nobody is."""
    waiting = known.waiting
    if waiting is None or waiting.why not in (WaitingFor.RECONNECT, WaitingFor.MAJORITY):
        return ""
    if waiting.why is WaitingFor.RECONNECT:
        return gone_text(look, known, waiting.for_seats, seconds)
    people = _people(known)
    if len(people) > 2 and reaches_nobody(known):
        return look.say("table.waiting.alone") + _since(look, seconds)
    code = "table.waiting.two" if len(people) == 2 else "table.waiting.majority"
    gone = [info for info in known.seats if info.seat in waiting.for_seats]
    return _timed(look, code, gone, seconds)


def reaches_nobody(known: Known) -> bool:
    """Whether nobody answers, not even who looks on: my own network is likely it."""
    others = any(info.connected for info in _people(known) if not info.you)
    return not (known.watching or others or known.gallery)


def _people(known: Known) -> list[SeatInfo]:
    return [info for info in known.seats if info.name and info.bot is None]


def gone_text(look: Look, known: Known, seats: Sequence[int], seconds: int) -> str:
    """Who is gone, how long that is waited for, and what it costs whom (`frist`, `abbruch`)."""
    people = _absentees(known, seats)
    view = known.view
    rules = view.state.setup.options if view is not None else None
    grace = rules.get("frist") if rules is not None else None
    left = grace - seconds if isinstance(grace, int) else 0
    if view is None or rules is None or left <= 0 or known.paused:
        return _timed(look, "table.waiting.reconnect", people, seconds)
    if view.step in (Step.AUDIT, Step.OVER):  # all is played: what lacks is only to be opened
        code = "table.gone.settled"
    elif view.step in (Step.DEAL, Step.THANKS):
        code = "table.gone.bot"
    else:
        code = "table.gone.anew" if rules.get("abbruch") == "neu" else "table.gone.lost"
    gone = [side for side in view.sides if any(info.seat in side for info in people)]
    if code == "table.gone.lost" and len(gone) == 1:
        side = ", ".join(map(known.name, gone[0]))
        text = _said(look, "table.gone.lost_by", people, left=left, side=side)
        if look.spoken or width_of(text) <= _width(look):
            return text
    return _said(look, code, people, left=left)


def _timed(look: Look, code: str, people: list[SeatInfo], seconds: int) -> str:
    """A sentence about people, and since when that is so, where there is room for both."""
    text = _said(look, code, people, _since(look, seconds))
    fits = look.spoken or width_of(text) <= _width(look)
    return text if fits else _said(look, code, people)


def _said(look: Look, code: str, people: list[SeatInfo], after: str = "", **facts: object) -> str:
    """A sentence about one person or about several; no name pushes its end off the screen.

    Args:
        look: for whom.
        code: the sentence.
        people: whom it is about.
        after: what follows in the same line.
        facts: what else is put into it.
    """
    many = f"{code}_many" if len(people) > 1 and code not in _OF_ONE else code
    room = _width(look) - width_of(look.say(many, names="", **facts) + after)
    names = names_text([_name(info) for info in people], max(room, _LEAST))
    return look.say(many, names=names, **facts) + after


def _width(look: Look) -> int:
    """Cells of the line beside the score."""
    return look.width - (0 if look.compact else lines_of(look).panel) - 3


_LEAST = 10
"""Cells of names that still say who it is: a letter of each of three."""

_OF_ONE = ("table.waiting.two",)
"""Sentences about one person alone."""


def _absentees(known: Known, seats: Sequence[int]) -> list[SeatInfo]:
    """Whose devices play these seats: nobody can fetch a bot, and the hand is its person's."""
    devices = {info.device or info.name for info in known.seats if info.seat in seats}
    found = [info for info in known.seats if info.name and info.name in devices]
    return found or [info for info in known.seats if info.seat in seats]


def _since(look: Look, seconds: int) -> str:
    return f"   {look.say('table.since', seconds=seconds)}" if seconds >= 3 else ""


def is_gone(known: Known, info: SeatInfo) -> bool:
    """Whether nobody plays a seat now: its person's device is gone, or that of its bot."""
    if info.bot is None:
        return bool(info.name) and not info.connected
    device = next((one for one in known.seats if one.name == info.device), info)
    return not (device.connected or device.you)


def _names(seats: list[SeatInfo]) -> str:
    return ", ".join(map(_name, seats))


def _name(info: SeatInfo) -> str:
    return info.name or f"#{info.seat + 1}"


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


def failed_text(look: Look, failed: Failed) -> str:
    """Why nothing goes on at this table."""
    return error_text(look.say, failed.code, failed.facts, failed.facts.get("sentence", ""))


def rematch_lines(look: Look, known: Known, *, wished: bool) -> list[Line]:
    """What a Revanche waits for, and what one can do about it; first what has to be answered."""
    say = look.say
    lines: list[Line] = [(knock_text(look, known), "turn")] if known.knocks else []
    left, gone = deserted(known)
    move = move_of(known)
    if move is not None:
        text = say("afresh.moved", name=move.who.name, table=move.table)
        key = "" if known.watching else f"   {say('afresh.go')}"
        lines.append((text + key, "strong"))
        gone = [info for info in gone if info.identity_hex != move.who.identity_hex]
    if known.failed is not None:
        why = known.failed.code not in _DESERTED
        return [*lines, (failed_text(look, known.failed), "bad")] if why else lines
    bot = "" if known.watching else f"   {say('game.bot')}"
    if left:
        lines.append((_said(look, "game.left", left, bot), "strong"))
    if gone:
        hosts = known.lobby is not None and known.lobby.host
        text = _said(look, "table.waiting.reconnect", gone, bot if hosts else "")
        lines.append((text, "strong"))
    people = [info for info in _people(known) if info not in left and info not in gone]
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
