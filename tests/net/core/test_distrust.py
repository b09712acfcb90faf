"""An orderer that gives one seat's entries no number loses the table, and nobody is blamed."""

from __future__ import annotations

import pytest

from net.core.bodies import Act
from net.core.log import Entry
from net.core.wire import Bye, encode_message
from tests.judge import check
from tests.mesh import Mesh, shared_checks
from tests.net.core.tables import playing, table

VICTIM = 1


def test_an_orderer_that_withholds_is_voted_out() -> None:
    """The victim says its card to all, they pass it on and see that it gets no number."""
    with shared_checks():
        mesh = Mesh(11, people=3, bots=1)
        mesh.start()
        host, victim = mesh.nodes[0].peer, mesh.nodes[VICTIM].peer.identity.public
        offer = host._scribe.offer

        def offers(entry: Entry, link: int, room: int) -> None:
            hand = host.replica.hand if host.replica is not None else None
            if hand is None or entry.author != victim:
                offer(entry, link, room)

        host._scribe.offer = offers  # type: ignore[method-assign]
        mesh.play_on(1)

    check(mesh)
    for node in mesh.nodes:
        replica = node.peer.replica
        assert replica is not None
        assert replica.chain.epoch > 1
        assert replica.chain.orderer != host.identity.public
        assert replica.offences == []


def test_an_honest_orderer_keeps_the_table() -> None:
    """Void and late entries are no reason for distrust, however often they are said again."""
    with shared_checks():
        mesh = Mesh(12, people=3, bots=1)
        mesh.start()
        one = mesh.nodes[VICTIM].peer
        for turn in range(40, 44):
            one._scribe.submit(Act(VICTIM, 7, turn, ["pass"], ()), mesh.now)
        mesh.play_on(1)

    check(mesh)
    for node in mesh.nodes:
        assert node.peer.replica is not None
        assert node.peer.replica.chain.epoch == 1


@pytest.mark.parametrize("people", [2, 3])
def test_a_host_that_calls_its_own_history_false_ends_nobodys_evening(people: int) -> None:
    """Whoever it has told another one goes on with the others; of two nobody else is there."""
    mesh = table(people)
    playing(mesh)
    host, guest = mesh.nodes[0].peer, mesh.nodes[1]
    link = guest.peer._guest.to_orderer()
    assert link is not None
    guest.peer.receive(link, encode_message(Bye("bad_log")), mesh.now)
    mesh.carry_out(guest)

    assert guest.peer._succession.distrust.doubts(host.identity.public, mesh.now) == (people > 2)
    assert (guest.failed is None) == (people > 2)
