"""What ends the Partie, in a few words: the same in the lobby, over the table and on the board."""

from collections.abc import Mapping
from functools import lru_cache

from engine.game import find_variant, rules_of
from engine.phases.parts import EndingRules, Rules
from engine.rules.standing import ROUNDS_TO_WIN
from engine.variant import OptionFault, make_options
from engine.view import View
from tui.present.known import Known
from tui.present.look import Look

__all__ = ["GOAL_OPTIONS", "goal_of", "goal_of_rules", "rules_played", "rules_told", "target_of"]

GOAL_OPTIONS = frozenset({"ziel", "laenge", "partien", "strafziel", "limite", "ausscheiden"})
"""Options that say nothing beside the goal they make."""


def target_of(view: View) -> int | None:
    """How many points end the Partie; None where something else does."""
    return rules_of(view.state.setup).ending.target


def goal_of(look: Look, view: View) -> str:
    """``Ziel 1000``, ``Runden: 12``, ``bis 7 Striche``."""
    return _words(look, rules_of(view.state.setup).ending)


def goal_of_rules(look: Look, game: str, seats: int, options: Mapping[str, object]) -> str:
    """The same of a table before its first card; empty where its rules are not understood."""
    rules = rules_told(game, seats, options)
    return "" if rules is None else _words(look, rules.ending)


def rules_told(game: str, seats: int, options: Mapping[str, object]) -> Rules | None:
    """The rules of a table as it tells them; None where they are not understood."""
    return _rules(game, seats, tuple((name, str(value)) for name, value in options.items()))


def rules_played(known: Known) -> Rules | None:
    """The rules of the table I am at, or that I wait for; None without one."""
    if known.view is not None:
        return rules_of(known.view.state.setup)
    lobby = known.lobby
    return None if lobby is None else rules_told(lobby.game, len(lobby.seats), lobby.options)


@lru_cache(maxsize=64)
def _rules(game: str, seats: int, options: tuple[tuple[str, str], ...]) -> Rules | None:
    variant = find_variant(game)
    made = None if variant is None else make_options(variant, seats, None, dict(options))
    if variant is None or made is None or isinstance(made, OptionFault):
        return None
    return variant.rules(made, seats)


def _words(look: Look, ending: EndingRules) -> str:
    say = look.say
    if ending.target is not None:
        text = say("table.target", target=ending.target)
        many = ending.parties > 1
        return say("goal.parties", goal=text, count=ending.parties) if many else text
    if ending.scoring == "zwei_runden":
        return say("goal.rounds_won", count=ROUNDS_TO_WIN)
    if ending.alone_at is not None:
        return say("goal.alone_at", count=ending.alone_at)
    if ending.out is not None:
        return say("goal.out", count=ending.out)
    if ending.limit is not None:
        return say("goal.limit", count=ending.limit)
    return say("table.length", count=ending.hands) if ending.hands is not None else ""
