"""Cheats in the deal, at the verdict, and with what is opened."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from net.core import crypto, honest
from net.core.bodies import (
    Body,
    Commit,
    Complain,
    HandOk,
    Keys,
    Lock,
    Shuffle,
    Toss,
    Verdict,
    join,
    split,
)
from tests.cheats.case import Case, Change

__all__ = [
    "TOSSED",
    "choose_hand",
    "commitments",
    "duplicate",
    "false_complaint",
    "false_verdict",
    "field",
    "foreign",
    "garbled_seal",
    "lock",
    "mark",
    "open_key",
    "other_toss",
    "repeat",
    "shuffle",
    "swap",
    "wrong_key",
    "wrong_seat",
    "zero_box",
]


def _points(case: Case, change: Callable[[list[bytes]], None]) -> Body | None:
    if not isinstance(case.body, Shuffle | Lock):
        return None
    points = list(split(case.body.points) or ())
    change(points)
    return msgspec.structs.replace(case.body, points=join(points))


def shuffle(change: Callable[[Case, list[bytes]], None]) -> Change:
    def made(case: Case) -> Body | None:
        if not isinstance(case.body, Shuffle):
            return None
        return _points(case, lambda points: change(case, points))

    return made


def lock(change: Callable[[Case, list[bytes]], None]) -> Change:
    def made(case: Case) -> Body | None:
        if not isinstance(case.body, Lock):
            return None
        return _points(case, lambda points: change(case, points))

    return made


def swap(case: Case, points: list[bytes]) -> None:
    """Two cards change places behind the back of the permutation."""
    one, two = case.chance.sample(range(len(points)), 2)
    points[one], points[two] = points[two], points[one]


def mark(case: Case, points: list[bytes]) -> None:
    """One card becomes the secret multiple of another (F3)."""
    one, two = case.chance.sample(range(len(points)), 2)
    group = case.group
    factor = group.scalar(crypto.digest("cheat", case.chance.randbytes(32)))
    points[one] = group.multiply_all(factor, [crypto.Point(points[two])])[0]


def choose_hand(case: Case, points: list[bytes]) -> None:
    """Nine slots are locked over cards of one's choice (F1)."""
    group = case.group
    slots = case.chance.sample(range(len(points)), min(9, len(points)))
    for card, slot in enumerate(slots):
        factor = group.scalar(crypto.digest("cheat", case.chance.randbytes(32)))
        points[slot] = group.multiply_all(factor, [group.cards[card]])[0]


def repeat(case: Case, points: list[bytes]) -> None:
    one, two = case.chance.sample(range(len(points)), 2)
    points[one] = points[two]


def foreign(case: Case, points: list[bytes]) -> None:
    """A point outside the group: the top bit that X25519 would ignore (F4)."""
    at = case.chance.randrange(len(points))
    points[at] = points[at][:31] + bytes((points[at][31] | 128,))


def duplicate(case: Case) -> Body | None:
    """The fused seat locks one slot over the card of another, with its true keys (2.2)."""
    body, replica = case.body, case.replica
    deck = replica.deck(body.deck) if isinstance(body, Lock) else None
    if not isinstance(body, Lock) or deck is None or deck.facts.fused != body.seat:
        return None
    secret = deck.secret(body.seat)
    assert secret is not None
    order = list(honest.order(secret, deck.head, deck.facts.size))
    one, two = case.chance.sample(range(len(order)), 2)
    order[one] = order[two]
    keys = honest.lock_keys(deck.facts, secret, deck.head)
    points = [deck.phase.points[place] for place in order]
    return msgspec.structs.replace(body, points=join(deck.facts.group.multiply_each(keys, points)))


def commitments(case: Case) -> Body | None:
    if not isinstance(case.body, Lock):
        return None
    hashes = list(split(case.body.commitments) or ())
    hashes[case.chance.randrange(len(hashes))] = case.chance.randbytes(32)
    return msgspec.structs.replace(case.body, commitments=join(hashes))


def garbled_seal(case: Case) -> Body | None:
    body = case.body
    if not isinstance(body, Keys) or not body.sealed:
        return None
    at = case.chance.randrange(len(body.sealed))
    spoilt = msgspec.structs.replace(body.sealed[at], sealed=bytes(len(body.sealed[at].sealed)))
    return msgspec.structs.replace(body, sealed=(*body.sealed[:at], spoilt, *body.sealed[at + 1 :]))


def wrong_key(case: Case) -> Body | None:
    """Well sealed, but another key than the committed one."""
    body = case.body
    deck = case.replica.deck(body.deck) if isinstance(body, Keys) else None
    if not isinstance(body, Keys) or deck is None or not body.sealed:
        return None
    own = deck._own[body.seat]
    keys = list(own.locks)
    slot = case.chance.choice(case.chance.choice(body.sealed).slots)
    keys[slot] = deck.facts.group.scalar(case.chance.randbytes(32))
    duty = deck.phase.duties[body.seat]
    return honest.keys(deck.facts, body.seat, deck.head, duty, keys, own.shared_with)


def wrong_seat(case: Case) -> Body | None:
    """The keys for one seat go to another."""
    body = case.body
    if not isinstance(body, Keys) or len(body.sealed) < 2:
        return None
    first, second, *rest = body.sealed
    turned = (
        msgspec.structs.replace(first, slots=second.slots, sealed=second.sealed),
        msgspec.structs.replace(second, slots=first.slots, sealed=first.sealed),
    )
    return msgspec.structs.replace(body, sealed=(*turned, *rest))


def open_key(case: Case) -> Body | None:
    body = case.body
    if not isinstance(body, Keys) or not body.open:
        return None
    first, *rest = body.open
    wrong = msgspec.structs.replace(first, key=case.chance.randbytes(32))
    return msgspec.structs.replace(body, open=(wrong, *rest))


def false_complaint(case: Case) -> Body | None:
    body = case.body
    if not isinstance(body, HandOk):
        return None
    return Complain(body.seat, body.deck, body.head, None, None)


def field(kind: type[Body], name: str) -> Change:
    """Some other 32 bytes in one field of one kind of body."""

    def made(case: Case) -> Body | None:
        if not isinstance(case.body, kind):
            return None
        return msgspec.structs.replace(case.body, **{name: case.chance.randbytes(32)})

    return made


TOSSED = crypto.digest("cheat", "toss")
"""What a cheat puts into a toss, instead of what follows from its secret."""


def other_toss(case: Case) -> Body | None:
    body = case.body
    if isinstance(body, Toss):
        share = honest.hash_toss(body.head, body.seat, TOSSED)
        return msgspec.structs.replace(body, share=share)
    return None


def zero_box(case: Case) -> Body | None:
    if not isinstance(case.body, Commit):
        return None
    return msgspec.structs.replace(case.body, box=bytes(32))


def false_verdict(case: Case) -> Body | None:
    body = case.body
    if not isinstance(body, Verdict) or not body.ok:
        return None
    other = case.chance.choice([s for s in range(len(case.replica.lobby.seats)) if s != body.seat])
    return msgspec.structs.replace(
        body, ok=False, offender=other, entry=5, reason="shuffle_differs"
    )
