"""Hands and scores from before: whoever came later has all of them, with the names of then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.seats import Seat
from engine.state import Step
from net.updates import EarlierHands, GameFinished, HandFinished, LobbyChanged, ViewChanged
from tests.tui.scenes import Partie, find, lobby, seats
from tui.present.ends import draw_game_end
from tui.present.known import Known
from tui.present.lobby import draw_lobby
from tui.present.look import Look
from tui.present.proof import proof_lines
from tui.present.slate import draw_board
from tui.settings import Settings
from tui.texts import LANGUAGES, Lang

UELI = Seat(2)
"""Whose seat somebody else has in the end."""


def look(width: int = 80, lang: Lang = "de") -> Look:
    return Look(width, 24, Settings(lang=lang))


def evening() -> tuple[Partie, Known]:
    """Three hands to the end of a Partie; a program that was started anew before the last one.

    Ueli opened nothing in the first one; from the second on Eva sat there.
    """
    partie = find(lambda p: p.state.outcome is not None, settings={"laenge": "3"})
    view = partie.view(Seat(0))
    names = [info.name for info in seats()]
    eva = [*names[:UELI], "Eva", *names[UELI + 1 :]]
    hands = [
        replace(done, people=tuple(names if place == 0 else eva))
        for place, done in enumerate(partie.known.hands)
    ]
    hands[0] = replace(hands[0], fair=False, unproven=(UELI,), silent=("Ueli",))
    known = Known()
    now = tuple(replace(info, name=eva[info.seat]) for info in seats())
    known.apply(EarlierHands(tuple(hands[:2])), 0.0)
    known.apply(ViewChanged(view, (), now), 0.0)
    known.apply(hands[2], 0.0)
    return partie, known


def test_the_end_of_the_partie_counts_all_hands_of_it() -> None:
    """Not only those that were booked since this program began, and not as if all were proven."""
    partie, known = evening()
    assert partie.state.outcome is not None
    assert known.view is not None
    assert len(known.hands) == 3
    game = GameFinished(partie.state.outcome, Path("tables/znueni-3f.jass"))
    known.apply(game, 0.0)
    shown = draw_game_end(look(), known, known.view, game, False).text()
    assert "UNVOLLSTÄNDIG  2 von 3 Runden bewiesen, 1 nicht (Beitrag fehlt: Ueli)" in shown
    assert "FAIR" not in shown
    known.hands[0] = replace(known.hands[0], fair=True, unproven=(), silent=())
    shown = draw_game_end(look(), known, known.view, game, False).text()
    assert "✓ FAIR  alle Runden nachgerechnet: 3" in shown


def test_each_hand_belongs_to_those_who_sat_there() -> None:
    """The board says from where on somebody else has a seat, the proof names who it was then."""
    _, known = evening()
    assert known.view is not None
    rows = draw_board(look(), known, known.view, 0).text().split("\n")
    first, second = (
        next(place for place, row in enumerate(rows) if row.strip().startswith(f"{number} "))
        for number in (1, 2)
    )
    given = next(place for place, row in enumerate(rows) if "ab hier Eva für Ueli" in row)
    assert first < given < second
    proof = [line for line, _ in proof_lines(look(), known)]
    hands = "\n".join(proof).split("Runde ")[1:4]
    assert ["Ueli" in hand.split("Niemand")[0] for hand in hands] == [False, False, True]
    assert ["Eva" in hand.split("Niemand")[0] for hand in hands] == [True, True, False]


def test_who_announced_is_named_as_then() -> None:
    """Ueli's hand is not Eva's because she sits on his chair now."""
    _, known = evening()
    assert known.view is not None
    for done in known.hands:
        announcer = done.result.announcer
        assert announcer is not None
        assert known.then(done.result.hand).name(announcer) == done.people[announcer]


def test_a_hand_that_is_booked_anew_stands_there_once() -> None:
    """After an epoch, or when it is told again, as it came out last."""
    _, known = evening()
    last = known.hands[-1]
    known.apply(replace(last, fair=False), 0.0)
    assert [done.fair for done in known.hands if done.result.hand == last.result.hand] == [False]


def test_a_revanche_begins_with_no_hands() -> None:
    """Also where nobody said that the Partie is over, as in a replay."""
    _, known = evening()
    fresh = find(lambda p: p.state.step is Step.CHOOSE).view(Seat(0))
    known.apply(ViewChanged(fresh, (), ()), 0.0)
    assert known.hands == []
    done: HandFinished | None = known.hand
    assert done is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lobby_shows_the_old_score_and_whose_it_is(lang: Lang) -> None:
    """By names where somebody sits already, by the place of a seat that is free."""
    known = lobby(free=2)
    update = known.lobby
    assert isinstance(update, LobbyChanged)
    screen = look(lang=lang)
    assert screen.say("lobby.before") not in draw_lobby(screen, known, 0, None, "").text()
    before = (((Seat(0), Seat(2)), 86), ((Seat(1), Seat(3)), 248))
    known.apply(replace(update, before=before), 0.0)
    shown = draw_lobby(screen, known, 0, None, "").text()
    names = [info.name or screen.say(f"seat.{info.seat}") for info in update.seats]
    whose = f"{names[0]}, {names[2]} 86 : {names[1]}, {names[3]} 248"
    assert f"{screen.say('lobby.before')} {whose}" in shown
