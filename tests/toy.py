"""A game that no release has: five cards each, the turned card's suit is trump, most points win.

A test drops this file into the folder of games (tests/processes/test_toy_game.py); nothing else
in the program is told of it.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine.contracts import ContractRow, row_of
from engine.fields import alone, deal_rules, table_fields
from engine.phases.counting import PointsCounting
from engine.phases.deal import CutPhase, DeclarePhase, TurnPhase
from engine.phases.draft import Table
from engine.phases.lay import LayPhase
from engine.phases.parts import DealPlan, EndingRules, Rules
from engine.phases.play import PlayPhase
from engine.seats import side_table
from engine.state import Step
from engine.variant import Field, Options, Variant, make_setup

__all__ = ["VARIANT"]

CARDS: Final = 5


def rules_for(options: Options, seats: int) -> Rules:
    """The game under these options."""
    plan = DealPlan(CARDS, turned=(CARDS * seats,), then=Step.PLAY)

    def row(table: Table) -> ContractRow:
        assert table.contract is not None
        return row_of(table.contract, tricks=CARDS)

    return Rules(
        setup=make_setup(VARIANT, options, seats),
        side_of=side_table(alone(options, seats), seats),
        deck="36",
        dealing=deal_rules(options, lambda table: plan),
        phases=MappingProxyType(
            {
                Step.CUT: CutPhase(),
                Step.DECLARE: DeclarePhase(),
                Step.TURN: TurnPhase(as_trump=True),
                Step.PLAY: PlayPhase(),
                Step.LAY: LayPhase(),
            }
        ),
        row=row,
        rest=options.rest,
        ending=EndingRules(hands=options.laenge),
        counting=PointsCounting(),
    )


VARIANT: Final = Variant(
    slug="toy",
    aliases=("spielzeug",),
    seats=(3, 2, 4),
    fields=(*table_fields(), Field("laenge", "number", 4, low=1, high=64)),
    presets=MappingProxyType({"kurz": MappingProxyType({"laenge": "2"})}),
    sides=alone,
    rules=rules_for,
)
