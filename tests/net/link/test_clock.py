"""Clocks and chance."""

import time

from net.link.clock import JumpDetector, now_ms, precise_ms, wall_ms
from net.link.entropy import entropy


def test_the_clocks_are_the_systems() -> None:
    """Milliseconds, never back; the wall clock since 1970."""
    first = now_ms()
    assert abs(wall_ms() - time.time() * 1000) < 1000
    assert first <= precise_ms() + 1 <= now_ms() + 2


def test_a_jump_of_more_than_three_seconds_is_told_once() -> None:
    """Sleep shows as a wall clock that ran on alone; a clock set back is negative."""
    times = {"now": 1_000, "wall": 50_000}
    detector = JumpDetector(lambda: times["now"], lambda: times["wall"])

    def after(now: int, wall: int) -> int:
        times["now"] += now
        times["wall"] += wall
        return detector.jump_ms()

    assert after(5_000, 5_000) == 0
    assert after(5_000, 8_000) == 0
    assert after(10, 3_011) == 3_001
    assert after(10, 10) == 0
    assert after(0, -3_001) == -3_001
    assert all(after(1_000, 1_400) == 0 for _ in range(20))


def test_the_real_clocks_do_not_jump() -> None:
    """Without sleep in between there is no jump."""
    assert JumpDetector().jump_ms() == 0


def test_chance_has_the_length_asked_for_and_does_not_repeat() -> None:
    """32 bytes twice are two different values."""
    assert len(entropy(32)) == 32
    assert entropy(32) != entropy(32)
    assert entropy(0) == b""
