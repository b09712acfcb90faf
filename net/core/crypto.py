"""Every cryptographic step of the table; no other module may import `cryptography`.

All functions are pure: whatever has to be random comes in as bytes. What a peer chose (points,
keys, signatures, sealed bytes) never raises here; the answer is then False or None. Wrong calls by
our own code do raise. Paragraph numbers are those of docs/dealing.md.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256, shake_256
from typing import Final, NewType

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)

Scalar = NewType("Scalar", bytes)
"""32 little-endian bytes, clamped as RFC 7748 says: a multiple of 8 between 2^254 and 2^255."""

Point = NewType("Point", bytes)
"""32 bytes: the u-coordinate of a point of Curve25519, little-endian."""

SIZE: Final = 32
"""Bytes of a hash, a scalar, a point, a secret and a public key."""

SIGNATURE_SIZE: Final = 64
"""Bytes of an Ed25519 signature."""

TAG_SIZE: Final = 16
"""Bytes that sealing adds to a message."""

ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""The prime order of the subgroup that all cards live in."""

WORDS: Final = 36 * 35 * 34 * 33
"""How many four-card words there are: ordered, all different, of 36 cards (section 5)."""

_LOW: Final = 2**251
_EIGHTH: Final = pow(8, -1, ORDER)
_NONCE: Final = bytes(12)

# Keys of order 1, 2, 4 and 8 without their sign bit, and the second spellings of the first two.
# OpenSSL accepts them, and under such a key one signature fits every message: whoever used it
# as identity could say anything and deny everything.
_DENIABLE_KEYS: Final = frozenset(
    number.to_bytes(SIZE, "little")
    for number in (
        0,
        1,
        2**255 - 20,
        2**255 - 19,
        2**255 - 18,
        0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
        0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
    )
)


class ScalarError(ArithmeticError):
    """A product of scalars has no clamped form; chance 2^-126.6, so in truth somebody erred."""


# Hashes and derivations


def _framed(parts: Iterable[bytes | int | str]) -> bytes:
    """The parts as one byte string, type and length before each, so that no two lists collide."""
    return b"".join(
        [_before(len(part)) + part if isinstance(part, bytes) else _whole(part) for part in parts]
    )


# A hand frames some ten thousand lists of parts, nearly all with the same words and small numbers.


@lru_cache(maxsize=4096)
def _before(size: int) -> bytes:
    """What goes before so many bytes."""
    return b"b" + size.to_bytes(4, "big")


