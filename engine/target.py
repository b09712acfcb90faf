"""Options and rules that games to a target share: contracts, Weis, Stöck and the end (rules 2.6).

A game's own file says which of them it has; what an option excludes there and not elsewhere is
passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.actions import Bedanken, CallStoeck, CorrectWeis, ShowStoeck, ShowWeis
from engine.contracts import Contract, ContractRow, row_of
from engine.fields import choice, excludes, requires, switch
from engine.options import Value
from engine.phases.asides import BedankenAside, CallAside, CorrectAside, PreshowAside, ShowAside
from engine.phases.base import Aside, Phase
from engine.phases.choose import ChoosePhase
from engine.phases.counting import ThanksPhase
from engine.phases.deal import CutPhase, DeclarePhase
from engine.phases.draft import Table
from engine.phases.lay import LayPhase
from engine.phases.meld import CorrectPhase, MeldPhase, ShowPhase
from engine.phases.parts import ChooseRules, EndingRules, StoeckRules, WeisRules
from engine.phases.play import PlayPhase
from engine.phases.stoeck import LateCallPhase, StoeckPhase
from engine.rules.ausmachen import Ausmachregel, half_of
from engine.rules.factors import FACTOR_PROFILES, factor, factor_vector
from engine.rules.melds import MeldRules, WeisProfile, possible_numbers
from engine.rules.standing import StrichRules
from engine.rules.tally import TallyRules
from engine.state import Step
from engine.variant import Conflict, Field, Options

__all__ = [
    "SIX",
    "TARGET_ASIDES",
    "choose_rules",
    "contract_fields",
    "contract_rows",
    "ending_rules",
    "follow_fields",
    "meld_fields",
    "meld_rules",
    "stoeck_rules",
    "tally_rules",
    "target_fields",
    "target_phases",
    "weis_fields",
    "weis_rules",
]

SIX: Final = (
    Contract.EICHEL,
    Contract.ROSEN,
    Contract.SCHELLEN,
    Contract.SCHILTEN,
    Contract.OBENABE,
    Contract.UNDENUFE,
)
"""What every table offers."""

_EXTRA: Final[Mapping[str, tuple[Contract, ...]]] = MappingProxyType(
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

_TURNING: Final = _EXTRA["slalom"] + _EXTRA["guschti"]
"""The contracts whose direction changes."""


# -- options (rules 2.6) ------------------------------------------------------------------------


def _requires_turning() -> Conflict:
    def wrong(values: Mapping[str, Value]) -> bool:
        chosen = values["vertraege"]
        return not isinstance(chosen, tuple) or not {"slalom", "guschti"} & set(chosen)

    return Conflict("requires", "vertraege", wrong, "slalom|guschti")


def _is_factors(text: str) -> bool:
    try:
        factor_vector(text)
    except ValueError:
        return False
    return True


def contract_fields() -> tuple[Field, ...]:
    """What may be named and what it is worth."""
    return (
        Field("faktoren", "text", "einfach", tuple(FACTOR_PROFILES), parse=_is_factors),
        choice("faktor_blatt", "deutsch", "franzoesisch"),
        Field("vertraege", "set", (), tuple(_EXTRA)),
        switch("undenufe_ass_11"),
        choice("slalom_wert", "startrichtung", "je_stich", conflicts=(_requires_turning(),)),
        switch("slalom_ansager_spielt_aus", _requires_turning()),
    )


def follow_fields() -> tuple[Field, ...]:
    """What may change in the table of legal cards where most points win."""
    return (switch("uebertrumpfzwang_s004"), switch("stechen_nur_ohne_farbe"))


def meld_fields(*conflicts: Conflict) -> tuple[Field, ...]:
    """What Weise are worth, with what all these options require."""
    return (
        choice("weis_profil", *(profile.value for profile in WeisProfile), conflicts=conflicts),
        switch("weis_teilen", *conflicts, requires("weis_profil", "seed004", "pagat")),
        choice("kreuzweis", "an", "aus", conflicts=conflicts),
    )


def weis_fields() -> tuple[Field, ...]:
    """Weis, Stöck and match."""
    weis, stoeck = requires("weis", "an"), requires("stoeck", "an")
    return (
        choice("weis", "an", "aus"),
        choice("stoeck", "an", "aus"),
        Field("match", "choice", 100, ("100", "0")),
        *meld_fields(weis),
        switch("vier_gleiche_vor_folge", weis, excludes("weisordnung_s004", True)),
        switch("weisordnung_s004", weis, excludes("vier_gleiche_vor_folge", True)),
        switch("undenufe_weis_normal", weis),
        switch("trumpf_ohne_vorrang", weis),
        switch("weis_nur_mit_stich", weis),
        switch("weis_ohne_faktor", weis),
        choice("weisen", "auto", "manuell", conflicts=(weis,)),
        switch("stoeck_manuell", stoeck),
        switch("stoeck_welsch", stoeck),
    )


def target_fields(
    target: int,
    *,
    no_target: tuple[Conflict, ...] = (),
    no_end: tuple[Conflict, ...] = (),
    no_points: tuple[Conflict, ...] = (),
) -> tuple[Field, ...]:
    """How a Partie to a target ends.

    Args:
        target: default of `ziel`.
        no_target: what excludes a target.
        no_end: what excludes the options about reaching it.
        no_points: what excludes points for the Bergpreis.
    """
    return (
        Field("ziel", "number", target, low=500, high=5000, conflicts=no_target, strict=True),
        Field(
            "ende",
            "choice",
            "bedanken_auto",
            ("bedanken_auto", "bedanken_manuell", "hand_zu_ende"),
            conflicts=no_end,
            strict=True,
        ),
        Field(
            "ausmachregel",
            "choice",
            "stoeck_wys_stich",
            tuple(rule.value for rule in Ausmachregel),
            conflicts=(excludes("ende", "hand_zu_ende"), *no_end),
            strict=True,
        ),
        switch("bedanken_im_stich", requires("ende", "bedanken_manuell")),
        switch("bergpreis", *no_end),
        Field(
            "bergpreis_punkte",
            "number",
            0,
            low=0,
            high=500,
            conflicts=(requires("bergpreis", True), *no_points),
        ),
        switch("schneider", *no_end),
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
    )


# -- rules --------------------------------------------------------------------------------------


def contract_rows(options: Options, tricks: int) -> Callable[[Table], ContractRow]:
    """The tables of the contract that was named, for a hand of so many tricks."""
    ass_11: bool = options.undenufe_ass_11
    rows = {
        contract: row_of(contract, undenufe_ass_11=ass_11, tricks=tricks) for contract in Contract
    }

    def row(table: Table) -> ContractRow:
        if table.contract is None:
            raise ValueError("no contract is named yet")
        return rows[table.contract]

    return row


def target_phases() -> Mapping[Step, Phase]:
    """Every step of such a game."""
    play = PlayPhase()
    return MappingProxyType(
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
    )


TARGET_ASIDES: Final[Mapping[type, Aside]] = MappingProxyType(
    {
        CorrectWeis: CorrectAside(),
        ShowWeis: ShowAside(),
        ShowStoeck: PreshowAside(),
        CallStoeck: CallAside(),
        Bedanken: BedankenAside(),
    }
)
"""What nobody asks for in such a game."""


def choose_rules(options: Options, *, pushes: int, first_card: bool = False) -> ChooseRules:
    """Who names what, and the factors.

    Args:
        options: of the table.
        pushes: how often it may be pushed in a hand.
        first_card: the first card may name trump (`erste_karte_trumpf`).
    """
    added = [contract for name in options.vertraege for contract in _EXTRA[name]]
    vector = factor_vector(options.faktoren, french=options.faktor_blatt == "franzoesisch")
    return ChooseRules(
        offered=tuple(contract for contract in Contract if contract in SIX or contract in added),
        factors=MappingProxyType({contract: factor(contract, vector) for contract in Contract}),
        pushes=pushes,
        first_card=first_card,
        announcer_leads=frozenset(_TURNING if options.slalom_ansager_spielt_aus else ()),
    )


def meld_rules(options: Options) -> MeldRules:
    """What Weise are worth and which is better."""
    return MeldRules(
        profile=WeisProfile(options.weis_profil),
        split=options.weis_teilen,
        cross=options.kreuzweis == "an",
        fours_first=options.get("vier_gleiche_vor_folge") is True,
        order_s004=options.get("weisordnung_s004") is True,
        undenufe_normal=options.get("undenufe_weis_normal") is True,
        trump_first=options.get("trumpf_ohne_vorrang") is not True,
    )


def weis_rules(options: Options) -> WeisRules | None:
    """The contest, None with `weis=aus`."""
    if options.weis == "aus":
        return None
    melds = meld_rules(options)
    return WeisRules(
        melds=melds,
        manual=options.weisen == "manuell",
        with_trick=options.weis_nur_mit_stich,
        numbers=possible_numbers(melds),
    )


def stoeck_rules(options: Options) -> StoeckRules | None:
    """Stöck, None with `stoeck=aus`."""
    if options.stoeck == "aus":
        return None
    return StoeckRules(options.stoeck_manuell, options.stoeck_welsch)


def tally_rules(options: Options) -> TallyRules:
    """How a hand is counted."""
    return TallyRules(
        match=options.match,
        kontermatch_doubled=options.kontermatch_doppelt,
        weis_without_factor=options.weis_ohne_faktor,
    )


def ending_rules(options: Options) -> EndingRules:
    """When the Partie is over; `laenge`, `wertung` and `partien` where a game has them."""
    scoring, hands = options.get("wertung"), options.get("laenge")
    target: int | None = options.ziel if hands is None and scoring != "zwei_runden" else None
    schneider: int | None = None
    if options.schneider and target is not None:
        own = options.schneider_punkte
        schneider = half_of(target) if own == "halb" else own
    striche = None
    if scoring == "striche":
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
        scoring="punkte" if scoring is None else str(scoring),
        striche=striche,
        parties=options.partien if striche is not None else 1,
        hands=hands if isinstance(hands, int) else None,
        penalty=options.strafe,
    )
