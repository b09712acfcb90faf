"""What the games counted twice have in common: the files of counts, and hands compared by card."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol, Self

from engine import game
from engine.actions import Play
from engine.cards import card_text
from engine.state import State, Step
from tests.engine.table import Table

__all__ = ["agree_card_by_card", "continuations", "ways", "written"]

FOLDER = Path(__file__).parents[1] / "golden" / "oracle"


def written(slug: str, lines: Callable[[], Iterable[str]]) -> list[str]:
    """The lines of a game's file, after writing it anew where `JASS_GOLDEN=write` asks for that."""
    path = FOLDER / f"{slug}.txt"
    if os.environ.get("JASS_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines()) + "\n", encoding="utf-8")
    return path.read_text(encoding="utf-8").splitlines()


def continuations(table: Table, state: State, depth: int) -> int:
    """How many ways there are to lay so many cards, through `legal` and `apply`."""
    if depth == 0:
        return 1
    seat = state.asked[0]
    offered = game.legal(game.view(state, table.faces[seat], seat))
    plays = [action for action in offered if isinstance(action, Play)]
    if depth == 1:
        return len(plays)
    return sum(
        continuations(table, game.apply(state, seat, action)[0], depth - 1) for action in plays
    )


class Position(Protocol):
    """A hand being played, as a second implementation has it."""

    def moves(self) -> Sequence[Any]:
        """What may be laid now."""

    def copy(self) -> Self:
        """Another one to try things with."""

    def lay(self, move: Any) -> None:
        """Lays it."""


def ways(position: Position, depth: int) -> int:
    """The same count by a second implementation."""
    if depth == 0:
        return 1
    total = 0
    for move in position.moves():
        after = position.copy()
        after.lay(move)
        total += ways(after, depth - 1)
    return total


def agree_card_by_card(
    table: Table,
    hands: list[list[str]],
    rng: random.Random,
    *,
    legal: Callable[[Sequence[str], Sequence[str]], Sequence[str]],
    winner: Callable[[Sequence[str], int], int],
) -> None:
    """Plays a hand at random; each card is offered, and each trick won, as written twice.

    Args:
        table: somebody is to lead.
        hands: the same cards as text, by seat; they are played from.
        rng: chooses.
        legal: by the second implementation, from a hand and the trick so far.
        winner: by the second implementation, from a trick and its number; a place in the trick.
    """
    while table.state.step is Step.PLAY and table.state.asked:
        seat = table.state.asked[0]
        offered = [a for a in game.legal(table.view(seat)) if isinstance(a, Play)]
        trick = [card_text(play.card) for play in table.state.trick]
        expected = legal(hands[seat], trick)
        assert sorted(card_text(action.card) for action in offered) == sorted(expected)
        chosen = rng.choice(offered)
        hands[seat].remove(card_text(chosen.card))
        table.act(seat, chosen)
        if not table.state.trick:
            last = table.state.tricks[-1]
            cards = [card_text(play.card) for play in last.plays]
            assert last.winner == last.plays[winner(cards, last.number)].seat
