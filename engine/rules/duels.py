"""Tricks that only the height of the cards decides; a tie at the top is played on (1.10, 1.11).

A chain is one trick and everything its ties brought: rounds in which every player lays a card, and
where a game has them rounds in which only those still in draw one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import height_of, is_joker
from engine.seats import Seat
from engine.state import PlayedCard

__all__ = ["ABOVE_ALL", "Chain", "chain_of", "height_in_trick", "round_order"]

ABOVE_ALL: Final = 1 << 8
"""Height of a joker that counts although nobody declared it."""


def height_in_trick(play: PlayedCard) -> int:
    """How high a card lies: by its rank, a joker by what it was declared as."""
    if play.rank is not None:
        return int(play.rank)
    return ABOVE_ALL if is_joker(play.card) else height_of(play.card)


@dataclass(frozen=True, slots=True)
class Chain:
    """How a trick stands.

    Attributes:
        rivals: who is still in for it, in the order of the trick; () while the first round runs.
        rounds: complete rounds: the tricks it would stand for now.
        lying: what was laid in the running round.
    """

    rivals: tuple[Seat, ...]
    rounds: int
    lying: tuple[PlayedCard, ...]

    def counts(self, seat: Seat) -> bool:
        """Whether a card of this seat counts in the running round."""
        return not self.rivals or seat in self.rivals


def chain_of(plays: Sequence[PlayedCard], players: int, rounds: int) -> Chain:
    """How the cards of a trick stand.

    Args:
        plays: in the order they were laid.
        players: how many lay a card in each round.
        rounds: for which they have cards; in later ones only the rivals draw.
    """
    rivals: tuple[Seat, ...] = ()
    number = at = 0
    while at < len(plays):
        size = players if number < rounds else len(rivals)
        lying = tuple(plays[at : at + size])
        if len(lying) < size:
            return Chain(rivals, number, lying)
        heights = {
            play.seat: height_in_trick(play) for play in lying if not rivals or play.seat in rivals
        }
        top = max(heights.values())
        order = rivals or tuple(play.seat for play in lying)
        rivals = tuple(seat for seat in order if heights[seat] == top)
        number += 1
        at += size
    return Chain(rivals, number, ())


def round_order(
    order: Sequence[Seat], rivals: Sequence[Seat], *, others_first: bool
) -> tuple[Seat, ...]:
    """Who lays a card when in the next round of a tie.

    Args:
        order: of the trick.
        rivals: who is still in.
        others_first: those who are out burn theirs before (1.11), or they lay it after (1.10).
    """
    inside = tuple(seat for seat in order if seat in rivals)
    outside = tuple(seat for seat in order if seat not in rivals)
    return outside + inside if others_first else inside + outside
