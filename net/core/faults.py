"""What a deal can be broken by, and whom that names.

dealing.md 3.7 has the table behind it. A fault is a value, never an exception: it is the answer to
bytes from a peer.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Fault", "FaultReason"]


class FaultReason(StrEnum):
    """Why a message of a deal is refused, or which message a replay found to be dishonest."""

    # Void: somebody was late, early or elsewhere. Nobody is to blame.
    OTHER_DECK = "other_deck"
    OTHER_HEAD = "other_head"
    NOT_AWAITED = "not_awaited"
    # A different D_0 for one deck number: not the same program, or not the same state.
    OTHER_VERSION = "other_version"

    # The message proves it by itself.
    BAD_SIZE = "bad_size"
    REPEATED_POINT = "repeated_point"
    FOREIGN_POINT = "foreign_point"
    BAD_BOX = "bad_box"
    WRONG_CHANCE = "wrong_chance"
    WRONG_RECEIVERS = "wrong_receivers"
    WRONG_KEY = "wrong_key"
    WRONG_REVEAL = "wrong_reveal"
    WRONG_CARD = "wrong_card"
    WRONG_TOSS = "wrong_toss"
    WRONG_NUMBER = "wrong_number"

    # Two slots opened as one card: certain fraud, but by whom only the replay knows.
    DUPLICATE_CARD = "duplicate_card"

    # Found by the replay of the whole deal.
    COMMIT_DIFFERS = "commit_differs"
    SHUFFLE_DIFFERS = "shuffle_differs"
    LOCK_DIFFERS = "lock_differs"
    KEYS_DIFFER = "keys_differ"
    TOSS_DIFFERS = "toss_differs"
    SEAL_DIFFERS = "seal_differs"
    FALSE_COMPLAINT = "false_complaint"
    FALSE_VERDICT = "false_verdict"
    # Two replicas of one log reached different states: the program's fault, not a person's.
    DIGEST_DIFFERS = "digest_differs"

    @property
    def blames(self) -> bool:
        """Whether it proves an offence of the seat that the fault names."""
        return self not in _BLAMELESS


_BLAMELESS = frozenset(
    {
        FaultReason.OTHER_DECK,
        FaultReason.OTHER_HEAD,
        FaultReason.NOT_AWAITED,
        FaultReason.OTHER_VERSION,
        FaultReason.DUPLICATE_CARD,
        FaultReason.DIGEST_DIFFERS,
    }
)


@dataclass(frozen=True, slots=True)
class Fault:
    """A refusal or a finding.

    ``seat`` is the author of what is wrong, None where nobody can be named. ``entry`` is the log
    number of the faulty message when a replay found it, None when it is the one just checked.
    """

    reason: FaultReason
    seat: int | None
    entry: int | None = None
