"""Options that games share (rules 2.6), what they exclude, and what they mean for the deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.cards import parse_card
from engine.options import Options, Value
from engine.phases.draft import Table
from engine.phases.parts import DealPlan, DealRules
from engine.seats import Seat
from engine.variant import PLAYERS, Conflict, Field

__all__ = [
    "alone",
    "choice",
    "deal_rules",
    "excludes",
    "is_house_rule",
    "players",
    "requires",
    "switch",
    "table_fields",
]

_DECIDING: Final = {"rosen7_vorhand": "Ro7", "rosen10_vorhand": "Ro10"}

_FIRST_DEALERS: Final = ("hoechste_karte", "tiefste_karte", "zufall", *_DECIDING)

_VIEWING: Final = ("keiner", "letzter", "erster", "alle_eigenen")


_ANY_NUMBER: Final = "0"

_HOUSE: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "ausscheiden": (_ANY_NUMBER,),
        "coiffeur_weis": ("on",),
        "karten_tauschen": ("visavis", "rechts"),
        "neue_partie_geber": ("sieger", "verlierer"),
        "partner_differenzler": ("on",),
        "rechts_vom_geber_jeder_stich": ("off",),
        "rest": ("riskant",),
        "slalom_wert": ("startrichtung",),
        "strafe": ("spiel_verloren", "annulliert"),
        "weisordnung_s004": ("on",),
    }
)
"""Options that at these values mean something no source says."""


def is_house_rule(name: str, value: str) -> bool:
    """Whether what an option means at this value is «Hausregel»: said by no source, only by us."""
    ours = _HOUSE.get(name, ())
    return value in ours or (_ANY_NUMBER in ours and value.isdigit())


def _words(values: tuple[Value, ...]) -> str:
    return "|".join("on" if value is True else str(value) for value in values)


def requires(other: str, *allowed: Value) -> Conflict:
    """Another option must have one of these values."""
    return Conflict("requires", other, lambda values: values[other] not in allowed, _words(allowed))


def excludes(other: str, *banned: Value) -> Conflict:
    """Another option must have none of these values."""
    return Conflict("excludes", other, lambda values: values[other] in banned, _words(banned))


def players(*allowed: int) -> Conflict:
    """Only with so many players."""
    return requires(PLAYERS, *allowed)


def switch(name: str, *conflicts: Conflict) -> Field:
    """On or off; off by default."""
    return Field(name, "switch", False, conflicts=conflicts)


def choice(name: str, *choices: str, conflicts: tuple[Conflict, ...] = ()) -> Field:
    """A choice whose first value is the default."""
    return Field(name, "choice", choices[0], choices, conflicts=conflicts)


def table_fields(
    *,
    jass: bool = True,
    first_dealer: str = "hoechste_karte",
    viewing: str = "letzter",
    dealt_out: tuple[int, ...] | None = None,
) -> tuple[Field, ...]:
    """What every table has, in the order of rules 2.6.

    Args:
        jass: a game of «jass»: with `richtung`, `rest` and the values of `erster_geber` by which
            the holder of a card is Vorhand.
        first_dealer: default of `erster_geber`.
        viewing: default of `stich_ansehen`.
        dealt_out: numbers of players that get every card, where not all do; only with them is
            there surely a holder.
    """
    named = _FIRST_DEALERS if jass and dealt_out != () else _FIRST_DEALERS[:3]
    holder: tuple[Conflict, ...] = ()
    if dealt_out:

        def wrong(values: Mapping[str, Value]) -> bool:
            return values["erster_geber"] in _DECIDING and values[PLAYERS] not in dealt_out

        holder = (Conflict("requires", PLAYERS, wrong, _words(dealt_out)),)
    return (
        Field("erster_geber", "choice", first_dealer, named, conflicts=holder),
        switch("echtes_abheben"),
        switch("abheben_rechts"),
        *((choice("richtung", "gegen_uhr", "uhr"),) if jass else ()),
        choice("neue_partie_geber", "rotation", "sieger", "verlierer"),
        choice("strafe", "spiel_verloren", "annulliert"),
        choice("abbruch", "verloren", "neu"),
        Field("frist", "number", 60, low=2, high=600),
        Field("stich_ansehen", "choice", viewing, _VIEWING),
        *((choice("rest", "sicher", "riskant", "aus"),) if jass else ()),
    )


def deal_rules(
    options: Options,
    plan: Callable[[Table], DealPlan],
    *,
    rotation: int = 1,
    playing: Callable[[Table], tuple[Seat, ...]] | None = None,
) -> DealRules:
    """How cards come to the seats under the options of `table_fields`.

    Args:
        options: of the table.
        plan: the next hand.
        rotation: -1 if the deal goes round against playing order.
        playing: the seats that still play, where some can be out.
    """
    deciding = _DECIDING.get(options.erster_geber)
    return DealRules(
        plan=plan,
        first_dealer=options.erster_geber,
        own_cut=options.echtes_abheben,
        cut_right=options.abheben_rechts,
        new_partie=options.neue_partie_geber,
        vorhand_card=None if deciding is None else parse_card(deciding),
        rotation=rotation,
        players=playing,
    )


def alone(options: Options, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Everybody for himself."""
    return tuple((Seat(seat),) for seat in range(seats))
