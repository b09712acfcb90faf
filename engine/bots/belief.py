"""Sampled hands made to fit what their players announced.

Who announces four tricks holds high cards. A random hand is swapped about with those of the others
until it promises about as many tricks as were announced. That is not all the number tells, but it
costs little and keeps the cards random otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.bots.showdown import UNIT
from engine.bots.stream import Stream

__all__ = ["fit"]

_SWAPS: Final = 8
"""Swaps tried for each hand; with more of them nothing was gained in duplicate deals."""


def fit(
    stream: Stream,
    hands: Sequence[list[int]],
    missing: Mapping[int, int],
    promise: Mapping[int, int],
) -> None:
    """Swap cards between hands as long as both then fit better; in place.

    Args:
        stream: of chance.
        hands: heights by player.
        missing: of the players whose cards may be swapped, how much more their dealt cards promise
            than was announced, in parts of `UNIT`; less than nothing if too little.
        promise: of each height, in the same parts.
    """
    off = {player: more for player, more in missing.items() if hands[player]}
    players = tuple(off)
    if len(players) < 2:
        return
    for _ in range(_SWAPS * len(players)):
        first, second = (players[stream.below(len(players))] for _ in range(2))
        if first == second:
            continue
        mine, theirs = hands[first], hands[second]
        here, there = stream.below(len(mine)), stream.below(len(theirs))
        more = promise[theirs[there]] - promise[mine[here]]
        now = _doubt(off[first]) + _doubt(off[second])
        if _doubt(off[first] + more) + _doubt(off[second] - more) < now:
            mine[here], theirs[there] = theirs[there], mine[here]
            off[first] += more
            off[second] -= more


def _doubt(off: int) -> int:
    """How badly a hand fits its number; half a trick is nothing, numbers being whole."""
    return max(0, abs(off) - UNIT // 2)
