"""Whatever bytes a device sends, a core ends in an event, never in an exception."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.core import crypto
from net.core.bodies import decode_body, encode_body
from net.core.epoch import decode_vote, encode_vote, number_of, sign_vote
from net.core.limits import TURNS_AHEAD
from net.core.log import (
    PROTOCOL,
    Entry,
    Genesis,
    Record,
    decode_entry,
    decode_genesis,
    decode_record,
    encode,
    order_signature,
    read_log,
    sign_data,
)
from net.core.peer import Peer
from net.core.succession import FAR
from net.core.verify import verify_bytes
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
    Patience,
    Propose,
    Refuse,
    Say,
    SignedTalk,
    Spectator,
    Want,
    Welcome,
    WordCommit,
    WordOk,
    WordReveal,
    decode_message,
    encode_message,
    sign_talk,
)
from net.link.notice import read_notice
from tests.fuzz.run import SHARES, fuzz
from tests.fuzz.targets import TARGETS
from tests.mesh import RULES, Mesh
from tests.net.core.test_wire import BODIES, H

ENEMY = crypto.Identity(b"e" * 32)


def mutated(chance: random.Random, data: bytes) -> bytes:
    """A few bytes changed, left out or added."""
    out = bytearray(data)
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(out) + 1)
        out[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(4))
    return bytes(out)


def seeds(mesh: Mesh, enemy: crypto.Identity) -> list[bytes]:
    """Frames of every kind that fit this table, some of them well signed by ``enemy``."""
    replica = mesh.nodes[0].peer.replica
    assert replica is not None
    chain = replica.chain
    messages: list[Message] = [
        Knock("x", 0, 0, bytes(32), None),
        Knock("x", chain.epoch, chain.n, chain.head, "a:1"),
        Knock("x", 0, 0, bytes(32), None, watches=True),
        Gallery((Spectator(H, "x\x1b]0;"), Spectator(H, "x"))),
        Patience(),
        Moved(H, "a:1", "x\x1b]0;"),
        Welcome(encode(chain.genesis), chain.epoch, chain.n),
        Want(()),
        Want((Mark(1, chain.head), Mark(2**31, chain.head))),
        Ballot(b""),
        Misses(chain.epoch, 0),
        Misses(chain.epoch, 2**53 - 1),
        Refuse(H, "not_your_turn"),
        Beat(1, chain.n, b"x" * 32, chain.order),
        Beat(2, 2**31, H, b""),
        Here((H,), 2**31),
        Bye("full"),
    ]
    messages += [
        sign_talk(enemy, chain.table, talk)
        for talk in (
            Say(2**31, "hoi"),
            Invite(7, "Znüni 2"),
            WordCommit(1, H, H, wants=True),
            WordReveal(1, H),
            WordOk(1, H),
        )
    ]
    messages.append(SignedTalk(enemy.public, b"", bytes(64)))
    place = chain.place_at(chain.n)
    for candidate in (chain.orderer, mesh.nodes[1].peer.identity.public):
        for turn in (1, 2, FAR, TURNS_AHEAD):
            number = number_of(candidate, turn)
            vote = sign_vote(enemy, chain.table, number, candidate, place, chain.order)
            messages.append(Ballot(encode_vote(vote)))
    for body in BODIES:
        entry = sign_data(enemy, chain.table, chain.n, chain.head, encode_body(body))
        messages.append(Propose(encode(entry)))
        head = b"h" * 32
        signature = order_signature(enemy, chain.table, 1, chain.n + 1, head)
        record = Record(1, chain.n + 1, encode(entry), signature)
        messages.append(Ordered((encode(record),)))
    messages.append(Ordered(tuple(mesh.nodes[0].disk.records[-3:])))
    empty = Entry(enemy.public, 0, chain.table, b"", bytes(64))
    messages.append(Propose(encode(empty)))
    return [encode_message(message) for message in messages]


@pytest.mark.parametrize(
    ("target", "pieces"),
    [
        ("frames", 4_000),
        ("bodies", 4_000),
        ("logs", 400),
        ("verify", 20),
        ("files", 100),
        ("known", 300),
        ("ledger", 10),
        ("notices", 1_500),
        ("texts", 1_000),
        ("greeting", 300),
        ("lines", 1_000),
        ("stranger", 700),
        ("member", 700),
    ],
)
def test_changed_bytes_into_everything_that_reads(target: str, pieces: int) -> None:
    """Good bytes, changed: no reader lets anything out but what it is meant to say."""
    ran = fuzz(target, 1, pieces)

    assert ran.pieces == pieces
    assert ran.failures == []


def test_every_reader_is_fuzzed() -> None:
    """No target without its share of the campaign."""
    assert TARGETS.keys() == SHARES.keys()


@given(st.binary(max_size=3_000))
@settings(max_examples=300, deadline=None)
def test_any_bytes_at_all_mean_something_or_nothing(data: bytes) -> None:
    """Decoders answer with a value or None, readers of files with a fault and where it is."""
    decode_message(data)
    decode_vote(data)
    decode_genesis(data)
    decode_record(data)
    decode_entry(data)
    body = decode_body(data)
    assert body is None or encode_body(body) == data
    file = read_log(data, RULES)
    assert file.fault is not None or file.sound == len(data)
    assert verify_bytes(data).exit_code == 2


@given(st.dictionaries(st.binary(max_size=12), st.none() | st.binary(max_size=140), max_size=12))
@settings(max_examples=200, deadline=None)
def test_any_record_of_mdns_is_a_notice_or_none(properties: dict[bytes, bytes | None]) -> None:
    """Names and values are anybody's."""
    found = read_notice(properties)
    assert found is None or 0 <= found.taken <= found.seats


