"""The Sidi-Jass for two, with a dead stock, a stock to draw from, or stacks (rules 1.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from engine.bots.stacks import advise
from engine.contracts import Contract
from engine.fields import alone, choice, deal_rules, excludes, requires, switch, table_fields
from engine.options import Value
from engine.phases.base import Phase
from engine.phases.choose import ChoosePhase
from engine.phases.counting import PointsCounting
from engine.phases.deal import TurnPhase
from engine.phases.parts import NO_CHOICE, ChooseRules, DealPlan, StoeckRules
from engine.phases.play import PlayPhase
from engine.phases.rob import RobPhase
from engine.phases.stacks import StackPlayPhase
from engine.phases.stock import StockPlayPhase
from engine.rules.follow import FollowRules
from engine.rules.tally import MATCH_POINTS, NO_MATCH, TallyRules
from engine.seats import side_table
from engine.state import Step
from engine.target import (
    SIX,
    TARGET_ASIDES,
    contract_rows,
    ending_rules,
    follow_fields,
    stoeck_rules,
    target_fields,
    target_phases,
    weis_fields,
    weis_rules,
)
from engine.variant import Conflict, Field, Options, Rules, Variant, make_setup

__all__ = ["VARIANT"]

SLUG: Final = "sidi"
CARDS: Final = 8
TURNED: Final = 16
"""Place of the card that is turned up, after the cards of both."""

STACK_CARDS: Final = 6
"""Cards in the hand, cards that lie open and cards they cover, of each."""

COVERED: Final = tuple(range(2 * STACK_CARDS))
OPEN: Final = tuple(range(4 * STACK_CARDS, 6 * STACK_CARDS))
BETWEEN: Final = OPEN[0] - COVERED[0]

CONTRACTS: Final = (
    *SIX,
    Contract.SLALOM_OBEN,
    Contract.SLALOM_UNTEN,
    Contract.GUSCHTI_OBEN,
    Contract.GUSCHTI_UNTEN,
)
"""What can be named where no card is turned up."""


# -- options (rules 2.6) ------------------------------------------------------------------------

_NOT_IN: Final = frozenset({"match", "weis_ohne_faktor", "kontermatch_doppelt"})
"""Options of games to a target that this one does not have."""

_NO_STACKS: Final = excludes("stock", "bodensee")


def _only_off(name: str) -> Conflict:
    """With stacks there are neither Weis nor Stöck; to say so is no contradiction."""

    def wrong(values: Mapping[str, Value]) -> bool:
        return values["stock"] == "bodensee" and values[name] != "aus"

    return Conflict("excludes", "stock", wrong, "bodensee")


def _fields() -> tuple[Field, ...]:
    found = []
    for item in (*follow_fields(), *weis_fields(), *target_fields(500)):
        if item.name in _NOT_IN:
            continue
        if item.name in {"uebertrumpfzwang_s004", "stechen_nur_ohne_farbe"}:
            item = replace(item, conflicts=(excludes("stock", "nachziehen"),))
        elif item.name in {"weis", "stoeck"}:
            item = replace(item, conflicts=(_only_off(item.name),), strict=True)
        elif {conflict.other for conflict in item.conflicts} & {"weis", "stoeck"}:
            item = replace(item, conflicts=(*item.conflicts, _NO_STACKS))
        found.append(item)
    return tuple(found)


FIELDS: Final = (
    *table_fields(first_dealer="tiefste_karte", dealt_out=()),
    choice("stock", "tot", "nachziehen", "bodensee"),
    switch("rauben", _NO_STACKS),
    switch("undenufe_ass_11", requires("stock", "bodensee")),
    *_fields(),
)


# -- rules --------------------------------------------------------------------------------------


def rules_for(options: Options, seats: int) -> Rules:
    """The Sidi-Jass under these options."""
    stacks, drawing = options.stock == "bodensee", options.stock == "nachziehen"
    plan = _plan(options)
    tricks = plan.tricks or plan.cards
    stock_play = StockPlayPhase(CARDS)
    play: PlayPhase = PlayPhase()
    if drawing:
        play = stock_play
    elif stacks:
        play = StackPlayPhase(BETWEEN)
    phases: dict[Step, Phase] = {
        **target_phases(),
        Step.TURN: TurnPhase(as_trump=not stacks),
        Step.ROB: RobPhase(),
        Step.CHOOSE: ChoosePhase(play),
        Step.PLAY: play,
    }
    stoeck = None if stacks else stoeck_rules(options)
    if stoeck is not None and drawing:
        stoeck = StoeckRules(stoeck.manual, stoeck.welsch, together=stock_play.together)
    return Rules(
        setup=make_setup(VARIANT, options, seats),
        side_of=side_table(alone(options, seats), seats),
        deck="36",
        dealing=deal_rules(options, lambda table: plan),
        phases=MappingProxyType(phases),
        asides=TARGET_ASIDES,
        row=contract_rows(options, tricks),
        choosing=_choosing() if stacks else NO_CHOICE,
        follow=FollowRules(
            overtrump_s004=options.uebertrumpfzwang_s004,
            trump_only_when_void=options.stechen_nur_ohne_farbe or drawing,
            must_trump=drawing,
        ),
        rest=options.rest,
        weis=None if stacks else weis_rules(options),
        stoeck=stoeck,
        tally=TallyRules(match=MATCH_POINTS) if stacks else NO_MATCH,
        match=(lambda table: stock_play.match(table, MATCH_POINTS)) if drawing else None,
        ending=ending_rules(options),
        counting=PointsCounting(),
    )


def _plan(options: Options) -> DealPlan:
    if options.stock == "bodensee":
        return DealPlan(
            3 * STACK_CARDS,
            packets=(STACK_CARDS,) * 3,
            hidden=COVERED,
            turned=OPEN,
            then=Step.CHOOSE,
        )
    return DealPlan(
        CARDS,
        tricks=18 if options.stock == "nachziehen" else CARDS,
        turned=(TURNED,),
        then=Step.ROB if options.rauben else Step.PLAY,
    )


def _choosing() -> ChooseRules:
    """Who does not deal names a contract; nothing is multiplied."""
    factors = MappingProxyType(dict.fromkeys(Contract, 1))
    return ChooseRules(CONTRACTS, factors, 0, False, frozenset())


VARIANT: Final = Variant(
    slug=SLUG,
    aliases=("zweier", "sidi_jass"),
    seats=(2,),
    fields=FIELDS,
    presets=MappingProxyType({}),
    sides=alone,
    rules=rules_for,
    advise=advise,
    house=True,
)
