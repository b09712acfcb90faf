"""The choices of a question as the line mode lists them: a number and a sentence for each.

What is told and what a typed number means are the same list, so they cannot come apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.actions import Action, Choose, Play, Push
from engine.view import View
from tui.present.deeds import action_text, number_of
from tui.present.facts import columns_of, hand_of
from tui.present.look import Look
from tui.present.numbers import column_name
from tui.present.question import factor_of
from tui.present.words import contract_name

__all__ = ["LISTED", "Choice", "choices_of", "numbers_of"]

LISTED = 9
"""Numbers to say are listed up to this one; of more the question tells the range."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice.

    Attributes:
        number: what is typed for it.
        text: what it does, in words.
        action: what it does; the first of ``ways`` where it has any.
        ways: all that a joker, card or column, may be declared as, by the word that is typed after
            the number.
    """

    number: int
    text: str
    action: Action
    ways: Mapping[str, Action] = field(default_factory=dict)

    def way(self, look: Look, typed: str) -> Action | None:
        """The only one of ``ways`` that begins as typed, or is drawn so: ``kö``, ``10``."""
        word = typed.casefold()
        found = [
            action
            for name, action in self.ways.items()
            if word and (name.casefold().startswith(word) or _drawn(look, action) == word)
        ]
        return found[0] if len(found) == 1 else None


def _drawn(look: Look, action: Action) -> str:
    match action:
        case Play(rank=rank) if rank is not None:
            return look.skin.french_rank(rank).casefold()
        case _:
            return ""


def numbers_of(actions: Sequence[Action]) -> dict[int, Action]:
    """The actions by the number they say; empty where anything else can be answered."""
    numbers = {number_of(action): action for action in actions}
    return {} if None in numbers else {n: act for n, act in numbers.items() if n is not None}


def choices_of(look: Look, view: View, actions: Sequence[Action]) -> tuple[Choice, ...]:
    """Every action with its number: pushing is 0, as on the screen, all others count from 1.

    Cards are counted in the order in which the hand is told.
    """
    places = {held.slot: place for place, held in enumerate(hand_of(view))}
    plays = [action for action in actions if isinstance(action, Play)]
    told = iter(sorted(plays, key=lambda play: places.get(play.slot, 0)))
    ordered = [next(told) if isinstance(action, Play) else action for action in actions]
    return tuple(_choices(look, view, ordered))


def _choices(look: Look, view: View, actions: Sequence[Action]) -> Iterator[Choice]:
    number = 0
    for action in actions:
        ways = tuple(one for one in actions if _same(one, action))
        if isinstance(action, Push):
            yield Choice(0, action_text(look, action), action)
        elif isinstance(action, Choose) and action.column is not None:
            # As on the board: a column that is written keeps its number.
            number = action.column + 1
            if action == ways[0]:
                yield _column(look, view, number, action, ways)
        elif isinstance(action, Play) and ways[1:]:
            if action == ways[0]:
                number += 1
                yield _joker(look, number, look.skin.card_word(action.card), ways)
        else:
            number += 1
            yield Choice(number, f"{action_text(look, action)}{_factor(view, action)}", action)


def _same(one: Action, other: Action) -> bool:
    """Whether two actions differ only in what a joker is declared as."""
    match one, other:
        case Play(slot=slot, rank=rank), Play(slot=same, rank=another):
            return slot == same and rank is not None and another is not None
        case Choose(column=column), Choose(column=same):
            return column is not None and column == same
        case _:
            return one == other


def _joker(look: Look, number: int, name: str, ways: Sequence[Action]) -> Choice:
    named = {_way_word(look, way): way for way in ways}
    example = list(named)[-1]
    text = look.say("plain.joker", card=name, number=number, word=example)
    return Choice(number, text, ways[0], named)


def _way_word(look: Look, way: Action) -> str:
    match way:
        case Play(rank=rank) if rank is not None:
            return look.skin.french_rank_word(rank)
        case Choose(contract=contract):
            return contract_name(look, contract)
        case _:
            return action_text(look, way)


def _column(look: Look, view: View, number: int, action: Choose, ways: Sequence[Action]) -> Choice:
    column = columns_of(view)[action.column or 0]
    name = column_name(look, column.name) + (f" ×{column.factor}" if column.factor > 1 else "")
    return _joker(look, number, name, ways) if ways[1:] else Choice(number, name, action)


def _factor(view: View, action: Action) -> str:
    times = factor_of(view, action.contract) if isinstance(action, Choose) else 1
    return f" ×{times}" if times > 1 else ""
