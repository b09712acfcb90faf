"""A person at the keyboard: a whole hand against a real session, and what keys may not do."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.actions import Choose, Play
from engine.events import Played
from engine.seats import Seat
from engine.state import Step
from net.commands import LocalConfig, Perform, Ready
from net.updates import Failed, Said
from tests.tui.person import at_table, digits, seated, shown
from tests.tui.scenes import choosing, find, my_turn_with, weis_offered
from tui.app import JassApp
from tui.bridge import Told
from tui.present.status import playable
from tui.screens import base
from tui.screens.dialog import Ask, Decide
from tui.screens.ends import BoardScreen, GameEndScreen, HandEndScreen
from tui.screens.failed import FailedScreen
from tui.screens.pages import HelpScreen
from tui.screens.table import TableScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.texts import text
from tui.widgets.sheet import Sheet


async def test_a_whole_hand_by_keys(tmp_path: Path, awake: None) -> None:
    """Contract, nine cards, «Bereit»: a hand of a real practice game by keys only."""
    rules = {"rest": "aus"}  # nobody shortens the hand
    config = LocalConfig(
        home=tmp_path, player="Lara", fast=True, settings=rules, seed=b"hand by keys"
    )
    start = StartRequest("table", tmp_path, Settings(player="Lara", linger_ms=0), config=config)
    app = JassApp(start)
    async with app.run_test(size=(80, 24)) as pilot:
        played = 0
        deadline = time.monotonic() + 60
        while not isinstance(app.screen, HandEndScreen):
            assert time.monotonic() < deadline, app.screen
            assert not isinstance(app.screen, FailedScreen), app.known.failed
            await pilot.pause(0.01)
            screen = app.screen
            turn = app.known.turn
            if not isinstance(screen, TableScreen) or turn is None:
                continue
            if screen.choosing.question is not None:
                await pilot.press("1", "enter")
            else:
                ways = playable(turn.actions)
                place = next(n for n, held in enumerate(turn.view.hand, 1) if held.slot in ways)
                await pilot.press(str(place), str(place))
                played += 1
        me = app.known.me.seat
        mine = [one for _, one in app.known.events if isinstance(one, Played) and one.seat == me]
        await pilot.pause()  # the screen is there before it is drawn
        # The forced card of the last trick plays itself.
        assert len(mine) == 9
        assert len(mine) - played in (0, 1)
        assert "FAIR" in app.screen.query_one(Sheet).text
        assert sum(app.known.hand.result.tricks) == 9
        before = app.known.view.hand_no
        await pilot.press("enter")
        while app.known.view.hand_no == before or isinstance(app.screen, HandEndScreen):
            assert time.monotonic() < deadline
            await pilot.pause(0.01)
        assert isinstance(app.screen, TableScreen)
        await pilot.press("q", "enter")
        while app.bridge is not None:
            await pilot.pause(0.01)
    assert app.return_value == 0


async def test_an_illegal_card_says_why(tmp_path: Path, awake: None) -> None:
    """A dotted card is not selected; why stays on the screen until something else is chosen."""
    partie = find(partial(my_turn_with, trick=4, lying=2))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(app, pilot)
        await pilot.press(str(digits(partie, legal=False)[0]))
        text = screen.query_one(Sheet).text
        assert "geht nicht:" in text
        assert "Zeile" not in text, "row numbers are for scripts"
        assert screen.ui.selected is None
        await pilot.press("enter", "l", "escape", "enter")
        assert app.sent == []
        await pilot.press(str(digits(partie, legal=False)[0]), "enter")
        assert "geht nicht:" in screen.query_one(Sheet).text
        await pilot.press(str(digits(partie, legal=True)[0]))
        assert "geht nicht:" not in screen.query_one(Sheet).text


async def test_select_then_play(tmp_path: Path, awake: None) -> None:
    """A digit selects, another changes the choice, Enter plays it; nothing is sent before."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    first, *_, last = digits(partie, legal=True) * 2
    wanted = partie.known.view.hand[last - 1]
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        await pilot.press(str(first))
        assert app.sent == []
        if first != last:
            await pilot.press(str(last))
        await pilot.press("enter")
        (command,) = app.sent
        assert isinstance(command, Perform)
        assert isinstance(command.action, Play)
        assert command.action.slot == wanted.slot
        await pilot.press("enter", str(first), str(first))
        assert len(app.sent) == 1, "a second key before the answer must not play again"


