"""One schedule: a table that its seed describes wholly, played to its end and judged.

What is drawn: the game with its preset, options and number of seats, who plays, what goes wrong how
often, whether one device cheats and how, and in which order everything happens.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import dataclass

from engine import game
from engine.variant import OptionFault, Variant, make_options
from net.core.awaited import waited_for
from net.core.group import CURVE
from tests.cheats.cheat import Cheat
from tests.cheats.kinds import CHEATS, Kind
from tests.games import settings_of
from tests.judge import Judge, check
from tests.mesh import Ended, Mesh, Node, Standstill, Trouble, shared_checks
from tests.mesh_crowd import BLOWS, MOMENTS, Crowd
from tests.mesh_parts import Aim
from tests.small_group import SMALL

__all__ = ["ANY", "USUAL", "Play", "Schedule", "draw", "play_hands", "run"]

USUAL = "schieber"
ANY = "any"

STOPPED = frozenset({"two_histories", "bad_log", "host_bad_log", "log_shorter"})
"""With which words a table ends whose host tells two stories."""


@dataclass(frozen=True)
class Schedule:
    """A table and what happens to it."""

    seed: int
    slug: str
    seats: int
    preset: str | None
    settings: tuple[tuple[str, str], ...]
    people: int
    hands: int
    parties: int
    trouble: Trouble
    cheat: str | None
    cheater: int

    @property
    def kind(self) -> Kind | None:
        """How somebody cheats."""
        return CHEATS[self.cheat] if self.cheat is not None else None


def draw(seed: int, slug: str = USUAL, cheat: str | None = None) -> Schedule:
    """The schedule of a seed; ``cheat`` has somebody cheat in this way."""
    chance = random.Random(f"schedule {seed}")
    variants = [variant for variant in game.all_variants() if slug in {variant.slug, ANY}]
    variant = chance.choice(variants)
    seats = chance.choice(variant.seats)
    people = min(chance.choice((1, 2, 2, 2, 3, 3, 3, 4)), seats)
    trouble = Trouble(
        cuts=chance.choice((0, 2, 8)),
        crashes=chance.choice((0, 0, 1, 3)),
        fulls=chance.choice((0, 0, 0, 1)),
        delays=chance.choice((0, 5, 20)),
        splits=chance.choice((0, 0, 3)),
        repeats=chance.choice((0, 10, 100)),
        kills=chance.choice((0, 0, 1)),
        tears=chance.choice((0, 0, 2)),
        sleeps=chance.choice((0, 0, 2)),
        jumps=chance.choice((0, 0, 1)),
        absences=chance.choice((0, 0, 0, 1)),
        leaves=chance.choice((0, 0, 0, 1)),
        pauses=chance.choice((0, 0, 0, 5)),
        kicks=chance.choice((0, 0, 0, 3)),
        newcomers=chance.choice((0, 0, 0, 5)),
        spectators=chance.choice((0, 0, 0, 5)),
        aims=tuple(
            Aim(chance.choice(MOMENTS), chance.choice(BLOWS), chance.choice((0, 1, 5, 20)))
            for _ in range(chance.choice((0, 1, 2, 4)))
        ),
    )
    named = chance.choice(sorted(CHEATS)) if chance.random() < 0.3 else None
    cheat = cheat or named
    if cheat is not None:
        people = max(people, min(seats, 3 if chance.random() < 0.7 else 2))
    host = cheat is not None and CHEATS[cheat].does is not None
    cheater = 0 if host or people == 1 or chance.random() < 0.15 else chance.randrange(1, people)
    # A preset is for some numbers of players only.
    presets = [None, *sorted(variant.presets)]
    preset = chance.choice(presets)
    preset = preset if fits(variant, seats, preset, {}) else None
    settings = settings_of(variant, seats, chance, preset) if chance.random() < 0.5 else {}
    settings["frist"] = chance.choice(("60", "10", "2"))
    short = {**settings, "laenge": chance.choice("12")}
    parties = 1
    again = chance.random() < 0.2 or any(aim.moment == "over" for aim in trouble.aims)
    if again and fits(variant, seats, preset, short):
        settings, parties = short, 2
    hands = chance.choice((1, 1, 1, 1, 2) if cheat is None else (1, 1, 2)) if parties == 1 else 99
    return Schedule(
        seed,
        variant.slug,
        seats,
        preset,
        tuple(sorted(settings.items())),
        people,
        hands,
        parties,
        trouble,
        cheat,
        cheater,
    )


def fits(variant: Variant, seats: int, preset: str | None, settings: dict[str, str]) -> bool:
    """Whether a table can be set up so."""
    return not isinstance(make_options(variant, seats, preset, settings), OptionFault)


def run(
    seed: int,
    *,
    real: bool = False,
    slug: str = USUAL,
    cheat: str | None = None,
    until: float = math.inf,
) -> Counter[str]:
    """Plays one schedule to its end; how often what happened.

    ``until`` is when it is broken off, in seconds of `time.monotonic`.

    Raises:
        AssertionError: something was lost, differed, or somebody was named wrongly or not at all.
        OutOfTime: it was broken off.
    """
    schedule = draw(seed, slug, cheat)
    with shared_checks():
        return Play(schedule, real=real, until=until).run()


def play_hands(slug: str, seats: int, wanted: int, seed: int) -> int:
    """Plays so many hands of a game at quiet tables of two devices; how many cards they had.

    Every preset of the game has its turn.

    Raises:
        AssertionError: states differed, a hand was not fair, or the Partien are too short.
    """
    variant = next(variant for variant in game.all_variants() if variant.slug == slug)
    presets = [p for p in (None, *sorted(variant.presets)) if fits(variant, seats, p, {})]
    people = min(2, seats)
    hands = cards = 0
    for number in range(wanted):
        mesh = Mesh(
            1_000 * seed + number,
            people,
            seats - people,
            slug=slug,
            preset=presets[(seed + number) % len(presets)],
            group=SMALL,
        )
        mesh.play(wanted - hands)
        check(mesh)
        hands += min(len(node.hands) for node in mesh.nodes)
        cards += sum(len(r.finding.deal or ()) for r in mesh.nodes[0].peer.replica.reports)
        if hands >= wanted:
            return cards
    raise AssertionError("the Partien are too short")


class Play:
    """A schedule while it is played."""

    def __init__(self, schedule: Schedule, *, real: bool = False, until: float = math.inf) -> None:
        self.schedule = schedule
        self.cheat: Cheat | None = None
        if schedule.cheat is not None:
            self.cheat = Cheat(schedule.cheat, schedule.cheater, schedule.seed, eager=0.7)
        self.mesh = Crowd(
            schedule.seed,
            schedule.people,
            schedule.seats - schedule.people,
            trouble=schedule.trouble,
            slug=schedule.slug,
            preset=schedule.preset,
            settings=dict(schedule.settings),
            group=CURVE if real else SMALL,
            parties=schedule.parties,
            unasked=0.1,
            by_log=True,
            until=until,
            **({"tamper": self.cheat.patch} if self.cheat is not None else {}),
        )

    def run(self) -> Counter[str]:
        """See `run`."""
        schedule, mesh = self.schedule, self.mesh
        if self.cheat is not None:
            mesh.strange = {schedule.cheater}
            mesh.one_history = self.cheat.kind.does is None
        end = "played"
        try:
            mesh.play(schedule.hands)
            mesh.agree()
        except (Standstill, Ended) as stopped:
            end = self._explained(stopped)
        judged = Judge(mesh, self.cheat)
        judged.judge(stopped=end != "played")
        counts = mesh.counts
        counts["schedules"] = 1
        counts[f"end: {end}"] += 1
        counts[f"game: {schedule.slug} {schedule.seats}"] += 1
        counts[f"preset: {schedule.slug} {schedule.preset}"] += 1
        counts["options"] = len(schedule.settings)
        counts["rematches"] = max(0, judged.replica.lobby.partie - 1)
        judged.count(counts)
        return counts

    def _explained(self, stopped: Standstill | Ended) -> str:
        """Why the table does not go on, if it may not."""
        cheat = self.cheat
        if isinstance(stopped, Standstill) and self.mesh.is_deserted():
            return "too few are left"
        if cheat is None or not cheat.done:
            raise stopped
        if isinstance(stopped, Ended):
            if cheat.kind.does is not None and stopped.code in STOPPED:
                return f"the host convicted: {stopped.code}"
            raise stopped
        cheater = self.mesh.nodes[cheat.device]
        if cheat.kind.does is not None or cheater.number in self.mesh.orderers():
            return "waits for a host that cheats"
        if waits_only_for(self.mesh, cheater):
            return "waits for the cheat"
        raise stopped


def waits_only_for(mesh: Mesh, cheater: Node) -> bool:
    """Whether every honest device says that it waits for the cheat's seats and nobody else's."""
    me = cheater.peer.identity.public
    for node in mesh.nodes:
        replica = node.peer.replica
        waiting = waited_for(replica) if replica is not None and node.up else None
        if node is cheater or replica is None or waiting is None:
            continue
        if any(replica.device_of(seat) != me for seat in waiting[0]):
            return False
    return True
