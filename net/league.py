"""The league: who has won what, over every Partie that the saved games of a home prove.

Each log is checked as by `verify`. One that is damaged, or of another version, counts nothing and
is named; a Partie that is not over counts nothing either. A Partie with a proven fault counts as it
was booked, and the fault stands beside the name. People are told apart by their keys: another name
is the same person, the same name may be two.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from net.core.results import Partie
from net.core.verify import UNREADABLE, VerifyReport, verify_bytes
from net.link.ledger import Ledger
from net.link.records import log_bytes, saved_logs

__all__ = ["GameTable", "League", "LeftOut", "Standing", "league", "standings"]

Progress = Callable[[int, int], None]
"""Told how many logs are read, and of how many, each time one is done."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How one person stands.

    Attributes:
        identity: the Ed25519 public key, 32 bytes.
        name: the name used last; with the beginning of the key where two people share it.
        played: Partien played to their end.
        won: Partien won, shared ones too.
        points: all points of the person's sides.
        difference: the sum of the leads over the best other side, in the game's own direction: a
            lead is above zero, however the game counts.
        hands: hands of those Partien.
        broken: hands that ended because the person was gone.
        unopened: hands whose part of the deal the person's device never opened.
        faults: hands with a proven fault of the person's device.
    """

    identity: bytes
    name: str
    played: int
    won: int
    points: int
    difference: int
    hands: int
    broken: int
    unopened: int
    faults: int

    @property
    def fair(self) -> int:
        """Hands with which nothing was wrong on this person's side."""
        return self.hands - self.unopened - self.faults


@dataclass(frozen=True, slots=True)
class GameTable:
    """The standings in one game (by slug), the leader first, over so many Partien."""

    game: str
    partien: int
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A saved game that counts nothing: its path, and the sentence of the check."""

    path: Path
    code: str
    facts: dict[str, str]


@dataclass(frozen=True, slots=True)
class League:
    """What the saved games of a home prove.

    Attributes:
        games: a table for each game that was played, the most played first.
        left_out: the logs that are no proof of anything.
        alone: Partien of one person against bots, which count nothing.
        people: all of them over all games, the leader first; points of different games are not
            added up, so `points` and `difference` are 0 there.
    """

    games: tuple[GameTable, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    alone: int = 0
    people: tuple[Standing, ...] = ()


def league(home: Path, progress: Progress = lambda done, of: None) -> League:
    """Reads and checks all saved games of the home at ``home``, those of last time from its book.

    A new log takes about a second per Partie. Another Jass may have the home open.

    Raises:
        LocalError: see `saved_logs` and `Ledger`.
    """
    logs = [path for _, path in reversed(saved_logs(home))]  # the oldest first
    if not logs:
        return League()
    partien: list[Partie] = []
    left_out: list[LeftOut] = []
    seen: set[bytes] = set()
    with Ledger(home / "jass.db") as ledger:
        for done, path in enumerate(logs, start=1):
            try:
                data = log_bytes(path)
            except OSError as error:
                reason = error.strerror or str(error)
                left_out.append(LeftOut(path, "unreadable", {"reason": reason}))
                continue
            key = hashlib.sha256(data).digest()
            found = ledger.recall(key)
            if found is None:
                report = verify_bytes(data)
                if report.exit_code == UNREADABLE:
                    left_out.append(_left_out(path, report))
                    continue
                found = report.partien
                ledger.keep(key, found)
            seen.add(key)
            partien += found
            progress(done, len(logs))
        ledger.keep_only(seen)
    return _league(partien, tuple(left_out))


def _left_out(path: Path, report: VerifyReport) -> LeftOut:
    code, facts = report.sentences[-1]
    return LeftOut(path, code, facts)


def _league(partien: Sequence[Partie], left_out: tuple[LeftOut, ...]) -> League:
    counted = [partie for partie in partien if len(_all(partie)) > 1]
    games: defaultdict[str, list[Partie]] = defaultdict(list)
    for partie in counted:
        games[partie.game].append(partie)
    names = _names(counted)
    tables = [
        GameTable(game, len(played), standings(played, names)) for game, played in games.items()
    ]
    tables.sort(key=lambda table: (-table.partien, table.game))
    return League(
        games=tuple(tables),
        left_out=left_out,
        alone=len(partien) - len(counted),
        people=standings(counted, names, points=False),
    )


def _people(partie: Partie) -> dict[bytes, int]:
    """The people who sat there at the end, and their sides."""
    return {p.identity: p.side for p in partie.players if p.identity is not None}


def _all(partie: Partie) -> dict[bytes, str]:
    """Everybody who sat down for a Partie, by the name they had."""
    both = (*partie.players, *partie.gave_up)
    return {p.identity: p.name for p in both if p.identity is not None}


def _names(partien: Iterable[Partie]) -> dict[bytes, str]:
    """The name each person used last, told apart by keys where two people share one."""
    last: dict[bytes, str] = {}
    for partie in partien:
        last |= _all(partie)
    shared = Counter(name.casefold() for name in last.values())
    return {
        identity: f"{name} ({identity.hex()[:4]})" if shared[name.casefold()] > 1 else name
        for identity, name in last.items()
    }


def standings(
    partien: Iterable[Partie], names: dict[bytes, str], *, points: bool = True
) -> tuple[Standing, ...]:
    """Everybody's standing: most Partien won, then fewest played, then the greatest difference.

    Args:
        partien: of one game, or of several without ``points``.
        names: what each person is called.
        points: whether points may be added up.
    """
    counts: defaultdict[bytes, Counter[str]] = defaultdict(Counter)
    for partie in partien:
        everybody = _all(partie)
        for identity in everybody:
            counts[identity]["played"] += 1
            counts[identity]["hands"] += partie.hands
        for identity, side in _people(partie).items():
            count = counts[identity]
            count["won"] += side in partie.winners
            if points:
                count["points"] += partie.score[side]
                count["difference"] += _lead(partie, side)
        for what in ("broken", "unopened", "faults"):
            for identity in getattr(partie, what):
                if identity in everybody:
                    counts[identity][what] += 1
    found = [
        Standing(identity, names[identity], *(count[what] for what in _COUNTED))
        for identity, count in counts.items()
    ]
    found.sort(key=lambda s: (-s.won, s.played, -s.difference, s.name.casefold(), s.identity))
    return tuple(found)


_COUNTED = ("played", "won", "points", "difference", "hands", "broken", "unopened", "faults")


def _lead(partie: Partie, side: int) -> int:
    """How far a side was before the best other one."""
    own = partie.score[side]
    others = [score for number, score in enumerate(partie.score) if number != side]
    if not others:
        return 0
    return min(others) - own if partie.lower_wins else own - max(others)
