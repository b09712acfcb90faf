"""What people who sat down for the first time stumbled over, one test each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from engine.actions import Choose, Cut, Push
from engine.advice import Tip
from engine.events import DealerDrawn, TrickTaken
from engine.seats import Seat
from engine.state import Step
from net.session import Saved
from net.updates import (
    Command,
    CommandRefused,
    Failed,
    GiveWord,
    HostConfig,
    JoinConfig,
    LocalConfig,
    Perform,
    Quit,
    Ready,
    SayText,
    TableOpened,
    Update,
    Waiting,
    WaitingFor,
    WordResult,
    WordShown,
)
from tests.tui.scenes import Partie, choosing, find, lobby, my_turn_with, seats
from tests.tui.test_play import at_table, awake, digits, seated  # noqa: F401
from tui.app import JassApp
from tui.bridge import Told
from tui.plain import Teller
from tui.present.look import Look
from tui.present.page import page_lines
from tui.present.status import lying_on, seat_notes
from tui.present.tablerules import allowed_words, preset_name, usual_options, value_of
from tui.present.words import hand_number, notice_of, target_of
from tui.screens.dialog import Ask, TypeLine
from tui.screens.ends import GameEndScreen
from tui.screens.failed import FailedScreen, SavingScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.pages import HelpScreen
from tui.screens.records import RecordsScreen
from tui.screens.table import TableScreen
from tui.screens.title import TitleScreen
from tui.screens.word import WordScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.texts import LANGUAGES, text
from tui.widgets.sheet import Sheet


def shown(app: JassApp) -> str:
    """What the screen on top shows."""
    return app.screen.query_one(Sheet).text


def seat_notes_of(app: JassApp, partie: Partie, seat: Seat) -> list[str]:
    """What stands under a name while a trick is looked at."""
    screen = app.screen
    lying = lying_on(partie.known.view, screen.ui)
    return seat_notes(screen.look, partie.known, partie.known.view, seat, lying)


def flat(app: JassApp) -> str:
    """The same without the line ends of a box."""
    return " ".join(shown(app).replace("║", " ").split())


# --- ends of a session ---


@pytest.mark.parametrize("order", ["line first", "end first"])
async def test_a_line_to_type_may_end_before_it_is_drawn(order: str, tmp_path: Path) -> None:
    """The program ends while a line to type is opened: no traceback."""
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    async with app.run_test(size=(80, 24)) as pilot:
        if order == "line first":
            app.push_screen(TypeLine("JASS", "?"))
            app.exit()
        else:
            app.exit()
            app.push_screen(TypeLine("JASS", "?"))
        await pilot.pause()


class SlowSession:
    """A session whose others do not answer: its end takes as long as it is allowed to."""

    def __init__(self) -> None:
        self.said: list[Command] = []
        self.patience = 0.0

    async def act(self, command: Command) -> None:
        self.said.append(command)

    async def updates(self) -> AsyncIterator[Update]:
        await asyncio.Event().wait()
        yield Waiting((), 0, WaitingFor.TURN)

    async def close(self, patience_s: float = 10.0) -> None:
        self.patience = patience_s
        await asyncio.sleep(patience_s)


async def leaving(app: JassApp, session: SlowSession, pilot: object) -> float:
    """`q` and Enter at the table of a session; the seconds until the screen is back, or over."""

    async def opened() -> SlowSession:
        return session

    known = app.known
    app._begin(opened)
    app.known = known
    app.push_screen(TableScreen())
    await pilot.pause(0.05)
    await pilot.press("q")
    assert isinstance(app.screen, Ask)
    began = time.monotonic()
    await pilot.press("enter")
    assert isinstance(app.screen, SavingScreen)
    assert "Wird gespeichert" in shown(app)
    while app.is_running and isinstance(app.screen, SavingScreen):
        assert time.monotonic() - began < 5
        await pilot.pause(0.02)
    return time.monotonic() - began


@pytest.mark.parametrize("kind", ["table", "title"])
async def test_leaving_ends_the_screen_at_once(kind: str, tmp_path: Path, awake: None) -> None:  # noqa: F811
    """Whoever leaves is gone within a second, says so to the others, and is not kept waiting."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    app = JassApp(StartRequest(kind, tmp_path, Settings(player="Lara")))
    app.known = partie.known
    session = SlowSession()
    async with app.run_test(size=(80, 24)) as pilot:
        if kind == "title":
            app.push_screen(LobbyScreen())
        seconds = await leaving(app, session, pilot)
        if kind == "title":
            assert isinstance(app.screen, TitleScreen)
    assert seconds < 1.5
    assert session.said == [Quit()]
    # At the title the others may still hear it; a program that ends does not wait so long.
    assert session.patience == (10.0 if kind == "title" else 0.8)


