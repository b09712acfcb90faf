"""The chance of bots: reproducible, even, independent per label."""

from collections import Counter

import pytest

from engine.bots.stream import Stream


def test_equal_bytes_and_label_give_equal_numbers() -> None:
    """Bots are pure: the stream depends on its bytes and label only."""
    first, second = Stream(b"x" * 32, "play"), Stream(b"x" * 32, "play")
    assert [first.below(100) for _ in range(1000)] == [second.below(100) for _ in range(1000)]


def test_label_and_bytes_do_not_run_into_each_other() -> None:
    """Moving a letter from the bytes to the label gives another stream."""
    first, second = Stream(b"ab", "c"), Stream(b"a", "bc")
    assert [first.below(1 << 30) for _ in range(4)] != [second.below(1 << 30) for _ in range(4)]


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 36])
def test_numbers_are_below_the_bound_and_even(bound: int) -> None:
    """Every number below the bound comes about equally often (six sigma)."""
    stream = Stream(b"even", str(bound))
    draws = 6000
    counts = Counter(stream.below(bound) for _ in range(draws))
    assert sorted(counts) == list(range(bound))
    mean = draws / bound
    assert all(abs(count - mean) <= 6 * mean**0.5 for count in counts.values())


@pytest.mark.parametrize("bound", [0, -1, (1 << 32) + 1])
def test_impossible_bounds_are_refused(bound: int) -> None:
    """A bound outside 1..2**32 is an error, not an endless loop."""
    with pytest.raises(ValueError, match="below"):
        Stream(b"", "").below(bound)


def test_shuffle_keeps_everything_and_reaches_every_order() -> None:
    """All 24 orders of four things occur."""
    stream = Stream(b"orders", "")
    seen = set()
    for _ in range(600):
        items = [0, 1, 2, 3]
        stream.shuffle(items)
        assert sorted(items) == [0, 1, 2, 3]
        seen.add(tuple(items))
    assert len(seen) == 24
