"""Hands, seats and views as plain JSON objects for scripts.

Actions and events have their form from the engine. All of them are written down in
docs/headless.md and are a public interface: a script names cards and seats, never slots.
"""

from __future__ import annotations

from engine.cards import card_text
from engine.state import HandResult, PlayedCard
from engine.view import View
from net.updates import (
    CameLate,
    HandFinished,
    KickWished,
    Offended,
    Paused,
    SeatGiven,
    SeatInfo,
)
from tui.texts import Say, offence_text

__all__ = [
    "Record",
    "finished_record",
    "hand_record",
    "people_record",
    "seat_record",
    "view_record",
]

Record = dict[str, object]
"""One JSON object."""


def hand_record(result: HandResult) -> Record:
    """A booked hand; every list is per side, side 0 holds seat 0.

    ``points`` is all that each side wrote in this hand, times the factor, so that the points of
    all hands of a Partie add up to its score.
    """
    offence = result.offence
    return {
        "hand": result.hand,
        "partie": result.partie,
        "contract": None if result.contract is None else result.contract.value,
        "announcer": result.announcer,
        "factor": result.factor,
        "cards": list(result.cards),
        "last_trick": list(result.last_trick),
        "match": list(result.match),
        "weis": list(result.weis),
        "stoeck": list(result.stoeck),
        "tricks": list(result.tricks),
        "points": list(result.written),
        "score": list(result.score),
        "extra": {name: list(values) for name, values in result.extra},
        "note": result.note,
        "offence": None
        if offence is None
        else {"seat": offence.seat, "reason": offence.reason.value},
    }


def finished_record(say: Say, done: HandFinished) -> Record:
    """A booked hand with all that is proven of it, and why it ended before its time."""
    return {
        **hand_record(done.result),
        "fair": done.fair,
        "verdicts": list(done.verdicts),
        "unproven": list(done.unproven),
        "offences": [offence_record(say, one) for one in done.offences],
        "names": list(done.people),
        "gone": None if done.gone is None else {"seat": done.gone.seat, "why": done.gone.why},
    }


def offence_record(say: Say, offended: Offended) -> Record:
    """Who cheated and how, with the entry of the log that proves it."""
    return {
        "seat": offended.seat,
        "name": offended.name,
        "reason": offended.reason,
        "entry": offended.entry,
        "text": say("end.offence", name=offended.name, reason=offence_text(say, offended.reason)),
    }


def seat_record(info: SeatInfo) -> Record:
    """Who sits on a seat; an empty name is a free seat."""
    return {
        "seat": info.seat,
        "name": info.name,
        "bot": info.bot is not None,
        "level": info.bot,
        "device": info.device,
        "connected": info.connected,
        "you": info.you,
        "identity": info.identity_hex,
        "known": info.known,
        "latency": info.latency_ms,
        "muted": info.muted,
    }


def people_record(update: Paused | SeatGiven | KickWished | CameLate) -> Record:
    """What people did that is no move of the game."""
    match update:
        case Paused(on=on, seat=seat, name=name, at_s=at):
            return {"event": "paused" if on else "resumed", "seat": seat, "name": name, "at": at}
        case SeatGiven(seat=seat, name=name, before=before, you=you):
            return {
                "event": "seat_given",
                "seat": seat,
                "name": name,
                "before": before,
                "you": you,
            }
        case CameLate(name=name, bot=bot):
            return {"event": "came_late", "name": name, "bot": bot}
        case KickWished():
            return {
                "event": "kick",
                "seat": update.seat,
                "name": update.name,
                "by": update.by,
                "votes": update.votes,
                "needed": update.needed,
                "done": update.done,
                "you": update.you,
            }


def view_record(view: View) -> Record:
    """What this seat may see, no more."""
    return {
        "seat": view.seat,
        "hand_no": view.hand_no,
        "step": view.step.value,
        "dealer": view.dealer,
        "vorhand": view.vorhand,
        "contract": None if view.contract is None else view.contract.value,
        "announcer": view.announcer,
        "pushed_by": list(view.pushed_by),
        "factor": view.factor,
        "hand": [card_text(held.card) for held in view.hand],
        "trick_no": view.trick_no,
        "leader": view.leader,
        "trick": [_play_record(play) for play in view.trick],
        "counts": list(view.counts),
        "announced": list(view.announced),
        "weise": [
            {
                "seat": weis.seat,
                "cards": [card_text(card) for _, card in weis.cards],
                "points": weis.points,
            }
            for weis in view.weise
        ],
        "sides": [list(side) for side in view.sides],
        "score": list(view.score),
        "booked": list(view.booked),
    }


def _play_record(play: PlayedCard) -> Record:
    return {"seat": play.seat, "card": card_text(play.card)}