async def test_an_opening_that_is_given_up_frees_the_home(tmp_path: Path) -> None:
    """`q` while a table is still looked for: the next one can be opened at once."""
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    cancelled = asyncio.Event()

    async def opening() -> SlowSession:
        try:
            await asyncio.sleep(10)
        finally:
            cancelled.set()
        return SlowSession()

    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(LobbyScreen())
        app._begin(opening)
        await pilot.pause(0.05)
        await pilot.press("q", "enter")
        await asyncio.wait_for(cancelled.wait(), 1)
        while not isinstance(app.screen, TitleScreen):
            await pilot.pause(0.02)


async def test_the_question_says_what_leaving_costs(tmp_path: Path, awake: None) -> None:  # noqa: F811
    """At a table with others leaving costs them something; the question says so."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        await pilot.press("q")
        assert text("de", "table.leave_ask") in flat(app)
        await pilot.press("escape")
        partie.known.table = replace(partie.known.table, address="")
        await pilot.press("q")
        assert text("de", "table.leave_practice") in flat(app)


async def test_who_left_keeps_the_name(tmp_path: Path, awake: None) -> None:  # noqa: F811
    """The others read who ended the Partie, though the seat is free by then."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        lobby_now = replace(partie.known.lobby, seats=seats(free=1))
        partie.tell(lobby_now)
        assert partie.known.name(1) == "Noémie"
        app.bridge = object()
        app.post_message(Told(Failed("seat_left", {"name": "", "seat": "1"}), app.bridge))
        await pilot.pause()
        await pilot.pause()
        app.bridge = None
        assert isinstance(app.screen, FailedScreen)
        assert "Noémie ist gegangen" in shown(app)


@pytest.mark.parametrize(
    ("config", "opened", "title"),
    [
        (JoinConfig, False, "Kein Platz am Tisch"),
        (HostConfig, False, "Der Tisch ist nicht aufgegangen"),
        (JoinConfig, True, "Der Tisch ist zu Ende"),
    ],
)
async def test_only_a_table_that_was_open_can_end(
    config: type, opened: bool, title: str, tmp_path: Path
) -> None:
    """Refused, nobody there, port in use: none of these is the end of a table."""
    extra = {"table": "Znüni"} if config is HostConfig else {"address": "10.0.0.1"}
    start = StartRequest("title", tmp_path, Settings(player="Lara"))
    app = JassApp(replace(start, config=config(home=tmp_path, player="Lara", **extra)))
    async with app.run_test(size=(80, 24)) as pilot:
        if opened:
            told = TableOpened("Znüni", "10.0.0.1:5277", (), "schieber", {}, "ab")
            app.known.apply(told, 0.0)
        app.push_screen(FailedScreen(Failed("host_refused", {})))
        await pilot.pause()
        assert title in shown(app)


async def test_whoever_comes_back_between_two_hands_can_say_ready(
    tmp_path: Path,
    awake: None,  # noqa: F811
) -> None:
    """No end of a hand was told on this screen: Enter at the table says «Bereit»."""
    partie = find(lambda p: bool(p.known.hands) and p.state.step is Step.DEAL)
    partie.known.hand = None
    partie.tell(Waiting((Seat(0), Seat(1)), 0, WaitingFor.READY))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        assert "BEREIT? ENTER" in shown(app)
        await pilot.press("enter")
        assert app.sent == [Ready()]


