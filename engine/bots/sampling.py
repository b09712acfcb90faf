"""Hands the others may hold: deals that agree with everything a count knows."""

from __future__ import annotations

from engine.bots.counting import Count
from engine.bots.stream import Stream
from engine.cardset import cards_of

__all__ = ["sample_hands"]

_TRIES = 30


def sample_hands(count: Count, stream: Stream) -> tuple[int, ...]:
    """One mask per seat, drawn so that voids, shown cards and hand sizes are respected.

    A card goes to a seat with the probability of its free places; cards that few seats can hold go
    first. Should thirty tries all run into a dead end, only the sizes are respected.
    """
    others = [seat for seat in range(len(count.left)) if seat != count.seat and count.left[seat]]
    cards = [1 << card for card in cards_of(count.unseen)]
    stream.shuffle(cards)
    holders = {bit: [seat for seat in others if count.possible[seat] & bit] for bit in cards}
    cards.sort(key=lambda bit: len(holders[bit]))  # stable: the shuffle decides among equals
    # With a stock more cards are unseen than held; the stock then is one more place to lie.
    spare = len(cards) - sum(count.left[seat] for seat in others)
    for attempt in range(_TRIES + 1):
        hands = [0] * len(count.left)
        free = list(count.left)
        stock = spare
        for bit in cards:
            seats = holders[bit] if attempt < _TRIES else others
            places = stock + sum(free[seat] for seat in seats)
            if not places:
                break
            drawn = stream.below(places)
            for seat in seats:
                drawn -= free[seat]
                if drawn < 0:
                    free[seat] -= 1
                    hands[seat] |= bit
                    break
            else:
                stock -= 1
        else:
            if not any(free[seat] for seat in others):
                break
    hands[count.seat] = count.hand
    return tuple(hands)
