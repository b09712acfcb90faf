"""Votes that are used long after they were given.

Who votes may hear the orderer again a moment later, and go on with it. A candidate that keeps such
votes, and opens its epoch when a hand has gone badly, would take back everything since. No
signature says when a vote was given; but whoever has its voter's later entries knows that it has
gone on, and for how long.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from net.core.bodies import Epoch, Verdict, decode_body
from net.core.epoch import Vote, decode_vote
from net.core.log import Record, decode_entry, decode_record
from net.core.tape import Tape

__all__ = ["VOTED_MS", "late", "votes_of"]

VOTED_MS: Final = 30_000
"""How long after a vote an epoch may still begin by it: it counts for 10 s at its candidate
(`net.core.succession`), and a word may be on its way for 6 s, there and back."""


def votes_of(record: Record) -> tuple[Vote, ...]:
    """The votes by which ``record`` opens an epoch; none if it opens none."""
    entry = decode_entry(record.entry)
    body = decode_body(entry.body) if entry is not None else None
    if not isinstance(body, Epoch):
        return ()
    return tuple(vote for data in body.votes if (vote := decode_vote(data)) is not None)


def late(votes: Iterable[Vote], tape: Tape, first: int) -> frozenset[bytes]:
    """The voters that went on after their vote for `VOTED_MS`, by the entries from ``first`` on.

    What counts is what they signed in full knowledge of more of the log than their vote tells of.
    When that came a device that has read it from its disk does not know: there it takes verdicts on
    two hands.
    """
    ends = {vote.voter: (vote.last, vote.n) for vote in votes}
    since: dict[bytes, int] = {}
    judged: defaultdict[bytes, set[int]] = defaultdict(set)
    found: set[bytes] = set()
    for data, at in tape.since(first):
        record = decode_record(data)
        entry = decode_entry(record.entry) if record is not None else None
        if record is None or entry is None or entry.author not in ends:
            continue
        epoch, n = ends[entry.author]
        if record.epoch > epoch or entry.seen > n:
            if at is None:
                body = decode_body(entry.body)
                if isinstance(body, Verdict):
                    judged[entry.author].add(body.deck)
            elif at - since.setdefault(entry.author, at) >= VOTED_MS:
                found.add(entry.author)
    return frozenset(found | {voter for voter, hands in judged.items() if len(hands) >= 2})