async def test_a_command_that_is_refused_says_why(tmp_path: Path, awake: None) -> None:  # noqa: F811
    """The table and the lobby answer in words, whatever the code is."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(app, pilot)
        screen.told(CommandRefused("seat_taken"))
        assert text("de", "error.seat_taken") in shown(app)
        app.push_screen(LobbyScreen())
        await pilot.pause()
        app.screen.told(CommandRefused("what_is_this"))
        assert text("de", "error.bad_options") in shown(app)


# --- tables on the disk ---


@pytest.mark.timeout(120)
async def test_only_an_unfinished_table_can_be_continued(tmp_path: Path) -> None:
    """The lists name table, people, score and date; finished and broken tables are no way back."""
    from net import session
    from net.updates import GameFinished, TurnCame

    config = LocalConfig(
        home=tmp_path,
        player="Lara",
        fast=True,
        autoplay="easy",
        settings={"laenge": "1"},
        seed=b"records",
    )
    table = await session.local(config)
    async for update in table.updates():
        if isinstance(update, GameFinished):
            break
    await table.close()
    begun = await session.local(replace(config, autoplay=None, seed=b"begun"))
    async for update in begun.updates():
        if isinstance(update, TurnCame):
            break
    await begun.close()
    (tmp_path / "tables" / "ff.jass").write_bytes(b"no log")
    states = sorted(session.saved(path).state for path in (tmp_path / "tables").glob("*.jass"))
    assert states == ["damaged", "finished", "running"]
    picked: list[Saved] = []
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    async with app.run_test(size=(100, 24)) as pilot:
        for what, count in (("continue", 1), ("replays", 2)):
            screen = RecordsScreen(what, lambda path, record: picked.append(record))
            app.push_screen(screen)
            await pilot.pause()
            while "gelesen" in shown(app):
                await pilot.pause(0.02)
            lines = [line for line in shown(app).split("\n") if "Lara" in line]
            assert len(lines) == count
            assert all(time.strftime("%d.%m.%y") in line for line in lines)
            await pilot.press("enter")
            app.pop_screen()
    assert [one.state for one in picked] == ["running", "running"]


async def test_ones_own_table_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """My own table is taken up from its log; to somebody else's I go, or open it in their place."""
    from tui.screens import flows, records

    path = tmp_path / f"{'ab' * 32}.jass"
    mine = Saved("Znüni", "schieber", ("Lara",) * 4, ((0, 2), (1, 3)), (3, 4), 1, "running", b"me")
    monkeypatch.setattr(flows, "_identity", lambda home: b"me")
    monkeypatch.setattr(records.RecordsScreen, "on_mount", lambda self: None)
    app = JassApp(StartRequest("title", tmp_path, Settings()))
    opened: list[object] = []
    monkeypatch.setattr(app, "open_table", opened.append)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("4")
        app.screen._picked(path, mine)
        await pilot.pause()
        assert isinstance(app.screen, TypeLine), "without a name it is asked for first"
        await pilot.press("L", "enter")
        (config,) = opened
        assert isinstance(config, HostConfig)
        assert config.resume == b"\xab" * 32
        records_screen = app.screen
        for key, kind in (("1", JoinConfig), ("2", HostConfig)):
            records_screen._picked(path, replace(mine, orderer=b"other"))
            await pilot.pause()
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(opened[-1], kind)
            assert opened[-1].table == "Znüni"


# --- the word ---


async def test_the_word_is_in_sight_until_it_is_compared(tmp_path: Path, awake: None) -> None:  # noqa: F811
    """Cards to read and the key stand at the table, at every size, until the word was right."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    cards = (Seat(0), Seat(10), Seat(20), Seat(30))
    partie.tell(WordShown(cards))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(app, pilot)
        for size in ((80, 24), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            for card in cards:
                assert screen.look.skin.card(card) in shown(app), size
            assert "i Wort" in shown(app)
        await pilot.press("i")
        assert isinstance(app.screen, WordScreen)
        mine = [screen.look.skin.card(card) for card in cards]
        assert not all(card in shown(app) for card in mine), "what one sees is not what one hears"
        await pilot.press("1", "6", "2", "6", "3", "6", "4", "6")
        assert isinstance(app.sent[-1], GiveWord)
        tell = app.screen.told
        partie.tell(WordResult(False, 2))
        tell(WordResult(False, 2))
        assert "FALSCH" in shown(app)
        assert "2 Versuche" in shown(app)
        await pilot.press("1", "6", "2", "6", "3", "6", "4", "6")
        partie.tell(WordResult(True, 2))
        tell(WordResult(True, 2))
        assert "RICHTIG" in shown(app)
        await pilot.press("enter")
        assert app.screen is screen
        assert "vorlesen" not in shown(app)
        assert "i Wort" not in shown(app)


async def test_three_wrong_words_are_the_end_of_trying(tmp_path: Path, awake: None) -> None:  # noqa: F811
    """After the last try the screen says what that means and takes no more cards."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    partie.tell(WordShown((Seat(0), Seat(10), Seat(20), Seat(30))))
    partie.tell(WordResult(False, 0))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        await pilot.press("i")
        assert "Kein Versuch mehr" in shown(app)
        await pilot.press("1", "6", "2", "6", "3", "6", "4", "6")
        assert app.sent == []


