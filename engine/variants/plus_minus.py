"""Plus-Minus: most or fewest points, not between, and not a hundred (rules 1.6)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from engine.actions import Action
from engine.advice import Advice
from engine.bots.alone import advise
from engine.bots.offsuit import Made
from engine.fields import alone, choice, deal_rules, requires, switch, table_fields
from engine.phases.deal import CutPhase, DeclarePhase
from engine.phases.lay import LayPhase
from engine.phases.offsuit import OffsuitPlay, offsuit_rows
from engine.phases.parts import DealPlan, EndingRules
from engine.phases.strokes import Strokes, StrokesCounting
from engine.rules.follow import FollowRules
from engine.rules.tally import HAND_TOTAL
from engine.seats import side_table
from engine.state import Step
from engine.variant import Field, Options, Rules, Variant, make_setup
from engine.view import View

__all__ = ["VARIANT", "strokes"]

SLUG: Final = "plus_minus"
CARDS: Final = 9
PLAN: Final = DealPlan(CARDS, then=Step.PLAY)

TOO_MANY: Final = 100
"""From here on points are bad, unless they are all there are."""

ENOUGH: Final = 7
"""Striche that win, if nobody else has as many."""

GOOD: Final[Strokes] = (1, 0)
BAD: Final[Strokes] = (0, 1)
NOTHING: Final[Strokes] = (0, 0)


# -- options (rules 2.6) ------------------------------------------------------------------------

FIELDS: Final = (
    *table_fields(),
    switch("stechen_nur_ohne_farbe"),
    choice("wertung", "striche", "nuller"),
    Field(
        "laenge",
        "number",
        12,
        low=1,
        high=64,
        conflicts=(requires("wertung", "nuller"),),
        strict=True,
    ),
    choice("trumpf_wirkt", "sofort", "ab_naechstem_stich"),
)


# -- rules --------------------------------------------------------------------------------------


def strokes(points: Sequence[int], tricks: Sequence[int]) -> tuple[Strokes, ...]:
    """Striche and Nuller of each of four players.

    Args:
        points: of the hand, 157 together.
        tricks: not asked for here.
    """
    most = max(points)
    if most == HAND_TOTAL:
        return tuple((3, 0) if own == most else BAD for own in points)
    if most >= TOO_MANY:
        return tuple((0, 3) if own == most else GOOD for own in points)
    singles = sorted(own for own in points if points.count(own) == 1)
    found = dict.fromkeys(points, NOTHING)
    match singles:
        case [low, middle, upper, high]:
            found |= {low: GOOD, middle: BAD, upper: BAD, high: GOOD}
        case [low, high]:
            tied = next(own for own in points if own not in singles)
            # On one side of the tied ones only the outer one is at an end (jasswelt; derived).
            found |= {low: BAD if tied < low else GOOD, high: BAD if tied > high else GOOD}
        case [single]:
            found[single] = GOOD
        case _:
            pass  # two pairs, or four equal ones
    return tuple(found[own] for own in points)


def rules_for(options: Options, seats: int) -> Rules:
    """Plus-Minus under these options."""
    nuller = options.wertung == "nuller"
    return Rules(
        setup=make_setup(VARIANT, options, seats),
        side_of=side_table(alone(options, seats), seats),
        deck="36",
        dealing=deal_rules(options, lambda table: PLAN),
        phases=MappingProxyType(
            {
                Step.CUT: CutPhase(),
                Step.DECLARE: DeclarePhase(),
                Step.PLAY: OffsuitPlay(),
                Step.LAY: LayPhase(),
            }
        ),
        row=offsuit_rows(CARDS, late=options.trumpf_wirkt == "ab_naechstem_stich"),
        follow=FollowRules(hindersi=True, trump_only_when_void=options.stechen_nur_ohne_farbe),
        rest=options.rest,
        ending=EndingRules(
            hands=options.laenge if nuller else None,
            alone_at=None if nuller else ENOUGH,
            penalty=options.strafe,
        ),
        counting=StrokesCounting(strokes, offender=3, nuller=nuller),
    )


# -- bots ---------------------------------------------------------------------------------------


def advise_strokes(
    rules: Rules, view: View, legal: Sequence[Action], chance: bytes | None = None
) -> tuple[Advice, ...]:
    """Make as many or as few points as bring Striche."""
    nuller = view.state.setup.options.wertung == "nuller"

    def worth(made: Made) -> tuple[int, ...]:
        found = strokes(made.points, made.tricks)
        return tuple(good - bad if nuller else good for good, bad in found)

    return advise(rules, view, legal, chance, worth, both_ways=True)


VARIANT: Final = Variant(
    slug=SLUG,
    aliases=("plusminus", "plus_minus_jass"),
    seats=(4,),
    fields=FIELDS,
    presets=MappingProxyType({}),
    sides=alone,
    rules=rules_for,
    advise=advise_strokes,
)
