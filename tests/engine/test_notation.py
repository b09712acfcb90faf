"""A whole game as text, both ways."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace

import pytest

from engine import game
from engine.cards import DECKS
from engine.errors import Reason
from engine.notation import (
    Again,
    Game,
    Given,
    Lost,
    NotationError,
    Settled,
    Void,
    read_game,
    replay,
    write_game,
)
from engine.seats import Seat
from engine.state import Offence
from tests.engine.table import Table, options
from tests.games import random_options


def test_round_trip_and_replay_of_random_games() -> None:
    """Text and back is the same game; played again it gives the same state and events."""
    rng = random.Random(2)
    for _ in range(12):
        variant = rng.choice(game.all_variants())
        chosen = random_options(variant, rng, 0.3)
        table = Table.start(chosen, rng.randrange(1 << 30), variant.slug)
        for _ in range(3):
            table.play_hand(unasked=0.03)
            while table.state.asked:
                table.step()
            if game.hand_over(table.state):
                table.count()
        played = table.record()
        text = write_game(played)
        assert read_game(text) == played
        told = list(replay(read_game(text)))
        events = [event for _, more in told for event in more]
        assert told[-1][0] == table.state
        assert events == table.events


def test_everything_that_can_happen_to_a_hand_is_written() -> None:
    """Offences, unproven seats, broken hands, Revanche, and slots that stayed face down."""
    table = Table.start(options(), 1)
    table.deal()
    first = table.log[0]
    assert isinstance(first, Given)
    known = tuple(None if slot < 3 else card for slot, card in enumerate(first.cards))
    offence = Offence(Seat(2), 5, Reason.WEIS_UNTRUE, (40, 0))
    lines = (
        replace(first, cards=known),
        Settled(offence, (Seat(1), Seat(3))),
        Settled(None),
        Void(),
        Lost(Seat(2)),
        Again(),
    )
    played = Game("schieber", 4, (("ziel", "500"),), lines)
    assert read_game(write_game(played)) == played


def test_cards_of_face_down_slots_and_second_packs_are_told_with_their_slot() -> None:
    """A card whose place the deal does not tell is written with it; twins are told apart."""
    table = Table.start(options(), 1)
    table.play_hand()
    lines = [
        replace(line, cards=(None,) * 36) if isinstance(line, Given) else line for line in table.log
    ]
    played = Game("schieber", 4, (), tuple(lines))
    text = write_game(played)
    assert "@" in text
    assert read_game(text) == played
    double = Game("chappe", 2, (), (Given(bytes(32), DECKS["2x36"].cards),))
    assert read_game(write_game(double)) == double


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("jass 2\n", 1),
        ("jass 1\ngame schieber 4\nnonsense\n", 3),
        ("jass 1\ngame schieber 4\n0 choose Eichel\n", 3),
        ("jass 1\ngame schieber 4\n0 play EiA\n", 3),
        ("jass 1\ngame schieber 4\ndeal zz EiA\n", 3),
        ("jass 1\ngame schieber 4\ndeal 00 EiA\n0 play EiA weis=x\n", 4),
        ("jass 1\ngame schieber four\n", 2),
        ("jass 1\ngame schieber 4\nsettle offence=1,2\n", 3),
        ("jass 1\ngame schieber 4\nx push\n", 3),
    ],
)
def test_a_text_that_is_no_game_names_its_line(text: str, line: int) -> None:
    """One error, with the line; never another exception."""
    with pytest.raises(NotationError) as caught:
        read_game(text)
    assert caught.value.line == line


def test_mutilated_texts_never_raise_anything_else() -> None:
    """Any text cut or changed at random is read, or refused with its line."""
    table = Table.start(options(), 3)
    table.play_hand()
    text = write_game(table.record())
    rng = random.Random(7)
    for _ in range(300):
        place = rng.randrange(len(text))
        changed = text[:place] + rng.choice("@+=- 9x\n") + text[place + rng.randrange(3) :]
        with suppress(NotationError):
            assert read_game(changed).slug
