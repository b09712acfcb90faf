"""A saved game in the engine's notation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import game
from engine.notation import Again, Given, Lost, Void, read_game, replay, write_game
from engine.seats import Seat
from net.core.replay import replay_bytes
from net.core.transcript import _Told, transcripts
from tests.engine.table import Table, options
from tests.mesh import Mesh


@pytest.mark.parametrize(
    ("slug", "seats", "settings"),
    [
        ("schieber", 4, {"echtes_abheben": "on"}),
        ("differenzler", 2, {}),
        ("chappe", 4, {"start_karten": "5", "karten_tauschen": "rechts"}),
        ("plus_minus", 4, {}),
    ],
)
def test_played_again_from_its_text_a_game_comes_to_the_same_state(
    slug: str, seats: int, settings: dict[str, str]
) -> None:
    """What the log holds is all there: chance, cards, acts, sealed numbers, what was counted."""
    mesh = Mesh(3, people=2, bots=seats - 2, slug=slug, settings=settings)
    mesh.play(hands=2)
    data = mesh.nodes[1].disk.file()
    (played,) = transcripts(data)
    text = write_game(played)
    assert read_game(text) == played
    assert sum(isinstance(line, Given) for line in played.lines) >= 2
    *_, (state, _) = replay(read_game(text))
    last = replay_bytes(data).steps[-1].view.state
    assert state.results
    assert game.digest(state) == game.digest(last)


def test_of_a_log_that_breaks_off_what_came_before_is_told() -> None:
    """A beginning of a file tells a beginning of the game; what is no log tells nothing."""
    mesh = Mesh(3, people=2, bots=2)
    mesh.play(hands=1)
    data = mesh.nodes[1].disk.file()
    (whole,) = transcripts(data)
    (part,) = transcripts(data[: len(data) * 9 // 10])
    assert 0 < len(part.lines) <= len(whole.lines)
    assert part.lines[1:] == whole.lines[1 : len(part.lines)]
    assert transcripts(b"no log") == ()
    assert transcripts(data[:200]) == ()


def test_a_revanche_is_told_in_the_same_game() -> None:
    """Two Partien with the same rules are one text."""
    mesh = Mesh(8, people=2, settings={"laenge": "1"}, parties=2)
    mesh.play(hands=99)
    data = mesh.nodes[1].disk.file()
    (played,) = transcripts(data)
    assert [line for line in played.lines if isinstance(line, Again)] == [Again()]
    *_, (state, _) = replay(read_game(write_game(played)))
    assert state.partie == 2
    assert game.digest(state) == game.digest(replay_bytes(data).steps[-1].view.state)


def test_hands_that_broke_off_are_told() -> None:
    """A void one, and one that a seat lost by going away."""
    table = Table.start(options())
    told = _Told.of(table.state)
    table.deal()
    for line in table.log:
        told.say(line)
    for ended, line in (
        (game.annul(table.state)[0], Void()),
        (game.forfeit(table.state, Seat(1))[0], Lost(Seat(1))),
    ):
        ending = _Told(told.state, is_whole=True)
        ending.count(ended.results[-1])
        assert ending.lines == [line]
        assert ending.state == ended
        assert ending.goes_on(ended)
        assert not ending.goes_on(_Told.of(ended).state), "play began anew"


def test_a_game_from_the_score_of_another_table_is_left_out() -> None:
    """Its beginning is no beginning of the notation; nothing wrong is told instead."""
    state = game.start(game.all_variants()[0], options(), 4)
    assert _Told.of(state).is_whole
    assert not _Told.of(replace(state, score=(300, 200))).is_whole
