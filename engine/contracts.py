"""Contracts as rows of data: trump, direction of each trick, order and value of every card.

Source: rules 1.0.3, and rules 1.1 for Gumpf. Hot loops read the flat tables; nothing computes a
rank at play time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Final

from engine.cards import CARDS_36, Card, Rank, Suit, rank_of, suit_of

__all__ = [
    "HIGHEST_TRICK",
    "LAST_TRICK_POINTS",
    "SUIT_MASKS",
    "TRUMP_ORDER",
    "Contract",
    "ContractRow",
    "Direction",
    "row_of",
]

LAST_TRICK_POINTS: Final = 5
"""What the last trick is worth besides its cards (rules 1.0.3)."""

HIGHEST_TRICK: Final = 18
"""Tricks of the longest hand (two players with the whole deck, rules 1.8)."""

SUIT_MASKS: Final[tuple[int, int, int, int]] = (
    0x1FF,
    0x1FF << 9,
    0x1FF << 18,
    0x1FF << 27,
)
"""Mask of all nine cards of each suit, by suit."""


class Contract(StrEnum):
    """What a hand is played as; the value is the text in logs, options and golden files."""

    EICHEL = "Ei"
    ROSEN = "Ro"
    SCHELLEN = "Se"
    SCHILTEN = "Si"
    OBENABE = "obenabe"
    UNDENUFE = "undenufe"
    SLALOM_OBEN = "slalom_oben"
    SLALOM_UNTEN = "slalom_unten"
    GUSCHTI_OBEN = "guschti_oben"
    GUSCHTI_UNTEN = "guschti_unten"
    GUMPF_EICHEL = "gumpf_Ei"
    GUMPF_ROSEN = "gumpf_Ro"
    GUMPF_SCHELLEN = "gumpf_Se"
    GUMPF_SCHILTEN = "gumpf_Si"


class Direction(StrEnum):
    """Which end of a suit wins a trick: `OBEN` the Ace, `UNTEN` the Six."""

    OBEN = "O"
    UNTEN = "U"

    def turned(self) -> Direction:
        """The other direction."""
        return Direction.UNTEN if self is Direction.OBEN else Direction.OBEN


TRUMP_ORDER: Final = (
    Rank.SECHS,
    Rank.SIEBEN,
    Rank.ACHT,
    Rank.BANNER,
    Rank.OBER,
    Rank.KOENIG,
    Rank.ASS,
    Rank.NEUN,
    Rank.UNDER,
)
"""Ranks of the trump suit from low to high: Nell and Puur on top."""

_SIDE_VALUES: Final = (0, 0, 0, 0, 10, 2, 3, 4, 11)
_TRUMP_VALUES: Final = (0, 0, 0, 14, 10, 20, 3, 4, 11)
_OBEN_VALUES: Final = (0, 0, 8, 0, 10, 2, 3, 4, 11)
_UNTEN_VALUES: Final = (11, 0, 8, 0, 10, 2, 3, 4, 0)


@dataclass(frozen=True, slots=True, eq=False)
class ContractRow:
    """One contract, ready for play. All tables are indexed by card 0..35.

    Attributes:
        contract: which one, None while trump is not known.
        trump: the trump suit, None in a game without.
        directions: direction of tricks 1, 2, … up to `HIGHEST_TRICK`.
        values: points of each card; where directions change, by the direction announced first.
        values_by_direction: points by the direction of a trick (option `slalom_wert=je_stich`).
        powers: per direction and suit led, how strongly each card fights in such a trick: 0 cannot
            win, trumps lie above all others, equal numbers do not occur above 0.
        trumps: mask of the trump suit, 0 without trump.
        puur: mask of the trump Under, 0 without trump.
        above: per card the mask of the trumps that beat it; for cards that are no trump, all.
    """

    contract: Contract | None
    trump: Suit | None
    directions: tuple[Direction, ...]
    values: tuple[int, ...]
    values_by_direction: Mapping[Direction, tuple[int, ...]]
    powers: Mapping[Direction, tuple[tuple[int, ...], ...]]
    trumps: int
    puur: int
    above: tuple[int, ...]

    @property
    def changes_direction(self) -> bool:
        """Whether Slalom or Guschti is played."""
        return len(set(self.directions)) > 1

    def direction(self, trick_no: int) -> Direction:
        """Direction of a trick, counted from 1."""
        return self.directions[trick_no - 1]

    def value(self, card: Card) -> int:
        """Points of a card in the pile."""
        return self.values[card]


def _directions(contract: Contract | None, tricks: int) -> tuple[Direction, ...]:
    oben, unten = Direction.OBEN, Direction.UNTEN
    match contract:
        case Contract.SLALOM_OBEN | Contract.SLALOM_UNTEN:
            first = oben if contract is Contract.SLALOM_OBEN else unten
            pair = (first, first.turned())
            return tuple(pair[index % 2] for index in range(HIGHEST_TRICK))
        case Contract.GUSCHTI_OBEN | Contract.GUSCHTI_UNTEN:
            first = oben if contract is Contract.GUSCHTI_OBEN else unten
            turn = (tricks + 1) // 2
            return (first,) * turn + (first.turned(),) * (HIGHEST_TRICK - turn)
        case (
            Contract.UNDENUFE
            | Contract.GUMPF_EICHEL
            | Contract.GUMPF_ROSEN
            | Contract.GUMPF_SCHELLEN
            | Contract.GUMPF_SCHILTEN
        ):
            return (unten,) * HIGHEST_TRICK
        case _:
            return (oben,) * HIGHEST_TRICK


def _trump(contract: Contract | None) -> Suit | None:
    if contract is None:
        return None
    code = contract.value.removeprefix("gumpf_")
    return next((suit for suit in Suit if suit.code == code), None)


def _powers(trump: Suit | None, direction: Direction) -> tuple[tuple[int, ...], ...]:
    def power(card: Card, led: Suit) -> int:
        if suit_of(card) == trump:
            return 10 + TRUMP_ORDER.index(rank_of(card))
        if suit_of(card) != led:
            return 0
        rank = rank_of(card)
        return 1 + (rank if direction is Direction.OBEN else Rank.ASS - rank)

    return tuple(tuple(power(card, led) for card in CARDS_36) for led in Suit)


def _above(trump: Suit | None) -> tuple[int, ...]:
    if trump is None:
        return (0,) * 36

    def height(card: Card) -> int:
        return TRUMP_ORDER.index(rank_of(card)) if suit_of(card) == trump else -1

    return tuple(
        sum(1 << other for other in CARDS_36 if height(other) > height(card)) for card in CARDS_36
    )


@cache
def row_of(
    contract: Contract | None, *, undenufe_ass_11: bool = False, tricks: int = 9
) -> ContractRow:
    """The row of a contract; one object per set of arguments.

    Args:
        contract: None while trump is not yet known (rules 1.5 to 1.7): Obenabe ranking.
        undenufe_ass_11: in Undenufe the Ace counts 11 and the Six 0.
        tricks: of the whole hand. Only Guschti depends on it: it turns after half of them, rounded
            up (5 and 4 of nine, 6 and 6 of twelve).
    """
    trump = _trump(contract)
    directions = _directions(contract, tricks)
    if trump is not None:
        values = tuple(
            (_TRUMP_VALUES if suit_of(card) == trump else _SIDE_VALUES)[rank_of(card)]
            for card in CARDS_36
        )
        by_direction = dict.fromkeys(Direction, values)
    else:
        unten = _OBEN_VALUES if undenufe_ass_11 else _UNTEN_VALUES
        by_direction = {Direction.OBEN: _OBEN_VALUES * 4, Direction.UNTEN: unten * 4}
        values = by_direction[directions[0]]
    return ContractRow(
        contract=contract,
        trump=trump,
        directions=directions,
        values=values,
        values_by_direction=MappingProxyType(by_direction),
        powers=MappingProxyType({side: _powers(trump, side) for side in Direction}),
        trumps=0 if trump is None else SUIT_MASKS[trump],
        puur=0 if trump is None else 1 << (trump * 9 + Rank.UNDER),
        above=_above(trump),
    )