async def test_one_key_plays_only_by_setting(tmp_path: Path, awake: None) -> None:
    """With the setting a single digit plays."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    app = seated(tmp_path, partie, one_key=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        await pilot.press(str(digits(partie, legal=True)[0]))
        assert len(app.sent) == 1


async def test_a_question_of_the_network_takes_no_key_at_once(tmp_path: Path) -> None:
    """For 400 ms after a question opened, a key that was meant for a card does nothing."""
    partie = find(partial(choosing, pushed=False))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(app, pilot)
        screen.fall_asleep()
        await pilot.press("1", "enter")
        assert screen.ui.choice is None
        assert app.sent == []
        assert text("de", "key.again") in shown(app)
        await pilot.pause(base.DEAD_TIME + 0.05)
        await pilot.press("1", "enter")
        assert isinstance(app.sent[0].action, Choose)


async def test_contract_by_letter_and_without_choice(tmp_path: Path, awake: None) -> None:
    """Enter without a choice does nothing; a letter chooses like its digit; Esc takes it back."""
    partie = find(partial(choosing, pushed=False))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        await pilot.press("enter")
        assert app.sent == []
        await pilot.press("l", "escape", "enter")
        assert app.sent == []
        await pilot.press("t", "enter")
        assert app.sent[0].action.contract.value == "Si"


async def test_weis_by_hand_can_be_left_unsaid(tmp_path: Path, awake: None) -> None:
    """Where announcing is manual: 0 keeps silent, and the card goes without a number."""
    partie = find(weis_offered, settings={"weisen": "manuell"})
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        await pilot.press("0", "enter")
        card = str(digits(partie, legal=True)[0])
        await pilot.press(card, card)
        assert app.sent[0].action.weis is None


async def test_leaving_asks_first(tmp_path: Path, awake: None) -> None:
    """`q` asks; Esc stays."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(app, pilot)
        await pilot.press("q")
        assert isinstance(app.screen, Ask)
        await pilot.press("1", "2", "escape")
        assert app.screen is screen


async def test_keys_of_the_table(tmp_path: Path, awake: None) -> None:
    """Board, help, boss key, chat and the last trick open and close by keys, and play nothing."""
    partie = find(partial(my_turn_with, trick=3, lying=1))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(app, pilot)
        await pilot.press("t")
        assert isinstance(app.screen, BoardScreen)
        await pilot.press("escape", "question_mark")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape", "k")
        assert "ods" in app.screen.query_one(Sheet).text
        await pilot.press("escape", "c")
        assert isinstance(app.screen, Decide), "during a hand only phrases (rules 1.0.9)"
        await pilot.press("1")
        assert app.sent[-1].text == "Guete Jass!"
        await pilot.press("l")
        assert screen.ui.looking is not None
        await pilot.press("l")
        assert screen.ui.looking is None, "only the last trick may be looked at"
        assert not any(isinstance(one, Perform) for one in app.sent)


async def test_no_trick_is_shown_where_the_table_forbids_it(tmp_path: Path, awake: None) -> None:
    """With `stich_ansehen=keiner` neither `l` nor the course shows a turned trick."""
    wanted = partial(my_turn_with, trick=3, lying=1)
    partie = find(wanted, settings={"stich_ansehen": "keiner"})
    turned = partie.state.tricks[0].plays
    app = seated(tmp_path, partie)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await at_table(app, pilot)
        await pilot.press("l")
        assert screen.ui.looking is None
        await pilot.press("h")
        text = app.screen.query_one(Sheet).text
        skin = screen.look.skin
        for play in turned:
            name = partie.known.name(play.seat)
            assert f"{name} spielt {skin.card(play.card)}" not in text


