"""What an entry of the log can say: a closed union of bodies, and their one encoding.

A body is a msgpack array ``[tag, field, …]`` that travels as a byte string inside its signed entry
and is never encoded again. One value has one encoding: bytes that are not exactly what their value
encodes to are refused, so two devices can never disagree about what was signed.

Sizes are bytes of the encoded body for N seats and M slots; a signed and ordered entry adds about
270. "32·M bytes" always means M values of 32 bytes one after another (`join`, `split`).
"""

from collections.abc import Iterable
from typing import Annotated, Any, Final, TypeAlias

import msgspec

from net.core.coding import read_exact
from net.core.limits import (
    ADDRESS_CHARS,
    BODY_BYTES,
    OPTION_CHARS,
    OPTIONS_PER_GAME,
    PLAIN_DEPTH,
    RAW_NAME_CHARS,
    REASON_CHARS,
    SEATS,
    SLOTS,
)

__all__ = [
    "Act",
    "Body",
    "Commit",
    "Complain",
    "DeckAck",
    "Epoch",
    "Evidence",
    "HandOk",
    "Hash",
    "Keys",
    "Kick",
    "Leave",
    "Lock",
    "Missing",
    "OpenKey",
    "Options",
    "Pause",
    "Plain",
    "Reveal",
    "SealedKeys",
    "SeatNo",
    "Shuffle",
    "Sit",
    "Start",
    "Swap",
    "Toss",
    "TossOpen",
    "Unasked",
    "Verdict",
    "decode_body",
    "encode_body",
    "is_plain",
    "join",
    "split",
]

Hash: TypeAlias = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
"""32 bytes: a hash, a head, a point, a key or a secret."""

SeatNo: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=SEATS)]
"""A seat as it travels, 0..11; whether the table has that seat is the replica's question."""

SlotNo: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=SLOTS)]
"""A slot as it travels, 0..71."""

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=2**32)]
"""Number of a hand, a turn or an entry."""

EpochNo: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
"""Number of an epoch; as JSON it is a number that every reader keeps exact."""

DeckNo: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
"""Number of a deck; as JSON it is a number that every reader keeps exact."""

Blob: TypeAlias = Annotated[bytes, msgspec.Meta(max_length=32 * SLOTS)]
"""Values of 32 bytes one after another, at most one for each slot."""

Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=REASON_CHARS)]
"""A word of ours (level, reason, kind), never shown as it came."""

Plain: TypeAlias = Any
"""None, bool, int, str or a list of these: an action as `engine.forms.encode_action` makes it."""


