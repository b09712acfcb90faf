"""The Schieber for six: three sides of two, or two of three (rules 1.9)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine.bots.partnership import advise
from engine.fields import choice, deal_rules, requires, switch, table_fields
from engine.phases.counting import PointsCounting
from engine.phases.parts import DealPlan
from engine.rules.follow import FollowRules
from engine.seats import Seat, side_table
from engine.target import (
    TARGET_ASIDES,
    choose_rules,
    contract_fields,
    contract_rows,
    ending_rules,
    follow_fields,
    stoeck_rules,
    tally_rules,
    target_fields,
    target_phases,
    weis_fields,
    weis_rules,
)
from engine.variant import Options, Rules, Variant, make_setup

__all__ = ["VARIANT"]

SLUG: Final = "sechser"
SEATS: Final = 6
CARDS: Final = 6
PLAN: Final = DealPlan(CARDS)


# -- options (rules 2.6) ------------------------------------------------------------------------

FIELDS: Final = (
    *table_fields(),
    *contract_fields(),
    *follow_fields(),
    *weis_fields(),
    *target_fields(1000),
    choice("parteien", "3x2", "2x3"),
    switch("weiterschieben", requires("parteien", "2x3")),
)


# -- rules --------------------------------------------------------------------------------------


def sides_of(options: Options, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Partners sit opposite; with three of a side every other seat is one."""
    sides = 3 if options.parteien == "3x2" else 2
    return tuple(tuple(Seat(seat) for seat in range(side, seats, sides)) for side in range(sides))


def rules_for(options: Options, seats: int) -> Rules:
    """The Schieber for six under these options."""
    return Rules(
        setup=make_setup(VARIANT, options, seats),
        side_of=side_table(sides_of(options, seats), seats),
        deck="36",
        dealing=deal_rules(options, lambda table: PLAN),
        phases=target_phases(),
        asides=TARGET_ASIDES,
        row=contract_rows(options, CARDS),
        choosing=choose_rules(options, pushes=2 if options.weiterschieben else 1),
        follow=FollowRules(
            overtrump_s004=options.uebertrumpfzwang_s004,
            trump_only_when_void=options.stechen_nur_ohne_farbe,
        ),
        value_per_trick=options.slalom_wert == "je_stich",
        rest=options.rest,
        weis=weis_rules(options),
        stoeck=stoeck_rules(options),
        tally=tally_rules(options),
        ending=ending_rules(options),
        counting=PointsCounting(),
    )


VARIANT: Final = Variant(
    slug=SLUG,
    aliases=("sechs", "schieber6", "schieber_sechs", "schieber_zu_sechst", "zu_sechst"),
    seats=(SEATS,),
    fields=FIELDS,
    presets=MappingProxyType({}),
    sides=sides_of,
    rules=rules_for,
    advise=advise,
    house=True,
)
