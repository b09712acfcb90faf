"""The Chappe-Jass: announce your tricks, with the last card at the forehead (rules 1.10)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.bots.announcing import advise
from engine.cards import DECKS, FrenchRank
from engine.fields import alone, choice, deal_rules, requires, switch, table_fields
from engine.options import Value
from engine.phases.base import Phase
from engine.phases.bidding import TrickBidPhase, TricksCounting, still_in
from engine.phases.deal import CutPhase
from engine.phases.draft import Table
from engine.phases.draws import DrawingDuelPhase
from engine.phases.exchange import GiftsPhase, GivePhase
from engine.phases.parts import DealPlan, EndingRules
from engine.phases.rounds import counted_hands
from engine.rules.bidding import down_and_up
from engine.seats import Seat, side_table
from engine.state import Step
from engine.variant import PLAYERS, Conflict, Field, Options, Rules, Variant, make_setup

__all__ = ["VARIANT"]

SLUG: Final = "chappe"
PACKS: Final = ("36", "55", "2x36")
SEATS: Final = (4, 2, 3, 5, 6, 7, 8, 9, 10)
EXCHANGED: Final = 5
"""Cards in the rounds in which one is given away (`karten_tauschen`)."""


# -- options (rules 2.6) ------------------------------------------------------------------------


def _most_players(values: Mapping[str, Value]) -> int:
    """How many can be dealt the first hand."""
    first, cards = values["start_karten"], len(DECKS[str(values["blatt"])])
    return cards // first if isinstance(first, int) else 0


def _enough_cards(most: int) -> Conflict:
    def wrong(values: Mapping[str, Value]) -> bool:
        seats = values[PLAYERS]
        return isinstance(seats, int) and most == _most_players(values) < seats

    return Conflict("requires", PLAYERS, wrong, f"2..{most}")


ENOUGH_CARDS: Final = tuple(_enough_cards(most) for most in range(2, 10))


def _not_with(other: str) -> Conflict:
    return Conflict("excludes", other, lambda values: values[other] is not None, "1..99")


FIELDS: Final = (
    *table_fields(jass=False, first_dealer="tiefste_karte"),
    Field(
        "blatt",
        "choice",
        "36",
        PACKS,
        conflicts=ENOUGH_CARDS,
        strict=True,
        by_seats={seats: "55" for seats in SEATS if seats > 7},
    ),
    Field("start_karten", "number", 5, low=2, high=9, conflicts=ENOUGH_CARDS),
    switch("nur_abwaerts", _not_with("ausscheiden"), _not_with("limite")),
    switch("geber_gegen_uhr"),
    switch("ansage_frei"),
    Field("chappe_faktor", "number", 1, low=1, high=3),
    Field("ausscheiden", "number", None, low=1, high=99, conflicts=(_not_with("limite"),)),
    Field("limite", "number", None, low=1, high=99, conflicts=(_not_with("ausscheiden"),)),
    choice(
        "karten_tauschen",
        "off",
        "visavis",
        "rechts",
        conflicts=(requires("start_karten", *range(EXCHANGED, 10)),),
    ),
)

PRESETS: Final = MappingProxyType(
    {
        "fuenf_karten": MappingProxyType[str, str]({}),
        "neun_karten": MappingProxyType({"start_karten": "9", "blatt": "55"}),
    }
)


# -- rules --------------------------------------------------------------------------------------


def rules_for(options: Options, seats: int) -> Rules:
    """The Chappe-Jass under these options."""
    first: int = options.start_karten
    exchanging = options.karten_tauschen != "off"
    plans = {
        cards: DealPlan(
            cards,
            forehead=cards == 1,
            then=Step.GIVE if exchanging and cards == EXCHANGED else Step.BID,
        )
        for cards in range(1, first + 1)
    }

    def plan(table: Table) -> DealPlan:
        return plans[down_and_up(first, len(counted_hands(table)))]

    def playing(table: Table) -> tuple[Seat, ...]:
        return still_in(table, options.ausscheiden)

    play = DrawingDuelPhase(dealer_leads=True, unseen_joker=FrenchRank.ACE, called="stechen")
    phases: dict[Step, Phase] = {
        Step.CUT: CutPhase(),
        Step.BID: TrickBidPhase(Step.PLAY, beyond=options.ansage_frei),
        Step.PLAY: play,
        Step.TOSS: play,
    }
    if exchanging:
        phases[Step.GIVE] = GivePhase()
        phases[Step.NUMBERS] = GiftsPhase(Step.BID, across=options.karten_tauschen == "visavis")
    return Rules(
        setup=make_setup(VARIANT, options, seats),
        side_of=side_table(alone(options, seats), seats),
        deck=options.blatt,
        dealing=deal_rules(
            options, plan, rotation=1 if options.geber_gegen_uhr else -1, playing=playing
        ),
        phases=MappingProxyType(phases),
        ending=EndingRules(
            hands=_hands(options),
            limit=options.limite,
            out=options.ausscheiden,
            penalty=options.strafe,
        ),
        counting=TricksCounting(one_card_factor=options.chappe_faktor),
    )


def _hands(options: Options) -> int | None:
    """How many rounds there are, None if points decide that."""
    if options.ausscheiden is not None or options.limite is not None:
        return None
    first: int = options.start_karten
    return first if options.nur_abwaerts else 2 * first - 1


VARIANT: Final = Variant(
    slug=SLUG,
    aliases=("egaliser", "chappe_jass", "sticheln"),
    seats=SEATS,
    fields=FIELDS,
    presets=PRESETS,
    sides=alone,
    rules=rules_for,
    advise=advise,
    lower_wins=True,
)