class _Body(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What all bodies share: immutable, an array on the wire, no field too many."""


# --- the lobby -----------------------------------------------------------------------------------


class Sit(_Body, frozen=True, tag="sit"):
    """The author's device takes a seat for its person, or sits a bot on it. About 40 bytes.

    ``bot`` is the level of the bot, or None for the person at the device. ``address`` is where the
    device listens for the others, ``host:port``, or None when nobody can dial it.
    """

    seat: SeatNo
    name: Annotated[str, msgspec.Meta(max_length=RAW_NAME_CHARS)]
    bot: Text | None
    address: Annotated[str, msgspec.Meta(max_length=ADDRESS_CHARS)] | None


class Leave(_Body, frozen=True, tag="leave"):
    """The author gives up a seat it controls. 9 bytes."""

    seat: SeatNo


class Swap(_Body, frozen=True, tag="swap"):
    """Two seats change places; only the host, who orders, may say so. 8 bytes."""

    first: SeatNo
    second: SeatNo


class Options(_Body, frozen=True, tag="options"):
    """The game and its options; only the host, who orders, may say so. 100 to 600 bytes.

    ``options`` is the whole `engine.variant.Options.to_dict()`, not a difference;
    ``preset`` is the name it came from, for display only.
    """

    game: Text
    seats: SeatNo
    preset: Text | None
    options: Annotated[
        dict[
            Annotated[str, msgspec.Meta(max_length=OPTION_CHARS)],
            Annotated[str, msgspec.Meta(max_length=OPTION_CHARS)],
        ],
        msgspec.Meta(max_length=OPTIONS_PER_GAME),
    ]


class Start(_Body, frozen=True, tag="start"):
    """The lobby is closed and the Partie begins; after its end, a Revanche begins. 7 bytes.

    ``partie`` is 1 for the first, so that a Start that comes twice starts one Partie.
    """

    partie: Count


# --- the deal (dealing.md 3.3; meaning and checks in net.core.deal) -------------------------------


class Commit(_Body, frozen=True, tag="commit"):
    """Phase 1, every seat: binds the seat to its secret. 150 bytes.

    ``secret`` is the hash of S, ``chance`` the hash of c_s, ``box`` an X25519 public key.
    """

    seat: SeatNo
    deck: DeckNo
    head: Hash
    secret: Hash
    chance: Hash
    box: Hash


class Shuffle(_Body, frozen=True, tag="shuffle"):
    """Phase 2, one seat after the other except the fused one: the deck masked and permuted.

    32·M + 50 bytes.
    """

    seat: SeatNo
    deck: DeckNo
    head: Hash
    points: Blob


class Lock(_Body, frozen=True, tag="lock"):
    """Phase 3, fused seat first: one lock for each slot, and what each lock hashes to.

    64·M + 50 bytes.
    """

    seat: SeatNo
    deck: DeckNo
    head: Hash
    points: Blob
    commitments: Blob


class DeckAck(_Body, frozen=True, tag="ready"):
    """Phase 4, every seat, on screen «Bereit»: this deck head is mine too, and here is c_s.

    80 bytes.
    """

    seat: SeatNo
    deck: DeckNo
    head: Hash
    chance: Hash


class SealedKeys(_Body, frozen=True):
    """Keys for one receiver, sealed in one message: 32·len(slots) + 16 bytes, slots ascending."""

    receiver: SeatNo
    slots: Annotated[tuple[SlotNo, ...], msgspec.Meta(min_length=1, max_length=SLOTS)]
    sealed: Annotated[bytes, msgspec.Meta(max_length=32 * SLOTS + 16)]


class OpenKey(_Body, frozen=True):
    """One key in clear, for a card that everybody may see (or all but its owner). 36 bytes."""

    slot: SlotNo
    key: Hash


class Keys(_Body, frozen=True, tag="keys"):
    """Phase 5, every seat: what each other seat needs to see its cards. About 1010 bytes for 4×36.

    ``sealed`` by ascending receiver, ``open`` by ascending slot.
    """

    seat: SeatNo
    deck: DeckNo
    head: Hash
    sealed: Annotated[tuple[SealedKeys, ...], msgspec.Meta(max_length=SEATS)]
    open: Annotated[tuple[OpenKey, ...], msgspec.Meta(max_length=SLOTS)]


class HandOk(_Body, frozen=True, tag="hand_ok"):
    """Phase 6, every seat: my cards open by the public check, and none is there twice. 50 bytes."""

    seat: SeatNo
    deck: DeckNo
    head: Hash


class Toss(_Body, frozen=True, tag="toss"):
    """During a hand, every seat: ``share`` is the hash of what it puts into a toss. 85 bytes."""

    seat: SeatNo
    deck: DeckNo
    head: Hash
    share: Hash


class TossOpen(_Body, frozen=True, tag="toss_open"):
    """After all shares of a toss are committed, every seat: what it put into it. 90 bytes."""

    seat: SeatNo
    deck: DeckNo
    head: Hash
    value: Hash


class Complain(_Body, frozen=True, tag="complain"):
    """Instead of HandOk: the key that ``against`` sent for ``slot`` is wrong. 55 bytes.

    None for both when no single sender can be named (two equal cards).
    """

    seat: SeatNo
    deck: DeckNo
    head: Hash
    slot: SlotNo | None
    against: SeatNo | None


class Reveal(_Body, frozen=True, tag="reveal"):
    """After the hand: the seat's secret S of this deck, so that everybody can replay it. 45 bytes.

    Its D is fixed by then, so it carries none.
    """

    seat: SeatNo
    deck: DeckNo
    secret: Hash


class Verdict(_Body, frozen=True, tag="verdict"):
    """What this seat's own replay of the hand found. 60 to 120 bytes.

    ``offender``, ``entry`` (its number in the log) and ``reason`` are None when ``ok``. ``digest``
    is the game's state at the hand's last Reveal, before it is settled.
    """

    seat: SeatNo
    deck: DeckNo
    ok: bool
    offender: SeatNo | None
    entry: Count | None
    reason: Text | None
    digest: Hash


# --- play ----------------------------------------------------------------------------------------


Keyring: TypeAlias = Annotated[
    tuple[Annotated[tuple[Hash, ...], msgspec.Meta(max_length=SEATS)], ...],
    msgspec.Meta(max_length=SLOTS),
]
"""For each opened slot the N keys by seat, 34·N bytes a slot."""


class Act(_Body, frozen=True, tag="act"):
    """The answer of a seat to the question ``turn``. About 150 bytes for a card at four seats.

    ``hand`` is the number of the hand's deck. Questions are numbered within the hand; an act that
    nobody asked for puts the question that stands again, under the next number, since its answers
    may not be the same. ``seal`` comes with a sealed number only: the hash that binds its seat to
    it, or the nonce that opens it (`net.core.seals`). ``keys`` follow `engine.actions.openings` of
    the action, leaving out slots that are open already.
    """

    seat: SeatNo
    hand: DeckNo
    turn: Count
    action: Plain
    keys: Keyring
    seal: Hash | None = None


class Unasked(_Body, frozen=True, tag="unasked"):
    """An act nobody asked for: a Stöck before its time, «Bedankt». 20 to 300 bytes.

    ``kind`` is the action's name, ``turn`` the question that stood when the author spoke. It may
    come later than that; if the rules refuse it then, its author can speak anew beside the next.
    """

    seat: SeatNo
    hand: DeckNo
    kind: Text
    turn: Count
    action: Plain
    keys: Keyring


# --- the mesh ------------------------------------------------------------------------------------


class Missing(_Body, frozen=True, tag="missing"):
    """The author's device finds that nobody answers for ``seat`` any more. 15 bytes."""

    seat: SeatNo
    deck: DeckNo


class Epoch(_Body, frozen=True, tag="epoch"):
    """Another device orders from entry ``n`` on; ``votes`` are the signed votes that say so."""

    epoch: EpochNo
    n: Count
    head: Hash
    votes: Annotated[
        tuple[Annotated[bytes, msgspec.Meta(max_length=512)], ...], msgspec.Meta(max_length=SEATS)
    ]


class Evidence(_Body, frozen=True, tag="evidence"):
    """Two signed statements of one signer that exclude each other, as their bytes.

    ``kind`` is ``entry`` (two bodies for one guard key) or ``order`` (two heads for one place).
    This program says the latter only: a second body is given a number, and void there it convicts
    by itself. One that no orderer numbers is taken as evidence from whoever has both.
    """

    kind: Text
    first: Annotated[bytes, msgspec.Meta(max_length=BODY_BYTES)]
    second: Annotated[bytes, msgspec.Meta(max_length=BODY_BYTES)]


class Kick(_Body, frozen=True, tag="kick"):
    """The author wants the person on ``seat`` to leave the Partie. 10 bytes.

    ``deck`` is that of the hand it is said in.
    """

    seat: SeatNo
    deck: DeckNo


class Pause(_Body, frozen=True, tag="pause"):
    """All clocks stop, or go on. 13 bytes.

    ``at`` is when the author said so by its own clock, in seconds since 1970; nothing follows from
    it, screens show it.
    """

    on: bool
    at: Count = 0


Body: TypeAlias = (
    Sit
    | Leave
    | Swap
    | Options
    | Start
    | Commit
    | Shuffle
    | Lock
    | DeckAck
    | Keys
    | HandOk
    | Toss
    | TossOpen
    | Complain
    | Reveal
    | Verdict
    | Act
    | Unasked
    | Missing
    | Epoch
    | Evidence
    | Kick
    | Pause
)
"""Everything an entry can say."""

_ENCODER: Final = msgspec.msgpack.Encoder(order="deterministic")
_DECODER: Final = msgspec.msgpack.Decoder(Body)


def encode_body(body: Body) -> bytes:
    """The one encoding of ``body``: maps by ascending key, shortest numbers."""
    return _ENCODER.encode(body)


def decode_body(data: bytes) -> Body | None:
    """The body that ``data`` is the encoding of, or None; never raises, whatever a peer sent."""
    if len(data) > BODY_BYTES:
        return None
    # A second encoding of the same value would be a second "same body" for one guard key.
    body = read_exact(data, _DECODER, _ENCODER.encode)
    if isinstance(body, Act | Unasked) and not is_plain(body.action):
        return None
    return body


def is_plain(value: object, depth: int = PLAIN_DEPTH) -> bool:
    """Whether ``value`` is None, bool, int, str or a list of these, ``depth`` lists deep at most.

    No floats: their rounding differs between machines. No maps, extensions or byte strings.
    """
    if isinstance(value, list | tuple):
        return depth > 0 and all(is_plain(part, depth - 1) for part in value)
    return value is None or isinstance(value, bool | int | str)


def split(blob: bytes) -> tuple[bytes, ...] | None:
    """The values of 32 bytes in ``blob``, or None when its length is no multiple of 32."""
    if len(blob) % 32:
        return None
    return tuple(blob[at : at + 32] for at in range(0, len(blob), 32))


def join(values: Iterable[bytes]) -> bytes:
    """Values of 32 bytes as one byte string."""
    return b"".join(values)
