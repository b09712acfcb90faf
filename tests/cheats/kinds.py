"""Every way of cheating, and what has to become of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from net.core.bodies import (
    Body,
    Commit,
    DeckAck,
    Keys,
    Reveal,
    Shuffle,
    TossOpen,
    Verdict,
)
from tests.cheats import deal, host, play, words
from tests.cheats.case import Change
from tests.cheats.host import Deed
from tests.cheats.words import Speech

__all__ = ["CHEATS", "Kind", "Outcome"]


class Outcome(Enum):
    """What has to become of a cheat."""

    NAMED = "named"
    VOID = "void"
    MISSING = "missing"


@dataclass(frozen=True)
class Kind:
    """One way of cheating.

    Attributes:
        outcome: what has to become of it where nothing else goes wrong.
        change: says something else than the program would.
        withholds: says nothing of this kind in one deck.
        plays: an illegal card (False) or a false announcement with one (True).
        says: says something of its own accord.
        does: as host.
    """

    outcome: Outcome
    change: Change | None = None
    withholds: type[Body] | None = None
    plays: bool | None = None
    says: Speech | None = None
    does: Deed | None = None


CHEATS: dict[str, Kind] = {
    "shuffle swapped": Kind(Outcome.NAMED, deal.shuffle(deal.swap)),
    "shuffle marked by ratio": Kind(Outcome.NAMED, deal.shuffle(deal.mark)),
    "shuffle repeats a point": Kind(Outcome.NAMED, deal.shuffle(deal.repeat)),
    "shuffle with a foreign point": Kind(Outcome.NAMED, deal.shuffle(deal.foreign)),
    "lock swapped": Kind(Outcome.NAMED, deal.lock(deal.swap)),
    "lock of a chosen hand": Kind(Outcome.NAMED, deal.lock(deal.choose_hand)),
    "lock with a foreign point": Kind(Outcome.NAMED, deal.lock(deal.foreign)),
    "lock with a duplicate": Kind(Outcome.NAMED, deal.duplicate),
    "lock with a false commitment": Kind(Outcome.NAMED, deal.commitments),
    "keys garbled": Kind(Outcome.NAMED, deal.garbled_seal),
    "keys wrong": Kind(Outcome.NAMED, deal.wrong_key),
    "keys to the wrong seat": Kind(Outcome.NAMED, deal.wrong_seat),
    "keys turned up wrong": Kind(Outcome.NAMED, deal.open_key),
    "complaint false": Kind(Outcome.NAMED, deal.false_complaint),
    "box of zeros": Kind(Outcome.NAMED, deal.zero_box),
    "secret of another commitment": Kind(Outcome.NAMED, deal.field(Commit, "secret")),
    "chance changed": Kind(Outcome.NAMED, deal.field(DeckAck, "chance")),
    "toss of another value": Kind(Outcome.NAMED, deal.other_toss),
    "toss value changed": Kind(Outcome.NAMED, deal.field(TossOpen, "value")),
    "reveal changed": Kind(Outcome.NAMED, deal.field(Reveal, "secret")),
    "verdict false": Kind(Outcome.NAMED, deal.false_verdict),
    "card with wrong keys": Kind(Outcome.NAMED, play.wrong_keys),
    "card of another slot": Kind(Outcome.NAMED, play.other_card),
    "card forbidden": Kind(Outcome.NAMED, plays=False),
    "announcement false": Kind(Outcome.NAMED, plays=True),
    "number changed": Kind(Outcome.NAMED, play.other_number),
    "seal of nothing": Kind(Outcome.NAMED, play.other_seal),
    "second answer": Kind(Outcome.NAMED, says=words.two_bodies),
    "act for another seat": Kind(Outcome.VOID, says=words.for_others),
    "old words again": Kind(Outcome.VOID, says=words.old_words),
    "flood of void entries": Kind(Outcome.VOID, says=words.flood),
    "words of the host": Kind(Outcome.VOID, says=words.lobby_words),
    "missing who is there": Kind(Outcome.VOID, says=words.false_missing),
    "evidence of nothing": Kind(Outcome.VOID, says=words.false_evidence),
    "no shuffle": Kind(Outcome.MISSING, withholds=Shuffle),
    "no keys": Kind(Outcome.MISSING, withholds=Keys),
    "no secret": Kind(Outcome.MISSING, withholds=Reveal),
    "no verdict": Kind(Outcome.MISSING, withholds=Verdict),
    "two histories": Kind(Outcome.NAMED, does=host.two_histories),
    "act forged by the host": Kind(Outcome.VOID, does=host.forged_act),
}
"""Every way of cheating by its name (dealing.md 0 and 2, docs/attacks.md)."""
