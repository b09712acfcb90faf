"""Where people have gone after a Partie: whoever opens a new table tells the others its name."""

from __future__ import annotations

from dataclasses import dataclass

from net.core.limits import TABLE_NAME_CELLS
from net.updates import OtherTable, SeatInfo
from tui.present.canvas import fit
from tui.present.known import Known
from tui.present.look import Look

__all__ = ["Move", "left_over", "move_of", "next_name", "other_text"]


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody who opens the table ``table`` and leaves this one for it."""

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
    """Who goes on to a new table, or has gone; None if nobody, or who did is back at this one.

    It is the word of one of them, so nothing happens by itself: our person is asked. Where the
    session is over, this table is too, and nobody can be back at it.
    """
    invited, inviter = known.invited, known.inviter
    if invited is None or inviter is None or known.game is None:
        return None
    if known.table is None or not known.table.address or inviter.you:
        return None
    back = known.inviter_left and known.inviter_is_here and known.failed is None
    return None if back else Move(inviter, invited.table)


def left_over(known: Known) -> bool:
    """Whether the session has failed, and there is still a table to follow somebody to."""
    return known.failed is not None and not known.watching and move_of(known) is not None


def other_text(look: Look, other: OtherTable) -> str:
    """That two opened the same table at one moment, and which of them both should go on at."""
    code = "afresh.there" if other.yields else "afresh.here"
    return look.say(code, name=other.name, table=other.table)
