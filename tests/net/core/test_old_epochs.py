"""Epochs and records that somebody kept, or made up, to take back what everybody has.

The real cores in the mesh; the deals in the small group.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from net.commands import KickSeat
from net.core import crypto
from net.core.bodies import Epoch, Leave
from net.core.epoch import (
    Place,
    encode_vote,
    number_of,
    order_signature,
    sign_vote,
    turn_of,
)
from net.core.limits import TURNS_AHEAD
from net.core.log import Record, decode_record, encode, next_head, sign_entry
from net.core.replica import Replica
from net.core.wire import Beat, Knock, Message, Ordered, encode_message
from net.updates import Offended
from tests.mesh import Mesh, Node
from tests.mesh_watch import DoorMesh
from tests.net.core.tables import finished, pass_time, playing, replica, run, say, table, vanish
from tests.small_group import SMALL

HOST, GUEST, OTHER, CHEAT = 0, 1, 2, 3
LINK = 10**6


def key(node: Node) -> crypto.Identity:
    return node.peer.identity


def opener(
    node: Node, n: int, turn: int, orderer: crypto.Identity, voters: Iterable[crypto.Identity]
) -> bytes:
    """A record that opens an epoch of this turn after entry ``n`` of this device's log."""
    log = replica(node)
    chain = log.chain
    place = chain.place_at(n)
    order = decode_record(node.disk.records[n - 1]).signature  # type: ignore[union-attr]
    number = number_of(orderer.public, turn)
    votes = tuple(
        encode_vote(sign_vote(voter, chain.table, number, orderer.public, place, order))
        for voter in sorted(voters, key=lambda voter: voter.public)
    )
    body = Epoch(number, n, place.head, votes)
    return signed(log, Place(number, n, place.head, orderer.public), orderer, body)


def signed(log: Replica, after: Place, orderer: crypto.Identity, body: Epoch | Leave) -> bytes:
    """Entry ``after.n`` + 1 of epoch ``after.epoch``, by its author's own order."""
    table, n = log.chain.table, after.n
    entry = encode(sign_entry(orderer, table, n, after.head, body))
    head = next_head(after.head, entry)
    signature = order_signature(orderer, table, after.epoch, n + 1, head)
    return encode(Record(after.epoch, n + 1, entry, signature))


def sends(mesh: Mesh, to: Node, sender: Node, *messages: Message) -> None:
    """What somebody sends on the link that it has there."""
    link = to.peer._links.number_of(key(sender).public)
    assert link is not None
    for message in messages:
        to.peer.receive(link, encode_message(message), mesh.clock(to))
    mesh.carry_out(to)


def four() -> Mesh:
    """Four people who wait long for each other."""
    mesh = DoorMesh(5, people=4, bots=0, settings={"ziel": "3000", "frist": "60"}, group=SMALL)
    mesh.start()
    return mesh


def test_whoever_sat_there_first_takes_nothing_back() -> None:
    """Before others came the founder's own vote was more than half of all."""
    mesh = table(frist="60")
    finished(mesh, 1)
    playing(mesh)
    host, guest = mesh.nodes[HOST], mesh.nodes[GUEST]
    entries = replica(guest).n
    for n in (2, 5):
        for turn in (1, TURNS_AHEAD):
            sends(mesh, guest, host, Ordered((opener(guest, n, turn, key(host), [key(host)]),)))

    assert (replica(guest).n, replica(guest).chain.epoch) == (entries, 1)
    finished(mesh, 2)


def test_a_founder_that_was_sent_away_takes_nothing_back() -> None:
    """It may knock, and hears of the newer epoch; what it sends is read then."""
    mesh = four()
    playing(mesh)
    founder, guest = key(mesh.nodes[HOST]), mesh.nodes[GUEST]
    vanish(mesh, HOST)
    run(mesh, lambda: all(replica(node).chain.epoch > 1 for node in mesh.nodes[1:]))
    run(mesh, lambda: HOST in replica(guest).asked())
    for node in mesh.nodes[1:]:
        say(mesh, node, KickSeat(HOST))  # type: ignore[arg-type]
    run(mesh, lambda: founder.public in replica(guest).lobby.kicked)
    finished(mesh, 1)
    log, entries = replica(guest), replica(guest).n
    record = opener(guest, 2, TURNS_AHEAD, founder, [founder])
    guest.peer.linked(LINK, founder.public, "x", mesh.now, dialled=False)
    for message in (Knock("x", 1, 1, log.chain.head_at(1) or b"", None), Ordered((record,))):
        guest.peer.receive(LINK, encode_message(message), mesh.now)
    mesh.carry_out(guest)

    assert replica(guest).n == entries
    finished(mesh, 2)


