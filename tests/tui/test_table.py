"""What the table says, and what it does not let pass unsaid."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from engine.advice import Tip
from engine.events import DealerDrawn, TrickTaken
from engine.game import new_partie
from engine.seats import Seat
from tests.tui.person import at_table, digits, flat, seated, shown
from tests.tui.scenes import Partie, choosing, find, my_turn_with, others_turn
from tui.app import JassApp
from tui.present.goal import target_of
from tui.present.look import Look
from tui.present.page import page_lines
from tui.present.status import lying_on, seat_notes, stage
from tui.present.table import draw_table
from tui.present.ui import TableUi
from tui.present.words import hand_number, notice_of
from tui.screens.dialog import Ask
from tui.screens.ends import GameEndScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.texts import LANGUAGES, text


def seat_notes_of(app: JassApp, partie: Partie, seat: Seat) -> list[str]:
    """What stands under a name while a trick is looked at."""
    screen = app.screen
    lying = lying_on(partie.known.view, screen.ui)
    return seat_notes(screen.look, partie.known, partie.known.view, seat, lying)


async def test_a_trick_that_is_looked_at_says_so(tmp_path: Path, awake: None) -> None:
    """An old trick is labelled, its leader led it, and choosing a card puts it away."""
    wanted = partial(my_turn_with, trick=3, lying=1)
    partie = find(lambda p: wanted(p) and p.state.tricks[-1].leader != p.state.trick[0].seat)
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(app, pilot)
        await pilot.press("l")
        assert "STICH 2 ANGESEHEN" in shown(app)
        beside = {spot: seat_notes_of(app, partie, spot) for spot in partie.known.view.seats}
        led = [seat for seat, notes in beside.items() if "spielte aus" in notes]
        assert led == [partie.state.tricks[-1].leader]
        await pilot.press(str(digits(partie, legal=True)[0]))
        assert screen.ui.looking is None
        assert "ANGESEHEN" not in shown(app)


@pytest.mark.parametrize("mine", [True, False])
async def test_the_foot_names_keys_that_do_something(
    mine: bool, tmp_path: Path, awake: None
) -> None:
    """Cards are chosen and played only where they can be; a hint is there for who is asked."""
    partie = find(partial(my_turn_with, trick=3, lying=1) if mine else others_turn)
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        foot = shown(app).split("\n")[-1]
    assert (" wählen  Enter spielen" in foot) == mine
    assert ("d Tipp" in foot) == mine
    assert ("h Verlauf" in foot) == (not mine)
    assert foot.rstrip().endswith("? mehr")


def test_both_sides_of_the_slate_are_shown_or_none() -> None:
    """The large table has the strokes of both sides beside each other, with what is left over."""
    partie = find(partial(my_turn_with, trick=4, lying=2, hand=3), 7, preset="schieber_2500")
    look = Look(120, 40, Settings(player="Lara"))
    drawn = draw_table(look, partie.known, TableUi(), ()).text()
    assert drawn.count("Rest ") == 2
    [line] = [line for line in drawn.split("\n") if "WIR" in line]
    assert "DIE" in line


async def test_old_answers_do_not_linger(tmp_path: Path, awake: None) -> None:
    """«Nothing to announce» is gone when the table goes on or after a moment."""
    partie = find(partial(my_turn_with, trick=3, lying=1))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(app, pilot)
        await pilot.press("s")
        assert "keine Stöck" in shown(app)
        screen._told_at -= 10
        screen._tick()
        assert "keine Stöck" not in shown(app)


async def test_a_hint_names_a_card_and_a_reason(tmp_path: Path, awake: None) -> None:
    """`d` says what a good player would do, in words, and plays nothing."""
    partie = find(partial(my_turn_with, trick=3, lying=1))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await at_table(app, pilot)
        await pilot.press("d")
        assert "Tipp: " in shown(app)
        assert "tipp_" not in shown(app)
        hand = partie.known.view.hand
        assert any(f"Tipp: {screen.look.skin.card_word(one.card)}" in shown(app) for one in hand)
        assert app.sent == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_tip_has_its_words(lang: str) -> None:
    """Whatever a bot's reason is, a person can read it."""
    for tip in Tip:
        assert text(lang, tip.value) != tip.value


