"""Coiffeur: every side plays every column once (rules 1.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engine.bots.columns import advise
from engine.contracts import Contract
from engine.fields import alone, choice, deal_rules, requires, switch, table_fields
from engine.options import Value
from engine.phases.base import Phase
from engine.phases.columns import ColumnCounting, ColumnPhase, named_column
from engine.phases.deal import CutPhase, DeclarePhase
from engine.phases.draft import Table, players_from
from engine.phases.lay import LayPhase
from engine.phases.own import OwnWeisPhase
from engine.phases.parts import ChooseRules, DealPlan, EndingRules, OwnWeisRules, StoeckRules
from engine.phases.play import PlayPhase
from engine.phases.stoeck import StoeckPhase
from engine.rules.columns import Column
from engine.rules.factors import factor, factor_vector
from engine.rules.follow import FollowRules
from engine.rules.tally import TallyRules
from engine.seats import Seat, side_table
from engine.state import Step
from engine.target import contract_rows, follow_fields, meld_fields, meld_rules
from engine.variant import PLAYERS, Conflict, Field, Options, Rules, Variant, make_setup

__all__ = ["VARIANT", "columns_of"]

SLUG: Final = "coiffeur"
CARDS: Final[Mapping[int, int]] = MappingProxyType({3: 12, 4: 9})
"""For each player, by their number."""

ALONE: Final = "coiffeur_einzel"
WITH_TURNING: Final = "coiffeur10"
TURNING: Final = (
    ("slalom", (Contract.SLALOM_OBEN, Contract.SLALOM_UNTEN)),
    ("guschti", (Contract.GUSCHTI_OBEN, Contract.GUSCHTI_UNTEN)),
)
"""The columns that only one profile has."""

SINGLE: Final = (
    Contract.EICHEL,
    Contract.ROSEN,
    Contract.SCHILTEN,
    Contract.SCHELLEN,
    Contract.OBENABE,
    Contract.UNDENUFE,
)
"""One column each, in this order."""

OWN_FACTORS: Final = (3, 2, 2, 3, 5, 6)
"""Where everybody plays alone: Eichel, Rosen, Schilten, Schellen, Obenabe, Undenufe."""


# -- options (rules 2.6) ------------------------------------------------------------------------


def _enough_players() -> Conflict:
    """Three can only play everybody alone."""

    def wrong(values: Mapping[str, Value]) -> bool:
        return values[PLAYERS] == 3 and values["coiffeur_profil"] != ALONE

    return Conflict("requires", PLAYERS, wrong, "4")


_WEIS: Final = requires("coiffeur_weis", True)

FIELDS: Final = (
    *table_fields(),
    choice("faktor_blatt", "deutsch", "franzoesisch"),
    switch("undenufe_ass_11"),
    choice(
        "slalom_wert",
        "startrichtung",
        "je_stich",
        conflicts=(requires("coiffeur_profil", WITH_TURNING),),
    ),
    *follow_fields(),
    Field("match", "choice", 100, ("100", "0")),
    *meld_fields(_WEIS),
    switch("weis_ohne_faktor", _WEIS),
    Field(
        "coiffeur_profil",
        "choice",
        "coiffeur8",
        ("coiffeur8", WITH_TURNING, ALONE, "coiffeur6"),
        conflicts=(_enough_players(),),
        by_seats={3: ALONE},
    ),
    switch("coiffeur_weis"),
)


# -- rules --------------------------------------------------------------------------------------


def sides_of(options: Options, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Partners sit opposite, or everybody alone."""
    if options.coiffeur_profil == ALONE:
        return alone(options, seats)
    return (Seat(0), Seat(2)), (Seat(1), Seat(3))


def _named_in(columns: Sequence[Column]) -> tuple[Contract, ...]:
    """What can be named for any of these columns."""
    return tuple(
        contract for contract in Contract if any(contract in column.contracts for column in columns)
    )


def columns_of(options: Options) -> tuple[Column, ...]:
    """The columns of a profile; a Joker takes whatever the profile names."""
    profile, french = options.coiffeur_profil, options.faktor_blatt == "franzoesisch"
    if profile == ALONE:
        vector = OWN_FACTORS
    else:
        base = "seed004" if profile == "coiffeur6" else "1-2-3-4"
        vector = factor_vector(base, french=french)
    columns = [Column(named.value, factor(named, vector), (named,)) for named in SINGLE]
    if profile == "coiffeur6":
        return tuple(columns)
    if profile == WITH_TURNING:
        columns += [Column(name, 7 + at, pair) for at, (name, pair) in enumerate(TURNING)]
    free, last = _named_in(columns), max(column.factor for column in columns)
    columns += [Column(f"joker{at}", last + at, free, joker=True) for at in (1, 2)]
    return tuple(columns)


def rules_for(options: Options, seats: int) -> Rules:
    """Coiffeur under these options."""
    plan = DealPlan(CARDS[seats])
    sides = sides_of(options, seats)
    side_of = side_table(sides, seats)
    columns = columns_of(options)

    def scores(table: Table, seat: Seat) -> bool:
        """Whether Weis and Stöck of this seat count: of who named, and not in a Joker."""
        column, announcer = named_column(table), table.announcer
        if column is None or announcer is None or columns[column].joker:
            return False
        return side_of[seat] == side_of[announcer]

    def writers(table: Table) -> tuple[Seat, ...]:
        order = players_from(table, table.players[0])
        return tuple(seat for seat in order if scores(table, seat))

    phases: dict[Step, Phase] = {
        Step.CUT: CutPhase(),
        Step.DECLARE: DeclarePhase(),
        Step.CHOOSE: ColumnPhase(),
        Step.PLAY: PlayPhase(),
        Step.LAY: LayPhase(),
    }
    own, stoeck = None, None
    if options.coiffeur_weis:
        phases[Step.SHOW], phases[Step.STOECK] = OwnWeisPhase(), StoeckPhase()
        own = OwnWeisRules(meld_rules(options), writers, with_stoeck=True)
        stoeck = StoeckRules(manual=False, welsch=False, counts=scores)
    return Rules(
        setup=make_setup(VARIANT, options, seats),
        side_of=side_of,
        deck="36",
        dealing=deal_rules(options, lambda table: plan),
        phases=MappingProxyType(phases),
        row=contract_rows(options, CARDS[seats]),
        choosing=ChooseRules(
            offered=_named_in(columns),
            factors=MappingProxyType({}),
            pushes=seats,
            first_card=False,
            announcer_leads=frozenset(Contract),
            columns=columns,
        ),
        follow=FollowRules(
            overtrump_s004=options.uebertrumpfzwang_s004,
            trump_only_when_void=options.stechen_nur_ohne_farbe,
        ),
        value_per_trick=options.slalom_wert == "je_stich",
        rest=options.rest,
        own=own,
        stoeck=stoeck,
        tally=TallyRules(match=options.match, weis_without_factor=options.weis_ohne_faktor),
        ending=EndingRules(hands=len(columns) * len(sides), penalty=options.strafe),
        counting=ColumnCounting(),
    )


VARIANT: Final = Variant(
    slug=SLUG,
    aliases=("coiffeur_jass", "coiffeurjass", "quoi_faire", "coiffeur_schieber"),
    seats=(4, 3),
    fields=FIELDS,
    presets=MappingProxyType({}),
    sides=sides_of,
    rules=rules_for,
    advise=advise,
)
