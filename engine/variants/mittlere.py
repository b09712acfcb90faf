"""Mittlere: three players, and whoever is in the middle pays (rules 1.7)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from engine.actions import Action
from engine.advice import Advice
from engine.bots.alone import advise
from engine.bots.offsuit import Made
from engine.fields import alone, choice, deal_rules, switch, table_fields
from engine.phases.deal import CutPhase, DeclarePhase
from engine.phases.lay import LayPhase
from engine.phases.offsuit import OffsuitPlay, offsuit_rows
from engine.phases.parts import DealPlan, EndingRules
from engine.phases.strokes import Strokes, StrokesCounting
from engine.rules.follow import FollowRules
from engine.seats import side_table
from engine.state import Step
from engine.variant import Field, Options, Rules, Variant, make_setup
from engine.view import View

__all__ = ["VARIANT", "strokes"]

SLUG: Final = "mittlere"
CARDS: Final = 12
PLAN: Final = DealPlan(CARDS, then=Step.PLAY)

TOO_MANY: Final = 100
"""From here on points are bad."""

GOOD: Final[Strokes] = (1, 0)
BAD: Final[Strokes] = (0, 1)
WORST: Final[Strokes] = (0, 2)
BEST: Final[Strokes] = (2, 0)


# -- options (rules 2.6) ------------------------------------------------------------------------

FIELDS: Final = (
    *table_fields(),
    switch("stechen_nur_ohne_farbe"),
    Field("laenge", "number", 12, low=1, high=64),
    choice("trumpf_wirkt", "sofort", "ab_naechstem_stich"),
)


# -- rules --------------------------------------------------------------------------------------


def strokes(points: Sequence[int], tricks: Sequence[int]) -> tuple[Strokes, ...]:
    """Striche and Nuller of each of three players; the first line that fits holds.

    Args:
        points: of the hand, 157 together.
        tricks: a trick worth nothing is a trick.
    """
    players = range(len(points))
    over = [own >= TOO_MANY for own in points]
    without = [count == 0 for count in tricks]
    if sum(without) == 2:
        return tuple(BAD if without[seat] else BEST for seat in players)
    if any(over) and any(without):
        return tuple(BAD if over[seat] or without[seat] else BEST for seat in players)
    if any(over):
        return tuple(WORST if over[seat] else GOOD for seat in players)
    if any(without):
        return tuple(WORST if without[seat] else GOOD for seat in players)
    if len(set(points)) == len(points):
        middle = sorted(points)[1]
        return tuple(WORST if own == middle else GOOD for own in points)
    # [derived]: who ties gets nothing, a third one a Strich.
    return tuple(GOOD if points.count(own) == 1 else (0, 0) for own in points)


def rules_for(options: Options, seats: int) -> Rules:
    """Mittlere under these options."""
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
        ending=EndingRules(hands=options.laenge, penalty=options.strafe),
        counting=StrokesCounting(strokes, offender=2),
    )


# -- bots ---------------------------------------------------------------------------------------


def advise_strokes(
    rules: Rules, view: View, legal: Sequence[Action], chance: bytes | None = None
) -> tuple[Advice, ...]:
    """Make as many or as few points as bring Striche."""

    def worth(made: Made) -> tuple[int, ...]:
        return tuple(good - bad for good, bad in strokes(made.points, made.tricks))

    return advise(rules, view, legal, chance, worth, both_ways=True)


VARIANT: Final = Variant(
    slug=SLUG,
    aliases=("mittlere_hand", "mittlere_jass", "mittler"),
    seats=(3,),
    fields=FIELDS,
    presets=MappingProxyType({}),
    sides=alone,
    rules=rules_for,
    advise=advise_strokes,
)
