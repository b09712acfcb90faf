"""The end of a hand: who is hurried, and that the time and every name are on the screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.state import Step
from engine.view import View
from net.commands import Ready
from net.updates import HandFinished
from tests.tui.person import at_table, flat, seated
from tests.tui.scenes import Partie, find, seats
from tests.tui.test_games_pictures import NAMES, counted, found, people
from tui.present.canvas import width_of
from tui.present.crowd import hand_values
from tui.present.ends import draw_hand_end
from tui.present.known import Known
from tui.present.look import Look
from tui.present.tricklist import rest_of, rest_text
from tui.readiness import READY_AFTER
from tui.screens import ends
from tui.screens.ends import HandEndScreen
from tui.settings import Settings
from tui.texts import LANGUAGES

LOOK = Look(80, 24, Settings(player="Lara", lang="de"))


def _ended(partie: Partie) -> bool:
    return bool(partie.state.results)


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "with others"])
async def test_nobody_is_hurried_who_keeps_nobody_waiting(
    alone: bool, tmp_path: Path, awake: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With others the seconds stand there, and then this device is ready; alone it never is."""
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(ends, "time", SimpleNamespace(monotonic=lambda: clock.now))
    partie = find(_ended)
    if alone:
        mine = tuple(
            info if info.you else replace(info, bot="normal", device="Lara") for info in seats()
        )
        partie.known.seats = mine
    app = seated(tmp_path, partie)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        said: list[object] = []
        monkeypatch.setattr(app, "act", said.append)
        screen = HandEndScreen(partie.known.hand)
        app.push_screen(screen)
        await pilot.pause(0.05)
        assert ("weiter in" in flat(app)) is not alone
        clock.now += READY_AFTER + 1
        screen.tick()
        await pilot.pause(0.05)
        assert (Ready() in said) is not alone


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("many", [2, 6, 9, 10])
def test_every_person_and_the_time_are_there(many: int, lang: str) -> None:
    """However many people sit there, whoever is not ready and the seconds are not cut off."""
    known = found("chappe", many, counted(1))
    assert known.view is not None
    assert known.hand is not None
    known.seats = tuple(
        replace(info, bot=None, name=NAMES[info.seat] + "inger") for info in people(many)
    )
    known.ready = (False, True) + (False,) * (many - 2)
    for size in ((80, 24), (120, 40)):
        look = Look(*size, Settings(player="Lara", lang=lang))  # type: ignore[arg-type]
        text = draw_hand_end(look, known, known.view, known.hand, False, 12).text()
        (line,) = [line for line in text.split("\n") if look.say("end.auto", seconds=12) in line]
        assert line.startswith(f" {look.say('end.ready')}")
        assert f"1/{many}" in line or line.count("?") == many - 1
        assert width_of(line.rstrip()) <= size[0]


def test_three_names_of_a_side_are_all_there() -> None:
    """Two sides of three: each name gives way a little, none is missing."""
    known = found("sechser", 6, counted(1), (("parteien", "2x3"),))
    assert known.view is not None
    assert known.hand is not None
    look = Look(80, 24, Settings(player="Lara", lang="de"))
    text = draw_hand_end(look, known, known.view, known.hand, False, None).text()
    assert all(name[:2] in text for name in NAMES[:6])
    assert "Trudi" not in text


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18)], ids=str)
def test_a_rest_that_ended_the_hand_is_told(size: tuple[int, int]) -> None:
    """Who said it, for which tricks and how many points: in the list, or in a sentence."""
    partie = find(partial(_with_rest))
    known: Known = partie.known
    view = known.view
    assert view is not None
    assert isinstance(known.hand, HandFinished)
    rest = rest_of(known, view, known.hand.result.hand)
    assert rest is not None
    played = len(view.state.tricks)
    assert rest.numbers.startswith(str(played + 1))
    assert rest.numbers.endswith(str(view.state.length))
    assert rest.points > 0
    look = Look(*size, Settings(player="Lara", lang="de"))
    text = draw_hand_end(look, known, view, known.hand, False, None).text()
    if look.large:
        (line,) = [line for line in text.split("\n") if f" {rest.numbers} " in line]
        assert f"{rest.points} Rest" in line
        assert known.name(rest.seat) in line
    else:
        said = rest_text(look, known, view, rest)
        assert all(word in text for word in said.split())


def _with_rest(partie: Partie) -> bool:
    """The last hand was ended by «Rest»."""
    view, hand = partie.known.view, partie.known.hand
    if view is None or hand is None or not view.results:
        return False
    return rest_of(partie.known, view, hand.result.hand) is not None and bool(view.state.bookings)


@pytest.mark.parametrize("many", [6, 8, 10])
def test_the_proof_names_everybody(many: int) -> None:
    """A mark for each seat, at 80 cells too; names give way."""
    known = found("hae", many, counted(1))
    assert known.view is not None
    assert known.hand is not None
    look = Look(80, 24, Settings(player="Lara", lang="de"))
    text = draw_hand_end(look, known, known.view, known.hand, False, None).text()
    assert text.count("✓") == many + 1  # and one before FAIR


def _with_stoeck(view: View) -> bool:
    """The last hand had a Weis and the Stöck on the side that wrote it."""
    if not view.results or view.step is not Step.DEAL:
        return False
    last = view.results[-1]
    return any(all(both) for both in zip(last.stoeck, last.written, strict=True))


@pytest.mark.parametrize("profile", ["coiffeur_einzel", "coiffeur8"])
@pytest.mark.parametrize("wanted", [_with_stoeck, counted(1)])
def test_what_is_written_can_be_added_up(profile: str, wanted: Callable[[View], object]) -> None:
    """Everything that counts has a column: points, Weis, Stöck, Match, times the factor."""
    rules = (("coiffeur_profil", profile), ("coiffeur_weis", "on"))
    known = found("coiffeur", 4, wanted, rules)
    assert known.view is not None
    result = known.view.results[-1]
    values = dict(hand_values(known.view, result))
    for side, written in enumerate(result.written):
        parts = ("points", "weis", "stoeck", "match")
        total = sum(int(values[kind][side]) for kind in parts if kind in values)
        assert written in (0, total * result.factor)
    text = draw_hand_end(LOOK, known, known.view, known.hand, False, None).text()
    assert ("Stöck" in text) >= any(result.stoeck)