@pytest.mark.parametrize("seed", range(3))
def test_a_stranger_cannot_hurt_a_running_table(seed: int) -> None:
    """Random frames and mutations of every kind, into every core, at every stage; play goes on."""
    mesh = Mesh(seed, people=2, bots=2, settings={"ziel": "500"})
    chance = random.Random(seed)
    mesh.start()
    link = 10_000
    for _ in range(60):
        mesh.settle(hands=1, steps=20_000) if chance.random() < 0.05 else mesh.step()
        for node in mesh.nodes:
            link += 1
            enemy = crypto.Identity(chance.randbytes(32))
            node.peer.linked(link, enemy.public, "x", mesh.now, dialled=chance.random() < 0.5)
            for frame in chance.sample(seeds(mesh, enemy), 6):
                data = frame if chance.random() < 0.4 else mutated(chance, frame)
                node.peer.receive(link, data, mesh.now)
            node.peer.unlinked(link, mesh.now)
            mesh.carry_out(node)
    for node in mesh.nodes:
        assert node.failed is None, node.failed

    mesh.play_on(hands=2)

    assert all(hand.fair for node in mesh.nodes for hand in node.hands)
    assert all(node.peer.replica and node.peer.replica.offences == [] for node in mesh.nodes)


@pytest.mark.parametrize("seed", range(2))
def test_a_member_gone_mad_raises_nowhere(seed: int) -> None:
    """The same from somebody who has a seat, under its own identity and in the host's place."""
    mesh = Mesh(seed, people=3, bots=1)
    chance = random.Random(seed)
    mesh.start()
    for _ in range(120):
        mesh.step()
        for number, cable in list(mesh.cables.items()):
            for here in (cable.first, cable.second):
                there = cable.second if here == cable.first else cable.first
                node, mad = mesh.nodes[here], mesh.nodes[there]
                frame = chance.choice(seeds(mesh, mad.peer.identity))
                data = frame if chance.random() < 0.5 else mutated(chance, frame)
                node.peer.receive(number, data, mesh.now)
                node.peer.drain()


def test_random_bytes_into_a_fresh_core() -> None:
    """A guest that has not even been let in survives what its host sends."""
    chance = random.Random(9)
    for _ in range(300):
        peer = Peer(ENEMY, "x", random=chance.randbytes, rules=RULES)
        peer.linked(1, b"h" * 32, "h", 0, dialled=True)
        genesis = Genesis("jass log", PROTOCOL, RULES, b"h" * 32, b"n" * 32, "t")
        frames = [
            encode_message(Welcome(encode(genesis), 1, 3)),
            encode_message(Ordered((b"x",))),
            chance.randbytes(chance.randrange(200)),
        ]
        for frame in frames:
            peer.receive(1, mutated(chance, frame), 0)
            peer.recalled([], {}, 0)
        peer.tick(10_000)
        peer.drain()


def test_a_flood_of_knocks_and_asides_is_bounded() -> None:
    """What one device can make another keep does not grow with what it sends."""
    mesh = Mesh(1, people=2, bots=2)
    mesh.start()
    host = mesh.nodes[0].peer
    chain = host.replica
    assert chain is not None
    guest = mesh.nodes[1].peer.identity
    link = next(iter(host._links.live))
    said = 0
    for number in range(2_000):
        host.receive(
            link, encode_message(sign_talk(guest, chain.chain.table, Say(number, "hoi"))), 5
        )
        said += sum("Said" in repr(type(getattr(e, "update", None))) for e in host.drain())

    assert 0 < said <= 30
    assert decode_message(b"") is None
