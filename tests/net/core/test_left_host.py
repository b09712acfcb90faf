"""A host that left its table to the others, and is back: it has no say before one of them orders.

It has its own last words on its disk and may know nothing of what has been done since. At a table
of two either of them would be enough to go on, so only the one that stayed may.
"""

from __future__ import annotations

import pytest

from net.core.bodies import Leave
from net.updates import Waiting, WaitingFor
from tests.mesh import Mesh, Node
from tests.net.core.tables import comes, pass_time, playing, replica, run, said, table, vanish

HOST, GUEST = 0, 1


def identity(node: Node) -> bytes:
    return node.peer.identity.public


def left(mesh: Mesh) -> Node:
    """The host leaves its table on purpose, and its program ends."""
    host = mesh.nodes[HOST]
    mesh.storm.leave(host)
    run(mesh, lambda: said(host, Leave))
    pass_time(mesh, 4)
    vanish(mesh, HOST)
    host.leaving = None
    return host


def back(mesh: Mesh, host: Node) -> None:
    """It takes the table up again from its own disk."""
    host.orders = True
    host.away_until = 0
    run(mesh, lambda: host.up)


@pytest.mark.parametrize("told", [True, False])
def test_a_host_that_left_waits_for_the_one_who_stayed(told: bool) -> None:
    """Whether that one has heard of it or not: there would be two logs of one table."""
    mesh = table(people=2)
    playing(mesh)
    guest = mesh.nodes[GUEST]
    if not told:
        mesh.part([HOST, 2], [GUEST])
    host = left(mesh)
    mesh.part([HOST, 2], [GUEST])
    back(mesh, host)
    n = replica(host).n
    comes(mesh)
    pass_time(mesh, 60)

    assert mesh.orderers() == ({HOST, GUEST} if told else {HOST})
    assert replica(host).n == n
    assert not host.peer.at_table
    told_last = [update for update in host.updates if isinstance(update, Waiting)][-1]
    assert (told_last.for_seats, told_last.why) == ((GUEST,), WaitingFor.MAJORITY)

    mesh.part()
    run(mesh, lambda: replica(host).lobby.present == (identity(host), identity(guest)))
    run(mesh, lambda: replica(host).chain.head == replica(guest).chain.head)

    assert mesh.orderers() == {GUEST}
    assert host.failed is None


def test_a_host_that_was_the_last_to_leave_goes_on_alone() -> None:
    """Nobody else could take over from it, so nobody has to be waited for."""
    mesh = table(people=2)
    playing(mesh)
    gone = vanish(mesh, GUEST)
    host = mesh.nodes[HOST]
    run(mesh, lambda: identity(gone) in replica(host).lobby.away)
    left(mesh)
    back(mesh, host)
    run(mesh, lambda: identity(host) in replica(host).lobby.present)
    booked = len(replica(host).reports)
    run(mesh, lambda: len(replica(host).reports) > booked)

    assert replica(host).chain.epoch == 1
