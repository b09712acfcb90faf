"""Reading bytes that anybody may have sent: what they mean, or None; never an exception."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

import msgspec

__all__ = ["read", "read_exact"]

Value = TypeVar("Value")

_BAD: Final = (msgspec.MsgspecError, ValueError, TypeError, RecursionError, OverflowError)
"""What a decoder, or the encoder of what it read, raises for bytes from a stranger."""


def read(data: bytes, decoder: msgspec.msgpack.Decoder[Value]) -> Value | None:
    """The value in ``data``, or None."""
    try:
        return decoder.decode(data)
    except _BAD:
        return None


def read_exact(
    data: bytes, decoder: msgspec.msgpack.Decoder[Value], encode: Callable[[Value], bytes]
) -> Value | None:
    """The value that ``data`` is the encoding of, or None.

    A second encoding of a value would be other bytes with the same meaning: it could be signed, and
    counted, twice.
    """
    try:
        value = decoder.decode(data)
        return value if encode(value) == data else None
    except _BAD:
        return None