# --- the lobby ---


async def test_who_knocks_is_told_so(tmp_path: Path) -> None:
    """A guest who waits for the host's yes reads that, not that a table is being opened."""
    config = JoinConfig(home=tmp_path, player="Beat", address="10.20.4.17")
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Beat"), config=config))
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(LobbyScreen())
        await pilot.pause()
        assert "10.20.4.17" in shown(app)
        app.known.apply(Waiting((), 0, WaitingFor.ADMISSION), 0.0)
        app.screen.told(Waiting((), 0, WaitingFor.ADMISSION))
        assert "angeklopft" in shown(app)


async def test_the_lobby_offers_the_word_only_when_there_is_one(tmp_path: Path) -> None:
    """No key for what does not exist; and the answer to a key makes room again."""
    known = lobby(free=None)
    known.word = None
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    app.known = known
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(LobbyScreen())
        await pilot.pause()
        assert "w Wort" not in shown(app)
        await pilot.press("w")
        assert "noch kein Wort" in shown(app)
        app.screen._noted_at -= 10
        app.screen._tick()
        assert "noch kein Wort" not in shown(app)
        await pilot.press("1", "b")
        assert "sitzt du selber" in shown(app)


def test_a_table_is_called_by_the_rules_it_has() -> None:
    """The usual table is Schieber 1000, and a changed one says how much was changed."""
    look = Look(80, 24, Settings())
    usual = dict(usual_options("schieber", 4, None))
    assert preset_name(look, "schieber", 4, usual, None) == "Schieber 1000"
    changed = {**usual, "stich_ansehen": "keiner", "bergpreis": "on"}
    name = preset_name(look, "schieber", 4, changed, "schieber_1000")
    assert name == "Schieber 1000, 2 Regeln geändert"
    one = {**usual, "bergpreis": "on"}
    assert preset_name(look, "schieber", 4, one, None) == "übliche Regeln, eine Regel geändert"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_value_is_told_in_the_words_of_the_program(lang: str) -> None:
    """What may be typed for an option is named in words, and those words are understood."""
    from engine.game import all_variants

    look = Look(80, 24, Settings(lang=lang))
    for variant in all_variants():
        for field in variant.fields:
            words = allowed_words(look, field)
            assert "|" not in words
            assert ".." not in words
            for choice in field.choices:
                said = text(lang, f"option_value.{choice}")
                typed = choice if said == f"option_value.{choice}" else said
                read = field.read(value_of(look, field, typed.upper()))
                assert read == field.read(choice), (field.name, choice)
    assert value_of(look, variant.fields[0], text(lang, "option.off")) in ("off", "aus")


# --- questions ---


async def test_after_a_push_nobody_is_offered_to_push(tmp_path: Path, awake: None) -> None:  # noqa: F811
    """The line says that the partner pushed, and `s`, `7` and `0` say why they do nothing."""
    partie = find(partial(choosing, pushed=True))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        assert "oder schieben" not in shown(app)
        assert "hat geschoben: Trumpf machen" in shown(app)
        await pilot.press("s")
        assert "nicht schieben" in shown(app)
        await pilot.press("7")
        assert "7 gibt es hier nicht" in shown(app)
        assert app.sent == []


