"""An orderer that numbers what no honest one would: without end, void, or one's own words again.

Whoever it sends that to trusts it no longer: the others go on from where it began, and what they
keep of the flood is bounded. The log alone proves nothing by it, and can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import msgspec
import pytest

from net.core.bodies import Act, Body, Evidence, HandOk, Sit, decode_body
from net.core.crypto import Identity
from net.core.limits import (
    ENTRIES_PER_AUTHOR_AND_HAND,
    MOVES_PER_HAND,
    VOID_ENTRIES_PER_HAND,
)
from net.core.log import Entry, FaultCode, decode_entry, decode_record, encode, sign_entry
from net.core.orderer import Numbered
from net.core.replica import Replica
from net.core.verify import verify_bytes
from tests.mesh import Mesh, Node, shared_checks
from tests.net.core.tables import pass_time, playing, replica, run, table

HOST, FRIEND, VICTIM = 0, 1, 2

FLOOD = 3_000


def signed(node: Node, body: Body) -> Entry:
    """What a device says, past its own rules."""
    chain = replica(node).chain
    return sign_entry(node.peer.identity, chain.table, chain.n, chain.head, body)


def void_words(node: Node) -> Iterator[Entry]:
    """Words about a deck that never was."""
    return (signed(node, HandOk(node.number, 99, n.to_bytes(32, "big"))) for n in count())


def old_words(node: Node) -> Iterator[Entry]:
    """Whatever this device has said in this log, over and over."""
    records = [decode_record(data) for data in node.disk.records]
    entries = [decode_entry(record.entry) for record in records if record is not None]
    mine = [e for e in entries if e is not None and e.author == node.peer.identity.public]
    return (mine[n % len(mine)] for n in count())


def moves(node: Node) -> Iterator[Entry]:
    """Words that are not void: where it can be dialled."""
    sit = Sit(node.number, node.name, None, f"node:{node.number}")
    return (signed(node, sit) for _ in count())


def lawful(node: Node) -> Iterator[Entry]:
    """The same, by a rule that would let somebody say it without end."""
    return moves(node)


def numbers_all(mesh: Mesh, entries: Iterator[Entry], most: int = FLOOD) -> int:
    """The host gives all of these their numbers; how many it could before it lost the table."""
    host = mesh.nodes[HOST]
    scribe = host.peer._scribe
    for done in range(most):
        if scribe._orderer is None:
            return done
        scribe._orderer.number = (  # type: ignore[method-assign]
            lambda entry, own=False: place(host, entry)
        )
        scribe._queue.clear()
        scribe.offer(next(entries), -1, 1)
        scribe.work(mesh.now)
        mesh.carry_out(host)
    return most


def place(host: Node, entry: Entry) -> Numbered:
    """The next number, whatever it is."""
    orderer = host.peer._scribe._orderer
    assert orderer is not None
    return orderer._place(entry)


@pytest.mark.parametrize(
    ("author", "words", "most"),
    [
        (HOST, void_words, VOID_ENTRIES_PER_HAND + 5),
        (FRIEND, void_words, VOID_ENTRIES_PER_HAND + 5),
        (VICTIM, old_words, 3 * VOID_ENTRIES_PER_HAND),  # not all that one has said is void again
        (HOST, moves, MOVES_PER_HAND + VOID_ENTRIES_PER_HAND + 5),
        (HOST, lawful, ENTRIES_PER_AUTHOR_AND_HAND + 5),
    ],
)
def test_whoever_numbers_a_flood_loses_the_table(
    author: int,
    words: Callable[[Node], Iterator[Entry]],
    most: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The others keep no more of it than the limit, nobody is blamed, and the game goes on."""
    if words is lawful:
        monkeypatch.setattr("net.core.attendance.MOVES_PER_HAND", FLOOD)
    with shared_checks():
        mesh = table(3, frist="20")
        playing(mesh)
        host, guests = mesh.nodes[HOST], mesh.nodes[1:]
        before = replica(host).n
        numbers_all(mesh, words(mesh.nodes[author]))
        run(mesh, lambda: all(replica(node).chain.epoch > 1 for node in mesh.nodes))
        for node in guests:
            assert replica(node).chain.begun - before <= most
        run(mesh, lambda: all(len(node.hands) >= 2 for node in guests), rounds=600)

    for node in mesh.nodes:
        assert node.failed is None
        assert replica(node).offences == []
        assert replica(node).chain.orderer != host.peer.identity.public
    gone = {hand.gone.seat for hand in guests[0].hands if hand.gone is not None}
    assert gone == ({HOST} if words is lawful else set())


