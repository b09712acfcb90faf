"""The host goes, the Partie stays: when a device votes, for whom, and when it orders itself.

A device misses the orderer when that has left, its link is gone, or nothing came from it for six
seconds, and says so. Only when more than half of the devices do they vote: whoever is alone with it
would bind itself for nothing (`net.core.promises`). Candidates have their turn one after the other
(`net.core.epoch.candidates`), each with an epoch number of its own. Clocks only decide when a vote
is given, never whether an epoch is valid.

Whoever has voted, and hears the old orderer again before there is a new one, asks it for a newer
epoch: votes for it, and whoever hears a vote for its own orderer joins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from net.core import crypto
from net.core.bodies import Epoch
from net.core.distrust import Distrust
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
from net.core.promises import Promises
from net.core.replica import Replica
from net.core.scribe import Scribe
from net.core.wire import Ballot, Misses

__all__ = ["Succession"]

BROKEN_MS: Final = 1_000
"""How long a broken link to the orderer may take to be made again before it counts as gone."""

AFTER_GAME_MS: Final = 20_000
"""The same between two Partien: who closes the program after the game is no loss to anybody."""

TURN_MS: Final = 3_000
"""How long a candidate has; in every further round twice as long."""

AGAIN_MS: Final = 1_000
"""How often a vote is sent again."""

MISSES_MS: Final = 3_000
"""How long it counts that somebody misses who orders; said again as often as a vote."""

JUMPS: Final = 4
"""How often a device joins others that are some turns ahead, while it misses one orderer."""

RENEW_MS: Final = 2_000
"""How long whoever has voted, and hears the orderer, waits for the epoch that it has voted for."""

RENEW_AGAIN_MS: Final = 5_000
"""How long a device that is bound to nothing does not join another one: each new epoch costs the
deck in the making, which is made in less."""

FAR: Final = TURNS_AHEAD // 4
"""How many turns ahead somebody may lead this device: whoever claims more leaves most that there
are for those who come after."""

FRESH_MS: Final = 10_000
"""How long a vote counts that was not sent again: its voter may have voted in a later turn."""

LONGER_MS: Final = 1_500
"""How long a candidate waits for the rest of a voter's longer log before it does without that vote.
"""

PATIENT_AGAIN_MS: Final = 10_000
"""How much later it waits for the same voter again, whose claims may be lies."""


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
        promises: its votes.
        line: the ways to other devices.

    Attributes:
        distrust: what this device knows against the device that orders.
    """

    def __init__(
        self,
        identity: crypto.Identity,
        links: Links,
        scribe: Scribe,
        promises: Promises,
        line: VoteLine,
    ) -> None:
        self._identity = identity
        self._links = links
        self._scribe = scribe
        self._promises = promises
        self._line = line
        self.distrust = Distrust()
        self._heard: dict[int, dict[bytes, _Heard]] = {}
        self._waited_for: dict[bytes, int] = {}
        self._missed: int | None = None
        self._since: int | None = None
        self._first = 0
        self._jumps = 0
        self._asked: int | None = None
        self._joined = -RENEW_AGAIN_MS
        self._left: bytes | None = None
        self._next_miss = 0
        self._next_send = 0

    def load(self, secrets: Mapping[bytes, bytes]) -> None:
        """Takes up the votes that are on the disk."""
        self._promises.load(secrets)

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
        self._missed = self._since = self._asked = None
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
        if self._asked is not None and now - self._asked >= SILENCE_MS:
            return True
        return now - self._links.live[link].heard >= SILENCE_MS

    def tick(self, now: int) -> None:
        """Time passed."""
        replica = self._scribe.replica
        self._forget(now)
        if replica is None:
            return
        self.distrust.tick(replica)
        if not replica.lobby.partie:
            return
        if self.is_missing(now):
            self._miss(replica, now)
        else:
            self._missed = self._since = None
            self._renew(replica, now)

    def _miss(self, replica: Replica, now: int) -> None:
        """Says that the orderer is missed, and votes if more than half of the devices say so."""
        if self._missed is None:
            self._missed = now
        if now - self._missed < self._patience(replica):
            return
        if now >= self._next_miss:
            self._next_miss = now + AGAIN_MS
            for link, _ in self._links.members():
                self._line.send(link, Misses(replica.chain.epoch, self._promises.turn))
        others = self._who_misses(replica, now)
        devices, me = replica.lobby.present, self._identity.public
        if me not in devices or not majority(devices, {*others, me}):
            self._since = None
            if self._asked is not None and now - self._asked >= 2 * SILENCE_MS:
                self._asked = None  # whoever else follows it has not joined: asked once more
            return
        before = turn_of(replica.chain.epoch)
        ahead = min(max(others.values(), default=0), before + FAR)
        if self._since is None:
            self._since, self._jumps = now, 0
            self._first = max(before + 1, self._promises.turn, ahead)
        elif ahead > max(self._promises.turn, self._first) and self._jumps < JUMPS:
            self._since, self._first = now, ahead
            self._jumps += 1
        for turn, candidate in self._turns(replica, now - self._since):
            self._promises.give(turn, candidate)
        self._send(replica, now)
        self._open(replica, sorted({self._promises.turn, *self._heard}), now)

    def _who_misses(self, replica: Replica, now: int) -> dict[bytes, int]:
        """Who else misses the orderer by its own word, and the last turn in which it has voted."""
        orderer, epoch = replica.chain.orderer, replica.chain.epoch
        said = {there.identity: there.misses for _, there in self._links.members()}
        return {
            device: misses.turn
            for device, (misses, at) in ((who, what) for who, what in said.items() if what)
            if device != orderer and misses.epoch == epoch and now - at < MISSES_MS
        }

    def hear(self, there: LiveLink, message: Misses, now: int) -> None:
        """Somebody misses who orders."""
        there.misses = (message, now)

    def _renew(self, replica: Replica, now: int) -> None:
        """Whoever has voted for a newer epoch asks the orderer, which is there, to begin one."""
        if not self._scribe.is_bound:
            self._asked = None
            return
        orderer, turn = replica.chain.orderer, self._promises.turn
        if self._asked is None:
            self._asked = now
        if self._promises.candidate != orderer:
            if now - self._asked < RENEW_MS:
                return
            self._promises.give(turn + 1, orderer)
        self._send(replica, now)
        if orderer == self._identity.public:
            self._open(replica, (self._promises.turn,), now)

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

    # Voting

    def _turns(self, replica: Replica, waited: int) -> Iterator[tuple[int, bytes]]:
        """The turns that have come after so long, and whose they are.

        They begin with the last one in which this device, or another that misses the orderer, has
        voted: before that they would not meet. Whoever this device has no link to is passed over at
        once: it could not send its vote.
        """
        order = candidates(replica.lobby.seats, replica.chain.orderer)
        before, start = turn_of(replica.chain.epoch), 0
        last = before + TURNS_AHEAD if any(map(self._can_reach, order)) else 0
        for turn in range(self._first, last + 1):
            candidate = order[(turn - before - 1) % len(order)]
            if not self._can_reach(candidate):
                continue
            if start > waited:
                return
            if self._promises.may_give(turn, candidate):
                yield turn, candidate
            start += TURN_MS << ((turn - self._first) // len(order))

    def _can_reach(self, candidate: bytes) -> bool:
        me = candidate == self._identity.public
        return me or self._links.number_of(candidate, member=True) is not None

    def _vote(self, replica: Replica) -> Vote | None:
        """This device's last vote, with how far its log goes now; None before any."""
        chain, candidate = replica.chain, self._promises.candidate
        if candidate is None or not is_next(self._promises.epoch, chain.epoch):
            return None
        place, epoch = chain.place_at(chain.n), self._promises.epoch
        return sign_vote(self._identity, chain.table, epoch, candidate, place, chain.order)

    def _send(self, replica: Replica, now: int) -> None:
        """The last vote goes to its candidate; one for whoever orders goes to everybody."""
        vote = self._vote(replica) if now >= self._next_send else None
        if vote is None:
            return
        self._next_send = now + AGAIN_MS
        for link, there in list(self._links.members()):
            if vote.candidate in (there.identity, replica.chain.orderer):
                self._line.send(link, Ballot(encode_vote(vote)))

    def outbid(self, epoch: int, now: int) -> None:
        """An epoch was not taken here; those who follow it come back with a newer one."""
        if self._scribe.replica is not None:
            self._join(self._scribe.replica, turn_of(epoch) + 1, now)

    def _join(self, replica: Replica, turn: int, now: int) -> None:
        """Votes for the orderer, so that it begins an epoch which others can follow."""
        orderer, me = replica.chain.orderer, self._identity.public
        if me not in replica.lobby.present or self.is_missing(now):
            return
        far = turn > turn_of(replica.chain.epoch) + FAR
        if far or not self._promises.may_give(turn, orderer):
            return
        if turn > self._promises.turn:
            if not self._scribe.is_bound and now - self._joined < RENEW_AGAIN_MS:
                return
            self._promises.give(turn, orderer)
            self._joined = self._next_send = now
        self._renew(replica, now)

    # Being voted for

    def ballot(self, link: int, there: LiveLink, data: bytes, now: int) -> None:
        """Somebody votes for this device, or for whoever orders.

        Of each voter the newest vote is kept for each turn that may come next. One further ahead
        would leave fewer to those who come after.
        """
        replica, vote = self._scribe.replica, decode_vote(data)
        if replica is None or vote is None or not there.member or vote.voter != there.identity:
            return
        chain, me, turn = replica.chain, self._identity.public, turn_of(vote.epoch)
        if vote.candidate not in (me, chain.orderer):
            return
        if vote.epoch != number_of(vote.candidate, turn):
            return
        if not (is_next(vote.epoch, chain.epoch) and is_next(vote.epoch, vote.last)):
            return
        before = self._heard.get(turn, {}).get(vote.voter)
        again = before is not None and before.vote == vote
        if not again and not is_vote(vote, chain.table):
            return
        if vote.candidate == chain.orderer and vote.voter in replica.lobby.devices:
            self._join(replica, turn, now)
        if vote.candidate == me and vote.voter in replica.lobby.present:
            ordered = before.ordered if again and before else self._is_ordered(replica, vote)
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
            if not is_next(epoch, replica.chain.epoch) or not self._promises.may_give(turn, me):
                continue
            votes = self._votes(replica, turn, now)
            orders = replica.chain.orderer == me
            if orders and turn != self._promises.turn:
                continue  # it has not joined
            # Who still hears the orderer itself follows only when all that it takes want it so.
            free = orders or self.is_missing(now)
            if votes is None or not (free or majority(devices, votes)):
                continue
            if not majority(devices, {*votes, me}):
                continue
            self._promises.give(turn, me)
            mine = self._vote(replica)
            if mine is None:
                continue
            votes[me] = mine
            chain = replica.chain
            ballots = tuple(encode_vote(votes[voter]) for voter in sorted(votes))
            if self._scribe.open_epoch(Epoch(epoch, chain.n, chain.head, ballots), now):
                return

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
