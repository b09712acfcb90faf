"""The messages on a link between two devices, and their bytes.

One message is one frame of `net.link`: a msgpack array ``[tag, field, …]``, strictly typed, so
that neither floats nor extension types nor maps can come in. Decoding never raises.

Who says what: a guest knocks, is welcomed and asks for what it lacks; devices propose entries to
the orderer, which sends them on with their number or refuses them; everybody tells everybody how
far its log goes; what is not part of the game (chat, where to go next, the word) goes aside.
"""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from net.core import crypto
from net.core.bodies import Count, DeckNo, EpochNo, Hash, Text
from net.core.coding import read
from net.core.limits import (
    ADDRESS_CHARS,
    CHAT_CHARS,
    ENTRY_BYTES,
    FRAME_BYTES,
    GENESIS_BYTES,
    LOG_MARKS,
    PRESENT,
    RAW_NAME_CHARS,
    RECORDS_PER_FRAME,
    SPECTATORS,
)
from net.core.log import Signature

__all__ = [
    "Ballot",
    "Beat",
    "Bye",
    "Gallery",
    "Here",
    "Invite",
    "Knock",
    "Mark",
    "Message",
    "Misses",
    "Moved",
    "Ordered",
    "Patience",
    "Propose",
    "Refuse",
    "Say",
    "SignedTalk",
    "Spectator",
    "Talk",
    "Want",
    "Welcome",
    "WordCommit",
    "WordOk",
    "WordReveal",
    "decode_message",
    "decode_talk",
    "encode_message",
    "sign_talk",
]


