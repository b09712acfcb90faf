"""Sampled hands that fit what was announced."""

from __future__ import annotations

from collections import Counter

from engine.bots.belief import fit
from engine.bots.showdown import UNIT
from engine.bots.stream import Stream

PROMISE = {height: height * UNIT // 12 for height in range(13)}


def missing(hands: list[list[int]], said: list[int]) -> dict[int, int]:
    """How much more each hand promises than was announced."""
    return {
        player: sum(PROMISE[height] for height in hand) - said[player] * UNIT
        for player, hand in enumerate(hands)
    }


def test_who_announced_much_gets_the_high_cards() -> None:
    """On average hands come nearer to their numbers, and no card is lost or made."""
    before = after = 0
    for number in range(40):
        deck = [height for height in range(13) for _ in range(4)]
        stream = Stream(b"%d" % number, "fit")
        stream.shuffle(deck)
        hands = [deck[:6], deck[6:12], deck[12:18]]
        said, cards = [5, 1, 2], Counter(deck[:18])
        before += sum(map(abs, missing(hands, said).values()))
        fit(stream, hands, missing(hands, said), PROMISE)
        after += sum(map(abs, missing(hands, said).values()))
        assert Counter(card for hand in hands for card in hand) == cards
        assert [len(hand) for hand in hands] == [6, 6, 6]
    assert after < before * 3 // 4


def test_hands_that_fit_stay_as_they_are() -> None:
    """Half a trick more or less is what a whole number can say."""
    hands = [[12, 6], [12, 0]]
    fit(Stream(b"same", "fit"), hands, missing(hands, [1, 1]), PROMISE)
    assert hands == [[12, 6], [12, 0]]


def test_one_player_alone_has_nobody_to_swap_with() -> None:
    """Nor has who has laid all his cards."""
    hands = [[12], []]
    fit(Stream(b"alone", "fit"), hands, {0: UNIT, 1: -UNIT}, PROMISE)
    assert hands == [[12], []]
