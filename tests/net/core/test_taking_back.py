"""Epochs of somebody who was more than half of the table at some time, to take back an evening.

What they need are votes of devices that have gone on since, kept, or given now by whoever says that
its log ends there. The real cores in the mesh; the deals in the small group.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from net.core.bodies import Epoch
from net.core.effects import Cut, Effect, Send
from net.core.epoch import encode_vote, number_of, sign_vote, turn_of
from net.core.log import decode_record, encode
from net.core.wire import (
    Beat,
    Bye,
    Mark,
    Message,
    Ordered,
    Want,
    Welcome,
    decode_message,
    encode_message,
)
from tests.mesh import Mesh, Node
from tests.mesh_watch import DoorMesh
from tests.net.core.tables import pass_time, playing, replica, run, table, vanish
from tests.net.core.test_elsewhere import identity, is_seated, somebody_new
from tests.net.core.test_old_epochs import LINK, key, opener, sends, signed
from tests.small_group import SMALL

HOST, GUEST, CHEAT, OTHER = 0, 1, 2, 3


def claims(mesh: Mesh, cheat: Node, honest: Iterable[Node], place: int) -> None:
    """The cheat has opened an epoch after entry ``place`` by its own vote alone, as it says."""
    turn = turn_of(replica(cheat).chain.epoch) + 1
    record = opener(cheat, place, turn, key(cheat), [key(cheat)])
    epoch = number_of(identity(cheat), turn)
    mesh.one_history = False
    for node in honest:
        sends(mesh, node, cheat, Beat(epoch, place + 1, bytes(32), bytes(64)), Ordered((record,)))


def alone_at(node: Node, device: bytes) -> int:
    """An entry after which this device alone took part."""
    log = replica(node)
    return next(n for n in range(1, log.n) if log.devices_at(n) == (device,))


def test_of_two_the_one_that_was_left_alone_once_takes_nothing_back() -> None:
    """The other one was away for longer than the grace, came back, and many hands were played."""
    mesh = table(people=2, ziel="5000")
    playing(mesh)
    cheat, honest = mesh.nodes
    mesh.kill(honest, 6_000)
    run(mesh, lambda: identity(honest) in replica(cheat).lobby.away)
    run(mesh, lambda: identity(honest) in replica(cheat).lobby.present and honest.up)
    booked = len(replica(cheat).reports)
    run(mesh, lambda: min(len(replica(n).reports) for n in mesh.nodes) >= booked + 3)
    before = list(honest.disk.records)
    claims(mesh, cheat, [honest], alone_at(cheat, identity(cheat)))

    assert honest.disk.records[: len(before)] == before


def founded_alone(hands: int) -> Mesh:
    """The founder has played a Partie with bots; two people came to the next, with hands booked."""
    settings = {"laenge": str(hands), "frist": "2"}
    mesh = DoorMesh(5, people=1, bots=3, settings=settings, group=SMALL, parties=1)
    mesh.start()
    founder = mesh.nodes[HOST]
    run(mesh, lambda: len(founder.hands) >= hands and not replica(founder).lobby.playing)
    for _ in range(2):
        new = somebody_new(mesh, HOST)
        run(mesh, lambda new=new: is_seated(new, founder) and is_seated(new, new))
    mesh.parties = 9
    run(mesh, lambda: min(len(replica(n).reports) for n in mesh.nodes) >= hands + 2)
    return mesh


def test_a_founder_that_played_a_partie_alone_takes_nothing_back() -> None:
    """There its own vote was more than half."""
    mesh = founded_alone(1)
    founder, *honest = mesh.nodes
    before = [list(node.disk.records) for node in honest]
    claims(mesh, founder, honest, alone_at(founder, identity(founder)))

    assert [n.disk.records[: len(b)] for n, b in zip(honest, before, strict=True)] == before


def test_nor_does_one_that_follows_its_own_epoch_and_begins_the_next() -> None:
    """The votes for that one are of a log that the others do not have, and tell nothing false."""
    mesh = founded_alone(6)
    founder, *honest = mesh.nodes
    booked = [list(replica(node).reports) for node in honest]
    place = alone_at(founder, identity(founder))
    record = opener(founder, place, 2, key(founder), [key(founder)])
    mesh.one_history = False
    mesh.strange = {HOST}
    founder.peer._scribe.rewind(place, mesh.now)
    assert founder.peer._scribe.take(decode_record(record), record, mesh.now) is None  # type: ignore[arg-type]
    mesh.carry_out(founder)
    pass_time(mesh, 150)

    for node, hands in zip(honest, booked, strict=True):
        assert replica(node).reports[: len(hands)] == hands
        assert node.failed is None
    run(mesh, lambda: mesh.orderers() & {GUEST, CHEAT})


def test_nor_does_a_founder_that_has_gone_and_is_dialled() -> None:
    """Its seat is somebody's, and who orders by now looks for it every half minute."""
    mesh = founded_alone(6)
    founder, guest = mesh.nodes[HOST], mesh.nodes[GUEST]
    place = alone_at(founder, identity(founder))
    vanish(mesh, HOST)
    run(mesh, lambda: identity(founder) in replica(guest).lobby.away and mesh.orderers() - {HOST})
    [number] = mesh.orderers() - {HOST}
    orderer = mesh.nodes[number]
    new = somebody_new(mesh, number)
    run(mesh, lambda: is_seated(new, orderer))
    chain, before = replica(orderer).chain, list(orderer.disk.records)
    turn = turn_of(chain.epoch) + 1
    record = opener(founder, place, turn, key(founder), [key(founder)])
    orderer.peer.linked(LINK, identity(founder), "x", mesh.now, dialled=True)
    welcome = Welcome(encode(chain.genesis), number_of(identity(founder), turn), place + 1)
    for message in (welcome, Ordered((record,))):
        orderer.peer.receive(LINK, encode_message(message), mesh.now)
    mesh.carry_out(orderer)

    assert orderer.disk.records[: len(before)] == before


