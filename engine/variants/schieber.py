"""The Schieber: four players, two fixed partnerships (rules 1.1)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.actions import Bedanken, CallStoeck, CorrectWeis, ShowStoeck, ShowWeis
from engine.bots.partnership import advise
from engine.contracts import Contract, ContractRow, row_of
from engine.fields import choice, deal_rules, excludes, requires, switch, table_fields
from engine.options import Value
from engine.phases.asides import BedankenAside, CallAside, CorrectAside, PreshowAside, ShowAside
from engine.phases.base import (
    ChooseRules,
    DealPlan,
    EndingRules,
    StoeckRules,
    Table,
    WeisRules,
)
from engine.phases.choose import ChoosePhase
from engine.phases.counting import PointsCounting, ThanksPhase
from engine.phases.deal import CutPhase, DeclarePhase
from engine.phases.lay import LayPhase
from engine.phases.meld import CorrectPhase, MeldPhase, ShowPhase
from engine.phases.play import PlayPhase
from engine.phases.stoeck import LateCallPhase, StoeckPhase
from engine.rules.ausmachen import Ausmachregel, half_of
from engine.rules.factors import FACTOR_PROFILES, factor, factor_vector
from engine.rules.follow import FollowRules
from engine.rules.melds import MeldRules, WeisProfile, possible_numbers
from engine.rules.standing import StrichRules
from engine.rules.tally import TallyRules
from engine.seats import Seat, side_table
from engine.state import Step
from engine.variant import Conflict, Field, Options, Rules, Variant, make_setup

__all__ = ["VARIANT"]

SLUG: Final = "schieber"
CARDS: Final = 9
PLAN: Final = DealPlan(CARDS)
SIX: Final = (
    Contract.EICHEL,
    Contract.ROSEN,
    Contract.SCHELLEN,
    Contract.SCHILTEN,
    Contract.OBENABE,
    Contract.UNDENUFE,
)
"""What every table offers."""

EXTRA: Final[Mapping[str, tuple[Contract, ...]]] = MappingProxyType(
    {
        "slalom": (Contract.SLALOM_OBEN, Contract.SLALOM_UNTEN),
        "guschti": (Contract.GUSCHTI_OBEN, Contract.GUSCHTI_UNTEN),
        "gumpf": (
            Contract.GUMPF_EICHEL,
            Contract.GUMPF_ROSEN,
            Contract.GUMPF_SCHELLEN,
            Contract.GUMPF_SCHILTEN,
        ),
    }
)
"""What the option `vertraege` adds."""

TURNING: Final = EXTRA["slalom"] + EXTRA["guschti"]


# -- options (rules 2.6) ------------------------------------------------------------------------


def _requires_turning() -> Conflict:
    def wrong(values: Mapping[str, Value]) -> bool:
        chosen = values["vertraege"]
        return not isinstance(chosen, tuple) or not {"slalom", "guschti"} & set(chosen)

    return Conflict("requires", "vertraege", wrong, "slalom|guschti")


_NO_LENGTH: Final = Conflict(
    "excludes", "laenge", lambda values: values["laenge"] is not None, "1..64"
)
_WEIS: Final = requires("weis", "an")
_STOECK: Final = requires("stoeck", "an")
_NO_ROUNDS: Final = excludes("wertung", "zwei_runden")
_STRICHE: Final = requires("wertung", "striche")


def _is_factors(text: str) -> bool:
    try:
        factor_vector(text)
    except ValueError:
        return False
    return True


FIELDS: Final = (
    *table_fields(),
    Field("faktoren", "text", "einfach", tuple(FACTOR_PROFILES), parse=_is_factors),
    choice("faktor_blatt", "deutsch", "franzoesisch"),
    Field("vertraege", "set", (), tuple(EXTRA)),
    switch("undenufe_ass_11"),
    choice("slalom_wert", "startrichtung", "je_stich", conflicts=(_requires_turning(),)),
    switch("slalom_ansager_spielt_aus", _requires_turning()),
    switch("zurueckschieben"),
    switch("erste_karte_trumpf"),
    switch("uebertrumpfzwang_s004"),
    switch("stechen_nur_ohne_farbe"),
    choice("weis", "an", "aus"),
    choice("stoeck", "an", "aus"),
    Field("match", "choice", 100, ("100", "0")),
    choice("weis_profil", *(profile.value for profile in WeisProfile), conflicts=(_WEIS,)),
    switch("weis_teilen", _WEIS, requires("weis_profil", "seed004", "pagat")),
    choice("kreuzweis", "an", "aus", conflicts=(_WEIS,)),
    switch("vier_gleiche_vor_folge", _WEIS, excludes("weisordnung_s004", True)),
    switch("weisordnung_s004", _WEIS, excludes("vier_gleiche_vor_folge", True)),
    switch("undenufe_weis_normal", _WEIS),
    switch("trumpf_ohne_vorrang", _WEIS),
    switch("weis_nur_mit_stich", _WEIS),
    switch("weis_ohne_faktor", _WEIS),
    choice("weisen", "auto", "manuell", conflicts=(_WEIS,)),
    switch("stoeck_manuell", _STOECK),
    switch("stoeck_welsch", _STOECK),
    Field("ziel", "number", 1000, low=500, high=5000, conflicts=(_NO_LENGTH,), strict=True),
    Field(
        "ende",
        "choice",
        "bedanken_auto",
        ("bedanken_auto", "bedanken_manuell", "hand_zu_ende"),
        conflicts=(_NO_LENGTH, _NO_ROUNDS),
        strict=True,
    ),
    Field(
        "ausmachregel",
        "choice",
        "stoeck_wys_stich",
        tuple(rule.value for rule in Ausmachregel),
        conflicts=(excludes("ende", "hand_zu_ende"), _NO_LENGTH, _NO_ROUNDS),
        strict=True,
    ),
    switch("bedanken_im_stich", requires("ende", "bedanken_manuell")),
    switch("bergpreis", _NO_LENGTH, _NO_ROUNDS),
    Field(
        "bergpreis_punkte",
        "number",
        0,
        low=0,
        high=500,
        conflicts=(requires("bergpreis", True), excludes("wertung", "striche")),
    ),
    switch("schneider", _NO_LENGTH, _NO_ROUNDS),
    Field(
        "schneider_punkte",
        "choice_or_number",
        "halb",
        ("halb",),
        low=1,
        high=500,
        conflicts=(requires("schneider", True),),
    ),
    switch("kontermatch_doppelt", requires("match", 100)),
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


# -- rules --------------------------------------------------------------------------------------


def sides_of(options: Options, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Partners sit opposite."""
    return (Seat(0), Seat(2)), (Seat(1), Seat(3))


