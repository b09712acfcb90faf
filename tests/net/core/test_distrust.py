"""An orderer that gives one seat's entries no number loses the table, and nobody is blamed."""

from __future__ import annotations

from net.core.bodies import Act
from net.core.log import Entry
from tests.judge import check
from tests.mesh import Mesh, shared_checks

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
