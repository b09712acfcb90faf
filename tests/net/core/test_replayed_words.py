"""A word that its author signed once: nobody else makes it count again, or later than it was meant.

What may be said only once has a guard key. The others, as a pause or a goodbye, are said as often
as people like; whoever kept the signed words of somebody could bring them again and again.
"""

from __future__ import annotations

import pytest

from net.commands import PauseTable
from net.core.bodies import Pause, decode_body
from net.core.lobby import NetReason
from net.core.log import Entry, FaultCode, decode_entry, decode_record, encode
from net.core.reports import Fed
from net.core.wire import Propose, encode_message
from tests.mesh import Mesh, Node
from tests.net.core.tables import finished, pass_time, playing, replica, run, say, table
from tests.net.core.test_void_floods import place, signed

HOST, FRIEND, VICTIM = 0, 1, 2


def pauses(node: Node) -> list[Entry]:
    """All words about pauses in the log of a node, as they were signed."""
    records = [decode_record(data) for data in node.disk.records]
    found = [decode_entry(record.entry) for record in records if record is not None]
    return [e for e in found if e is not None and isinstance(decode_body(e.body), Pause)]


def brings(mesh: Mesh, entry: Entry) -> None:
    """The friend hands somebody else's signed words to the host."""
    host, friend = mesh.nodes[HOST].peer, mesh.nodes[FRIEND].peer
    link = host._links.number_of(friend.identity.public, member=True)
    assert link is not None
    host.receive(link, encode_message(Propose(encode(entry))), mesh.now)
    mesh.carry_out(mesh.nodes[HOST])


def paused_and_on(mesh: Mesh) -> list[Entry]:
    """The victim pauses, and goes on; both words."""
    playing(mesh)
    say(mesh, mesh.nodes[VICTIM], PauseTable(on=True))
    run(mesh, lambda: all(replica(node).paused is not None for node in mesh.nodes))
    say(mesh, mesh.nodes[VICTIM], PauseTable(on=False))
    run(mesh, lambda: all(replica(node).paused is None for node in mesh.nodes))
    return pauses(mesh.nodes[HOST])


def test_a_word_that_has_its_number_gets_no_second_one() -> None:
    """Whoever kept somebody's pause cannot pause the table by it, now or in the next hand."""
    mesh = table()
    words = paused_and_on(mesh)
    for hands in (0, 1):
        finished(mesh, hands)
        brings(mesh, words[0])
        pass_time(mesh, 4)
        assert [encode(e) for e in pauses(mesh.nodes[HOST])] == [encode(e) for e in words]
    assert all(replica(node).chain.epoch == 1 for node in mesh.nodes)


def test_a_pause_that_somebody_else_ended_is_not_said_again_in_another_hand() -> None:
    """Though its author has said no other such word since."""
    mesh = table()
    playing(mesh)
    say(mesh, mesh.nodes[VICTIM], PauseTable(on=True))
    run(mesh, lambda: all(replica(node).paused is not None for node in mesh.nodes))
    say(mesh, mesh.nodes[HOST], PauseTable(on=False))
    finished(mesh, 1)
    playing(mesh, 2)
    words = pauses(mesh.nodes[HOST])
    brings(mesh, words[0])
    pass_time(mesh, 4)
    assert pauses(mesh.nodes[HOST]) == words


def test_a_word_that_got_no_number_in_its_time_gets_none_later() -> None:
    """Whoever kept it back until its author had said something else kept it too long."""
    mesh = table()
    playing(mesh)
    kept = signed(mesh.nodes[VICTIM], Pause(on=True, at=0))
    words = paused_and_on(mesh)
    brings(mesh, kept)
    pass_time(mesh, 4)
    assert pauses(mesh.nodes[HOST]) == words


@pytest.mark.parametrize("fresh", [False, True])
def test_a_host_that_numbers_an_old_word_numbers_nothing(*, fresh: bool) -> None:
    """It is void at every device; a new word of the same kind counts."""
    mesh = table()
    words = paused_and_on(mesh)
    host = mesh.nodes[HOST]
    entry = signed(mesh.nodes[VICTIM], Pause(on=True, at=0)) if fresh else words[0]
    record = place(host, entry).record
    fed = replica(host).feed(record)
    assert isinstance(fed, Fed), FaultCode
    assert (replica(host).paused is not None) == fresh
    assert (fed.refusal is not None and fed.refusal.reason is NetReason.REPEATED) == (not fresh)


def test_nobody_is_doubted_for_an_old_word_that_a_guest_hands_round() -> None:
    """Who orders refuses it with reason, and whoever passed it on sees why."""
    mesh = table()
    words = paused_and_on(mesh)
    host, friend, author = (mesh.nodes[n].peer for n in (HOST, FRIEND, VICTIM))
    link = friend._links.number_of(author.identity.public, member=True)
    assert link is not None
    for _ in range(30):
        friend.receive(link, encode_message(Propose(encode(words[0]))), mesh.now)
        mesh.carry_out(mesh.nodes[FRIEND])
        pass_time(mesh, 1)
        assert not friend._succession.distrust.doubts(host.identity.public, mesh.now)


def test_a_new_word_that_is_on_its_way_is_no_older_for_a_replay() -> None:
    """A host that numbers an old word meanwhile does not make the new one void."""
    mesh = table()
    words = paused_and_on(mesh)
    host = mesh.nodes[HOST]
    fresh = signed(mesh.nodes[VICTIM], Pause(on=True, at=0))
    for entry in (words[0], fresh):
        fed = replica(host).feed(place(host, entry).record)
        assert isinstance(fed, Fed)
    assert fed.refusal is None
    assert replica(host).paused is not None
