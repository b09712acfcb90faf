"""What a device may say only one thing for (dealing.md 3.2, "Guard").

Two different bodies for one key, both signed, are a portable proof of cheating: a second answer for
the same secret would be an oracle, a second card for the same turn a lie.
"""

from typing import TypeAlias

from net.core.bodies import (
    Act,
    Body,
    Commit,
    DeckAck,
    HandOk,
    Keys,
    Lock,
    Reveal,
    Shuffle,
    Toss,
    TossOpen,
    Unasked,
    Verdict,
)

__all__ = ["GuardKey", "guard_key", "guard_text"]

GuardKey: TypeAlias = tuple[str, int, int, str]
"""Kind of body, number of the deck or hand, seat, and what else tells two questions apart."""


def guard_key(body: Body) -> GuardKey | None:
    """The key of ``body``, or None when a device may say such a thing as often as it likes."""
    match body:
        case Commit() | Shuffle() | Lock() | DeckAck() | Reveal() | Verdict():
            return (type(body).__name__, body.deck, body.seat, "")
        case Keys() | HandOk() | Toss() | TossOpen():
            return (type(body).__name__, body.deck, body.seat, body.head.hex())
        case Act():
            return ("Act", body.hand, body.seat, str(body.turn))
        case Unasked():
            return ("Unasked", body.hand, body.seat, f"{body.turn} {body.kind}")
        case _:
            return None


def guard_text(key: GuardKey) -> str:
    """The key as it stands on the disk."""
    kind, deck, seat, rest = key
    return f"body/{deck}/{kind}/{seat}/{rest}"
