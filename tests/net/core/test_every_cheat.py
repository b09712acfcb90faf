"""Every cheat of `tests/cheats` at a quiet table: it is named, or it is without effect.

Each plays on an otherwise honest table of three devices. What is asked of the end is what every
schedule is asked (`tests/schedule.py`): nobody honest is named, whatever counts of the cheat is,
and whoever has only the log finds the same.
"""

from __future__ import annotations

import pytest

from tests.cheats.kinds import CHEATS, Outcome
from tests.mesh import QUIET, shared_checks
from tests.schedule import Play, Schedule

LONG_CHAPPE = ("chappe", 6, (("start_karten", "6"),))
DIFFERENZLER = ("differenzler", 4, ())
TURNED = ("differenzler", 2, ())
WHERE = {
    "toss of another value": LONG_CHAPPE,
    "toss value changed": LONG_CHAPPE,
    "number changed": DIFFERENZLER,
    "seal of nothing": DIFFERENZLER,
    "keys turned up wrong": TURNED,
}
"""The games in which there is something to cheat at."""

ENDS = {
    Outcome.NAMED: {"named"},
    Outcome.VOID: {"without effect", "named", "missing"},
    Outcome.MISSING: {"missing"},
}


@pytest.mark.parametrize("name", sorted(CHEATS))
def test_it_is_named_or_without_effect(name: str) -> None:
    """As soon as there is an opportunity, and the others play on."""
    kind = CHEATS[name]
    slug, seats, settings = WHERE.get(name, ("schieber", 4, (("rest", "aus"),)))
    for seed in range(25):
        schedule = Schedule(
            seed=seed,
            slug=slug,
            seats=seats,
            preset=None,
            settings=(*settings, ("frist", "10")),
            people=min(3, seats),
            hands=2,
            parties=1,
            trouble=QUIET,
            cheat=name,
            cheater=0 if kind.does is not None else 1,
        )
        with shared_checks():
            counts = Play(schedule).run()
        [became] = [key.rpartition(": ")[2] for key in counts if key.startswith("cheat: ")]
        assert counts["end: played"]
        # It may come too late to be judged, or to somebody who does not need it any more.
        if became in ENDS[kind.outcome]:
            return
        assert became in {"no opportunity", "without effect"}
    raise AssertionError("it never comes to anything")
