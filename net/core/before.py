"""What a new table has from an old one, in its genesis: where that log stood, who sat, the score.

When no majority of a table comes back, those who are there open another one that starts from its
score. Whoever has the old log compares; `jass verify` says where the score came from.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from engine.standing import Standing, go_on, standing
from engine.state import State
from net.core.coding import read_exact
from net.core.limits import BEFORE_BYTES
from net.core.lobby import Lobby, Setup
from net.core.log import Chain

__all__ = ["Before", "before_of", "decode_before", "encode_before", "started"]

_Hash = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]


class Before(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The end of another table's log, and what it came to.

    ``table`` is its id, ``n`` and ``head`` its newest entry, ``seats`` the identity on every seat
    (empty: a bot), ``game`` and ``options`` what was played, ``standing`` the score.
    """

    table: _Hash
    n: int
    head: _Hash
    seats: tuple[Annotated[bytes, msgspec.Meta(max_length=32)], ...]
    game: str
    options: tuple[tuple[str, str], ...]
    standing: Standing


_ENCODER: Final = msgspec.msgpack.Encoder(order="deterministic")
_DECODER: Final = msgspec.msgpack.Decoder(Before)


def encode_before(before: Before) -> bytes:
    """The one encoding of ``before``."""
    return _ENCODER.encode(before)


def decode_before(data: bytes) -> Before | None:
    """What ``data`` is the encoding of, or None; never raises."""
    if not data or len(data) > BEFORE_BYTES:
        return None
    return read_exact(data, _DECODER, _ENCODER.encode)


def before_of(chain: Chain, lobby: Lobby, state: State | None) -> Before | None:
    """What another table may start from; None without a running game."""
    setup = lobby.setup
    past = standing(state) if state is not None else None
    if setup is None or past is None or not lobby.playing:
        return None
    seats = tuple(
        b"" if seating is None or seating.bot is not None else seating.identity
        for seating in lobby.seats
    )
    options = tuple(sorted((key, str(value)) for key, value in setup.options.to_dict().items()))
    before = Before(chain.table, chain.n, chain.head, seats, setup.variant.slug, options, past)
    return before if len(encode_before(before)) <= BEFORE_BYTES else None


def started(data: bytes, setup: Setup, seats: int) -> State | None:
    """The game of a new table as it starts from an old one; None: from nothing.

    So it is too if another game or other options were chosen meanwhile.
    """
    before = decode_before(data)
    if before is None or before.game != setup.variant.slug or len(before.seats) != seats:
        return None
    options = tuple(sorted((key, str(value)) for key, value in setup.options.to_dict().items()))
    if before.options != options:
        return None
    return go_on(setup.variant, setup.options, seats, before.standing)
