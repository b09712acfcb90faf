"""Help explains the words of the game that is played, and no word of another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import game
from tests.engine.table import options
from tests.games import sizes
from tests.tui.person import flat
from tests.tui.scenes import find, my_turn
from tests.tui.test_games_pictures import found, in_trick
from tui.app import JassApp
from tui.present.glossary import glossary_lines, glossary_terms
from tui.present.goal import rules_played, rules_told
from tui.present.look import Look
from tui.screens.pages import HelpScreen
from tui.screens.table import TableScreen
from tui.settings import Settings
from tui.start import StartRequest
from tui.texts import LANGUAGES, catalogue

HAS = {
    "schieber": {"push", "weis", "match", "bedanken"},
    "differenzler": {"difference"},
    "coiffeur": {"columns", "push"},
    "molotow": {"comes_up", "tischweis", "bad_stoeck"},
    "plus_minus": {"comes_up", "strich"},
    "mittlere": {"comes_up", "nuller"},
    "sidi": {"weis"},
    "sechser": {"push", "weis"},
    "chappe": {"bid", "duel.stechen", "forehead"},
    "hae": {"bid", "duel.gipfelduell", "forehead", "joker"},
}
LACKS = {
    "differenzler": {"push", "weis", "match", "bedanken", "bergpreis"},
    "coiffeur": {"bedanken", "bergpreis", "weis"},
    "plus_minus": {"push", "weis", "match", "bergpreis", "nuller", "stoeck"},
    "mittlere": {"push", "weis", "match", "bergpreis"},
    "hae": {"puur", "push", "weis", "stoeck", "match", "bergpreis", "rest"},
    "chappe": {"puur", "push", "weis", "stoeck", "match", "bergpreis", "rest", "joker"},
}


@pytest.mark.parametrize(("slug", "seats"), sizes())
def test_the_words_are_those_of_the_game(slug: str, seats: int) -> None:
    """In every game with every number of seats; each word once, each with its sentence."""
    agreed = options(None, slug, seats)
    rules = rules_told(slug, seats, agreed.to_dict())
    assert rules is not None
    terms = list(glossary_terms(rules))
    assert len(terms) == len(set(terms))
    if seats == game.find_variant(slug).seats[0]:  # type: ignore[union-attr]
        assert HAS[slug] <= set(terms)
        assert not LACKS.get(slug, set()) & set(terms)
    for lang in LANGUAGES:
        assert all(f"glossary.{term}" in catalogue(lang) for term in terms)


def test_before_there_is_a_table_the_usual_words_are_explained() -> None:
    """From the title screen help is about what people have heard."""
    lines = glossary_lines(Look(80, 24, Settings(lang="de")), None)
    assert [line.split(":")[0] for line in lines][:2] == ["Puur, Näll", "Schieben"]


async def test_help_at_a_table_has_its_words(tmp_path: Path, awake: None) -> None:
    """The page itself: at one table of the Plus-Minus, at one of the Schieber."""
    other = found("plus_minus", 4, in_trick(1, 0))
    for known, said in ((other, "wird die Farbe"), (find(my_turn).known, "Match: alle")):
        app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara", lang="de")))
        async with app.run_test(size=(120, 60)) as pilot:
            app.known = known
            table = TableScreen()
            app.push_screen(table)
            await pilot.pause(0.05)
            app.push_screen(HelpScreen(table))
            await pilot.pause(0.05)
            await pilot.press("end")
            await pilot.pause(0.05)
            assert said in flat(app)
            assert rules_played(known) is not None
            assert ("Bergpreis" in flat(app)) is False
