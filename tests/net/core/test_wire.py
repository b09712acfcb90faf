"""Messages on a link: any bytes are a message or nothing, never an exception."""

import random

import msgspec
import pytest

from net.core import crypto
from net.core.bodies import (
    Act,
    Body,
    Commit,
    Keys,
    OpenKey,
    Options,
    SealedKeys,
    Sit,
    Verdict,
    decode_body,
    encode_body,
    is_plain,
)
from net.core.limits import FRAME_BYTES
from net.core.wire import (
    Ballot,
    Beat,
    Bye,
    Gallery,
    Here,
    Invite,
    Knock,
    Mark,
    Message,
    Misses,
    Moved,
    Ordered,
    Propose,
    Refuse,
    Say,
    Spectator,
    Want,
    Welcome,
    decode_message,
    decode_talk,
    encode_message,
    sign_talk,
)

H = b"h" * 32
ME = crypto.Identity(b"m" * 32)

MESSAGES: list[Message] = [
    Knock("Anna", 2, 3, H, "10.0.0.1:5277"),
    Knock("Reto", 2, 3, H, None, watches=True),
    Gallery((Spectator(H, "Reto"), Spectator(b"g" * 32, "Vreni"))),
    Moved(H, "10.0.0.1:5277", "Sepp"),
    Welcome(b"genesis", 2, 7),
    Want((Mark(4, H), Mark(3, H))),
    Ballot(b"vote"),
    Misses(2, 1),
    Ordered((b"one", b"two")),
    Propose(b"entry"),
    Refuse(H, "not_your_turn"),
    Beat(1, 9, H, b"s" * 64),
    Here((H,), 3),
    Bye("quit"),
    sign_talk(ME, H, Say(1, "Guete Jass!")),
    sign_talk(ME, H, Invite(2, "Znüni 2")),
]

BODIES: list[Body] = [
    Sit(1, "Anna", None, "10.0.0.1:5277"),
    Options("schieber", 4, None, {"ziel": "1000", "a": "b"}),
    Commit(0, 1, H, H, H, H),
    Keys(0, 1, H, (SealedKeys(1, (0, 4), b"x" * 80),), (OpenKey(3, H),)),
    Verdict(0, 1, False, 2, 17, "must_follow_suit", H),
    Act(0, 1, 2, ["play", 3, 4, 0, 0, 0], ((H, H, H, H),)),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda m: type(m).__name__)
def test_a_message_comes_back(message: Message) -> None:
    """What was encoded is decoded to the same."""
    assert decode_message(encode_message(message)) == message


@pytest.mark.parametrize("body", BODIES, ids=lambda b: type(b).__name__)
def test_a_body_comes_back(body: Body) -> None:
    """What was encoded is decoded to the same."""
    assert decode_body(encode_body(body)) == body


@pytest.mark.parametrize("body", BODIES, ids=lambda b: type(b).__name__)
def test_a_body_has_one_encoding(body: Body) -> None:
    """No mutation of the bytes decodes to the same body: each body has one hash (3.2)."""
    data = encode_body(body)
    chance = random.Random(3)
    for _ in range(500):
        changed = bytearray(data)
        at = chance.randrange(len(changed))
        changed[at : at + 1] = chance.randbytes(chance.randrange(3))
        if bytes(changed) != data:
            assert decode_body(bytes(changed)) != body


@pytest.mark.parametrize(
    "action",
    [
        ["play", 1.5],
        ["play", b"bytes"],
        [{"a": 1}],
        msgspec.msgpack.Ext(1, b"x"),
        [[[[[["too deep"]]]]]],
    ],
    ids=["float", "bytes", "map", "extension", "depth"],
)
def test_an_action_holds_only_plain_things(action: object) -> None:
    """No floats, maps, extensions or byte strings, and no tower of lists."""
    data = msgspec.msgpack.encode(["act", 0, 1, 2, action, []])

    assert decode_body(data) is None
    assert isinstance(action, msgspec.msgpack.Ext) or not is_plain(action)


def test_deep_nesting_is_refused_before_the_stack_is() -> None:
    """A thousand brackets are no exception."""
    deep = b"\x91" * 5_000 + b"\xc0"

    assert decode_message(deep) is None
    assert decode_body(b"\x96\xa3act\x00\x01\x02" + deep + b"\x90") is None


def test_any_bytes_are_a_message_or_nothing() -> None:
    """Random bytes and mutations of every message never raise."""
    chance = random.Random(4)
    seeds = [encode_message(message) for message in MESSAGES]
    decoded = 0
    for _ in range(20_000):
        data = bytearray(chance.choice(seeds))
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(data) + 1)
            data[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(4))
        decoded += decode_message(bytes(data)) is not None

    assert decoded > 0


def test_a_frame_that_is_too_long_is_not_even_decoded() -> None:
    """64 KiB are the limit, whatever the link did."""
    message = Propose(b"x" * 10_000)
    data = encode_message(message)

    assert decode_message(data) == message
    assert decode_message(data + bytes(FRAME_BYTES)) is None


def test_nobody_can_talk_for_somebody_else_or_at_another_table() -> None:
    """Chat is signed, and for one table."""
    signed = sign_talk(ME, H, Say(1, "Guete Jass!"))

    assert decode_talk(signed, H) == Say(1, "Guete Jass!")
    assert decode_talk(signed, b"o" * 32) is None
    assert decode_talk(msgspec.structs.replace(signed, author=b"a" * 32), H) is None