def rules_for(options: Options, seats: int) -> Rules:
    """The Schieber under these options."""
    sides = sides_of(options, seats)
    ass_11: bool = options.undenufe_ass_11
    rows = {
        contract: row_of(contract, undenufe_ass_11=ass_11, tricks=CARDS) for contract in Contract
    }

    def row(table: Table) -> ContractRow:
        if table.contract is None:
            raise ValueError("no contract is named yet")
        return rows[table.contract]

    play = PlayPhase()
    return Rules(
        setup=make_setup(VARIANT, options, seats),
        side_of=side_table(sides, seats),
        deck="36",
        dealing=deal_rules(options, lambda table: PLAN),
        phases=MappingProxyType(
            {
                Step.CUT: CutPhase(),
                Step.DECLARE: DeclarePhase(),
                Step.CHOOSE: ChoosePhase(play),
                Step.PLAY: play,
                Step.CORRECT: CorrectPhase(),
                Step.MELD: MeldPhase(),
                Step.SHOW: ShowPhase(),
                Step.STOECK: StoeckPhase(),
                Step.LAY: LayPhase(),
                Step.CALL: LateCallPhase(),
                Step.THANKS: ThanksPhase(),
            }
        ),
        asides=MappingProxyType(
            {
                CorrectWeis: CorrectAside(),
                ShowWeis: ShowAside(),
                ShowStoeck: PreshowAside(),
                CallStoeck: CallAside(),
                Bedanken: BedankenAside(),
            }
        ),
        row=row,
        choosing=_choosing(options),
        follow=FollowRules(
            overtrump_s004=options.uebertrumpfzwang_s004,
            trump_only_when_void=options.stechen_nur_ohne_farbe,
        ),
        value_per_trick=options.slalom_wert == "je_stich",
        rest=options.rest,
        weis=_weis(options),
        stoeck=(
            StoeckRules(options.stoeck_manuell, options.stoeck_welsch)
            if options.stoeck == "an"
            else None
        ),
        tally=TallyRules(
            match=options.match,
            kontermatch_doubled=options.kontermatch_doppelt,
            weis_without_factor=options.weis_ohne_faktor,
        ),
        ending=_ending(options),
        counting=PointsCounting(),
    )


def _choosing(options: Options) -> ChooseRules:
    added = [contract for name in options.vertraege for contract in EXTRA[name]]
    vector = factor_vector(options.faktoren, french=options.faktor_blatt == "franzoesisch")
    return ChooseRules(
        offered=tuple(contract for contract in Contract if contract in SIX or contract in added),
        factors=MappingProxyType({contract: factor(contract, vector) for contract in Contract}),
        push_back=options.zurueckschieben,
        first_card=options.erste_karte_trumpf,
        announcer_leads=frozenset(TURNING if options.slalom_ansager_spielt_aus else ()),
    )


def _weis(options: Options) -> WeisRules | None:
    if options.weis == "aus":
        return None
    melds = MeldRules(
        profile=WeisProfile(options.weis_profil),
        split=options.weis_teilen,
        cross=options.kreuzweis == "an",
        fours_first=options.vier_gleiche_vor_folge,
        order_s004=options.weisordnung_s004,
        undenufe_normal=options.undenufe_weis_normal,
        trump_first=not options.trumpf_ohne_vorrang,
    )
    return WeisRules(
        melds=melds,
        manual=options.weisen == "manuell",
        with_trick=options.weis_nur_mit_stich,
        without_factor=options.weis_ohne_faktor,
        numbers=possible_numbers(melds),
    )


def _ending(options: Options) -> EndingRules:
    counted = options.laenge is None and options.wertung != "zwei_runden"
    target: int | None = options.ziel if counted else None
    schneider: int | None = None
    if options.schneider and target is not None:
        own = options.schneider_punkte
        schneider = half_of(target) if own == "halb" else own
    striche = None
    if options.wertung == "striche":
        striche = StrichRules(
            schneider=options.schneider_striche if schneider is not None else 0,
            kontermatch=options.kontermatch_striche,
        )
    return EndingRules(
        target=target,
        mode=options.ende,
        order=Ausmachregel(options.ausmachregel),
        with_lying_cards=options.bedanken_im_stich,
        berg=half_of(target) if options.bergpreis and target is not None else None,
        berg_points=options.bergpreis_punkte,
        schneider=schneider,
        scoring=options.wertung,
        striche=striche,
        parties=options.partien if striche is not None else 1,
        hands=options.laenge,
        penalty=options.strafe,
    )


VARIANT: Final = Variant(
    slug=SLUG,
    aliases=("jass",),
    seats=(4,),
    fields=FIELDS,
    presets=PRESETS,
    sides=sides_of,
    rules=rules_for,
    advise=advise,
)
