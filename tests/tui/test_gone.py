"""Who is gone is said at the table: how long that is waited for, what it costs, and whose fault."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.seats import Seat
from engine.state import Step
from net.updates import OrdererChanged, Paused, TableOpened, Waiting, WaitingFor
from tests.tui.scenes import Partie, find, others_turn
from tui.present.canvas import width_of
from tui.present.look import Look
from tui.present.missing import absence_text
from tui.present.people import pause_text
from tui.present.spoken import seat_line, waiting_line
from tui.present.status import network_note, seat_notes, status_line
from tui.present.table import draw_table
from tui.present.ui import Lying, TableUi
from tui.settings import Settings
from tui.texts import LANGUAGES, Lang

LOOK = Look(80, 24, Settings(lang="de"))
WIDE = Look(120, 40, Settings(lang="de"))


def gone(partie: Partie, *seats: int) -> None:
    """Nobody has a link to these."""
    known = partie.known
    known.seats = tuple(
        replace(info, connected=info.connected and info.seat not in seats) for info in known.seats
    )


def status(partie: Partie, waited: int) -> str:
    assert partie.known.view is not None
    return status_line(WIDE, partie.known, partie.known.view, TableUi(waited=waited))[0]


def absent(**settings: str) -> Partie:
    """The table waits for somebody who is gone."""
    partie = find(others_turn, settings=settings)
    assert partie.known.view is not None
    asked = partie.known.view.asked
    gone(partie, *asked)
    partie.tell(Waiting(asked, 16_000, WaitingFor.RECONNECT))
    return partie


@pytest.mark.parametrize(("rule", "price"), [("verloren", "s Runde für "), ("neu", "neu gegeben")])
def test_waiting_names_the_deadline_and_the_price(rule: str, price: str) -> None:
    """The seconds count down to what the rules of this table do then."""
    partie = absent(abbruch=rule, frist="60")
    assert " 44 s" in status(partie, 16)
    assert price in status(partie, 16)
    assert " 1 s" in status(partie, 59)
    assert price not in status(partie, 60)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [(Seat(1),), (Seat(1), Seat(2))])
def test_once_all_is_played_no_bot_is_promised(seats: tuple[Seat, ...], lang: Lang) -> None:
    """What a hand that is over waits for nobody can play: after the grace it counts without."""
    partie = find(lambda one: one.known.hand is not None)
    look, known = Look(80, 24, Settings(lang=lang)), partie.known
    gone(partie, *seats)
    many = "_many" if len(seats) > 1 else ""
    for step, code in ((Step.AUDIT, "settled"), (Step.DEAL, "bot")):
        assert known.view is not None
        known.view = replace(known.view, state=replace(known.view.state, step=step))
        partie.tell(Waiting(seats, 16_000, WaitingFor.RECONNECT))
        names = ", ".join(map(known.name, seats))
        wanted = look.say(f"table.gone.{code}{many}", names=names, left=44)
        assert status_line(look, known, known.view, TableUi(waited=16))[0] == wanted
        assert wanted in draw_table(look, known, TableUi(waited=16), ()).text()


def test_a_line_tells_the_seconds_of_the_moment_it_is_read() -> None:
    """The line mode has no clock that runs: the line asked for later says less."""
    partie = absent()
    assert "in 4" in waiting_line(WIDE, partie.known)
    partie.known.waiting_from -= 30
    assert "in 1" in waiting_line(WIDE, partie.known)


def test_who_is_heard_again_is_missed_no_longer() -> None:
    """Also where nobody is waited for then, so that nothing else takes the old news back."""
    partie = absent()
    known = partie.known
    assert known.lobby is not None
    still = replace(known.lobby, seats=known.seats)
    partie.tell(still)
    assert absence_text(WIDE, known, 16)
    here = tuple(replace(info, connected=bool(info.name)) for info in known.seats)
    partie.tell(replace(known.lobby, seats=here))
    assert absence_text(WIDE, known, 16) == ""


def test_a_pause_has_no_clock() -> None:
    """Who is gone in a pause is not counted down."""
    partie = absent()
    partie.tell(Paused(True, Seat(1), "Noémie", 1_796_000_000))
    assert " s " not in status(partie, 16)
    assert "Noémie" in status(partie, 16)


def test_another_host_begins_the_clock_anew() -> None:
    """Devices count the grace from the epoch on: so does the line."""
    partie = absent()
    now = partie.known.waiting_from + 30
    partie.known.apply(OrdererChanged(Seat(2), "Ueli", 1, you=False), now)
    assert partie.known.waited(now) == 0


def test_a_seat_that_a_bot_plays_is_not_waited_for() -> None:
    """The person is gone, but the bot of another device has the turn."""
    partie = find(others_turn)
    view, known = partie.known.view, partie.known
    assert view is not None
    known.waiting = None
    known.seats = tuple(
        replace(info, connected=False, bot="normal", device="Lara")
        if info.seat in view.asked
        else info
        for info in known.seats
    )
    assert "ist dran" in status(partie, 0)


def bot_of(partie: Partie, seat: int, device: int, *, away: bool = False) -> None:
    """A bot plays this seat on that device: one of its own, or for who is away."""
    known = partie.known
    known.seats = tuple(
        replace(info, bot="normal", device=known.name(device), away=away)
        if info.seat == seat
        else info
        for info in known.seats
    )


def test_a_bot_of_somebody_who_is_gone_is_waited_for_by_that_person() -> None:
    """Nobody can fetch a bot, and the hand is lost for the side of the person."""
    partie = find(others_turn)
    known, view = partie.known, partie.known.view
    assert view is not None
    (asked,) = view.asked
    host = next(info.seat for info in known.people if info.seat != asked)
    bot_of(partie, asked, host)
    gone(partie, asked, host)
    own = next(side for side in view.sides if host in side)
    side = ", ".join(map(known.name, own))
    wanted = f"{known.name(host)} ist weg: in 44 s Runde für {side} verloren"
    assert status_line(WIDE, known, view, TableUi(waited=16))[0] == wanted
    assert "verloren" in draw_table(LOOK, known, TableUi(waited=16), ()).text()
    partie.tell(Waiting((asked,), 16_000, WaitingFor.RECONNECT))
    assert status_line(WIDE, known, view, TableUi(waited=16))[0] == wanted
    assert waiting_line(WIDE, known).startswith(f"{known.name(host)} ist weg")


@pytest.mark.parametrize("watching", [False, True])
def test_a_bot_that_plays_for_somebody_is_not_missing(watching: bool) -> None:
    """It plays every card: it is told as what it is, unless its own device is gone."""
    partie = find(others_turn)
    known, view = partie.known, partie.known.view
    assert view is not None
    opened = known.table
    assert isinstance(opened, TableOpened)
    known.table = replace(opened, watching=watching)
    seat, device = known.people[0].seat, known.people[1].seat
    gone(partie, seat)
    bot_of(partie, seat, device, away=True)
    lying, ui = Lying(view.trick, None), TableUi()
    assert "nicht da" not in seat_notes(LOOK, known, view, seat, lying)
    text = draw_table(WIDE, known, ui, ()).text()
    assert f"BOT für {known.name(seat)}" in text
    assert "nicht da" not in text
    info = next(info for info in known.seats if info.seat == seat)
    assert f"Bot für {known.name(seat)}" in seat_line(LOOK, info)
    gone(partie, seat, device)
    assert seat_notes(LOOK, known, view, seat, lying)[0] == "nicht da"


def test_who_reaches_nobody_is_told_to_look_at_the_network() -> None:
    """With one link left it is the majority that lacks; with none my own network is likely it."""
    partie = find(others_turn)
    partie.tell(Waiting((Seat(1),), 20_000, WaitingFor.MAJORITY))
    gone(partie, 1)
    assert "Noémie ist weg: keine Mehrheit" in status(partie, 20)
    gone(partie, 1, 2)
    partie.tell(Waiting((Seat(1), Seat(2)), 20_000, WaitingFor.MAJORITY))
    assert status(partie, 20) == "Prüfe dein Netz: niemand antwortet   seit 20 s"
    partie.known.gallery = ("Vreni",)
    assert "Netz" not in status(partie, 20)
    assert "Noémie, Ueli sind weg: keine Mehrheit" in status(partie, 20)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("why", [WaitingFor.MAJORITY, WaitingFor.RECONNECT])
def test_several_are_gone_in_the_plural(why: WaitingFor, lang: Lang) -> None:
    """The verb has the number of the names, and names of any length leave the end in sight."""
    look = Look(80, 24, Settings(lang=lang))
    partie = find(others_turn)
    known = partie.known
    assert known.view is not None
    known.seats = tuple(
        replace(info, bot=None, connected=info.you, name=info.name * 4, device=info.name * 4)
        for info in known.seats
    )
    known.gallery = ("Vreni",)  # with nobody at all the line is about the network
    for seats in ((Seat(1),), (Seat(1), Seat(2), Seat(3))):
        partie.tell(Waiting(seats, 20_000, why))
        text, _ = status_line(look, known, known.view, TableUi(waited=20))
        assert width_of(text) <= 80
        assert known.name(seats[-1])[:2] in text
    assert text.count(", ") >= 2
    one, many = (look.say(f"table.waiting.reconnect{end}", names="Lara") for end in ("", "_many"))
    assert one != many


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rule", ["verloren", "neu"])
@pytest.mark.parametrize("height", [24, 18])
def test_no_word_of_who_is_gone_is_cut(height: int, rule: str, lang: Lang) -> None:
    """With names as long as they get, one gone or all, for a moment or for an hour."""
    partie = find(others_turn, settings={"abbruch": rule, "frist": "600"})
    known, look = partie.known, Look(80, height, Settings(lang=lang))
    long = ("Annemariette", "Maximilianus", "Franziskalein", "Hansulrichli")
    for last in (2, 3, 4):
        seats = tuple(map(Seat, range(1, last)))
        known.seats = tuple(
            replace(info, bot=None, connected=info.seat not in seats, name=name, device=name)
            for info, name in zip(known.seats, long, strict=True)
        )
        for why in (WaitingFor.MAJORITY, WaitingFor.RECONNECT):
            partie.tell(Waiting(seats, 20_000, why))
            for waited in (0, 20, 200, 3600):
                text = absence_text(look, known, waited)
                assert text
                assert text in draw_table(look, known, TableUi(waited=waited), ()).text()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_beside_the_hand_the_names_give_way(lang: Lang) -> None:
    """In the narrow place beside the cards: that they are not linked is never what is cut off."""
    partie = find(others_turn)
    known, look = partie.known, Look(80, 24, Settings(lang=lang))
    gone(partie, 1, 2, 3)
    for room in (24, 30, 76):
        text = network_note(look, known, room)
        assert width_of(text) <= room
        assert text.endswith(look.say("table.net_away", names=""))
        assert text.startswith(known.name(1)[:1])


@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("size", [(80, 24), (60, 18), (120, 40)])
def test_nothing_takes_the_place_of_who_is_gone(seat: int, size: tuple[int, int]) -> None:
    """Also of who deals and led, wherever the seat is drawn."""
    partie = find(others_turn)
    known, look = partie.known, Look(*size, Settings(lang="de"))
    view = known.view
    assert view is not None
    gone(partie, seat, *([2] if seat == 3 else []))  # the bot on seat 3 is on the device of 2
    known.view = replace(view, state=replace(view.state, dealer=Seat(seat)))
    lying = Lying(known.view.trick, Seat(seat))
    assert seat_notes(look, known, known.view, Seat(seat), lying)[0] == "nicht da"
    ui = TableUi(lying=lying)
    assert "nicht da" in draw_table(look, known, ui, ()).text()


def test_who_paused_is_told_so_and_who_looks_on_is_offered_no_key() -> None:
    """Three people read the same pause."""
    known = find(others_turn).known
    pause = Paused(True, Seat(1), "Noémie", 1_796_000_000)
    assert "f geht weiter" in pause_text(LOOK, pause, known)
    assert "Noémie" in pause_text(LOOK, pause, known)
    mine = pause_text(LOOK, replace(pause, seat=Seat(0), name="Lara"), known)
    assert "Lara" not in mine
    assert "f geht weiter" in mine
    opened = known.table
    assert isinstance(opened, TableOpened)
    known.table = replace(opened, watching=True)
    assert "f geht weiter" not in pause_text(LOOK, pause, known)