class _Message(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An array of fields, nothing too many."""


class Knock(_Message, frozen=True, tag="knock"):
    """May I come in? ``n`` and ``head`` are how far my log of this table goes (0 and zeros: none).

    ``epoch`` is that of its newest entry, ``address`` where this device can be dialled.
    ``watches``: only to look on, without a seat.
    """

    name: Annotated[str, msgspec.Meta(max_length=RAW_NAME_CHARS)]
    epoch: EpochNo
    n: Count
    head: Hash
    address: Annotated[str, msgspec.Meta(max_length=ADDRESS_CHARS)] | None
    watches: bool = False


class Patience(_Message, frozen=True, tag="patience"):
    """The host's person has been asked whether you may come in."""


class Moved(_Message, frozen=True, tag="moved"):
    """I do not order this table: ``orderer`` does, whose person is ``name``.

    ``address`` is where that device can be dialled, as far as I know, or None.
    """

    orderer: Hash
    address: Annotated[str, msgspec.Meta(max_length=ADDRESS_CHARS)] | None
    name: Annotated[str, msgspec.Meta(max_length=RAW_NAME_CHARS)]


class Welcome(_Message, frozen=True, tag="welcome"):
    """You may come in; ``genesis`` is the table's, ``epoch`` and ``n`` how far the log goes."""

    genesis: Annotated[bytes, msgspec.Meta(max_length=GENESIS_BYTES)]
    epoch: EpochNo
    n: Count


class Mark(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A place of a log: number and head. 40 bytes."""

    n: Count
    head: Hash


class Spectator(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Somebody who looks on: the device, and the name as it came."""

    identity: Hash
    name: Annotated[str, msgspec.Meta(max_length=RAW_NAME_CHARS)]


class Gallery(_Message, frozen=True, tag="gallery"):
    """Who looks on now, from the device that lets them in; nothing of the game depends on it."""

    people: Annotated[tuple[Spectator, ...], msgspec.Meta(max_length=SPECTATORS)]


class Want(_Message, frozen=True, tag="want"):
    """Send me the log from the first of these places on that is in yours too.

    The newest is mine; the others lie ever further back, in case an epoch has cut mine off.
    """

    marks: Annotated[tuple[Mark, ...], msgspec.Meta(max_length=LOG_MARKS)]


class Ordered(_Message, frozen=True, tag="ordered"):
    """Records of the log, one after the other."""

    records: Annotated[
        tuple[Annotated[bytes, msgspec.Meta(max_length=ENTRY_BYTES + 128)], ...],
        msgspec.Meta(min_length=1, max_length=RECORDS_PER_FRAME),
    ]


class Propose(_Message, frozen=True, tag="propose"):
    """An entry that wants its number."""

    entry: Annotated[bytes, msgspec.Meta(max_length=ENTRY_BYTES)]


class Ballot(_Message, frozen=True, tag="ballot"):
    """My vote for you: `net.core.epoch.Vote`, encoded."""

    vote: Annotated[bytes, msgspec.Meta(max_length=512)]


class Misses(_Message, frozen=True, tag="misses"):
    """Who orders this epoch is gone, as far as I can tell; the last turn in which I have voted.

    It promises nothing: whoever is alone with it does not vote.
    """

    epoch: EpochNo
    turn: EpochNo


class Refuse(_Message, frozen=True, tag="refuse"):
    """The orderer gives no number to the body with this hash, and why."""

    body: Hash
    reason: Text


class Beat(_Message, frozen=True, tag="beat"):
    """How far my log goes, with the orderer's signature of that head."""

    epoch: EpochNo
    n: Count
    head: Hash
    order: Annotated[bytes, msgspec.Meta(max_length=64)]


class Here(_Message, frozen=True, tag="here"):
    """The devices that have a link to this one; nothing of the game depends on it.

    ``ready_after`` is the hand after which its person has pressed «Bereit» last, or None.
    """

    devices: Annotated[tuple[Hash, ...], msgspec.Meta(max_length=PRESENT)]
    ready_after: DeckNo | None


class SignedTalk(_Message, frozen=True, tag="aside"):
    """A `Talk` with its author's signature; relayed by the orderer as it is."""

    author: Hash
    talk: Annotated[bytes, msgspec.Meta(max_length=4 * CHAT_CHARS + 64)]
    signature: Signature


Parting: TypeAlias = Literal[
    "quit",
    "full",
    "refused",
    "started",
    "replaced",
    "bad_log",
    "over",
    "crowded",
    "seated",
    "given",
    "kicked",
]
"""Why a device ends a link on purpose."""


class Bye(_Message, frozen=True, tag="bye"):
    """I end this link on purpose, and why."""

    code: Parting


Message: TypeAlias = (
    Knock
    | Patience
    | Moved
    | Welcome
    | Gallery
    | Want
    | Ordered
    | Propose
    | Ballot
    | Misses
    | Refuse
    | Beat
    | Here
    | SignedTalk
    | Bye
)
"""Everything two devices say to each other."""


class Say(_Message, frozen=True, tag="say"):
    """One line of chat. ``count`` numbers the author's lines, so that none comes twice."""

    count: Count
    text: Annotated[str, msgspec.Meta(max_length=CHAT_CHARS)]


class Invite(_Message, frozen=True, tag="invite"):
    """The author opens the table ``table`` and is gone from this one. ``count`` is as in `Say`."""

    count: Count
    table: Annotated[str, msgspec.Meta(max_length=RAW_NAME_CHARS)]


class WordCommit(_Message, frozen=True, tag="word_commit"):
    """Step 1 of the word: a hash that binds this device to its part of run ``run``.

    ``wants``: its person has not met everybody yet, so the word is to be read aloud.
    """

    run: Count
    roster: Hash
    commitment: Hash
    wants: bool


class WordReveal(_Message, frozen=True, tag="word_reveal"):
    """Step 2 of the word, when all commitments are in: the part itself."""

    run: Count
    part: Hash


class WordOk(_Message, frozen=True, tag="word_ok"):
    """Step 3: this device's person heard the word that belongs to ``transcript``."""

    run: Count
    transcript: Hash


Talk: TypeAlias = Say | Invite | WordCommit | WordReveal | WordOk
"""Everything that goes aside; on a link it is in a `SignedTalk`."""

_ENCODER: Final = msgspec.msgpack.Encoder()
_MESSAGE: Final = msgspec.msgpack.Decoder(Message)
_TALK: Final = msgspec.msgpack.Decoder(Talk)


def encode_message(message: Message) -> bytes:
    """The payload of the frame that carries ``message``."""
    return _ENCODER.encode(message)


def decode_message(data: bytes) -> Message | None:
    """The message in a frame, or None; never raises, whatever a peer sent."""
    if len(data) > FRAME_BYTES:
        return None
    return read(data, _MESSAGE)


def sign_talk(identity: crypto.Identity, table: bytes, talk: Talk) -> SignedTalk:
    """``talk`` as this device says it at this table."""
    data = _ENCODER.encode(talk)
    return SignedTalk(identity.public, data, identity.sign("jass/aside/1", table, data))


def decode_talk(signed: SignedTalk, table: bytes) -> Talk | None:
    """What was said, or None when it is not signed or means nothing; never raises."""
    if not crypto.verify(signed.author, signed.signature, "jass/aside/1", table, signed.talk):
        return None
    return read(signed.talk, _TALK)
