"""The Differenzler: predict your points and make exactly those (rules 1.2, 1.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.actions import Bid
from engine.bots.prediction import advise
from engine.contracts import Contract, ContractRow, row_of
from engine.fields import (
    alone,
    choice,
    deal_rules,
    players,
    requires,
    switch,
    table_fields,
)
from engine.options import Value
from engine.phases.base import Aside, Phase
from engine.phases.deal import CutPhase, DeclarePhase, TurnPhase
from engine.phases.differences import DifferenceCounting
from engine.phases.draft import Table
from engine.phases.lay import LayPhase
from engine.phases.parts import DealPlan, EndingRules
from engine.phases.play import PlayPhase
from engine.phases.predict import BidPhase, CorrectBidAside, PredictionsPhase, PredictPhase
from engine.rules.follow import FollowRules
from engine.rules.tally import HAND_TOTAL
from engine.seats import Seat, side_table
from engine.state import Step
from engine.variant import Conflict, Field, Options, Rules, Variant, make_setup

__all__ = ["VARIANT"]

SLUG: Final = "differenzler"
CARDS: Final[Mapping[int, int]] = MappingProxyType({2: 12, 3: 12, 4: 9, 5: 7})
"""For each player, by their number."""

TURNED: Final = 24
"""Place of the card that two players turn up after the cards they got."""


# -- options (rules 2.6) ------------------------------------------------------------------------


def _no_limit() -> Conflict:
    def wrong(values: Mapping[str, Value]) -> bool:
        return values["strafziel"] is not None

    return Conflict("excludes", "strafziel", wrong, "50..1000")


FIELDS: Final = (
    *table_fields(viewing="alle_eigenen", dealt_out=(3, 4, 5)),
    switch("stechen_nur_ohne_farbe"),
    Field(
        "laenge",
        "number",
        8,
        low=1,
        high=64,
        conflicts=(_no_limit(),),
        strict=True,
        by_seats={seats: 2 * seats for seats in CARDS},
    ),
    Field("strafziel", "number", None, low=50, high=1000),
    Field(
        "trumpf",
        "choice",
        "zufall",
        ("zufall", "bodentrumpf"),
        conflicts=(players(3, 4, 5),),
        strict=True,
    ),
    choice("ansage", "verdeckt", "offen"),
    switch("bonus_exakt"),
    switch("partner_differenzler", players(4), requires("ansage", "verdeckt")),
    switch("geber_gutschrift", players(3), requires("ansage", "offen")),
)


# -- rules --------------------------------------------------------------------------------------


def sides_of(options: Options, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Everybody for himself, or partners who sit opposite."""
    if options.partner_differenzler:
        return (Seat(0), Seat(2)), (Seat(1), Seat(3))
    return alone(options, seats)


class SayPhase(BidPhase):
    """Predictions said aloud: any number of points."""

    def most(self, rules: Rules, table: Table) -> int:
        """The whole hand."""
        return HAND_TOTAL


def rules_for(options: Options, seats: int) -> Rules:
    """The Differenzler under these options."""
    cards = CARDS[seats]
    rows = {contract: row_of(contract, tricks=cards) for contract in Contract}

    def row(table: Table) -> ContractRow:
        if table.contract is None:
            raise ValueError("trump is not known yet")
        return rows[table.contract]

    open_bids = options.ansage == "offen"
    phases: dict[Step, Phase] = {
        Step.CUT: CutPhase(),
        Step.DECLARE: DeclarePhase(),
        Step.TURN: TurnPhase(as_trump=True),
        Step.PLAY: PlayPhase(),
        Step.LAY: LayPhase(),
    }
    asides: dict[type, Aside] = {}
    if open_bids:
        say = SayPhase(Step.PLAY)
        phases[Step.BID] = say
        asides[Bid] = CorrectBidAside(say)
    else:
        phases[Step.PREDICT] = PredictPhase(HAND_TOTAL, Step.PLAY)
        phases[Step.NUMBERS] = PredictionsPhase(HAND_TOTAL, Step.AUDIT)
    return Rules(
        setup=make_setup(VARIANT, options, seats),
        side_of=side_table(sides_of(options, seats), seats),
        deck="35-Se6" if seats == 5 else "36",
        dealing=deal_rules(options, _plans(options, seats)),
        phases=MappingProxyType(phases),
        ending=EndingRules(
            hands=None if options.strafziel is not None else options.laenge,
            limit=options.strafziel,
            penalty=options.strafe,
        ),
        counting=DifferenceCounting(bonus=options.bonus_exakt, credit=options.geber_gutschrift),
        closing=Step.AUDIT if open_bids else Step.NUMBERS,
        asides=MappingProxyType(asides),
        row=row,
        follow=FollowRules(hindersi=True, trump_only_when_void=options.stechen_nur_ohne_farbe),
        rest=options.rest,
    )


def _plans(options: Options, seats: int) -> Callable[[Table], DealPlan]:
    """How trump comes: by toss, by the card at the bottom, or for two by the card turned up."""
    then = Step.BID if options.ansage == "offen" else Step.PREDICT
    cards = CARDS[seats]
    if seats == 2:
        turned = DealPlan(cards, turned=(TURNED,), then=then)
        return lambda table: turned
    if options.trumpf == "zufall":
        tossed = DealPlan(cards, toss_trump=True, then=then)
        return lambda table: tossed
    bottom = DealPlan(cards, turned=(cards * seats - 1,), then=then)
    kept = {contract: DealPlan(cards, trump=contract, then=then) for contract in Contract}

    def plan(table: Table) -> DealPlan:
        last = table.results[-1] if table.results else None
        if last is not None and last.note == "annulled" and last.contract is not None:
            # The suit stays and no new card is turned (rules 1.0.2).
            return kept[last.contract]
        return bottom

    return plan


VARIANT: Final = Variant(
    slug=SLUG,
    aliases=("dreier", "dreier_differenzler"),
    seats=(4, 2, 3, 5),
    fields=FIELDS,
    presets=MappingProxyType({}),
    sides=sides_of,
    rules=rules_for,
    advise=advise,
    alias_seats=MappingProxyType({"dreier": 3, "dreier_differenzler": 3}),
    lower_wins=True,
)
