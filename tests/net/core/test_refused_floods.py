"""Somebody proposes what gets no number, again and again: that costs whoever orders little time."""

from __future__ import annotations

import msgspec
import pytest

from net.core.bodies import Body, Kick, Shuffle, decode_body
from net.core.deal import Deck
from net.core.limits import REFUSED_PER_SECOND
from net.core.log import Entry, encode, sign_entry
from net.core.wire import Propose, encode_message
from tests.mesh import Mesh, Node
from tests.net.core.tables import pass_time, playing, replica, run, table

HOST, CHEAT = 0, 1


def proposes(mesh: Mesh, node: Node, body: Body) -> bool:
    """A device says this to the host past its own rules; whether its link there stands after it."""
    host = mesh.nodes[HOST]
    identity, chain = node.peer.identity, replica(host).chain
    link = host.peer._links.number_of(identity.public, member=True)
    if link is None:
        return False
    entry = encode(sign_entry(identity, chain.table, chain.n, chain.head, body))
    host.peer.receive(link, encode_message(Propose(entry)), mesh.now)
    mesh.carry_out(host)
    return link in host.peer._links.live


def test_whoever_proposes_void_words_without_end_is_cut() -> None:
    """Beyond the limit of a second the link ends, and a new one in that second as well."""
    mesh = table(3, frist="20")
    playing(mesh)
    host, cheat = mesh.nodes[HOST], mesh.nodes[CHEAT]
    mesh.now += 1_000 - mesh.now % 1_000  # a second begins
    before = replica(host).n
    for number in range(REFUSED_PER_SECOND):
        assert proposes(mesh, cheat, Kick(HOST, 1_000 + number))
    assert not proposes(mesh, cheat, Kick(HOST, 999))
    assert replica(host).n == before

    now = mesh.now
    mesh.connect(CHEAT, HOST)
    mesh._wait = True
    for _ in range(40):
        mesh.step()
    mesh._wait = False
    mesh.now = now  # all of it in one second
    link = host.peer._links.number_of(cheat.peer.identity.public, member=True)
    assert link is not None
    assert not proposes(mesh, cheat, Kick(HOST, 999))

    run(mesh, lambda: all(len(node.hands) >= 1 for node in mesh.nodes))
    for node in mesh.nodes:
        assert node.failed is None
        assert replica(node).offences == []
        assert replica(node).chain.epoch == 1


def test_what_convicts_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shuffle with a foreign point, said again or in other words, is refused by what was said."""
    mesh = table(4)
    host, cheat = mesh.nodes[HOST], mesh.nodes[CHEAT]
    offer = host.peer._scribe.offer
    shuffles: list[Shuffle] = []

    def waits(entry: Entry, link: int, room: int) -> None:
        body = decode_body(entry.body)
        if entry.author == cheat.peer.identity.public and isinstance(body, Shuffle):
            shuffles.append(body)
        else:
            offer(entry, link, room)

    host.peer._scribe.offer = waits  # type: ignore[method-assign]
    run(mesh, lambda: bool(shuffles))
    host.peer._scribe.offer = offer  # type: ignore[method-assign]
    looked: list[Body] = []
    check = Deck.check

    def counts(deck: Deck, body: Body) -> object:
        looked.append(body)
        return check(deck, body)  # type: ignore[arg-type]

    monkeypatch.setattr(Deck, "check", counts)
    points = shuffles[0].points
    false = [
        msgspec.structs.replace(shuffles[0], points=bytes([number]) * len(points))
        for number in (255, 254, 255, 253, 255)
    ]
    before = replica(host).n
    for body in false:
        assert proposes(mesh, cheat, body)
    assert looked == false[:1]
    assert replica(host).n == before + 1
    assert {one.identity for one in replica(host).offences} == {cheat.peer.identity.public}
    pass_time(mesh, 4)
    assert all(replica(node).chain.epoch == 1 for node in mesh.nodes)
