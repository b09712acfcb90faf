"""The Schieber: four players, two fixed partnerships (rules 1.1)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.bots.partnership import advise
from engine.fields import choice, deal_rules, excludes, requires, switch, table_fields
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
from engine.variant import Conflict, Field, Options, Rules, Variant, make_setup

__all__ = ["VARIANT"]

SLUG: Final = "schieber"
CARDS: Final = 9
PLAN: Final = DealPlan(CARDS)


# -- options (rules 2.6) ------------------------------------------------------------------------

_NO_LENGTH: Final = Conflict(
    "excludes", "laenge", lambda values: values["laenge"] is not None, "1..64"
)
_NO_ROUNDS: Final = excludes("wertung", "zwei_runden")
_STRICHE: Final = requires("wertung", "striche")

FIELDS: Final = (
    *table_fields(),
    *contract_fields(),
    switch("zurueckschieben"),
    switch("erste_karte_trumpf"),
    *follow_fields(),
    *weis_fields(),
    *target_fields(
        1000,
        no_target=(_NO_LENGTH,),
        no_end=(_NO_LENGTH, _NO_ROUNDS),
        no_points=(excludes("wertung", "striche"),),
    ),
    choice("wertung", "punkte", "striche", "zwei_runden"),
    Field(
        "schneider_striche",
        "number",
        2,
        low=1,
        high=2,
        conflicts=(_STRICHE, requires("schneider", True)),
    ),
    Field("kontermatch_striche", "number", 2, low=1, high=2, conflicts=(_STRICHE,)),
    Field("partien", "number", 4, low=1, high=20, conflicts=(_STRICHE,)),
    Field("laenge", "number", None, low=1, high=64),
)

_SEED004: Final = {
    "faktoren": "seed004",
    "weis_profil": "seed004",
    "weisordnung_s004": "on",
    "uebertrumpfzwang_s004": "on",
    "ende": "hand_zu_ende",
    "erster_geber": "hoechste_karte",
    "abheben_rechts": "on",
}

PRESETS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "schieber_1000": {"ziel": "1000", "faktoren": "einfach"},
        "schieber_2500": {"ziel": "2500", "faktoren": "1-1-2-2-3-3"},
        "fuenf_minuten": {"ziel": "1000", "faktoren": "1-1-2-2-3-3"},
        "uri_2000": {"ziel": "2000", "faktoren": "uri", "kontermatch_doppelt": "on"},
        "pagat_3000": {"ziel": "3000", "faktoren": "1-1-2-2-3-4"},
        "seed004_1000": {**_SEED004, "ziel": "1000"},
        "seed004_2500": {**_SEED004, "ziel": "2500"},
        "turnier_12": {"laenge": "12", "faktoren": "einfach", "rest": "aus"},
    }
)

PRESET_ALIASES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "schieber_3000": "pagat_3000",
        "uebertrumpfen_1000": "seed004_1000",
        "uebertrumpfen_2500": "seed004_2500",
    }
)


# -- rules --------------------------------------------------------------------------------------


def sides_of(options: Options, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Partners sit opposite."""
    return (Seat(0), Seat(2)), (Seat(1), Seat(3))


def rules_for(options: Options, seats: int) -> Rules:
    """The Schieber under these options."""
    return Rules(
        setup=make_setup(VARIANT, options, seats),
        side_of=side_table(sides_of(options, seats), seats),
        deck="36",
        dealing=deal_rules(options, lambda table: PLAN),
        phases=target_phases(),
        asides=TARGET_ASIDES,
        row=contract_rows(options, CARDS),
        choosing=choose_rules(
            options,
            pushes=2 if options.zurueckschieben else 1,
            first_card=options.erste_karte_trumpf,
        ),
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
    aliases=("jass",),
    seats=(4,),
    fields=FIELDS,
    presets=PRESETS,
    preset_aliases=PRESET_ALIASES,
    sides=sides_of,
    rules=rules_for,
    usual=True,
    advise=advise,
)
