"""Why a hand ended before its time and what that costs: the same words wherever it is told."""

from __future__ import annotations

from engine.events import HandForfeited
from engine.rules.tally import HAND_TOTAL
from engine.state import HandResult
from engine.view import View
from net.updates import HandFinished
from tui.present.known import Known
from tui.present.look import Look
from tui.texts import Say

__all__ = ["lost_lines", "lost_words"]


def lost_words(
    say: Say, *, note: str, side: str, name: str, why: str, others: int | None, factor: int
) -> tuple[str, ...]:
    """Who was gone and how, then what the others write and what for.

    Args:
        say: the language.
        note: ``forfeited`` or ``annulled``, as in `HandResult`.
        side: the names of the side that has lost it.
        name: who was gone.
        why: as in `Gone`, or empty where it was an offence.
        others: what the other one of two sides writes (rules 1.0.11); None where a game has
            another rule for it.
        factor: of the contract.
    """
    gone = say(f"gone.{why}", name=name) if why else ""
    if note == "annulled":
        return (say("lost.annulled", why=gone),)
    first = say("lost.hand", side=side, why=gone) if gone else say("lost.hand_short", side=side)
    whole = HAND_TOTAL * factor
    if others is None or others < whole:
        return first, say("lost.rule")
    if others == whole:
        return first, say("lost.whole", points=others)
    return first, say("lost.more", points=others, whole=whole, more=others - whole)


def lost_lines(look: Look, known: Known, view: View, done: HandFinished) -> tuple[str, ...]:
    """The same of a hand at this table; nothing if it was played to its end."""
    result = done.result
    if result.note is None or (result.note == "annulled" and done.gone is None):
        return ()
    seat = done.gone.seat if done.gone is not None else _offender(known, result)
    if seat is None:
        return ()
    then = known.then(result.hand)
    own = next((number for number, side in enumerate(view.sides) if seat in side), 0)
    two = len(view.sides) == 2 and not result.written[own]
    return lost_words(
        look.say,
        note=result.note,
        side=", ".join(map(then.name, view.sides[own])),
        name=then.name(seat),
        why=done.gone.why if done.gone is not None else "",
        others=result.written[1 - own] if two else None,
        factor=result.factor,
    )


def _offender(known: Known, result: HandResult) -> int | None:
    """Whose proven fault a lost hand was, as far as it was told."""
    if result.offence is not None:
        return result.offence.seat
    return next(
        (
            event.seat
            for _, event in reversed(known.events)
            if isinstance(event, HandForfeited) and event.hand == result.hand
        ),
        None,
    )
