"""The host goes, the Partie stays: when a device votes, for whom, and when it orders itself.

A device votes when the orderer has left, its link is gone, or nothing came from it for six
seconds. Candidates have their turn one after the other (`net.core.epoch.candidates`), each with an
epoch number of its own, and in each turn a device gives one vote, which is on its disk before it is
sent. Clocks only decide when a vote is given, never whether an epoch is valid.

Nobody votes who sees no majority of the table: the smaller part of a network that is torn waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from net.core import crypto
from net.core.bodies import Epoch
from net.core.distrust import Distrust
from net.core.effects import Effect, Secret
from net.core.epoch import (
    Vote,
    candidates,
    decode_vote,
    encode_vote,
    is_next,
    is_ordered,
    is_vote,
    majority,
    number_of,
    sign_vote,
    turn_of,
)
from net.core.limits import SILENCE_MS, TURNS_AHEAD
from net.core.line import VoteLine
from net.core.links import Links, LiveLink
from net.core.replica import Replica
from net.core.scribe import Scribe
from net.core.wire import Ballot

__all__ = ["Succession"]

BROKEN_MS: Final = 1_000
"""How long a broken link to the orderer may take to be made again before it counts as gone."""

AFTER_GAME_MS: Final = 20_000
"""The same between two Partien: who closes the program after the game is no loss to anybody."""

TURN_MS: Final = 3_000
"""How long a candidate has; in every further round twice as long."""

AGAIN_MS: Final = 1_000
"""How often a vote is sent again."""

FRESH_MS: Final = 10_000
"""How long a vote counts that was not sent again: its voter may be back with the orderer."""

LONGER_MS: Final = 1_500
"""How long a candidate waits for the rest of a voter's longer log before it does without that vote.
"""

PATIENT_AGAIN_MS: Final = 10_000
"""How much later it waits for the same voter again, whose claims may be lies."""

_PREFIX: Final = b"vote/"


@dataclass(frozen=True, slots=True)
class _Heard:
    """A vote for this device: where it came from and when.

    ``ordered``: whether the log that it tells of is more than a claim, as far as we can know.
    """

    vote: Vote
    link: int
    at: int
    ordered: bool


class Succession:
    """The votes of one device at one table.

    Args:
        identity: this device's key.
        links: all its links.
        scribe: its log.
        line: the ways to other devices.
        effect: takes what has to be on the disk.

    Attributes:
        distrust: what this device knows against the device that orders.
    """

    def __init__(
        self,
        identity: crypto.Identity,
        links: Links,
        scribe: Scribe,
        line: VoteLine,
        effect: Callable[[Effect], None],
    ) -> None:
        self._identity = identity
        self._links = links
        self._scribe = scribe
        self._line = line
        self._effect = effect
        self.distrust = Distrust()
        self._given: dict[int, bytes] = {}
        self._heard: dict[int, dict[bytes, _Heard]] = {}
        self._waited_for: dict[bytes, int] = {}
        self._since: int | None = None
        self._left: bytes | None = None
        self._next_send = 0

    def load(self, secrets: Mapping[bytes, bytes]) -> None:
        """Takes up the votes that are on the disk."""
        for key, candidate in secrets.items():
            number = key.removeprefix(_PREFIX)
            if key.startswith(_PREFIX) and number.isdigit():
                self._given[int(number)] = candidate

    # What happens

    def left(self, identity: bytes) -> None:
        """A device said goodbye."""
        self._left = identity

    def returned(self, identity: bytes) -> None:
        """A device has a link again."""
        if self._left == identity:
            self._left = None
        replica = self._scribe.replica
        if replica is not None and replica.chain.orderer == identity:
            self.distrust.linked()

    def succeeded(self) -> None:
        """An epoch began: whoever was missing is not waited for any more."""
        self._since = None
        self._left = None
        self.distrust.begin_anew()
        self._heard.clear()
        self._waited_for.clear()

    def can_go_on(self, gone: bytes) -> bool:
        """Whether this device and others are enough to go on without that one.

        Not for who only looks on: it has no vote, and may be the only one that was lied to.
        """
        replica = self._scribe.replica
        if replica is None or not replica.lobby.partie:
            return False
        if self._identity.public not in replica.lobby.devices:
            return False
        devices = replica.lobby.present
        others = {there.identity for _, there in self._links.members()} - {gone}
        return majority(devices, {*others, self._identity.public})

    def is_missing(self, now: int) -> bool:
        """Whether the orderer is gone as far as this device can tell."""
        replica = self._scribe.replica
        if replica is None or self._scribe.is_orderer:
            return False
        orderer = replica.chain.orderer
        link = self._links.number_of(orderer, member=True)
        if link is None or self._left == orderer or self.distrust.doubts(orderer, now):
            return True
        if replica.lobby.is_without(orderer):
            return True
        return now - self._links.live[link].heard >= SILENCE_MS

    def tick(self, now: int) -> None:
        """Time passed."""
        replica = self._scribe.replica
        self._forget(now)
        if replica is not None:
            self.distrust.tick(replica)
        if replica is None or not replica.lobby.partie or not self.is_missing(now):
            self._since = None
            return
        if self._since is None:
            self._since = now
        waited = now - self._since - self._patience(replica)
        if waited < 0 or not self._sees_majority(replica, now):
            return
        for turn, candidate in self._turns(replica, waited):
            self._give(turn, candidate)
        if now >= self._next_send:
            self._next_send = now + AGAIN_MS
            self._send(replica)
        mine = {turn for turn, given in self._given.items() if given == self._identity.public}
        self._open(replica, sorted(mine | self._heard.keys()), now)

    def _patience(self, replica: Replica) -> int:
        if self._left == replica.chain.orderer:
            return 0
        return BROKEN_MS if replica.lobby.playing else AFTER_GAME_MS

    def cut_off(self) -> tuple[int, ...]:
        """The seats without whose devices too few are linked to go on; () if there are enough.

        Of two devices the one that orders goes on alone, the other one never.
        """
        replica = self._scribe.replica
        if replica is None:
            return ()
        devices, me = replica.lobby.present, self._identity.public
        # Who ordered and left it to them waits for those who are there.
        ordered = replica.chain.orderer == me and not self._scribe.is_orderer
        left = ordered and replica.lobby.is_without(me)
        if not (left or replica.lobby.playing):
            return ()
        here = {there.identity for _, there in self._links.members()} | {me}
        alone = self._scribe.is_orderer and len(devices) == 2
        if not (left or me in devices) or majority(devices, here) or alone:
            return ()
        seats = (replica.lobby.seat_of(device) for device in devices if device not in here)
        return tuple(sorted(seat for seat in seats if seat is not None))

    def _sees_majority(self, replica: Replica, now: int) -> bool:
        seen = [self._identity.public]
        seen.extend(
            there.identity
            for _, there in self._links.members()
            if now - there.heard < SILENCE_MS and there.identity != replica.chain.orderer
        )
        return self._identity.public in replica.lobby.present and majority(
            replica.lobby.present, seen
        )

    # Voting

    def _turns(self, replica: Replica, waited: int) -> Iterator[tuple[int, bytes]]:
        """The turns that have come after so long, and whose they are.

        Whoever this device has no link to is passed over at once: it could not send its vote. So
        is a turn in which it has voted for somebody else, in an epoch that had other candidates.
        """
        order, start = candidates(replica.lobby.seats, replica.chain.orderer), 0
        first = turn_of(replica.chain.epoch) + 1
        for number in range(TURNS_AHEAD if any(map(self._can_reach, order)) else 0):
            candidate, turn = order[number % len(order)], first + number
            if not self._can_reach(candidate) or self._given.get(turn, candidate) != candidate:
                continue
            if start > waited:
                return
            yield turn, candidate
            start += TURN_MS << (number // len(order))

    def _can_reach(self, candidate: bytes) -> bool:
        me = candidate == self._identity.public
        return me or self._links.number_of(candidate, member=True) is not None

    def _give(self, turn: int, candidate: bytes) -> None:
        """This device's only vote in this turn."""
        if turn not in self._given:
            self._given[turn] = candidate
            self._effect(Secret(_PREFIX + str(turn).encode(), candidate))

    def _vote(self, replica: Replica, turn: int) -> Vote:
        chain, candidate = replica.chain, self._given[turn]
        place, epoch = chain.place_at(chain.n), number_of(candidate, turn)
        return sign_vote(self._identity, chain.table, epoch, candidate, place, chain.order)

    def _send(self, replica: Replica) -> None:
        """Votes go to their candidates, older ones too: one that noticed later may need them."""
        for turn in sorted(self._given):
            vote = self._vote(replica, turn)
            link = self._links.number_of(vote.candidate, member=True)
            if link is not None and is_next(vote.epoch, replica.chain.epoch):
                self._line.send(link, Ballot(encode_vote(vote)))

    # Being voted for

    def ballot(self, link: int, there: LiveLink, data: bytes, now: int) -> None:
        """Somebody votes for this device.

        Of each voter the newest vote is kept for each turn that may come next. One further ahead
        would leave fewer to those who come after.
        """
        replica, vote = self._scribe.replica, decode_vote(data)
        if replica is None or vote is None or not there.member or self._scribe.is_orderer:
            return
        chain = replica.chain
        if vote.voter != there.identity or vote.voter not in replica.lobby.present:
            return
        me, turn = self._identity.public, turn_of(vote.epoch)
        if vote.candidate != me or vote.epoch != number_of(me, turn):
            return
        if not (is_next(vote.epoch, chain.epoch) and is_next(vote.epoch, vote.last)):
            return
        before = self._heard.get(turn, {}).get(vote.voter)
        if before is not None and before.vote == vote:
            ordered = before.ordered
        elif is_vote(vote, chain.table):
            ordered = self._is_ordered(replica, vote)
        else:
            return
        self._heard.setdefault(turn, {})[vote.voter] = _Heard(vote, link, now, ordered)
        self._open(replica, (turn,), now)

    def _forget(self, now: int) -> None:
        """Drops the votes that were not sent again."""
        for turn, votes in list(self._heard.items()):
            fresh = {voter: heard for voter, heard in votes.items() if now - heard.at < FRESH_MS}
            if fresh:
                self._heard[turn] = fresh
            else:
                del self._heard[turn]

    def _open(self, replica: Replica, turns: Iterable[int], now: int) -> None:
        """Orders, if a majority wants it in one of these turns and the longest log is here."""
        devices, me = replica.lobby.present, self._identity.public
        if me not in devices:
            return
        for turn in turns:
            epoch = number_of(me, turn)
            if not is_next(epoch, replica.chain.epoch) or not self._may_open(turn):
                continue
            votes = self._votes(replica, turn, now)
            # Who still hears the orderer itself follows only when all that it takes want it so.
            if votes is None or not (self.is_missing(now) or majority(devices, votes)):
                continue
            if not majority(devices, {*votes, me}):
                continue
            self._give(turn, me)
            votes[me] = self._vote(replica, turn)
            chain = replica.chain
            ballots = tuple(encode_vote(votes[voter]) for voter in sorted(votes))
            if self._scribe.open_epoch(Epoch(epoch, chain.n, chain.head, ballots), now):
                return

    def _may_open(self, turn: int) -> bool:
        """Whether this device's own vote can still be for itself.

        Not after a vote of a later turn for another one: with that both could order, and each find
        the other one missing.
        """
        me = self._identity.public
        later = (given for number, given in self._given.items() if number > turn)
        return self._given.get(turn, me) == me and all(given == me for given in later)

    def _votes(self, replica: Replica, turn: int, now: int) -> dict[bytes, Vote] | None:
        """What others voted in this turn and this device can answer for.

        None while the rest of a longer log is on its way.
        """
        chain = replica.chain
        votes: dict[bytes, Vote] = {}
        for voter, heard in self._heard.get(turn, {}).items():
            vote = heard.vote
            if now - heard.at >= FRESH_MS or voter not in replica.lobby.present:
                continue
            if (vote.last, vote.n) > (chain.epoch, chain.n):
                if heard.ordered and self._waits_for(voter, now):
                    self._line.want(heard.link, now)
                    return None
                continue
            # Whoever was told another history by an orderer that lied has a vote all the same.
            here = vote.last < chain.epoch or chain.head_at(vote.n) == vote.head
            if here or heard.ordered:
                votes[voter] = vote
        return votes

    def _waits_for(self, voter: bytes, now: int) -> bool:
        """Whether there is still time for the rest of this voter's log, whatever it says of it."""
        since = self._waited_for.get(voter)
        if since is None or now - since >= PATIENT_AGAIN_MS:
            since = self._waited_for[voter] = now
        return now - since < LONGER_MS

    def _is_ordered(self, replica: Replica, vote: Vote) -> bool:
        """Whether a log like ours or longer is more than a claim, as far as we can know."""
        chain = replica.chain
        if vote.last > chain.epoch:
            return True
        return is_ordered(chain.orderer, vote.order, chain.table, vote.last, vote.n, vote.head)
