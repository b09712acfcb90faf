"""What people do to each other: pause the table, take a seat, want somebody to leave, hush."""

from __future__ import annotations

import time

from net.updates import CameLate, KickWished, Paused, SeatGiven, SeatInfo
from tui.present.known import Known
from tui.present.look import Look

__all__ = ["clock_text", "pause_text", "people_text", "person_text"]


def clock_text(at_s: int) -> str:
    """The time of day here, ``12:31``, of a moment in seconds since 1970."""
    try:
        return time.strftime("%H:%M", time.localtime(at_s))
    except (OverflowError, OSError, ValueError):  # another device's clock may say anything
        return "--:--"


def person_text(look: Look, info: SeatInfo) -> str:
    """A person's name, and that nothing of what they say is shown here."""
    return look.say("people.muted", name=info.name) if info.muted else info.name


def pause_text(look: Look, update: Paused, known: Known | None = None) -> str:
    """Who has paused the table and since when, or who goes on; and how, for who may."""
    name, at = update.name, clock_text(update.at_s)
    if update.on:
        me = known.me if known is not None else None
        mine = me is not None and me.seat == update.seat
        watching = known is not None and known.watching
        code = "pause.watched" if watching else "pause.you" if mine else "pause.on"
        return look.say(code, name=name, time=at)
    return look.say("pause.off", name=name) if name else look.say("pause.over")


def people_text(
    look: Look, update: Paused | SeatGiven | KickWished | CameLate, known: Known | None = None
) -> str:
    """One line about what somebody did."""
    match update:
        case Paused():
            return pause_text(look, update, known)
        case SeatGiven(name=name, before=before, you=you):
            code = "seat_given.you" if you else "seat_given.other"
            return look.say(code, name=name, before=before)
        case CameLate(name=name, bot=bot):
            return look.say("came_late.bot" if bot else "came_late.full", name=name)
        case KickWished():
            return _kick_text(look, update, known)


def _kick_text(look: Look, update: KickWished, known: Known | None) -> str:
    """Who wants somebody to leave, how many more it takes and how, or that it is decided."""
    if update.done != "no":
        code = f"kick.{update.done}"
        return look.say(f"{code}_you") if update.you else look.say(code, name=update.name)
    voters = known.wishes.get(update.seat) if known is not None else None
    by = ", ".join(voters or (update.by,))
    me = known.me if known is not None else None
    votes = bool(voters and me is not None and me.name not in voters)
    code = "kick.you" if update.you else "kick.vote" if votes else "kick.wished"
    return look.say(code, name=update.name, by=by, votes=update.votes, needed=update.needed)
