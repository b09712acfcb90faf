"""A second implementation of `jassmp/1`, written from docs/dealing.md and from nothing else.

It takes no line of the product: own curve arithmetic, own framing, own message bytes. It deals from
the secrets alone, so what it says is what honest devices have to send. Only for tests: slow, and
its arithmetic takes longer for some numbers than for others.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgpack
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
Part = bytes | int | str


def framed(parts: Sequence[Part]) -> bytes:
    """Section 3.1, "Framing"."""
    out = b""
    for part in parts:
        if isinstance(part, str):
            kind, data = b"s", part.encode()
        elif isinstance(part, int):
            size = 1
            while not -(1 << 8 * size - 1) <= part < 1 << 8 * size - 1:
                size += 1
            kind, data = b"i", part.to_bytes(size, "big", signed=True)
        else:
            kind, data = b"b", part
        out += kind + len(data).to_bytes(4, "big") + data
    return out


def h(*parts: Part) -> bytes:
    return hashlib.sha256(framed(parts)).digest()


def mac(key: bytes, *parts: Part) -> bytes:
    return hmac.new(key, framed(parts), hashlib.sha256).digest()


def clamped(data: bytes) -> bytes:
    number = int.from_bytes(data, "little") & ~7 & (1 << 255) - 1 | 1 << 254
    return (number & (1 << 255) - 1).to_bytes(32, "little")


def times(number: int, u: int) -> int:
    """The u-coordinate of `number` times the point at u, by the ladder of RFC 7748."""
    x2, z2, x3, z3 = 1, 0, u, 1
    for bit in reversed(range(255)):
        if number >> bit & 1:
            x2, z2, x3, z3 = x3, z3, x2, z2
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        da, cb = d * a % P, c * b % P
        e = a * a - b * b
        x3, z3 = (da + cb) ** 2 % P, u * (da - cb) ** 2 % P
        x2, z2 = a * a * b * b % P, e * (a * a + 121665 * e) % P
        if number >> bit & 1:
            x2, z2, x3, z3 = x3, z3, x2, z2
    return x2 * pow(z2, -1, P) % P


def number_of(data: bytes) -> int:
    return int.from_bytes(data, "little")


def card(index: int) -> int:
    """Section 3.1, "Cards"."""
    domain = b"jassmp/1 card curve25519_XMD:SHA-512_ELL2_NU_"
    end = domain + bytes([len(domain)])
    first = hashlib.sha512(bytes(128) + bytes([index]) + b"\0\x30\0" + end).digest()
    u = int.from_bytes(hashlib.sha512(first + b"\1" + end).digest()[:48], "big") % P
    x = -486662 * pow(1 + 2 * u * u, -1, P) % P
    if pow(x**3 + 486662 * x * x + x, (P - 1) // 2, P) != 1:
        x = (-x - 486662) % P
    return times(8, x)


def permutation(seed: bytes, size: int) -> list[int]:
    """Section 3.1, "Order"."""
    stream = hashlib.shake_256(seed).digest(4096)
    order, at = list(range(size)), 0
    for last in range(size - 1, 0, -1):
        while True:
            drawn = int.from_bytes(stream[at : at + 8], "big")
            at += 8
            if drawn < 2**64 - 2**64 % (last + 1):
                break
        other = drawn % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def message(*fields: object) -> bytes:
    """Section 3.3, "Bytes"."""
    return msgpack.packb(list(fields), use_bin_type=True)


def row(numbers: Sequence[int]) -> bytes:
    return b"".join(number.to_bytes(32, "little") for number in numbers)


@dataclass
class Dealer:
    """One deck, dealt from the secrets of all seats."""

    table: bytes
    deck: int
    kind: str
    size: int
    people: Sequence[tuple[bytes, bytes]]
    secrets: Sequence[bytes]
    sent: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seats = len(self.secrets)
        self.fused = self.deck % self.seats
        flat = [part for person in self.people for part in person]
        self.first = h("deck", self.table, self.deck, self.kind, self.size, *flat, self.fused)
        self.head = self.first
        self.points = [card(index) for index in range(self.size)]
        self.faces = list(range(self.size))
        self.keys: dict[int, list[bytes]] = {}

    def phase(self, kind: str, bodies: Mapping[int, bytes]) -> None:
        """All bodies of a phase: sent in the order given, hashed in the order of seats."""
        self.sent += bodies.values()
        self.head = h("phase", self.head, kind, *(bodies[seat] for seat in sorted(bodies)))

    def box(self, seat: int) -> int:
        return number_of(clamped(mac(self.secrets[seat], "box")))

    def deal(self, sights: Sequence[frozenset[int]]) -> None:
        """All phases up to the last HandOk."""
        everyone = range(self.seats)
        others = [seat for seat in everyone if seat != self.fused]
        self.phase("commit", {seat: self.commit(seat) for seat in everyone})
        masks = {}
        for seat in others:
            masks[seat] = self.mask(seat)
            self.permute(seat)
            self.points = [times(masks[seat] % L, point) for point in self.points]
            self.phase("shuffle", {seat: message("shuffle", *self.begin(seat), row(self.points))})
        for seat in [self.fused, *others]:
            self.lock(seat, masks.get(seat, 1))
        shares = [mac(secret, "chance") for secret in self.secrets]
        self.chance = h("chance", self.head, *shares)
        acks = {seat: message("ready", *self.begin(seat), shares[seat]) for seat in everyone}
        self.phase("ready", acks)
        self.phase("keys", {seat: self.release(seat, sights) for seat in everyone})
        self.phase("hand_ok", {s: message("hand_ok", *self.begin(s)) for s in everyone})

    def begin(self, seat: int) -> tuple[int, int, bytes]:
        return seat, self.deck, self.head

    def commit(self, seat: int) -> bytes:
        secret = self.secrets[seat]
        return message(
            "commit",
            *self.begin(seat),
            h("secret", self.first, seat, secret),
            h("chance-share", self.first, seat, mac(secret, "chance")),
            row([times(self.box(seat), 9)]),
        )

    def mask(self, seat: int) -> int:
        return number_of(clamped(mac(self.secrets[seat], "mask", self.head)))

    def permute(self, seat: int) -> None:
        order = permutation(mac(self.secrets[seat], "perm", self.head), self.size)
        self.points = [self.points[source] for source in order]
        self.faces = [self.faces[source] for source in order]

    def lock(self, seat: int, mask: int) -> None:
        secret = self.secrets[seat]
        if seat == self.fused:
            self.permute(seat)
        keys = [clamped(mac(secret, "lock", self.head, slot)) for slot in range(self.size)]
        undone = pow(mask, -1, L)
        self.points = [
            times(number_of(key) * undone % L, point)
            for key, point in zip(keys, self.points, strict=True)
        ]
        hashes = b"".join(h("kc", self.first, seat, slot, key) for slot, key in enumerate(keys))
        body = message("lock", *self.begin(seat), row(self.points), hashes)
        self.keys[seat] = keys
        self.phase("lock", {seat: body})

    def release(self, seat: int, sights: Sequence[frozenset[int]]) -> bytes:
        turned = [slot for slot, may in enumerate(sights) if len(may) == self.seats]
        sealed = []
        for to in range(self.seats):
            slots = [slot for slot, may in enumerate(sights) if to in may and slot not in turned]
            if to == seat or not slots:
                continue
            shared = row([times(self.box(seat), times(self.box(to), 9))])
            where = (self.table, self.deck, self.head, "keys", seat, to, bytes(slots))
            cipher = ChaCha20Poly1305(mac(shared, "seal", *where))
            inside = b"".join(self.keys[seat][slot] for slot in slots)
            sealed.append([to, slots, cipher.encrypt(bytes(12), inside, None)])
        clear = [[slot, self.keys[seat][slot]] for slot in turned]
        return message("keys", *self.begin(seat), sealed, clear)
