"""What the table says when too few devices are linked, and when it offers a new one."""

from __future__ import annotations

from engine.seats import Seat
from net.updates import SeatInfo, Waiting, WaitingFor
from tui.present.known import Known
from tui.present.status import STRANDED_S, is_stranded
from tui.present.ui import TableUi


def seat(number: int, name: str, bot: str | None = None) -> SeatInfo:
    return SeatInfo(Seat(number), name, bot, name, True, number == 0, "", False, None)


def known(why: WaitingFor) -> Known:
    result = Known()
    result.apply(Waiting((Seat(1),), 0, why), 0.0)
    result.seats = (seat(0, "Lara"), seat(1, "Ueli"))
    return result


def test_a_new_table_is_offered_after_a_while_without_a_majority() -> None:
    """Not at once, since most links are back by then, and for no other reason to wait."""
    ui = TableUi()
    ui.waited = STRANDED_S - 1
    assert not is_stranded(known(WaitingFor.MAJORITY), ui)
    ui.waited = STRANDED_S
    assert is_stranded(known(WaitingFor.MAJORITY), ui)
    assert not is_stranded(known(WaitingFor.RECONNECT), ui)