@pytest.mark.parametrize("seconds", [1, 60])
def test_kept_votes_do_not_lead_somebody_new_astray(seconds: int) -> None:
    """Whoever has come since has the log at once; that its voters have gone on stands in it."""
    mesh = DoorMesh(7, people=4, bots=0, settings={"ziel": "5000", "frist": "2"}, group=SMALL)
    mesh.start()
    host, guest, cheat, _ = mesh.nodes
    playing(mesh)
    log, n = replica(cheat), replica(cheat).n
    run(mesh, lambda: all(replica(node).n >= n for node in mesh.nodes))
    place, order = log.chain.place_at(n), decode_record(cheat.disk.records[n - 1])
    assert order is not None
    number = number_of(identity(cheat), 1)
    votes = [
        sign_vote(key(node), log.chain.table, number, identity(cheat), place, order.signature)
        for node in mesh.nodes[1:]
    ]
    end = mesh.now + 1_000 * seconds
    run(mesh, lambda: mesh.now >= end)
    vanish(mesh, OTHER)
    run(mesh, lambda: identity(mesh.nodes[OTHER]) in replica(host).lobby.away)
    new = somebody_new(mesh, HOST)
    run(mesh, lambda: is_seated(new, host) and is_seated(new, new))
    end = mesh.now + 4_000
    run(mesh, lambda: mesh.now >= end)
    honest = [host, guest, new]
    before = [list(node.disk.records) for node in honest]
    sorted_votes = sorted(votes, key=lambda vote: vote.voter)
    body = Epoch(number, n, place.head, tuple(map(encode_vote, sorted_votes)))
    opens = signed(log, type(place)(number, n, place.head, identity(cheat)), key(cheat), body)
    mesh.one_history = False
    mesh.strange = {CHEAT}
    for node in honest:
        if node.peer.is_linked(identity(cheat)):
            beat = Beat(number, n + 1, bytes(32), bytes(64))
            sends(mesh, node, cheat, beat, Ordered((opens,)))

    assert [node.disk.records[: len(b)] for node, b in zip(honest, before, strict=True)] == before
    assert [node.failed for node in honest] == [None] * 3


def test_whoever_has_lost_the_seat_reads_no_further() -> None:
    """It is dialled, answers that it has nothing, and would be sent everything, as it goes on."""
    mesh = table(people=3, ziel="5000")
    playing(mesh)
    host, gone = mesh.nodes[HOST], vanish(mesh, CHEAT)
    run(mesh, lambda: identity(gone) in replica(host).lobby.away)
    new = somebody_new(mesh, HOST)
    run(mesh, lambda: is_seated(new, host))
    pass_time(mesh, 10)
    got: list[Message] = []
    ends: list[Cut] = []
    do = mesh._do

    def watched(node: Node, effect: Effect) -> None:
        if isinstance(effect, Send | Cut) and effect.link == LINK:
            if isinstance(effect, Cut):
                ends.append(effect)
            else:
                got.append(decode_message(effect.data))  # type: ignore[arg-type]
        else:
            do(node, effect)

    mesh._do = watched  # type: ignore[method-assign]
    chain = replica(host).chain
    host.peer.linked(LINK, identity(gone), "x", mesh.now, dialled=True)
    nothing = Beat(chain.epoch, 0, bytes(32), bytes(64))
    messages: list[Message] = [Welcome(encode(chain.genesis), chain.epoch, 0), Want(())]
    for _ in range(60):
        for message in messages:
            host.peer.receive(LINK, encode_message(message), mesh.now)
            mesh.carry_out(host)
        pass_time(mesh, 1)
        frames = [frame for frame in got if isinstance(frame, Ordered)]
        last = sum(len(frame.records) for frame in frames)
        messages = [nothing, Want((Mark(last, chain.head_at(last) or bytes(32)),))]

    assert last <= replica(host).lost_at(identity(gone)) < replica(host).n
    assert [frame.code for frame in got if isinstance(frame, Bye)] == ["given"]
    assert ends
