"""A seat that floods the others: few words of it reach a screen, and then its link ends."""

from __future__ import annotations

import msgspec
import pytest

from net.core.limits import ENTRY_FRAMES_PER_SECOND, USELESS_PER_SECOND, WORDS_PER_SECOND
from net.core.log import decode_record, encode
from net.core.wire import (
    Gallery,
    Here,
    Message,
    Ordered,
    Patience,
    Refuse,
    Spectator,
    encode_message,
)
from net.updates import GalleryChanged
from tests.mesh import Mesh, Node
from tests.net.core.tables import pass_time, playing, replica, run, table


def link_of(node: Node, other: Node) -> int:
    """The link of one device to another."""
    number = node.peer._links.number_of(other.peer.identity.public, member=True)
    assert number is not None
    return number


def floods(mesh: Mesh, other: Node, victim: Node, messages: list[Message]) -> int:
    """Another device says all this in one moment; how many updates that made."""
    link, before = link_of(victim, other), len(victim.updates)
    for message in messages:
        victim.peer.receive(link, encode_message(message), mesh.now)
    mesh.carry_out(victim)
    return len(victim.updates) - before


@pytest.mark.parametrize("kind", ["patience", "gallery", "here", "refuse"])
def test_whoever_floods_is_cut(kind: str) -> None:
    """Beyond the limit the link ends; what came before it makes no line for each frame."""
    mesh = table()
    playing(mesh)
    host, one, two = mesh.nodes
    sender, victim = (host, one) if kind == "gallery" else (one, two)
    link = link_of(victim, sender)
    most = ENTRY_FRAMES_PER_SECOND if kind == "refuse" else WORDS_PER_SECOND
    words: list[Message] = []
    for number in range(most + 1):
        name = number.to_bytes(32, "big")
        made: dict[str, Message] = {
            "patience": Patience(),
            "gallery": Gallery((Spectator(name, f"x{number}"),)),
            "here": Here((name,), number % 2),
            "refuse": Refuse(name, "x"),
        }
        words.append(made[kind])
    told = floods(mesh, sender, victim, words)

    assert link not in victim.peer._links.live
    assert told <= 2
    pass_time(mesh, 8)
    assert victim.failed is None


@pytest.mark.parametrize("useless", ["known", "cut off", "of a newer epoch"])
def test_whoever_sends_records_of_no_use_without_end_is_cut(useless: str) -> None:
    """Each costs the others a look at it, some a signature: beyond the limit the link ends."""
    mesh = table()
    playing(mesh)
    _, one, victim = mesh.nodes
    log, tape = replica(victim), victim.disk.records
    n = log.n - 2
    record = decode_record(tape[n - 1])
    assert record is not None
    frames = {
        "known": Ordered(tuple(tape[:64])),
        "cut off": Ordered((encode(msgspec.structs.replace(record, signature=bytes(64))),)),
        "of a newer epoch": Ordered((encode(msgspec.structs.replace(record, epoch=2)),)),
    }
    entries, second = log.n, 1_000 * (mesh.now // 1_000 + 1)
    mesh.now = second
    floods(mesh, one, victim, [frames[useless]] * USELESS_PER_SECOND)
    assert victim.peer.is_linked(one.peer.identity.public)
    floods(mesh, one, victim, [frames[useless]])

    assert not victim.peer.is_linked(one.peer.identity.public)
    assert replica(victim).n == entries
    pass_time(mesh, 8)
    assert victim.failed is None
    run(mesh, lambda: len(victim.hands) >= 1)


def test_what_changes_within_a_moment_is_told_once() -> None:
    """Of a hundred words on who is ready the last one is shown; a list told twice is told once."""
    mesh = table()
    playing(mesh)
    host, guest = mesh.nodes[0], mesh.nodes[1]
    same = [Gallery((Spectator(bytes(32), "Gast"),))] * 60
    ready = [Here((), number % 2) for number in range(60)]
    others = [Gallery((Spectator(bytes(32), f"x{n}"),)) for n in range(60)]
    assert floods(mesh, host, guest, [*others, *same, *ready]) == 0
    before = len(guest.updates)
    pass_time(mesh, 1)
    galleries = [u for u in guest.updates[before:] if isinstance(u, GalleryChanged)]
    assert galleries == [GalleryChanged(("Gast",))]


def test_only_whoever_was_asked_bids_for_patience() -> None:
    """At a table nobody is told that somebody decides about letting them in."""
    mesh = table()
    playing(mesh)
    for sender, victim in ((0, 1), (1, 2), (2, 1)):
        assert floods(mesh, mesh.nodes[sender], mesh.nodes[victim], [Patience()]) == 0
