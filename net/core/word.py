"""The four-card word: people who read it aloud know that nobody sits between their devices.

dealing.md 5. Every device commits itself to 32 random bytes, opens them when all commitments are
in, and everything together with the roster is hashed to four cards. Whoever sits in between has to
commit before it knows what the others have, so it has one guess in 1,413,720 for each run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec

from net.core import crypto
from net.core.limits import WORD_RUNS
from net.core.replica import Replica
from net.core.wire import WordCommit, WordOk, WordReveal

__all__ = ["Word", "WordTalk", "run_number"]

WordTalk = WordCommit | WordReveal | WordOk

_PREFIX: Final = b"word/"

TRIES: Final = 3
"""How often the heard cards may be tapped; the word stays the same, so no guess is given away."""


def roster_hash(replica: Replica) -> bytes:
    """What all devices have to agree on before they open anything; 32 bytes."""
    lobby = replica.lobby
    setup = lobby.setup
    devices = sorted(set(lobby.staying))
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


def run_number(replica: Replica) -> int:
    """Which run of the word it is now: another one for each Partie, and whenever people change."""
    return replica.lobby.partie + replica.lobby.turnover


class _Kept(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a run has come to, as it is on the disk before anybody is told of it."""

    number: int
    roster: bytes
    devices: tuple[bytes, ...]
    part: bytes
    opened: bool = False
    transcript: bytes = b""
    wanted: bool = False
    tries: int = TRIES
    given: bool = False


@dataclass(slots=True)
class _Run:
    kept: _Kept
    commits: dict[bytes, WordCommit] = field(default_factory=dict)
    reveals: dict[bytes, bytes] = field(default_factory=dict)


