"""Computer players: a view in, an action out, with chance passed in.

A bot sees what a person on its seat sees and remembers every card that was played. It is pure: the
same view, level and bytes give the same action on every machine.
"""

from __future__ import annotations

from typing import Final

from engine.actions import Action, Bedanken, CallStoeck, Choose, Play, Push, ShowStoeck
from engine.advice import Advice, Tip
from engine.bots.stream import Stream
from engine.game import legal, rules_of, unasked, variant_of
from engine.view import View

__all__ = ["LEVELS", "Advice", "Tip", "choose", "hints", "volunteer"]

LEVELS: Final = ("easy", "normal", "strong")
"""What a bot can be asked to be; `easy` makes mistakes, `strong` looks ahead."""

# Of a hundred decisions an easy bot takes so many as it should; of the rest half are second best.
_EASY_BEST: Final = 60
_EASY_SECOND: Final = 80


def choose(view: View, level: str, chance: bytes) -> Action:
    """What a bot does on the seat of this view.

    Args:
        view: of a seat that is asked, or that has something to volunteer.
        level: one of `LEVELS`.
        chance: bytes that decide mistakes (`easy`) and samples (`strong`); 32 are plenty.

    Raises:
        ValueError: for an unknown level, or if there is nothing to do.
    """
    if level not in LEVELS:
        raise ValueError(f"no bot plays {level!r}")
    offered = volunteer(view)
    if offered is not None:
        return offered
    ranked = _ranked(view, chance if level == "strong" else None)
    if ranked:
        return (_careless(ranked, chance) if level == "easy" else ranked[0]).action
    actions = legal(view)
    if not actions:
        raise ValueError("nobody asks this seat")
    return actions[Stream(chance, "any").below(len(actions))]


def hints(view: View) -> tuple[Advice, ...]:
    """What a good player would do on the seat of this view, best first; () if it is not asked.

    The tip of each is a named reason (rules 1.13).
    """
    return _ranked(view, None)


def volunteer(view: View) -> Action | None:
    """What a bot does although nobody asked: call its Stöck, say thanks when it is certain.

    To be asked after every change of state, for seats that are not asked too.
    """
    for action in unasked(view):
        match action:
            case Bedanken() if _has_reached_target(view):
                return action
            case ShowStoeck() | CallStoeck():
                return action
            case _:
                continue
    return None


def _has_reached_target(view: View) -> bool:
    """Whether the own side has written and booked its target; it may count for itself."""
    seat, target = view.seat, rules_of(view.state.setup).ending.target
    if seat is None or target is None:
        return False
    side = view.side_of(seat)
    points = view.score[side]
    points += sum(booking.points for booking in view.state.bookings if booking.side == side)
    return points >= target


def _ranked(view: View, chance: bytes | None) -> tuple[Advice, ...]:
    advise, offered = variant_of(view.state).advise, legal(view)
    if advise is None or not offered:
        return ()
    return advise(rules_of(view.state.setup), view, offered, chance)


def _careless(ranked: tuple[Advice, ...], chance: bytes) -> Advice:
    """The best advice most of the time; mistakes are made with cards and contracts only."""
    if len(ranked) < 2 or not isinstance(ranked[0].action, Play | Choose | Push):
        return ranked[0]
    stream = Stream(chance, "mistake")
    drawn = stream.below(100)
    if drawn < _EASY_BEST:
        return ranked[0]
    return ranked[1] if drawn < _EASY_SECOND else ranked[stream.below(len(ranked))]
