"""Other bytes made from good ones: for fuzzing decoders and cores.

Bytes are changed where they stand, and values inside a msgpack tree are changed and packed again,
because a strict decoder refuses nearly everything that is only scrambled.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgpack

__all__ = ["mutated", "mutated_tree", "scrambled"]

EDGES = (0, 1, 2, 127, 128, 255, 256, 2**15, 2**16, 2**31 - 1, 2**31, 2**32, 2**63, 2**64 - 1, -1)
WORDS = ("", "x", "quit", "knock", "\x00", "\u202e", "[/]", "ä" * 300, "play", "commit", "🂡")


def mutated(chance: random.Random, seeds: Sequence[bytes]) -> bytes:
    """Other bytes, from one or two of the good ones or from nothing."""
    draw = chance.random()
    if draw < 0.02:
        return chance.randbytes(chance.randrange(300))
    data = chance.choice(seeds)
    if draw < 0.45:
        return mutated_tree(chance, data)
    if draw < 0.55:
        other = chance.choice(seeds)
        return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]
    return scrambled(chance, data)


def scrambled(chance: random.Random, data: bytes) -> bytes:
    """Some bytes changed, left out, added, doubled or cut off."""
    out = bytearray(data)
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(out) + 1)
        match chance.randrange(6):
            case 0 if out:
                out[at % len(out)] ^= 1 << chance.randrange(8)
            case 1 if out:
                out[at % len(out)] = chance.choice((0, 0x7F, 0x80, 0x90, 0xC0, 0xC4, 0xDD, 0xFF))
            case 2:
                out[at : at + chance.randrange(4)] = chance.randbytes(chance.randrange(5))
            case 3:
                del out[at:]
            case 4:
                out[at:at] = out[at : at + chance.randrange(1, 40)]
            case _:
                del out[at : at + chance.randrange(1, 8)]
    return bytes(out)


def mutated_tree(chance: random.Random, data: bytes) -> bytes:
    """The same msgpack with some values changed; scrambled bytes when it is none."""
    try:
        tree = msgpack.unpackb(data, strict_map_key=False)
    except (ValueError, TypeError, msgpack.UnpackException, RecursionError):
        return scrambled(chance, data)
    for _ in range(chance.randrange(1, 4)):
        tree = _changed(chance, tree)
    try:
        return bytes(msgpack.packb(tree))
    except (ValueError, OverflowError, TypeError, RecursionError):
        return scrambled(chance, data)


def _changed(chance: random.Random, value: object) -> object:
    """The value with one place in it changed."""
    if isinstance(value, list) and value and chance.random() < 0.85:
        at = chance.randrange(len(value))
        out = list(value)
        match chance.randrange(12):
            case 0:
                del out[at]
            case 1:
                out.insert(at, chance.choice(out))
            case 2:
                out.append(_other(chance, out[at]))
            case _:
                out[at] = _changed(chance, out[at])
        return out
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice(list(value))
        return {**value, key: _changed(chance, value[key])}
    if isinstance(value, bytes) and len(value) > 8 and chance.random() < 0.6:
        # What is inside may be msgpack again: an entry in a record, a body in an entry.
        return mutated_tree(chance, value)
    return _other(chance, value)


def _other(chance: random.Random, value: object) -> object:
    """Another value, mostly of the same kind."""
    if chance.random() < 0.2:
        return chance.choice(
            (None, True, False, 0, -1, 1.5, "", b"", [], {}, [[[[[[]]]]]], chance.choice(EDGES))
        )
    match value:
        case bool():
            return not value
        case int():
            return chance.choice((value + 1, max(value - 1, 0), chance.choice(EDGES)))
        case str():
            return chance.choice((value + "x", value[:-1], chance.choice(WORDS)))
        case bytes():
            return chance.choice((scrambled(chance, value), bytes(len(value)), value + value))
        case list():
            return chance.choice((value * 2, value[::-1], value[:1], []))
        case _:
            return chance.choice(EDGES)
