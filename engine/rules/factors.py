"""Factors: what the written points of a hand are multiplied with (rules 1.0.8)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.cards import Suit
from engine.contracts import Contract

__all__ = ["FACTOR_PROFILES", "FRENCH_PROFILES", "factor", "factor_vector"]

FactorVector = tuple[int, int, int, int, int, int]
"""Factors of Eichel, Rosen, Schilten, Schellen, Obenabe, Undenufe, in the order of rules 1.0.8."""

FACTOR_PROFILES: Final[Mapping[str, FactorVector]] = MappingProxyType(
    {
        "einfach": (1, 1, 1, 1, 1, 1),
        "1-1-2-2-3-3": (1, 1, 2, 2, 3, 3),
        "1-1-2-2-3-4": (1, 1, 2, 2, 3, 4),
        "uri": (1, 1, 2, 2, 2, 2),
        "seed004": (1, 1, 1, 1, 3, 4),
        "1-2-3-4": (1, 2, 3, 4, 5, 6),
    }
)
"""Values of the option `faktoren` with their vectors."""

FRENCH_PROFILES: Final[Mapping[str, FactorVector]] = MappingProxyType(
    {
        "seed004": (3, 2, 1, 1, 3, 4),
        "1-2-3-4": (3, 4, 1, 2, 5, 6),
    }
)
"""Profiles whose source gives other numbers for a French deck (rules 1.0.1)."""

_COLUMNS: Final = (Suit.EICHEL, Suit.ROSEN, Suit.SCHILTEN, Suit.SCHELLEN)
_LARGEST: Final = 10


def factor_vector(profile: str, *, french: bool = False) -> FactorVector:
    """The six factors of an option value: a profile, or six own numbers 1..10 like ``1-1-2-2-3-3``.

    Args:
        profile: the value of the option `faktoren`.
        french: option `faktor_blatt=franzoesisch`.

    Raises:
        ValueError: if it is neither.
    """
    if profile in FACTOR_PROFILES:
        return (
            FRENCH_PROFILES.get(profile, FACTOR_PROFILES[profile])
            if french
            else (FACTOR_PROFILES[profile])
        )
    words = profile.split("-")
    own = tuple(int(word) for word in words if word.isascii() and word.isdigit() and word[0] != "0")
    match own:
        case (ei, ro, si, se, oben, unten) if len(words) == 6 and max(own) <= _LARGEST:
            return ei, ro, si, se, oben, unten
        case _:
            raise ValueError(f"{profile!r} is no profile and not six numbers 1..10")


def factor(contract: Contract, vector: FactorVector) -> int:
    """The factor of a contract; Slalom, Guschti and Gumpf take that of Undenufe."""
    for column, suit in enumerate(_COLUMNS):
        if contract.value == suit.code:
            return vector[column]
    return vector[4] if contract is Contract.OBENABE else vector[5]