def test_the_first_dealer_is_told_at_the_table() -> None:
    """Who deals first, and by which cards, is news to everybody, the dealer included."""
    partie = Partie(1)
    partie.deal()
    event = next(one for _, one in partie.known.events if isinstance(one, DealerDrawn))
    look = Look(120, 40, Settings())
    said = notice_of(look, partie.known, partie.known.view, event)
    assert said.startswith(f"{partie.known.name(event.seat)} gibt zuerst: ")
    assert said.count(",") == 3


def test_a_revanche_counts_its_hands_from_one() -> None:
    """The log counts on; people begin again."""
    partie = find(lambda p: p.known.game is not None)
    view = partie.known.view
    last = view.results[-1].hand
    assert hand_number(view, last) == last
    partie.state = new_partie(partie.state)
    look = Look(80, 24, Settings())
    for number in (1, 2):
        assert stage(look, partie.view(Seat(0))).startswith(f"Runde {number} ")
        assert partie.until(lambda p, n=number: p.state.hand_no == last + n and p.state.owners)
        assert stage(look, partie.view(Seat(0))).startswith(f"Runde {number} ")
        assert hand_number(partie.view(Seat(0)), last + number) == number
        assert partie.until(lambda p, n=number: len(p.state.results) == n)


def test_a_partie_of_some_hands_has_no_target() -> None:
    """With `laenge` nothing is missing to 1000."""
    assert target_of(find(partial(choosing, pushed=False)).known.view) == 1000
    short = find(partial(choosing, pushed=False), settings={"laenge": "2"})
    assert target_of(short.known.view) is None


async def test_nothing_is_left_out_silently_at_the_end(tmp_path: Path, awake: None) -> None:
    """The command that checks can be typed as it stands; bookings that do not fit are counted."""
    partie = find(
        lambda p: p.known.game is not None and len(p.known.view.state.bookings) > 4,
    )
    log = Path("/tmp") / ("x" * 60) / f"{'0123456789abcdef' * 4}.jass"
    game = replace(partie.known.game, log=log)
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        app.push_screen(GameEndScreen(game))
        await pilot.pause()
        lines = shown(app).split("\n")
        assert any("jass verify 01234567 --home /tmp" in line for line in lines)
        await pilot.resize_terminal(80, 18)
        await pilot.pause()
        booked = sum("+" in line for line in shown(app).split("\n"))
        total = len(partie.known.view.state.bookings)
        if booked < total:
            assert f"… und {total - booked} frühere" in shown(app)
    assert any(isinstance(one, TrickTaken) for _, one in partie.known.events)


@pytest.mark.parametrize("size", [(30, 6), (20, 4)])
async def test_a_window_that_is_too_small_says_so(
    size: tuple[int, int],
    tmp_path: Path,
    awake: None,
) -> None:
    """No card is hidden without a word."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    app = seated(tmp_path, partie)
    async with app.run_test(size=size) as pilot:
        await at_table(app, pilot)
        assert "zu klein" in flat(app)


def test_a_page_flows_again() -> None:
    """Paragraphs are filled anew, tables become columns, lists keep their marks."""
    page = "# Titel\n\neins zwei\ndrei\n\n* Punkt eins\n  geht weiter\n* zwei\n\n"
    page += "| A | B |\n|---|---|\n| x | langes Wort |\n"
    lines = [line for line, _ in page_lines(page, 20)]
    assert lines == [
        "Titel",
        "",
        "eins zwei drei",
        "",
        "· Punkt eins geht",
        "  weiter",
        "· zwei",
        "",
        "A  B",
        "x  langes Wort",
    ]


async def test_escape_on_the_first_screen_asks(tmp_path: Path) -> None:
    """Esc once too often does not end the program; `q` does."""
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape")
        assert isinstance(app.screen, Ask)
        await pilot.press("escape", "q")
    assert app.return_value == 0
