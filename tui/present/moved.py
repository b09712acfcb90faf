"""Where people have gone after a Partie: whoever opens a new table tells the others its name."""

from __future__ import annotations

from dataclasses import dataclass

from net.core.limits import TABLE_NAME_CELLS
from net.updates import SeatInfo
from tui.present.canvas import fit
from tui.present.known import Known

__all__ = ["Move", "move_of", "next_name"]


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody who opened the table ``table`` and is not at this one any more."""

    who: SeatInfo
    table: str


def next_name(name: str) -> str:
    """``Znüni 2`` after ``Znüni``: two tables of one name would be taken for each other."""
    stem, _, number = name.rpartition(" ")
    if not stem or not number.isdecimal():
        stem, number = name, "1"
    end = f" {int(number) + 1}"
    return fit(stem, TABLE_NAME_CELLS - len(end)) + end


def move_of(known: Known) -> Move | None:
    """Who has gone on to a new table last; None if nobody, or who did is back.

    It is the word of one of them, so nothing happens by itself: our person is asked.
    """
    invited = known.invited
    if invited is None or known.game is None or known.table is None or not known.table.address:
        return None
    for info in known.seats:
        same = (info.seat, info.name) == (invited.seat, invited.name)
        if same and not (info.connected or info.you):
            return Move(info, invited.table)
    return None