def test_an_older_epoch_ends_no_newer_one() -> None:
    """Its orderer would order again where it has ordered, and give its numbers a second time."""
    mesh = four()
    playing(mesh)
    cheat = mesh.nodes[HOST]
    for standing in (HOST, GUEST):
        mesh.sleep(mesh.nodes[standing], 12_000)
        run(mesh, lambda: len({replica(node).chain.orderer for node in mesh.nodes}) == 1)
        run(mesh, lambda n=standing: not mesh.is_asleep(mesh.nodes[n]))
        pass_time(mesh, 4)
    run(mesh, lambda: len({replica(node).chain.epoch for node in mesh.nodes}) == 1)
    [number] = mesh.orderers()
    assert number != HOST
    boss, log = mesh.nodes[number], replica(mesh.nodes[number])
    place = next(n for n in range(6, log.n) if log.devices_at(n))
    everybody = [key(node) for node in mesh.nodes]
    entries, epoch = log.n, log.chain.epoch
    assert turn_of(epoch) > 1
    sends(mesh, boss, cheat, Ordered((opener(boss, place, 1, key(cheat), everybody),)))

    assert replica(boss).n == entries
    assert replica(boss).chain.epoch == epoch
    assert mesh.orderers() == {number}


def test_a_claim_in_a_beat_makes_no_second_history_the_tables() -> None:
    """Who ordered signs another first entry; a device of its own claims a newer epoch and sends it.

    The signer is convicted, and nobody's log is cut.
    """
    mesh = four()
    finished(mesh, 1)
    playing(mesh)
    liar, friend, victim = mesh.nodes[HOST], mesh.nodes[CHEAT], mesh.nodes[GUEST]
    log = replica(victim)
    false = signed(log, Place(1, 0, log.chain.head_at(0) or b"", b""), key(liar), Leave(0))
    entries = log.n
    sends(mesh, victim, friend, Beat(9, 9, bytes(32), bytes(64)), Ordered((false,)))

    assert replica(victim).n == entries
    offended = [u for u in victim.updates if isinstance(u, Offended)]
    assert [update.seat for update in offended] == [HOST]


def test_what_no_orderer_signed_costs_no_reading_of_the_log() -> None:
    """A claim and two records of nonsense; and who sends a log that leads nowhere has to wait."""
    mesh = four()
    finished(mesh, 1)
    victim, cheat = mesh.nodes[GUEST], mesh.nodes[CHEAT]
    read: list[int] = []
    trial = victim.peer._scribe.trial

    def counted(first: int, branch: Sequence[bytes]) -> Replica | None:
        read.append(first)
        return trial(first, branch)

    victim.peer._scribe.trial = counted  # type: ignore[method-assign]
    log = replica(victim)
    epoch, n = log.chain.epoch, log.n
    junk = [encode(Record(e, k, b"x", bytes(64))) for e, k in ((0, n - 1), (10**6, n))]
    claim = Beat(epoch + 9, n + 9, bytes(32), bytes(64))
    sends(mesh, victim, cheat, claim, Ordered(tuple(junk)))
    assert read == []

    # Whoever has ordered can sign another entry, and anybody the first of an epoch: read once.
    liar, before = key(mesh.nodes[HOST]), log.chain.place_at(n - 2)
    other = signed(log, before, liar, Leave(HOST))
    record = decode_record(other)
    assert record is not None
    after = Place(epoch + 9, n - 1, next_head(before.head, record.entry), key(cheat).public)
    both = Ordered((other, signed(log, after, key(cheat), Leave(CHEAT))))
    sends(mesh, victim, cheat, both)
    assert read == [n - 1]
    assert not victim.peer.is_linked(key(cheat).public)
    assert replica(victim).n == n
    victim.peer.linked(LINK, key(cheat).public, "x", mesh.now, dialled=False)
    victim.peer.drain()
    for message in (Knock("x", epoch, n, log.chain.head, None), claim, both):
        victim.peer.receive(LINK, encode_message(message), mesh.now)
    assert read == [n - 1]
