"""Who beats whom, as masks: what the contract's tables say in the form a bot asks it (rules 1.0.3).

`beaters[c]` holds every card that takes a trick away from `c` while `c` is winning it, whatever was
led: a winning card is of the suit led or a trump. A trick's winner is then one test per card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.cards import CARDS_36, Card
from engine.contracts import SUIT_MASKS, ContractRow, Direction
from engine.rules.follow import FORWARD, FollowRules, ruling

__all__ = ["NO_CARD", "Strength", "legal_cards", "strength_of"]

NO_CARD: Final = -1
"""Stands for the winning card of a trick that nobody has opened."""

_MASK_OF: Final = tuple(SUIT_MASKS[card // 9] for card in CARDS_36)


@dataclass(frozen=True, slots=True)
class Strength:
    """One contract in one direction, for fast questions; tables are indexed by card 0..35.

    Attributes:
        beaters: mask of the cards that beat a card which is winning.
        values: points of each card in the pile.
        suits: mask of all cards of the card's own suit.
        trumps: mask of the trump suit, 0 without trump.
        puur: mask of the trump Under, 0 without trump.
        overs: mask of the trumps that would win over a card which is winning.
        row: the contract.
    """

    beaters: tuple[int, ...]
    values: tuple[int, ...]
    suits: tuple[int, ...]
    trumps: int
    puur: int
    overs: tuple[int, ...]
    row: ContractRow


# Rows are compared by identity here: `row_of` makes one object per contract, and hashing tables of
# 36 numbers at every question would cost more than what they answer.
_KNOWN: Final[dict[tuple[int, Direction], Strength]] = {}


def _strength(row: ContractRow, direction: Direction) -> Strength:
    powers = row.powers[direction]

    def beaters(card: Card) -> int:
        power = powers[card // 9]
        return sum(1 << other for other in CARDS_36 if power[other] > power[card])

    beating = tuple(beaters(card) for card in CARDS_36)
    overs = tuple(mask & row.trumps for mask in beating)
    return Strength(beating, row.values, _MASK_OF, row.trumps, row.puur, overs, row)


def strength_of(row: ContractRow, direction: Direction) -> Strength:
    """The tables of a contract for tricks of this direction; one object per contract."""
    key = (id(row), direction)
    found = _KNOWN.get(key)
    if found is None or found.row is not row:
        found = _KNOWN[key] = _strength(row, direction)
    return found


def legal_cards(
    hand: int, led: int, winning: int, strength: Strength, rules: FollowRules = FORWARD
) -> int:
    """Mask of the cards a hand may play, by the one decision table (rules 1.0.4).

    Args:
        hand: mask of the cards held.
        led: mask of the suit led, 0 on lead.
        winning: the card winning the trick; any number on lead.
        strength: tables of the running trick.
        rules: the table's options.
    """
    return ruling(strength.row, hand, led, strength.overs[winning], rules)[1]
