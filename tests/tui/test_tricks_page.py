"""After a hand its tricks can be looked at on a screen of any size, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.state import Step
from tests.tui.person import shown
from tests.tui.scenes import Partie, find
from tests.tui.test_games_pictures import ENDS, SIZES, found
from tui.app import JassApp
from tui.present.canvas import width_of
from tui.present.look import Look
from tui.present.tricklist import rest_of, trick_lines
from tui.screens.ends import HandEndScreen, TricksScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.texts import LANGUAGES, Lang, text

pytestmark = pytest.mark.usefixtures("still_clock")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("scene", ENDS)
def test_every_card_and_every_winner_is_there(scene: str, lang: Lang) -> None:
    """However many play: nothing is cut, only broken into lines."""
    slug, seats, wanted, settings = ENDS[scene]
    known = found(slug, seats, wanted, tuple(settings.items()))
    view = known.view
    assert view is not None
    for size in SIZES:
        look = Look(*size, Settings(lang=lang))
        lines = [line for line, _ in trick_lines(look, known, view, view.hand_no)]
        assert max(map(width_of, lines)) <= size[0] - 2
        page = " ".join(" ".join(lines).split())
        at = 0
        for trick in view.state.tricks:
            for play in trick.plays:
                card = look.skin.card(play.card, play.rank)
                at = page.index(" ".join(card.split()), at) + 1
            at = page.index(known.name(trick.winner), at)
        rest = rest_of(known, view, view.hand_no)
        assert rest is None or rest.numbers in page


def over(partie: Partie) -> bool:
    """A hand is booked, and the next has not begun."""
    return bool(partie.known.hands) and partie.state.step in (Step.AUDIT, Step.DEAL)


@pytest.mark.parametrize("size", [(80, 24), (40, 10)])
async def test_a_key_shows_them_and_the_arrows_scroll(
    size: tuple[int, int], tmp_path: Path, awake: None
) -> None:
    """`l` at the end of a hand, down to the last trick, and back where one was."""
    known = find(over).known
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara")))
    app.known = known
    assert known.view is not None
    last = known.view.state.tricks[-1]
    async with app.run_test(size=size) as pilot:
        app.push_screen(HandEndScreen(known.hands[-1]))
        await pilot.pause()
        if size[0] == 80:
            assert f"l {text('de', 'key.tricks')}" in shown(app)
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(app.screen, TricksScreen)
        assert text("de", "end.tricks_of", number=1) in shown(app)
        for _ in range(60):
            await pilot.press("down")
        await pilot.pause()
        look = Look(*size, app.settings)
        for play in last.plays[-1:]:
            assert " ".join(look.skin.card(play.card).split()) in " ".join(shown(app).split())
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HandEndScreen)
