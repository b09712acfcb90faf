"""Cheats with a card, an announcement or a sealed number."""

from __future__ import annotations

import msgspec

from engine import game
from engine.actions import Play
from engine.errors import Reason
from engine.forms import encode_action
from engine.seats import Seat
from net.core.bodies import (
    Act,
    Body,
)
from net.core.replica import Replica
from tests.cheats.case import Case

__all__ = ["illegal", "other_card", "other_number", "other_seal", "wrong_keys"]


def wrong_keys(case: Case) -> Body | None:
    body = case.body
    if not isinstance(body, Act) or not body.keys:
        return None
    first, *rest = body.keys
    spoilt = (case.chance.randbytes(32), *first[1:])
    return msgspec.structs.replace(body, keys=(spoilt, *rest))


def other_card(case: Case) -> Body | None:
    """The keys of one's slot, for a card that one would rather have."""
    body = case.body
    if not isinstance(body, Act) or not body.keys or body.action[0] != "play":
        return None
    view = case.replica.view(body.seat)
    if view is None or len(view.hand) < 2:
        return None
    others = [
        move
        for move in game.legal(view)
        if isinstance(move, Play) and move.slot != body.action[1] and move.rank is None
    ]
    if not others:
        return None
    words = list(encode_action(case.chance.choice(others)))
    words[1] = body.action[1]
    return msgspec.structs.replace(body, action=words)


def other_number(case: Case) -> Body | None:
    """Another number than the sealed one, with its nonce."""
    body = case.body
    if not isinstance(body, Act) or body.action[0] != "open_number":
        return None
    words = list(body.action)
    words[2] = int(words[2]) + 1 if int(words[2]) < 100 else int(words[2]) - 1
    return msgspec.structs.replace(body, action=words)


def other_seal(case: Case) -> Body | None:
    """A seal that holds no number at all."""
    body = case.body
    if not isinstance(body, Act) or body.action[0] not in ("predict_sealed", "give_sealed"):
        return None
    return msgspec.structs.replace(body, seal=case.chance.randbytes(32))


def illegal(replica: Replica, seat: int, *, said: bool) -> Play | None:
    """A card that only the own hand forbids, or with ``said`` a false Weis or Stöck with one."""
    view = replica.view(seat)
    if view is None:
        return None
    if said:
        legal = [move for move in game.legal(view) if isinstance(move, Play)]
        tried = [
            claim
            for move in legal
            for claim in (
                Play(move.slot, move.card, 200, move.stoeck, move.rank),
                Play(move.slot, move.card, 50, move.stoeck, move.rank),
                Play(move.slot, move.card, move.weis, True, move.rank),
            )
        ]
    else:
        tried = [Play(item.slot, item.card) for item in view.hand]
    for move in tried:
        secret = game.check(view.state, Seat(seat), move, view.faces)
        # Where a device shows Weis or Stöck by itself, not to is no offence (rules 1.0.5, 1.0.6).
        if secret is None or secret in (Reason.WEIS_IS_AUTOMATIC, Reason.STOECK_IS_AUTOMATIC):
            continue
        if game.check(view.state, Seat(seat), move, None) is None:
            return move
    return None
