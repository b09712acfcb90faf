"""The Schieber: four players, two fixed partnerships (rules 1.1)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.actions import Bedanken, CallStoeck, CorrectWeis, ShowStoeck, ShowWeis
from engine.bots.partnership import advise
from engine.cards import parse_card
from engine.contracts import Contract, ContractRow, row_of
from engine.options import Value
from engine.phases.asides import BedankenAside, CallAside, CorrectAside, PreshowAside, ShowAside
from engine.phases.base import (
    ChooseRules,
    DealRules,
    EndingRules,
    StoeckRules,
    Table,
    WeisRules,
)
from engine.phases.choose import ChoosePhase
from engine.phases.counting import PointsCounting, ThanksPhase
from engine.phases.deal import CutPhase, DeclarePhase
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
from engine.state import Setup, Step
from engine.variant import Conflict, Field, Options, Rules, Variant

__all__ = ["VARIANT"]

SLUG: Final = "schieber"
CARDS: Final = 9
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


def _requires(other: str, *allowed: Value) -> Conflict:
    def wrong(values: Mapping[str, Value]) -> bool:
        return values[other] not in allowed

    words = "|".join("on" if value is True else str(value) for value in allowed)
    return Conflict("requires", other, wrong, words)


def _excludes(other: str, *banned: Value) -> Conflict:
    def wrong(values: Mapping[str, Value]) -> bool:
        return values[other] in banned

    words = "|".join("on" if value is True else str(value) for value in banned)
    return Conflict("excludes", other, wrong, words)


def _requires_turning() -> Conflict:
    def wrong(values: Mapping[str, Value]) -> bool:
        chosen = values["vertraege"]
        return not isinstance(chosen, tuple) or not {"slalom", "guschti"} & set(chosen)

    return Conflict("requires", "vertraege", wrong, "slalom|guschti")


_NO_LENGTH: Final = Conflict(
    "excludes", "laenge", lambda values: values["laenge"] is not None, "1..64"
)
_WEIS: Final = _requires("weis", "an")
_STOECK: Final = _requires("stoeck", "an")
_NO_ROUNDS: Final = _excludes("wertung", "zwei_runden")
_STRICHE: Final = _requires("wertung", "striche")


def _is_factors(text: str) -> bool:
    try:
        factor_vector(text)
    except ValueError:
        return False
    return True


def _switch(name: str, *conflicts: Conflict) -> Field:
    return Field(name, "switch", False, conflicts=conflicts)


def _choice(name: str, *choices: str, conflicts: tuple[Conflict, ...] = ()) -> Field:
    """A choice whose first value is the default."""
    return Field(name, "choice", choices[0], choices, conflicts=conflicts)


FIELDS: Final = (
    _choice(
        "erster_geber",
        "hoechste_karte",
        "tiefste_karte",
        "zufall",
        "rosen7_vorhand",
        "rosen10_vorhand",
    ),
    _switch("echtes_abheben"),
    _switch("abheben_rechts"),
    _choice("richtung", "gegen_uhr", "uhr"),
    _choice("neue_partie_geber", "rotation", "sieger", "verlierer"),
    _choice("strafe", "spiel_verloren", "annulliert"),
    _choice("abbruch", "verloren", "neu"),
    Field("frist", "number", 60, low=2, high=600),
    Field("stich_ansehen", "choice", "letzter", ("keiner", "letzter", "erster", "alle_eigenen")),
    _choice("rest", "sicher", "riskant", "aus"),
    Field("faktoren", "text", "einfach", tuple(FACTOR_PROFILES), parse=_is_factors),
    _choice("faktor_blatt", "deutsch", "franzoesisch"),
    Field("vertraege", "set", (), tuple(EXTRA)),
    _switch("undenufe_ass_11"),
    _choice("slalom_wert", "startrichtung", "je_stich", conflicts=(_requires_turning(),)),
    _switch("slalom_ansager_spielt_aus", _requires_turning()),
    _switch("zurueckschieben"),
    _switch("erste_karte_trumpf"),
    _switch("uebertrumpfzwang_s004"),
    _switch("stechen_nur_ohne_farbe"),
    _choice("weis", "an", "aus"),
    _choice("stoeck", "an", "aus"),
    Field("match", "choice", 100, ("100", "0")),
    _choice("weis_profil", *(profile.value for profile in WeisProfile), conflicts=(_WEIS,)),
    _switch("weis_teilen", _WEIS, _requires("weis_profil", "seed004", "pagat")),
    _choice("kreuzweis", "an", "aus", conflicts=(_WEIS,)),
    _switch("vier_gleiche_vor_folge", _WEIS, _excludes("weisordnung_s004", True)),
    _switch("weisordnung_s004", _WEIS, _excludes("vier_gleiche_vor_folge", True)),
    _switch("undenufe_weis_normal", _WEIS),
    _switch("trumpf_ohne_vorrang", _WEIS),
    _switch("weis_nur_mit_stich", _WEIS),
    _switch("weis_ohne_faktor", _WEIS),
    _choice("weisen", "auto", "manuell", conflicts=(_WEIS,)),
    _switch("stoeck_manuell", _STOECK),
    _switch("stoeck_welsch", _STOECK),
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
        conflicts=(_excludes("ende", "hand_zu_ende"), _NO_LENGTH, _NO_ROUNDS),
        strict=True,
    ),
    _switch("bedanken_im_stich", _requires("ende", "bedanken_manuell")),
    _switch("bergpreis", _NO_LENGTH, _NO_ROUNDS),
    Field(
        "bergpreis_punkte",
        "number",
        0,
        low=0,
        high=500,
        conflicts=(_requires("bergpreis", True), _excludes("wertung", "striche")),
    ),
    _switch("schneider", _NO_LENGTH, _NO_ROUNDS),
    Field(
        "schneider_punkte",
        "choice_or_number",
        "halb",
        ("halb",),
        low=1,
        high=500,
        conflicts=(_requires("schneider", True),),
    ),
    _switch("kontermatch_doppelt", _requires("match", 100)),
    _choice("wertung", "punkte", "striche", "zwei_runden"),
    Field(
        "schneider_striche",
        "number",
        2,
        low=1,
        high=2,
        conflicts=(_STRICHE, _requires("schneider", True)),
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
        setup=Setup(SLUG, seats, sides, options),
        side_of=side_table(sides, seats),
        deck="36",
        dealing=_dealing(options),
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


def _dealing(options: Options) -> DealRules:
    cards = {"rosen7_vorhand": "Ro7", "rosen10_vorhand": "Ro10"}
    deciding = cards.get(options.erster_geber)
    return DealRules(
        cards=CARDS,
        first_dealer=options.erster_geber,
        own_cut=options.echtes_abheben,
        cut_right=options.abheben_rechts,
        new_partie=options.neue_partie_geber,
        vorhand_card=None if deciding is None else parse_card(deciding),
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
