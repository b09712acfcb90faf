"""The four-card word: people who read it aloud know that nobody sits between their devices.

dealing.md 5. Every device commits itself to 32 random bytes, opens them when all commitments are
in, and everything together with the roster is hashed to four cards. Whoever sits in between has to
commit before it knows what the others have, so it has one guess in 1,413,720 for each run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from net.core import crypto
from net.core.limits import WORD_RUNS
from net.core.replica import Replica
from net.core.wire import WordCommit, WordOk, WordReveal

__all__ = ["Word", "WordTalk"]

WordTalk = WordCommit | WordReveal | WordOk

TRIES = 3
"""How often the heard cards may be tapped; the word stays the same, so no guess is given away."""


def roster_hash(replica: Replica) -> bytes:
    """What all devices have to agree on before they open anything; 32 bytes."""
    lobby = replica.lobby
    setup = lobby.setup
    devices = sorted(set(lobby.devices))
    parts: list[bytes | int | str] = ["jass/roster/1", replica.chain.table, lobby.partie]
    if setup is not None:
        parts.append(setup.variant.slug)
        for name, value in sorted(setup.options.to_dict().items()):
            parts += [name, value]
    for device in devices:
        seat = lobby.seat_of(device)
        seating = lobby.seats[seat] if seat is not None else None
        seats = [n for n in range(len(lobby.seats)) if lobby.controls(device, n)]
        parts += [seating.name if seating is not None else "", device, len(seats), *seats]
    return crypto.digest(*parts)


@dataclass(slots=True)
class _Run:
    number: int
    roster: bytes
    devices: tuple[bytes, ...]
    part: bytes
    commits: dict[bytes, WordCommit] = field(default_factory=dict)
    reveals: dict[bytes, bytes] = field(default_factory=dict)
    transcript: bytes | None = None


class Word:
    """The runs of one device at one table.

    Args:
        identity: this device's public key.
        random: so many bytes of chance.
        known: identities that were met and compared before.

    Attributes:
        cards: the word as four indices into the 36 cards, once it is known and to be read aloud.
        tries: how often the person may still tap what it hears.
    """

    def __init__(self, identity: bytes, random: Callable[[int], bytes], known: set[bytes]) -> None:
        self._identity = identity
        self._random = random
        self._known = known
        self._run: _Run | None = None
        self._runs = 0
        self.cards: tuple[int, ...] | None = None
        self.tries = TRIES

    def begin(self, replica: Replica) -> None:
        """A Partie began: one run for its roster, at most three in an evening."""
        lobby = replica.lobby
        number = lobby.partie
        if not lobby.playing or (self._run is not None and self._run.number == number):
            return
        devices = tuple(sorted(set(lobby.devices)))
        if len(devices) < 2 or self._identity not in devices or self._runs >= WORD_RUNS:
            return
        roster = roster_hash(replica)
        if self._run is not None and self._run.devices == devices and self._run.transcript:
            return  # the same people as in the last Partie
        self._run = _Run(number, roster, devices, self._random(32))
        self.cards, self.tries = None, TRIES

    def says(self) -> tuple[WordTalk, ...]:
        """What this device says now, also again until everybody has heard it."""
        run = self._run
        if run is None:
            return ()
        wants = not self._known.issuperset(d for d in run.devices if d != self._identity)
        commit = WordCommit(run.number, run.roster, self._commitment(run), wants)
        run.commits[self._identity] = commit
        if len(run.commits) < len(run.devices):
            return (commit,)
        if self._identity not in run.reveals:
            # From here on somebody in between knows the word: this run counts.
            self._runs += 1
            run.reveals[self._identity] = run.part
            self._finish(run)
        return (commit, WordReveal(run.number, run.part))

    def is_complete(self) -> bool:
        """Whether nobody is waited for."""
        return self._run is None or self._run.transcript is not None

    def _commitment(self, run: _Run) -> bytes:
        return commitment(run.roster, run.number, self._identity, run.part)

    def hear(self, author: bytes, talk: WordTalk) -> bool:
        """Takes what another device said; whether it was new."""
        run = self._run
        if run is None or author not in run.devices or talk.run != run.number:
            return False
        match talk:
            case WordCommit():
                if author in run.commits or talk.roster != run.roster:
                    return False
                run.commits[author] = talk
            case WordReveal():
                commit = run.commits.get(author)
                if author in run.reveals or commit is None or self._identity not in run.reveals:
                    return False
                if commit.commitment != commitment(run.roster, run.number, author, talk.part):
                    return False
                run.reveals[author] = talk.part
                self._finish(run)
            case WordOk():
                return run.transcript == talk.transcript
        return True

    def _finish(self, run: _Run) -> None:
        if len(run.reveals) < len(run.devices):
            return
        commits = [run.commits[device].commitment for device in run.devices]
        parts = [run.reveals[device] for device in run.devices]
        run.transcript = crypto.digest("sas", run.roster, *commits, *parts)
        if any(commit.wants for commit in run.commits.values()):
            self.cards = crypto.word(run.transcript)

    def give(self, cards: tuple[int, ...]) -> WordOk | None:
        """The person tapped four cards; None: they are not the word, and one try is gone."""
        run = self._run
        if run is None or run.transcript is None or self.cards is None or self.tries <= 0:
            return None
        if tuple(cards) != self.cards:
            self.tries -= 1
            return None
        self._known.update(run.devices)
        return WordOk(run.number, run.transcript)

    @property
    def devices(self) -> tuple[bytes, ...]:
        """Everybody in the roster of the run but this device."""
        run = self._run
        return tuple(d for d in run.devices if d != self._identity) if run is not None else ()


def commitment(roster: bytes, run: int, device: bytes, part: bytes) -> bytes:
    """The hash that binds ``device`` to its 32 random bytes."""
    return crypto.digest("sas-c", roster, run, device, part)
