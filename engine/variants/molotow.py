"""Molotow: fewest points, and trump comes up by itself (rules 1.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engine.actions import Action
from engine.advice import Advice
from engine.bots.alone import advise
from engine.bots.offsuit import Made
from engine.fields import alone, choice, deal_rules, switch, table_fields
from engine.phases.deal import CutPhase, DeclarePhase
from engine.phases.draft import Table, players_from
from engine.phases.fewest import FewestCounting
from engine.phases.lay import LayPhase
from engine.phases.offsuit import OffsuitPlay, has_both_left, offsuit_rows
from engine.phases.own import OwnWeisPhase
from engine.phases.parts import DealPlan, EndingRules, OwnWeisRules, StoeckRules
from engine.phases.rounds import counted_hands
from engine.phases.stoeck import StoeckPhase
from engine.rules.follow import FollowRules
from engine.rules.stoeck import STOECK_POINTS
from engine.seats import Seat, side_table
from engine.state import Step
from engine.target import meld_fields, meld_rules
from engine.variant import Field, Options, Rules, Variant, make_setup
from engine.view import View

__all__ = ["VARIANT"]

SLUG: Final = "molotow"
CARDS: Final[Mapping[int, int]] = MappingProxyType({3: 12, 4: 9, 5: 7, 6: 6})
"""For each player, by their number."""


# -- options (rules 2.6) ------------------------------------------------------------------------

FIELDS: Final = (
    *table_fields(),
    switch("stechen_nur_ohne_farbe"),
    *meld_fields(),
    Field(
        "laenge",
        "number",
        8,
        low=1,
        high=64,
        by_seats={seats: 2 * seats for seats in CARDS},
    ),
    choice("trumpf_wirkt", "sofort", "ab_naechstem_stich"),
    switch("letzte_runde_doppelt"),
)


# -- rules --------------------------------------------------------------------------------------


def rules_for(options: Options, seats: int) -> Rules:
    """Molotow under these options."""
    plan = DealPlan(CARDS[seats], then=Step.PLAY)
    melds = meld_rules(options)

    def factor(table: Table) -> int:
        last = len(counted_hands(table)) + 1 == options.laenge
        return 2 if options.letzte_runde_doppelt and last else 1

    def writers(table: Table) -> tuple[Seat, ...]:
        return players_from(table, table.players[0])

    return Rules(
        setup=make_setup(VARIANT, options, seats),
        side_of=side_table(alone(options, seats), seats),
        deck="35-Ei7" if seats == 5 else "36",
        dealing=deal_rules(options, lambda table: plan),
        phases=MappingProxyType(
            {
                Step.CUT: CutPhase(),
                Step.DECLARE: DeclarePhase(),
                Step.PLAY: OffsuitPlay(melds, factor),
                Step.SHOW: OwnWeisPhase(),
                Step.STOECK: StoeckPhase(),
                Step.LAY: LayPhase(),
            }
        ),
        row=offsuit_rows(CARDS[seats], late=options.trumpf_wirkt == "ab_naechstem_stich"),
        follow=FollowRules(hindersi=True, trump_only_when_void=options.stechen_nur_ohne_farbe),
        rest=options.rest,
        own=OwnWeisRules(melds, writers, sign=-1),
        stoeck=StoeckRules(manual=False, welsch=False, points=-STOECK_POINTS, counts=has_both_left),
        ending=EndingRules(hands=options.laenge, penalty=options.strafe),
        counting=FewestCounting(factor),
    )


# -- bots ---------------------------------------------------------------------------------------


def worth(made: Made) -> tuple[int, ...]:
    """Points are bad, and what lay in one's tricks too."""
    return tuple(-own - lying for own, lying in zip(made.points, made.lying, strict=True))


def advise_few(
    rules: Rules, view: View, legal: Sequence[Action], chance: bytes | None = None
) -> tuple[Advice, ...]:
    """Make as few points as possible."""
    return advise(rules, view, legal, chance, worth, melds=rules.melds)


VARIANT: Final = Variant(
    slug=SLUG,
    aliases=("molotow_jass", "molotowjass", "molotov"),
    seats=(4, 3, 5, 6),
    fields=FIELDS,
    presets=MappingProxyType({}),
    sides=alone,
    rules=rules_for,
    advise=advise_few,
    lower_wins=True,
)
