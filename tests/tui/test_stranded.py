"""What the table says when too few devices are linked, and when it offers a new one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.seats import Seat
from net.updates import SeatInfo, Waiting, WaitingFor
from tests.tui.scenes import find, others_turn
from tui.present.known import Known
from tui.present.look import Look
from tui.present.status import ENDED_S, STRANDED_S, is_stranded
from tui.present.table import draw_table
from tui.present.ui import TableUi
from tui.settings import Settings
from tui.texts import LANGUAGES, Lang


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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_hears_nobody_for_minutes_is_told_that_it_may_be_over(lang: Lang) -> None:
    """The others may have ended it: nobody is left to say so, and only two keys lead on."""
    partie, look = find(others_turn), Look(80, 24, Settings(lang=lang))
    gone = tuple(info.seat for info in partie.known.people if not info.you)
    partie.tell(Waiting(gone, 0, WaitingFor.MAJORITY))

    def shown(waited: int, linked: int | None) -> str:
        partie.known.seats = tuple(
            replace(info, connected=info.you or info.seat == linked) for info in partie.known.seats
        )
        return draw_table(look, partie.known, TableUi(waited=waited), ()).text()

    ended, offered = look.say("anew.ended"), look.say("anew.hint")
    assert offered in shown(ENDED_S - 1, None)
    assert ended in shown(ENDED_S, None)
    assert offered in shown(ENDED_S, gone[0]), "who is linked would know"
