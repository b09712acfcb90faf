"""Somebody leaves in the middle of a hand: the others read why it is over, and whose it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.faces import Faces
from engine.game import forfeit
from engine.seats import Seat
from engine.view import View
from net.updates import GameFinished, Gone, HandFinished, VerdictCode, ViewChanged, Why
from tests.tui.scenes import Partie, find, my_turn, seats
from tui.present.canvas import Canvas
from tui.present.ends import draw_game_end, draw_hand_end
from tui.present.look import Look
from tui.present.lost import lost_lines
from tui.present.proof import proof_lines
from tui.present.report import report_sentence
from tui.present.slate import draw_board
from tui.present.spoken import hand_end_lines
from tui.present.table import draw_table
from tui.present.told import history_lines
from tui.present.ui import TableUi
from tui.settings import Settings
from tui.texts import LANGUAGES, Lang

GONE = Seat(2)


def look(width: int = 80, height: int = 24, lang: Lang = "de") -> Look:
    """A screen of this size."""
    return Look(width, height, Settings(lang=lang))


def left(why: Why = "left", **settings: str) -> Partie:
    """Seat 2 is gone in the middle of a hand and has opened what it dealt."""
    partie = find(my_turn, settings=settings)
    partie.state, events = forfeit(partie.state, GONE)
    absent = tuple(
        replace(info, connected=False, bot="normal") if info.seat == GONE else info
        for info in seats()
    )
    partie.tell(ViewChanged(partie.view(Seat(0)), events, absent))
    verdicts: tuple[VerdictCode, ...] = ("ok", "ok", "missing", "ok")
    names = tuple(info.name for info in seats())
    gone = Gone(GONE, why)
    partie.tell(HandFinished(partie.state.results[-1], True, verdicts, (), people=names, gone=gone))
    return partie


def written(canvas: Canvas) -> str:
    """A drawing as text."""
    return "\n".join("".join(text for text, _ in row) for row in canvas.rows())


def text(partie: Partie, screen: Look) -> str:
    """The end of the hand."""
    known = partie.known
    assert known.view is not None
    assert known.hand is not None
    return written(draw_hand_end(screen, known, known.view, known.hand, False, None))


@pytest.mark.parametrize("size", [(40, 10), (60, 18), (80, 24), (120, 40)])
def test_the_end_of_a_lost_hand_says_whose_fault_it_is(size: tuple[int, int]) -> None:
    """Not a column of dashes: who left, and what the others write."""
    shown = text(left(), look(*size))
    assert "Runde verloren für Lara, Ueli" in shown
    assert "157" in shown
    assert "Kartenpunkte" not in shown
    said = next(line for line in shown.split("\n") if "Runde verloren" in line).strip()
    assert said.endswith((".", "…")), "what is cut is marked"


WORDS: dict[Why, str] = {
    "left": "Ueli ist vom Tisch gegangen.",
    "missing": "Ueli hat zu lange nicht geantwortet.",
    "kicked": "Ueli wurde von den anderen weggeschickt.",
}


@pytest.mark.parametrize("why", WORDS)
def test_everywhere_the_same_words_say_how_somebody_was_gone(why: Why) -> None:
    """The end of the hand, the proof, the course, lines, and a check of the log."""
    partie = left(why)
    known, view, done = partie.known, partie.known.view, partie.known.hand
    assert view is not None
    assert done is not None
    first = f"Runde verloren für Lara, Ueli: {WORDS[why]}"
    second = "Die anderen schreiben 157, wie für eine ganze Runde."
    shown = text(partie, look())
    assert first in shown
    assert second in shown
    wide = look(200)
    assert any(f"{first} {second}" in line for line, _ in history_lines(wide, known))
    assert first in draw_board(look(), known, view, 0).text()
    proof = [line.strip() for line, _ in proof_lines(wide, known)]
    assert proof.index(first) + 1 == proof.index(second)
    assert [first, second] == list(hand_end_lines(replace_spoken(wide), known, done))[:2]
    facts = {
        "note": "forfeited",
        "side": "Lara, Ueli",
        "name": "Ueli",
        "why": why,
        "others": "157",
        "factor": "1",
    }
    assert report_sentence(wide.say, "hand_lost", facts).strip() == f"{first} {second}"


def replace_spoken(screen: Look) -> Look:
    """The same in lines of text."""
    return Look(screen.width, screen.height, screen.settings, spoken=True)


def test_what_is_more_than_a_whole_hand_is_set_apart() -> None:
    """197: nobody has to guess where the forty come from; with a factor both are bigger."""
    plain = {"note": "forfeited", "side": "A, B", "name": "A", "why": "left"}
    say = look().say
    assert "197: 157 wie für eine ganze Runde, 40 für" in report_sentence(
        say, "hand_lost", {**plain, "others": "197", "factor": "1"}
    )
    assert "354: 314 wie für eine ganze Runde, 40 für" in report_sentence(
        say, "hand_lost", {**plain, "others": "354", "factor": "2"}
    )
    for others in ("", "0"):  # where a game has another rule for it
        assert "nach der Regel für verlorene Runden" in report_sentence(
            say, "hand_lost", {**plain, "others": others, "factor": "1"}
        )


def test_a_void_hand_says_who_was_gone_too() -> None:
    """Nobody writes anything, and the same player deals again."""
    facts = {"note": "annulled", "side": "", "name": "Ueli", "why": "missing"}
    sentence = report_sentence(look().say, "hand_lost", {**facts, "others": "", "factor": "1"})
    assert sentence.strip().startswith(f"Runde annulliert: {WORDS['missing']}")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sentence_fits_in_every_language(lang: Lang) -> None:
    """Eighty columns hold all of it."""
    screen = look(lang=lang)
    partie = left("missing")
    done, view = partie.known.hand, partie.known.view
    assert done is not None
    assert view is not None
    for sentence in lost_lines(screen, partie.known, view, done):
        assert sentence in text(partie, screen)


def test_who_left_a_fair_hand_has_opened_it() -> None:
    """All four contributions are open, and nothing beside that says otherwise."""
    partie = left()
    shown = text(partie, look())
    assert "✓ FAIR" in shown
    assert "4 von 4" in shown
    assert "Ueli ✓" in shown
    assert "Ueli ?" not in shown.split("Mischung")[1].split("Bereit")[0]
    proof = [line for line, _ in proof_lines(look(), partie.known)]
    assert any("Ueli" in line and "Beitrag offen" in line for line in proof)


def test_the_end_of_the_partie_says_that_its_last_hand_was_lost() -> None:
    """It was the last hand: «Verloren. Revanche?» alone explains nothing."""
    partie = left(laenge="1")
    outcome = partie.state.outcome
    assert outcome is not None
    game = GameFinished(outcome, Path("tables/znueni-3f.jass"))
    partie.tell(game)
    known = partie.known
    assert known.view is not None
    shown = written(draw_game_end(look(), known, known.view, game, False))
    assert "Runde verloren für Lara, Ueli" in shown


@pytest.mark.parametrize("size", [(40, 10), (80, 24)])
def test_who_is_back_in_the_middle_of_a_hand_is_told_who_plays(size: tuple[int, int]) -> None:
    """My hand is empty: a bot plays it to its end, and the next one is mine."""
    partie = find(my_turn)
    partie.known.turn = None
    assert partie.known.view is not None
    mine = tuple(
        replace(info, bot="normal", device="Ueli") if info.you else info for info in seats()
    )
    view = partie.known.view
    partie.tell(ViewChanged(View(view.state, Faces({}), view.seat), (), mine))
    shown = draw_table(look(*size), partie.known, TableUi(), ()).text()
    assert "Ein Bot spielt diese Runde" in shown
    if size == (80, 24):  # whatever else is said there meanwhile
        ui = TableUi(notices=["Noémie schiebt"])
        shown = draw_table(look(*size), partie.known, ui, ()).text()
        assert "Ein Bot spielt diese Runde für dich fertig; ab der nächsten bist du dran." in shown
        assert "Noémie schiebt" in shown