@lru_cache(maxsize=4096)
def _whole(part: int | str) -> bytes:
    """A word or a number with what goes before it."""
    if isinstance(part, str):
        tag, data = b"s", part.encode()
    else:
        tag, data = b"i", part.to_bytes(part.bit_length() // 8 + 1, "big", signed=True)
    return tag + len(data).to_bytes(4, "big") + data


def digest(*parts: bytes | int | str) -> bytes:
    """SHA-256 of the parts, each with its type and length in front; the first is the domain."""
    return sha256(_framed(parts)).digest()


def derive(secret: bytes, *parts: bytes | int | str) -> bytes:
    """HMAC-SHA-256 under `secret` of the parts, framed as in `digest`; 32 bytes."""
    return hmac.digest(secret, _framed(parts), "sha256")


def mask(secret: bytes, head: bytes) -> bytes:
    """What becomes k_s, by which a seat multiplies the whole deck at `head`; 32 bytes (3.1)."""
    return derive(secret, "mask", head)


def perm(secret: bytes, head: bytes, size: int) -> tuple[int, ...]:
    """π_s: where a seat takes the card for each of `size` positions from, at `head` (3.1)."""
    return permutation(derive(secret, "perm", head), size)


def lock(secret: bytes, head: bytes, position: int) -> bytes:
    """What becomes k_{s,j}, the lock of one position of the deck, at `head`; 32 bytes (3.1)."""
    return derive(secret, "lock", head, position)


def chance(secret: bytes) -> bytes:
    """c_s: what a seat puts into the joint chance of a deal; 32 bytes (3.1)."""
    return derive(secret, "chance")


def number(secret: bytes, index: int) -> bytes:
    """The nonce that hides the seat's sealed number `index` of this deck; 32 bytes (3.6)."""
    return derive(secret, "number", index)


def toss(secret: bytes, head: bytes, index: int) -> bytes:
    """What a seat puts into toss `index` during a hand, at `head`; 32 bytes (3.3)."""
    return derive(secret, "toss", head, index)


def permutation(seed: bytes, size: int) -> tuple[int, ...]:
    """A uniform permutation of range(size) from `seed`: Fisher-Yates on SHAKE256.

    Draws are 64 bits and are thrown away where they would favour small numbers (2.13).
    """
    stream = shake_256(seed)
    words = stream.digest(8 * (size + 4))
    order = list(range(size))
    at = 0
    for last in range(size - 1, 0, -1):
        choices = last + 1
        fair = 2**64 - 2**64 % choices
        while True:
            if at == len(words):
                words = stream.digest(2 * len(words))
            drawn = int.from_bytes(words[at : at + 8], "big")
            at += 8
            if drawn < fair:
                break
        pick = drawn % choices
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


# Scalars


def clamp(data: bytes) -> Scalar:
    """The clamped scalar of 32 bytes (RFC 7748, section 5)."""
    return Scalar(bytes((data[0] & 248, *data[1:31], data[31] & 127 | 64)))


def is_scalar(data: bytes) -> bool:
    """Whether the bytes are a clamped scalar, which is what X25519 really multiplies by."""
    return len(data) == SIZE and not data[0] & 7 and data[31] & 192 == 64


def representative(value: int) -> Scalar:
    """The clamped scalar that is `value` or its negative modulo the order (2.9).

    Points are x-only, so the sign does not matter.

    Raises:
        ScalarError: the value is one of the 2^-126.6 that have none; 8 is the smallest.
    """
    eighth = value * _EIGHTH % ORDER
    for candidate in (eighth, ORDER - eighth):
        if _LOW <= candidate < 2 * _LOW:
            return Scalar((8 * candidate).to_bytes(SIZE, "little"))
    raise ScalarError("no clamped scalar represents this value")


def product(scalars: Iterable[Scalar]) -> Scalar:
    """The scalar that multiplies like all of them one after the other.

    Raises:
        ScalarError: see `representative`.
    """
    return representative(_product(scalars))


def inverse(scalars: Iterable[Scalar]) -> Scalar:
    """The scalar that undoes all of them.

    Raises:
        ScalarError: see `representative`.
    """
    return representative(pow(_product(scalars), -1, ORDER))


def quotient(new: Scalar, old: Scalar) -> Scalar:
    """The scalar that undoes `old` and multiplies by `new`.

    Raises:
        ScalarError: see `representative`.
    """
    undone = pow(int.from_bytes(old, "little"), -1, ORDER)
    return representative(int.from_bytes(new, "little") * undone)


def swap(old: Scalar, news: Sequence[Scalar]) -> list[Scalar]:
    """`quotient(new, old)` for every new scalar, with a single inversion.

    Raises:
        ScalarError: see `representative`.
    """
    undone = pow(int.from_bytes(old, "little"), -1, ORDER)
    return [representative(int.from_bytes(new, "little") * undone) for new in news]


def _product(scalars: Iterable[Scalar]) -> int:
    value = 1
    for scalar in scalars:
        value = value * int.from_bytes(scalar, "little") % ORDER
    return value


# Points

_UNIT: Final = X25519PrivateKey.from_private_bytes(representative(1))


def multiply(scalar: Scalar, point: Point) -> Point | None:
    """X25519(scalar, point), or None where the product is the point at infinity."""
    try:
        public = X25519PublicKey.from_public_bytes(point)
        return Point(X25519PrivateKey.from_private_bytes(scalar).exchange(public))
    except ValueError:
        return None


def multiply_all(scalar: Scalar, points: Iterable[Point]) -> list[Point]:
    """X25519(scalar, point) for every point; the scalar is loaded once, which halves the cost.

    Raises:
        ValueError: a point is not of the prime-order subgroup; call `first_foreign` before.
    """
    exchange = X25519PrivateKey.from_private_bytes(scalar).exchange
    load = X25519PublicKey.from_public_bytes
    return [Point(exchange(load(point))) for point in points]


def multiply_each(scalars: Iterable[Scalar], points: Iterable[Point]) -> list[Point]:
    """X25519(scalar, point) for the pairs in turn.

    Raises:
        ValueError: as in `multiply_all`.
    """
    private = X25519PrivateKey.from_private_bytes
    load = X25519PublicKey.from_public_bytes
    return [
        Point(private(scalar).exchange(load(point)))
        for scalar, point in zip(scalars, points, strict=True)
    ]


def first_foreign(points: Sequence[bytes]) -> int | None:
    """Index of the first that is not the canonical encoding of a point of the prime-order subgroup.

    One multiplication by the scalar of 1 tells points on the twist, of low order, with a torsion
    part and with a second spelling apart from honest ones (2.9), which would be marks on cards
    or traps for the next seat.
    """
    exchange = _UNIT.exchange
    load = X25519PublicKey.from_public_bytes
    for index, point in enumerate(points):
        try:
            if exchange(load(point)) != point:
                return index
        except ValueError:
            return index
    return None


# Sealing


def is_box(public: bytes) -> bool:
    """Whether `public` can be sealed to: its X25519 results are not zero (2.3)."""
    try:
        _UNIT.exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError:
        return False
    return True


class Box:
    """The key pair by which a seat is sent what only it may read; one per deck and seat."""

    __slots__ = ("_private", "public")

    def __init__(self, secret: bytes) -> None:
        self._private = X25519PrivateKey.from_private_bytes(derive(secret, "box"))
        self.public: Final = self._private.public_key().public_bytes_raw()

    def shared(self, other: bytes) -> bytes | None:
        """What this box and the owner of the public key `other` have in common; 32 bytes.

        None if `other` is no key: its X25519 result is zero, so anybody could read along (2.3).
        """
        try:
            return self._private.exchange(X25519PublicKey.from_public_bytes(other))
        except ValueError:
            return None


def seal(key: bytes, message: bytes) -> bytes:
    """The message under ChaCha20-Poly1305 with nonce 0, 16 bytes longer.

    A key seals a single message; the caller derives one per message (3.1).
    """
    return ChaCha20Poly1305(key).encrypt(_NONCE, message, None)


def unseal(key: bytes, sealed: bytes) -> bytes | None:
    """The message in `sealed`, or None if it was not sealed under this key."""
    try:
        return ChaCha20Poly1305(key).decrypt(_NONCE, sealed, None)
    except (InvalidTag, ValueError):
        return None


# Identities


class Identity:
    """A device's long-term Ed25519 key, from 32 secret bytes.

    Raises:
        ValueError: the secret is not 32 bytes long.
    """

    __slots__ = ("_private", "public")

    def __init__(self, secret: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(secret)
        self.public: Final = self._private.public_key().public_bytes_raw()

    def sign(self, *parts: bytes | int | str) -> bytes:
        """The 64-byte signature over the parts, framed as in `digest`; the first is the domain."""
        return self._private.sign(_framed(parts))


def verify(public: bytes, signature: bytes, *parts: bytes | int | str) -> bool:
    """Whether `signature` over the parts is by the owner of `public`; never raises."""
    if len(public) != SIZE or public[:31] + bytes((public[31] & 127,)) in _DENIABLE_KEYS:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, _framed(parts))
    except (InvalidSignature, ValueError):
        return False
    return True


# The word and the certificate


def word(transcript: bytes) -> tuple[int, int, int, int]:
    """The four different cards, as indices below 36 in order, of a 32-byte transcript (section 5).

    It takes the first 16 bytes as a big-endian number modulo `WORDS`; 20.4 bits.
    """
    rest = int.from_bytes(transcript[:16], "big") % WORDS
    left = list(range(36))
    rest, fourth = divmod(rest, 33)
    rest, third = divmod(rest, 34)
    first, second = divmod(rest, 35)
    return left.pop(first), left.pop(second), left.pop(third), left.pop(fourth)


def self_signed_certificate(now_unix_s: int, key_seed: bytes) -> tuple[bytes, bytes]:
    """A TLS certificate and its private key, both as PEM, from 32 secret bytes.

    Valid from one day before to thirty days after `now_unix_s` (seconds since 1970), since clocks
    of laptops differ and a process rarely lives longer. The name in it means nothing: peers sign
    the certificate's hash with their identities.

    Raises:
        ValueError: the seed is not 32 bytes long.
    """
    # Imported here since only a process that opens links pays for loading it.
    from datetime import UTC, datetime, timedelta

    from cryptography import x509
    from cryptography.x509.oid import NameOID

    private = Ed25519PrivateKey.from_private_bytes(key_seed)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "jass")])
    now = datetime.fromtimestamp(now_unix_s, UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(int.from_bytes(derive(key_seed, "serial")[:16], "big") >> 1 | 1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .sign(private, None)
    )
    key = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return certificate.public_bytes(Encoding.PEM), key


def certificate_hash(der: bytes) -> bytes:
    """SHA-256 of a certificate as `ssl` hands it out (DER); 32 bytes."""
    return sha256(der).digest()
