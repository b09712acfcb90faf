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
from engine.state import Done, Offence, Step
from tests.engine.table import Table, options
from tests.engine.test_actions import acts
from tests.games import random_options, sizes


@pytest.mark.parametrize(("slug", "seats"), sizes())
def test_round_trip_and_replay_of_random_games(slug: str, seats: int) -> None:
    """Text and back is the same game; played again it gives the same states and events.

    With every hidden number that was opened, every card turned and every toss.
    """
    variant = game.find_variant(slug)
    assert variant is not None
    rng = random.Random(f"notation {slug} {seats}")
    for share in (0.0, 0.2, 0.4):
        chosen = random_options(variant, rng, share, seats)
        table = Table.start(chosen, rng.randrange(1 << 30), slug, seats)
        for _ in range(2):
            if table.state.step is Step.OVER:
                table.state = game.new_partie(table.state)
                table.log.append(Again())
            table.play_hand(unasked=0.03)
            while table.state.asked:
                table.step()
            if game.hand_over(table.state):
                table.count()
            while table.state.asked:
                table.step()
        played = table.record()
        text = write_game(played)
        assert read_game(text) == played
        assert write_game(read_game(text)) == text
        told = list(replay(read_game(text)))
        assert [event for _, more in told for event in more] == table.events
        assert game.digest(told[-1][0]) == game.digest(table.state)


def test_every_action_is_written_and_read_back() -> None:
    """Whatever its fields are, also of cards whose place the deal does not tell."""
    lines = [Done(Seat(at % 10), action) for at, action in enumerate(acts())]
    for cards in ((), DECKS["55"].cards, DECKS["2x36"].cards):
        played = Game("chappe", 4, (), (Given(bytes(32), cards), *lines))
        assert read_game(write_game(played)) == played


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
