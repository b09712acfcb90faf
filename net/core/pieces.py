"""Pieces of a file one after the other, each with its length before it in 4 bytes, big-endian.

So a table's log and its secrets are written. Where a piece is cut short or its length cannot be
one, reading ends: what comes after it has no beginning any more.
"""

from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["LENGTH_BYTES", "Pieces", "framed", "split"]

LENGTH_BYTES: Final = 4


@dataclass(frozen=True, slots=True)
class Pieces:
    """What is in a file.

    Attributes:
        found: the whole pieces in order, each with the place of its first byte.
        end: where they end.
        fault: why they end before the data does: ``short``, it stops in the middle of a piece;
            ``length``, no piece is so long; None, they do not.
    """

    found: tuple[tuple[int, bytes], ...]
    end: int
    fault: Literal["short", "length"] | None


def framed(piece: bytes) -> bytes:
    """``piece`` with its length before it."""
    return len(piece).to_bytes(LENGTH_BYTES, "big") + piece


def split(data: bytes, lengths: range) -> Pieces:
    """The pieces in ``data``, each of one of ``lengths`` bytes; never raises."""
    found: list[tuple[int, bytes]] = []
    end = 0
    while end < len(data):
        start = end + LENGTH_BYTES
        if start > len(data):
            return Pieces(tuple(found), end, "short")
        length = int.from_bytes(data[end:start], "big")
        if length not in lengths:
            return Pieces(tuple(found), end, "length")
        if start + length > len(data):
            return Pieces(tuple(found), end, "short")
        found.append((start, data[start : start + length]))
        end = start + length
    return Pieces(tuple(found), end, None)