def test_a_file_with_a_flood_can_be_read() -> None:
    """No entry of it is damaged, and none of it is anybody's offence."""
    with shared_checks():
        mesh = Mesh(5, people=2, bots=2)
        mesh.start()
        playing(mesh)
        before = replica(mesh.nodes[HOST]).n
        numbers_all(mesh, void_words(mesh.nodes[HOST]), 300)

    read = verify_bytes(mesh.nodes[HOST].disk.file())
    assert read.faults == ()
    assert read.exit_code == 3  # only unfinished
    assert read.entries == before + 300


def test_whoever_is_shown_a_flood_and_is_alone_with_it_ends_with_a_sentence() -> None:
    """Of two nobody else is there who could order."""
    mesh = table(2)
    playing(mesh)
    numbers_all(mesh, void_words(mesh.nodes[HOST]), VOID_ENTRIES_PER_HAND + 10)
    guest = mesh.nodes[1]
    run(mesh, lambda: guest.failed is not None)
    assert guest.failed is not None
    assert guest.failed.code == "bad_log"
    assert len(guest.disk.records) < len(mesh.nodes[HOST].disk.records)


def test_a_full_log_ends_no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever orders numbers nothing more, and nobody calls that withheld."""
    mesh = table(3)
    playing(mesh)
    n = replica(mesh.nodes[HOST]).n
    for module in ("net.core.replica", "net.core.log"):
        monkeypatch.setattr(f"{module}.LOG_ENTRIES", n)
    pass_time(mesh, 40)
    for node in mesh.nodes:
        assert node.failed is None
        assert replica(node).n <= n
        assert replica(node).chain.epoch == 1


def test_two_answers_are_proven_once_a_hand() -> None:
    """Whoever signs two can sign any number; the log needs one pair."""
    mesh = table(3)
    playing(mesh)
    host, friend = mesh.nodes[HOST], mesh.nodes[FRIEND]
    log = replica(host)

    def pair(n: int) -> Evidence:
        bodies = (Act(FRIEND, log.newest_deck, n, [side], ()) for side in ("pass", "push"))
        first, second = (encode(signed(friend, body)) for body in bodies)
        return Evidence("entry", first, second)

    one, other = pair(1), pair(2)
    me = replica(mesh.nodes[VICTIM]).chain.orderer
    assert log.refuses(me, one) is None
    host.peer._scribe.submit(one, mesh.now)
    host.peer._scribe.work(mesh.now)
    mesh.carry_out(host)
    assert [offence.identity for offence in log.offences] == [friend.peer.identity.public]
    refusal = log.refuses(me, other)
    assert refusal is not None
    assert refusal.reason == "repeated"


def test_two_answers_of_nobody_at_the_table_prove_nothing() -> None:
    """Keys cost nothing: there could be a pair for each entry of a log."""
    mesh = table(3)
    playing(mesh)
    log, chain = replica(mesh.nodes[HOST]), replica(mesh.nodes[HOST]).chain
    nobody = Identity(b"n" * 32)
    bodies = (Act(FRIEND, log.newest_deck, 1, [side], ()) for side in ("pass", "push"))
    pair = [encode(sign_entry(nobody, chain.table, chain.n, chain.head, b)) for b in bodies]
    evidence = Evidence("entry", *pair)
    assert log.convicted(evidence) == nobody.public
    refusal = log.refuses(mesh.nodes[FRIEND].peer.identity.public, evidence)
    assert refusal is not None
    assert refusal.reason == "bad_evidence"


def test_a_true_answer_after_a_false_one_convicts_once() -> None:
    """Who has shown false keys of a card can show the true ones for ever, in vain."""
    mesh = table()
    host, friend = mesh.nodes[HOST], mesh.nodes[FRIEND]
    offer = host.peer._scribe.offer
    answers: list[Entry] = []

    def waits(entry: Entry, link: int, room: int) -> None:
        body = decode_body(entry.body)
        if entry.author == friend.peer.identity.public and isinstance(body, Act) and body.keys:
            answers.append(entry)
        else:
            offer(entry, link, room)

    host.peer._scribe.offer = waits  # type: ignore[method-assign]
    run(mesh, lambda: bool(answers))
    true = decode_body(answers[0].body)
    assert isinstance(true, Act)
    false = msgspec.structs.replace(true, keys=tuple((bytes(32), *k[1:]) for k in true.keys))
    for body in (false, *[true] * 10):
        offer(signed(friend, body), 0, 1)
        host.peer._scribe.work(mesh.now)
        mesh.carry_out(host)

    said = [decode_record(data) for data in host.disk.records]
    judged = Replica(replica(host).chain.genesis, group=mesh.group)
    fed = [judged.feed(record) for record in said if record is not None]
    voids = [one for one in fed if not isinstance(one, FaultCode) and one.refusal is not None]
    assert len(voids) == 1
    assert judged.offences[0].identity == friend.peer.identity.public
