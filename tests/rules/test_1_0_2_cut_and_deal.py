"""Rules 1.0.2: cut and packets."""

from __future__ import annotations

import pytest

from engine.rules.dealing import cut_bounds, cutter, packets


@pytest.mark.parametrize(("deck", "most"), [(36, 35), (35, 34), (54, 53), (72, 71)])
def test_1_0_2_cut_at_least_3_at_most_all_but_one(deck: int, most: int) -> None:
    """Three to deck size minus one."""
    assert cut_bounds(deck) == (3, most)


def test_1_0_2_the_player_behind_the_dealer_cuts() -> None:
    """The seat before the dealer in playing order; with `abheben_rechts` the one after him."""
    assert [cutter(dealer, 4) for dealer in range(4)] == [3, 0, 1, 2]
    assert [cutter(dealer, 4, right=True) for dealer in range(4)] == [1, 2, 3, 0]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (12, (4, 4, 4)),
        (10, (5, 5)),
        (9, (3, 3, 3)),
        (8, (4, 4)),
        (7, (4, 3)),
        (6, (3, 3)),
        (5, (1, 1, 1, 1, 1)),
        (1, (1,)),
    ],
)
def test_1_0_2_packets(cards: int, expected: tuple[int, ...]) -> None:
    """Packets by the size of the hand, smaller hands one card at a time."""
    assert packets(cards) == expected