@pytest.mark.parametrize("name", ["[/]", "[red]Hans", "[@click=app.quit]x[/]", "{0}", "[/foo"])
async def test_names_are_ordinary_text(name: str, tmp_path: Path, awake: None) -> None:
    """Markup in a name or a line of chat is shown as it is, on the table and in dialogs."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    partie.tell(Said(name, Seat(1), name))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(app, pilot)
        assert name in screen.query_one(Sheet).text
        await pilot.press("h", "escape", "f2", "escape")
        app.notify(name, markup=False)
        await pilot.pause()


async def test_end_of_the_partie_and_revanche(tmp_path: Path, awake: None) -> None:
    """The last hand shows the end of the Partie; `n` asks for a Revanche, once, and says so."""
    partie = find(lambda p: p.known.game is not None)
    app = seated(tmp_path, partie, linger_ms=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        app.push_screen(GameEndScreen(partie.known.game))
        await pilot.pause()
        await pilot.press("enter")
        assert app.sent == []
        await pilot.press("n", "n")
        assert [type(one).__name__ for one in app.sent] == ["Rematch", "SayText"]


async def test_ready_is_said_once(tmp_path: Path, awake: None) -> None:
    """Enter at the end of a hand sends one «Bereit»."""
    partie = find(lambda p: p.known.hand is not None and p.state.step is Step.DEAL)
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        app.push_screen(HandEndScreen(partie.known.hand))
        await pilot.pause()
        await pilot.press("enter", "enter")
        assert app.sent == [Ready()]


async def test_a_failure_is_one_sentence(tmp_path: Path) -> None:
    """A session that cannot be opened ends in a sentence and exit code 1, without a traceback."""
    config = LocalConfig(home=tmp_path, player="Lara", game="poker")
    app = JassApp(StartRequest("table", tmp_path, Settings(player="Lara"), config=config))
    async with app.run_test(size=(80, 24)) as pilot:
        while not isinstance(app.screen, FailedScreen):
            await pilot.pause(0.01)
        text = app.screen.query_one(Sheet).text
        assert "Traceback" not in text
        await pilot.pause(base.DEAD_TIME + 0.05)
        await pilot.press("enter")
        await pilot.pause(0.1)
    assert app.return_value == 1


async def test_an_old_session_has_no_last_word(tmp_path: Path) -> None:
    """What a session says after it was left changes nothing."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_table(app, pilot)
        app.post_message(Told(Failed("x", {}), object()))
        await pilot.pause()
        assert app.screen is screen


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_last_hand_shows_what_it_brought(
    size: tuple[int, int], tmp_path: Path, awake: None
) -> None:
    """Its result comes before the end of the Partie, one Enter away."""
    partie = find(lambda p: p.known.game is not None)
    app = seated(tmp_path, partie, linger_ms=0)
    async with app.run_test(size=size) as pilot:
        screen = await at_table(app, pilot)
        screen.told(partie.known.hand)
        screen.told(partie.known.game)
        await until_screen(app, pilot, HandEndScreen)
        text = app.screen.query_one(Sheet).text
        assert "Kartenpunkte" in text
        assert "Das war die letzte Runde." in text
        await pilot.press("enter", "enter")
        await until_screen(app, pilot, GameEndScreen)
        assert "PARTIE FERTIG" in app.screen.query_one(Sheet).text
        assert app.sent == [], "nobody is waited for"
        assert not any(isinstance(one, HandEndScreen) for one in app.screen_stack)


async def until_screen(app: JassApp, pilot: Pilot[int], kind: type) -> None:
    """Waits for a screen on top."""
    deadline = time.monotonic() + 30
    while not isinstance(app.screen, kind):
        assert time.monotonic() < deadline, app.screen
        await pilot.pause(0.01)


@pytest.mark.parametrize("size", [(80, 24), (40, 10)])
async def test_enter_in_the_first_moment_of_a_result_says_that_it_did_nothing(
    size: tuple[int, int], tmp_path: Path
) -> None:
    """It may have been meant for a card: it is not kept for later, and pressed again it counts."""
    partie = find(lambda one: one.known.hand is not None and one.known.game is None)
    app = seated(tmp_path, partie)
    again = text("de", "key.again")
    async with app.run_test(size=size) as pilot:
        await at_table(app, pilot)
        screen = HandEndScreen(partie.known.hand)
        app.push_screen(screen)
        await pilot.pause()
        screen.fall_asleep()
        await pilot.press("enter")
        assert again in shown(app)
        assert app.sent == []
        await pilot.pause(base.DEAD_TIME + 0.05)
        assert app.sent == []
        await pilot.press("enter")
        assert app.sent == [Ready()]
        assert again not in shown(app)
