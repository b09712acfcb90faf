"""Something happens in each moment of a table: a device goes, a person comes, the network tears.

Every moment has its turn with every blow in the campaign; here each of them at least once.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.mesh import shared_checks
from tests.mesh_crowd import BLOWS, MOMENTS
from tests.mesh_parts import Aim, Trouble
from tests.schedule import Play, Schedule


def struck(seed: int, moment: str, blow: str, people: int = 3) -> Counter[str]:
    """A Partie and its Revanche, with one blow in one moment; what happened."""
    schedule = Schedule(
        seed=seed,
        slug="schieber",
        seats=4,
        preset=None,
        settings=(("frist", "2"), ("laenge", "1")),
        people=people,
        hands=99,
        parties=2,
        trouble=Trouble(aims=(Aim(moment, blow, seed % 4),)),
        cheat=None,
        cheater=0,
    )
    with shared_checks():
        return Play(schedule).run()


@pytest.mark.parametrize("at", range(len(MOMENTS)))
def test_every_moment_and_every_blow(at: int) -> None:
    """The table comes to its verdicts, all logs are one, and nobody is blamed."""
    moment, blow = MOMENTS[at], BLOWS[at % len(BLOWS)]
    counts = struck(at, moment, blow)

    assert counts[f"aim: {moment}: {blow}"] == 1
    assert counts["hands"] >= 2


def test_a_quiet_table_has_its_revanche() -> None:
    """Without any blow both Partien are played."""
    assert struck(1, "nothing", "nothing")["hands"] == 2


@pytest.mark.campaign
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("blow", BLOWS)
def test_all_moments_and_all_blows(moment: str, blow: str) -> None:
    """The same for each pair, at tables of two, three and four people."""
    for seed in range(12):
        counts = struck(seed, moment, blow, people=2 + seed % 3)
        assert counts[f"aim: {moment}: {blow}"] <= 1