async def test_the_same_digit_twice_answers_as_it_plays(tmp_path: Path, awake: None) -> None:  # noqa: F811
    """A contract is confirmed like a card; `s` pushes; the help lists the keys of the question."""
    partie = find(partial(choosing, pushed=False))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        assert "0 s         Schieben" in shown(app)
        assert "5 o         Obenabe" in shown(app)
        await pilot.press("escape", "s", "enter")
        assert isinstance(app.sent[-1].action, Push)
    app = seated(tmp_path, find(partial(choosing, pushed=False)))
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        await pilot.press("1", "2", "2")
        assert app.sent[0].action == Choose("Ro")


async def test_a_cut_can_be_corrected_and_says_its_limits(tmp_path: Path, awake: None) -> None:  # noqa: F811
    """2 is too few and says so; Backspace takes a digit back."""

    def cutting(partie: Partie) -> bool:
        return partie.known.turn is not None and partie.state.step is Step.CUT

    partie = find(cutting, settings={"echtes_abheben": "on"})
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        await pilot.press("2", "enter")
        assert "2 geht nicht: 3 bis 35" in shown(app)
        assert app.sent == []
        await pilot.press("backspace", "1", "9", "backspace", "2", "enter")
        assert app.sent == [Perform(Cut(12))]


async def test_own_weis_before_the_contract(tmp_path: Path, awake: None) -> None:  # noqa: F811
    """`w` while the trump is chosen says what I hold."""
    from tui.present.question import own_weise

    def has_weis(partie: Partie) -> bool:
        if not choosing(partie, pushed=False):
            return False
        return bool(own_weise(Look(80, 24, Settings()), partie.known.view))

    app = seated(tmp_path, find(has_weis))
    async with app.run_test(size=(120, 40)) as pilot:
        await at_table(app, pilot)
        await pilot.press("w")
        assert "Dein Weis:" in shown(app)


# --- the table ---


async def test_a_trick_that_is_looked_at_says_so(tmp_path: Path, awake: None) -> None:  # noqa: F811
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


async def test_old_answers_do_not_linger(tmp_path: Path, awake: None) -> None:  # noqa: F811
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


async def test_a_hint_names_a_card_and_a_reason(tmp_path: Path, awake: None) -> None:  # noqa: F811
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
    later = replace(view, state=replace(view.state, partie=view.state.partie + 1))
    assert hand_number(later, last + 1) == 1
    assert hand_number(view, last) == last


def test_a_partie_of_some_hands_has_no_target() -> None:
    """With `laenge` nothing is missing to 1000."""
    assert target_of(find(partial(choosing, pushed=False)).known.view) == 1000
    short = find(partial(choosing, pushed=False), settings={"laenge": "2"})
    assert target_of(short.known.view) is None


async def test_nothing_is_left_out_silently_at_the_end(tmp_path: Path, awake: None) -> None:  # noqa: F811
    """The file can be typed whole, and bookings that do not fit are counted."""
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
        assert str(log) in "".join(line.strip() for line in lines)
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
    awake: None,  # noqa: F811
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


# --- the line mode ---


def teller_at(partie: Partie) -> Teller:
    """Somebody in the line mode who knows what ``partie`` told."""
    teller = Teller(Settings(player="Lara"))
    teller.known = partie.known
    return teller


def test_lines_are_as_quiet_as_the_screen() -> None:
    """During a hand only phrases are said, in the line mode too; pushing is 0 as on the screen."""
    teller = teller_at(find(partial(my_turn_with, trick=2, lying=1)))
    command, answers = teller.read("c hallo zusammen")
    assert command is None
    assert "nicht geredet" in answers[0]
    assert teller.read("c 2")[0] == SayText("Merci!")
    between = teller_at(find(lambda p: bool(p.known.hands) and p.state.step is Step.DEAL))
    assert between.read("c hallo")[0] == SayText("hallo")


def test_pushing_has_one_number() -> None:
    """`0` pushes in the line mode as on the screen."""
    partie = find(partial(choosing, pushed=False))
    teller = teller_at(partie)
    lines = list(teller.told(partie.known.turn, 0.0))
    assert any(line.split()[:2] == ["0", "schieben"] for line in lines), lines
    assert teller.read("0")[0] == Perform(Push())
