"""The HAE Jass: announce your tricks, fight ties out, one card fewer every round (rules 1.11)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.bots.announcing import advise
from engine.fields import alone, deal_rules, switch, table_fields
from engine.phases.bidding import TrickBidPhase, TricksCounting
from engine.phases.deal import CutPhase
from engine.phases.draft import Table
from engine.phases.duel import DuelPhase
from engine.phases.parts import DealPlan, EndingRules
from engine.phases.rounds import counted_hands
from engine.seats import side_table
from engine.state import Step
from engine.variant import Options, Rules, Variant, make_setup

__all__ = ["VARIANT"]

SLUG: Final = "hae"
DECK: Final = "54"

FIRST_HAND: Final[Mapping[int, int]] = MappingProxyType(
    {seats: min(10, 54 // seats) for seats in range(2, 11)}
)
"""Cards in the first round, by the number of players; one fewer in each that follows."""

FIELDS: Final = (
    *table_fields(jass=False, first_dealer="zufall"),
    switch("rechts_vom_geber_jeder_stich"),
)


def rules_for(options: Options, seats: int) -> Rules:
    """The HAE Jass under these options."""
    first = FIRST_HAND[seats]
    plans = tuple(
        DealPlan(cards, forehead=cards == 1, then=Step.BID) for cards in range(first, 0, -1)
    )

    def plan(table: Table) -> DealPlan:
        return plans[len(counted_hands(table))]

    return Rules(
        setup=make_setup(VARIANT, options, seats),
        side_of=side_table(alone(options, seats), seats),
        deck=DECK,
        dealing=deal_rules(options, plan),
        phases=MappingProxyType(
            {
                Step.CUT: CutPhase(),
                Step.BID: TrickBidPhase(Step.PLAY, last_is_free=True),
                Step.PLAY: DuelPhase(
                    vorhand_leads=options.rechts_vom_geber_jeder_stich,
                    others_first=True,
                    called="gipfelduell",
                ),
            }
        ),
        ending=EndingRules(hands=first, penalty=options.strafe),
        counting=TricksCounting(),
    )


VARIANT: Final = Variant(
    slug=SLUG,
    aliases=("haerpfl", "hae_jass"),
    seats=(4, 2, 3, 5, 6, 7, 8, 9, 10),
    fields=FIELDS,
    presets=MappingProxyType({}),
    sides=alone,
    rules=rules_for,
    advise=advise,
    lower_wins=True,
)
