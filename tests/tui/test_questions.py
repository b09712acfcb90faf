"""Questions over the table: what their keys do and do not."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from engine.actions import Choose, Cut, MeldFact, Push
from engine.state import Step
from net.commands import Perform
from tests.tui.person import at_table, seated, shown
from tests.tui.scenes import Partie, choosing, find
from tui.present.look import Look
from tui.screens.pages import HelpScreen
from tui.settings import Settings
from tui.texts import text


async def test_after_a_push_nobody_is_offered_to_push(tmp_path: Path, awake: None) -> None:
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


async def test_the_same_digit_twice_answers_as_it_plays(tmp_path: Path, awake: None) -> None:
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


async def test_a_cut_can_be_corrected_and_says_its_limits(tmp_path: Path, awake: None) -> None:
    """2 is too few and says so; Backspace takes a digit back."""

    def cutting(partie: Partie) -> bool:
        return partie.known.turn is not None and partie.state.step is Step.CUT

    partie = find(cutting, settings={"echtes_abheben": "on"})
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        assert "Ziffern tippen; 10: 1, dann 0" in shown(app)
        assert "0-9 eintippen" in shown(app)
        await pilot.press("2", "enter")
        assert "2 geht nicht: 3 bis 35" in shown(app)
        assert app.sent == []
        await pilot.press("backspace", "1", "9", "backspace", "2", "enter")
        assert app.sent == [Perform(Cut(12))]


async def test_own_weis_before_the_contract(tmp_path: Path, awake: None) -> None:
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


async def test_the_only_answer_says_so_and_takes_the_first_key(tmp_path: Path, awake: None) -> None:
    """Of two equal Weise one tells how many cards it has, in words: Enter or its digit answers."""

    def told(partie: Partie) -> bool:
        turn = partie.known.turn
        return turn is not None and [*map(type, turn.actions)] == [MeldFact]

    for key in ("enter", "1"):
        partie = find(told, settings={"weisen": "manuell"})
        (action,) = partie.known.turn.actions
        app = seated(tmp_path, partie)
        async with app.run_test(size=(80, 24)) as pilot:
            await at_table(app, pilot)
            assert f"1  {action.value} Karten" in shown(app)
            assert text("de", "choose.only") in shown(app)
            await pilot.press(key)
            assert app.sent[-1].action == action