class Word:
    """The runs of one device at one table.

    Whatever was opened counts, also across restarts of this device, and is never opened a second
    time: whoever sits in between knows this device's part by then and could choose its own by it.

    Args:
        identity: this device's public key.
        random: so many bytes of chance.
        known: the names of whom our person has met and compared, by identity; whom the word
            proves is added, still without one.
        keep: takes what has to be on the disk before this device says anything: key and value.
    """

    def __init__(
        self,
        identity: bytes,
        random: Callable[[int], bytes],
        known: dict[bytes, str],
        keep: Callable[[bytes, bytes], None],
    ) -> None:
        self._identity = identity
        self._random = random
        self._known = known
        self._disk = keep
        self._run: _Run | None = None
        self._opened: set[int] = set()

    def load(self, secrets: Mapping[bytes, bytes]) -> None:
        """Takes up what the disk says about the runs of this table."""
        for key in sorted(key for key in secrets if key.startswith(_PREFIX)):
            try:
                kept = msgspec.msgpack.decode(secrets[key], type=_Kept)
            except msgspec.MsgspecError:
                continue  # an older release had another form; that run counts for nothing here
            if kept.opened:
                self._opened.add(kept.number)
            if self._run is None or kept.number > self._run.kept.number:
                self._run = _Run(kept)

    def _keep(self, run: _Run, kept: _Kept) -> None:
        run.kept = kept
        self._disk(_PREFIX + b"%08d" % kept.number, msgspec.msgpack.encode(kept))

    @property
    def cards(self) -> tuple[int, ...] | None:
        """The word as four indices into the 36 cards, once it is known and to be read aloud."""
        run = self._run
        return crypto.word(run.kept.transcript) if run is not None and run.kept.wanted else None

    @property
    def is_given(self) -> bool:
        """Whether the person has tapped it right."""
        return self._run is not None and self._run.kept.given

    @property
    def tries(self) -> int:
        """How often the person may still tap what it hears."""
        return self._run.kept.tries if self._run is not None else TRIES

    def is_spent(self, replica: Replica) -> bool:
        """Whether these people have no word, and no further run will give them one."""
        lobby, number, run = replica.lobby, run_number(replica), self._run
        devices = self._roster(replica)
        if not lobby.playing or not devices or self._is_known(devices):
            return False
        if run is not None and (run.kept.number, run.kept.devices) == (number, devices):
            return self._is_lost(run)
        return len(self._opened) >= WORD_RUNS and not self._covers(run, devices)

    @staticmethod
    def _covers(run: _Run | None, devices: tuple[bytes, ...]) -> bool:
        """Whether the word of a run is that of all these people, be it of somebody else too."""
        return (
            run is not None and bool(run.kept.transcript) and set(devices) <= set(run.kept.devices)
        )

    def _is_known(self, devices: tuple[bytes, ...]) -> bool:
        return all(d in self._known for d in devices if d != self._identity)

    def _roster(self, replica: Replica) -> tuple[bytes, ...]:
        """Whose word it is: of everybody who has not left for good, also if out of reach now.

        Whoever sits in between could keep a device away until the others have compared.
        """
        devices = tuple(sorted(set(replica.lobby.staying)))
        return devices if len(devices) > 1 and self._identity in devices else ()

    def is_for(self, replica: Replica) -> bool:
        """Whether the word is that of the people who sit at the table now, with this device."""
        run, devices = self._run, self._roster(replica)
        return run is not None and bool(devices) and set(devices) <= set(run.kept.devices)

    def begin(self, replica: Replica) -> None:
        """A Partie began, or somebody came or went in it: one run for its people.

        At most three in an evening. What others compared is not the word of somebody who came
        since; it still is that of those who stay when somebody goes.
        """
        number, run = run_number(replica), self._run
        if not replica.lobby.playing or (run is not None and run.kept.number >= number):
            return
        devices = self._roster(replica)
        if not devices or len(self._opened) >= WORD_RUNS:
            return  # an older word may still be that of these people, see `is_for`
        if self._covers(run, devices):
            return
        self._run = _Run(_Kept(number, roster_hash(replica), devices, self._random(32)))
        self._keep(self._run, self._run.kept)

    def says(self) -> tuple[WordTalk, ...]:
        """What this device says now, also again until everybody has heard it."""
        run = self._run
        if run is None or self._is_lost(run):
            return ()
        kept = run.kept
        wants = not self._is_known(kept.devices)
        commit = WordCommit(kept.number, kept.roster, self._commitment(kept), wants)
        run.commits[self._identity] = commit
        if kept.transcript:
            return (commit, WordReveal(kept.number, kept.part))  # somebody has missed it
        if len(run.commits) < len(kept.devices):
            return (commit,)
        if self._identity not in run.reveals:
            # From here on somebody in between knows the word: this run counts.
            self._opened.add(kept.number)
            self._keep(run, msgspec.structs.replace(kept, opened=True))
            run.reveals[self._identity] = kept.part
            self._finish(run)
        return (commit, WordReveal(kept.number, kept.part))

    @staticmethod
    def _is_lost(run: _Run) -> bool:
        """Whether this device was restarted between opening its part and knowing the word."""
        return run.kept.opened and not run.kept.transcript and not run.reveals

    def is_complete(self) -> bool:
        """Whether nobody is waited for."""
        run = self._run
        return run is None or bool(run.kept.transcript) or self._is_lost(run)

    def _commitment(self, kept: _Kept) -> bytes:
        return commitment(kept.roster, kept.number, self._identity, kept.part)

    def hear(self, author: bytes, talk: WordTalk) -> bool:
        """Takes what another device said; whether it was new."""
        run = self._run
        if run is None or author not in run.kept.devices or talk.run != run.kept.number:
            return False
        match talk:
            case WordCommit():
                if author in run.commits or talk.roster != run.kept.roster or self._is_lost(run):
                    return False
                run.commits[author] = talk
            case WordReveal():
                commit = run.commits.get(author)
                if author in run.reveals or commit is None:
                    return False
                part = talk.part
                if commit.commitment != commitment(run.kept.roster, talk.run, author, part):
                    return False
                run.reveals[author] = part
                self._finish(run)
            case WordOk():
                return run.kept.transcript == talk.transcript
        return True

    def _finish(self, run: _Run) -> None:
        kept = run.kept
        if len(run.reveals) < len(kept.devices):
            return
        commits = [run.commits[device].commitment for device in kept.devices]
        parts = [run.reveals[device] for device in kept.devices]
        transcript = crypto.digest("sas", kept.roster, *commits, *parts)
        wanted = any(commit.wants for commit in run.commits.values())
        self._keep(run, msgspec.structs.replace(kept, transcript=transcript, wanted=wanted))

    def give(self, cards: tuple[int, ...]) -> WordOk | None:
        """The person tapped four cards; None: they are not the word, and one try is gone."""
        run, word = self._run, self.cards
        if run is None or word is None or self.tries <= 0:
            return None
        if tuple(cards) != word:
            self._keep(run, msgspec.structs.replace(run.kept, tries=run.kept.tries - 1))
            return None
        self._keep(run, msgspec.structs.replace(run.kept, given=True))
        for device in self.devices:
            self._known.setdefault(device, "")
        return WordOk(run.kept.number, run.kept.transcript)

    @property
    def devices(self) -> tuple[bytes, ...]:
        """Everybody in the roster of the run but this device."""
        run = self._run
        return tuple(d for d in run.kept.devices if d != self._identity) if run is not None else ()


def commitment(roster: bytes, run: int, device: bytes, part: bytes) -> bytes:
    """The hash that binds ``device`` to its 32 random bytes."""
    return crypto.digest("sas-c", roster, run, device, part)
